"""benepar itself, with tiny models of random weights."""

from __future__ import annotations

import pickle
import shutil
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings

import treescore
from tests.strategies import constituency_trees
from treescore.errors import MissingResource, UsageError
from treescore.io.penn import parse_trees, write_tree
from treescore.parsing import benepar as adapter
from treescore.parsing.base import CannotParse
from treescore.parsing.benepar import BeneparParser, make_tree, open_parser
from treescore.parsing.cache import CachedParser, ParseCache
from treescore.parsing.registry import load_parser
from treescore.trees.constituency import ConstituencyTree

LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'.,?-()"
LABELS = ("", "NP", "S", "S::VP", "VP", "PP")
TAGS = ("UNK", "DT", "NN", "VBZ", "IN", ".")
LONGEST = 60
MODELS = ("lstm.pt", "t5", "xlmr")
TEXTS = [
    "The dog sleeps.",
    "Yes",
    "She can't see the house on the hill, can she?",
    "It rains (again).",
]
ODD_TEXTS = [
    *("", "   ", "?!", "\u200b", "zero \u200b width \ufe0f", "lost \ufffd"),
    "One. Two! Three?\n\nFour.",
    "\u201cCurly\u201d \u2014 \x1b[31mred\x1b[0m <b> \U0001f600",
    "no-break\u00a0space",
]

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning:torch_struct")


def options(kind: str) -> dict[str, Any]:
    """The settings of a model that is as small as can be."""
    dropped = ("morpho_emb", "attention", "relu", "residual", "char_lstm_input")
    return {
        **dict.fromkeys(("d_model", "d_label_hidden", "d_tag_hidden", "d_ff"), 32),
        **dict.fromkeys(("d_kv", "d_char_emb"), 8),
        **dict.fromkeys(("num_layers", "num_heads", "tag_loss_scale"), 1),
        **{f"{name}_dropout": 0.0 for name in dropped},
        **{"use_encoder": True, "predict_tags": True, "encoder_max_len": LONGEST},
        **{"use_chars_lstm": kind == "lstm", "use_pretrained": kind != "lstm"},
        "pretrained_model": f"some/{kind}",
    }


def random_parser(kind: str, folder: Path | None = None) -> Any:
    import torch
    from benepar.char_lstm import RetokenizerForCharLSTM
    from benepar.nkutil import HParams
    from benepar.parse_chart import ChartParser

    torch.manual_seed(3)
    tags, labels = ({name: place for place, name in enumerate(names)} for names in (TAGS, LABELS))
    letters = RetokenizerForCharLSTM.build_vocab([[LETTERS]])
    settings = HParams(**options(kind), force_root_constituent=True)
    return ChartParser(tags, labels, letters, settings, folder and str(folder))


def write_transformer(folder: Path) -> Any:
    """The settings of a small transformer, and a tokenizer that knows letters."""
    import transformers
    from tokenizers import Regex, Tokenizer, models, normalizers, pre_tokenizers, processors

    special = ["<s>", "<pad>", "</s>", "<unk>"]
    pieces = [(name, 0.0) for name in special] + [(letter, -3.0) for letter in "\u2581" + LETTERS]
    tokenizer = Tokenizer(models.Unigram(pieces, unk_id=3))
    tokenizer.normalizer = normalizers.Replace(Regex("[\ufe0f\u200b\ufffd]"), "")
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace()
    ends = [("<s>", 0), ("</s>", 2)]
    shape = "$A </s>" if folder.name == "t5" else "<s> $A </s>"
    tokenizer.post_processor = processors.TemplateProcessing(single=shape, special_tokens=ends)
    names = {"pad_token": "<pad>", "eos_token": "</s>", "unk_token": "<unk>", "extra_ids": 0}
    sizes = {"vocab_size": len(pieces) + 1, "pad_token_id": 1, "eos_token_id": 2}
    wrapped: Any
    config: Any
    if folder.name == "t5":
        sizes |= {"d_model": 16, "d_kv": 8, "d_ff": 16, "num_layers": 1, "num_heads": 2}
        wrapped, config = transformers.T5TokenizerFast, transformers.T5Config(**sizes)
    else:
        sizes |= {"hidden_size": 16, "num_hidden_layers": 1, "num_attention_heads": 2}
        sizes |= {"intermediate_size": 16, "max_position_embeddings": LONGEST + 4}
        wrapped = transformers.XLMRobertaTokenizerFast
        config = transformers.XLMRobertaConfig(**sizes)
    wrapped(tokenizer_object=tokenizer, model_max_length=LONGEST, **names).save_pretrained(folder)
    config.save_pretrained(folder)
    return config


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A checkpoint over letters and two exported models over transformers."""
    pytest.importorskip("benepar", reason="needs benepar: pip install 'treescore[benepar]'")
    import torch

    place = tmp_path_factory.mktemp("benepar")
    parser = random_parser("lstm")
    torch.save({"config": parser.config, "state_dict": parser.state_dict()}, place / "lstm.pt")
    for kind in ("t5", "xlmr"):
        (place / kind).mkdir()
        config = write_transformer(place / kind)
        parser = random_parser(kind, place / kind)
        config.benepar = parser.config
        config.save_pretrained(place / kind)
        torch.save(parser.state_dict(), place / kind / "benepar_model.bin")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("socket.socket.connect", None)
        yield place


@pytest.fixture(scope="module")
def lstm(folder: Path) -> BeneparParser:
    return open_parser(str(folder / "lstm.pt"), "en")


def trees(parser: Any, texts: list[str]) -> list[ConstituencyTree]:
    return [parses.best for parses in parser.parse(texts)]


@pytest.mark.parametrize("model", MODELS)
def test_trees_are_those_that_benepar_itself_gives(folder: Path, model: str):
    import benepar

    found = trees(open_parser(str(folder / model), "en"), TEXTS)
    assert found[0].tokens == ("The", "dog", "sleeps", ".")
    assert found[2].tokens[:4] == ("She", "ca", "n't", "see")
    itself = benepar.Parser(str(folder / model))
    for text, tree in zip(TEXTS, found, strict=True):
        words = list(tree.tokens)
        rest, spaces = text, []
        for word in words:
            assert rest.startswith(word)
            spaces.append(rest[len(word) :].startswith(" "))
            rest = rest[len(word) :].lstrip()
        (expected,) = itself.parse_sents([benepar.InputSentence(words=words, space_after=spaces)])
        assert [tree] == list(parse_trees([str(expected)], ""))


@settings(max_examples=30)
@given(constituency_trees())
def test_spans_become_the_tree_they_came_from(tree: ConstituencyTree):
    pytest.importorskip("benepar", reason="needs benepar: pip install 'treescore[benepar]'")
    from benepar.parse_base import CompressedParserOutput
    from nltk import Tree

    class Numbers(dict[str, int]):
        def __missing__(self, name: str) -> int:
            return self.setdefault(name, len(self))

    labels, tags = Numbers(), Numbers()
    spans = CompressedParserOutput.from_tree(Tree.fromstring(write_tree(tree)), labels, tags)
    names, tag_names = ({n: name for name, n in each.items()} for each in (labels, tags))
    found = make_tree(tree.tokens, spans, names, tag_names)
    assert found.labels == ("TOP", *tree.labels)
    assert found.parents == (-1, *(parent + 1 for parent in tree.parents))
    assert found.words == (None, *tree.words)
    untagged = make_tree(tree.tokens, spans.without_predicted_tags(), names, tag_names)
    assert (untagged.parents, set(untagged.tags)) == (found.parents, {"UNK"})


@pytest.mark.parametrize("model", MODELS)
def test_one_tree_a_segment_whatever_is_in_it(folder: Path, model: str):
    found = trees(open_parser(str(folder / model), "en"), ODD_TEXTS)
    for text, tree in zip(ODD_TEXTS, found, strict=True):
        assert "".join(tree.tokens) == "".join(text.split())
        assert tree.labels[0] == ("TOP" if text.strip() else "S")
        assert list(parse_trees([write_tree(tree)], "")) == [tree]


def test_order_is_kept_over_batches(lstm: BeneparParser, monkeypatch: pytest.MonkeyPatch):
    texts = [*TEXTS, "", *reversed(TEXTS)]
    together = trees(lstm, texts)
    monkeypatch.setattr(adapter, "BATCH", 2)
    assert trees(lstm, texts) == together == [trees(lstm, [text])[0] for text in texts]


@pytest.mark.parametrize("model", MODELS)
def test_a_long_segment_is_one_line(folder: Path, model: str):
    parser = open_parser(str(folder / model), "en")
    with pytest.raises(CannotParse, match=r"cannot parse 'Dog dog .*exceeds the maximum") as caught:
        trees(parser, ["Short.", "Dog" + " dog" * 99])
    assert "\n" not in str(caught.value)


def test_positions_among_the_weights_do_no_harm(folder: Path, tmp_path: Path):
    """transformers wrote them before version 4.31, when benepar's models were made."""
    import torch
    from benepar.parse_chart import ChartParser

    old = Path(shutil.copytree(folder / "xlmr", tmp_path / "old"))
    weights = torch.load(old / "benepar_model.bin", weights_only=True)
    weights["pretrained_model.embeddings.position_ids"] = torch.arange(LONGEST + 4)[None]
    torch.save(weights, old / "benepar_model.bin")
    with pytest.raises(RuntimeError, match="position_ids"):
        ChartParser.from_trained(str(old))
    new = open_parser(str(folder / "xlmr"), "en")
    assert trees(open_parser(str(old), "en"), TEXTS) == trees(new, TEXTS)


def test_scores_and_the_cache(lstm: BeneparParser, tmp_path: Path):
    same = treescore.score(TEXTS, [[text] for text in TEXTS], ["stm"], parser=lstm)
    assert same.score("system", "stm").score == 1
    assert lstm.signature in same.score("system", "stm").signature
    cached = CachedParser(lstm, ParseCache(tmp_path / "parses.sqlite"))
    assert list(cached.parse(TEXTS)) == list(cached.parse(TEXTS)) == list(lstm.parse(TEXTS))


def test_no_lists(lstm: BeneparParser):
    with pytest.raises(CannotParse, match="one parse of a text"):
        lstm.parse(["Yes."], 2)


def test_the_signature_names_all_that_matters(folder: Path, lstm: BeneparParser, tmp_path: Path):
    assert lstm.signature.startswith("benepar-0.2.0/lstm.pt-")
    assert open_parser(str(folder / "lstm.pt"), "de").signature != lstm.signature
    copy = Path(shutil.copytree(folder / "t5", tmp_path / "t5"))
    same = open_parser(str(folder / "t5"), "en").signature
    assert open_parser(str(copy), "en").signature == same
    (copy / "tokenizer.json").write_text("{}")
    assert open_parser(str(copy), "en").signature != same


def test_models_are_found_where_benepar_puts_them(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    import nltk

    monkeypatch.setattr(nltk.data, "path", [str(tmp_path)])
    with pytest.raises(MissingResource, match=r"import benepar; benepar.download\('benepar_xx'\)"):
        load_parser("benepar:benepar_xx")
    shutil.copytree(folder / "t5", tmp_path / "models" / "benepar_xx")
    found = load_parser("benepar:benepar_xx")
    assert "/benepar_xx-" in found.signature
    assert trees(found, TEXTS) == trees(open_parser(str(folder / "t5"), "en"), TEXTS)


class Harm:
    """What runs when it is unpickled."""

    def __init__(self, place: Path) -> None:
        self.place = place

    def __reduce__(self) -> Any:
        return Path.touch, (self.place,)


def test_a_model_runs_no_code_of_its_own(folder: Path, tmp_path: Path):
    import torch

    torch.save({"config": Harm(tmp_path / "harm")}, tmp_path / "bad.pt")
    (tmp_path / "worse.pt").write_bytes(pickle.dumps(Harm(tmp_path / "harm")))
    for name in ("bad.pt", "worse.pt"):
        with pytest.raises(CannotParse, match="it is damaged, or holds more than weights"):
            trees(open_parser(str(tmp_path / name), "en"), ["Yes."])
    assert not (tmp_path / "harm").exists()


def test_a_checkpoint_without_its_tokenizer_is_refused(folder: Path, tmp_path: Path):
    import torch

    torch.save({"config": {"hparams": options("t5")}, "state_dict": {}}, tmp_path / "a.pt")
    with pytest.raises(CannotParse, match="export it to a folder"):
        trees(open_parser(str(tmp_path / "a.pt"), "en"), ["Yes."])


def test_what_is_missing_is_one_line(monkeypatch: pytest.MonkeyPatch):
    with pytest.raises(UsageError, match="like benepar:benepar_en3"):
        open_parser("", "en")

    def nothing(package: str) -> str:
        raise PackageNotFoundError(package)

    monkeypatch.setattr(adapter, "version", nothing)
    with pytest.raises(MissingResource, match=r"pip install .*\[benepar\]'"):
        open_parser("benepar_en3", "en")


def test_unknown_files_and_languages(folder: Path):
    with pytest.raises(MissingResource, match="there is no such file"):
        open_parser("nowhere/model.pt", "en")
    with pytest.raises(CannotParse, match="no tokenizer for the language 'tlh'"):
        trees(open_parser(str(folder / "lstm.pt"), "tlh"), ["Yes."])
