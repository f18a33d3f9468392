"""RealMem's gold facts: what its authors extracted as lasting (`Static`) from each session, as `Fact`s.

In: `<Person>_dialogues_256k.json`. Out: people with their dialogue in the order of its dates, and facts, each to be asked
for right after its own session and before anything that came later.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from duramen.domain.dialogue import Dialogue
from duramen.domain.time import Moment
from duramen.evaluation.asking import Asked, Owner
from duramen.evaluation.gold import bytes_of
from duramen.evaluation.profile.coverage import content
from duramen.evaluation.tasks.realmem import CHARACTER, PEOPLE, by_date
from duramen.observe.formats import read_dialogue

KIND = "Static"
_WORDS = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
_SNAPSHOT_CHARS = 80


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """One gold fact: its words, the turns it was taken from, who spoke them, and how much of the dialogue came before.

    `upto`: the messages up to the end of its own session. `sources`: external ids of the turns.
    """

    id: str
    text: str
    sources: frozenset[str]
    session: str
    by_person: bool
    upto: int
    at: Moment

    def asked(self) -> Asked:
        """Return the search for this fact: its content words, asked outside of any sitting right after its session."""
        words = [word for word in _WORDS.findall(self.text) if content(word)]
        return Asked(id=self.id, text=" ".join(words) or self.text, at=self.at, upto=self.upto, context=())


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """One person: the dialogue in order of time, and the facts in the order in which they were told."""

    name: str
    dialogue: Dialogue
    facts: tuple[Fact, ...]

    def owner(self) -> Owner:
        """Return what the solver of the retrieval benchmarks sees of it."""
        questions = tuple(fact.asked() for fact in self.facts)
        return Owner(
            name=self.name,
            person=self.dialogue.person,
            character=CHARACTER,
            dialogue=self.dialogue,
            questions=questions,
        )


def files_of(data: Path, split: str) -> list[Path]:
    """Return the files of a split."""
    folder = data / "realmem" if (data / "realmem").is_dir() else data
    return [folder / f"{name}_dialogues_256k.json" for name in PEOPLE[split]]


def load_told(file: Path, limit: int | None = None) -> Told:
    """Return a person's dialogue and facts, the first `limit` of them; raises UnreadableFile without the file."""
    data = bytes_of(file)
    dialogue = by_date(read_dialogue(data, name=file.name, format="realmem", zone="UTC"))
    facts = sorted(_facts(dialogue, json.loads(data)["dialogues"]), key=lambda fact: fact.upto)
    return Told(name=file.name.removesuffix("_dialogues_256k.json"), dialogue=dialogue, facts=tuple(facts[:limit]))


def _facts(dialogue: Dialogue, sessions: list[dict[str, Any]]) -> Iterator[Fact]:
    ends = {message.session: at + 1 for at, message in enumerate(dialogue.messages)}
    known = {message.external_id for message in dialogue.messages}
    for session in sessions:
        name = session["session_uuid"]
        for number, memory in enumerate(session["extracted_memory"]):
            if memory["type"] != KIND or name not in ends:
                continue
            sources = frozenset(f"{name}:{index}" for index in _source_turns(session["dialogue_turns"], memory))
            yield Fact(
                id=f"{name}/{number}",
                text=memory["content"],
                sources=sources & known,
                session=name,
                by_person=memory["source_role_snapshot"] == "User",
                upto=ends[name],
                at=dialogue.messages[ends[name] - 1].happened_at,
            )


def _source_turns(turns: list[dict[str, Any]], memory: dict[str, Any]) -> list[int]:
    """Return the turns whose beginning the memory quotes; where none does, the one it counts to (from 1)."""
    words = memory["source_content_snapshot"].strip()[:_SNAPSHOT_CHARS]
    found = [at for at, turn in enumerate(turns) if words and turn["content"].strip().startswith(words)]
    return found or [memory["source_turn"] - 1]
