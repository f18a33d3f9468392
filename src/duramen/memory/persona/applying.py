"""Apply: a list of operations goes through the gate, and what it lets pass becomes version n+1, all in one transaction.

In: operations, with what each rests on where it is known. Out: a decision on each, stored with its code and reason. The
gate judges the tree as it is in that transaction, so that no list is ever judged on another tree than it changes.
"""

from __future__ import annotations

from dataclasses import replace

from sqlalchemy import Connection

from duramen.domain.persona import Schema
from duramen.govern.gate import Outcome
from duramen.memory.events import logged
from duramen.memory.persona.cards import keep_card, values_of_card
from duramen.memory.persona.judging import PERSON, Applied, ApplyRequest, Held, Judged, held_by, judged_list
from duramen.memory.persona.keeping import without_secrets
from duramen.memory.persona.rights import read_allowed
from duramen.memory.persona.schemas import schema_named
from duramen.memory.persona.trees import TreeOf, find_tree, schema_of, tree_of, usual_schema
from duramen.memory.workspace import Workspace
from duramen.stores.engine import reading
from duramen.stores.owners import OwnerKind, OwnerWrite, owner_write
from duramen.stores.persona.decisions import StoredDecision, add_decisions
from duramen.stores.persona.reading import TreeVersion, current_version
from duramen.stores.persona.writing import VersionDraft, write_version

__all__ = ["PERSON", "Applied", "ApplyRequest", "apply_in", "apply_operations", "apply_to"]


def apply_to(workspace: Workspace, whose: tuple[str, str], request: ApplyRequest, *, dry_run: bool = False) -> Applied:
    """Apply operations to the tree of somebody who may not be known yet; `whose` is a person and a character, or "".

    Whoever is not known is made only where something is kept of them: a version, or what waits for their yes. Otherwise
    the decisions are as they would be on an empty tree, and not stored.
    """
    request, masked = without_secrets(workspace, request)
    of = find_tree(workspace, *whose)
    if of is None:
        tried = _tried(workspace, whose, request)
        if dry_run or not any(one.outcome in (Outcome.APPLIED, Outcome.WAITS) for one in tried.decisions):
            return replace(tried.applied(request, dry_run=dry_run), masked=masked)
        of = tree_of(workspace, *whose, make=True)
    if not dry_run:
        keep_card(workspace, of)
    return replace(apply_operations(workspace, of, request, dry_run=dry_run), masked=masked)


def apply_operations(workspace: Workspace, of: TreeOf, request: ApplyRequest, *, dry_run: bool = False) -> Applied:
    """Put operations through the gate and write what passes; with `dry_run` nothing is written, not even decisions."""
    request, masked = without_secrets(workspace, request)
    with logged("tree_applied", owner=of.owner.owner_id) as facts:
        if dry_run:
            with reading(workspace.engine) as connection:
                version = current_version(connection, of.owner)
                schema = schema_of(workspace, of, version, request.schema)
                done = _judged(workspace, connection, of, (version, schema), request).applied(request, dry_run=True)
        else:
            with owner_write(workspace.engine, of.owner) as write:
                version = current_version(write.connection, of.owner)
                schema = schema_of(workspace, of, version, request.schema)
                done = _apply(workspace, write, of, (version, schema), request)
        facts.update(version=done.version, operations=len(done.decisions), dry_run=int(dry_run))
        return replace(done, masked=masked)


def apply_in(workspace: Workspace, write: OwnerWrite, of: TreeOf, schema: Schema, request: ApplyRequest) -> Applied:
    """Apply a list within the caller's transaction, beside what else has to happen with it or not at all."""
    request, masked = without_secrets(workspace, request)
    done = _apply(workspace, write, of, (current_version(write.connection, of.owner), schema), request)
    return replace(done, masked=masked)


def _apply(
    workspace: Workspace, write: OwnerWrite, of: TreeOf, by: tuple[TreeVersion, Schema], request: ApplyRequest
) -> Applied:
    judged = _judged(workspace, write.connection, of, by, request)
    changes = judged.changes(request)
    ids: dict[str, int] = {}
    if changes:
        draft = VersionDraft(
            after=judged.before,
            schema=judged.schema.name,
            schema_version=judged.schema.version,
            cause=request.cause,
            writer=request.writer,
            recorded=workspace.clock(),
            source_id=of.person.owner_id,
        )
        ids = write_version(write, draft, changes)
    done = judged.applied(request, changed=bool(changes))
    placed = [_placed(decision, ids) for decision in done.decisions]
    return replace(done, decisions=tuple(add_decisions(write, placed)))


def _judged(
    workspace: Workspace, connection: Connection, of: TreeOf, by: tuple[TreeVersion, Schema], request: ApplyRequest
) -> Judged:
    version, schema = by
    return judged_list(held_by(connection, of, version, schema), schema, request, workspace.now_us())


def _tried(workspace: Workspace, whose: tuple[str, str], request: ApplyRequest) -> Judged:
    """Judge a list on the empty tree of somebody of whom there is none yet."""
    person, character = whose
    schema = schema_named(workspace, request.schema or usual_schema(character))
    owner = workspace.find(OwnerKind.PERSON, person) if character else None
    held = Held()
    if owner is not None:  # a character's own tree goes by what the person allows
        with reading(workspace.engine) as connection:
            protected = values_of_card(connection, TreeOf(owner=owner, person=owner, character=character), schema)
            allowed = read_allowed(connection, owner, (character, ""))
            held = Held(allowed=allowed, protected=frozenset(protected))
    return judged_list(held, schema, request, workspace.now_us())


def _placed(decision: StoredDecision, ids: dict[str, int]) -> StoredDecision:
    """Name the leaf that holds the value of an applied operation."""
    applied = decision.outcome == Outcome.APPLIED.value
    return replace(decision, leaf_id=ids.get(decision.proposal.operation.path) if applied else None)
