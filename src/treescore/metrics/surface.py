"""Baselines that look at the text alone, as sacreBLEU computes them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from sacrebleu.metrics.bleu import BLEU as SacreBLEU

from treescore.metrics.base import Metric, Sentence, Signature


@dataclass(frozen=True)
class BLEU(Metric[dict[str, Any]]):
    """BLEU (Papineni et al. 2002), sacreBLEU's implementation; 0 to 100.

    Statistics: hypothesis length, reference length, matches and totals of n = 1..order. Segments
    are scored with sacreBLEU's effective order, as its own sentence level does.
    """

    name: ClassVar[str] = "bleu"
    digits: ClassVar[int] = 2

    order: int = 4

    def __post_init__(self) -> None:
        self.require(self.order >= 1, "order", "a whole number from 1 on")

    @property
    def nbest(self) -> int:
        return 0

    @cached_property
    def _sacrebleu(self) -> Any:
        return SacreBLEU(max_ngram_order=self.order)

    # sacreBLEU's hooks are named as protected, but they are where its statistics come from: the
    # public methods give finished scores only, and count the references anew for every system.

    def prepare(self, references: Sequence[Sentence]) -> dict[str, Any]:
        texts = [self._sacrebleu._preprocess_segment(sentence.text) for sentence in references]
        info: dict[str, Any] = self._sacrebleu._extract_reference_info(texts)
        return info

    def statistics(self, hypothesis: Sentence, references: dict[str, Any]) -> Sequence[float]:
        text = self._sacrebleu._preprocess_segment(hypothesis.text)
        row: list[float] = self._sacrebleu._compute_segment_statistics(text, references)
        return row

    def total_score(self, total: Sequence[float]) -> float:
        return self._score(total, effective_order=False)

    def segment_score(self, row: Sequence[float]) -> float:
        return self._score(row, effective_order=True)

    def _score(self, row: Sequence[float], *, effective_order: bool) -> float:
        hypothesis, reference, *counts = (int(number) for number in row)
        score: float = SacreBLEU.compute_bleu(
            correct=counts[: self.order],
            total=counts[self.order :],
            sys_len=hypothesis,
            ref_len=reference,
            smooth_method=self._sacrebleu.smooth_method,
            smooth_value=self._sacrebleu.smooth_value,
            effective_order=effective_order,
            max_ngram_order=self.order,
        ).score
        return score

    def signature(self, nrefs: str, trees: str, parser: str) -> Signature:
        """sacreBLEU's own signature, after ours."""
        ours = super().signature(nrefs, trees, parser)
        self._sacrebleu.num_refs = -1 if nrefs == "var" else int(nrefs)
        theirs = str(self._sacrebleu.get_signature()).replace("version:", "sacrebleu:")
        pairs = (tuple(pair.split(":", 1)) for pair in theirs.split("|"))
        ordered = dict(ours.pairs[:-1]) | dict(pairs) | dict(ours.pairs[-1:])  # type: ignore[arg-type]
        return Signature(self.name, tuple(ordered.items()))
