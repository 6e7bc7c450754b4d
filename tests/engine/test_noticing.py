"""Mistakes that would give a number and nothing else: every one is a line on standard error."""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path

import pytest

import treescore as ts
from tests.chain import use_chain
from tests.conftest import Run
from treescore.cli.demo import load_sample
from treescore.engine.noticing import noticed, spread
from treescore.engine.out_of_step import out_of_step
from treescore.errors import TreescoreError


def texts_of(lang: str, name: str) -> list[str]:
    testset = load_sample(lang)
    streams = {"ref1": testset.references[0], **testset.systems}
    return [str(text) for text in streams[name].texts or ()]


@pytest.fixture
def files(tmp_path: Path) -> Path:
    for lang in ("en", "de"):
        for name in ("ref1", "fluent", "literal"):
            write(tmp_path / f"{name}.{lang}", texts_of(lang, name))
    return tmp_path


def write(file: Path, lines: list[str]) -> None:
    file.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


@pytest.mark.parametrize(
    ("command", "line"),
    [
        (
            "score -r ref1.de -s fluent.de",
            "ref1.de, fluent.de: look like German (de), not English (en); if so, give -l de",
        ),
        (
            "report -l de -r ref1.en -s fluent.en",
            "ref1.en, fluent.en: look like English (en), not German (de); if so, give -l en",
        ),
        (
            "score -r ref1.en -s fluent.en -s fluent.de",
            "fluent.de: looks like German (de), not English (en); is it the source, or a file of "
            "another language?",
        ),
    ],
)
def test_text_of_another_language_is_told_in_one_line(
    run: Run, files: Path, monkeypatch: pytest.MonkeyPatch, command: str, line: str
):
    use_chain(monkeypatch)
    done = run(*command.split(), "-m", "wer")
    assert done.returncode == 0, done.stderr
    assert done.stderr == f"treescore: {line}\n"


def test_a_diagnosis_looks_at_its_text(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
):
    use_chain(monkeypatch)
    made, references = texts_of("de", "fluent")[:4], texts_of("de", "ref1")[:4]
    ts.diagnose(made, [[text] for text in references], lang="de")
    assert not caplog.messages
    ts.diagnose(made, [[text] for text in references])
    assert caplog.messages == [
        "reference 1, system: look like German (de), not English (en); if so, give -l de"
    ]


@pytest.mark.parametrize("lang", ["en", "de-en", "de_en", "en-GB"])
def test_text_of_the_language_is_no_news(run: Run, files: Path, lang: str):
    done = run(*"score -r ref1.en -s fluent.en -s literal.en -m wer -l".split(), lang)
    assert (done.returncode, done.stderr) == (0, "")


def test_many_files_are_one_line(run: Run, files: Path):
    systems = [part for name in ("ref1", "fluent", "literal") for part in ("-s", f"{name}.de")]
    for number, part in enumerate(systems[1::2]):
        write(files / part, (files / part).read_text().splitlines()[number:60])
        write(files / part, (files / part).read_text().splitlines()[:58])
    write(files / "ref1.en", texts_of("de", "literal")[:58])
    done = run("score", "-r", "ref1.en", *systems, "-m", "wer")
    first = done.stderr.splitlines()[0]
    assert first.startswith("treescore: ref1.en, ref1.de and 2 more look like German (de)")


def test_a_single_sentence_may_be_enough(run: Run, monkeypatch: pytest.MonkeyPatch):
    use_chain(monkeypatch)
    reference = "Der Hund hat den Mann gestern nicht im Garten gesehen."
    done = run("explain", "-m", "wer", "-r", reference, reference, "-f", "tsv")
    assert done.returncode == 0
    assert "look like German (de), not English (en); if so, give -l de" in done.stderr


def test_parse_rerank_and_pairs_look_at_their_text(
    run: Run, files: Path, monkeypatch: pytest.MonkeyPatch
):
    use_chain(monkeypatch)
    german = texts_of("de", "fluent")
    write(files / "lists.txt", [f"{n} ||| {text} ||| 0" for n, text in enumerate(german)])
    rows = zip(german, texts_of("de", "ref1"), strict=True)
    write(files / "pairs.tsv", ["hypothesis\treference", *(f"{h}\t{r}" for h, r in rows)])
    for command, name in (
        ("parse fluent.de", "fluent.de: looks"),
        ("rerank lists.txt -m wer", "lists.txt: looks"),
        (
            "score --input pairs.tsv --output out.tsv -m wer",
            "pairs.tsv#reference, pairs.tsv#hypothesis: look",
        ),
    ):
        done = run(*command.split())
        told = f"treescore: {name} like German (de), not English (en); if so, give -l de\n"
        assert (done.returncode, done.stderr) == (0, told), command
        done = run(*command.replace("out.tsv", "out2.tsv").split(), "-l", "en-de")
        assert (done.returncode, done.stderr) == (0, ""), command


def test_references_of_candidates_are_looked_at(run: Run, files: Path):
    made = texts_of("en", "fluent")
    write(files / "lists.txt", [f"{n} ||| {text}" for n, text in enumerate(made)])
    for references, told in (
        (texts_of("en", "ref1"), ""),
        (
            texts_of("de", "ref1"),
            "references: looks like German (de), not English (en); is it",
        ),
        (texts_of("en", "ref1")[::-1], "lists.txt: its lines are no more like those of the ref"),
    ):
        write(files / "ref.txt", references)
        done = run(*"rerank lists.txt -r ref.txt -m wer".split())
        assert done.returncode == 0, done.stderr
        assert done.stderr.startswith(f"treescore: {told}" if told else "")
        assert bool(done.stderr) == bool(told)


def test_judgements_are_looked_at(run: Run, files: Path, monkeypatch: pytest.MonkeyPatch):
    rows = zip(texts_of("de", "fluent")[:6], texts_of("de", "ref1"), strict=False)
    lines = [f"{n}\tA\t{ref}\t{hyp}\t{n}" for n, (hyp, ref) in enumerate(rows)]
    for name in ("set.de-en", "set.en-de"):
        write(files / f"{name}.segs.tsv", ["seg_id\tsystem\tref\thyp\thuman_score", *lines])
    told = "references of set.de-en, outputs of set.de-en: look like German (de), not English"
    assert told in run(*"meta set.de-en.segs.tsv -m wer".split()).stderr
    assert "look like" not in run(*"meta set.en-de.segs.tsv -m wer".split()).stderr
    monkeypatch.setattr("treescore.metrics.tesla.TeslaM.fit", _enough)
    done = run(*"train set.de-en.segs.tsv -o x.json".split())
    assert told in done.stderr
    assert "enough was seen" in done.stderr


def _enough(*_: object) -> None:
    raise TreescoreError("enough was seen")


def test_tokenised_text_is_told(run: Run, files: Path):
    lines = [line.replace(".", " .") for line in texts_of("en", "fluent")]
    write(files / "tok.txt", lines)
    done = run(*"score -r ref1.en -s tok.txt -s literal.en -m wer".split())
    assert done.returncode == 0
    (line,) = done.stderr.splitlines()
    assert line.startswith("treescore: tok.txt: looks tokenised: ")
    assert "lines end in a full stop after a blank" in line


@pytest.mark.parametrize(
    ("change", "line"),
    [
        (
            lambda lines: [f"{n}\t{line}" for n, line in enumerate(lines)],
            "64 of 64 lines have a tab; a table needs a name that ends in .tsv, and "
            "FILE.tsv#COLUMN",
        ),
        (
            lambda lines: [line.lower() for line in lines],
            "no capital letters, which other files have; restore them, or compare without: -m "
            "NAME:case=lower",
        ),
        (
            lambda lines: [*lines[:50], *[""] * 14],
            "14 of 64 lines are empty; was all of it translated?",
        ),
        (lambda lines: [""] * len(lines), "64 of 64 lines are empty; was all of it translated?"),
    ],
)
def test_lines_that_no_translation_has_are_told(
    run: Run, files: Path, change: Callable[[list[str]], list[str]], line: str
):
    write(files / "odd.txt", change(texts_of("en", "fluent")))
    done = run(*"score -r ref1.en -s odd.txt -s literal.en -m wer".split())
    assert (done.returncode, done.stderr) == (0, f"treescore: odd.txt: {line}\n")


def test_a_reference_given_as_a_system_is_told(run: Run, files: Path):
    (files / "ref1.en").rename(files / "news.ref")
    done = run(*"score -r fluent.en -s news.ref -s literal.en -m wer".split())
    told = "treescore: news.ref: is called like a reference; references go behind -r\n"
    assert (done.returncode, done.stderr) == (0, told)
    write(files / "news.ref-2", texts_of("en", "fluent"))  # people are scored, too
    write(files / "prefer.txt", texts_of("en", "literal"))
    assert not run(*"score -r news.ref -s news.ref-2 -s prefer.txt -m wer".split()).stderr
    assert not run(*"score -r fluent.en -s prefer.txt -m wer".split()).stderr


def test_of_one_segment_the_whole_files_are_looked_at(
    run: Run, files: Path, monkeypatch: pytest.MonkeyPatch
):
    use_chain(monkeypatch)
    write(files / "ref1.de", ["Ja.", *texts_of("de", "ref1")])
    write(files / "fluent.de", ["Ja!", *texts_of("de", "fluent")])
    done = run(*"explain -r ref1.de -s fluent.de --segment 1 -m wer".split())
    told = "ref1.de, fluent.de: look like German (de), not English (en); if so, give -l de"
    assert (done.returncode, done.stderr) == (0, f"treescore: {told}\n")


def test_a_copy_of_the_reference_or_of_a_system_is_told(run: Run, files: Path):
    write(files / "copy.txt", texts_of("en", "ref1"))
    done = run(*"score -r ref1.en -s copy.txt -s fluent.en -s again=fluent.en -m wer".split())
    assert done.returncode == 0
    assert done.stderr.splitlines() == [
        "treescore: ref1.en, copy.txt: have the same lines; was one given for another?",
        "treescore: fluent.en (fluent), fluent.en (again): have the same lines; was one given for "
        "another?",
    ]


def test_a_copy_of_the_source_is_told(run: Run, files: Path):
    write(files / "source.txt", texts_of("en", "fluent"))
    done = run(*"score -r ref1.en -s fluent.en --source source.txt -m wer".split())
    told = "treescore: the source, fluent.en: have the same lines; was one given for another?\n"
    assert (done.returncode, done.stderr) == (0, told)


@pytest.mark.parametrize(("step", "word"), [(1, "next"), (-1, "previous")])
def test_lines_that_are_shifted_are_told(run: Run, files: Path, step: int, word: str):
    made = texts_of("en", "fluent")
    write(files / "shifted.txt", made[step:] + made[:step])
    done = run(*"score -r ref1.en -s shifted.txt -s literal.en -m wer".split())
    assert done.returncode == 0
    (line,) = done.stderr.splitlines()
    assert line.startswith("treescore: shifted.txt: around line 1 its lines look like those")
    assert f"the {word} line" in line


def test_a_shift_in_the_second_half_is_told_where_it_is():
    reference, made = texts_of("en", "ref1"), texts_of("en", "fluent")
    late = [*made[:40], "", *made[40:-1]]
    (line,) = out_of_step({"late": late}, [reference])
    assert "around line 45 its lines look like those of the references in the previous" in line


def test_lines_of_another_order_are_told():
    reference, made = texts_of("en", "ref1"), texts_of("en", "fluent")
    (line,) = out_of_step({"sorted": sorted(made, key=lambda text: str(text)[::-1])}, [reference])
    assert "is it of the same test set, in the same order?" in line
    assert not list(out_of_step({"short": made[::-1][:15]}, [reference[:15]]))
    assert not list(out_of_step({"none": made}, []))


def test_python_is_told_as_well(caplog: pytest.LogCaptureFixture):
    made, reference = texts_of("de", "fluent"), texts_of("de", "ref1")
    with caplog.at_level(logging.WARNING, "treescore"):
        ts.score(made, [[text] for text in reference], ["wer"], lang="de")
        assert not caplog.messages
        ts.score(made, [[text] for text in reference], ["wer"])
        ts.metrics.WER().corpus_score(made, [[text] for text in reference], lang="de-en")
    told = "reference 1, system: look like German (de), not English (en); if so, give -l de"
    assert caplog.messages == [told] * 2


def test_texts_pass_through_whether_they_are_looked_at_or_not(caplog: pytest.LogCaptureFixture):
    german = texts_of("de", "ref1")
    for count in (0, 10, 199, 200, 500):
        texts = (german * 8)[:count]
        caplog.clear()
        assert list(noticed(iter(texts), str, "texts", "en")) == texts
        assert len(caplog.messages) == bool(count)
    assert len(spread(german * 100)) < 400
