"""How far a needed piece of evidence came on its way to an answer: from the store through the search into the prompt.

In: the trace of the answered round, where the piece stands, the right answers. Out: `Reached` for `scoring.attribution`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from sqlalchemy import Connection, select

from duramen.domain.evidence import Source
from duramen.domain.profile import Depth
from duramen.domain.record import Answer
from duramen.domain.trace import Trace, TracedCandidate, TracedLeaf
from duramen.evaluation.attribution.places import LeafPlace, PassagePlace, Place, TurnPlace
from duramen.memory.persona.rights import read_allowed
from duramen.memory.persona.schemas import schema_named
from duramen.memory.persona.trees import PERSON_SCHEMA
from duramen.memory.workspace import Workspace
from duramen.scoring.answers import holds
from duramen.scoring.attribution import Reached, furthest
from duramen.stores.owners import Owner
from duramen.stores.persona.reading import find_version, read_tree
from duramen.stores.persona.tables import leaf_quotes, leaves


@dataclass(frozen=True, kw_only=True)
class Answered:
    """An answered round with what its attribution looks at; `golds`: the right answers."""

    workspace: Workspace
    connection: Connection
    owner: Owner
    trace: Trace
    answer: Answer
    golds: Sequence[str]

    @cached_property
    def at_seq(self) -> Mapping[str, int]:
        """Return the states that were searched, by owner id."""
        return dict(self.answer.trace["at_seq"])

    @cached_property
    def places(self) -> dict[tuple[str, int], list[TracedCandidate]]:
        """Return the candidates by source and row, also where a row's words were merged into another's."""
        found: dict[tuple[str, int], list[TracedCandidate]] = {}
        for one in self.trace.candidates:
            found.setdefault((one.source.value, one.item), []).append(one)
            for place in one.merged:
                source, _, item = place.partition(":")
                if item.isdecimal():
                    found.setdefault((source, int(item)), []).append(one)
        return found

    @cached_property
    def version(self) -> int:
        """Return the version of the tree that was read; where the tree was not read, none."""
        return int(self.answer.trace.get("tree_version", 0))

    @cached_property
    def tree(self) -> Mapping[str, str]:
        """Return what the tree's leaves held then, by path."""
        version = find_version(self.connection, self.owner, self.version)
        return {} if version is None else read_tree(self.connection, self.owner, version, quotes=False).values()

    def setting(self, *names: str) -> Any:
        """Return a setting as it ruled then."""
        value: Any = self.answer.settings
        for name in names:
            value = value[name]
        return value

    def reads(self, source: str) -> bool:
        """Tell whether a source was read at all: switched on, and chosen by the router."""
        if source != "profile" and not self.setting(source, "enabled"):
            return False
        route = self.trace.route
        return route is None or route.choices()[source].depth is not Depth.NONE

    def shown(self, path: str) -> TracedLeaf | None:
        """Return the person's leaf of a path as it was shown, None where it was not."""
        return next((leaf for leaf in self.trace.leaves if leaf.path == path and not leaf.own and not leaf.gone), None)

    def holds(self, text: str) -> bool:
        """Tell whether a text holds a right answer."""
        return holds(text, self.golds)


def reached(at: Answered, places: Sequence[Place]) -> Reached:
    """Return how far the piece came that stands in these places, by the one of them that came furthest."""
    return furthest(_of_place(at, place) for place in places)


def _of_place(at: Answered, place: Place) -> Reached:
    if isinstance(place, TurnPlace):
        return _of_turn(at, place)
    return _of_passage(at, place) if isinstance(place, PassagePlace) else _of_leaf(at, place)


def _of_turn(at: Answered, place: TurnPlace) -> Reached:
    seq = at.at_seq.get(at.owner.owner_id, 0)
    stored = place.born_seq <= seq
    paths = _paths_resting_on(at, place.turn_id) if stored else []
    alive = place.died_seq is None or place.died_seq > seq
    told_wrong = any(leaf.bound and not at.holds(leaf.value or "") for path in paths if (leaf := at.shown(path)))
    through_tree = [leaf for path in paths if (leaf := at.shown(path)) and at.holds(leaf.value or "")]
    if through_tree and alive:
        return Reached(
            stored=True,
            standing=True,
            searched=True,
            found=True,
            entered=True,
            used=any(leaf.bound for leaf in through_tree) or _came(at, Source.EXPERIENCE, place.turn_id).used,
        )
    came = _came(at, Source.EXPERIENCE, place.turn_id)
    searched = came.found or (at.reads("experience") and _may_be_found(at, place))
    return replace(came, stored=stored, standing=alive and not told_wrong, searched=searched)


def _may_be_found(at: Answered, place: TurnPlace) -> bool:
    """Tell whether a search that was made could have met the turn: findable, of this character, of the time looked back on."""
    record = at.trace.record
    if not place.retrievable or (record.character and place.character != record.character):
        return False
    if at.setting("experience", "asking", "outside_session") and place.session == record.session:
        return False
    now_us = at.trace.now.at_us
    return place.happened_us is None or now_us is None or place.happened_us <= now_us


def _of_passage(at: Answered, place: PassagePlace) -> Reached:
    seq = at.at_seq.get(place.base_id)
    came = _came(at, Source.KNOWLEDGE, place.child_id, place.document_id)
    return replace(
        came,
        stored=seq is None or place.born_seq <= seq,
        standing=seq is None or place.died_seq is None or place.died_seq > seq,
        searched=came.found or (at.reads("knowledge") and seq is not None),
    )


def _came(at: Answered, source: Source, item: int, record_id: str = "") -> Reached:
    """Return whether a row was found, entered and was used, leaving the steps before that open."""
    found = [one for one in at.places.get((source.value, item), ()) if not record_id or one.record_id == record_id]
    return Reached(found=bool(found), entered=any(one.id for one in found), used=any(one.bound for one in found))


def _of_leaf(at: Answered, place: LeafPlace) -> Reached:
    born = at.connection.execute(
        select(leaves.c.leaf_id).where(
            leaves.c.owner_id == at.owner.owner_id,
            leaves.c.path == place.path,
            leaves.c.born_version <= at.version,
        )
    ).first()
    leaf = at.shown(place.path)
    allowed = leaf is not None or _may_be_used(at, place.path)
    searched = at.reads("profile") and allowed
    return Reached(
        stored=born is not None,
        standing=at.holds(at.tree.get(place.path, "")),
        searched=searched,
        found=searched,  # every leaf that may be used is looked at
        entered=leaf is not None,
        used=leaf is not None and leaf.bound,
    )


def _may_be_used(at: Answered, path: str) -> bool:
    """Tell whether a leaf may be used in generation, by what the person allows now."""
    version = find_version(at.connection, at.owner, at.version)
    schema = schema_named(at.workspace, (version.schema if version else "") or PERSON_SCHEMA)
    record = at.trace.record
    allowed = read_allowed(at.connection, at.owner, (record.character, record.session))
    return allowed.rights(schema, path).generation


def _paths_resting_on(at: Answered, turn_id: int) -> list[str]:
    """Return the paths of leaves that rested on a turn's words by then, whether they stand or not."""
    on = (leaf_quotes.c.owner_id == leaves.c.owner_id) & (leaf_quotes.c.leaf_id == leaves.c.leaf_id)
    rows = at.connection.execute(
        select(leaves.c.path)
        .select_from(leaves.join(leaf_quotes, on))
        .where(
            leaves.c.owner_id == at.owner.owner_id,
            leaf_quotes.c.source_id == at.owner.owner_id,
            leaf_quotes.c.turn_id == turn_id,
            leaves.c.born_version <= at.version,
        )
        .distinct()
    )
    return sorted(row.path for row in rows)
