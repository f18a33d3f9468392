"""Rows of knowledge: documents, their parents (what a model reads) and children (what is matched)."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from sqlalchemy import Connection, Row, and_, bindparam, func, select

from duramen.domain.knowledge import Span
from duramen.domain.time import Moment
from duramen.stores.owners import Owner
from duramen.stores.rows import IN_BATCH, before_first_born, living, moment_of, moment_values
from duramen.stores.tables import children, documents, parents
from duramen.stores.writing import OwnerWrite


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """A document as stored; `origin` names it within its base."""

    document_id: str
    base: str
    origin: str
    title: str
    media_type: str
    encoding: str
    content_hash: bytes
    characters: int
    dated: Moment
    recorded_us: int
    extra: dict[str, Any] = field(default_factory=dict)
    parents: int = 0
    children: int = 0


class ChildRow(NamedTuple):
    """A child as a search reads it, with its parent's text and its document's origin and time.

    A tuple for the same reason as `records.TurnRow`; the columns stand as `_all_joined` selects them.
    """

    child_id: int
    parent_id: int
    document_id: str
    start: int
    end: int
    parent_text: str
    origin: str
    title: str
    recorded_us: int
    happened_us: int | None
    zone: str
    offset_minutes: int
    precision: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ParentDraft:
    """A parent's text with its children as spans in that text and their vectors, in order."""

    text: str
    children: tuple[Span, ...]
    vectors: tuple[bytes, ...]


def add_document(write: OwnerWrite, document: Document, drafts: Sequence[ParentDraft]) -> None:
    """Store a document; an older one of the same origin dies in the same transaction (A1)."""
    retire_document(write, document.origin)
    write.insert(documents, [_document_values(write, document)])
    first_parent = write.take_items(len(drafts))
    first_child = write.take_items(sum(len(draft.children) for draft in drafts))
    parent_rows: list[dict[str, Any]] = []
    child_rows: list[dict[str, Any]] = []
    for at, draft in enumerate(drafts):
        keys = {
            "document_id": document.document_id,
            "parent_id": first_parent + at,
        }
        parent_rows.append({**keys, "position": at, "text": draft.text})
        for span, vector in zip(draft.children, draft.vectors, strict=True):
            child_rows.append(
                {
                    **keys,
                    "child_id": first_child + len(child_rows),
                    "start": span.start,
                    "end": span.end,
                    "born_seq": write.seq,
                    "vector": vector,
                }
            )
    write.insert(parents, parent_rows)
    write.insert(children, child_rows)


def retire_document(write: OwnerWrite, origin: str) -> None:
    """Take the living document of this origin out of every search from now on; earlier states keep it."""
    standing = select(documents.c.document_id).where(
        documents.c.owner_id == write.owner.owner_id, documents.c.origin == origin, documents.c.died_seq.is_(None)
    )
    for (document_id,) in write.connection.execute(standing).all():
        for table in (children, documents):
            write.update(table, {"document_id": document_id}, {"died_seq": write.seq})


def erase_document(write: OwnerWrite, origin: str) -> int:
    """Erase every version of a document with all its chunks; returns how many versions there were."""
    ids = [
        row.document_id
        for row in write.connection.execute(
            select(documents.c.document_id).where(
                documents.c.owner_id == write.owner.owner_id, documents.c.origin == origin
            )
        )
    ]
    for document_id in ids:
        for table in (children, parents, documents):
            write.erase(table, {"document_id": document_id})
    if ids:
        write.cause = "knowledge remove"
        write.erase_happened()
    return len(ids)


def list_documents(connection: Connection, owner: Owner) -> list[Document]:
    """Return the living documents of a base by origin, with their numbers of chunks."""
    rows = connection.execute(
        select(documents)
        .where(documents.c.owner_id == owner.owner_id, documents.c.died_seq.is_(None))
        .order_by(documents.c.origin)
    ).all()
    sizes = {
        row.document_id: (row.parents, row.children)
        for row in connection.execute(
            select(
                children.c.document_id,
                func.count(func.distinct(children.c.parent_id)).label("parents"),
                func.count().label("children"),
            )
            .where(children.c.owner_id == owner.owner_id)
            .group_by(children.c.document_id)
        )
    }
    return [_document(owner, row, *sizes.get(row.document_id, (0, 0))) for row in rows]


def document_names(connection: Connection, owner: Owner, limit: int, at_seq: int | None = None) -> list[str]:
    """Return the titles (where there is none, the origins) of a base's newest documents, at most `limit`.

    Of those that live now, or lived as of `at_seq`.
    """
    rows = connection.execute(
        select(documents.c.title, documents.c.origin)
        .where(documents.c.owner_id == owner.owner_id, living(documents, at_seq))
        .order_by(documents.c.recorded_us.desc(), documents.c.origin)
        .limit(limit)
    )
    return [row.title or row.origin for row in rows]


def living_document(connection: Connection, owner: Owner, origin: str) -> Document | None:
    """Return the living document of an origin (without its numbers of chunks), or None."""
    row = connection.execute(
        select(documents).where(
            documents.c.owner_id == owner.owner_id, documents.c.origin == origin, documents.c.died_seq.is_(None)
        )
    ).first()
    return None if row is None else _document(owner, row, 0, 0)


def parents_of(connection: Connection, owner: Owner, document_id: str) -> list[str]:
    """Return the texts of a document's parents in order."""
    rows = connection.execute(
        select(parents.c.text)
        .where(parents.c.owner_id == owner.owner_id, parents.c.document_id == document_id)
        .order_by(parents.c.position)
    )
    return [row.text for row in rows]


def children_by_id(connection: Connection, owner: Owner, ids: Sequence[int]) -> dict[int, ChildRow]:
    """Return children by child id; ids that are not there are left out."""
    found: dict[int, ChildRow] = {}
    for at in range(0, len(ids), IN_BATCH):
        rows = connection.execute(_BY_ID, {"owner_id": owner.owner_id, "ids": ids[at : at + IN_BATCH]}).all()
        found.update((row[0], ChildRow._make(row)) for row in rows)
    return found


def children_born_between(
    connection: Connection, owner: Owner, seqs: tuple[int, int], after: int, limit: int
) -> list[Row[Any]]:
    """Return the next `limit` children with seqs[0] < born_seq <= seqs[1] and id > after, in id order, with vectors."""
    query = _joined(owner, children.c.vector, children.c.born_seq, children.c.died_seq)
    if after < 0:
        after = before_first_born(connection, owner, children.c.child_id, children.c.born_seq, seqs[0])
    query = query.where(children.c.born_seq > seqs[0], children.c.born_seq <= seqs[1], children.c.child_id > after)
    return list(connection.execute(query.order_by(children.c.child_id).limit(limit)))


def children_died_after(connection: Connection, owner: Owner, seq: int) -> list[tuple[int, int]]:
    """Return (child id, died_seq) of children that died after `seq`."""
    rows = connection.execute(
        select(children.c.child_id, children.c.died_seq).where(
            children.c.owner_id == owner.owner_id, children.c.died_seq > seq
        )
    )
    return [(row.child_id, row.died_seq) for row in rows]


def _joined(owner: Owner, *more: Any) -> Any:
    return _all_joined(*more).where(children.c.owner_id == owner.owner_id)


def _all_joined(*more: Any) -> Any:
    to_parent = and_(parents.c.owner_id == children.c.owner_id, parents.c.parent_id == children.c.parent_id)
    to_document = and_(documents.c.owner_id == children.c.owner_id, documents.c.document_id == children.c.document_id)
    return select(
        children.c.child_id,
        children.c.parent_id,
        children.c.document_id,
        children.c.start,
        children.c.end,
        parents.c.text.label("parent_text"),
        documents.c.origin,
        documents.c.title,
        documents.c.recorded_us,
        documents.c.happened_us,
        documents.c.zone,
        documents.c.offset_minutes,
        documents.c.precision,
        *more,
    ).select_from(children.join(parents, to_parent).join(documents, to_document))


# Made once: a statement of so many columns takes longer to make than to run.
_BY_ID = _all_joined().where(
    children.c.owner_id == bindparam("owner_id"), children.c.child_id.in_(bindparam("ids", expanding=True))
)


def _document_values(write: OwnerWrite, document: Document) -> dict[str, Any]:
    return {
        "document_id": document.document_id,
        "origin": document.origin,
        "title": document.title,
        "media_type": document.media_type,
        "encoding": document.encoding,
        "content_hash": document.content_hash,
        "characters": document.characters,
        "extra": json.dumps(document.extra, ensure_ascii=False),
        **moment_values(document.dated),
        "recorded_us": document.recorded_us,
        "born_seq": write.seq,
    }


def _document(owner: Owner, row: Row[Any], parent_count: int, child_count: int) -> Document:
    return Document(
        document_id=row.document_id,
        base=owner.name,
        origin=row.origin,
        title=row.title,
        media_type=row.media_type,
        encoding=row.encoding,
        content_hash=bytes(row.content_hash),
        characters=row.characters,
        extra=json.loads(row.extra),
        dated=moment_of(row),
        recorded_us=row.recorded_us,
        parents=parent_count,
        children=child_count,
    )
