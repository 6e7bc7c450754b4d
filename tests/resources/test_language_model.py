from __future__ import annotations

import gzip
import hashlib
import math
import pickle
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.learning.arpa import FOREIGN, Sections, read_arpa
from treescore.errors import MissingResource, TreescoreError
from treescore.learning.arpa import write_arpa
from treescore.learning.kneser_ney import estimate
from treescore.learning.language_models import train_language_model
from treescore.resources.arpa import BEGIN, END, UNKNOWN
from treescore.resources.language_model import is_lowercase, load_language_model

needs_kenlm = pytest.mark.skipif(
    find_spec("kenlm") is None, reason="needs kenlm: pip install 'treescore[tesla]'"
)

BUILD_BINARY = shutil.which("build_binary")
TEXT = "The dog saw the cat.\nIt rained, and the dog slept.\n\n3.5 cats slept!\n"
BINARY = b"mmap lm http://kheafield.com/code format version 5\n\0"
WORDS = st.sampled_from(["a", "b", "c", "ü", "的", "."])
TEXTS = st.lists(st.lists(WORDS, min_size=1, max_size=6), min_size=1, max_size=10)


@pytest.fixture
def trained(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A model of some sentences, by our own trainer."""
    monkeypatch.setenv("PATH", "")
    (tmp_path / "text.txt").write_text(TEXT)
    train_language_model([str(tmp_path / "text.txt")], str(tmp_path / "a.arpa"))
    return tmp_path / "a.arpa"


def log10(sections: Sections, words: Iterable[str]) -> float:
    """log10 of the probability of a sentence, by the rule of ARPA files."""
    known = [word if (word,) in sections[0] else UNKNOWN for word in words]
    padded = (BEGIN, *known, END)

    def of(ngram: tuple[str, ...]) -> float:
        rows = sections[len(ngram) - 1]
        if ngram in rows:
            return rows[ngram][0]
        _, weight = sections[len(ngram) - 2].get(ngram[:-1], (0.0, 0.0))
        return weight + of(ngram[1:])

    order = len(sections)
    return sum(of(padded[max(i - order + 1, 0) : i + 1]) for i in range(1, len(padded)))


@needs_kenlm
@given(TEXTS, st.integers(1, 6), st.lists(WORDS | st.just("unseen"), max_size=9))
def test_kenlm_reads_what_we_write(sentences: list[list[str]], order: int, words: list[str]):
    with tempfile.TemporaryDirectory() as folder:
        path = f"{folder}/a.arpa"
        write_arpa(estimate(sentences, order), path)
        model = load_language_model(path)
        assert model.punctuation == any("." in sentence for sentence in sentences)
        read = [word for word in words if model.punctuation or word != "."]
        expected = log10(read_arpa(Path(path).read_text()), read) * math.log(10)
        assert model.order == max(order, 2)
        assert model.normalised(" ".join(words)) == pytest.approx(
            expected / max(len(read), 1), rel=1e-5
        )


@needs_kenlm
def test_a_model_says_what_it_is(trained: Path):
    model = load_language_model(str(trained))
    assert model.path == str(trained)
    assert model.digest == hashlib.sha256(trained.read_bytes()).hexdigest()
    assert (model.order, model.lowercase, model.punctuation) == (3, True, False)


@needs_kenlm
def test_texts_are_read_as_in_training(trained: Path):
    model = load_language_model(str(trained))
    words = "the dog saw the cat".split()
    expected = log10(read_arpa(trained.read_text()), words) * math.log(10) / len(words)
    assert model.normalised("The DOG saw\tthe cat.") == pytest.approx(expected, rel=1e-5)
    assert model.normalised("the\0dog saw the cat.") == model.normalised("the dog saw the cat .")
    bare = model.normalised("the dog saw the cat")
    assert model.normalised('"The" dog -- saw (the cat)...') == bare
    assert model.normalised("... ?!") == model.normalised("")
    assert model.normalised("x\ud800 dog") == model.normalised("unseen dog")
    assert model.normalised("<s> dog") == model.normalised("< s > dog")


@needs_kenlm
def test_nothing_at_all_is_not_a_good_translation(trained: Path):
    model = load_language_model(str(trained))
    empty = model.normalised("")
    assert empty == model.normalised(" \n")
    expected = log10(read_arpa(trained.read_text()), []) * math.log(10)
    assert empty == pytest.approx(expected, rel=1e-5)
    assert empty < model.normalised("The dog slept.")


@pytest.mark.parametrize(
    ("vocabulary", "expected"),
    [
        (["<unk>", "<s>", "</s>", "the", "dog", "3", "的"], True),
        (["<UNK>", "<s>", "</s>", "the", "dog"], True),
        (["the", "The", "dog"], False),
        (["的"] * 1000 + ["IBM", "ok"], False),
        (["word"] * 1000 + ["É"], True),
        (["word"] * 1000 + ["The"] * 300, False),
        ([], True),
    ],
)
def test_whether_a_vocabulary_is_lower_cased(vocabulary: list[str], expected: bool):
    assert is_lowercase(vocabulary) is expected


@needs_kenlm
def test_case_matters_to_a_model_that_has_it(tmp_path: Path):
    path = tmp_path / "foreign.arpa"
    path.write_text(FOREIGN)
    model = load_language_model(str(path))
    assert not model.lowercase
    assert model.normalised("Été") == pytest.approx(-0.3 * math.log(10), rel=1e-5)
    assert model.normalised("été") < -100


@needs_kenlm
@pytest.mark.parametrize("mark", [".", ",", "$", "\u3002"])
def test_punctuation_matters_to_a_model_that_has_it(tmp_path: Path, mark: str):
    """As a model from elsewhere may, or one of treescore's from before it was left out."""
    path = tmp_path / "marked.arpa"
    write_arpa(estimate([["the", "dog", mark], ["a", mark, "dog"]]), str(path))
    model = load_language_model(str(path))
    assert model.punctuation
    words = ["the", "dog", mark, "dog"]
    expected = log10(read_arpa(path.read_text()), words) * math.log(10) / len(words)
    assert model.normalised(f"The dog {mark} dog") == pytest.approx(expected, rel=1e-5)
    assert pickle.loads(pickle.dumps(model)).punctuation


@needs_kenlm
def test_a_model_without_unknown_words_gets_one_line(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
):
    path = tmp_path / "foreign.arpa"
    path.write_text(FOREIGN)
    load_language_model(str(path))
    assert [record.getMessage() for record in caplog.records] == [
        f"{path}: has no <unk>; every unknown word gets a probability of 1e-100"
    ]
    assert capfd.readouterr().err == "", "kenlm is silent"


@needs_kenlm
def test_loading_is_silent(trained: Path, capfd: pytest.CaptureFixture[str]):
    load_language_model(str(trained))
    assert capfd.readouterr() == ("", "")
    print("later", file=sys.stderr)
    assert capfd.readouterr().err == "later\n"


@needs_kenlm
def test_packed_models(trained: Path):
    plain = load_language_model(str(trained))
    packed = trained.with_name("packed")
    packed.write_bytes(gzip.compress(trained.read_bytes()))
    assert load_language_model(str(packed)).normalised("the dog") == plain.normalised("the dog")


@needs_kenlm
@pytest.mark.skipif(BUILD_BINARY is None, reason="needs build_binary, which comes with KenLM")
@pytest.mark.parametrize("kind", ["probing", "trie"])
@pytest.mark.parametrize("text", ["the dog saw the cat", "The dog saw the Cat"])
def test_binary_models(tmp_path: Path, kind: str, text: str):
    arpa, path = tmp_path / "a.arpa", tmp_path / "a.bin"
    write_arpa(estimate([text.split(), ["slept"]]), str(arpa))
    subprocess.run([str(BUILD_BINARY), kind, arpa, path], check=True, capture_output=True)
    binary, plain = load_language_model(str(path)), load_language_model(str(arpa))
    assert (binary.order, binary.lowercase) == (plain.order, text.islower())
    for sentence in ("The dog slept.", "the dog", "unseen", ""):
        assert binary.normalised(sentence) == pytest.approx(plain.normalised(sentence), rel=1e-5)
    path.write_bytes(path.read_bytes()[:-40])
    assert_refused(path, None, "cut off or damaged", "build it again")
    path.write_bytes(gzip.compress(path.read_bytes()))
    assert_refused(path, None, "unpack it")


def assert_refused(path: Path, line: int | None, *answers: str) -> None:
    with pytest.raises(TreescoreError) as caught:
        load_language_model(str(path))
    message = str(caught.value)
    assert message.startswith(f"{path}:{line}: " if line else f"{path}: ")
    assert "\n" not in message
    assert len(message) < len(str(path)) + 250
    for answer in answers:
        assert answer in message


@needs_kenlm
@pytest.mark.parametrize(
    ("content", "answer"),
    [
        (None, "there is no such file"),
        (b"", "is empty"),
        (b" \n\n", "is empty"),
        (b"The dog saw the cat.\n", "is no language model; expected an ARPA file"),
        (bytes(range(256)) * 40, "is no language model"),
        (b"\x1f\x8b\x08\x00abc", "damaged gzip"),
        (BINARY, "its vocabulary is missing"),
        (BINARY + b"\0" * 200 + b"<unk>\0the\0", "cut off or damaged"),
    ],
)
def test_what_is_no_model(tmp_path: Path, content: bytes | None, answer: str):
    path = tmp_path / "a.arpa"
    if content is not None:
        path.write_bytes(content)
    assert_refused(path, None, answer)


@needs_kenlm
def test_a_folder_is_no_model(tmp_path: Path):
    assert_refused(tmp_path, None, "there is no such file; expected an ARPA file")


@needs_kenlm
def test_models_that_are_cut_off(trained: Path):
    """Wherever a copy ended, but for the empty lines at the end."""
    data = trained.read_bytes()
    for size in range(len(b"\\data\\"), len(data.rstrip()), 7):
        trained.write_bytes(data[:size])
        assert_refused(trained, data[:size].count(b"\n") + 1, "cut off or damaged; train it again")


@needs_kenlm
@pytest.mark.parametrize(
    ("old", "new", "line", "answer"),
    [
        ("ngram 1=4", "ngram 1=-4", 5, "expected 'ngram 1=' and a number"),
        ("-0.7\tpluie", "0.7\tpluie", 12, "Positive log probability"),
        ("-0.7\tpluie", "-0.x7\tpluie", 12, "1-gram"),
        ("-0.1\tÉté </s>", "-0.1\tneige </s>", 16, "Word neige was not seen"),
    ],
)
def test_models_that_are_damaged(tmp_path: Path, old: str, new: str, line: int, answer: str):
    path = tmp_path / "a.arpa"
    assert old in FOREIGN
    path.write_text(FOREIGN.replace(old, new))
    assert_refused(path, line, answer)


@needs_kenlm
def test_words_that_are_not_utf8(tmp_path: Path):
    """kenlm reads them; only its message about one of them cannot be shown."""
    path = tmp_path / "a.arpa"
    path.write_bytes(FOREIGN.encode("latin-1"))
    assert load_language_model(str(path)).normalised("pluie") > -100
    path.write_bytes(FOREIGN.encode("latin-1").replace(b"\t\xc9t\xe9 </s>", b"\t\xc9\xe9 </s>"))
    assert_refused(path, None, "cut off or damaged")


def test_without_kenlm(trained: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "kenlm", None)
    with pytest.raises(MissingResource, match=r"pip install .*\[tesla\]'"):
        load_language_model(str(trained))


@needs_kenlm
def test_a_copy_for_another_process_reads_the_same_file(trained: Path):
    model = load_language_model(str(trained))
    packed = pickle.dumps(model)
    assert pickle.loads(packed).normalised("The dog slept.") == model.normalised("The dog slept.")
    trained.write_text(trained.read_text() + "\n")
    with pytest.raises(TreescoreError, match="is another model here"):
        pickle.loads(packed)
