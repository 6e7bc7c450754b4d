"""The making of a report: the work on a test set, and the page of what it found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from treescore.diagnosis.result import Diagnosis
from treescore.engine.base import IN_PROCESS, Engine
from treescore.engine.evaluation import Evaluation
from treescore.engine.preparing import Ready
from treescore.engine.sentences import ParsedSegment
from treescore.engine.summary import summarize
from treescore.engine.surveying import survey
from treescore.report.about import about
from treescore.report.packing import Packer
from treescore.tracking import Track, silent


class Draft:
    """A report in the making: what it will show is gathered while systems are scored."""

    def __init__(self, ready: Ready, *, cached: bool = True) -> None:
        self.about = about(ready.testset)
        self._ready = ready
        self._cached = cached
        """Whether the user's cache keeps the words' vectors."""
        self._packer = Packer(ready.testset.sources)
        self._diagnosis: Diagnosis | None = None

    def evaluate(self, track: Track[Any] = silent, engine: Engine = IN_PROCESS) -> Evaluation:
        """Score all systems, and find their errors where there are trees."""
        evaluation, self._diagnosis = survey(
            self._ready, self._take, cached=self._cached, track=track, engine=engine
        )
        return evaluation

    def _take(self, segments: Sequence[ParsedSegment]) -> None:
        for segment in segments:
            self._packer.add(segment)

    def page(self, evaluation: Evaluation, title: str = "") -> str:
        """The page of an evaluation, by its own way to draw samples."""
        from treescore.report.page import render  # templates take their time to load

        summary = summarize(evaluation, self._packer.lengths)
        diagnosis = self._diagnosis
        if diagnosis is not None:
            # What others are compared with is what the verdict is about: the best.
            diagnosis = replace(
                diagnosis,
                against=summary.systems[0],
                resamples=evaluation.resamples,
                seed=evaluation.seed,
            )
        told = replace(self.about, title=title) if title else self.about
        return render(summary, self._packer, told, diagnosis)
