"""Intervals, tests and files of results; test sets in markup; signatures that can be relied on."""

from __future__ import annotations

import csv
import json
import os
import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from sacrebleu.metrics.bleu import BLEU
from sacrebleu.metrics.chrf import CHRF
from sacrebleu.metrics.ter import TER

from tests.conftest import Run
from treescore.cli.demo import load_sample
from treescore.engine.evaluating import evaluate
from treescore.metrics.registry import METRICS, make_metric
from treescore.parsing.spacy import SpacyParser
from treescore.stats.differences import find_precedent

SIZE = 20
SAMPLES, SEED = 40, 3
NAMES = ("base", "o_1", "o_2")
FILES = "-r ref1.txt -r ref2.txt -s base=base.txt -s o_1=o_1.txt -s o_2=o_2.txt --docs docs.txt"
DRAWS = f"--resamples {SAMPLES} --seed {SEED}"


@cache
def texts() -> dict[str, list[str]]:
    """Two references, a baseline, and two systems: one hardly different, one far worse."""
    sample = load_sample()
    one, two = sample.reference_texts(), sample.reference_texts()
    fluent, literal, salad = (
        [text or "" for text in sample.systems[name].texts or ()]
        for name in ("fluent", "literal", "salad")
    )
    mixed = [pair[i % 9 == 0] for i, pair in enumerate(zip(fluent, literal, strict=True))]
    return {
        "ref1": [first for first, _ in one][:SIZE],
        "ref2": [second for _, second in two][:SIZE],
        "base": fluent[:SIZE],
        "o_1": mixed[:SIZE],
        "o_2": salad[:SIZE],
        "docs": [f"d{i // 7}" for i in range(SIZE)],
    }


@pytest.fixture
def files(tmp_path: Path) -> Path:
    for name, lines in texts().items():
        (tmp_path / f"{name}.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return tmp_path


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(text.splitlines(), delimiter="\t", quoting=csv.QUOTE_NONE))


# The oracle: sacreBLEU on the texts themselves, resampled or swapped.


def sacrebleu(metric: Any, hypotheses: Sequence[str], segments: Iterable[int]) -> float:
    chosen = list(segments)
    streams = [[texts()[ref][i] for i in chosen] for ref in ("ref1", "ref2")]
    score: float = metric.corpus_score([hypotheses[i] for i in chosen], streams).score
    return score


@cache
def bootstrapped(name: str, seed: int = SEED) -> list[float]:
    chosen = np.random.default_rng(seed).choice(SIZE, size=(SAMPLES, SIZE), replace=True)
    return [sacrebleu(BLEU(), texts()[name], sample) for sample in chosen.tolist()]


@cache
def bleu(name: str) -> float:
    return sacrebleu(BLEU(), texts()[name], range(SIZE))


@cache
def ter(name: str) -> float:
    return sacrebleu(TER(), texts()[name], range(SIZE))


def p_of(statistics: Sequence[float], observed: float) -> float:
    """The share that reaches what was observed, which itself counts as one more sample."""
    return (sum(each > observed - 1e-9 for each in statistics) + 1) / (len(statistics) + 1)


def bootstrap_p(name: str) -> float:
    pairs = zip(bootstrapped("base"), bootstrapped(name), strict=True)
    differences = [one - two for one, two in pairs]
    mean = sum(differences) / len(differences)
    return p_of([abs(each - mean) for each in differences], abs(bleu("base") - bleu(name)))


@cache
def randomization_p(name: str) -> float:
    stays = np.random.default_rng(SEED).integers(2, size=(SAMPLES, SIZE), dtype=bool)
    pairs = list(zip(texts()["base"], texts()[name], strict=True))
    differences = []
    for sample in stays.tolist():
        one = [pair[0] if stay else pair[1] for pair, stay in zip(pairs, sample, strict=True)]
        two = [pair[1] if stay else pair[0] for pair, stay in zip(pairs, sample, strict=True)]
        scores = [sacrebleu(BLEU(), each, range(SIZE)) for each in (one, two)]
        differences.append(abs(scores[0] - scores[1]))
    return p_of(differences, abs(bleu("base") - bleu(name)))


def test_json_with_intervals_and_paired_bootstrap(run: Run, files: Path):
    done = run(
        *f"score {FILES} -m bleu -m chrf --ci --paired bs {DRAWS} -f json".split(),
        *"--doc-scores docs.tsv --stats stats.tsv".split(),
    )
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout)
    assert list(result) == ["systems", "tests"]
    assert list(result["systems"]) == list(NAMES)
    for name in NAMES:
        assert list(result["systems"][name]) == ["bleu", "chrf"]
        found = result["systems"][name]["bleu"]
        assert list(found) == ["score", "low", "high", "signature"]
        assert found["score"] == pytest.approx(bleu(name))
        bounds = np.percentile(bootstrapped(name), [2.5, 97.5])
        assert [found["low"], found["high"]] == pytest.approx(bounds.tolist())
    for test in result["tests"]:
        assert list(test) == ["metric", "baseline", "system", "test", "delta", "p"]
        assert (test["baseline"], test["test"]) == ("base", "bs")
    compared = [(test["metric"], test["system"]) for test in result["tests"]]
    assert compared == [(metric, name) for metric in ("bleu", "chrf") for name in NAMES[1:]]
    for test in result["tests"][:2]:
        name = test["system"]
        assert test["delta"] == pytest.approx(bleu(name) - bleu("base"))
        assert test["p"] == pytest.approx(bootstrap_p(name))
    check_documents((files / "docs.tsv").read_text(encoding="utf-8"))
    check_statistics((files / "stats.tsv").read_text(encoding="utf-8"))


def check_documents(written: str) -> None:
    assert written.splitlines()[0] == "system\tdoc\tmetric\tscore"
    docs = texts()["docs"]
    found = {
        (row["system"], row["doc"], row["metric"]): float(row["score"]) for row in rows(written)
    }
    assert len(found) == len(rows(written)) == len(NAMES) * len(set(docs)) * 2
    for (name, doc, metric), score in found.items():
        inside = [i for i in range(SIZE) if docs[i] == doc]
        theirs = {"bleu": BLEU(), "chrf": CHRF()}[metric]
        assert score == pytest.approx(sacrebleu(theirs, texts()[name], inside))


def check_statistics(written: str) -> None:
    """Summed over the segments they are the counts that sacreBLEU reports."""
    assert written.splitlines()[0] == "system\tdoc\tseg\tmetric\tstatistic\tvalue"
    found = [row for row in rows(written) if row["metric"] == "bleu"]
    streams = [texts()["ref1"], texts()["ref2"]]
    for name in NAMES:
        here = [row for row in found if row["system"] == name]
        segments = list(dict.fromkeys((row["seg"], row["doc"]) for row in here))
        numbers = [str(number) for number in range(1, SIZE + 1)]
        assert segments == list(zip(numbers, texts()["docs"], strict=True))
        sums: dict[str, float] = {}
        for row in here:
            sums[row["statistic"]] = sums.get(row["statistic"], 0) + float(row["value"])
        theirs = BLEU().corpus_score(texts()[name], streams)
        counts = [theirs.sys_len, theirs.ref_len, *theirs.counts, *theirs.totals]
        assert list(sums.values()) == counts


def test_tsv_with_randomization(run: Run, files: Path):
    done = run(*f"score {FILES} -m bleu --paired ar {DRAWS} -f tsv".split())
    assert done.returncode == 0, done.stderr
    base, *others = rows(done.stdout)
    assert [row["system"] for row in (base, *others)] == list(NAMES)
    assert base["p"] == "", "the baseline is not compared with itself"
    for row in (base, *others):
        assert float(row["score"]) == pytest.approx(bleu(row["system"]))
        assert row["low"] == row["high"] == "", "no interval was asked for"
    for row in others:
        assert float(row["p"]) == pytest.approx(randomization_p(row["system"]))
    assert randomization_p("o_2") < 0.05 < randomization_p("o_1"), "one star below"


def shown(name: str) -> dict[str, str]:
    """The numbers of a system as people read them."""
    low, high = np.percentile(bootstrapped(name), [2.5, 97.5])
    return {
        "bleu": f"{bleu(name):.2f}",
        "bounds": f"[{low:.2f}, {high:.2f}]",
        "ter": f"{ter(name):.2f}",
    }


def best(metric: str) -> str:
    return max(NAMES, key=bleu) if metric == "bleu" else min(NAMES, key=ter)


def test_a_table_with_intervals_and_stars(run: Run, files: Path):
    done = run(*f"score {FILES} -m bleu -m ter --ci --paired bs {DRAWS}".split())
    assert done.returncode == 0, done.stderr
    header, *all_lines = done.stdout.split("\n\n")[0].splitlines()
    assert header.split() == ["system", "bleu", "\u2191", "ter", "\u2193"]
    lines = [line for line in all_lines if not line.startswith(" ")]  # others have differences
    for name, line in zip(NAMES, lines, strict=True):
        cells = re.findall(r"([\d.]+) (\[[\d.]+, [\d.]+\])(\*?)", line)
        assert line.split()[0] == name
        bleu_cell, ter_cell = cells
        assert bleu_cell[:2] == (shown(name)["bleu"], shown(name)["bounds"])
        assert bool(bleu_cell[2]) == (name != "base" and bootstrap_p(name) < 0.05)
        assert ter_cell[0] == shown(name)["ter"]
    assert bootstrap_p("o_2") < 0.05, "so there is a star to be seen"
    notes = done.stdout.split("\n\n")[1]
    assert f"{SAMPLES} resamples, seed {SEED}" in notes
    assert "nrefs:2" in notes


@pytest.fixture
def hundred(tmp_path: Path) -> None:
    """References and systems of 100 segments; b leaves something out in every tenth."""
    lines = [f"Train {n} leaves the station at noon." for n in range(100)]
    worse = [line.replace("the", "") if n % 10 == 0 else line for n, line in enumerate(lines)]
    other = [line.replace("noon", "midday") for line in lines]
    for name, each in {"ref1": lines, "ref2": other, "a": lines, "b": worse}.items():
        (tmp_path / f"{name}.txt").write_text("\n".join(each) + "\n")


def test_what_differences_have_meant(run: Run, hundred: None):
    systems = ["-s", "a.txt", "-s", "\x1b[1m b=b.txt", "-s", "c=a.txt"]
    plain = ["score", "-r", "ref1.txt", *systems, "-m", "chrf", "-m", "bleu", "-m", "ter"]
    paired = [*plain, "--paired", "ar", *DRAWS.split()]
    machine = run(*paired, "-f", "json").stdout
    expected = []
    for test in json.loads(machine)["tests"]:
        if test["system"] == "c" or test["metric"] == "ter":
            continue  # c is the baseline itself
        found = find_precedent(test["metric"], test["delta"], "en", 100, {1})
        assert found
        share = f"{round(100 * found.agreed / found.pairs)} % of {found.pairs}"
        such = f"people agreed with such a difference ({test['delta']:+.2f})"
        expected.append(
            f"\u241b[1m b, {test['metric']}: {such} in {share} system pairs of WMT08-13"
        )
    assert len(expected) == 2
    shown = run(*paired).stdout
    assert [line for line in shown.splitlines() if "people" in line] == expected
    among_all = [line.replace("[1m b,", "[1m b - a,") for line in expected]
    shown = run(*paired, "--all-pairs").stdout
    assert [line for line in shown.splitlines() if "people" in line] == among_all
    for silent in (
        machine,
        run(*paired, "-f", "tsv").stdout,
        run(*plain).stdout,
        run(*paired, "-r", "ref2.txt").stdout,
    ):
        assert "chrf" in silent
        assert "people" not in silent


def test_latex(run: Run, files: Path):
    done = run(*f"score {FILES} -m bleu -m ter --ci --paired bs {DRAWS} -f latex".split())
    assert done.returncode == 0, done.stderr
    body, _, rest = done.stdout.partition(r"\end{tabular}")
    lines = [line for line in body.splitlines() if line.endswith(r"\\")]
    assert body.splitlines()[0] == r"\begin{tabular}{lrr}"
    assert [line.count("&") for line in lines] == [2] * 4
    for rule in (r"\toprule", r"\midrule", r"\bottomrule"):
        assert body.count(rule) == 1
    for name, line in zip(NAMES, lines[1:], strict=True):
        label, bleu_cell, ter_cell = (cell.strip() for cell in line.rstrip("\\ ").split("&"))
        assert label == name.replace("_", r"\_")
        for metric, cell in (("bleu", bleu_cell), ("ter", ter_cell)):
            number = shown(name)[metric]
            assert cell.startswith(rf"\textbf{{{number}}}" if best(metric) == name else number)
        assert shown(name)["bounds"] in bleu_cell
        assert ("*" in bleu_cell) == (name != "base" and bootstrap_p(name) < 0.05)
    for note in rest.strip().splitlines():
        assert note.startswith("% "), "LaTeX must not take a signature for text"


def test_the_usual_seed_and_what_cannot_be_compared(run: Run, files: Path):
    done = run(*f"score {FILES} -m bleu --ci --resamples {SAMPLES} -f tsv".split())
    for row in rows(done.stdout):
        bounds = np.percentile(bootstrapped(row["system"], 12345), [2.5, 97.5])
        assert [float(row["low"]), float(row["high"])] == pytest.approx(bounds.tolist())
    alone = run(*"score -r ref1.txt -s base.txt -m bleu --paired bs".split())
    assert alone.returncode == 2
    assert "--paired" in alone.stderr
    none = run(*f"score {FILES} -m bleu --ci --resamples 0".split())
    assert none.returncode == 2


# Markup.

REFS = """\
<!DOCTYPE mteval>
<refset setid="tiny" srclang="da" trglang="en">
<doc docid="ferry" sysid="anna">
<hl><seg id="1">The ferry sails at noon.</seg></hl>
<p><seg id="2">Bring 5 &amp; 6 coats, please.</seg></p>
</doc>
<doc docid="quay" sysid="anna"><seg id="1">The quay is wet.</seg></doc>
<doc docid="ferry" sysid="ben">
<seg id="1">At noon the ferry leaves.</seg><seg id="2">Please bring 5 or 6 coats.</seg>
</doc>
<doc docid="quay" sysid="ben"><seg id="1">It is wet on the quay.</seg></doc>
</refset>
"""
# Other documents first, and segments the other way round: what counts are the ids.
TESTS = """\
<TSTSET setid="tiny" srclang="da" trglang="en">
<DOC docid="quay" sysid="one"><SEG id=1>The quay is very wet.</SEG></DOC>
<DOC docid="ferry" sysid="one">
<SEG id=2>Bring 5 &amp; 6 coats.</SEG><SEG id=1>The ferry leaves at noon.</SEG>
</DOC>
<DOC docid="ferry" sysid="two"><SEG id=1>Ferry at noon</SEG><SEG id=2>Coats please.</SEG></DOC>
<DOC docid="quay" sysid="two"><SEG id=1>Wet quay</SEG></DOC>
</TSTSET>
"""
ANNA = ["The ferry sails at noon.", "Bring 5 & 6 coats, please.", "The quay is wet."]
BEN = ["At noon the ferry leaves.", "Please bring 5 or 6 coats.", "It is wet on the quay."]
OUTPUTS = {
    "one": ["The ferry leaves at noon.", "Bring 5 & 6 coats.", "The quay is very wet."],
    "two": ["Ferry at noon", "Coats please.", "Wet quay"],
}
WMT = """\
<?xml version='1.0' encoding='utf-8'?>
<dataset id="tiny">
<doc id="ferry" origlang="da">
<src lang="da"><p><seg id="1">En.</seg><seg id="2">To.</seg></p></src>
<ref lang="en" translator="anna"><p>
<seg id="1">The ferry sails at noon.</seg><seg id="2">Bring 5 &amp; 6 coats, please.</seg>
</p></ref>
<hyp lang="en" system="one"><p>
<seg id="1">The ferry leaves at noon.</seg><seg id="2">Bring 5 &amp; 6 coats.</seg>
</p></hyp>
<hyp lang="en" system="two"><p>
<seg id="1">Ferry at noon</seg><seg id="2">Coats please.</seg>
</p></hyp>
</doc>
<doc id="quay" origlang="da">
<src lang="da"><seg id="1">Tre.</seg></src>
<ref lang="en" translator="anna"><seg id="1">The quay is wet.</seg></ref>
<ref lang="en" translator="ben"><seg id="1">It is wet on the quay.</seg></ref>
<hyp lang="en" system="one"><seg id="1">The quay is very wet.</seg></hyp>
<hyp lang="en" system="two"><seg id="1">Wet quay</seg></hyp>
</doc>
</dataset>
"""


@pytest.fixture
def markup(tmp_path: Path) -> Path:
    (tmp_path / "ref.sgm").write_text(REFS)
    (tmp_path / "out.sgm").write_text(TESTS)
    (tmp_path / "set.xml").write_text(WMT)
    return tmp_path


def chrf(name: str, *streams: Any) -> float:
    score: float = CHRF().corpus_score(OUTPUTS[name], list(streams)).score
    return score


def scores_of(run: Run, arguments: str) -> dict[str, Any]:
    done = run("score", *arguments.split(), "-m", "chrf", "-f", "json")
    assert done.returncode == 0, done.stderr
    systems: dict[str, dict[str, Any]] = json.loads(done.stdout)["systems"]
    return {name: metrics["chrf"] for name, metrics in systems.items()}


def test_two_references_and_two_systems_of_nist(run: Run, markup: Path):
    found = scores_of(run, "-r ref.sgm -s out.sgm --segments segments.tsv")
    assert list(found) == ["one", "two"]
    for name, score in found.items():
        assert score["score"] == pytest.approx(chrf(name, ANNA, BEN))
        assert "|nrefs:2|" in score["signature"]
    segments = rows((markup / "segments.tsv").read_text())
    places = [(row["doc"], row["seg"]) for row in segments if row["system"] == "one"]
    assert places == [("ferry", "1"), ("ferry", "2"), ("quay", "3")]
    expected = CHRF().sentence_score(OUTPUTS["one"][1], [ANNA[1], BEN[1]]).score
    assert float(segments[1]["score"]) == pytest.approx(expected)


def test_references_and_systems_of_wmt_in_one_file(run: Run, markup: Path):
    found = scores_of(run, "-r set.xml -s set.xml")
    assert list(found) == ["one", "two"]
    for name, score in found.items():
        assert score["score"] == pytest.approx(chrf(name, ANNA, [None, None, BEN[2]]))
        assert "|nrefs:var|" in score["signature"]


def test_a_hash_names_a_reference_or_a_system(run: Run, markup: Path):
    found = scores_of(run, "-r ref.sgm#ben -s mine=set.xml#two")
    assert list(found) == ["mine"]
    assert found["mine"]["score"] == pytest.approx(chrf("two", BEN))
    found = scores_of(run, "-r set.xml#anna -s out.sgm#one")
    assert list(found) == ["one"]
    assert found["one"]["score"] == pytest.approx(chrf("one", ANNA))


def test_markup_beside_plain_text(run: Run, markup: Path):
    (markup / "plain.txt").write_text("\n".join(OUTPUTS["two"]) + "\n")
    found = scores_of(run, "-r ref.sgm -s plain.txt")
    assert found["plain"]["score"] == pytest.approx(chrf("two", ANNA, BEN))


ENTITY = '<!DOCTYPE refset [\n<!ENTITY lol "lol">\n]>\n' + REFS.partition("\n")[2]
SHORT = TESTS.replace("<SEG id=2>Bring 5 &amp; 6 coats.</SEG>", "")


@pytest.mark.parametrize(
    ("arguments", "code", "answers"),
    [
        ("-r ref.sgm -s out.sgm#three", 1, ["out.sgm", "'three'", "'one'", "'two'"]),
        ("-r ref.sgm#carl -s out.sgm", 1, ["ref.sgm", "'carl'", "'anna'", "'ben'"]),
        ("-r out.sgm -s out.sgm", 1, ["out.sgm", "no reference"]),
        ("-r ref.sgm -s mine=out.sgm", 2, ["mine=out.sgm", "one, two", "mine=out.sgm#one"]),
        ("-r ref.sgm -s short.sgm", 1, ["short.sgm", "'one'", "segment 2", "'ferry'"]),
        ("-r entity.sgm -s out.sgm", 1, ["entity.sgm:2:", "ENTITY"]),
    ],
)
def test_markup_that_does_not_fit(
    run: Run, markup: Path, arguments: str, code: int, answers: list[str]
):
    (markup / "entity.sgm").write_text(ENTITY)
    (markup / "short.sgm").write_text(SHORT)
    done = run("score", *arguments.split(), "-m", "bleu")
    assert done.returncode == code
    assert len(done.stderr.splitlines()) == 1, done.stderr
    for answer in answers:
        assert answer in done.stderr
    assert done.stdout == ""


# What there is.

DEFAULTS = {
    "stm": ["depth=3", "words=no"],
    "tkm": ["decay=1"],
    "hwcm": ["length=3", "unit=word", "epsilon=0.001"],
    "dstm": ["depth=3"],
    "dtkm": ["decay=1"],
    "sepia": ["mode=1-4+sn1+spn", "mean=arithmetic", "brevity=yes"],
    "cesm": ["root=free", "unit=word"],
    "dpm": ["components=1g+2g+dl+lh", "nbest=1", "ngrams=raw"],
    "bdpm": ["components=1g+2g+dl+lh", "nbest=1"],
    "edpm": ["components=1g+2g+dl+lh", "nbest=50", "gamma=0.25"],
    "sdpm": ["components=words+arcs+chars", "refs=max"],
    "tesla-m": ["refs=mean", "synonyms=auto", "compounds=auto"],
    "maxsim": ["refs=mean", "synonyms=auto", "compounds=auto"],
    "tesla": ["model=none"],
    "bleu": ["order=4"],
    "chrf": ["order=6", "words=0", "beta=2"],
    "ter": ["case=lower"],
    "nist": ["order=5"],
    "wer": ["case=mixed"],
}


def test_metrics_are_listed_with_their_defaults(run: Run):
    done = run("metrics")
    assert done.returncode == 0, done.stderr
    listed = re.findall(r"^([\w-]+) +(\S.*)\n +(\S.*)$", done.stdout, re.MULTILINE)
    parameters = {name: parts.split() for name, _, parts in listed}
    assert parameters.keys() == DEFAULTS.keys()
    for name, expected in DEFAULTS.items():
        shown = [part.partition("|")[0] for part in parameters[name]]
        for default in expected:
            assert any(re.fullmatch(rf"{re.escape(default)}(\.0)?", part) for part in shown), name
        for part in shown:
            assert make_metric(f"{name}:{part}") == make_metric(name)
    first, *_ = done.stdout.splitlines()
    assert first.endswith("without -m: sdpm dpm chrf bleu for English, else dpm hwcm chrf bleu")


PAPERS = {
    "hwcm": ["Liu", "Gildea", "2005"],
    "sepia": ["Habash", "2008"],
    "cesm": ["Duma", "Vertan", "Menzel", "2013"],
    "edpm": ["Kahn", "Snover", "Ostendorf", "2009"],
    "bleu": ["Papineni", "2002"],
    "chrf": ["Popovi", "2015"],
    "ter": ["Snover", "Dorr", "2006"],
    "nist": ["Doddington", "2002"],
}


def test_what_to_cite(run: Run):
    done = run("--cite")
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    for metric, parts in PAPERS.items():
        (line,) = [line for line in lines if re.match(rf"(\w+, )*{metric}\b.*:", line)]
        assert all(part in line for part in parts), line


# One signature, one number.


UNTRAINED = [name for name in METRICS if name != "tesla"]
"""All but the one that needs a trained model, which tests/metrics/test_trained.py has."""


def test_neither_batches_nor_processes_change_a_number(
    run: Run, tmp_path: Path, english: SpacyParser
):
    sample = load_sample()
    small = replace(
        sample,
        references=tuple(
            replace(each, texts=(each.texts or ())[:5]) for each in sample.references[:1]
        ),
        systems={
            name: replace(sample.systems[name], texts=(sample.systems[name].texts or ())[:5])
            for name in ("literal", "salad")
        },
        docs=(sample.docs or ())[:5],
    )
    metrics = {name: make_metric(name) for name in UNTRAINED}
    whole = evaluate(small, metrics, english)
    parts = evaluate(small, metrics, english, chunk=3)
    assert whole.signatures == parts.signatures
    for key, matrix in whole.statistics.items():
        assert matrix.tolist() == parts.statistics[key].tolist(), key

    for name, stream in {"ref": small.references[0], **small.systems}.items():
        lines = [text or "" for text in stream.texts or ()]
        (tmp_path / f"{name}.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    (tmp_path / "docs.txt").write_text("\n".join(small.docs or ()) + "\n")
    arguments = "score -r ref.txt -s literal.txt -s salad.txt --docs docs.txt -f json".split()
    arguments += [part for name in UNTRAINED for part in ("-m", name)]
    # Sets and dictionaries run in another order under another hash seed than this process has.
    seed = "2" if os.environ.get("PYTHONHASHSEED") == "1" else "1"
    one = run(*arguments, "--no-cache", env={"PYTHONHASHSEED": seed}).stdout
    two = run(*arguments, "--no-cache").stdout
    assert one == two
    found = json.loads(one)["systems"]
    for system in small.systems:
        for name in UNTRAINED:
            score = whole.score(system, name)
            assert found[system][name]["score"] == score.score, name
            assert found[system][name]["signature"] == score.signature
