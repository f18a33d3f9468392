"""Judging a list: what the gate says of each operation on a tree as it stands, before anything is written.

In: operations, with what each rests on where it is known. Out: a decision on each, and what the applied ones change.
Only what is asked of the tree and of the person's permissions for these operations is read.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from sqlalchemy import Connection

from duramen.domain.operations import Kind, Operation, OperationList, Refused
from duramen.domain.persona import Proposal, Schema
from duramen.errors import InputError, StoreError
from duramen.govern.gate import Decision, Outcome, Policy, Rules, Writer, judge
from duramen.govern.permissions import effective
from duramen.memory.characters import cards_state
from duramen.memory.persona.cards import values_of_card
from duramen.memory.persona.rights import Allowed, read_allowed
from duramen.memory.persona.trees import TreeOf
from duramen.stores.persona.decisions import StoredDecision, Waits
from duramen.stores.persona.reading import TreeVersion, read_tree, read_values
from duramen.stores.persona.writing import Change

PERSON = "person"
"""The writer of what a person writes by hand; any other writer is a listener."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ApplyRequest:
    """What is to be applied, and how.

    `proposals`: one for each operation of `read`, in order; made from it where they are empty. `schema`: another than
    the tree's own. `after`: the version that the writer saw, when the list is only good for that one. `negated`: for
    listeners, whether the window denies what a DELETE takes out. `contradicted`: for a character's tree, the operations
    on words that contradict what it said before. `approved`: a person has seen it and said yes, so that it is judged as theirs.
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
    contradicted: frozenset[Operation] = frozenset()
    approved: bool = False
    after: int | None = None
    window_id: str = ""

    def sourced(self) -> tuple[Proposal, ...]:
        """Return the operations with what each rests on."""
        return self.proposals or tuple(Proposal(operation=operation) for operation in self.read.operations)


@dataclass(frozen=True, slots=True, kw_only=True)
class Applied:
    """What became of a list: a decision on each operation, and the tree's version before and after.

    `refused`, `repairs`, `partial`: what could not be read of the text, and how it was mended. `masked`: secrets that were
    not kept, by kind.
    """

    schema: str
    before: int
    version: int
    decisions: tuple[StoredDecision, ...]
    refused: tuple[Refused, ...] = ()
    repairs: tuple[str, ...] = ()
    partial: bool = False
    dry_run: bool = False
    masked: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """What a list is judged by: the tree's number and filled leaves, what the person allowed, what a card protects."""

    version: int = 0
    values: Mapping[str, str] = field(default_factory=dict)
    allowed: Allowed = field(default_factory=Allowed)
    protected: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """A list as the gate judged it, on which version of the tree."""

    before: int
    schema: Schema
    decisions: tuple[Decision, ...]
    proposals: tuple[Proposal, ...]
    filled: frozenset[str]
    recorded_us: int

    def changes(self, request: ApplyRequest) -> list[Change]:
        """Return what the applied operations make of leaves."""
        return [
            _change(
                replace(proposal, operation=decision.operation),
                request,
                held=proposal.operation.path in self.filled,
            )
            for decision, proposal in zip(self.decisions, self.proposals, strict=True)
            if decision.outcome is Outcome.APPLIED
        ]

    def applied(self, request: ApplyRequest, *, dry_run: bool = False, changed: bool = False) -> Applied:
        """Return what became of the list, its decisions not yet stored."""
        version = self.before + (1 if changed else 0)
        rows = zip(self.decisions, self.proposals, strict=True)
        return Applied(
            schema=self.schema.name,
            before=self.before,
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


def held_by(
    connection: Connection,
    of: TreeOf,
    version: TreeVersion,
    schema: Schema,
    at_seq: Mapping[str, int] | None = None,
) -> Held:
    """Read what a list is judged by; raises InputError for a schema that has no room for what the tree holds.

    `at_seq`: as of these states of owners by id, at an earlier version; None for now.
    """
    now = at_seq is None
    values = (
        read_values(connection, of.owner) if now else read_tree(connection, of.owner, version, quotes=False).values()
    )
    homeless = [path for path in values if path not in schema.leaves]
    if homeless and version.schema == schema.name:
        raise InputError(
            f"schema {schema.name!r} was added anew without the leaf {homeless[0]!r}, which the tree of {of.name} has "
            f"filled; carry it over with `duramen persona migrate {schema.name} --move {homeless[0]}=PATH`, or without "
            "--move to keep the value in the history alone"
        )
    if homeless:
        raise InputError(
            f"the tree of {of.name} is of schema {version.schema!r}, and schema {schema.name!r} has no leaf "
            f"{homeless[0]!r} that is filled there; use --schema {version.schema}, or plug the other one in with "
            f"--schema {version.schema}+{schema.name}"
        )
    cards = None if at_seq is None else cards_state(connection, of.person.tenant, at_seq)
    person = None if at_seq is None else at_seq.get(of.person.owner_id, 0)
    allowed = read_allowed(connection, of.person, (of.character, ""), person)
    protected = frozenset(values_of_card(connection, of, schema, cards))
    return Held(version=version.version, values=values, allowed=allowed, protected=protected)


def judged_list(held: Held, schema: Schema, request: ApplyRequest, recorded_us: int) -> Judged:
    """Return what the gate says; raises StoreError where the tree is not at the version that the list is good for."""
    if request.after is not None and held.version != request.after:
        raise StoreError(f"the tree has moved on from version {request.after} to {held.version}; read it again")
    proposals = request.sourced()
    operations = replace(request.read, operations=tuple(proposal.operation for proposal in proposals))
    paths = {operation.path for operation in operations.operations} & schema.leaves.keys()
    permissions, consents = held.allowed.permissions, held.allowed.consents
    rules = Rules(
        policy=request.policy,
        writer=Writer.PERSON if request.approved or request.writer == PERSON else Writer.LISTENER,
        rights={path: effective(path, schema.leaves[path], permissions, consents) for path in paths},
        negated=request.negated,
        protected=held.protected,
        contradicted=request.contradicted,
    )
    return Judged(
        before=held.version,
        schema=schema,
        decisions=judge(operations, held.values, schema, rules).decisions,
        proposals=proposals,
        filled=frozenset(held.values),
        recorded_us=recorded_us,
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
