"""Trace: one round whole (A12): what was found and what became of it, what the model saw and said, what followed.

In: a person and a round. Out: `Trace`. Nothing is searched again: all of it is read from the record and the rows it names.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from duramen.compose.explaining import why_left_out
from duramen.compose.profile import since_of
from duramen.domain.dialogue import Role
from duramen.domain.evidence import Source
from duramen.domain.record import Record
from duramen.domain.time import UNKNOWN_MOMENT
from duramen.domain.trace import Trace, TracedCandidate, TracedLeaf, TracedPrompt
from duramen.memory.events import logged
from duramen.memory.marks import contradictions_of
from duramen.memory.names import checked_name
from duramen.memory.persona.routing import route_from
from duramen.memory.rounds import read_round
from duramen.memory.tracing.leaves import ShownTree, trees_of
from duramen.memory.tracing.operations import operations_after
from duramen.memory.tracing.prompt import prompt_of
from duramen.memory.tracing.stood import Key, Stood, key_of, question_of, stood
from duramen.memory.workspace import Workspace
from duramen.stores.engine import reading
from duramen.stores.owners import Owner, OwnerKind
from duramen.text.languages import language_of


def trace_round(workspace: Workspace, person: str, named: str) -> Trace:
    """Return the trace of a round, by its record id or "character/number"; raises NotFound.

    Of a round that was imported, recorded from elsewhere or interrupted there is no answer to trace: only what followed.
    """
    record = read_round(workspace, person, named)
    owner = workspace.known(OwnerKind.PERSON, checked_name(person, "person"))
    with logged("traced", owner=owner.owner_id, record=record.record_id):
        return trace_record(workspace, owner, record)


def trace_record(workspace: Workspace, owner: Owner, record: Record) -> Trace:
    """Return the trace of a round that was read, or that was answered without being stored."""
    trees = trees_of(workspace, owner, record.character)
    with reading(workspace.engine) as connection:
        operations, unheard = operations_after(workspace, connection, trees, record)
        bare = Trace(
            record=record,
            language=language_of(question_of(record)),
            question=question_of(record),
            response="\n".join(turn.text for turn in record.turns if turn.role is Role.CHARACTER),
            now=record.happened_at,
            operations=operations,
            unheard=unheard,
            contradicts=tuple(contradictions_of(record)),
        )
        if record.answer is None:
            return bare
        at = stood(workspace, connection, trees, record)
        return _answered(bare, at, prompt_of(workspace, connection, at))


def _answered(bare: Trace, at: Stood, prompt: TracedPrompt) -> Trace:
    """Return the trace with all that the record keeps of its answer."""
    answer, trace = at.answer, at.answer.trace
    verdicts = dict(trace["verdicts"])
    shown = {evidence.id: evidence.text for evidence in at.evidence}
    ranks = _ranks([*trace["evidence"], *trace["candidates"]])
    entered = [_candidate(row, at, ranks, shown) for row in trace["evidence"]]
    others = sorted(trace["candidates"], key=lambda row: (row["source"], row["rank"]))
    left_out = [_candidate(row, at, ranks, shown) for row in others]
    return replace(
        bare,
        language=trace["language"],
        now=at.now,
        candidates=tuple(_judged(one, verdicts, answer.bindings) for one in (*entered, *left_out)),
        leaves=(*_leaves(at.person, at, own=False), *_leaves(at.own, at, own=True)),
        prompt=prompt,
        route=route_from(trace["route"]) if trace.get("route") else None,
        expanded=trace.get("expanded", 0),
        need=trace["need"],
        analysis=answer.analysis,
        bound=answer.bindings,
        unknown_ids=tuple(trace["unknown_ids"]),
        repairs=tuple(trace["repairs"]),
    )


def _candidate(
    row: Mapping[str, Any], at: Stood, ranks: Mapping[Key, Mapping[str, int]], shown: Mapping[str, str]
) -> TracedCandidate:
    key = key_of(row)
    there, id_ = at.words.get(key), row.get("id", "")
    found = None if there is None else there.candidate
    return TracedCandidate(
        id=id_,
        source=Source(row["source"]),
        item=row["item"],
        record_id=row["record"],
        origin=found.origin if found else "",
        speaker=found.speaker if found else "",
        role=found.role if found else "",
        text=shown.get(id_, "") if id_ else there.matched if there else "",
        happened_at=found.happened_at if found else UNKNOWN_MOMENT,
        round=row["round"],
        relative_round=row["relative_round"],
        rank=row["rank"],
        score=row["score"],
        scores=row["scores"],
        ranks=ranks[key],
        why=why_left_out(row["reason"]) if not id_ else None,
        merged=tuple(row["merged"]),
        disagrees_with=row.get("disagrees_with", ""),
        gone=there is None,
    )


def _judged(one: TracedCandidate, verdicts: Mapping[str, str], bound: Sequence[str]) -> TracedCandidate:
    return replace(one, verdict=verdicts.get(one.id, ""), bound=one.id in bound) if one.id else one


def _ranks(rows: Sequence[Mapping[str, Any]]) -> dict[Key, dict[str, int]]:
    """Return each candidate's place among those of its source by each of its scores, from 1; equal scores share one."""
    ranks: dict[Key, dict[str, int]] = {key_of(row): {} for row in rows}
    values: dict[tuple[str, str], list[tuple[float, Key]]] = {}
    for row in rows:
        for name, value in row["scores"].items():
            if value is not None:
                values.setdefault((row["source"], name), []).append((value, key_of(row)))
    for (_, name), scored in values.items():
        place, last = 0, None
        for at, (value, key) in enumerate(sorted(scored, key=lambda pair: -pair[0]), start=1):
            place, last = (place, last) if value == last else (at, value)
            ranks[key][name] = place
    return ranks


def _leaves(tree: ShownTree, at: Stood, *, own: bool) -> list[TracedLeaf]:
    """Return the leaves shown of one tree, in order; the value of one that is gone or may not be shown is None."""
    verdicts, bound = dict(at.answer.trace["verdicts"]), at.answer.bindings
    found = [
        TracedLeaf(
            id=shown.id,
            path=shown.leaf.path,
            title=dict(shown.title),
            value=None if shown.leaf.path in tree.hidden else shown.leaf.value,
            since=since_of(shown.leaf),
            version=shown.leaf.version,
            past=shown.past,
            relevance=shown.relevance,
            disagrees_with=shown.disagrees_with,
            verdict=verdicts.get(shown.id, ""),
            bound=shown.id in bound,
            own=own,
        )
        for shown in tree.leaves
    ]
    gone = [
        TracedLeaf(
            id=row["id"],
            path=row["path"],
            title={},
            value=None,
            version=row["version"],
            past=row["past"],
            relevance=row["relevance"],
            verdict=verdicts.get(row["id"], ""),
            bound=row["id"] in bound,
            own=own,
            gone=True,
        )
        for row in tree.gone
    ]
    return sorted((*found, *gone), key=lambda leaf: int(leaf.id[1:]))
