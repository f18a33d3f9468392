"""Answer questions, or take those that were answered, and attribute each to its one class; every item is kept.

In: an open store, questions, their gold. Out: `Attributed`. Answering sees the question alone, and stores nothing: each
question meets the store as it was.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from duramen.domain.dialogue import Role
from duramen.domain.evidence import Recalled
from duramen.domain.preset import Preset
from duramen.domain.record import Answer, Record, RecordState, Turn
from duramen.domain.trace import Trace
from duramen.errors import InputError
from duramen.evaluation.attribution.places import places_of
from duramen.evaluation.attribution.questions import Gold, Question
from duramen.evaluation.attribution.reached import Answered, reached
from duramen.memory.open import Memory
from duramen.memory.recall import Question as Asked
from duramen.memory.reply import answered
from duramen.memory.tracing.round import trace_record, trace_round
from duramen.scoring.answers import holds, token_f1
from duramen.scoring.attribution import Case, Cause, Reached, attribute
from duramen.stores.engine import reading
from duramen.stores.owners import OwnerKind
from duramen.text.abstaining import abstains
from duramen.text.moments import parse_moment

Progress = Callable[[int, int], None]
NOT_STORED = "(not stored)"


@dataclass(frozen=True, slots=True, kw_only=True)
class Attributed:
    """One question with its class, and all that the class follows from."""

    question: Question
    gold: Gold
    cause: Cause
    case: Case
    trace: Trace

    @property
    def answer(self) -> str:
        """Return what was answered."""
        return self.trace.response


def attribute_all(
    memory: Memory,
    questions: Sequence[tuple[Question, Gold]],
    preset: Preset,
    progress: Progress | None = None,
) -> list[Attributed]:
    """Attribute each question, in order; raises NotFound for an unknown person or round, ModelError when a model fails."""
    found = []
    for number, (question, gold) in enumerate(questions, start=1):
        found.append(attribute_one(memory, gold, question, answer_to(memory, question, preset)))
        if progress is not None:
            progress(number, len(questions))
    return found


def answer_to(memory: Memory, question: Question, preset: Preset) -> Trace:
    """Return the trace of the answer to a question: of the round that it names, or answered now and not stored."""
    workspace = memory.workspace
    if question.round:
        trace = trace_round(workspace, question.person, question.round)
        if trace.record.answer is None:
            raise InputError(
                f"round {question.round!r} of {question.person!r} was not answered here; give its question instead"
            )
        return trace
    owner = workspace.known(OwnerKind.PERSON, question.person)
    asked = Asked(
        text=question.text,
        person=question.person,
        character=question.character,
        session=question.session,
        at=parse_moment(question.at, workspace.zone) if question.at else None,
    )
    recalled, said, answer = answered(workspace, asked, preset, memory.model())
    return trace_record(workspace, owner, _record(asked, recalled, said.parsed.response, answer))


def _record(asked: Asked, recalled: Recalled, response: str, answer: Answer) -> Record:
    """Return the round as it would be stored; its turns have no numbers."""
    lines = ((Role.PERSON, asked.person, recalled.question), (Role.CHARACTER, asked.character, response))
    return Record(
        record_id=NOT_STORED,
        person=asked.person,
        character=asked.character,
        session=asked.session,
        round=recalled.round,
        state=RecordState.COMPLETE,
        channel="attribute",
        happened_at=recalled.now,
        recorded_us=0,
        seq=max(recalled.at_seq.values(), default=0) + 1,
        turns=tuple(
            Turn(
                turn_id=0,
                record_id=NOT_STORED,
                position=at,
                role=role,
                speaker=speaker,
                text=text,
                happened_at=recalled.now,
            )
            for at, (role, speaker, text) in enumerate(lines)
        ),
        answer=answer,
    )


def attribute_one(memory: Memory, gold: Gold, question: Question, trace: Trace) -> Attributed:
    """Attribute one answer by its gold."""
    workspace, answer = memory.workspace, trace.record.answer
    if answer is None:
        raise InputError(f"round {trace.record.record_id!r} was not answered here; there is nothing to attribute")
    owner = workspace.known(OwnerKind.PERSON, question.person)
    with reading(workspace.engine) as connection:
        at = Answered(
            workspace=workspace,
            connection=connection,
            owner=owner,
            trace=trace,
            answer=answer,
            golds=gold.answers,
        )
        needed: tuple[Reached, ...] = tuple(
            reached(at, places_of(workspace, connection, owner, piece)) for piece in gold.evidence
        )
    case = Case(
        needed=needed,
        needs_all=gold.needs_all,
        holds=holds(trace.response, gold.answers),
        abstained=abstains(trace.response),
    )
    return Attributed(question=question, gold=gold, cause=attribute(case), case=case, trace=trace)


def item_json(one: Attributed, *, words: bool) -> dict[str, Any]:
    """Return an item as JSON has it; `words`: with question, answers and reply, where a licence allows to keep them."""
    names = [
        ":".join(piece) if piece[0] in ("round", "turn", "leaf", "document") else "quote" for piece in one.gold.evidence
    ]
    values: dict[str, Any] = {
        "id": one.question.id,
        "cause": one.cause.name.lower(),
        "right": one.case.right,
        "holds": one.case.holds,
        "abstained": one.case.abstained,
        "f1": max((token_f1(one.answer, gold) for gold in one.gold.answers), default=None),
        "needs": "all" if one.gold.needs_all else "any",
        "needed": [
            {"piece": name, "steps": piece.steps} | _steps(piece)
            for name, piece in zip(names, one.case.needed, strict=True)
        ],
        "entered": len(one.trace.entered),
        "bound": list(one.trace.bound),
    }
    if words:
        values |= {
            "question": one.trace.question,
            "answers": list(one.gold.answers),
            "evidence": [name for _, name in one.gold.evidence],
            "reply": one.answer,
        }
    return values


def _steps(piece: Reached) -> dict[str, Any]:
    return {name: getattr(piece, name) for name in ("stored", "standing", "searched", "found", "entered", "used")}
