"""What a round's record names, read again from its rows: the moment asked from, every candidate's words, the evidence.

In: a record that was answered here. Out: `Stood`. A record keeps no words but ids, spans and scores: what was erased
since is missing here, and is told to be.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import cached_property
from typing import Any, NamedTuple

from sqlalchemy import Connection

from duramen.compose.excerpt import excerpt
from duramen.domain.dialogue import Role
from duramen.domain.evidence import Candidate, Evidence, Source
from duramen.domain.preset import Preset
from duramen.domain.record import Answer, Record
from duramen.domain.time import EPOCH, Moment, Precision, moment_at
from duramen.memory.persona.routing import route_from
from duramen.memory.persona.trees import TreeOf
from duramen.memory.running import turn_candidate
from duramen.memory.trace import now_of
from duramen.memory.tracing.leaves import Named, ShownTree, Trees, shown_leaves
from duramen.memory.workspace import Workspace
from duramen.retrieve.question import weighted_terms
from duramen.retrieve.route import applied
from duramen.settings import preset_from
from duramen.stores.knowledge import ChildRow, children_by_id
from duramen.stores.owners import Owner, OwnerKind
from duramen.stores.rows import moment_of
from duramen.stores.turns import session_turns, turns_by_id
from duramen.text.tokens import count_tokens

Key = tuple[str, int, str]
"""A candidate's source, its row there, and the record or document it is of: two bases number their rows alike."""


def key_of(row: Mapping[str, Any]) -> Key:
    """Return the key of a candidate as a record's trace has it."""
    return row["source"], row["item"], row["record"]


class Row(NamedTuple):
    """A candidate as its row stands, and the words that were matched: of knowledge a passage of what a prompt shows."""

    candidate: Candidate
    matched: str


@dataclass(frozen=True, kw_only=True)
class Stood:
    """All that the record of an answered round names, with its words.

    `words`: each candidate by source and row as it stands there; one that is gone is not in it. `evidence`: what entered and
    is still there; `gone`: the ids of what is not. `person` and `own`: the leaves shown of the person's and the
    character's tree.
    """

    record: Record
    answer: Answer
    owner: Owner
    now: Moment
    question: str
    preset: Preset
    words: Mapping[Key, Row]
    evidence: tuple[Evidence, ...]
    gone: tuple[str, ...]
    person: ShownTree
    own: ShownTree


def stood(workspace: Workspace, connection: Connection, trees: Trees, record: Record) -> Stood:
    """Read again what an answered round's record names, in the caller's one transaction.

    Raises ValueError for a round that was not answered here.
    """
    answer = record.answer
    if answer is None:
        raise ValueError(f"round {record.record_id} was not answered here")
    owner, trace, now = trees.person.owner, answer.trace, asked_at(record, answer)
    settings = json.loads(json.dumps(answer.settings))  # as a stored record has them, of which this may be none yet
    preset = preset_from({key: value for key, value in settings.items() if key != "name"}, answer.preset)
    if trace.get("route"):  # what was decided for this question left less of some settings
        preset = applied(preset, route_from(trace["route"]))
    question = question_of(record)
    words = _words(workspace, connection, owner, trace)
    wanted = _Wanted(connection=connection, owner=owner, record=record, preset=preset, now=now)
    found = [(row, words.get(key_of(row))) for row in trace["evidence"]]

    def shown(of: TreeOf | None, rows: str, version: str, budget: int) -> ShownTree:
        named = Named(
            rows=trace.get(rows, ()),
            version=trace.get(version, 0),
            budget_tokens=budget,
            now=now,
            language=trace["language"],
        )
        return shown_leaves(workspace, connection, of, named)

    return Stood(
        record=record,
        answer=answer,
        owner=owner,
        now=now,
        question=question,
        preset=preset,
        words=words,
        evidence=tuple(_evidence(row, one.candidate, preset, wanted) for row, one in found if one is not None),
        gone=tuple(row["id"] for row, one in found if one is None),
        person=shown(trees.person, "leaves", "tree_version", preset.reading.profile_tokens),
        own=shown(trees.own, "self_leaves", "self_version", preset.reading.self_tokens),
    )


def question_of(record: Record) -> str:
    """Return the person's words of a round, "" where there are none."""
    return "\n".join(turn.text for turn in record.turns if turn.role is Role.PERSON)


def asked_at(record: Record, answer: Answer) -> Moment:
    """Return the moment that a round was asked from."""
    if "precision" in answer.trace:
        return now_of(answer.trace)
    at_us, zone = answer.trace["now_us"], answer.trace["zone"]
    if at_us is None or at_us == record.happened_at.at_us:
        return record.happened_at
    return moment_at(EPOCH + timedelta(microseconds=at_us), zone)


def _words(workspace: Workspace, connection: Connection, owner: Owner, trace: Mapping[str, Any]) -> dict[Key, Row]:
    rows = [*trace["evidence"], *trace["candidates"]]
    turns = [row["item"] for row in rows if row["source"] == Source.EXPERIENCE.value]
    passages = list({row["item"] for row in rows if row["source"] == Source.KNOWLEDGE.value})
    found: dict[Key, Row] = {}
    for item, turn in turns_by_id(connection, owner, turns).items():
        found[Source.EXPERIENCE.value, item, turn.record_id] = Row(turn_candidate(turn), turn.text)
    bases = workspace.owners(OwnerKind.BASE) if passages else []
    for base in bases:
        if base.owner_id in trace["at_seq"]:
            for item, child in children_by_id(connection, base, passages).items():
                found[Source.KNOWLEDGE.value, item, child.document_id] = _child(child)
    return found


def _child(row: ChildRow) -> Row:
    found = Candidate(
        source=Source.KNOWLEDGE,
        item_id=row.child_id,
        record_id=row.document_id,
        text=row.parent_text,
        speaker="",
        happened_at=moment_of(row),
        recorded_at=Moment(at_us=row.recorded_us, precision=Precision.SECOND),
        round=None,
        relative_round=None,
        origin=row.title or row.origin,
        session="",
    )
    return Row(found, row.parent_text[row.start : row.end])


@dataclass(frozen=True, kw_only=True)
class _Wanted:
    """The terms a question was searched by, worked out where a long evidence was cut by them."""

    connection: Connection
    owner: Owner
    record: Record
    preset: Preset
    now: Moment

    @cached_property
    def terms(self) -> set[str]:
        """Return the terms of the experience's query."""
        asking, answer = self.preset.experience.asking, self.record.answer
        words = answer.augmented if answer is not None and asking.augment else question_of(self.record)
        before: list[str] = []
        if asking.context_turns:
            place, upto = (self.record.character, self.record.session), (self.record.seq - 1, None)
            rows = session_turns(self.connection, self.owner, place, upto, asking.context_turns)
            before = [row.text for row in rows]
        return set(weighted_terms(words, before, asking, self.now))


def _evidence(row: Mapping[str, Any], found: Candidate, preset: Preset, wanted: _Wanted) -> Evidence:
    text = found.text
    if found.source is Source.EXPERIENCE and count_tokens(text) > preset.reading.excerpt_tokens:
        text = excerpt(text, wanted.terms, preset.reading.excerpt_tokens)
    candidate = replace(
        found,
        text=text,
        relative_round=row["relative_round"],
        scores=row["scores"],
        score=row["score"],
        rank=row["rank"],
        merged=tuple(row["merged"]),
    )
    return Evidence(id=row["id"], candidate=candidate, disagrees_with=row.get("disagrees_with", ""))
