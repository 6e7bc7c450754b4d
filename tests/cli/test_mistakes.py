"""Mistakes that would give wrong numbers in silence, or an answer that helps nobody."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from tests.chain import use_chain
from tests.conftest import Run

TREE = "1\t{0}\t{0}\t_\tNN\t_\t0\troot\t_\t_\n\n"


@pytest.fixture
def files(tmp_path: Path) -> Path:
    (tmp_path / "ref.txt").write_text("Rain\nSnow\n")
    (tmp_path / "out.txt").write_text("Rain\nHail\n")
    for name, words in {"ref": ("Rain", "Snow"), "out": ("Rain", "Hail")}.items():
        trees = "".join(f"# text = {word}\n{TREE.format(word)}" for word in words)
        (tmp_path / f"{name}.conllu").write_text(trees)
    (tmp_path / "short.conllu").write_text(TREE.format("Rain"))
    (tmp_path / "cut.conllu").write_text(TREE.format("Rain") + "# sent_id = 2\n")
    (tmp_path / "ref.trees").write_text("(NN Rain)\n(NN Snow)\n")
    return tmp_path


@pytest.mark.parametrize(
    ("arguments", "code", "answer"),
    [
        ("-r ref.conllu -s out.txt", 1, "holds trees; give them with --ref-parses"),
        ("-r ref.txt -s ref.trees", 1, "holds trees"),
        ("-r ref.txt --ref-parses ref.txt -s out.txt", 1, "texts go with -r and -s"),
        ("-r ref.txt --ref-parses out.conllu -s out.txt", 1, "segment 2 is not that of its text"),
        ("-r ref.txt --ref-parses cut.conllu -s out.txt", 1, "segment 2 is not that of its text"),
        ("-r ref.txt --ref-parses short.conllu -s out.txt", 1, "ends after segment 1"),
        ("-r ref.txt --ref-parses - -s out.txt", 2, "from files only"),
        ("--ref-parses ref.trees --sys-parses out.conllu", 2, "give trees of one kind"),
        ("-r ref.txt -s out.txt --segments ref.txt", 2, "would be overwritten"),
        ("-r ref.txt -s out.txt --segments x --stats x", 2, "would be overwritten"),
        ("-r ref.txt -s out.txt --docs ref.txt --segments ref.txt", 2, "would be overwritten"),
        ("-r ref.txt -s out.txt --ci --resamples 1000001", 2, "less than or equal to 1000000"),
        ("ref.txt -s out.txt", 2, "references go behind -r"),
        ("-r ref.txt -s out.txt -m hwcm,dpm", 2, "give every metric its own -m"),
        ("-r ref.txt -s out.txt -m hwcm:", 2, "expected key=value"),
        ("-r ref.txt -s out.txt -m HWMC", 2, "did you mean hwcm?"),
        ("-r ref.txt -s out.txt --ref-parses ref.conllu --ref-parses ref.conllu", 2, "2 --ref-p"),
        ("-r ref.txt -s out.txt --sys-parses no=out.conllu", 2, "there is no such system"),
    ],
)
def test_one_line_says_what_to_do(run: Run, files: Path, arguments: str, code: int, answer: str):
    metric = () if " -m " in arguments else ("-m", "hwcm")
    done = run("score", *arguments.split(), *metric)
    assert done.returncode == code
    assert done.stdout == ""
    (line,) = done.stderr.splitlines()
    assert line.startswith("treescore: ")
    assert answer in line
    assert (files / "ref.txt").read_text() == "Rain\nSnow\n"


def test_trees_of_one_kind_in_every_segment(run: Run, files: Path):
    """The second reference has no first segment: only the second one mixes the kinds."""
    (files / "further.txt").write_text("\nSnow\n")
    done = run(
        *"score -r ref.txt -r further.txt --ref-parses ref.conllu --ref-parses ref.trees".split(),
        *"-s out.txt --sys-parses out.conllu -m hwcm".split(),
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert "give trees of one kind" in done.stderr


def test_names_stay_on_their_line(run: Run, files: Path):
    done = run("score", "-r", "mis\n\x1b[31msing", "-s", "out.txt", "-m", "bleu")
    (line,) = done.stderr.splitlines()
    assert "\x1b" not in line


def test_equal_systems_do_not_differ(run: Run, files: Path):
    common = "score -r ref.txt -s A=out.txt -s B=out.txt -m sepia -m bleu -f tsv --paired".split()
    for test in ("bs", "ar"):
        done = run(*common, test)
        lines = list(csv.DictReader(done.stdout.splitlines(), delimiter="\t"))
        assert [line["p"] for line in lines] == ["", "", "1.0", "1.0"]
        assert [line["delta"] for line in lines] == ["", "", "0.0", "0.0"]


def test_without_text_the_usual_metrics_are_those_of_trees(run: Run, files: Path):
    done = run(*"score --ref-parses ref.conllu --sys-parses A=out.conllu".split())
    header, *_ = done.stdout.splitlines()
    assert header.split() == ["system", "sdpm", "↑", "dpm", "↑"]
    done = run(*"score --ref-parses ref.conllu --sys-parses A=out.conllu -l de".split())
    header, *_ = done.stdout.splitlines()
    assert header.split() == ["system", "dpm", "↑", "hwcm", "↑"]


def test_documents_are_part_of_what_sepia_depends_on(run: Run, files: Path):
    signatures = set()
    for docs in ("a\nb\n", "b\na\n", "a\na\n"):
        (files / "docs.txt").write_text(docs)
        done = run(*"score -r ref.txt -s out.txt --docs docs.txt -m sepia -f tsv".split())
        (line,) = csv.DictReader(done.stdout.splitlines(), delimiter="\t")
        signatures.add(line["signature"])
    assert len(signatures) == 2, "names do not matter, but which segments belong together does"


@pytest.mark.parametrize(
    ("command", "most"),
    [
        ("score -r ref.txt -s A=out.txt -s B=ref.txt -m wer --ci", 50),
        ("score -r ref.txt -s A=out.txt -s B=ref.txt -m wer --paired bs", 50),
        ("report -r ref.txt -s out.txt -m wer -m bleu", 50),
        ("demo -m wer", 25),
        ("meta set.segs.tsv -m wer -m bleu -l en --by system --protocol seg-pearson", 25),
    ],
)
def test_samples_that_memory_does_not_hold_are_refused_before_the_work(
    run: Run, files: Path, monkeypatch: pytest.MonkeyPatch, command: str, most: int
):
    use_chain(monkeypatch)
    monkeypatch.setattr("treescore.stats.resampling.HELD", 100)
    monkeypatch.setattr("treescore.engine.scorer.Scorer.__call__", None)
    rows = ["seg_id\tsystem\tref\thyp\thuman_score", "1\tA\ta\ta\t1", "1\tB\ta\tb\t0"]
    (files / "set.segs.tsv").write_text("\n".join(rows) + "\n")
    done = run(*command.split(), "--resamples", "51")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("treescore: --resamples 51: with ")
    assert done.stderr.endswith(f"; take {most} or fewer\n")


@pytest.mark.parametrize(
    ("arguments", "answer"),
    [
        ("score -r {long} -s out.txt", "cannot be read (File name too long)"),
        ("score -r ref.txt -s out.txt -m hwcm --parser spacy:{long}", "is not installed"),
        ("score -r ref.txt -s out.txt -m hwcm --parser files:{long}", "cannot be read (File name"),
        ("score --input {long} --output x.tsv", "cannot be read (File name too long)"),
        ("meta {long} -m wer", "expected a name that ends in .segs.tsv"),
        ("meta {long}#de-en -m wer", "expected a name that ends in .segs.tsv"),
    ],
)
def test_what_is_too_long_for_a_file_is_told_as_a_file_that_is_not_there(
    run: Run, files: Path, arguments: str, answer: str
):
    done = run(*arguments.format(long="ы" * 200).split())
    assert (done.returncode, done.stdout) == (1, "")
    (line,) = done.stderr.splitlines()
    assert answer in line
