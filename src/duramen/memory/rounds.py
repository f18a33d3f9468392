"""Rounds read back: one whole, the newest, and how many there are of whom."""

from __future__ import annotations

import re

from duramen.domain.record import Record
from duramen.errors import BadSetting, NotFound
from duramen.memory.names import checked_name
from duramen.memory.workspace import Workspace
from duramen.stores.engine import reading
from duramen.stores.owners import OwnerKind
from duramen.stores.records import count_by_character, find_round, list_records, read_record
from duramen.text.border import clean

# More digits than any round's number has, and fewer than a database's integer.
_NUMBER = re.compile(r"[0-9]{1,18}")
MAX_ROUNDS = 1_000_000


def read_round(workspace: Workspace, person: str, named: str) -> Record:
    """Return one round, whole: by its record id, or "character/number"; raises NotFound."""
    owner = workspace.known(OwnerKind.PERSON, checked_name(person, "person"))
    record_id = clean(named).text
    character, slash, number = record_id.rpartition("/")
    with reading(workspace.engine) as connection:
        if slash and _NUMBER.fullmatch(number):
            name = checked_name(character, "character")
            record_id = find_round(connection, owner, name, int(number)) or record_id
        record = read_record(connection, owner, record_id)
    if record is None:
        raise NotFound(f"there is no round {record_id!r} of {person!r}; `duramen rounds --person` lists them")
    return record


def newest_rounds(workspace: Workspace, person: str, character: str | None, limit: int) -> list[Record]:
    """Return the newest rounds by the time they happened, newest last; raises BadSetting for an impossible limit."""
    if not 1 <= limit <= MAX_ROUNDS:
        raise BadSetting(f"the limit {limit} is not between 1 and {MAX_ROUNDS:,}; give another with --limit")
    owner = workspace.known(OwnerKind.PERSON, checked_name(person, "person"))
    chosen = None if character is None else checked_name(character, "character")
    with reading(workspace.engine) as connection:
        return list_records(connection, owner, chosen, limit)


def count_rounds(workspace: Workspace) -> dict[str, dict[str, int]]:
    """Return all persons by name, with their numbers of rounds by character."""
    owners = workspace.owners(OwnerKind.PERSON)
    with reading(workspace.engine) as connection:
        return {owner.name: count_by_character(connection, owner) for owner in owners}
