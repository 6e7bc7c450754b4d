"""sacreBLEU's words for things lead to ours."""

from __future__ import annotations

from pathlib import Path

import pytest

import treescore as ts
from tests.conftest import Run
from treescore.errors import MissingResource, UnknownName
from treescore.metrics.registry import make_metric
from treescore.metrics.spellings import METRICS, OPTIONS, PARAMETERS
from treescore.metrics.tokenizers import MODELS


@pytest.fixture
def files(tmp_path: Path) -> Path:
    (tmp_path / "ref.txt").write_text("Rain\n")
    (tmp_path / "out.txt").write_text("Hail\n")
    return tmp_path


@pytest.mark.parametrize(
    ("wrong", "answer"),
    [
        ("--confidence", "did you mean --ci?"),
        ("--tokenize zh", "No such option: --tokenize; did you mean -m bleu:tok=?"),
        ("-tok zh", "No such option: -tok; did you mean -m bleu:tok=?"),
        ("-t wmt22", "No such option: -t; did you mean -r FILE?"),
        ("--paired-bs", "No such option: --paired-bs; did you mean --paired bs?"),
        ("--input", "Option '--input' requires an argument"),
        ("-m chrf:word_order=2", "did you mean words?"),
        ("-m bleu:tokenize=zh", "did you mean tok?"),
        ("-m bleu:tok=chinese", "expected one of 13a, none, intl, zh"),
        ("-m chrf++", "did you mean chrf:words=2?"),
    ],
)
def test_they_are_answered_with_the_right_word(run: Run, files: Path, wrong: str, answer: str):
    done = run(*f"score -r ref.txt -s out.txt {wrong}".split())
    assert (done.returncode, done.stdout) == (2, "")
    (line,) = done.stderr.splitlines()
    assert answer in line


def test_classes_answer_likewise():
    with pytest.raises(UnknownName, match=r"parameter of chrf 'word_order'.* words\?"):
        ts.metrics.CHRF(word_order=2)  # type: ignore[call-arg]
    with pytest.raises(UnknownName, match=r"did you mean case=lower\?"):
        ts.metrics.BLEU(lowercase=True)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="unexpected keyword argument 'colour'"):
        ts.metrics.BLEU(colour="red")  # type: ignore[call-arg]


def test_the_right_words_are_right(run: Run):
    for spec in METRICS.values():
        make_metric(spec)
    for (name, _), parameter in PARAMETERS.items():
        key, _, value = parameter.partition("=")
        assert key in make_metric(name).parameters()
        make_metric(f"{name}:{parameter}" if value else name)
    shown = run("score", "--help").stdout
    for meant in OPTIONS.values():
        assert meant.split()[0] in shown


@pytest.mark.parametrize("tok", ["13a", "zh", "char", "intl", "none"])
def test_tokenizers_are_sacrebleus(tok: str):
    from sacrebleu.metrics.bleu import BLEU

    made, reference = (
        ["我们昨天看到了那条狗。", "a b-c d, e"],
        ["我们昨天见到了那条狗。", "a b-c d. e"],
    )
    metric = make_metric(f"bleu:tok={tok}")
    score = metric.corpus_score(made, [[text] for text in reference], "zh")
    assert score.score == BLEU(tokenize=tok).corpus_score(made, [reference]).score
    assert f"|tok:{tok}|" in score.signature
    assert score.signature.count("tok:") == 1


def test_what_a_tokenizer_lacks_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setattr("treescore.metrics.tokenizers.find_spec", lambda name: None)
    with pytest.raises(MissingResource, match=r"tok=ja-mecab .* pip install 'sacrebleu\[ja\]'"):
        make_metric("bleu:tok=ja-mecab")
    monkeypatch.setattr("treescore.metrics.tokenizers.find_spec", lambda name: name)
    monkeypatch.setenv("SACREBLEU", str(tmp_path))
    with pytest.raises(MissingResource, match="let sacreBLEU fetch it"):
        make_metric("bleu:tok=flores200")
    (tmp_path / "models").mkdir()
    (tmp_path / "models" / MODELS["flores200"]).touch()
    make_metric("bleu:tok=flores200")


def test_chinese_words_are_not_found_by_the_usual_tokenizer(caplog: pytest.LogCaptureFixture):
    ts.score(["我们昨天看到了那条狗。"], [["我们昨天见到了那条狗。"]], ["bleu:tok=zh"], lang="zh")
    assert not caplog.messages
    ts.score(["我们昨天看到了那条狗。"], [["我们昨天见到了那条狗。"]], ["bleu"], lang="zh")
    assert caplog.messages == ["bleu: 13a finds few words of 'zh'; give -m bleu:tok=zh"]


@pytest.mark.parametrize("command", ["meta nofolder -m wer", "train nofolder -o x"])
def test_where_nothing_is_that_is_said(run: Run, command: str):
    done = run(*command.split())
    told = "treescore: nofolder: there is no such file or folder; check the name\n"
    assert (done.returncode, done.stderr) == (1, told)
