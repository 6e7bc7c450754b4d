"""A diagnosis in words: what separates the systems, numbers as they are shown, how they came."""

from __future__ import annotations

from collections.abc import Sequence

from treescore.diagnosis.counting import REFINED, kind_of
from treescore.diagnosis.errors import Error
from treescore.diagnosis.patterns import PatternTest
from treescore.diagnosis.result import Diagnosis, Profile
from treescore.diagnosis.separating import LEVEL, PER, TypeTest
from treescore.report.escape import cell
from treescore.report.results import p_shown

MOST = 5
"""Types that a sentence names, and patterns of a system."""
MOST_CLASSES = 10
"""Classes of words."""
SHOWN = 300
"""Characters of a text that an example shows."""


def verdict(diagnosis: Diagnosis) -> list[str]:
    """For every system that is compared, two sentences at most."""
    return [
        compared(system, diagnosis) for system in diagnosis.systems if system != diagnosis.against
    ]


def compared(system: str, diagnosis: Diagnosis) -> str:
    """In which types of errors a system differs from the one that all are compared with."""
    tests = [test for name in diagnosis.rows if (test := diagnosis.test(system, name))]
    significant = [test for test in tests if test.is_significant]
    whole = {test.type for test in significant}
    # A refinement is named where its type as a whole does not differ.
    found = [
        test for test in significant if REFINED not in test.type or kind_of(test.type) not in whole
    ]
    name, other = cell(system), cell(diagnosis.against)
    if not found:
        return f"{name} differs from {other} in no type of error by more than chance may."
    more = [test for test in found if test.delta > 0]
    fewer = [test for test in found if test.delta < 0]
    if not more:
        return f"{name} makes fewer errors than {other} in {_listed(fewer)}."
    end = f" It makes fewer in {_listed(fewer)}." if fewer else ""
    return f"{name} makes more errors than {other} in {_listed(more)}.{end}"


def _listed(tests: Sequence[TypeTest]) -> str:
    first, *others = [
        f"{test.type} ({test.delta:+.1f}{'' if number else f' per {PER} segments'}, "
        f"p {p_shown(test.corrected)})"
        for number, test in enumerate(tests[:MOST])
    ]
    left = f" and {len(tests) - MOST} more" if len(tests) > MOST else ""
    number = f"{len(tests)} type{'s' if len(tests) > 1 else ''}"
    return f"{number}: {', '.join((first, *others))}{left}"


def rate_shown(diagnosis: Diagnosis, system: str, name: str) -> str:
    """A rate with its interval."""
    rate = diagnosis.rates[system][name]
    return f"{rate.rate:.1f} [{rate.low:.1f}, {rate.high:.1f}]"


def error_told(error: Error) -> str:
    """The words that are wrong, and those that stand in their place in the reference."""
    if error.side == "ref":
        told = f"lacks {shortened(error.ref_text)}" if error.ref_text else error.type
    else:
        told = shortened(error.text)
        told += f" for {shortened(error.ref_text)}" if error.ref_text else ""
    return f"perhaps {told}" if error.is_doubtful else told


def shortened(text: str) -> str:
    """A text in one line, as much of it as an example shows."""
    shown = cell(text)
    return f"{shown[:SHOWN]} ..." if len(shown) > SHOWN else shown


def profile_lines(profile: Profile) -> list[str]:
    """The classes of words in which two systems differ, and the patterns that one lacks."""
    baseline, system = cell(profile.baseline), cell(profile.system)
    tests = [test for test in profile.words if test.is_significant]
    lines = [
        f"  {test.by} {cell(test.label)}: {test.baseline_f1:.3f}, {test.system_f1:.3f} "
        f"({test.delta:+.3f}, p {p_shown(test.corrected)}; {test.words} words)"
        for test in tests[:MOST_CLASSES]
    ]
    head = f"Words found (F1), {baseline} and {system}"
    none = f"{head}: no class differs by more than chance may, of {len(profile.words)}."
    return [f"{head}:", *lines] if lines else [none]


def pattern_lines(profile: Profile) -> list[str]:
    """What of the references' trees one system has more often, with segments that show it: what
    is significant, or else the first."""
    lines = []
    for more, less, sign in (
        (profile.system, profile.baseline, 1),
        (profile.baseline, profile.system, -1),
    ):
        found = [each for each in profile.patterns if sign * each.delta > 0]
        found.sort(key=lambda each: (each.corrected, each.p, -abs(each.delta)))
        if found:
            sure = [each for each in found if each.is_significant]
            head = f"{cell(more)} has more often than {cell(less)}"
            chance = "" if sure else f", though none of {len(found)} by more than chance may"
            lines.append(f"{head}{chance}:")
            lines += [_pattern(each, sign) for each in (sure or found)[:MOST]]
    return lines


def _pattern(test: PatternTest, sign: int) -> str:
    counts = (test.system_found, test.baseline_found)[::sign]
    where = ", ".join(str(number + 1) for number in test.segments)
    return (
        f"  {cell(test.pattern)}: {counts[0]}, {counts[1]} (p {p_shown(test.corrected)}; "
        f"segment{'s' if len(test.segments) > 1 else ''} {where})"
    )


def notes(diagnosis: Diagnosis) -> list[str]:
    """How rates, intervals and tests were made, what was not looked for, and the signature."""
    lines = [
        f"errors per {PER} segments [low, high]: 95 % bootstrap, {diagnosis.samples} resamples, "
        f"seed {diagnosis.seed}"
    ]
    if diagnosis.likely_true:
        likely = (
            f"{cell(name)} {rate:.1f} of {diagnosis.all_errors[name]:.1f}"
            for name, rate in diagnosis.likely_true.items()
        )
        lines.append(f"of all errors likely true and rightly named: {', '.join(likely)}")
    if diagnosis.tests:
        lines.append(
            f"*: differs from {cell(diagnosis.against)}, p < {LEVEL}, exact randomization, "
            f"corrected for the number of tests, {len(diagnosis.tests)} (Holm)"
        )
    if diagnosis.profiles:
        lines.append(
            "words and patterns: p corrected for all that is looked at (Holm); words by "
            f"approximate randomization, {diagnosis.trials} samples, seed {diagnosis.seed}"
        )
    if diagnosis.not_looked_for:
        lines.append(f"not looked for in {diagnosis.lang}: {', '.join(diagnosis.not_looked_for)}")
    if diagnosis.not_looked_at:
        lines.append(
            f"not looked at: {_segments(diagnosis.not_looked_at)}, too long or without reference"
        )
    return [*lines, diagnosis.signature]


def _segments(places: Sequence[int]) -> str:
    """Segments by number, the first few of many."""
    numbers = ", ".join(str(place + 1) for place in places[:MOST])
    left = f" and {len(places) - MOST} more" if len(places) > MOST else ""
    return f"segment{'s' if len(places) > 1 else ''} {numbers}{left}"
