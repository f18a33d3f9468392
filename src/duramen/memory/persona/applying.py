"""Apply: a list of operations goes through the gate, and what it lets pass becomes version n+1, all in one transaction.

In: operations, with what each rests on where it is known. Out: a decision on each, stored with its code and reason. The
gate judges the tree as it is in that transaction, so that no list is ever judged on another tree than it changes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from sqlalchemy import Connection

from duramen.domain.operations import Kind, Operation, OperationList, Refused
from duramen.domain.persona import Proposal, Schema, Tree
from duramen.errors import InputError, StoreError
from duramen.govern.gate import Decision, Outcome, Policy, Rules, Writer, judge
from duramen.govern.permissions import Rights, rights_of
from duramen.memory.events import logged
from duramen.memory.persona.schemas import schema_named
from duramen.memory.persona.trees import TreeOf, schema_of, version_now
from duramen.memory.workspace import Workspace
from duramen.stores.engine import reading
from duramen.stores.owners import OwnerWrite, owner_write
from duramen.stores.persona.decisions import StoredDecision, Waits, add_decisions
from duramen.stores.persona.permissions import list_consents, permissions_for
from duramen.stores.persona.reading import current_version, read_tree
from duramen.stores.persona.writing import Change, VersionDraft, write_version

PERSON = "person"
"""The writer of what a person writes by hand; any other writer is a listener."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ApplyRequest:
    """What is to be applied, and how.

    `proposals`: one for each operation of `read`, in order; made from it where they are empty. `schema`: another than
    the tree's own. `after`: the version that the writer saw, when the list is only good for that one. `negated`: for
    listeners, whether the window denies what a DELETE takes out. `approved`: a person has seen it and said yes, so that it is judged as theirs.
    `cause`: what the version says that it came from.
    """

    read: OperationList
    proposals: tuple[Proposal, ...] = ()
    schema: str = ""
    policy: Policy = Policy.NORMAL
    writer: str = PERSON
    cause: str = "apply"
    reason: str = ""
    negated: bool | Callable[[Operation], bool] = False
    approved: bool = False
    after: int | None = None
    window_id: str = ""

    def sourced(self) -> tuple[Proposal, ...]:
        """Return the operations with what each rests on."""
        return self.proposals or tuple(Proposal(operation=operation) for operation in self.read.operations)


@dataclass(frozen=True, slots=True, kw_only=True)
class Applied:
    """What became of a list: a decision on each operation, and the tree's version before and after.

    `refused`, `repairs`, `partial`: what could not be read of the text, and how it was mended.
    """

    schema: str
    before: int
    version: int
    decisions: tuple[StoredDecision, ...]
    refused: tuple[Refused, ...] = ()
    repairs: tuple[str, ...] = ()
    partial: bool = False
    dry_run: bool = False


def apply_operations(workspace: Workspace, of: TreeOf, request: ApplyRequest, *, dry_run: bool = False) -> Applied:
    """Put operations through the gate and write what passes; with `dry_run` nothing is written, not even decisions."""
    with logged("tree_applied", owner=of.owner.owner_id) as facts:
        schema = schema_of(workspace, of, version_now(workspace, of), request.schema)
        if dry_run:
            with reading(workspace.engine) as connection:
                done = _judged(workspace, connection, of, schema, request).applied(request, dry_run=True)
        else:
            with owner_write(workspace.engine, of.owner) as write:
                done = apply_in(workspace, write, of, schema, request)
        facts.update(version=done.version, operations=len(done.decisions), dry_run=int(dry_run))
        return done


def rehearse(workspace: Workspace, usual_schema: str, request: ApplyRequest) -> Applied:
    """Judge operations on an empty tree, for somebody of whom there is none yet; nothing is written."""
    schema = schema_named(workspace, request.schema or usual_schema)
    judged = _on_tree(workspace, Tree(schema=""), schema, request, {})
    return judged.applied(request, dry_run=True)


def apply_in(workspace: Workspace, write: OwnerWrite, of: TreeOf, schema: Schema, request: ApplyRequest) -> Applied:
    """Apply a list within the caller's transaction, beside what else has to happen with it or not at all."""
    judged = _judged(workspace, write.connection, of, schema, request)
    changes = judged.changes(request)
    ids: dict[str, int] = {}
    if changes:
        draft = VersionDraft(
            after=judged.tree.version,
            schema=schema.name,
            schema_version=schema.version,
            cause=request.cause,
            writer=request.writer,
            recorded=workspace.clock(),
            source_id=of.person.owner_id,
        )
        ids = write_version(write, draft, changes)
    done = judged.applied(request, changed=bool(changes))
    placed = [_placed(decision, ids) for decision in done.decisions]
    return replace(done, decisions=tuple(add_decisions(write, placed)))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Judged:
    """A list as the gate judged it, on which tree."""

    tree: Tree
    schema: Schema
    decisions: tuple[Decision, ...]
    proposals: tuple[Proposal, ...]
    recorded_us: int

    def changes(self, request: ApplyRequest) -> list[Change]:
        """Return what the applied operations make of leaves."""
        return [
            _change(
                replace(proposal, operation=decision.operation),
                request,
                held=proposal.operation.path in self.tree.leaves,
            )
            for decision, proposal in zip(self.decisions, self.proposals, strict=True)
            if decision.outcome is Outcome.APPLIED
        ]

    def applied(self, request: ApplyRequest, *, dry_run: bool = False, changed: bool = False) -> Applied:
        """Return what became of the list, its decisions not yet stored."""
        version = self.tree.version + (1 if changed else 0)
        rows = zip(self.decisions, self.proposals, strict=True)
        return Applied(
            schema=self.schema.name,
            before=self.tree.version,
            version=version,
            decisions=tuple(self._stored(request, at, version, *row) for at, row in enumerate(rows)),
            refused=request.read.refused,
            repairs=request.read.repairs,
            partial=request.read.partial,
            dry_run=dry_run,
        )

    def _stored(
        self, request: ApplyRequest, at: int, version: int, decision: Decision, proposal: Proposal
    ) -> StoredDecision:
        return StoredDecision(
            version=version,
            window_id=request.window_id,
            position=at,
            proposal=replace(proposal, operation=decision.operation),
            outcome=decision.outcome.value,
            code=decision.code,
            reason=decision.reason,
            nearest=decision.nearest,
            waits=Waits.OPEN if decision.outcome is Outcome.WAITS else Waits.NO,
            writer=request.writer,
            recorded_us=self.recorded_us,
        )


def _judged(workspace: Workspace, connection: Connection, of: TreeOf, schema: Schema, request: ApplyRequest) -> _Judged:
    version = current_version(connection, of.owner)
    if request.after is not None and version.version != request.after:
        raise StoreError(f"the tree has moved on from version {request.after} to {version.version}; read it again")
    tree = read_tree(connection, of.owner, quotes=False)
    _check_room(of, tree, schema)
    permissions = permissions_for(connection, of.person, of.character)
    rights = rights_of(schema, permissions, list_consents(connection, of.person))
    return _on_tree(workspace, tree, schema, request, rights)


def _on_tree(
    workspace: Workspace, tree: Tree, schema: Schema, request: ApplyRequest, rights: Mapping[str, Rights]
) -> _Judged:
    proposals = request.sourced()
    operations = replace(request.read, operations=tuple(proposal.operation for proposal in proposals))
    writer = Writer.PERSON if request.approved or request.writer == PERSON else Writer.LISTENER
    rules = Rules(policy=request.policy, writer=writer, rights=rights, negated=request.negated)
    return _Judged(
        tree=tree,
        schema=schema,
        decisions=judge(operations, tree.values(), schema, rules).decisions,
        proposals=proposals,
        recorded_us=workspace.now_us(),
    )


def _check_room(of: TreeOf, tree: Tree, schema: Schema) -> None:
    homeless = [path for path in tree.leaves if path not in schema.leaves]
    if homeless:
        raise InputError(
            f"the tree of {of.name} is of schema {tree.schema!r}, and schema {schema.name!r} has no leaf "
            f"{homeless[0]!r} that is filled there; use --schema {tree.schema}, or plug the other one in with "
            f"--schema {tree.schema}+{schema.name}"
        )


def _change(proposal: Proposal, request: ApplyRequest, *, held: bool) -> Change:
    operation = proposal.operation
    return Change(
        path=operation.path,
        value=operation.value if operation.kind is not Kind.DELETE else None,
        quotes=(proposal.quote,) if proposal.quote else (),
        valid_from=proposal.valid_from,
        valid_to=proposal.valid_to,
        stated=proposal.stated,
        confidence=proposal.confidence,
        reason=request.reason,
        merges=held and operation.kind is Kind.UPDATE and request.writer != PERSON,
    )


def _placed(decision: StoredDecision, ids: dict[str, int]) -> StoredDecision:
    """Name the leaf that holds the value of an applied operation."""
    applied = decision.outcome == Outcome.APPLIED.value
    return replace(decision, leaf_id=ids.get(decision.proposal.operation.path) if applied else None)
