"""`duramen persons`, `rounds`, `round` and `status`: what the store holds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

import typer

from duramen.cli.names import the_person
from duramen.cli.options import Home, Json, KnownPerson, opened
from duramen.cli.output import counted, mark_lines, moment_text, print_json, record_json, say, table


def persons_command(home: Home = None, as_json: Json = False) -> None:
    """List the persons and their rounds with each character."""
    with opened(home, as_json=as_json, reads=True) as memory:
        persons = memory.persons()
    if as_json:
        print_json(persons)
        return
    rows = [[name, ", ".join(f"{c}: {n}" for c, n in counts.items()) or "none"] for name, counts in persons.items()]
    table("", ["person", "rounds"], rows) if rows else say("nobody yet; `duramen import FILE --person NAME`")


def rounds_command(
    person: KnownPerson = None,
    character: Annotated[str | None, typer.Option("--character", help="With this character only.")] = None,
    limit: Annotated[int, typer.Option("--limit", help="How many, the newest.")] = 20,
    home: Home = None,
    as_json: Json = False,
) -> None:
    """List a person's newest rounds, in the order in which they happened."""
    with opened(home, as_json=as_json, reads=True) as memory:
        records = memory.rounds(person=the_person(memory, person), character=character, limit=limit)
    if as_json:
        print_json([record_json(record) for record in records])
        return
    for record in records:
        state = "" if record.state.value == "complete" else f" [{record.state.value}]"
        say(f"{record.character}/{record.round}  {moment_text(record.happened_at)}{state}  {record.record_id}")
        for turn in record.turns:
            say(f"    {turn.speaker or turn.role.value}: {turn.text}")
        for line in mark_lines(record):
            say(f"    ! {line}")


def round_command(
    record: Annotated[str, typer.Argument(help="A record id, or CHARACTER/NUMBER.")],
    person: KnownPerson = None,
    home: Home = None,
    as_json: Json = False,
) -> None:
    """Show one round, whole."""
    with opened(home, as_json=as_json, reads=True) as memory:
        found = memory.read(record, person=the_person(memory, person))
    if as_json:
        print_json(record_json(found))
        return
    say(f"{found.character}/{found.round}  {moment_text(found.happened_at)}  {found.state.value}  {found.channel}")
    for turn in found.turns:
        say(f"  {turn.speaker or turn.role.value}: {turn.text}{'' if turn.retrievable else '  (never found again)'}")
    for line in mark_lines(found):
        say(f"  ! {line}")
    if found.answer is not None:
        say(f"  model {found.answer.model}, preset {found.answer.preset}, state {found.answer.reply_state}")
        say(f"  analysis: {found.answer.analysis}")
        _show_reading(found.answer.trace)
        for row in found.answer.trace["evidence"]:
            say(f"  {row['id']}: {row['source']} item {row['item']}, rank {row['rank']}, score {row['score']:.3f}")


def _show_reading(trace: Mapping[str, Any]) -> None:
    """Print which level ran, why each source was read or not, and which leaves were shown."""
    if route := trace.get("route"):
        say(f"  level {route['level']}")
        for source in ("profile", "experience", "knowledge"):
            say(f"  {source} {route[source]['depth']}: {route[source]['reason'][trace['language']]}")
    for row in trace.get("leaves", ()):
        say(f"  {row['id']}: {row['path']}, version {row['version']}{', past' if row['past'] else ''}")


def status_command(home: Home = None, as_json: Json = False) -> None:
    """Show what the store holds and which settings rule."""
    with opened(home, as_json=as_json, reads=True) as memory:
        settings, identity = memory.workspace.settings, memory.workspace.stored_identity()
        persons, documents, cards = memory.persons(), memory.documents(), memory.characters()
        place, waiting, size = memory.workspace.place, memory.waiting(), memory.workspace.size_bytes()
    values = {
        "home": place.shown,
        "bytes": size,
        "persons": len(persons),
        "rounds": sum(sum(counts.values()) for counts in persons.values()),
        "documents": len(documents),
        "characters": len(cards),
        "without_vector": waiting,
        "vectors_from": None if identity is None else identity.name,
        "embedder": settings.embedder,
        "model": settings.model,
        "preset": settings.preset,
        "timezone": memory.workspace.zone,
    }
    if as_json:
        print_json(values)
    else:
        if waiting:
            found_by = "its words alone; `duramen reindex` fills it in"
            if waiting > 1:
                found_by = "their words alone; `duramen reindex` fills them in"
            values["without_vector"] = f"{counted(waiting, 'text')}, found by {found_by}"
        for name, value in values.items():
            say(f"{name:14} {value}")
