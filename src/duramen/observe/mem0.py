"""mem0's export: memories, each a sentence about the person with its dates.

In: `{"results": [{id, memory, created_at, updated_at, ...}]}`, `{"memories": [...]}` or the bare array. Out: each
memory as one message of the person's side, dated by its last change (the wording is of that day), with mem0's id.
Fields that have no place in a message (metadata, score, categories, hash, the day of the first wording) are kept in
its `extra`.
"""

from __future__ import annotations

from typing import Any

from duramen.domain.dialogue import Dialogue, Role
from duramen.observe.collect import Collector, Draft
from duramen.observe.extra import unplaced
from duramen.observe.sides import choose
from duramen.observe.source import SourceFile, as_dict, as_list, as_text, show

_USED = ("id", "memory", "updated_at", "user_id")
# Of an export of memories all is kept: the bound only keeps a broken file from filling the store.
_EXTRA_BYTES = 262_144


def sniff(source: SourceFile) -> bool:
    """Tell whether the JSON lists objects with a text `memory` beside an id or a date."""
    return any(
        isinstance(as_dict(item).get("memory"), str) and ("id" in item or "created_at" in item)
        for item in _memories(source)[:5]
    )


def members(source: SourceFile) -> tuple[str, ...]:
    """Return the user ids in the export, in order of appearance."""
    found = (as_text(as_dict(item).get("user_id")) for item in _memories(source))
    return tuple(dict.fromkeys(filter(None, found)))


def read(source: SourceFile) -> Dialogue:
    """Read the memories of one user; where several users are in the file, `member` says whose."""
    collector = Collector(source, extra_bytes=_EXTRA_BYTES)
    users = members(source)
    person = choose(source.member, users, "users") if source.member or len(users) > 1 else next(iter(users), "")
    for number, item in enumerate(_memories(source), start=1):
        row = as_dict(item)
        where = f"memory {number}"
        owner = as_text(row.get("user_id"))
        if owner != person and (owner or len(users) > 1):
            collector.skipped["other user" if owner else "no user"] += 1
            continue
        text = row.get("memory")
        if not isinstance(text, str):
            collector.report(where, f"has no text (memory is {show(text)}); left out")
            continue
        changed = row.get("updated_at") not in (None, "", row.get("created_at"))
        collector.add(
            Draft(
                role=Role.PERSON,
                text=text,
                where=where,
                speaker=person,
                when=row.get("updated_at") or row.get("created_at"),
                external_id=as_text(row.get("id")),
                extra=unplaced(row, _USED if changed else (*_USED, "created_at")),
            )
        )
    return collector.finish("mem0", person=person)


def _memories(source: SourceFile) -> list[Any]:
    document = source.document
    if isinstance(document, dict):
        return as_list(document.get("results")) or as_list(document.get("memories"))
    return as_list(document)
