"""What the gate goes by and what it answers: rules, decisions, and the judgement on a whole list (B4).

Values only, and `apply`, which carries out what was decided.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from duramen.domain.operations import Kind, Operation
from duramen.govern.permissions import Rights


class Policy(StrEnum):
    """How a list is applied: all of it or nothing, operation by operation, or only after a review."""

    STRICT = "strict"
    NORMAL = "normal"
    REVIEW = "review"


class Writer(StrEnum):
    """Who would write; a person's own hand is held neither to cues of negation nor to protected leaves."""

    LISTENER = "listener"
    PERSON = "person"


class Outcome(StrEnum):
    """What became of an operation."""

    APPLIED = "applied"
    REFUSED = "refused"
    WAITS = "waits"
    RETURNED = "returned"
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """What the gate is to go by.

    `rights` by path (`permissions.rights_of`); a leaf that is not among them has those of its tier without any grant or
    consent: all for an ordinary one, none for a sensitive one. `negated`: whether the window holds a cue of negation
    (`cues.negation_cue`), for all operations or for each DELETE. `protected`: leaves that a character's card holds, which
    nobody writes but the card. `contradicted`: a listener's operations that rest on words which contradict what the
    character said before, without saying that something changed.
    """

    policy: Policy = Policy.NORMAL
    writer: Writer = Writer.LISTENER
    rights: Mapping[str, Rights] = field(default_factory=dict)
    negated: bool | Callable[[Operation], bool] = False
    protected: frozenset[str] = frozenset()
    contradicted: frozenset[Operation] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """What became of one operation; `operation` is as it was judged (an UPDATE of an empty leaf is an ADD).

    `nearest`: legal paths near a path that is none, nearest first; empty otherwise.
    """

    operation: Operation
    outcome: Outcome
    code: str
    reason: str
    nearest: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """The decisions in the order of the operations, and the tree's values afterwards, in the schema's order."""

    decisions: tuple[Decision, ...]
    values: Mapping[str, str]

    @property
    def applied(self) -> tuple[Operation, ...]:
        """Return the operations that were applied, in order; `apply` of them to the values before gives `values`."""
        return tuple(decision.operation for decision in self.decisions if decision.outcome is Outcome.APPLIED)


def apply(held: Mapping[str, str], operations: Iterable[Operation]) -> dict[str, str]:
    """Return the values after `operations`, without asking whether they are allowed."""
    after = dict(held)
    for operation in operations:
        if operation.value is not None:
            after[operation.path] = operation.value
        elif operation.kind is Kind.DELETE:
            after.pop(operation.path, None)
    return after
