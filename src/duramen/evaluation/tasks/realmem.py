"""RealMem: a person and an assistant over months; in which earlier sessions does the answer's evidence lie?

In: `<Person>_dialogues_256k.json`. Out: a `Task` whose gold is sessions. A question is the person's marked turn, asked
in its sitting before it is stored; its gold stands on the assistant's turn right after it. Two of the files are not in
the order of their dates: sessions are put in order of date here (those of a day in file order), and gold that a
question's date has not reached yet is left out and told.
"""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from duramen.domain.dialogue import Dialogue, Message
from duramen.evaluation.asking import Asked, Owner
from duramen.evaluation.gold import Benchmark, Gold, Part, Task, bytes_of, old_ids
from duramen.observe.formats import read_dialogue

PEOPLE = {
    "tune": ("Adeleke_Okonjo", "Ethan_Hunt", "Kenta_Tanaka", "Kim_Ji_young"),
    "report": ("Liam_O_Connor", "Oliver_Smith", "Sarah_Miller"),
}
CHARACTER = "assistant"

REALMEM = Benchmark(name="realmem", unit="session", headline="recall@10", in_talk=True, shareable=True)


def load(data: Path, split: str, limit: int | None = None) -> Task:
    """Return the task of a split, with the first `limit` questions of each person; UnreadableFile without data."""
    folder = data / "realmem" if (data / "realmem").is_dir() else data
    files = [folder / f"{name}_dialogues_256k.json" for name in PEOPLE[split]]
    return REALMEM.task(split, [_part(file, limit) for file in files], files)


def _part(file: Path, limit: int | None) -> Part:
    data = bytes_of(file)
    name = file.name.removesuffix("_dialogues_256k.json")
    dialogue = by_date(read_dialogue(data, name=file.name, format="realmem", zone="UTC"))
    place = {message.external_id: at for at, message in enumerate(dialogue.messages)}
    questions: list[Asked] = []
    gold: dict[str, Gold] = {}
    left_out: list[str] = []
    for session in json.loads(data)["dialogues"]:
        for index, turn in enumerate(session["dialogue_turns"][:-1]):
            at = place.get(f"{session['session_uuid']}:{index}")
            if not turn["is_query"] or at is None:
                continue
            asked = _asked(name, dialogue.messages[at], at)
            reply = session["dialogue_turns"][index + 1]
            right = _gold(dialogue, asked, reply, str(turn.get("category_name")), left_out)
            if right is not None:
                questions.append(asked)
                gold[asked.id] = right
    questions.sort(key=lambda asked: asked.upto)
    chosen = tuple(questions[:limit])
    for dropped in questions[len(chosen) :]:
        del gold[dropped.id]
    owner = Owner(name=name, person=dialogue.person, character=CHARACTER, dialogue=dialogue, questions=chosen)
    return Part(owner=owner, gold=gold, left_out=tuple(left_out))


def by_date(dialogue: Dialogue) -> Dialogue:
    """Return a dialogue with its messages in the order of their dates, those of a day in file order, and so numbered."""
    ordered = sorted(dialogue.messages, key=lambda message: message.happened_at.at_us or 0)
    return replace(dialogue, messages=tuple(replace(message, position=at) for at, message in enumerate(ordered)))


def _asked(name: str, message: Message, at: int) -> Asked:
    return Asked(
        id=f"{name}/{message.external_id}",
        text=message.text,
        at=message.happened_at,
        upto=at,
        session=message.session,
    )


def _gold(dialogue: Dialogue, asked: Asked, reply: dict[str, Any], category: str, left_out: list[str]) -> Gold | None:
    told_at = {message.session: message.happened_at for message in dialogue.messages[: asked.upto]}
    named = set(reply.get("memory_session_uuids") or [])
    ids = frozenset(named & told_at.keys())
    if named - ids:
        left_out.append(f"{asked.id}: evidence of later sessions {', '.join(sorted(named - ids))}")
    if not ids:
        left_out.append(f"{asked.id}: no evidence before the question")
        return None
    return Gold(ids=ids, old=old_ids(told_at, ids, asked.at), category=category)
