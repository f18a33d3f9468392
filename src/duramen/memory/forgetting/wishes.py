"""What a person asks to have forgotten, checked, and whose rows it concerns.

In: names, ids and words as they were typed. Out: a `Wish` for the plan, with the owners to look at; or an error that names
the value and the way out.
"""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection, select

from duramen.errors import InputError, NotFound
from duramen.govern.forgetting.plan import Wish
from duramen.govern.forgetting.words import folded
from duramen.memory.learn import show_document
from duramen.memory.names import checked_name, optional_base
from duramen.memory.rounds import read_round
from duramen.memory.workspace import Workspace
from duramen.stores.engine import reading
from duramen.stores.owners import Owner, OwnerKind, list_owners
from duramen.stores.persona.tables import decisions, leaves
from duramen.stores.tables import documents, parents
from duramen.text.border import clean

MIN_WORDS = 2
"""One letter is held by everything."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ForgetRequest:
    """What to forget: exactly one of a leaf or sub-tree, a round, words, a document, or everything of a person.

    `keep_replies`: replies of other rounds stay, although they rest on what goes.
    """

    person: str = ""
    path: str = ""
    record: str = ""
    matching: str = ""
    document: str = ""
    base: str | None = None
    everything: bool = False
    keep_replies: bool = False

    @property
    def scope(self) -> str:
        """Return which of them it is."""
        named = {
            "path": self.path,
            "record": self.record,
            "matching": self.matching,
            "document": self.document,
            "all": self.everything,
        }
        chosen = [name for name, value in named.items() if value]
        if len(chosen) != 1:
            said = " and ".join(f"--{name}" for name in chosen) or "nothing"
            raise InputError(
                f"{said} was named; say what is to be forgotten with one of --path, --record, --matching, --document, --all"
            )
        return chosen[0]


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """A request made out: persons to look at, each with the owners of what characters said of themselves to them.

    `base` and `documents`: the knowledge base and the ids of the versions of the document that goes.
    """

    scope: str
    wish: Wish
    persons: tuple[tuple[Owner, tuple[Owner, ...]], ...]
    base: Owner | None = None
    documents: tuple[str, ...] = ()


def made_out(workspace: Workspace, request: ForgetRequest) -> Wanted:
    """Return whose rows a request concerns; raises NotFound and InputError with the way out."""
    scope = request.scope
    if scope == "document":
        return _document(workspace, request)
    person = workspace.known(OwnerKind.PERSON, checked_name(request.person, "person"))
    with reading(workspace.engine) as connection:
        whose = ((person, selves_of(connection, person)),)
    return Wanted(scope=scope, wish=_wish(workspace, request, person, scope), persons=whose)


def _wish(workspace: Workspace, request: ForgetRequest, person: Owner, scope: str) -> Wish:
    keep = request.keep_replies
    if scope == "record":
        record = read_round(workspace, person.name, request.record)
        return Wish(rounds=frozenset({record.record_id}), keep_replies=keep)
    if scope == "path":
        path = clean(request.path).text.strip().removesuffix(".*").rstrip(".")
        _check_path(workspace, person, path)
        return Wish(path=path, keep_replies=keep)
    if scope == "matching":
        words = folded(clean(request.matching).text.strip())
        if len(words) < MIN_WORDS:
            raise InputError(
                f"--matching {request.matching!r} is too short: nearly everything holds it; give more words"
            )
        return Wish(matching=words, keep_replies=keep)
    return Wish()


def _check_path(workspace: Workspace, person: Owner, path: str) -> None:
    with reading(workspace.engine) as connection:
        filled = set(
            connection.execute(select(leaves.c.path).where(leaves.c.owner_id == person.owner_id).distinct()).scalars()
        )
        judged = connection.execute(select(decisions.c.path).where(decisions.c.owner_id == person.owner_id).distinct())
        there = filled | set(judged.scalars())
    if not any(one == path or one.startswith(f"{path}.") for one in there):
        shown = ", ".join(sorted(filled)[:12]) or "none"
        raise NotFound(f"no leaf {path!r} of {person.name!r} was ever filled; there are: {shown}")


def _document(workspace: Workspace, request: ForgetRequest) -> Wanted:
    document, _ = show_document(workspace, optional_base(request.base), request.document)
    base = workspace.known(OwnerKind.BASE, document.base)
    with reading(workspace.engine) as connection:
        mine = (documents.c.owner_id == base.owner_id, documents.c.origin == document.origin)
        ids = tuple(connection.execute(select(documents.c.document_id).where(*mine)).scalars())
        texts = connection.execute(
            select(parents.c.text).where(parents.c.owner_id == base.owner_id, parents.c.document_id.in_(ids))
        ).scalars()
        wish = Wish(documents=frozenset(ids), sources=tuple(texts), keep_replies=request.keep_replies)
        persons = list_owners(connection, workspace.settings.tenant, OwnerKind.PERSON)
        whose = tuple((person, selves_of(connection, person)) for person in persons)
    return Wanted(scope="document", wish=wish, persons=whose, base=base, documents=ids)


def selves_of(connection: Connection, person: Owner) -> tuple[Owner, ...]:
    """Return the owners of what characters said of themselves to a person."""
    own = list_owners(connection, person.tenant, OwnerKind.SELF)
    return tuple(owner for owner in own if owner.name.startswith(f"{person.owner_id}:"))
