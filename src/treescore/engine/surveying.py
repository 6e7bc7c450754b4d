"""Scores and errors of a test set in one pass, for a report: nothing is parsed twice."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from treescore.diagnosis.result import Diagnosis
from treescore.encoder.encoder import Encoder
from treescore.engine.base import IN_PROCESS, Engine
from treescore.engine.diagnosing import ENGLISH, Diagnosed, Diagnoser, gather
from treescore.engine.evaluating import evaluate
from treescore.engine.evaluation import Evaluation
from treescore.engine.preparing import Ready, lacks_trees
from treescore.engine.scorer import tree_kinds
from treescore.engine.sentences import ParsedSegment
from treescore.metrics.base import Metric
from treescore.metrics.sdpm import settings
from treescore.tracking import Track, silent

CONSTITUENTS = "const"


@dataclass(frozen=True)
class Surveyor:
    """Looks at segments that a scorer has parsed."""

    diagnoser: Diagnoser

    @property
    def encoders(self) -> Sequence[Encoder]:
        return self.diagnoser.encoders

    def look(
        self, segments: Sequence[ParsedSegment], _: Mapping[str, Metric[Any]]
    ) -> Diagnosed | None:
        """The errors of segments; None where trees are of two kinds, and cannot be compared."""
        kinds = {kind for segment in segments for kind in tree_kinds(segment)}
        return None if _are_mixed(kinds) else self.diagnoser.look(segments)


def survey(
    ready: Ready,
    watch: Callable[[Sequence[ParsedSegment]], None],
    *,
    cached: bool = True,
    track: Track[Any] = silent,
    engine: Engine = IN_PROCESS,
) -> tuple[Evaluation, Diagnosis | None]:
    """Score all systems of a test set, and say what is wrong with them where there are trees."""
    testset, _, parser = ready
    found: list[Diagnosed | None] = []

    def take(segments: Sequence[ParsedSegment], diagnosed: Diagnosed | None) -> None:
        watch(segments)
        found.append(diagnosed)

    surveyor = None
    if parser is not None or not lacks_trees(testset):
        if testset.lang == ENGLISH:
            settings()  # what is missing shows before the work
        surveyor = Surveyor(Diagnoser(None, testset.lang, cached))
    evaluation = evaluate(*ready, track, watch=take, beside=surveyor, engine=engine)
    diagnosed = [each for each in found if each is not None]
    kinds = {kind for each in diagnosed for kind in each.kinds}
    if len(diagnosed) < len(found) or _are_mixed(kinds):
        return evaluation, None
    return evaluation, gather(testset, parser, diagnosed, next(iter(testset.systems)))


def _are_mixed(kinds: set[str]) -> bool:
    """Whether some trees are constituents and others are dependencies."""
    return CONSTITUENTS in kinds and len(kinds) > 1
