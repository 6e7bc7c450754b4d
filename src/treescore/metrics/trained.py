"""TESLA (Liu, Dahlmeier & Ng 2010, sec. 4): a trained linear model over many features."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, ClassVar, Self

from treescore.errors import UsageError
from treescore.io.errors import InputError
from treescore.metrics.base import FileName, MeanMetric, Metric
from treescore.metrics.sentence import Sentence
from treescore.metrics.tesla import TeslaM

if TYPE_CHECKING:  # resources take their time to load, and few need them
    from treescore.metrics.tesla_features import Prepared, TeslaFeatures
    from treescore.resources.model import LinearModel, Resource

UNTRAINED = FileName("none")


@dataclass(frozen=True)
class Loaded:
    """A trained model, and the features that it weighs."""

    model: LinearModel
    features: TeslaFeatures


@dataclass(frozen=True)
class Tesla(MeanMetric["Prepared"]):
    """TESLA-M's parts, pivot languages and language models, weighted by training."""

    name: ClassVar[str] = "tesla"
    reads = "dependencies"
    paper = TeslaM.paper

    model: FileName = UNTRAINED
    loaded: Loaded | None = field(default=None, init=False, repr=False, compare=False)
    cached: bool = field(default=True, init=False, repr=False, compare=False)

    def uncached(self) -> Self:
        return self._copy(self.loaded, cached=False)

    def _copy(self, loaded: Loaded | None, *, cached: bool) -> Self:
        copy = replace(self)
        object.__setattr__(copy, "loaded", loaded)
        object.__setattr__(copy, "cached", cached)
        return copy

    def fit(self, lang: str, references: Iterable[Sequence[str]]) -> Self:
        """Load the model and all that it needs."""
        from treescore.resources.model import read_model

        if self.model == UNTRAINED:
            raise UsageError(
                "tesla needs a trained model: -m tesla:model=FILE (see: treescore train --help)"
            )
        trained = read_model(self.model)
        if trained.lang != lang:
            raise UsageError(
                f"{self.model}: was trained for the language {trained.lang!r}, not {lang!r}"
            )
        loaded = Loaded(trained, load_features(self.model, trained, references))
        return self._copy(loaded, cached=self.cached)

    @property
    def trained(self) -> Loaded:
        """The model, once it is there."""
        if self.loaded is None:
            raise UsageError("tesla: its model is loaded by fit(), which comes first")
        return self.loaded

    def without_text(self) -> Self:
        raise UsageError("tesla needs texts, but only trees are given; add the texts")

    def parts(self) -> Iterator[Metric[Any]]:
        yield self
        if self.loaded:
            for metric in self.loaded.features.metrics.values():
                yield metric if self.cached else metric.uncached()

    def parameters(self) -> dict[str, str]:
        return {"model": self.loaded.model.digest[:8] if self.loaded else self.model}

    def prepare(self, references: Sequence[Sentence]) -> Prepared:
        return self.trained.features.prepare(references)

    def compare(self, hypothesis: Sentence, references: Prepared) -> float:
        values = self.trained.features.values(hypothesis, references)
        return self.trained.model.score(values)


def load_features(
    path: str, model: LinearModel, references: Iterable[Sequence[str]]
) -> TeslaFeatures:
    """The features of a trained model, with the very resources it was trained with."""
    from treescore.metrics.registry import make_metric
    from treescore.metrics.tesla_features import TeslaFeatures
    from treescore.resources.language_model import load_language_model
    from treescore.resources.model import find_resource
    from treescore.resources.phrase_table import open_phrase_table

    tables, models = [], []
    for resource in model.resources:
        file = find_resource(path, resource)
        if resource.kind == "lm":
            models.append(load_language_model(file))
            _check(file, models[-1].digest, resource)
        else:
            tables.append(open_phrase_table(file))
            _check(file, tables[-1].digest, resource)
    target = TeslaM().fit(model.lang, references)
    _check_parameters(path, target, model.target)
    metrics = {}
    for spec, parameters in model.metrics:
        metric = make_metric(spec)
        if isinstance(metric, Tesla):
            raise InputError(path, None, "a model cannot be made of others; train it again")
        metrics[spec] = metric.fit(model.lang, references)
        _check_parameters(path, metrics[spec], parameters)
    features = TeslaFeatures(target, tables, models, metrics)
    if features.names != [feature.name for feature in model.features]:
        raise InputError(path, None, "its features are not those of its files; train it again")
    return features


def _check_parameters(path: str, metric: Metric[Any], trained: dict[str, str]) -> None:
    """Refuse a metric that is not as it was, for instance for want of a thesaurus."""
    for name, value in metric.parameters().items():
        if trained.get(name) != value:
            raise InputError(
                path,
                None,
                f"was trained with {metric.name}:{name}={trained.get(name)}, but here that is "
                f"{value}; install the same resources, or train it again",
            )


def _check(file: str, digest: str, resource: Resource) -> None:
    if digest != resource.digest:
        raise InputError(
            file, None, "is not the file that the model was trained with; put that one there"
        )
