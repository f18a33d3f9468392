"""`duramen import`: a chat export into a person's records."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from duramen.cli.names import telling_new_names
from duramen.cli.options import LEFT_OUT, Character, Home, Json, Timezone, opened
from duramen.cli.output import counted, moment_text, print_json, progress, say, say_aside, tell_masked
from duramen.domain.dialogue import Problem
from duramen.errors import BadSetting
from duramen.memory.everyone import ImportedEveryone
from duramen.memory.moving.export_reading import exported_person
from duramen.memory.observe import LOREBOOK, Imported

SHOWN_PROBLEMS = 20


def import_command(
    file: Annotated[Path, typer.Argument(help="The export: json, jsonl, csv, txt or zip; or one of `duramen export`.")],
    person: Annotated[
        str,
        typer.Option(
            "--person", help="Who talks; with --everyone, who is meant by 我, me or user.", show_default=False
        ),
    ] = "",
    everyone: Annotated[
        bool, typer.Option("--everyone", help="Import a group chat for each human in it, as a person of their own.")
    ] = False,
    character: Character = "",
    format: Annotated[str, typer.Option("--format", help="auto, or a format's name.")] = "auto",
    timezone: Timezone = "",
    member: Annotated[
        str,
        typer.Option(
            "--member",
            help="Who the person is in a file of several people, or which chat of several.",
            show_default=False,
        ),
    ] = "",
    home: Home = None,
    as_json: Json = False,
) -> None:
    """Import a chat export, for one person or for everyone in it, or an export of duramen; again adds nothing."""
    own = exported_person(file)
    person = person or own
    options = {"person": person, "character": character, "format": format, "timezone": timezone, "member": member}
    done: Imported | ImportedEveryone
    with opened(home, as_json=as_json, timezone=timezone) as memory:
        if everyone:
            with progress(f"import {file.name}", "messages") as bar:
                done = memory.import_everyone(file, **options, progress=bar)
        elif not person:
            raise BadSetting(
                "say whose chat it is with --person NAME, or import it for each human in it with --everyone"
            )
        else:
            with (
                telling_new_names(memory, person=person),
                progress(f"import {file.name}", "lines" if own else "rounds") as bar,
            ):
                done = memory.import_dialogue(file, **options, progress=bar)
    tell_masked(done.masked)
    if isinstance(done, ImportedEveryone):
        print_json(everyone_json(done)) if as_json else _show_everyone(done)
    else:
        print_json(imported_json(done)) if as_json else _show(done)
    _warn(done.problems)


def _warn(problems: tuple[Problem, ...]) -> None:
    """List what was left out on standard error, and leave with the exit code that says so."""
    for problem in problems[:SHOWN_PROBLEMS]:
        say_aside(f"warning: {problem.where}: {problem.what}\n")
    if len(problems) > SHOWN_PROBLEMS:
        say_aside(f"warning: and {len(problems) - SHOWN_PROBLEMS} more; --json lists all\n")
    if problems:
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
        "masked": done.masked,
        "problems": [{"where": problem.where, "what": problem.what} for problem in done.problems],
    }


def everyone_json(done: ImportedEveryone) -> dict[str, Any]:
    """Return what an import for everyone did as JSON has it."""
    return {
        "format": done.format,
        "members": [
            {**imported_json(member.done), "words": member.words, "new": member.new} for member in done.members
        ],
        "bots": done.bots,
        "skipped": done.skipped,
        "notes": list(done.notes),
        "masked": done.masked,
        "problems": [{"where": problem.where, "what": problem.what} for problem in done.problems],
    }


def _show_everyone(done: ImportedEveryone) -> None:
    people = counted(len(done.members), "person", "people") if done.members else "nobody"
    times = [moment for member in done.members for moment in (member.done.first_at, member.done.last_at) if moment]
    first, last = (pick(times, key=lambda moment: moment.at_us or 0, default=None) for pick in (min, max))
    say(f"{done.format}: {people}{f', {moment_text(first)} to {moment_text(last)}' if first else ''}")
    for member in done.members:
        one = member.done
        say(
            f"  {one.person}{'' if member.new else ', known here'}: {counted(member.words, 'message')} of their own; "
            f"{counted(one.rounds, 'round')} with {counted(one.messages, 'message')} stored, {one.known} known already"
        )
    for name, count in sorted(done.bots.items()):
        say(f"  nobody: {name} with {counted(count, 'message')}, as a bot or an assistant")
    for kind, count in sorted(done.skipped.items()):
        say(f"  left out: {count} × {kind}")
    for note in done.notes:
        say(f"  note: {note}")
    if any(member.done.messages for member in done.members):
        say("hear what each of them said into their trees with `duramen listen --everyone`")


def _show(done: Imported) -> None:
    if done.format == LOREBOOK:
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
