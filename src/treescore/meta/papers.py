"""The papers' tables: which metrics, by which protocol, against which judgement."""

from __future__ import annotations

from dataclasses import dataclass

from treescore.errors import UnknownName
from treescore.judgements.base import Against
from treescore.meta.choices import Group


@dataclass(frozen=True)
class PaperTable:
    """What a table of a paper shows, to be measured on other judgements."""

    title: str
    metrics: tuple[str, ...]
    protocols: tuple[str, ...]
    against: Against = Against.human
    group: Group | None = None
    min_chars: int | None = None
    max_chars: int | None = None


def _liu_gildea(longest: int) -> tuple[str, ...]:
    return (
        f"bleu:order=1..{longest}",
        f"hwcm:length=1..{longest}",
        f"stm:depth=2..{longest}",
        f"dstm:depth=2..{longest}",
        "tkm",
        "dtkm",
    )


def _dpm(*components: str, settings: str = "") -> tuple[str, ...]:
    return tuple(f"dpm:components={each}{settings}" for each in components)


BEST = ("1g+2g+dl+lh", "1g+dl+lh", "dl+lh")
UNIFORM = ",nbest=50,gamma=0"
GAMMAS = ("0.25", "0.5", "0.75", "1", "0")

TABLES = {
    "liu-gildea-fluency": PaperTable(
        "Liu & Gildea 2005, Tables 1 and 2: correlation with fluency within systems",
        _liu_gildea(4),
        ("seg-pearson",),
        Against.fluency,
        Group.system,
    ),
    "liu-gildea-overall": PaperTable(
        "Liu & Gildea 2005, Tables 3 to 5: correlation with fluency + adequacy within systems",
        _liu_gildea(4),
        ("seg-pearson",),
        Against.overall,
        Group.system,
    ),
    "liu-gildea-corpus": PaperTable(
        "Liu & Gildea 2005, Table 6: correlation of systems with fluency + adequacy",
        _liu_gildea(6),
        ("sys-pearson",),
        Against.overall,
    ),
    "edpm-components": PaperTable(
        "Kahn et al. 2009, Tables 2 and 3: parts of dependencies, one parse",
        (*_dpm(*BEST[:2], "1g+2g", "dl+lh", "1g+dl+dlh", "dlh"), "ter", "bleu"),
        ("seg-pearson",),
        Against.overall,
    ),
    "edpm-bins": PaperTable(
        "Kahn et al. 2009, Table 4: one bin or several",
        (
            *(
                f"{metric}:components={components}"
                for components in (*BEST, "1g+2g", "1g+2g+3g", "1g+2g+3g+4g")
                for metric in ("dpm", "bdpm")
            ),
            "bleu:order=2..4",
        ),
        ("seg-pearson",),
        Against.overall,
    ),
    "edpm-nbest": PaperTable(
        "Kahn et al. 2009, Table 5: 50 parses, all alike, or one",
        tuple(spec for each in BEST for spec in _dpm(each, settings=UNIFORM) + _dpm(each)),
        ("seg-pearson",),
        Against.overall,
    ),
    "edpm-gamma": PaperTable(
        "Kahn et al. 2009, Table 6: how much to trust the parser's probabilities",
        tuple(
            spec
            for each in (BEST[0], BEST[2])
            for spec in (
                *(f"dpm:components={each},nbest=50,gamma={gamma}" for gamma in GAMMAS),
                *_dpm(each),
            )
        ),
        ("seg-pearson",),
        Against.overall,
    ),
    "edpm-hter-doc": PaperTable(
        "Kahn et al. 2009, Tables 8 and 9: differences of HTER, by document",
        ("ter", "bleu", "edpm"),
        ("delta-hter-doc",),
    ),
    "edpm-hter-seg": PaperTable(
        "Kahn et al. 2009, Table 10: differences of HTER, by segment and length",
        ("ter", "bleu", "edpm"),
        ("delta-hter-seg",),
    ),
    "cesm-systems": PaperTable(
        "Duma et al. 2013, Table 1: ranks of systems",
        ("cesm", "nist"),
        ("sys-spearman",),
        min_chars=50,
        max_chars=80,
    ),
    "cesm-segments": PaperTable(
        "Duma et al. 2013, section 4: Kendall's tau of WMT12",
        ("cesm",),
        ("wmt12-tau",),
        min_chars=50,
        max_chars=80,
    ),
    "tesla": PaperTable(
        "Liu et al. 2010, Tables 1 to 3: consistency and ranks of systems",
        ("tesla-m", "maxsim", "bleu"),
        ("consistency", "sys-spearman"),
    ),
}


def find_table(name: str) -> PaperTable:
    """The table of a name; an unknown one is refused."""
    if name not in TABLES:
        raise UnknownName("table", name, TABLES)
    return TABLES[name]
