"""`duramen persona`: the tree of who a person is now; read it, ask where it comes from, and change it."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from duramen.cli import persona_output as out
from duramen.cli.options import LEFT_OUT, Home, Json, Person, Timezone, explained, opened, written
from duramen.cli.output import print_json, say, table
from duramen.domain.operations import Kind
from duramen.errors import BadSetting, InputError, UnreadableFile
from duramen.memory.files import MAX_FILE_BYTES, read_file
from duramen.memory.persona import Edited
from duramen.text.encodings import decode

app = typer.Typer(help="A person's tree: show, explain, change, restore.", no_args_is_help=True)

Self = Annotated[
    str,
    typer.Option("--character", help="What this character said of itself to the person.", show_default=False),
]
LeafPath = Annotated[str, typer.Argument(metavar="PATH", help="A leaf, e.g. home.city.")]
Reason = Annotated[str, typer.Option("--reason", help="Why, for the history.", show_default=False)]
Until = Annotated[str, typer.Option("--until", help="Until when it was so, e.g. 2024-05.", show_default=False)]
Since = Annotated[str, typer.Option("--since", help="Since when it is so, e.g. 2024-05.", show_default=False)]
DecisionId = Annotated[int, typer.Argument(metavar="ID", help="As `duramen persona waiting` prints it.")]


@app.command("show")
def show(
    person: Person,
    at: Annotated[str, typer.Option("--at", help="What was so at this time.", show_default=False)] = "",
    version: Annotated[int | None, typer.Option("--version", help="The tree at this version.")] = None,
    timezone: Timezone = "",
    character: Self = "",
    home: Home = None,
    as_json: Json = False,
) -> None:
    """Show the tree: who the person is now, or was."""
    with opened(home, as_json=as_json, timezone=timezone, reads=True) as memory:
        shown = memory.persona.show(person=person, character=character, version=version, at=at or None)
    print_json(out.shown_json(shown)) if as_json else out.say_tree(shown, memory.workspace.zone)


@app.command("history")
def history(path: LeafPath, person: Person, character: Self = "", home: Home = None, as_json: Json = False) -> None:
    """Show every value that a leaf has held, with its times, writer, reason and sources."""
    with opened(home, as_json=as_json, reads=True) as memory:
        values = memory.persona.history(path, person=person, character=character)
    if as_json:
        print_json([out.value_json(value) for value in values])
    elif values:
        out.say_history(values, memory.workspace.zone)
    else:
        say(f"nothing was ever written into {path}")


@app.command("explain")
def explain(path: LeafPath, person: Person, character: Self = "", home: Home = None, as_json: Json = False) -> None:
    """Show the words that a value rests on, when they were said, and who wrote it."""
    with opened(home, as_json=as_json, reads=True) as memory:
        explained = memory.persona.explain(path, person=person, character=character)
    print_json(out.explained_json(explained)) if as_json else out.say_explanation(explained, memory.workspace.zone)


@app.command("versions")
def versions(
    person: Person,
    limit: Annotated[int, typer.Option("--limit", help="How many, the newest.")] = 20,
    character: Self = "",
    home: Home = None,
    as_json: Json = False,
) -> None:
    """List the versions of the tree, the newest last."""
    with opened(home, as_json=as_json, reads=True) as memory:
        found = memory.persona.versions(person=person, character=character, limit=limit)
    if as_json:
        print_json([out.version_json(version) for version in found])
        return
    rows = [
        [str(v.version), out.written(v.recorded_us, memory.workspace.zone), v.cause, v.writer, v.schema] for v in found
    ]
    if rows:
        table("", ["version", "written", "by way of", "writer", "schema"], rows)
    else:
        say("nothing was written yet; `duramen persona set PATH VALUE` writes a leaf")


@app.command("diff")
def diff(
    first: Annotated[int, typer.Argument(metavar="N", help="A version.")],
    second: Annotated[int, typer.Argument(metavar="M", help="Another version.")],
    person: Person,
    character: Self = "",
    home: Home = None,
    as_json: Json = False,
) -> None:
    """Compare two versions of the tree."""
    with opened(home, as_json=as_json, reads=True) as memory:
        found = memory.persona.diff(first, second, person=person, character=character)
    print_json([out.difference_json(one) for one in found]) if as_json else out.say_differences(found)


@app.command("restore")
def restore(
    version: Annotated[int, typer.Argument(metavar="N", help="The version to go back to; 0 is the empty tree.")],
    person: Person,
    character: Self = "",
    home: Home = None,
    as_json: Json = False,
) -> None:
    """Make the tree what it was at a version, as a new version; nothing of the history is lost."""
    with opened(home, as_json=as_json, reads=True) as memory:
        edited = memory.persona.restore(version, person=person, character=character)
    _print_edited(edited, f"restored version {version}", as_json)


@app.command("set")
def set_(
    path: LeafPath,
    value: Annotated[str, typer.Argument(metavar="VALUE", help="What it shall say.")],
    person: Person,
    since: Since = "",
    until: Until = "",
    reason: Reason = "",
    timezone: Timezone = "",
    character: Self = "",
    home: Home = None,
    as_json: Json = False,
) -> None:
    """Write a leaf by hand; what stood there stays in the history."""
    edited = written(
        home,
        lambda memory: memory.persona.set(
            path,
            value,
            person=person,
            character=character,
            since=since or None,
            until=until or None,
            reason=reason,
        ),
        as_json=as_json,
        timezone=timezone,
    )
    _print_edited(edited, f"set {path}", as_json)


@app.command("delete")
def delete(
    path: LeafPath,
    person: Person,
    until: Until = "",
    reason: Reason = "",
    timezone: Timezone = "",
    character: Self = "",
    home: Home = None,
    as_json: Json = False,
) -> None:
    """Take a value out of the tree; its history is kept."""
    with opened(home, as_json=as_json, timezone=timezone, reads=True) as memory:
        edited = memory.persona.delete(path, person=person, character=character, until=until or None, reason=reason)
    _print_edited(edited, f"deleted {path}", as_json)
    if not as_json and not character:
        _tell_of_forgetting(path)


@app.command("migrate")
def migrate(
    schema: Annotated[
        str, typer.Argument(metavar="SCHEMA", help="A schema, or several plugged together: core+skills.")
    ],
    person: Person,
    move: Annotated[
        list[str] | None, typer.Option("--move", help="OLD=NEW: a leaf that stands elsewhere there (repeat for more).")
    ] = None,
    character: Self = "",
    home: Home = None,
    as_json: Json = False,
) -> None:
    """Carry the tree over to another schema without losing a value; `restore` takes it back."""
    with opened(home, as_json=as_json, reads=True) as memory:
        edited = memory.persona.migrate(schema, person=person, character=character, moves=_moves(move or []))
    _print_edited(edited, f"moved to schema {schema}", as_json)


@app.command("apply")
def apply(
    file: Annotated[Path, typer.Argument(help="Operations, one a line; - for standard input.")],
    person: Person,
    schema: Annotated[str, typer.Option("--schema", help="Else the tree's own.", show_default=False)] = "",
    policy: Annotated[
        str, typer.Option("--policy", help="normal, strict (all or nothing), review (all waits).")
    ] = "normal",
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say what would happen.")] = False,
    character: Self = "",
    home: Home = None,
    as_json: Json = False,
) -> None:
    """Put operations through the gate, and print each decision with its code."""
    with explained(as_json):
        text = _text(file)
    applied = written(
        home,
        lambda memory: memory.persona.apply(
            text, person=person, character=character, schema=schema, policy=policy, dry_run=dry_run
        ),
        keep=lambda done: not dry_run and any(one.outcome in ("applied", "waits") for one in done.decisions),
        as_json=as_json,
    )
    print_json(out.applied_json(applied)) if as_json else out.say_applied(applied)
    left_out = any(decision.outcome in ("refused", "returned") for decision in applied.decisions)
    if left_out or applied.refused or applied.partial:
        raise typer.Exit(LEFT_OUT)


@app.command("waiting")
def waiting(person: Person, character: Self = "", home: Home = None, as_json: Json = False) -> None:
    """List operations that wait for the person to say yes or no."""
    with opened(home, as_json=as_json, reads=True) as memory:
        found = memory.persona.waiting(person=person, character=character)
    print_json([out.waiting_json(one) for one in found]) if as_json else out.say_waiting(found)


@app.command("accept")
def accept(
    decision: DecisionId, person: Person, character: Self = "", home: Home = None, as_json: Json = False
) -> None:
    """Apply an operation that waits."""
    with opened(home, as_json=as_json, reads=True) as memory:
        applied = memory.persona.accept(decision, person=person, character=character)
    print_json(out.applied_json(applied)) if as_json else out.say_applied(applied)
    operation = applied.decisions[0].proposal.operation
    if operation.kind is Kind.DELETE and not as_json and not character:
        _tell_of_forgetting(operation.path)


@app.command("reject")
def reject(
    decision: DecisionId, person: Person, character: Self = "", home: Home = None, as_json: Json = False
) -> None:
    """Drop an operation that waits; that it was proposed stays on record."""
    with opened(home, as_json=as_json, reads=True) as memory:
        rejected = memory.persona.reject(decision, person=person, character=character)
    if as_json:
        print_json(out.decision_json(rejected))
    else:
        say(f"rejected: {rejected.proposal.operation}")


def _tell_of_forgetting(path: str) -> None:
    """Say, to whoever took a value out of the tree, how it is forgotten: "forget that" may have meant this."""
    sys.stderr.write(f"the history keeps it; `duramen forget --path {path}` erases it for good\n")


def _print_edited(edited: Edited, done: str, as_json: bool) -> None:
    print_json(out.edited_json(edited)) if as_json else out.say_edited(edited, done)


def _moves(given: list[str]) -> dict[str, str]:
    moves = {}
    for one in given:
        old, equals, new = one.partition("=")
        if not (old and equals and new):
            raise BadSetting(f"--move {one!r} is not of the form OLD=NEW, as in --move work.job=work.occupation")
        moves[old] = new
    return moves


def _text(file: Path) -> str:
    """Return the text of a file in whatever encoding it is, with plain line ends; values are written as they stand there."""
    data = sys.stdin.buffer.read(MAX_FILE_BYTES) if str(file) == "-" else read_file(file)
    if not data.strip():
        return ""
    try:
        decoded = decode(data)
    except UnreadableFile as error:
        raise UnreadableFile(f"{str(file)!r}: {error}") from error
    if decoded.replaced:
        raise InputError(
            f"{str(file)!r} holds {decoded.replaced} damaged characters, and values are written as they stand; save it as "
            "UTF-8 and try again"
        )
    return decoded.text.replace("\r\n", "\n")
