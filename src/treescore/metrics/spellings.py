"""What others call the same: names and parameters of sacreBLEU, and ours for them."""

from __future__ import annotations

METRICS = {"chrf++": "chrf:words=2", "chrf2": "chrf", "chrf2++": "chrf:words=2"}
PARAMETERS = {
    ("bleu", "tokenize"): "tok",
    ("bleu", "tokenizer"): "tok",
    ("bleu", "max_ngram_order"): "order",
    ("bleu", "lowercase"): "case=lower",
    ("chrf", "word_order"): "words",
    ("chrf", "nw"): "words",
    ("chrf", "char_order"): "order",
    ("chrf", "nc"): "order",
    ("chrf", "lowercase"): "case=lower",
    ("ter", "case_sensitive"): "case=mixed",
}
OPTIONS = {
    "--paired-bs": "--paired bs",
    "--paired-ar": "--paired ar",
    "--paired-bs-n": "--resamples",
    "--paired-ar-n": "--resamples",
    "--confidence": "--ci",
    "--confidence-n": "--resamples",
    "--metrics": "-m",
    "--input": "-s",
    "--tokenize": "-m bleu:tok=",
    "--tok": "-m bleu:tok=",
    "-tok": "-m bleu:tok=",
    "-t": "-r FILE",
    "--test-set": "-r FILE",
    "--score-only": "-f tsv",
    "-b": "-f tsv",
    "--width": "-f json",
    "-w": "-f json",
    "--lowercase": "-m bleu:case=lower",
    "--chrf-word-order": "-m chrf:words=",
    "--chrf-char-order": "-m chrf:order=",
    "--chrf-beta": "-m chrf:beta=",
    "--chrf-lowercase": "-m chrf:case=lower",
    "--bleu-max-ngram-order": "-m bleu:order=",
    "--ter-case-sensitive": "-m ter:case=mixed",
    "--sentence-level": "--segments FILE",
    "--language-pair": "-l",
    "--langpair": "-l",
}
"""Of its command line."""
