"""MADial-Bench (Chinese): an assistant talks with a child; which dated memories should come to its mind now?

In: the memory and dialogue files (JSON lines). Out: a `Task` whose gold is memories, each stored as a record of one
message in a session of its own. A question is the person's last turn before the test turn; the turns before it are
its context and are not stored, so that they cannot be hits. The dialogues bear no date: now is the day after the
person's last memory. A question's category is the scene of its first relevant memory.
"""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

from duramen.domain.dialogue import Dialogue, Message, Role
from duramen.domain.time import US_PER_HOUR
from duramen.evaluation.asking import Asked, Owner
from duramen.evaluation.gold import Benchmark, Gold, Part, Task, bytes_of, old_ids
from duramen.text.moments import parse_moment

USERS = {"tune": (1,), "report": (2,)}
MEMORIES, DIALOGUES = "MADial-Bench-zh-memory.json", "MADial-Bench-zh-dialogue.json"
CHARACTER = "assistant"
_LINE = re.compile(r'<(?P<speaker>.*?)>:?\s*"?(?P<text>.*?)"?\s*$', re.DOTALL)

MADIAL = Benchmark(name="madial", unit="turn", headline="recall@10", in_talk=True, shareable=True)


def load(data: Path, split: str, limit: int | None = None) -> Task:
    """Return the task of a split, with the first `limit` questions of each user; UnreadableFile without data."""
    folder = data / "madial_bench" / "ch" if (data / "madial_bench").is_dir() else data
    files = [folder / MEMORIES, folder / DIALOGUES]
    memories = [memory for line in _rows(files[0]) for memory in line.values()]
    talks = _rows(files[1])
    parts = [
        _part(
            user,
            [memory for memory in memories if memory["user-id"] == user],
            [talk for talk in talks if talk["user-id"] == user],
            limit,
        )
        for user in USERS[split]
    ]
    return MADIAL.task(split, parts, files)


def _rows(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in bytes_of(file).decode("utf-8").splitlines() if line.strip()]


def _part(user: int, memories: list[dict[str, Any]], talks: list[dict[str, Any]], limit: int | None) -> Part:
    person = next(speaker for talk in talks for speaker, _ in _lines(talk["dialogue"]) if speaker != "Assistant")
    dialogue = _dialogue(memories, person)
    told_at = {message.external_id: message.happened_at for message in dialogue.messages}
    scenes = {str(memory["id"]): str(memory["scene"]) for memory in memories}
    last = dialogue.messages[-1].happened_at
    now = replace(last, at_us=(last.at_us or 0) + 24 * US_PER_HOUR)
    questions: list[Asked] = []
    gold: dict[str, Gold] = {}
    left_out: list[str] = []
    for talk in talks:
        for turn in talk["test-turn"]:
            id_ = f"user{user}/dialogue{talk['id']}/turn{turn}"
            said = _said_before(talk["dialogue"], turn, person)
            relevant = [str(one) for one in talk["relevant-id"] if str(one) in told_at]
            if not said or not relevant:
                left_out.append(f"{id_}: no turn of the person before it, or no memory of theirs is relevant")
                continue
            if limit is not None and len(questions) >= limit:
                break
            upto = len(dialogue.messages)
            questions.append(Asked(id=id_, text=said[0], at=now, upto=upto, context=tuple(said[1:])))
            ids = frozenset(relevant)
            gold[id_] = Gold(ids=ids, old=old_ids(told_at, ids, now), category=scenes[relevant[0]])
    owner = Owner(name=f"user{user}", person=person, character=CHARACTER, dialogue=dialogue, questions=tuple(questions))
    return Part(owner=owner, gold=gold, left_out=tuple(left_out))


def _dialogue(memories: list[dict[str, Any]], person: str) -> Dialogue:
    ordered = sorted(memories, key=lambda memory: (memory["time"], int(memory["id"])))
    messages = tuple(
        Message(
            role=Role.PERSON,
            speaker=person,
            text=str(memory["event"]).strip(),
            happened_at=parse_moment(str(memory["time"]), "UTC"),
            session=f"memory {memory['id']}",
            external_id=str(memory["id"]),
            position=at,
        )
        for at, memory in enumerate(ordered)
    )
    return Dialogue(format="madial", messages=messages, person=person, character=CHARACTER)


def _lines(dialogue: list[str]) -> list[tuple[str, str]]:
    """Return (speaker, words) of each line; the marks of beginning and end are none."""
    matches = [_LINE.match(line.strip()) for line in dialogue]
    return [(m["speaker"], m["text"].strip()) for m in matches if m and m["speaker"] not in ("BOD", "EOD")]


def _said_before(dialogue: list[str], turn: int, person: str) -> list[str]:
    """Return the turns up to the person's last one before `turn`, the latest first; [] when there is none."""
    lines = _lines(dialogue[:turn])
    while lines and lines[-1][0] != person:
        lines.pop()
    return [words for _, words in reversed(lines)]
