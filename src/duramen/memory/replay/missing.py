"""What a round rested on and is no longer there, because it was lawfully erased: nothing else takes rows away."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from duramen.domain.record import Record
from duramen.memory.as_of import as_of_now
from duramen.memory.replay.again import question_of
from duramen.memory.workspace import Workspace
from duramen.stores.engine import reading
from duramen.stores.knowledge import children_by_id
from duramen.stores.owners import has_chain
from duramen.stores.persona.reading import leaf_history
from duramen.stores.turns import turns_by_id

_SHOWN = 5


def missing_of(workspace: Workspace, record: Record, trace: Mapping[str, Any], differs: Sequence[str]) -> list[str]:
    """Return in sentences what a round's trace names and the store no longer holds, and of whom else something is gone.

    `differs`: in what the round came out otherwise; another embedder and other templates are reasons of their own.
    """
    rows = [*trace["evidence"], *trace["candidates"]]
    as_of = as_of_now(workspace, (record.person, record.character))
    told = [] if question_of(record) else ["the person's own words in this round"]
    if as_of.person is None:
        return [*told, f"all of {record.person!r}"]
    with reading(workspace.engine) as connection:
        wanted = [row["item"] for row in rows if row["source"] == "experience"]
        there = turns_by_id(connection, as_of.person, wanted)
        told += _told(
            "turn", [row["record"] for row in rows if row["source"] == "experience" and row["item"] not in there]
        )
        found: set[tuple[str, int]] = set()
        documents = [row for row in rows if row["source"] == "knowledge"]
        for base in as_of.bases:
            found |= {
                (child.document_id, item)
                for item, child in children_by_id(connection, base, [row["item"] for row in documents]).items()
            }
        told += _told("passage", [row["record"] for row in documents if (row["record"], row["item"]) not in found])
        for key, owner in (("leaves", as_of.person), ("self_leaves", as_of.own)):
            gone = [
                row["path"]
                for row in trace[key]
                if owner is None
                or not any(held.leaf.version == row["version"] for held in leaf_history(connection, owner, row["path"]))
            ]
            told += _told("leaf", gone)
    bases = {owner.owner_id for owner in as_of.bases}
    for owner_id in trace["at_seq"]:
        now, then = as_of.epochs.get(owner_id), trace["epochs"].get(owner_id, 0)
        if now is None:
            told.append("an owner of which nothing is left")
        elif now > then and not told and not any(line.startswith(("embedder:", "the templates")) for line in differs):
            told.append(f"something of {'a knowledge base' if owner_id in bases else 'this person'} that it rested on")
    return told


def never_here(workspace: Workspace, trace: Mapping[str, Any]) -> bool:
    """Tell whether a round names an owner of whom this store never held anything: it came with an export."""
    with reading(workspace.engine) as connection:
        return any(not has_chain(connection, owner_id) for owner_id in trace["at_seq"])


def _told(kind: str, names: list[str]) -> list[str]:
    if not names:
        return []
    kinds = {"leaf": "leaves"}.get(kind, f"{kind}s")
    listed = ", ".join(dict.fromkeys(names[:_SHOWN]))
    return [f"{len(names)} {kind if len(names) == 1 else kinds} ({listed}{', …' if len(names) > _SHOWN else ''})"]
