"""Change a tree by hand: set a leaf, delete one, restore a version, move to another schema. Each makes a new version.

Nothing of the history is ever dropped: what is replaced or deleted keeps its times and sources there.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import Connection

from duramen.domain.operations import Kind, Operation, OperationList
from duramen.domain.persona import Leaf, Proposal, Schema
from duramen.domain.time import UNKNOWN_MOMENT, Moment
from duramen.errors import InputError, NotFound
from duramen.govern.gate import Outcome
from duramen.govern.migration import Migration, migrated
from duramen.govern.permissions import rights_of
from duramen.memory.events import logged
from duramen.memory.persona.allowing import hidden_paths
from duramen.memory.persona.applying import PERSON, Applied, ApplyRequest, apply_operations, apply_to
from duramen.memory.persona.cards import fixed_paths
from duramen.memory.persona.schemas import schema_named
from duramen.memory.persona.trees import TreeOf, schema_of, version_now, version_numbered
from duramen.memory.workspace import Workspace
from duramen.schemas import counterpart_moves
from duramen.stores.owners import OwnerWrite, owner_write
from duramen.stores.persona.decisions import StoredDecision
from duramen.stores.persona.permissions import list_consents, permissions_for
from duramen.stores.persona.reading import current_version, read_tree, standing_ids
from duramen.stores.persona.writing import Change, VersionDraft, write_version
from duramen.text.border import clean


@dataclass(frozen=True, slots=True, kw_only=True)
class Edited:
    """What an edit led to: the version before and after (the same where nothing had to change), and the paths changed.

    `kept`: values that another schema has no leaf for, by their old path; they stand in the history alone. "" is one that
    may not be shown.
    `left_out`: paths that were not restored, since the person does not agree any more that they are kept.
    """

    before: int
    version: int
    paths: tuple[str, ...] = ()
    kept: Mapping[str, str] | None = None
    left_out: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """What a person says of a value that they set or delete: since and until when it was so, and why it changes."""

    since: Moment = UNKNOWN_MOMENT
    until: Moment = UNKNOWN_MOMENT
    reason: str = ""


def set_leaf(workspace: Workspace, whose: tuple[str, str], path: str, value: str, told: Told) -> Edited:
    """Write a value by hand; `whose` is a person, and a character or "".

    Whoever is not known yet is made with it, and not for a value that is refused. Raises NotFound for a path that the
    schema has not, InputError for a value that it refuses.
    """
    operation = Operation(kind=Kind.UPDATE, path=path, value=clean(value).text.strip())
    return _edited(apply_to(workspace, whose, _request(operation, told)))


def delete_leaf(workspace: Workspace, of: TreeOf, path: str, told: Told) -> Edited:
    """Take a value out of the tree; the history keeps it. Raises NotFound for a path that is not there or is empty."""
    operation = Operation(kind=Kind.DELETE, path=path)
    return _edited(apply_operations(workspace, of, _request(operation, told)))


def _request(operation: Operation, told: Told) -> ApplyRequest:
    proposal = Proposal(operation=operation, valid_from=told.since, valid_to=told.until)
    return ApplyRequest(
        read=OperationList(operations=(operation,)),
        proposals=(proposal,),
        cause="delete" if operation.kind is Kind.DELETE else "set",
        reason=told.reason,
        writer=PERSON,
    )


def _edited(done: Applied) -> Edited:
    (decision,) = done.decisions
    if decision.outcome == Outcome.APPLIED.value:
        return Edited(before=done.before, version=done.version, paths=(decision.proposal.operation.path,))
    if decision.outcome == Outcome.NOTHING.value:
        return Edited(before=done.before, version=done.version)
    raise refusal(decision, done)


def refusal(decision: StoredDecision, done: Applied) -> NotFound | InputError:
    """Return the error that says why the gate did not let an operation pass, with the nearest paths."""
    nearest = f"; the nearest are {', '.join(decision.nearest)}" if decision.nearest else ""
    where = f"; `duramen schema show {done.schema}` lists the leaves" if decision.code == "unknown-path" else ""
    said = f"{decision.reason.rstrip('.')}{nearest}{where}"
    return NotFound(said) if decision.code in ("unknown-path", "inner-node", "empty-leaf") else InputError(said)


def restore_version(workspace: Workspace, of: TreeOf, number: int) -> Edited:
    """Make the tree what it was at a version, as a new version; what stood in between stays in the history.

    Values come back with their sources, times and writers, but not into a leaf that may not be kept by now, or that a
    character's card holds. Raises NotFound for a version that is not there.
    """
    with logged("tree_restored", owner=of.owner.owner_id) as facts, owner_write(workspace.engine, of.owner) as write:
        now = current_version(write.connection, of.owner)
        then = version_numbered(write.connection, of, number)
        old, new = (read_tree(write.connection, of.owner, version) for version in (then, now))
        ids = standing_ids(write.connection, of.owner, then)
        schema = schema_of(workspace, of, then if then.schema else now)
        off = unkept_paths(write.connection, of, schema) & old.leaves.keys()
        fixed = fixed_paths(write.connection, of, schema, old, new)
        reason = f"restored from version {number}"
        changes = [
            _copied(leaf, reason, ids[path])
            for path, leaf in old.leaves.items()
            if path not in off | fixed and (path not in new.leaves or _content(new.leaves[path]) != _content(leaf))
        ]
        gone = (path for path in new.leaves if path not in old.leaves and path not in fixed)
        changes += [Change(path=path, value=None, reason=reason) for path in gone]
        if changes or (then.schema and then.schema != now.schema):
            write_version(write, _draft(workspace, of, now.version, f"restore {number}", schema), changes)
        version = current_version(write.connection, of.owner).version
        facts.update(version=version, leaves=len(changes))
        paths = tuple(change.path for change in changes)
        return Edited(before=now.version, version=version, paths=paths, left_out=tuple(sorted(off)))


def migrate_tree(workspace: Workspace, of: TreeOf, name: str, moves: Mapping[str, str]) -> Edited:
    """Carry the tree over to another schema, or to a newer version of its own; `moves` names leaves that stand elsewhere there.

    Between `core` and the published schemas the leaves that `moves` does not name go by the map, unless what is there may
    not be kept. No value is lost: one without a leaf in the new schema stays in the history and is in the result's `kept`.
    `restore` takes it back. Where the tree is of that schema already, nothing changes. Raises BadSetting for an unknown
    schema, InputError for a move that cannot be made, or of what may not be kept by now.
    """
    target = schema_named(workspace, name)
    source = schema_of(workspace, of, version_now(workspace, of))
    with logged("tree_moved", owner=of.owner.owner_id) as facts, owner_write(workspace.engine, of.owner) as write:
        now = current_version(write.connection, of.owner)
        tree = read_tree(write.connection, of.owner, now)
        ids = standing_ids(write.connection, of.owner, now)
        plan = migrated(source, target, tree.values(), _mapped(write, of, source, target) | dict(moves))
        _check_kept(plan, unkept_paths(write.connection, of, source))
        reason = f"moved to schema {target.name} version {target.version}"
        changes = []
        for path, value in plan.values.items():
            parts = list(plan.undo[path])
            if parts != [path]:
                leaf = tree.leaves[parts[0]]
                quotes = tuple(quote for part in parts for quote in tree.leaves[part].quotes)
                changes.append(_copied(leaf, reason, ids[parts[0]], path=path, value=value, quotes=quotes))
        filled = {change.path for change in changes}
        gone = [path for path in tree.leaves if path not in plan.values and path not in filled]
        changes += [Change(path=path, value=None, reason=reason) for path in gone]
        hidden = hidden_paths(write.connection, of, source, plan.unplaced)
        kept = {path: "" if path in hidden else value for path, value in plan.unplaced.items()}
        facts.update(leaves=len(changes))
        if not changes and (now.schema, now.schema_version) == (target.name, target.version):
            return Edited(before=now.version, version=now.version, kept=kept)
        write_version(write, _draft(workspace, of, now.version, f"schema {target.name}", target), changes)
        paths = tuple(change.path for change in changes)
        return Edited(before=now.version, version=now.version + 1, paths=paths, kept=kept)


def _check_kept(plan: Migration, off: frozenset[str]) -> None:
    """A leaf that may not be kept by now would be out of reach of what the person said, if it moved to another one."""
    for old, new in plan.moved.items():
        if old in off:
            raise InputError(
                f"{old!r} cannot move to {new!r}: by what the person said it may not be kept by now; delete it first with "
                f"`duramen persona delete {old}`, or leave out the move"
            )


def _mapped(write: OwnerWrite, of: TreeOf, source: Schema, target: Schema) -> dict[str, str]:
    """Return the moves that the map between the schemas knows, but none from or to a leaf that may not be kept."""
    off = unkept_paths(write.connection, of, source) | unkept_paths(write.connection, of, target)
    moves = counterpart_moves(source.leaves, source.name, target.name)
    return {old: new for old, new in moves.items() if not {old, new} & off and old not in target.leaves}


def unkept_paths(connection: Connection, of: TreeOf, schema: Schema) -> frozenset[str]:
    """Return the leaves that may not be kept: never to be stored, or without consent."""
    permissions = permissions_for(connection, of.person, of.character)
    rights = rights_of(schema, permissions, list_consents(connection, of.person))
    return frozenset(path for path, leaf in rights.items() if not leaf.store)


def _content(leaf: Leaf) -> tuple[object, ...]:
    """Return all of a leaf but when it was written: what has to be the same for a restored tree to be that tree."""
    same = ("value", "quotes", "valid_from", "valid_to", "writer", "stated", "confidence")
    return tuple(getattr(leaf, name) for name in same)


def _copied(leaf: Leaf, reason: str, leaf_id: int, **changes: object) -> Change:
    """Return a change that writes what a leaf held, with all that it rests on."""
    values = {
        "path": leaf.path,
        "value": leaf.value,
        "quotes": leaf.quotes,
        "valid_from": leaf.valid_from,
        "valid_to": leaf.valid_to,
        "stated": leaf.stated,
        "confidence": leaf.confidence,
        "writer": leaf.writer,
    }
    return Change(**{**values, **changes}, reason=reason, grown_from=leaf_id)  # type: ignore[arg-type]


def _draft(workspace: Workspace, of: TreeOf, after: int, cause: str, schema: Schema) -> VersionDraft:
    return VersionDraft(
        after=after,
        schema=schema.name,
        schema_version=schema.version,
        cause=cause,
        writer=PERSON,
        recorded=workspace.clock(),
        source_id=of.person.owner_id,
    )
