"""The application: pages, and the JSON behind them. It keeps nothing of what visitors send."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, asynccontextmanager, suppress
from pathlib import Path
from typing import Annotated, Any, get_args, get_type_hints

from fastapi import APIRouter, FastAPI, File, Form, Request, UploadFile
from fastapi.exceptions import RequestValidationError
from fastapi.responses import FileResponse, Response, StreamingResponse
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException

from treescore.errors import TreescoreError
from treescore.io.temporary import temporary_folder
from treescore.metrics.base import FileName, Metric, parameter_names
from treescore.metrics.registry import find_metric, make_metric, metric_names
from treescore.metrics.trained import Tesla
from treescore.metrics.usual import usual
from treescore.parsing.models import installed_models
from treescore.report.page import SCRIPT_HASH, STYLE_HASH
from treescore.version import VERSION
from treescore.web import limits
from treescore.web.answers import answer, refused, report_lines, respond
from treescore.web.guard import Guard
from treescore.web.requests import (
    DiagnoseRequest,
    ExplainRequest,
    Lang,
    Metrics,
    Problem,
    ScoreRequest,
)
from treescore.web.uploads import save
from treescore.web.work import NO_FILES, work
from treescore.web.workers import BUSY, REFUSED, Pool, problem

STATIC = Path(__file__).parent / "static"
POLICY = (
    f"default-src 'none'; script-src 'self' {SCRIPT_HASH}; style-src 'self' {STYLE_HASH}; "
    "img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
"""The hashes are those of the report, which is shown from memory, under the policy of the page."""
PROBLEMS: dict[int | str, dict[str, Any]] = {
    status: {"model": Problem, "description": why}
    for status, why in (
        (413, "More bytes than are allowed"),
        (415, "Another content type than expected"),
        (422, "Something that cannot be done, or is over a limit"),
        (500, "A fault of the program"),
        (503, "Too many requests, or one that takes too long"),
    )
}
JSON: dict[int | str, dict[str, Any]] = {200: {"description": "An object"}}
STREAM: dict[int | str, dict[str, Any]] = {
    200: {"description": "Lines of JSON objects", "content": {"application/x-ndjson": {}}}
}
FIELDS = ("references", "systems", "source", "metrics", "lang")
"""Of the form of a report."""
WARM_UP = {
    "do": "explain",
    "references": ["It rains."],
    "hypotheses": {"A": "It rained."},
    "source": None,
    "metrics": [],
    "lang": "en",
}
"""Loads what most visitors will need."""

pages = APIRouter(include_in_schema=False)
lists = APIRouter()


def local_app() -> FastAPI:
    """The application with processes of its own."""
    return create_app(
        Pool(work, limits.WORKERS, limits.WAITING, limits.USES, limits.GRACE),
        Pool(work, limits.REPORTS, limits.REPORTS_WAITING, uses=1, grace=0),
    )


def create_app(quick: Pool, reports: Pool) -> FastAPI:
    """The application, and who does its work."""

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        warm = [asyncio.create_task(quick.ask(WARM_UP, limits.SECONDS)) for _ in quick.workers]
        yield
        for pool in (quick, reports):
            await asyncio.to_thread(pool.close)
        await asyncio.gather(*warm)

    app = FastAPI(
        title="treescore",
        description="Scores machine translations by comparing parse trees.",
        version=VERSION,
        lifespan=lifespan,
        openapi_url="/api/openapi.json",
        docs_url=None,  # those pages would load scripts from elsewhere
        redoc_url=None,
    )
    app.add_middleware(Guard, policy=POLICY)
    app.add_exception_handler(RequestValidationError, refused)
    app.add_exception_handler(HTTPException, refused)
    app.mount("/static", StaticFiles(directory=STATIC))
    app.include_router(pages)
    app.include_router(lists)

    @app.post("/api/score", responses=PROBLEMS | JSON, summary="Score systems")
    async def score(body: ScoreRequest, request: Request) -> Response:
        """The scores of systems: the object that `treescore score -f json` prints."""
        return await answer(quick, {"do": "score", **body.model_dump()}, request)

    @app.post("/api/explain", responses=PROBLEMS | JSON, summary="Explain the scores of a segment")
    async def explain(body: ExplainRequest, request: Request) -> Response:
        """All trees, and for every translation its errors and the parts of its scores."""
        return await answer(quick, {"do": "explain", **body.model_dump()}, request)

    @app.post("/api/diagnose", responses=PROBLEMS | JSON, summary="Find the errors of systems")
    async def diagnose(body: DiagnoseRequest, request: Request) -> Response:
        """What `treescore diagnose -f json` prints, with the verdict and all errors."""
        return await answer(quick, {"do": "diagnose", **body.model_dump()}, request)

    @app.post("/api/report", responses=PROBLEMS | STREAM, summary="Report on whole files")
    async def report(
        request: Request,
        references: Annotated[list[UploadFile], File(max_length=limits.REFERENCES)],
        systems: Annotated[list[UploadFile], File(max_length=limits.SYSTEMS)],
        metrics: Annotated[Metrics, Form(default_factory=list)],
        source: Annotated[UploadFile | None, File()] = None,
        lang: Annotated[Lang, Form()] = "en",
    ) -> Response:
        """Files of one segment a line, uploaded as a form.

        The answer are lines of JSON: `{"done": n, "total": m}` while the work goes on, and at last
        `{"report": HTML, "notes": [TEXT]}` or `{"error": TEXT}`.
        """
        for name in (await request.form()).keys() - FIELDS:
            return respond(problem(REFUSED, f"{name}: unknown; expected {', '.join(FIELDS)}"))
        if reports.full:
            return respond(BUSY)
        with ExitStack() as stack:
            folder = stack.enter_context(temporary_folder())
            task: dict[str, Any] = {
                "do": "report",
                "folder": str(folder),
                "metrics": metrics,
                "lang": lang,
            }
            for kind, files in (("references", references), ("systems", systems)):
                uploads = [(each.filename or "", each.file) for each in files]
                task[kind] = await asyncio.to_thread(save, uploads, folder)
            sources = [(source.filename or "", source.file)] if source else []
            task["source"] = next(iter(await asyncio.to_thread(save, sources, folder)), None)
            return StreamingResponse(
                report_lines(reports, task, stack.pop_all()), media_type="application/x-ndjson"
            )

    return app


@pages.get("/")
def show_app() -> FileResponse:
    """The page of the application."""
    return FileResponse(STATIC / "app.html")


@pages.get("/api/docs")
def show_docs() -> FileResponse:
    """The page that lists the interface."""
    return FileResponse(STATIC / "docs.html")


@lists.get("/api/metrics", responses={200: {"description": "A list"}}, summary="Metrics")
def list_metrics() -> list[dict[str, Any]]:
    """All that need no files, with their parameters and their usual values."""
    return [
        {
            "name": name,
            "summary": (inspect.getdoc(metric) or "").partition("\n")[0],
            "reads": metric.reads,
            "higher_is_better": metric.higher_is_better,
            "digits": metric.digits,
            "parameters": metric.parameters(),
            "choices": _choices(find_metric(name)),
            "only_language": metric.only_language or None,
        }
        for name, metric in _known_metrics()
        if not isinstance(metric, Tesla)
    ]


def _choices(kind: type[Metric[Any]]) -> dict[str, list[str]]:
    """The values of parameters that have only a few; in the place of a file, words may stand."""
    hints = get_type_hints(kind)
    found = {
        name: sorted(NO_FILES) if hints[name] is FileName else list(get_args(hints[name]))
        for name in parameter_names(kind)
    }
    return {name: values for name, values in found.items() if values}


def _known_metrics() -> Iterator[tuple[str, Metric[Any]]]:
    for name in metric_names():
        with suppress(TreescoreError):  # a package that is broken; `treescore metrics` tells
            yield name, make_metric(name)


@lists.get("/api/languages", responses={200: {"description": "A list"}}, summary="Languages")
def list_languages() -> list[dict[str, Any]]:
    """English, and those for which a parser is installed, with their usual metrics."""
    parsed = {model.lang for model in installed_models()}
    return [
        {"lang": lang, "parser": lang in parsed, "metrics": usual(lang)}
        for lang in sorted({"en", *parsed})
    ]
