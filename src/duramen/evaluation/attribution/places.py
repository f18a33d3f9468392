"""Where a needed piece of evidence stands in the store: the turns, passages and leaves of which any one will do.

In: a piece as gold names it. Out: `Place`s; none for what was never stored.
"""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection, select

from duramen.errors import NotFound
from duramen.memory.rounds import read_round
from duramen.memory.workspace import Workspace
from duramen.stores.owners import Owner, OwnerKind
from duramen.stores.tables import children, documents, parents, records, turns


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnPlace:
    """A turn, with when it came and went, and what a search must match: its character, its session, its time."""

    turn_id: int
    character: str
    session: str
    born_seq: int
    died_seq: int | None
    retrievable: bool
    happened_us: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PassagePlace:
    """A passage of a document in a base, with when it came and went."""

    child_id: int
    document_id: str
    base_id: str
    born_seq: int
    died_seq: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class LeafPlace:
    """A leaf of the person's tree, by its path."""

    path: str


Place = TurnPlace | PassagePlace | LeafPlace


def places_of(workspace: Workspace, connection: Connection, owner: Owner, piece: tuple[str, str]) -> list[Place]:
    """Return the places of a piece (kind, name) in a person's memory, in order of their rows."""
    kind, name = piece
    if kind == "leaf":
        return [LeafPlace(path=name)]
    if kind == "document":
        return list(_passages(workspace, connection, documents.c.origin.endswith(name, autoescape=True)))
    if kind == "turn":
        wanted = turns.c.turn_id == int(name) if name.isdecimal() and len(name) < 19 else None
        return [] if wanted is None else list(_turns(connection, owner, wanted))
    if kind == "round":
        try:
            record = read_round(workspace, owner.name, name)
        except NotFound:
            return []
        return list(_turns(connection, owner, turns.c.record_id == record.record_id))
    said = _turns(connection, owner, turns.c.text.contains(name, autoescape=True))
    return [*said, *_passages(workspace, connection, parents.c.text.contains(name, autoescape=True))]


def _turns(connection: Connection, owner: Owner, wanted: object) -> list[TurnPlace]:
    on = (records.c.owner_id == turns.c.owner_id) & (records.c.record_id == turns.c.record_id)
    rows = connection.execute(
        select(
            turns.c.turn_id,
            records.c.character,
            records.c.session,
            turns.c.born_seq,
            turns.c.died_seq,
            turns.c.retrievable,
            turns.c.happened_us,
        )
        .select_from(turns.join(records, on))
        .where(turns.c.owner_id == owner.owner_id, wanted)  # type: ignore[arg-type]
        .order_by(turns.c.turn_id)
    )
    return [TurnPlace(**{**row._mapping, "retrievable": bool(row.retrievable)}) for row in rows]


def _passages(workspace: Workspace, connection: Connection, wanted: object) -> list[PassagePlace]:
    bases = [base.owner_id for base in workspace.owners(OwnerKind.BASE)]
    of_parent = (parents.c.owner_id == children.c.owner_id) & (parents.c.parent_id == children.c.parent_id)
    of_document = (documents.c.owner_id == children.c.owner_id) & (documents.c.document_id == children.c.document_id)
    rows = connection.execute(
        select(
            children.c.child_id,
            children.c.document_id,
            children.c.owner_id.label("base_id"),
            children.c.born_seq,
            children.c.died_seq,
        )
        .select_from(children.join(parents, of_parent).join(documents, of_document))
        .where(children.c.owner_id.in_(bases), wanted)  # type: ignore[arg-type]
        .order_by(children.c.owner_id, children.c.child_id)
    )
    return [PassagePlace(**row._mapping) for row in rows]
