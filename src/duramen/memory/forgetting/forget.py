"""Forget: found, planned, erased in one transaction with its ledger, compacted, derived again, and told (B20, DESIGN 17)."""

from __future__ import annotations

import json
import uuid
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

from sqlalchemy import Connection

from duramen.errors import EmbedderMismatch, ModelError, NotFound, StoreError
from duramen.govern.forgetting.found import Found, Ref
from duramen.govern.forgetting.plan import Plan, plan
from duramen.memory.events import logged
from duramen.memory.forgetting.erasures import erasures_of, stale_turns
from duramen.memory.forgetting.files import FileTrace, files_holding, staged, unstaged
from duramen.memory.forgetting.finishing import finish_forgetting
from duramen.memory.forgetting.preview import Item, Preview, items_of, staying_of
from duramen.memory.forgetting.receipts import Receipt, elsewhere, receipt_from
from duramen.memory.forgetting.rehearing import hear_again, tree_among
from duramen.memory.forgetting.wishes import ForgetRequest, Wanted, made_out
from duramen.memory.passages import pack
from duramen.memory.persona.editing import unkept_paths
from duramen.memory.persona.trees import schema_of
from duramen.memory.review.prejudging import item_of
from duramen.memory.workspace import Workspace
from duramen.models.base import Listener
from duramen.stores.engine import reading, writing
from duramen.stores.forgetting.compaction import WAIT_S
from duramen.stores.forgetting.due import note_due
from duramen.stores.forgetting.erasing import Erased, Erasure, erase_in
from duramen.stores.forgetting.finding import (
    chain_head,
    document_keys,
    document_rows,
    documents_holding,
    find_held,
    next_item,
)
from duramen.stores.forgetting.ledger import keep_receipt, put_forgetting, receipt_of
from duramen.stores.owners import Owner, head_of
from duramen.stores.persona.reading import current_version, read_values
from duramen.stores.writing import OwnerWrite, owner_write_in

TRIES = 5
_TREES = ("leaf", "self")

__all__ = ["Receipt", "forget", "preview_forgetting", "read_receipt"]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Planned:
    """All that a request comes to at one state of its owners. `seqs`: that state; `stale`: passages of vectors to make."""

    wanted: Wanted
    owners: dict[str, Owner]
    seqs: dict[str, int]
    erasures: dict[str, Erasure]
    plans: list[tuple[Found, Plan]] = field(default_factory=list)
    untouched: list[Found] = field(default_factory=list)
    stale: dict[str, dict[int, str]] = field(default_factory=dict)
    files: list[FileTrace] = field(default_factory=list)
    stays: list[Item] = field(default_factory=list)

    @property
    def words(self) -> frozenset[str]:
        """Return the words by which traces elsewhere are known."""
        return frozenset().union(*(plan.words for _, plan in self.plans))

    @property
    def ids(self) -> frozenset[str]:
        """Return the ids of rounds and documents that go, with the names in review sheets of all rounds that lose something."""
        rounds = (frozenset(plan.rounds) for _, plan in self.plans)
        return frozenset(self.wanted.documents).union(*rounds, self._items())

    def _items(self) -> Iterator[str]:
        documents: frozenset[Ref] = frozenset(("document", one, 0) for one in self.wanted.documents)
        for found, made in [*self.plans, *((found, Plan()) for found in self.untouched)]:
            gone = documents | {("turn", "", turn_id) for turn_id in made.turns}
            gone |= {
                (kind, leaf.path, leaf.born) for leaf in found.leaves if leaf.key in made.leaves for kind in _TREES
            }
            for one in found.rounds:
                if one.record_id in made.rounds or one.record_id in made.replies or one.shown & gone:
                    yield item_of(self.owners[found.owner_id], one.record_id)

    @property
    def gone_owners(self) -> frozenset[str]:
        """Return the ids of owners who go altogether."""
        return frozenset(owner_id for owner_id, erasure in self.erasures.items() if erasure.destroyed)


class _Moved(Exception):
    """Something was written since the plan was made."""


def preview_forgetting(workspace: Workspace, request: ForgetRequest) -> Preview:
    """Return what a forgetting would do, with the words; nothing is written."""
    planned = _planned(workspace, request)
    many = len(planned.wanted.persons) > 1
    items: list[Item] = []
    for found, made in planned.plans:
        whose = f"{planned.owners[found.owner_id].name}: " if many else ""
        items += items_of(found, made, whose)
    items += _whole(planned)
    rows: dict[str, int] = {}
    for erasure in planned.erasures.values():
        for table, keys in erasure.rows.items():
            rows[table] = rows.get(table, 0) + len(keys)
    return Preview(
        scope=planned.wanted.scope,
        items=tuple(items),
        rows=tuple(sorted(rows.items())),
        files=tuple(planned.files),
        stays=tuple(planned.stays),
    )


def _whole(planned: _Planned) -> Iterator[Item]:
    for owner_id, erasure in planned.erasures.items():
        owner = planned.owners[owner_id]
        if erasure.destroyed:
            yield Item(kind="everything", where=owner.name if owner.kind == "person" else "a character's own tree")
        if planned.wanted.base is not None and owner_id == planned.wanted.base.owner_id:
            for one in erasure.rows.get("documents", ()):
                yield Item(kind="document", where=f"{owner.name}: {one[:8]}")


def forget(
    workspace: Workspace,
    request: ForgetRequest,
    listener: Callable[[], Listener | None] = lambda: None,
    wait_s: float = WAIT_S,
) -> Receipt:
    """Erase what a request names and all that holds or derives from it; see docs/how-to/forget.md.

    `listener` gives who hears the rounds again whose words lost the value that rested on them; `wait_s`: how long compaction
    waits for others to stop reading. Raises NotFound where nothing is held.
    """
    with logged("forgot") as facts:
        forgetting_id = uuid.uuid4().hex
        planned, receipt = _erased(workspace, request, forgetting_id)
        receipt = _derived(workspace, planned, receipt, listener)
        finished = finish_forgetting(workspace, wait_s)
        receipt = replace(receipt, compacted=finished.done, compaction_due=finished.why)
        with writing(workspace.engine) as connection:
            keep_receipt(connection, forgetting_id, json.dumps(receipt.values(), sort_keys=True))
        facts.update(forgetting=forgetting_id, scope=receipt.scope, rows=sum(receipt.counts.values()))
        return receipt


def _erased(workspace: Workspace, request: ForgetRequest, forgetting_id: str) -> tuple[_Planned, Receipt]:
    for _ in range(TRIES):
        planned = _planned(workspace, request)
        if not planned.erasures and not planned.files:
            raise NotFound("nothing that is held fits; `duramen forget … --dry-run` shows what would go")
        vectors = _vectors(workspace, planned)
        pairs = staged(planned.files, planned.words, planned.ids)
        try:
            return planned, _write(workspace, planned, forgetting_id, vectors, pairs)
        except _Moved:
            unstaged(pairs)
        except BaseException:
            unstaged(pairs)
            raise
    raise StoreError("the store was written to each time before anything could be erased; nothing was: repeat it later")


def _planned(workspace: Workspace, request: ForgetRequest) -> _Planned:
    wanted = made_out(workspace, request)
    owners = {owner.owner_id: owner for person, selves in wanted.persons for owner in (person, *selves)}
    if wanted.base is not None:
        owners[wanted.base.owner_id] = wanted.base
    erasures: dict[str, Erasure] = {}
    planned = _Planned(wanted=wanted, owners=owners, seqs={}, erasures=erasures)
    with reading(workspace.engine) as connection:
        planned.seqs.update({owner_id: head_of(connection, owner).seq for owner_id, owner in owners.items()})
        for person, selves in wanted.persons:
            found = find_held(connection, person, selves)
            if wanted.scope == "all":
                _take_all(planned, found)
                continue
            whose = {owner.owner_id: owner for owner in (person, *selves)}
            made = _allowed(workspace, connection, whose, found, plan(found, wanted.wish))
            if not made.nothing:
                planned.plans.append((found, made))
                erasures.update(erasures_of(connection, whose, found, made))
                planned.stale[person.owner_id] = stale_turns(found, made)
            else:
                planned.untouched.append(found)
            planned.stays.extend(staying_of(found, made))
        if wanted.base is not None:
            erasures[wanted.base.owner_id] = _of_document(connection, wanted)
        if wanted.wish.matching:
            held = documents_holding(connection, workspace.settings.tenant, wanted.wish.matching)
            why = "a knowledge base's, not the person's: `duramen forget --document`"
            planned.stays.extend(Item(kind="document", where=title, why=why) for title in held)
    planned.files.extend(files_holding(workspace.place.folder, planned.words, planned.ids, planned.gone_owners))
    return planned


def _allowed(workspace: Workspace, connection: Connection, whose: dict[str, Owner], found: Found, made: Plan) -> Plan:
    """Return the plan without values that would come back into leaves that may not be kept by now."""
    paths = {leaf.key: leaf.path for leaf in found.leaves}
    off = {
        owner_id: unkept_paths(connection, of, schema_of(workspace, of, current_version(connection, of.owner)))
        for owner_id, of in ((one, tree_among(whose, one)) for one in {owner_id for owner_id, _ in made.revived})
    }
    kept = tuple(key for key in made.revived if paths[key] not in off[key[0]])
    lost = tuple((key[0], paths[key]) for key in made.revived if key not in kept)
    return replace(made, revived=kept, empty=(*made.empty, *lost))


def _take_all(planned: _Planned, found: Found) -> None:
    """Take everything of a person; of files beside the store those go that name one of the rounds, or are their exports."""
    planned.erasures.update({owner_id: Erasure(destroyed=True) for owner_id in planned.owners})
    planned.plans.append((found, Plan(rounds={one.record_id: "everything" for one in found.rounds})))


def _of_document(connection: Connection, wanted: Wanted) -> Erasure:
    base = wanted.base
    if base is None:
        return Erasure()
    rows = document_rows(connection, base, wanted.documents)
    return Erasure(rows=rows, tombstones=document_keys(connection, base, wanted.documents))


def _vectors(workspace: Workspace, planned: _Planned) -> dict[str, dict[int, bytes]]:
    """Return new vectors of the turns that stay; none where the embedder cannot be asked, and `reindex` makes them later."""
    made: dict[str, dict[int, bytes]] = {}
    try:
        for owner_id, passages in planned.stale.items():
            if passages:
                made[owner_id] = dict(zip(passages, pack(workspace.embedder(), list(passages.values())), strict=True))
    except (ModelError, EmbedderMismatch):
        return {}
    return made


def _write(
    workspace: Workspace,
    planned: _Planned,
    forgetting_id: str,
    vectors: dict[str, dict[int, bytes]],
    files: Sequence[tuple[str, str]],
) -> Receipt:
    """Erase all of it in one transaction; raises _Moved where an owner was written to since it was planned."""
    now_us, scope = workspace.now_us(), planned.wanted.scope
    erased: dict[str, Erased] = {}
    before: dict[str, str] = {}
    with writing(workspace.engine) as connection:
        with _writes(connection, planned) as writes:
            for owner_id, write in writes.items():
                if write.seq != planned.seqs[owner_id] + 1:
                    raise _Moved
            for owner_id, erasure in planned.erasures.items():
                write, before[owner_id] = writes[owner_id], chain_head(connection, owner_id)
                entry = erasure.entry() | {
                    "id": forgetting_id,
                    "owner": owner_id,
                    "tenant": write.owner.tenant,
                    "scope": scope,
                    "at_us": now_us,
                    "next_item": next_item(connection, owner_id),
                }
                erased[owner_id] = erase_in(write, erasure, forgetting_id, now_us, vectors.get(owner_id))
                put_forgetting(write, entry)
        after = {owner_id: chain_head(connection, owner_id) for owner_id in planned.erasures}
        note_due(connection, owners=list(planned.erasures), files=files)
    return receipt_from(forgetting_id, scope, now_us, erased, {one: (before[one], after[one]) for one in erased})


@contextmanager
def _writes(connection: Connection, planned: _Planned) -> Iterator[dict[str, OwnerWrite]]:
    """Open the writes of all owners concerned, in the order of their ids, so that two forgettings do not wait in a ring."""
    with ExitStack() as stack:
        yield {
            owner_id: stack.enter_context(owner_write_in(connection, planned.owners[owner_id]))
            for owner_id in sorted(planned.erasures)
        }


def _derived(
    workspace: Workspace, planned: _Planned, receipt: Receipt, listener: Callable[[], Listener | None]
) -> Receipt:
    """Hear the rounds again whose words lost their value, and note what is left without one."""
    revived = sum(len(erasure.revived) for erasure in planned.erasures.values())
    unheard: dict[tuple[str, str], set[str]] = {}
    for owner_id, record_id, path in (one for _, made in planned.plans for one in made.unheard):
        unheard.setdefault((owner_id, record_id), set()).add(path)
    heard = left = 0
    for place, paths in unheard.items():
        try:
            hears = listener()
            heard += 0 if hears is None else hear_again(workspace, planned.owners, place, hears, paths)
            left += hears is None
        except ModelError:
            left += 1
    empty = _still_empty(workspace, planned)
    return replace(
        receipt,
        revived=revived,
        heard_again=heard,
        not_heard=left,
        empty=empty,
        files=len([one for one in planned.files if one.action != "copy"]),
        copies=tuple(one.path.name for one in planned.files if one.action == "copy"),
        elsewhere=elsewhere(workspace.engine.dialect.name),
    )


def _still_empty(workspace: Workspace, planned: _Planned) -> tuple[str, ...]:
    """Return the leaves that lost their value and have none again."""
    lost = {pair for _, made in planned.plans for pair in made.empty}
    with reading(workspace.engine) as connection:
        held = {one: read_values(connection, planned.owners[one]) for one, _ in lost}
    return tuple(sorted({path for owner_id, path in lost if path not in held[owner_id]}))


def read_receipt(workspace: Workspace, forgetting_id: str) -> dict[str, Any]:
    """Return the receipt of a forgetting as it was told; raises NotFound."""
    with reading(workspace.engine) as connection:
        text = receipt_of(connection, forgetting_id)
    if text is None:
        raise NotFound(f"there is no receipt {forgetting_id!r}; each `duramen forget` prints the id of its own")
    told: dict[str, Any] = json.loads(text)
    return told
