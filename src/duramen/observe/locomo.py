"""LoCoMo's conversations: two people, many dated sessions (locomo10.json, or one of its samples).

In: `[{sample_id, conversation: {speaker_a, speaker_b, session_1_date_time, session_1: [turn]}}]`. Out: one
conversation seen from one of its two sides; each turn's text, with the caption of a picture in brackets, at its
session's time, with its `dia_id` as external id. Questions, observations and summaries are gold and never imported.
"""

from __future__ import annotations

import re
from typing import Any

from duramen.domain.dialogue import Dialogue, Role
from duramen.observe.collect import Collector, Draft
from duramen.observe.extra import unplaced
from duramen.observe.sides import choose, loose
from duramen.observe.source import SourceFile, as_dict, as_list, as_text, objects

_PLACED = ("speaker", "dia_id", "text", "blip_caption")
_SESSION = re.compile(r"session_(\d{1,6})$")


def sniff(source: SourceFile) -> bool:
    """Tell whether the JSON has a conversation between speaker_a and speaker_b."""
    return any("speaker_a" in _conversation(sample) for sample in _samples(source)[:3])


def members(source: SourceFile) -> tuple[str, ...]:
    """Return "conv-26/Caroline" for each side of each conversation, in file order."""
    return tuple(_sides(source))


def read(source: SourceFile) -> Dialogue:
    """Read the conversation in which `member` is the person.

    `member` is "conv-26/Caroline", or a name alone where only one conversation has it. Needed always, since both
    sides are human; raises InputError with the names otherwise.
    """
    collector = Collector(source)
    sides = _sides(source)
    alone = [side for side, (_, name) in sides.items() if loose(name) == loose(source.member)]
    sample, person = sides[choose(alone[0] if len(alone) == 1 else source.member, sides, "sides")]
    conversation = _conversation(sample)
    other = next((name for name in _speakers(conversation) if name != person), "")
    for key, turns in sorted(conversation.items(), key=lambda item: _session_number(item[0])):
        if _session_number(key) < 0:
            continue
        when = conversation.get(f"{key}_date_time")
        for number, turn in enumerate(as_list(turns), start=1):
            row = as_dict(turn)
            speaker = as_text(row.get("speaker"))
            where = f"{key}, turn {number}"
            if speaker not in (person, other):
                collector.report(where, f"its speaker {speaker[:60]!r} is neither {person!r} nor {other!r}; left out")
                continue
            collector.add(
                Draft(
                    role=Role.PERSON if speaker == person else Role.CHARACTER,
                    text=_words(row),
                    where=where,
                    speaker=speaker,
                    when=when,
                    session="/".join(filter(None, (as_text(sample.get("sample_id")), key))),
                    external_id=as_text(row.get("dia_id")),
                    extra=unplaced(row, _PLACED),
                )
            )
    return collector.finish("locomo", person=person, character=other)


def _samples(source: SourceFile) -> list[dict[str, Any]]:
    return [source.document] if isinstance(source.document, dict) else objects(source.document)


def _conversation(sample: dict[str, Any]) -> dict[str, Any]:
    """Return the conversation; the earlier layout has its sessions at the top of the sample."""
    return as_dict(sample.get("conversation")) or sample


def _speakers(conversation: dict[str, Any]) -> list[str]:
    names = (as_text(conversation.get(key)) for key in ("speaker_a", "speaker_b"))
    return [name for name in names if name]


def _sides(source: SourceFile) -> dict[str, tuple[dict[str, Any], str]]:
    sides: dict[str, tuple[dict[str, Any], str]] = {}
    for sample in _samples(source):
        for name in _speakers(_conversation(sample)):
            sides["/".join(filter(None, (as_text(sample.get("sample_id")), name)))] = (sample, name)
    return sides


def _session_number(key: str) -> int:
    match = _SESSION.match(key)
    return int(match[1]) if match else -1


def _words(turn: dict[str, Any]) -> str:
    """Return what was said, and what was shown."""
    text, caption = as_text(turn.get("text")), as_text(turn.get("blip_caption")).strip()
    return f"{text} [shares a picture: {caption}]".strip() if caption else text
