"""Replay: recorded rounds once more, and for each whether it comes out the same (A13).

In: a round, a session or a person. Out: a `Replayed`: per round identical, changed with what changed, erased with what is
missing, or why it cannot be replayed; and the operations of the windows that heard these rounds, judged once more. Nothing is
stored. Rounds that were imported, or took place elsewhere, have no prompt and no answer of ours: they are the memory that
is searched.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from duramen.domain.record import Answer, Record, RecordState
from duramen.errors import BadSetting, NotFound
from duramen.memory.events import logged
from duramen.memory.replay.again import Again, again, asked_again, question_of
from duramen.memory.replay.changes import Changes
from duramen.memory.replay.compare import Difference, difference, plain, told_differences
from duramen.memory.replay.decisions import WindowReplay, replay_windows, windows_heard
from duramen.memory.replay.missing import missing_of, never_here
from duramen.memory.replay.outcome import Outcome
from duramen.memory.trace import FORMAT, packed
from duramen.memory.workspace import Workspace
from duramen.models.base import ChatModel
from duramen.stores.engine import reading
from duramen.stores.owners import OwnerKind
from duramen.stores.records import answered_ids, read_record
from duramen.text.tokens import count_tokens

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What is replayed: all rounds of a person, those with a character, of a session, or the one named."""

    person: str
    character: str | None = None
    session: str | None = None
    record_id: str | None = None

    def only(self, ids: Sequence[str]) -> frozenset[str] | None:
        """Return the rounds whose windows are judged again, None for all of the person."""
        whole = self.character is None and self.session is None and self.record_id is None
        return None if whole else frozenset(ids)


@dataclass(frozen=True, slots=True, kw_only=True)
class How:
    """With which other settings, and which model is asked again; None for those of then, and for nobody."""

    changes: Changes | None = None
    model: ChatModel | None = None
    progress: Progress | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundReplay:
    """One round again: `told` says what changed, what is missing or why it cannot be replayed.

    `difference`: of its prompt under the other settings, or where it changed. `said`, `says`: the answer of then, and the new one of a
    model that was asked again.
    """

    record_id: str
    character: str
    round: int
    question: str
    outcome: Outcome
    told: tuple[str, ...] = ()
    difference: Difference | None = None
    said: str = ""
    says: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Replayed:
    """What became of all rounds that were answered here, in the order in which they were stored, and of their windows.

    `without_answer`: how many rounds besides were imported or took place elsewhere.
    """

    rounds: tuple[RoundReplay, ...]
    windows: tuple[WindowReplay, ...]
    without_answer: int

    def counts(self) -> dict[str, int]:
        """Return how many rounds came out how."""
        return _counted(one.outcome for one in self.rounds)

    def window_counts(self) -> dict[str, int]:
        """Return how many windows came out how."""
        return _counted(one.outcome for one in self.windows)


def _counted(outcomes: Iterable[Outcome]) -> dict[str, int]:
    found = Counter(outcomes)
    return {outcome.value: found[outcome] for outcome in Outcome}


def replay(workspace: Workspace, wanted: Wanted, how: How | None = None) -> Replayed:
    """Replay rounds; raises NotFound for an unknown person, ModelError where a model is asked again and fails."""
    how = how or How()
    owner = workspace.known(OwnerKind.PERSON, wanted.person)
    with logged("replayed", owner=owner.owner_id) as facts:
        with reading(workspace.engine) as connection:
            ids, others = answered_ids(connection, owner, wanted.character, wanted.session)
        if wanted.record_id is not None:
            ids, others = [wanted.record_id], 0
        elif not ids and not others and (wanted.character or wanted.session):
            where = ("character", wanted.character) if wanted.character else ("sitting", wanted.session)
            raise NotFound(
                f"{wanted.person!r} has no round of the {where[0]} {where[1]!r}; `duramen rounds` lists those there are"
            )
        windows = [] if how.changes or how.model else windows_heard(workspace, owner, wanted.only(ids))
        total, rounds = len(ids) + len(windows), list[RoundReplay]()
        for at, record_id in enumerate(ids, start=1):
            with reading(workspace.engine) as connection:
                record = read_record(connection, owner, record_id)
            if record is not None:  # else forgotten meanwhile
                rounds.append(_replayed(workspace, record, how))
            _tell(how, at, total)
        heard = list[WindowReplay]()
        for at, one in enumerate(replay_windows(workspace, windows), start=1):
            heard.append(one)
            _tell(how, len(ids) + at, total)
        found = Replayed(rounds=tuple(rounds), windows=tuple(heard), without_answer=others)
        facts.update(rounds=len(rounds), identical=found.counts()["identical"], windows=len(heard))
        return found


def _tell(how: How, done: int, total: int) -> None:
    if how.progress is not None:
        how.progress(done, total)


def _replayed(workspace: Workspace, record: Record, how: How) -> RoundReplay:
    answer = record.answer
    why = _not_replayable(record)
    if why or answer is None:
        return _round(record, Outcome.NOT_REPLAYABLE, [why])
    if not question_of(record):
        return _round(record, Outcome.ERASED, missing_of(workspace, record, answer.trace, ()))
    try:
        then = again(workspace, record, answer)
    except BadSetting as error:
        return _round(record, Outcome.NOT_REPLAYABLE, [f"it cannot be made again by this duramen: {error}"])
    trace = plain(packed(then.recalled, then.answered, then.prompt.form))
    told = [*_told_prompt(answer, then), *told_differences(answer.trace, trace), *_told_reading(record, answer, then)]
    outcome = Outcome.CHANGED if told else Outcome.IDENTICAL
    if told and (gone := missing_of(workspace, record, answer.trace, told)):
        outcome, told = Outcome.ERASED, gone
        if never_here(workspace, answer.trace):
            outcome, told = Outcome.NOT_REPLAYABLE, [_ELSEWHERE]
    new, shown = then, None
    if how.model is not None:
        new = asked_again(workspace, record, answer, how.model, how.changes)
    elif how.changes is not None:
        new = again(workspace, record, answer, how.changes)
    if told or how.changes is not None:
        after = packed(new.recalled, new.answered, new.prompt.form)
        before = trace if how.changes is not None else answer.trace
        shown = difference(before, after, (_tokens(then), _tokens(new)))
    says = new.answered.parsed.response if how.model is not None else None
    return _round(record, outcome, told, difference=shown, said=_said(record), says=says)


_ELSEWHERE = "it read a knowledge base that was never in this store; export with --base, and import that"


def _not_replayable(record: Record) -> str:
    """Return why a round cannot be replayed, "" where it can."""
    if record.answer is None:
        if record.state is not RecordState.COMPLETE:
            return f"it is {record.state.value}: no reply was made"
        if record.channel.startswith("import:"):
            return "it was imported: nothing was looked up for it"
        return "it took place elsewhere: nothing was looked up for it"
    if record.answer.trace.get("format", 1) < FORMAT:
        return (
            "it was answered before duramen kept all that a replay needs: the states of all that was read, the vectors of "
            "the question and the queries that a model wrote"
        )
    return ""


def _told_prompt(answer: Answer, then: Again) -> list[str]:
    told = []
    if answer.prompt_hash != then.prompt.hash:
        told.append("the prompt is another one")
    if answer.template_hash != then.prompt.template:
        told.append("the templates are those of another duramen")
    return told


def _told_reading(record: Record, answer: Answer, then: Again) -> list[str]:
    """Return where the kept answer, read again, is understood otherwise."""
    parsed = then.answered.parsed
    analysis = parsed.analysis
    pairs = {
        "augmented question": (answer.augmented, then.recalled.augmented),
        "analysis": (answer.analysis, analysis.text if analysis else ""),
        "state": (answer.reply_state, parsed.state.value),
        "bound": (list(answer.bindings), list(analysis.bound if analysis else ())),
        "reply": (_said(record), parsed.response),
        "queries": (answer.queries, then.recalled.given.queries),
        "query vector": (answer.query_vector or b"", then.recalled.query_vector),
    }
    return [f"{name}: read otherwise" for name, (one, other) in pairs.items() if one != other]


def _said(record: Record) -> str:
    return next((turn.text for turn in record.turns[1:] if turn.position == 1), "")


def _tokens(one: Again) -> int:
    return count_tokens(one.prompt.text)


def _round(
    record: Record,
    outcome: Outcome,
    told: Sequence[str],
    *,
    difference: Difference | None = None,
    said: str = "",
    says: str | None = None,
) -> RoundReplay:
    return RoundReplay(
        record_id=record.record_id,
        character=record.character,
        round=record.round,
        question=question_of(record),
        outcome=outcome,
        told=tuple(told),
        difference=difference,
        said=said or _said(record),
        says=says,
    )
