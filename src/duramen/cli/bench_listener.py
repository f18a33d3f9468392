"""`duramen bench listener`: measure what a listener writes, and does not write, on the labelled windows."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated, Any

import typer

from duramen.cli.options import Json, explained
from duramen.cli.output import print_json, progress, say, table
from duramen.errors import BadSetting
from duramen.evaluation.listening import RESAMPLES, SEED, Listened, failures, figures, groups, listen_to_all
from duramen.evaluation.listening_report import overview, write, write_failures
from duramen.evaluation.provenance import commit, machine
from duramen.evaluation.tasks.listener import WindowSet, load
from duramen.models.listeners.catalog import open_listener
from duramen.models.options import ServerOptions
from duramen.schemas import load_schema
from duramen.settings import Settings, read_settings

Name = Annotated[str, typer.Option("--listener", help="rules, or another listener by its name.")]
Split = Annotated[str, typer.Option("--split", help="tune or report.")]
Language = Annotated[str | None, typer.Option("--language", help="zh or en alone.", show_default=False)]
Failures = Annotated[
    Path | None, typer.Option("--failures", help="Write each window that went wrong here.", show_default=False)
]
Out = Annotated[Path, typer.Option("--out", help="Where the tables are written.")]


def listener_command(
    listener: Name = "rules",
    split: Split = "report",
    language: Language = None,
    failed: Failures = None,
    out: Out = Path("results"),
    as_json: Json = False,
) -> None:
    """Hold a listener's operations against those that hand-labelled windows call for."""
    with explained(as_json):
        windows = load(split, language)
        opened = open_listener(listener, _options(read_settings()))
        with progress(f"listener {split}", "windows") as update:
            heard = listen_to_all(opened, windows, load_schema("core"), update)
        report = _report(opened.name, windows, heard)
        stem = "-".join(["listener", re.sub(r"[^\w.-]+", "_", listener), split, *([language] if language else [])])
        try:
            files = write(report, out, stem)
            if failed is not None:
                write_failures(failures(heard), failed)
        except OSError as error:
            raise BadSetting(f"the results cannot be written: {error}") from error
    if as_json:
        print_json(report)
        return
    drawn = overview(report)
    table(drawn.title, drawn.columns, drawn.rows)
    for file in [*files, *([failed] if failed else [])]:
        say(str(file))


def _options(settings: Settings) -> ServerOptions:
    return ServerOptions(
        base_url=settings.base_url, api_key=settings.api_key.get_secret_value(), timeout_s=settings.timeout_s
    )


def _report(name: str, windows: WindowSet, heard: list[Listened]) -> dict[str, Any]:
    return {
        "listener": name,
        "split": windows.split,
        "commit": commit(),
        "data_hash": windows.data_hash,
        "machine": machine(),
        "seed": SEED,
        "resamples": RESAMPLES,
        "seconds": sum(one.seconds for one in heard),
        "all": figures(heard),
        **groups(heard),
    }
