"""The command line, with any options in any order and files of any bytes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.chain import use_chain
from tests.conftest import called
from tests.fuzz import samples
from tests.fuzz.mutations import mutated
from treescore.report.escape import cell

ODD = {
    "odd.txt": samples.TEXT_FORMATS["a.txt"],
    "odd.tsv": samples.TEXT_FORMATS["a.tsv"],
    "odd.jsonl": samples.TEXT_FORMATS["a.jsonl"],
    "odd.sgm": samples.TEXT_FORMATS["a.sgm"],
    "odd.conllu": samples.TREE_FORMATS["a.conllu"],
    "odd.trees": samples.TREE_FORMATS["a.trees"],
    "odd.de-en.segs.tsv": mutated(samples.OUTPUTS),
    "odd.de-en.pairs.tsv": mutated(samples.PAIRS),
    "odd.score": mutated(samples.SCORES),
    "odd.nbest": samples.CANDIDATES["a.nbest"],
    "odd.json": mutated((b'{"format": "treescore-model", "version": 1}',)),
}
FINE = {
    "ref.txt": b"It rains.\nWe stay.\n",
    "out.txt": b"It rain.\n\n",
    "ref.conllu": samples.CONLLU[0] * 2,
    "ref.trees": b"(S (NN rain))\n(S (NN stay))\n",
    "set.de-en.segs.tsv": samples.OUTPUTS[0],
    "set.score": samples.SCORES[0],
}
PLACES = ("missing", ".", "", "-", "/dev/null", "ref.txt#x", "no/where.txt", "\x1b[31m\n")
FILES = st.sampled_from((*FINE, *ODD, *ODD, *PLACES))
METRICS = st.sampled_from(
    (
        *("bleu", "wer", "chrf", "hwcm", "stm", "dpm", "tkm", "sepia", "cesm", "edpm", "nist"),
        *("hwcm:length=1..3", "bleu:order=0", "dpm:nbest=5", "tesla:model=odd.json", "HWCM", "x:"),
        *("hwcm:length=9,unit=lemma", "", "bleu:case=\u202e", "stm:depth=99999999999999999999"),
        *("sdpm", "sdpm:components=words"),
    )
)
NUMBERS = st.sampled_from(("0", "1", "2", "7", "-1", "x", "1e3", "9" * 30, ""))
OUTPUTS = st.sampled_from(
    ("new.tsv", "new.html", "new.conllu", "new.trees", "-", "no/x", "ref.txt")
)
WORDS = st.text(max_size=8)
NAMED = st.builds("{}={}".format, st.sampled_from(("A", "B", "", "\x07")), FILES)
FORMAT = st.sampled_from(("table", "json", "tsv", "latex", "xml"))
LANG = st.sampled_from(("en", "de", "xx", "EN-us", "../en"))
PARSER = st.builds("{}:{}".format, st.sampled_from(("files", "spacy", "x")), FILES) | st.just(
    "spacy"
)
FLAG = st.none()

COMMON = {
    "--max-length": NUMBERS,
    "-m": METRICS,
    "-l": LANG,
    "--parser": PARSER,
    "--no-cache": FLAG,
    "--quiet": FLAG,
}
SCORE = COMMON | {"-r": FILES, "-s": FILES | NAMED, "--docs": FILES, "--seed": NUMBERS}
SCORE |= {"--ref-parses": FILES, "--sys-parses": NAMED, "-f": FORMAT, "--ci": FLAG}
SCORE |= {"--segments": OUTPUTS, "--doc-scores": OUTPUTS, "--stats": OUTPUTS}
SCORE |= {"--input": FILES, "--output": OUTPUTS, "--jobs": st.just("1")}
SCORE |= {"--paired": st.sampled_from(("bs", "ar", "x")), "--resamples": NUMBERS}
META = COMMON | {"--against": st.sampled_from(("human", "hter", "x")), "--scores": NAMED}
META |= {"--protocol": st.sampled_from(("seg-kendall", "sys-pearson", "acc-eq", "x"))}
META |= {
    "--group": st.sampled_from(("item", "system", "none")),
    "--by": st.sampled_from(("doc", "x")),
}
META |= {"--min-chars": NUMBERS, "--max-chars": NUMBERS, "-f": FORMAT, "--plot": OUTPUTS}
META |= {"--resamples": st.sampled_from(("1", "9")), "--table": st.sampled_from(("kahn09", "x"))}
RERANK = COMMON | {"-r": FILES, "-o": OUTPUTS, "--scale": NUMBERS, "-f": FORMAT}
DIAGNOSE = COMMON | {"-r": FILES, "-s": FILES | NAMED, "--docs": FILES, "--seed": NUMBERS}
DIAGNOSE |= {"--ref-parses": FILES, "--sys-parses": NAMED, "-f": FORMAT, "--jobs": st.just("1")}
DIAGNOSE |= {"--against": st.sampled_from(("out", "A", "x")), "--resamples": NUMBERS}
DIAGNOSE |= {"--errors": OUTPUTS, "--spans": OUTPUTS}
COMMANDS: dict[
    str, tuple[list[str], st.SearchStrategy[str], dict[str, st.SearchStrategy[str | None]]]
]
COMMANDS = {
    "score": (["-r", "ref.txt", "-s", "out.txt", "-m", "wer"], FILES, SCORE),
    "diagnose": (["-r", "ref.txt", "-s", "out.txt"], FILES, DIAGNOSE),
    "parse": (["--quiet"], FILES, COMMON | {"-o": OUTPUTS, "--nbest": NUMBERS}),
    "explain": (["-r", "It rains."], WORDS, COMMON | {"-r": WORDS, "-f": FORMAT}),
    "meta": (["set.de-en.segs.tsv", "-m", "wer", "--resamples", "9"], FILES, META),
    "lm": (["-o", "new.arpa"], FILES, {"--order": NUMBERS, "-o": OUTPUTS}),
    "rerank": (["odd.nbest", "-m", "wer"], FILES, RERANK),
    "metrics": ([], WORDS, {}),
    "parsers": ([], WORDS, {"-l": LANG}),
    "cache": ([], WORDS, {"--clear": FLAG}),
}
WRITING = (
    "-o",
    "--segments",
    "--doc-scores",
    "--stats",
    "--plot",
    "--output",
    "--errors",
    "--spans",
)
QUICK = ("metrics", "parsers", "cache")


@pytest.fixture(scope="module")
def prepared(folder: Path) -> Iterator[Path]:
    with pytest.MonkeyPatch.context() as patch:
        use_chain(patch)
        yield folder


@st.composite
def arguments(draw: st.DrawFn, command: str) -> list[str]:
    usual, argument, options = COMMANDS[command]
    chosen = list(usual) if draw(st.integers(0, 3)) else []
    for _ in range(draw(st.integers(0, 4))):
        name = draw(st.sampled_from([*options, "--help", "--nonsense", ""]))
        value = draw(options.get(name, FLAG)) if name else draw(argument)
        chosen += [each for each in (name or None, value) if each is not None]
    return [text.replace("\0", "") for text in chosen]  # which no system lets through


@pytest.mark.parametrize("commands", [[name] for name in COMMANDS if name not in QUICK] + [QUICK])
@settings(max_examples=settings().max_examples // 2)  # each takes its time
@given(data=st.data())
def test_any_command(commands: list[str], prepared: Path, data: st.DataObject):
    command = data.draw(st.sampled_from(commands))
    chosen = data.draw(arguments(command))
    for name, content in FINE.items():
        (prepared / name).write_bytes(content)
    for name, strategy in ODD.items():
        if any(name.removesuffix(".pairs.tsv") in each for each in chosen) or "pairs" in name:
            (prepared / name).write_bytes(data.draw(strategy))
    done = called(prepared, command, *chosen)
    assert done.returncode in (0, 1, 2)
    lines = done.stderr.splitlines()
    assert all(line.startswith("treescore: ") for line in lines)
    assert all(line == cell(line) for line in lines)
    if done.returncode:
        assert lines, "one line says why"
    elif chosen[-2:] == ["-f", "json"] and "--help" not in chosen:
        json.loads(done.stdout)
    written = {value for option, value in pairwise(chosen) if option in WRITING}
    for name, content in FINE.items():
        if name not in written or chosen.count(name) > 1:
            assert (prepared / name).read_bytes() == content, "what was read is as it was"
    left = {file.name for file in prepared.iterdir() if file.name.startswith(".")}
    assert not left, "no unfinished file stays behind"
