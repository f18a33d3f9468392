"""The solver of the retrieval benchmarks: it drives the product through `Memory`, as a person's program would.

In: owners with their questions, and arms. Out: one ranking of turns per question and arm. The dialogue is imported up
to the question and no further, every arm is asked, and so on; the store lies in a temporary folder. It sees no gold.
"""

from __future__ import annotations

import time
from collections import defaultdict, deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from duramen.compose.unfold import RECENT
from duramen.domain.evidence import Candidate, Recalled, Source
from duramen.domain.preset import Preset
from duramen.domain.record import Record, Turn
from duramen.errors import DuramenError
from duramen.evaluation.arms import WIDTH, Arm
from duramen.evaluation.asking import Asked, Owner, Ranking, Shown
from duramen.memory.open import Memory
from duramen.settings import Settings, read_settings


@dataclass(frozen=True, slots=True, kw_only=True)
class Solved:
    """The rankings of one question by arm; `import_seconds` is what its part of the dialogue took to take in."""

    owner: str
    asked: Asked
    rankings: dict[str, Ranking]
    import_seconds: float


def solve(owner: Owner, arms: Sequence[Arm], embedder: str) -> Iterator[Solved]:
    """Yield every question of an owner, in the order of the dialogue, with each arm's ranking.

    A recall that fails yields an empty ranking with the error's words. Raises DuramenError when the dialogue cannot be
    stored.
    """
    with TemporaryDirectory(prefix="duramen-bench-") as folder:
        settings = bench_settings(embedder)
        with Memory(Path(folder), settings=settings) as memory:
            dialogue = Growing(memory, owner)
            for asked in sorted(owner.questions, key=lambda one: one.upto):
                started = time.perf_counter()
                dialogue.grow(asked.upto)
                taken = time.perf_counter() - started
                rankings = {arm.name: rank(dialogue, asked, arm.preset) for arm in arms}
                yield Solved(owner=owner.name, asked=asked, rankings=rankings, import_seconds=taken)


def embedder_identity(embedder: str) -> str:
    """Return the name, version and dimension of an embedder; raises BadSetting or ModelUnavailable."""
    with (
        TemporaryDirectory(prefix="duramen-bench-") as folder,
        Memory(folder, settings=bench_settings(embedder)) as memory,
    ):
        identity = memory.workspace.embedder().identity
        return f"{identity.name}/{identity.dimension}"


def rank(dialogue: Growing, asked: Asked, preset: Preset | None) -> Ranking:
    """Return one arm's ranking for a question: those turns that pass the preset's threshold, best first."""
    started = time.perf_counter()
    try:
        shown = dialogue.recent(asked) if preset is None else dialogue.searched(asked, preset)
    except DuramenError as error:
        return Ranking(seconds=time.perf_counter() - started, error=f"{type(error).__name__}: {error}")
    return Ranking(shown=tuple(shown), seconds=time.perf_counter() - started)


class Growing:
    """An owner's dialogue in a store, as far as it has come, and which external id each stored turn has."""

    def __init__(self, memory: Memory, owner: Owner) -> None:
        self._memory, self._owner = memory, owner
        self._upto = 0
        self._waiting: dict[tuple[str, str, str], deque[str]] = defaultdict(deque)
        self._id_of: dict[int, str] = {}

    def external_ids(self) -> dict[int, str]:
        """Return which external id each stored turn has."""
        return dict(self._id_of)

    def grow(self, upto: int) -> None:
        """Import the first `upto` messages; those that are there already are left alone."""
        if upto <= self._upto:
            return
        owner = self._owner
        known = replace(owner.dialogue, messages=owner.dialogue.messages[:upto])
        done = self._memory.import_dialogue(known, person=owner.person, character=owner.character)
        for message in known.messages[self._upto :]:
            self._waiting[message.session, self._speaker(message.speaker), message.text].append(message.external_id)
        self._upto = upto
        # The newest rounds are the new ones, and one before them that may have grown by a reply.
        self._identify(self._memory.rounds(person=owner.person, limit=done.rounds + 1))
        if len(self._id_of) < upto:
            self._identify(self._memory.rounds(person=owner.person, limit=upto))

    def recent(self, asked: Asked) -> list[Shown]:
        """Return the turns of the newest rounds outside the running sitting, the latest first."""
        rounds = self._memory.rounds(person=self._owner.person, limit=WIDTH + 50)
        turns = [
            Shown(id=self._id_of[turn.turn_id], session=record.session, chars=len(turn.text))
            for record in reversed(rounds)
            if not asked.session or record.session != asked.session
            for turn in reversed(record.turns)
        ]
        return turns[:WIDTH]

    def searched(self, asked: Asked, preset: Preset) -> list[Shown]:
        """Return the turns that a preset finds, best first."""
        recalled = self._memory.recall(
            asked.text,
            person=self._owner.person,
            character=self._owner.character,
            session=asked.session,
            at=asked.at,
            context=asked.context,
            preset=preset,
        )
        return [
            Shown(id=self._id_of[found.item_id], session=found.session, chars=len(found.text))
            for found in _ranked(recalled)
            if found.scores["biased"] >= preset.experience.threshold
        ]

    def _speaker(self, speaker: str) -> str:
        return speaker or self._owner.character  # as the import names the assistant's turns

    def _identify(self, rounds: Sequence[Record]) -> None:
        turns: list[tuple[Record, Turn]] = [(record, turn) for record in rounds for turn in record.turns]
        for record, turn in sorted(turns, key=lambda pair: pair[1].turn_id):
            if turn.turn_id not in self._id_of:
                self._id_of[turn.turn_id] = self._waiting[record.session, turn.speaker, turn.text].popleft()


def _ranked(recalled: Recalled) -> list[Candidate]:
    """Return what was found in the experience in the order of its path, shown or not.

    The last turns of the running sitting, which stand in the prompt whatever is found, are no finds.
    """
    found = [*(evidence.candidate for evidence in recalled.evidence), *recalled.candidates]
    searched = (c for c in found if c.source is Source.EXPERIENCE and RECENT not in c.scores)
    return sorted(searched, key=lambda c: c.rank)


def bench_settings(embedder: str) -> Settings:
    """Return the settings of a benchmark's store: this embedder, the model that quotes, UTC."""
    return read_settings().model_copy(update={"embedder": embedder, "timezone": "UTC", "model": "extractive"})
