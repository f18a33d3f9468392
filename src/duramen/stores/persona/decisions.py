"""Rows of decisions: what the gate said of each operation, and what waits for the person to say yes or no.

The value of an applied operation stands in its leaf alone; what was not applied keeps its value here.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from sqlalchemy import Connection, Select, and_, select

from duramen.domain.operations import Kind, Operation
from duramen.domain.persona import Proposal, Quote
from duramen.domain.time import Moment, Precision
from duramen.stores.owners import Owner
from duramen.stores.persona.tables import decisions, leaves
from duramen.stores.rows import LARGEST
from duramen.stores.writing import OwnerWrite
from duramen.text.border import usable


class Waits(StrEnum):
    """What became of a decision that waits for the person; "" of one that does not."""

    NO = ""
    OPEN = "open"
    ACCEPTED = "accepted"
    REJECTED = "rejected"


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredDecision:
    """What the gate said of one operation.

    `version`: that of the tree after the list it was part of. `proposal`: the operation as judged, with what it rests
    on; its quotes have no words. `leaf_id`: where its value stands, when it was applied.
    """

    decision_id: int = 0
    version: int
    window_id: str = ""
    position: int
    proposal: Proposal
    outcome: str
    code: str
    reason: str
    nearest: tuple[str, ...] = ()
    waits: Waits = Waits.NO
    writer: str
    recorded_us: int
    settled_us: int | None = None
    leaf_id: int | None = field(default=None, repr=False)


def add_decisions(write: OwnerWrite, drafts: Sequence[StoredDecision]) -> list[StoredDecision]:
    """Store decisions; returns them with their ids."""
    if not drafts:
        return []
    first = write.take_items(len(drafts))
    stored = [replace(draft, decision_id=first + at) for at, draft in enumerate(drafts)]
    write.insert(decisions, [_row(write, decision) for decision in stored])
    return stored


def list_decisions(connection: Connection, owner: Owner, version: int) -> list[StoredDecision]:
    """Return the decisions after which the tree stood at a version, in order."""
    return _all(connection, _of(owner).where(decisions.c.version == version))


def decisions_of_window(connection: Connection, owner: Owner, window_id: str) -> list[StoredDecision]:
    """Return the decisions on what a listener made of a window, in order."""
    return _all(connection, _of(owner).where(decisions.c.window_id == window_id))


def open_decisions(connection: Connection, owner: Owner) -> list[StoredDecision]:
    """Return what waits for the person, oldest first."""
    return _all(connection, _of(owner).where(decisions.c.state == Waits.OPEN.value))


def find_decision(connection: Connection, owner: Owner, decision_id: int) -> StoredDecision | None:
    """Return a decision, None where there is none of this id."""
    if not 0 < decision_id < LARGEST:
        return None
    found = _all(connection, _of(owner).where(decisions.c.decision_id == decision_id))
    return found[0] if found else None


def settle_decision(write: OwnerWrite, decision_id: int, waits: Waits, settled_us: int) -> bool:
    """Note what the person said; False when it does not wait any more."""
    waiting = {"decision_id": decision_id, "state": Waits.OPEN.value}
    return write.update(decisions, waiting, {"state": waits.value, "settled_us": settled_us}) == 1


def _of(owner: Owner) -> Select[Any]:
    on = and_(leaves.c.owner_id == decisions.c.owner_id, leaves.c.leaf_id == decisions.c.leaf_id)
    return (
        select(decisions, leaves.c.value.label("held"))
        .select_from(decisions.outerjoin(leaves, on))
        .where(decisions.c.owner_id == owner.owner_id)
        .order_by(decisions.c.decision_id)
    )


def _all(connection: Connection, query: Select[Any]) -> list[StoredDecision]:
    return [_decision(row) for row in connection.execute(query)]


def _row(write: OwnerWrite, decision: StoredDecision) -> dict[str, Any]:
    operation, value = decision.proposal.operation, None
    if decision.leaf_id is None and operation.value is not None:
        value = usable(operation.value)
    return {
        "decision_id": decision.decision_id,
        "version": decision.version,
        "window_id": decision.window_id,
        "position": decision.position,
        "kind": operation.kind.value,
        "path": usable(operation.path),  # what was refused may be anything at all
        "value": value,
        "leaf_id": decision.leaf_id,
        "outcome": decision.outcome,
        "code": decision.code,
        "reason": usable(decision.reason),
        "nearest": json.dumps(decision.nearest, ensure_ascii=False),
        "evidence": json.dumps(_evidence(decision.proposal)),
        "state": decision.waits.value,
        "settled_us": decision.settled_us,
        "writer": decision.writer,
        "recorded_us": decision.recorded_us,
        "seq": write.seq,
    }


def _decision(row: Any) -> StoredDecision:
    operation = Operation(kind=Kind(row.kind), path=row.path, value=row.value if row.leaf_id is None else row.held)
    return StoredDecision(
        decision_id=row.decision_id,
        version=row.version,
        window_id=row.window_id,
        position=row.position,
        proposal=_proposal(operation, json.loads(row.evidence)),
        outcome=row.outcome,
        code=row.code,
        reason=row.reason,
        nearest=tuple(json.loads(row.nearest)),
        waits=Waits(row.state),
        writer=row.writer,
        recorded_us=row.recorded_us,
        settled_us=row.settled_us,
        leaf_id=row.leaf_id,
    )


def _evidence(proposal: Proposal) -> dict[str, Any]:
    quote = proposal.quote
    return {
        "quote": quote and [quote.record_id, quote.turn_id, quote.start, quote.end, *_packed(quote.said_at)],
        "stated": proposal.stated,
        "confidence": proposal.confidence,
        "valid_from": _packed(proposal.valid_from),
        "valid_to": _packed(proposal.valid_to),
    }


def _proposal(operation: Operation, evidence: dict[str, Any]) -> Proposal:
    quote = evidence["quote"]
    names = ("record_id", "turn_id", "start", "end")
    return Proposal(
        operation=operation,
        quote=quote and Quote(**dict(zip(names, quote[:4], strict=True)), said_at=_unpacked(quote[4:])),
        stated=evidence["stated"],
        confidence=evidence["confidence"],
        valid_from=_unpacked(evidence["valid_from"]),
        valid_to=_unpacked(evidence["valid_to"]),
    )


def _packed(moment: Moment) -> list[Any]:
    return [moment.at_us, moment.zone, moment.offset_minutes, moment.precision.value]


def _unpacked(values: list[Any]) -> Moment:
    at_us, zone, offset_minutes, precision = values
    return Moment(at_us=at_us, zone=zone, offset_minutes=offset_minutes, precision=Precision(precision))
