"""`duramen bench`: measure how well evidence is found on published dialogue sets."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from duramen.cli.bench_listener import listener_command
from duramen.cli.bench_router import router_command
from duramen.cli.bench_speed import speed_command
from duramen.cli.bench_tree import facts_command, growth_command, persona_command
from duramen.cli.bench_writers import writers_command
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

COMMANDS = {
    "realmem": "Find the earlier sessions that a question of a long dialogue rests on (RealMem).",
    "locomo": "Find the turns that a question about a friendship rests on (LoCoMo).",
    "madial": "Find the memories that should come to mind in a talk (MADial-Bench, Chinese).",
}

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


def retrieval_command(
    context: typer.Context,
    preset: Presets = None,
    embedder: EmbedderName = DEFAULT_EMBEDDER,
    split: Split = "report",
    limit: Limit = None,
    data: Data = DATA,
    out: Out = Path("results"),
    as_json: Json = False,
) -> None:
    """Run the benchmark under whose name the command was called; exit 6 when recalls failed."""
    request = Request(
        name=str(context.info_name),
        split=split,
        data=data,
        presets=tuple(preset or ()),
        embedder=embedder,
        limit=limit,
    )
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


app = typer.Typer(help="Measure retrieval, listening, the tree, and speed.", no_args_is_help=True)
app.command("listener")(listener_command)
app.command("speed")(speed_command)
app.command("facts")(facts_command)
app.command("growth")(growth_command)
app.command("persona")(persona_command)
app.command("router")(router_command)
app.command("writers")(writers_command)
for name, about in COMMANDS.items():
    app.command(name, help=about)(retrieval_command)
