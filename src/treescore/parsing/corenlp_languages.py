"""What CoreNLP is asked for: by language its tokenization and its models, by parser its settings.

The models are those in the jars of `data/corenlp.tsv`. Without such a choice, a server's own
settings stand, or for other languages than English CoreNLP's settings of the language.
"""

from __future__ import annotations

from dataclasses import dataclass

from treescore.errors import UsageError

MODELS = "edu/stanford/nlp/models"
BEAM, SHIFT_REDUCE, PCFG, DEPENDENCIES = "beam", "sr", "pcfg", "dependencies"
"""The shift-reduce parser with a beam and without, the PCFG, and the neural dependency parser."""
LONGEST_OF_PCFG = 100
"""Words up to which the PCFG parses: time grows with their cube, memory with their square."""


@dataclass(frozen=True)
class Language:
    """What CoreNLP has for a language."""

    tokens: str
    """The tokenization, as signatures call it."""
    parsers: dict[str, str]
    """The model of each parser, the usual one first."""
    splits: bool = False
    """Whether contracted words (zum, del, du) are parted before they are tagged."""
    lemmas: bool = False


LANGUAGES = {
    "en": Language(
        "ptb",
        {
            BEAM: "srparser/englishSR.beam.ser.gz",
            SHIFT_REDUCE: "srparser/englishSR.ser.gz",
            PCFG: "lexparser/englishPCFG.ser.gz",
            DEPENDENCIES: "parser/nndep/english_UD.gz",
        },
        lemmas=True,
    ),
    "de": Language(
        "german-mwt",
        {
            BEAM: "srparser/germanSR.beam.ser.gz",
            SHIFT_REDUCE: "srparser/germanSR.ser.gz",
            PCFG: "lexparser/germanPCFG.ser.gz",
            DEPENDENCIES: "parser/nndep/UD_German.gz",
        },
        splits=True,
    ),
    "fr": Language(
        "french-mwt",
        {
            BEAM: "srparser/frenchSR.beam.ser.gz",
            SHIFT_REDUCE: "srparser/frenchSR.ser.gz",
            DEPENDENCIES: "parser/nndep/UD_French.gz",
        },
        splits=True,
    ),
    "es": Language(
        "spanish-mwt",
        {
            BEAM: "srparser/spanishSR.beam.ser.gz",
            SHIFT_REDUCE: "srparser/spanishSR.ser.gz",
            PCFG: "lexparser/spanishPCFG.ser.gz",
            DEPENDENCIES: "parser/nndep/UD_Spanish.gz",
        },
        splits=True,
    ),
    "zh": Language(
        "ctb",
        {  # beside the segmenter there is no room for the model with a beam
            SHIFT_REDUCE: "srparser/chineseSR.ser.gz",
            PCFG: "lexparser/chinesePCFG.ser.gz",
            DEPENDENCIES: "parser/nndep/UD_Chinese.gz",
        },
    ),
    "ar": Language(
        "atb", {BEAM: "srparser/arabicSR.beam.ser.gz", SHIFT_REDUCE: "srparser/arabicSR.ser.gz"}
    ),
}


def choose(lang: str, parser: str) -> tuple[str, str]:
    """The parser, the usual one unless one is named, and the tokenization before it."""
    if lang not in LANGUAGES:
        raise UsageError(
            f"CoreNLP has no models for the language {lang!r}; there are {', '.join(LANGUAGES)}"
        )
    known = LANGUAGES[lang]
    if parser and parser not in known.parsers:
        there_are = ", ".join(f"corenlp:{name}" for name in known.parsers)
        raise UsageError(f"CoreNLP has no {parser!r} for -l {lang}; there are {there_are}")
    return parser or next(iter(known.parsers)), known.tokens


def settings(lang: str, timeout: float, parser: str = "") -> dict[str, str]:
    """The properties of a request, which has so many seconds.

    Without a parser, the server's own model parses.
    """
    known = LANGUAGES.get(lang)
    steps = ["tokenize", "ssplit", "pos"]
    if known and known.splits:
        steps.insert(2, "mwt")
    if known and known.lemmas and parser == DEPENDENCIES:
        steps.append("lemma")
    properties = {
        "annotators": ",".join((*steps, "depparse" if parser == DEPENDENCIES else "parse")),
        "ssplit.isOneSentence": "true",
        "parse.buildgraphs": "false",
        "outputFormat": "serialized",
        "outputSerializer": "edu.stanford.nlp.pipeline.ProtobufAnnotationSerializer",
        "timeout": str(round(timeout * 1000)),
    }
    if lang != "en":
        properties["pipelineLanguage"] = lang
    if known and parser:
        key = "depparse.model" if parser == DEPENDENCIES else "parse.model"
        properties[key] = f"{MODELS}/{known.parsers[parser]}"
    if parser == PCFG:
        properties["parse.maxlen"] = str(LONGEST_OF_PCFG)
    return properties
