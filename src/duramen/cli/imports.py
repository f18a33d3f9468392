"""`duramen import`: a chat export into a person's records."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from duramen.cli.names import telling_new_names
from duramen.cli.options import LEFT_OUT, Character, Home, Json, Person, Timezone, opened
from duramen.cli.output import counted, moment_text, print_json, progress, say
from duramen.memory.observe import Imported

SHOWN_PROBLEMS = 20


def import_command(
    file: Annotated[Path, typer.Argument(help="The export: json, jsonl, csv, txt or zip.")],
    person: Person,
    character: Character = "",
    format: Annotated[str, typer.Option("--format", help="auto, or a format's name.")] = "auto",
    timezone: Timezone = "",
    member: Annotated[
        str, typer.Option("--member", help="Who the person is in a file of several people.", show_default=False)
    ] = "",
    home: Home = None,
    as_json: Json = False,
) -> None:
    """Import a chat export; importing it again adds nothing."""
    with (
        opened(home, as_json=as_json, timezone=timezone) as memory,
        telling_new_names(memory, person=person),
        progress(f"import {file.name}", "rounds") as bar,
    ):
        done = memory.import_dialogue(
            file, person=person, character=character, format=format, timezone=timezone, member=member, progress=bar
        )
    print_json(imported_json(done)) if as_json else _show(done)
    for problem in done.problems[:SHOWN_PROBLEMS]:
        sys.stderr.write(f"warning: {problem.where}: {problem.what}\n")
    if len(done.problems) > SHOWN_PROBLEMS:
        sys.stderr.write(f"warning: and {len(done.problems) - SHOWN_PROBLEMS} more; --json lists all\n")
    if done.problems:
        raise typer.Exit(LEFT_OUT)


def imported_json(done: Imported) -> dict[str, Any]:
    """Return what an import did as JSON has it."""
    return {
        "format": done.format,
        "person": done.person,
        "character": done.character,
        "rounds": done.rounds,
        "messages": done.messages,
        "known": done.known,
        "documents": done.documents,
        "skipped": done.skipped,
        "first_at": done.first_at.iso() if done.first_at else None,
        "last_at": done.last_at.iso() if done.last_at else None,
        "notes": list(done.notes),
        "problems": [{"where": problem.where, "what": problem.what} for problem in done.problems],
    }


def _show(done: Imported) -> None:
    if done.documents:
        say(
            f"{done.format}: {counted(done.documents, 'entry is', 'entries are')} in the knowledge base {done.character!r}"
        )
        return
    span = f", {moment_text(done.first_at)} to {moment_text(done.last_at)}" if done.first_at else ""
    say(
        f"{done.format}: {counted(done.rounds, 'round')} with {counted(done.messages, 'message')} of {done.person} and {done.character}"
        f"{span}; {counted(done.known, 'message was', 'messages were')} known already"
    )
    for kind, count in sorted(done.skipped.items()):
        say(f"  left out: {count} × {kind}")
    for note in done.notes:
        say(f"  note: {note}")
