"""Cards and schemas that came with an own export: those whose name the store does not hold are added, as they were."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from duramen.errors import InputError
from duramen.memory.characters import CARDS_OWNER, check_card_values
from duramen.memory.moving.export_reading import Line
from duramen.memory.persona.schemas import SCHEMAS_OWNER
from duramen.memory.workspace import Workspace
from duramen.stores.named import CARDS, SCHEMAS, Named, all_named, put_named, retire_named
from duramen.stores.owners import OwnerKind
from duramen.stores.portable.kinds import CARD, KINDS, SCHEMA
from duramen.stores.writing import OwnerWrite, owner_write

_PLACES = {CARD.name: (OwnerKind.CARDS, CARDS_OWNER, CARDS), SCHEMA.name: (OwnerKind.SCHEMAS, SCHEMAS_OWNER, SCHEMAS)}


def add_missing_named(workspace: Workspace, lines: Sequence[Line]) -> list[str]:
    """Add all versions of the cards and schemas that the store lacks; returns a note for each that it has otherwise."""
    notes = []
    by_name: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for line in lines:
        try:
            row, _ = KINDS[line.kind].rows(
                {name: one for name, one in line.plain.items() if name not in ("line", "of")}
            )
            if line.kind == CARD.name:
                check_card_values(json.loads(row["card"]))
        except InputError as error:
            raise line.error(str(error)) from error
        by_name.setdefault((line.kind, row["name"]), []).append(row)
    for (kind, name), rows in by_name.items():
        owner_kind, called, named = _PLACES[kind]
        owner = workspace.owner(owner_kind, called)
        with owner_write(workspace.engine, owner) as write:
            held = all_named(write.connection, named, owner, name)
            if held == [row[named.text] for row in rows]:
                continue
            if held:
                notes.append(f"the {kind} {name!r} is another one here, and stays as it is")
                continue
            for row in rows:
                _put(write, named, row)
            if rows[-1]["died_seq"] is not None:
                retire_named(write, named, name)
    return notes


def _put(write: OwnerWrite, named: Named, row: dict[str, Any]) -> None:
    values = {column: value for column, value in row.items() if column not in ("name", named.text, "died_seq")}
    put_named(write, named, row["name"], row[named.text], **values)
