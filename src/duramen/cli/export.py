"""`duramen export`: everything of a person as JSON lines, to read and to take elsewhere."""

from __future__ import annotations

import sys
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from duramen.cli.names import the_person
from duramen.cli.options import Home, Json, KnownPerson, opened
from duramen.cli.output import counted, print_json, progress
from duramen.errors import BadSetting
from duramen.memory.moving.export import Exported, export_person
from duramen.memory.moving.export_lines import Wanted
from duramen.memory.names import checked_bases, checked_name, optional_name
from duramen.memory.open import Memory

STDOUT = "-"


def export_command(
    person: KnownPerson = None,
    target: Annotated[str, typer.Option("--to", help="The file, or - for standard output.")] = STDOUT,
    character: Annotated[
        str, typer.Option("--character", help="Only the talks with this one, without the tree.", show_default=False)
    ] = "",
    bases: Annotated[
        list[str] | None, typer.Option("--base", help="With this knowledge base (repeat for more).")
    ] = None,
    without_vectors: Annotated[
        bool, typer.Option("--without-vectors", help="To be read by people: a fraction of the size.")
    ] = False,
    for_others: Annotated[
        bool,
        typer.Option("--for-others", help="For somebody else: without keys, workings, and leaves not to be shown."),
    ] = False,
    home: Home = None,
    as_json: Json = False,
) -> None:
    """Export everything of a person as JSON lines that `duramen import` takes back as they were."""
    with opened(home, as_json=as_json, reads=True) as memory:
        if target == STDOUT and as_json:
            raise BadSetting("--json tells what was exported on standard output; give the export a file with --to FILE")
        wanted = Wanted(
            person=checked_name(the_person(memory, person), "person"),
            character=optional_name(character, "character"),
            bases=checked_bases(bases) or (),
            vectors=not (without_vectors or for_others),
            for_others=for_others,
        )
        done = _exported(memory, wanted, target)
    if as_json:
        print_json({"file": target, **asdict(done)})
    else:
        told = ", ".join(f"{number:,} {kind}" for kind, number in done.lines.items() if number)
        where = "" if target == STDOUT else f" to {target}"
        sys.stderr.write(f"{counted(sum(done.lines.values()), 'line')}{where}, {done.size_bytes:,} bytes: {told}\n")


def _exported(memory: Memory, wanted: Wanted, target: str) -> Exported:
    if target == STDOUT:
        return export_person(memory.workspace, wanted, sys.stdout.buffer)
    with progress("export", "lines") as bar:
        return export_person(memory.workspace, wanted, Path(target), bar)
