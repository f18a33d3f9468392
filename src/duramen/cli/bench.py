"""`duramen bench`: measure how well evidence is found on published dialogue sets."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from duramen.cli.bench_speed import speed_command
from duramen.cli.logs import configure_logs
from duramen.cli.options import LEFT_OUT, Json, explained
from duramen.cli.output import print_json, progress, say, table
from duramen.errors import BadSetting
from duramen.evaluation.bench import DEFAULT_EMBEDDER, Request, Result, run
from duramen.evaluation.plot import need_matplotlib
from duramen.evaluation.report import summary, write
from duramen.settings import read_settings

# The data sets lie beside a checkout of the project; elsewhere --data names them.
DATA = Path("../shared/data")

app = typer.Typer(help="Measure retrieval, and speed.", no_args_is_help=True)
app.command("speed")(speed_command)

Presets = Annotated[
    list[str] | None,
    typer.Option("--preset", help="Run this arm or preset file only (repeat for more).", show_default=False),
]
EmbedderName = Annotated[str, typer.Option("--embedder", help="The embedder that the arms search with.")]
Split = Annotated[str, typer.Option("--split", help="tune or report.")]
Limit = Annotated[
    int | None, typer.Option("--limit", help="Only the first N questions of each person.", show_default=False)
]
Data = Annotated[Path, typer.Option("--data", help="The folder that holds the data sets.")]
Out = Annotated[Path, typer.Option("--out", help="Where tables, plots and items are written.")]


@app.command("realmem")
def realmem_command(
    preset: Presets = None,
    embedder: EmbedderName = DEFAULT_EMBEDDER,
    split: Split = "report",
    limit: Limit = None,
    data: Data = DATA,
    out: Out = Path("results"),
    as_json: Json = False,
) -> None:
    """Find the earlier sessions that a question of a long dialogue rests on (RealMem)."""
    _bench(_request("realmem", preset, embedder, (split, limit, data)), out, as_json=as_json)


@app.command("locomo")
def locomo_command(
    preset: Presets = None,
    embedder: EmbedderName = DEFAULT_EMBEDDER,
    split: Split = "report",
    limit: Limit = None,
    data: Data = DATA,
    out: Out = Path("results"),
    as_json: Json = False,
) -> None:
    """Find the turns that a question about a friendship rests on (LoCoMo)."""
    _bench(_request("locomo", preset, embedder, (split, limit, data)), out, as_json=as_json)


@app.command("madial")
def madial_command(
    preset: Presets = None,
    embedder: EmbedderName = DEFAULT_EMBEDDER,
    split: Split = "report",
    limit: Limit = None,
    data: Data = DATA,
    out: Out = Path("results"),
    as_json: Json = False,
) -> None:
    """Find the memories that should come to mind in a talk (MADial-Bench, Chinese)."""
    _bench(_request("madial", preset, embedder, (split, limit, data)), out, as_json=as_json)


def _request(name: str, presets: list[str] | None, embedder: str, questions: tuple[str, int | None, Path]) -> Request:
    split, limit, data = questions
    return Request(name=name, split=split, data=data, presets=tuple(presets or ()), embedder=embedder, limit=limit)


def _bench(request: Request, out: Path, *, as_json: bool) -> None:
    with explained(as_json):
        configure_logs(read_settings())
        need_matplotlib()
        with progress(f"{request.name} {request.split}", "questions") as update:
            result = run(request, update)
        try:
            files = write(result, out, request.stem)
        except OSError as error:
            raise BadSetting(f"the results cannot be written to {str(out)!r}: {error}") from error
    if as_json:
        print_json(result.as_json())
    else:
        _show(result, files)
    if result.failures:
        raise typer.Exit(LEFT_OUT)


def _show(result: Result, files: list[Path]) -> None:
    drawn = summary(result)
    table(drawn.title, drawn.columns, drawn.rows)
    for line in result.task.left_out:
        say(f"left out: {line}")
    for line in result.failures:
        say(f"failed: {line}")
    for file in files:
        say(str(file))
