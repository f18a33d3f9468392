"""Feedback on how much was read (B11): a person's hint about a round moves the router's thresholds for them, logged."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from sqlalchemy import Connection

from duramen.domain.profile import Choice, Depth, Hint, Level, Route
from duramen.domain.record import Record
from duramen.errors import BadSetting, InputError
from duramen.memory.events import logged
from duramen.memory.workspace import Workspace
from duramen.retrieve.hints import adjusted
from duramen.retrieve.route import Band, Thresholds
from duramen.stores.engine import reading
from duramen.stores.owners import Owner, OwnerKind
from duramen.stores.persona.hints import StoredHint, latest_thresholds, put_hint
from duramen.stores.writing import owner_write


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved:
    """A hint taken in: the round it is about, and the thresholds before and after it."""

    record_id: str
    hint: Hint
    before: Thresholds
    after: Thresholds


def checked_level(name: str | None) -> Level | None:
    """Return the level of a name, None for none; raises BadSetting with the names there are."""
    if not name:
        return None
    try:
        return Level(name)
    except ValueError:
        raise BadSetting(f"there is no level {name!r}; use {', '.join(Level)}") from None


def checked_hint(name: str) -> Hint:
    """Return the hint of a name; raises BadSetting with the names there are."""
    try:
        return Hint(name)
    except ValueError:
        raise BadSetting(f"feedback {name!r} is not one of {', '.join(Hint)}") from None


def thresholds_of(workspace: Workspace, owner: Owner | None, at_seq: int | None = None) -> Thresholds:
    """Return the router's thresholds for a person, now or as of `at_seq`: the usual ones until a hint moved them."""
    if owner is None:
        return Thresholds()
    with reading(workspace.engine) as connection:
        return _stored(connection, owner, at_seq)


def give_hint(workspace: Workspace, person: str, record: Record, hint: Hint) -> Moved:
    """Take in what a person says of how much was read for a round.

    Raises InputError for a round of which no route is kept: one that was imported, or not answered.
    """
    owner = workspace.known(OwnerKind.PERSON, person)
    kept = record.answer.trace.get("route") if record.answer else None
    if not kept:
        raise InputError(
            f"for round {record.character}/{record.round} it is not recorded how much was read; give feedback on a "
            "round that was answered here, such as the last one of `duramen rounds`"
        )
    with logged("hinted", owner=owner.owner_id, record=record.record_id, hint=hint.value):
        with owner_write(workspace.engine, owner) as write:
            before = _stored(write.connection, owner)
            after = adjusted(before, hint, route_from(kept))
            put_hint(
                write,
                StoredHint(
                    record_id=record.record_id,
                    hint=hint.value,
                    thresholds=json.dumps(asdict(after)),
                    recorded_us=workspace.now_us(),
                ),
            )
        return Moved(record_id=record.record_id, hint=hint, before=before, after=after)


def route_values(route: Route) -> dict[str, Any]:
    """Return a route as plain values that JSON can hold."""
    choices = {
        source: {"depth": choice.depth.value, "need": round(choice.need, 4), "reason": dict(choice.reason)}
        for source, choice in route.choices().items()
    }
    return {"level": route.level.value, **choices}


def route_from(values: Mapping[str, Any]) -> Route:
    """Return the route of plain values."""
    choices = {
        source: Choice(
            depth=Depth(values[source]["depth"]), need=values[source]["need"], reason=values[source]["reason"]
        )
        for source in ("profile", "experience", "knowledge")
    }
    return Route(level=Level(values["level"]), **choices)


def _stored(connection: Connection, owner: Owner, at_seq: int | None = None) -> Thresholds:
    kept = latest_thresholds(connection, owner, at_seq)
    return Thresholds() if kept is None else Thresholds(**{name: Band(**one) for name, one in json.loads(kept).items()})
