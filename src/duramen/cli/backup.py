"""`duramen backup` and `duramen restore`: the whole store in one file, made while others write, and taken back."""

from __future__ import annotations

import sys
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from duramen.cli.options import Home, Json, explained, opened
from duramen.cli.output import counted, print_json, progress, say
from duramen.memory.moving.backup import back_up
from duramen.memory.moving.restore import restore_store
from duramen.memory.place import store_exists


def backup_command(
    target: Annotated[Path, typer.Argument(metavar="TO", help="A file, or a folder for a file with a dated name.")],
    home: Home = None,
    as_json: Json = False,
) -> None:
    """Write one state of the whole store to a file while others go on writing, and prove it."""
    with opened(home, as_json=as_json, reads=True) as memory, progress("backup", "rows") as bar:
        done = back_up(memory.workspace, target, bar)
    if as_json:
        print_json(asdict(done))
        return
    say(f"{counted(sum(done.manifest.rows.values()), 'row')} in {done.path} ({done.size_bytes:,} bytes)")
    say(f"proven: sha256 {done.manifest.sha256}; take it back with `duramen restore {done.path}`")


def restore_command(
    source: Annotated[Path, typer.Argument(metavar="FROM", help="A file that `duramen backup` wrote.")],
    yes: Annotated[bool, typer.Option("--yes", help="Replace the store that is there without asking.")] = False,
    home: Home = None,
    as_json: Json = False,
) -> None:
    """Make a backup the store of this place; one that is there is kept aside, and what was forgotten stays forgotten."""
    with explained(as_json):
        agreed = yes or _agreed(home, as_json)
        with progress("restore", "rows") as bar:
            done = restore_store(source, home, replace=agreed, progress=bar)
    if as_json:
        print_json(asdict(done))
        return
    rows = counted(sum(done.manifest.rows.values()), "row")
    say(f"{rows} of {done.manifest.made_at} restored from {done.source} to {done.target}")
    say(f"proven: sha256 {done.manifest.sha256}")
    if done.forgotten:
        say(f"forgotten again: {counted(done.forgotten, 'forgetting')} made since the backup")
    if done.kept:
        say(f"the store that was there is kept in {done.kept}; delete that folder when you do not need it any more")


def _agreed(home: str | None, as_json: bool) -> bool:
    """Ask whether the store that is there may be replaced; where nobody can be asked, it may not."""
    if as_json or not sys.stdin.isatty() or not store_exists(home):
        return False
    return typer.confirm(
        "There is a store here already. Put the backup in its place, and keep the older one aside?", err=True
    )
