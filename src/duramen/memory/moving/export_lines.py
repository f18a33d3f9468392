"""What an export of a person says, line by line, as one state of the store: who is in it, and each of their rows as an object.

In: an open reading transaction, a person, what else is wanted. Out: objects in an order of their own, so that two exports
of the same state are the same. What a character said of itself to the person, the cards and schemas that the rows need, and
knowledge bases that were named come along.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection

from duramen.errors import NotFound
from duramen.memory.characters import CARDS_OWNER
from duramen.memory.persona.allowing import hidden_paths
from duramen.memory.persona.schemas import PLUG, SCHEMAS_OWNER, schema_named
from duramen.memory.persona.trees import TreeOf
from duramen.memory.workspace import Workspace
from duramen.stores.owners import Owner, OwnerKind, find_owner
from duramen.stores.persona.reading import current_version
from duramen.stores.portable.fields import VECTORS
from duramen.stores.portable.kinds import (
    CARD,
    DECISION,
    FORGOTTEN,
    KNOWLEDGE,
    LEAF,
    RIGHTS,
    ROUND,
    SCHEMA,
    TALK,
    TREE,
    VERSION,
    Kind,
)
from duramen.stores.portable.rows import (
    Conditions,
    characters_of,
    count_plain,
    plain_owner,
    plain_rows,
    schemas_of,
    selves_of,
    with_character,
)

PERSON, CHARACTER, BASE, TENANT = "person", "character:", "base:", "tenant"
# What somebody else may read: what was said, and what of the tree is visible.
_FOR_OTHERS = (ROUND, VERSION, LEAF, CARD, SCHEMA, *KNOWLEDGE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What is to be exported: of whom, with one `character` alone or "" for all, with which knowledge bases.

    `for_others`: to be read by somebody else; without keys, workings, and leaves that the person does not want shown.
    """

    person: str
    character: str = ""
    bases: tuple[str, ...] = ()
    vectors: bool = True
    for_others: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """One owner's part of an export: `of` names it, `kinds` are what is told of it, `tree` is whose tree it holds."""

    of: str
    owner: Owner
    kinds: tuple[Kind, ...]
    names: frozenset[str] = frozenset()
    character: str = ""
    tree: TreeOf | None = None

    def conditions(self, kind: Kind) -> Conditions:
        """Return which of the owner's rows are told."""
        if kind in (CARD, SCHEMA):
            return (kind.table.c.name.in_(self.names),)
        return with_character(kind, self.owner, self.character)


def sections_of(workspace: Workspace, connection: Connection, wanted: Wanted) -> list[Section]:
    """Return the owners that an export speaks of, in its order; raises NotFound for names that the store does not hold."""
    sections = [
        *person_sections(workspace, connection, wanted),
        *(base_section(workspace, connection, base) for base in wanted.bases),
    ]
    talked = [wanted.character] if wanted.character else characters_of(connection, sections[0].owner)
    return [*_of_tenant(connection, sections, talked), *sections]


def person_sections(workspace: Workspace, connection: Connection, wanted: Wanted) -> list[Section]:
    """Return a person and what characters said of themselves to them; raises NotFound."""
    person = find_owner(connection, workspace.settings.tenant, OwnerKind.PERSON, wanted.person)
    if person is None:
        person = workspace.known(OwnerKind.PERSON, wanted.person)
    talked = characters_of(connection, person)
    if wanted.character and wanted.character not in talked:
        names = ", ".join(map(repr, talked)) or "nobody yet"
        raise NotFound(f"{wanted.person!r} has no rounds with {wanted.character!r}; there are some with {names}")
    own = (*TALK, *RIGHTS, *FORGOTTEN) if wanted.character else (*TALK, *TREE, *RIGHTS, *FORGOTTEN)
    tree = TreeOf(owner=person, person=person)
    sections = [Section(of=PERSON, owner=person, kinds=own, character=wanted.character, tree=tree)]
    for owner, character in selves_of(connection, person):
        if wanted.character in ("", character):
            tree = TreeOf(owner=owner, person=person, character=character)
            sections.append(
                Section(of=CHARACTER + character, owner=owner, kinds=(*TREE, *RIGHTS, *FORGOTTEN), tree=tree)
            )
    return sections


def base_section(workspace: Workspace, connection: Connection, base: str) -> Section:
    """Return a knowledge base; raises NotFound."""
    found = find_owner(connection, workspace.settings.tenant, OwnerKind.BASE, base)
    return Section(of=BASE + base, owner=found or workspace.known(OwnerKind.BASE, base), kinds=(*KNOWLEDGE, *FORGOTTEN))


def _of_tenant(connection: Connection, sections: Sequence[Section], talked: Sequence[str]) -> Iterator[Section]:
    """Yield the cards of whom the person talked with, and the schemas of the trees that do not ship."""
    trees = [section.owner for section in sections if VERSION in section.kinds]
    schemas = {part.strip() for owner in trees for name in schemas_of(connection, owner) for part in name.split(PLUG)}
    for kind, named, rows, names in (
        (OwnerKind.CARDS, CARDS_OWNER, CARD, frozenset(talked)),
        (OwnerKind.SCHEMAS, SCHEMAS_OWNER, SCHEMA, frozenset(schemas)),
    ):
        owner = find_owner(connection, sections[0].owner.tenant, kind, named)
        if owner is not None and names:
            yield Section(of=TENANT, owner=owner, kinds=(rows,), names=names)


def count_lines(connection: Connection, sections: Sequence[Section], wanted: Wanted) -> dict[str, int]:
    """Return how many lines of each kind an export has at most: one for others leaves some leaves out."""
    counts: dict[str, int] = {"owner": sum(section.of != TENANT for section in sections)}
    for section, kind in _told(sections, wanted):
        here = count_plain(connection, section.owner, kind, section.conditions(kind))
        counts[kind.name] = counts.get(kind.name, 0) + here
    return {name: number for name, number in counts.items() if number}


def export_lines(
    workspace: Workspace, connection: Connection, sections: Sequence[Section], wanted: Wanted
) -> Iterator[dict[str, Any]]:
    """Yield the lines between the header and the end: what a section's owner is, then its rows."""
    for section in sections:
        if section.of != TENANT:
            yield {"line": "owner", "of": section.of, **_owner(connection, section, wanted)}
        hidden = _hidden(workspace, connection, section) if wanted.for_others else frozenset()
        for one, kind in _told((section,), wanted):
            for plain in plain_rows(connection, one.owner, kind, one.conditions(kind)):
                if plain.get("path") not in hidden or kind not in (LEAF, DECISION):
                    yield {"line": kind.name, "of": one.of, **_cut(plain, wanted)}


def _told(sections: Sequence[Section], wanted: Wanted) -> Iterator[tuple[Section, Kind]]:
    for section in sections:
        for kind in section.kinds:
            if not wanted.for_others or kind in _FOR_OTHERS:
                yield section, kind


def _owner(connection: Connection, section: Section, wanted: Wanted) -> dict[str, Any]:
    plain = plain_owner(connection, section.owner)
    if section.tree is not None and section.tree.character:
        plain["name"] = section.tree.character
    if section.character:  # the person's tree stays where it is, and with it how far it was heard
        there = {section.character: plain["rounds"].get(section.character, 0)}
        plain |= {"tree_version": 0, "heard_upto": 0, "rounds": there}
    if wanted.for_others:
        del plain["secret"]
    return plain


def _hidden(workspace: Workspace, connection: Connection, section: Section) -> frozenset[str]:
    """Return the leaves that the person does not want shown, of all that ever stood in a tree."""
    if section.tree is None or VERSION not in section.kinds:
        return frozenset()
    version = current_version(connection, section.owner)
    schema = schema_named(workspace, version.schema or section.tree.usual_schema)
    paths = {plain["path"] for plain in plain_rows(connection, section.owner, LEAF)}
    return hidden_paths(connection, section.tree, schema, paths)


def _cut(plain: dict[str, Any], wanted: Wanted) -> dict[str, Any]:
    """Leave out the vectors where they are not wanted; for others, also how a round was answered, and import keys."""
    dropped: tuple[str, ...] = () if wanted.vectors else VECTORS
    if wanted.for_others:
        dropped = (*dropped, "answer", "import_key")
    return without(plain, dropped) if dropped else plain


def without(plain: dict[str, Any], dropped: Sequence[str]) -> dict[str, Any]:
    """Return an object without some of its fields, and its parts without theirs."""
    kept = _kept(plain, dropped)
    for part in ("turns", "children"):
        if part in kept:
            kept[part] = [_kept(one, dropped) for one in kept[part]]
    if kept.get("answer"):
        kept["answer"] = _kept(kept["answer"], dropped)
    return kept


def _kept(plain: dict[str, Any], dropped: Sequence[str]) -> dict[str, Any]:
    return {name: value for name, value in plain.items() if name not in dropped}
