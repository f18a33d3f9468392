"""Which rows make which lines of an export: a kind of line is a table, with the rows that belong to each of its rows.

A table that stands in no kind must be named among those that are not exported, with the reason: a test compares.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from sqlalchemy import Table

from duramen.errors import InputError
from duramen.stores.forgetting.tables import forgettings, tombstones
from duramen.stores.persona import tables as persona
from duramen.stores.portable.fields import Field, fields_of
from duramen.stores.tables import cards, children, documents, parents, records, turns, verdicts

NOT_EXPORTED = {
    "store_facts": "the embedder's identity stands in the header",
    "owners": "stands in the lines of kind owner",
    "heads": "stands in the lines of kind owner",
    "chain": "seals rows where they are; what is imported is sealed anew",
}
_ANSWER = (
    "model",
    "preset",
    "settings",
    "tree_version",
    "augmented",
    "query_vector",
    "trace",
    "template_hash",
    "prompt_hash",
    "raw",
    "analysis",
    "reply_state",
    "bindings",
    "queries",
)


_NOTHING: tuple[Any, ...] = (None, "", 0, [])


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """Rows of another table that belong to a row: a list under `name`, joined `by` a column, in the order of `order`.

    `linked`: further columns that hold what the row itself holds, or what its place in the file says. `needed`: there is at
    least one.
    """

    name: str
    table: Table
    by: str
    order: str
    linked: tuple[str, ...]
    fields: tuple[Field, ...]
    needed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """A kind of line. `order`: columns that put its rows in an order of their own; `grouped`: fields in one object, or null."""

    name: str
    table: Table
    order: tuple[str, ...]
    fields: tuple[Field, ...]
    part: Part | None = None
    grouped: tuple[str, tuple[str, ...]] = ("", ())
    derived: tuple[str, ...] = field(default=())

    def plain(self, row: Mapping[str, Any], parts: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
        """Return a row, with the rows of its part, as an object."""
        made = {one.name: one.plain(row) for one in self.fields}
        group, names = self.grouped
        if group:
            inner = {name: made.pop(name) for name in names}
            made[group] = None if all(value in _NOTHING for value in inner.values()) else inner
        if self.part is not None:
            made[self.part.name] = [
                {one.name: one.plain(part) for one in self.part.fields} | {name: part[name] for name in self.derived}
                for part in parts
            ]
        return made

    def rows(self, plain: Mapping[str, Any]) -> tuple[dict[str, Any], list[dict[str, Any]]]:
        """Return the values of a row and of the rows of its part; raises InputError with the field that is wrong."""
        held = dict(plain)
        group, names = self.grouped
        inner = held.pop(group, None) if group else None
        if inner is not None and (not isinstance(inner, dict) or not set(inner) <= set(names)):
            raise InputError(f"{group} is no object with the fields {', '.join(names)}")
        held |= inner or {}
        listed = held.pop(self.part.name, None) if self.part is not None else []
        if not isinstance(listed, list) or not all(isinstance(one, dict) for one in listed):
            raise InputError(f"{self.part.name if self.part else 'a part'} is no list of objects")
        row = _values(self.fields, held, "")
        if self.part is None:
            return row, []
        if self.part.needed and not listed:
            raise InputError(f"{self.part.name} is empty, and must not be")
        own = [{name: value for name, value in one.items() if name not in self.derived} for one in listed]
        parts = [_values(self.part.fields, one, f"{self.part.name}[{at}].") for at, one in enumerate(own)]
        same = {name: row[name] for name in (self.part.by, *self.part.linked) if name in row}
        return row, [part | same for part in parts]


def _values(fields: Sequence[Field], plain: Mapping[str, Any], where: str) -> dict[str, Any]:
    """Return the columns of an object; one that is missing, as in what an older duramen wrote, has what the table gives it."""
    unknown = sorted(set(plain) - {one.name for one in fields})
    if unknown:
        raise InputError(f"{where}{unknown[0]} is a field that this duramen does not know")
    values: dict[str, Any] = {}
    for one in fields:
        if one.name in plain:
            try:
                values |= one.values(plain[one.name])
            except InputError as error:
                raise InputError(f"{where}{error}") from error
        elif one.missing is None:
            raise InputError(f"{where}{one.name} is missing")
        else:
            values |= one.missing
    return values


def _kind(name: str, table: Table, *order: str) -> Kind:
    return Kind(name=name, table=table, order=order, fields=fields_of(table))


def _part(name: str, table: Table, by: str, order: str, *linked: str) -> Part:
    return Part(name=name, table=table, by=by, order=order, linked=linked, fields=fields_of(table, by, *linked))


ROUND = Kind(
    name="round",
    table=records,
    order=("character", "round", "record_id"),
    fields=fields_of(records),
    part=replace(_part("turns", turns, "record_id", "position"), needed=True),
    grouped=("answer", _ANSWER),
)
LEAF = Kind(
    name="leaf",
    table=persona.leaves,
    order=("leaf_id",),
    fields=fields_of(persona.leaves),
    part=_part("quotes", persona.leaf_quotes, "leaf_id", "position", "source_id"),
    derived=("words",),
)
VERSION = _kind("version", persona.tree_versions, "version")
DECISION = _kind("decision", persona.decisions, "decision_id")
WINDOW = _kind("window", persona.windows, "upto_turn", "window_id")
HINT = _kind("hint", persona.hints, "hint_id")
GRANT = _kind("grant", persona.grants, "grant_id")
CONSENT = _kind("consent", persona.consents, "consent_id")
VERDICT = _kind("verdict", verdicts, "verdict_id")
DOCUMENT = _kind("document", documents, "born_seq", "document_id")
PASSAGE = Kind(
    name="passage",
    table=parents,
    order=("parent_id",),
    fields=fields_of(parents),
    part=_part("children", children, "parent_id", "child_id", "document_id"),
)
# Of the tenant and not of the person: their numbers are those of the store that they are in.
_LIVING = Field(
    name="living",
    columns=("died_seq",),
    plain=lambda row: row["died_seq"] is None,
    values=lambda living: {"died_seq": None if living else 0},
    missing=None,
)
CARD = Kind(
    name="card", table=cards, order=("card_id",), fields=(*fields_of(cards, "card_id", "born_seq", "died_seq"), _LIVING)
)
SCHEMA = Kind(
    name="schema",
    table=persona.schemas,
    order=("schema_id",),
    fields=(*fields_of(persona.schemas, "schema_id", "born_seq", "died_seq"), _LIVING),
)

FORGETTING = _kind("forgetting", forgettings, "recorded_us", "forgetting_id")
TOMBSTONE = _kind("tombstone", tombstones, "tombstone")

TALK = (ROUND, HINT, VERDICT)
TREE = (VERSION, LEAF, DECISION, WINDOW)
RIGHTS = (GRANT, CONSENT)
KNOWLEDGE = (DOCUMENT, PASSAGE)
OF_TENANT = (CARD, SCHEMA)
FORGOTTEN = (FORGETTING, TOMBSTONE)
KINDS = {kind.name: kind for kind in (*TALK, *TREE, *RIGHTS, *KNOWLEDGE, *FORGOTTEN, *OF_TENANT)}
