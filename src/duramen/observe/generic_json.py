"""JSON and JSON Lines of any tool: a message an object, with role or speaker, content, and what else it has.

In: lines of objects; an array of objects; `{"messages": […]}`; lines or arrays of whole conversations
(`{"id", "messages": […]}`, `{"conversations": [{"from", "value"}]}`). Out: the messages in file order; a broken line
is reported with its number and the rest is kept; without a time a message's time is unknown.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from duramen.domain.dialogue import Dialogue
from duramen.observe.collect import Collector
from duramen.observe.generic_fields import Spoken, finish_spoken, looks_spoken, speakers_to_choose, spoken_of
from duramen.observe.source import SourceFile, as_dict, as_list, as_text, objects, show

_INNER = ("messages", "conversations", "dialogue", "turns")


def sniff(source: SourceFile) -> bool:
    """Tell whether the first objects are messages, or conversations of messages."""
    rows = list(source.first_rows[:10]) or objects(source.document)[:10]
    if isinstance(source.document, dict):
        rows = [source.document]
    return any(looks_spoken(row) or any(looks_spoken(item) for item in _inner(row)[:3]) for row in rows)


def members(source: SourceFile) -> tuple[str, ...]:
    """Return the speakers whose side the file does not tell, in order."""
    collector = Collector(source)
    return speakers_to_choose(_rows(source, collector), collector)


def read(source: SourceFile) -> Dialogue:
    """Read every message; InputError lists the speakers where the person cannot be told."""
    collector = Collector(source)
    return finish_spoken(_rows(source, collector), collector, "jsonl")


def _rows(source: SourceFile, collector: Collector) -> Iterator[Spoken]:
    document = source.document
    if isinstance(document, dict) and _inner(document) and not looks_spoken(document):
        yield from _conversation_rows(document, "", collector)
        return
    items: Iterator[tuple[str, Any]]
    if isinstance(document, list):
        items = ((f"message {number}", item) for number, item in enumerate(document, start=1))
    else:
        items = ((f"line {number}", row) for number, row in collector.json_lines())
    for where, item in items:
        row = as_dict(item)
        if not row:
            collector.report(where, f"{show(item)} where an object was expected; left out")
        elif not looks_spoken(row) and _inner(row):
            yield from _conversation_rows(row, where, collector)
        else:
            spoken = spoken_of(row, where, collector)
            if spoken is not None:
                yield spoken


def _conversation_rows(conversation: dict[str, Any], where: str, collector: Collector) -> Iterator[Spoken]:
    """Yield the messages of one conversation; its own id, else its place, names the session."""
    own = as_text(conversation.get("session_id")) or as_text(conversation.get("conversation_id"))
    session = own or as_text(conversation.get("id")) or where
    for number, message in enumerate(_inner(conversation), start=1):
        place = f"{where}, message {number}" if where else f"message {number}"
        spoken = spoken_of(message, place, collector, session)
        if spoken is not None:
            yield spoken


def _inner(row: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the messages inside a conversation object, [] where it is none."""
    return next((objects(row[key]) for key in _INNER if as_list(row.get(key))), [])
