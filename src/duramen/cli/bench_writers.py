"""`duramen bench writers`: many writers and readers on one store at once."""

from __future__ import annotations

import tempfile
from dataclasses import asdict
from typing import Annotated

import typer

from duramen.cli.logs import configure_logs
from duramen.cli.options import Home, Json, explained
from duramen.cli.output import print_json, table
from duramen.evaluation.speed.report import cells
from duramen.evaluation.speed.writers import WritersOptions, run_writers
from duramen.settings import read_settings


def writers_command(
    home: Home = None,
    writers: Annotated[int, typer.Option("--writers", min=1, help="How many write at once.")] = 16,
    rounds: Annotated[int, typer.Option("--rounds", min=1, help="How many rounds each of them writes.")] = 200,
    readers: Annotated[int, typer.Option("--readers", min=0, help="How many ask meanwhile.")] = 4,
    processes: Annotated[int, typer.Option("--processes", min=1, help="Over how many processes all are spread.")] = 1,
    as_json: Json = False,
) -> None:
    """Measure rounds a second in an empty store (--home; else a folder that is removed), and count what is lost."""
    options = WritersOptions(writers=writers, rounds=rounds, readers=readers, processes=processes)
    with explained(as_json), tempfile.TemporaryDirectory(prefix="duramen-writers-") as folder:
        configure_logs(read_settings())
        figures = run_writers(home or folder, options)
    if as_json:
        print_json({"options": asdict(options), "figures": [asdict(figure) for figure in figures]})
    else:
        table("Writers", ["", "figure", "median", "p95", "n", "target", ""], [cells(figure) for figure in figures])
