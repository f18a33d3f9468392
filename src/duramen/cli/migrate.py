"""`duramen migrate`: a store from a folder to a PostgreSQL database, or back."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer

from duramen.cli.options import Json, explained
from duramen.cli.output import counted, print_json, progress, say
from duramen.memory.moving.migrate import migrate_store

_PLACE = "a folder, or postgresql://USER@HOST/DATABASE"


def migrate_command(
    source: Annotated[str, typer.Argument(metavar="FROM", help=f"The store that is copied: {_PLACE}.")],
    target: Annotated[str, typer.Argument(metavar="TO", help=f"Where to; no store or an empty one: {_PLACE}.")],
    as_json: Json = False,
) -> None:
    """Copy a store from a folder to a PostgreSQL database or back, and prove that both hold the same."""
    with explained(as_json), progress("migrate", "rows") as bar:
        done = migrate_store(source, target, bar)
    if as_json:
        print_json(asdict(done))
        return
    say(f"{counted(sum(done.rows.values()), 'row')} copied from {done.source} to {done.target}")
    say(f"both hold the same: sha256 {done.digest}")
    say(f"{done.source} stays as it is; go on with --home {done.target}")
