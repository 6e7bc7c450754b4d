"""treescore train: a metric of one's own, from human judgements."""

from __future__ import annotations

import re
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from treescore.cli.max_length import USUAL_LENGTH, MaxLength
from treescore.cli.options import (
    METRIC,
    Gpu,
    NoCache,
    ParserSpec,
    Quiet,
    SetLang,
    check_distinct,
)
from treescore.cli.progress import track
from treescore.errors import UsageError
from treescore.io.files import open_output
from treescore.report.escape import cell
from treescore.tracking import silent

if TYPE_CHECKING:
    from treescore.resources.model import LinearModel


class Model(StrEnum):
    """What can be trained."""

    tesla = "tesla"


EXAMPLES = """\
treescore train news.de-en.segs.tsv --lm en.arpa --features dpm hwcm -o model.json
"""


def train(
    judgements: Annotated[
        list[str],
        typer.Argument(help="SET.segs.tsv, with SET.pairs.tsv beside it where there are rankings."),
    ],
    output: Annotated[str, typer.Option("-o", "--output", help="The model file to write.")],
    model: Annotated[  # noqa: ARG001, there is only one so far
        Model, typer.Option("--model", help="What to train.")
    ] = Model.tesla,
    phrases: Annotated[
        list[str] | None,
        typer.Option("--phrases", help="A phrase table (see: treescore align), one a language."),
    ] = None,
    lms: Annotated[
        list[str] | None,
        typer.Option("--lm", help="A language model, ARPA or KenLM (see: treescore lm)."),
    ] = None,
    features: Annotated[
        list[str] | None,
        typer.Option("--features", metavar=METRIC, help="Further metrics, like stm hwcm."),
    ] = None,
    folds: Annotated[int, typer.Option(min=2, max=100, help="Of cross-validation.")] = 5,
    lang: SetLang = None,
    parser: ParserSpec = "spacy",
    max_length: MaxLength = USUAL_LENGTH,
    no_cache: NoCache = False,
    gpu: Gpu = False,
    quiet: Quiet = False,
) -> None:
    """Train a metric on human rankings or scores."""
    from treescore.cli.inputs import choose_parser
    from treescore.engine.noticing import notice_outputs
    from treescore.engine.preparing import make_metrics
    from treescore.judgements.base import target_language
    from treescore.judgements.tables import beside, read_judgements
    from treescore.learning.training import train as fit_model
    from treescore.metrics import Tesla, TeslaM
    from treescore.metrics.tesla_features import TeslaFeatures
    from treescore.resources.language_model import load_language_model
    from treescore.resources.model import to_json
    from treescore.resources.phrase_table import open_phrase_table

    pairs = [str(path) for table in judgements if (path := beside(table, "pairs"))]
    choice = choose_parser(parser, no_cache=no_cache, gpu=gpu, longest=max_length)
    extra = choice.told(
        make_metrics([spec for each in features or () for spec in split_specs(each)])
    )
    named = [file for metric in extra.values() for file in metric.files()]
    read = [*judgements, *pairs, *(phrases or ()), *(lms or ()), *named, *choice.files]
    check_distinct([output], read)
    sets = [read_judgements(path, longest=max_length) for path in judgements]
    lang, *others = dict.fromkeys(target_language(judged, lang) for judged in sets)
    if others:
        raise UsageError(
            f"the sets are of several languages ({', '.join((lang, *others))}); a model is for one"
        )
    for judged in sets:
        notice_outputs(judged.name, judged.outputs.values(), lang)
    if any(isinstance(metric, Tesla) for metric in extra.values()):
        raise UsageError("--features tesla: a trained model is no feature of another")
    texts = [each.references for judged in sets for each in judged.outputs.values()]
    chosen = TeslaFeatures(
        TeslaM().fit(lang, texts),
        [open_phrase_table(path) for path in phrases or ()],
        [load_language_model(path) for path in lms or ()],
        {spec: metric.fit(lang, texts) for spec, metric in extra.items()},
    )
    for table in chosen.tables:
        if table.target_lang != lang:
            raise UsageError(
                f"{table.path}: is for the language {table.target_lang!r}, not {lang!r}"
            )
    opened = choice.open(lang)
    folder = Path(output).resolve().parent
    with open_output(output) as stream:  # better to learn before the work that it cannot be written
        trained = fit_model(sets, chosen, opened, folds, folder, silent if quiet else track)
        stream.write(to_json(trained))
    if output != "-":
        _report(output, trained)


def split_specs(features: str) -> list[str]:
    """The specs of metrics that are joined by +, which may also stand inside of a spec."""
    from treescore.metrics.registry import metric_names

    joint = rf"\+(?=(?:{'|'.join(map(re.escape, metric_names()))})(?:[:+]|$))"
    return re.split(joint, features, flags=re.IGNORECASE)


def _report(output: str, model: LinearModel) -> None:
    """What was learnt, from what, and how well it did on what it did not see."""
    training = model.training
    print(
        cell(
            f"{output}: trained on {training['examples']} judgements of {training['outputs']} "
            f"outputs ({', '.join(training['sets'])}); left out: {training['ties']} ties, "
            f"{training['unknown']} of unknown outputs"
        )
    )
    print(f"\n{training['figure']} on held-out segments, {training['folds']} folds")
    for strength, figure in training["tried"]:
        print(f"  {figure:.4f}  strength {strength:g}{' *' * (strength == training['strength'])}")
    print("\nweights of the features, each scaled by its deviation")
    for feature in sorted(model.features, key=lambda each: -abs(each.weight)):
        print(f"  {feature.weight:+.4f}  {cell(feature.name)}")
