"""SillyTavern's chats: chats/<Character>/<name>.jsonl, in the present layout and the older one.

In: a header line with `chat_metadata` (and real names in older versions), then a message a line with `name`,
`is_user`, `is_system`, `send_date`, `mes`. Out: the shown text of each message (the chosen swipe). System notices are
counted, the narrator is kept as the character's side. Branch files repeat their parent's first messages; these have
the same time and words, so that their import keys are equal too.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from duramen.domain.dialogue import Dialogue, Role
from duramen.observe.collect import Collector, Draft
from duramen.observe.extra import unplaced
from duramen.observe.sides import check_member
from duramen.observe.source import SourceFile, as_dict, as_list, as_text, show

# Present versions write this word where older ones wrote names.
_NO_NAME = "unused"
_PLACED = ("name", "is_user", "is_system", "send_date", "mes")


def sniff(source: SourceFile) -> bool:
    """Tell whether a line is a chat's header, or has `mes` beside `is_user`."""
    return any(_is_header(row) or ("mes" in row and "is_user" in row) for row in source.first_rows[:5])


def read(source: SourceFile) -> Dialogue:
    """Read a chat; names come from the header, else the most frequent speaker of each side."""
    collector = Collector(source)
    header: dict[str, Any] = {}
    persons: Counter[str] = Counter()
    characters: Counter[str] = Counter()
    for number, row in collector.json_lines():
        if _is_header(row) and "mes" not in row:
            header = header or row
            continue
        draft = _draft(row, f"line {number}", collector)
        if draft is not None:
            (persons if draft.role is Role.PERSON else characters)[draft.speaker] += 1
            collector.add(draft)
    person = _header_name(header, "user_name") or _most_frequent(persons)
    check_member(source.member, [person, *persons])
    return collector.finish(
        "sillytavern", person=person, character=_header_name(header, "character_name") or _most_frequent(characters)
    )


def _is_header(row: dict[str, Any]) -> bool:
    return "chat_metadata" in row or ("user_name" in row and "character_name" in row)


def _header_name(header: dict[str, Any], key: str) -> str:
    name = as_text(header.get(key))
    return "" if name == _NO_NAME else name


def _most_frequent(names: Counter[str]) -> str:
    return next((name for name, _ in names.most_common(1)), "")


def _draft(row: dict[str, Any], where: str, collector: Collector) -> Draft | None:
    extra = as_dict(row.get("extra"))
    narrated = extra.get("type") == "narrator"
    if row.get("is_system") is True and not narrated:
        collector.skipped["system"] += 1
        return None
    text = row.get("mes")
    if not isinstance(text, str):
        swipes, chosen = as_list(row.get("swipes")), row.get("swipe_id")
        text = swipes[chosen] if isinstance(chosen, int) and 0 <= chosen < len(swipes) else None
    if not isinstance(text, str):
        collector.report(where, f"has no message text (mes is {show(row.get('mes'))}); left out")
        return None
    if row.get("is_user") not in (True, False):
        collector.report(where, f"does not say whose message it is (is_user is {show(row.get('is_user'))}); left out")
        return None
    return Draft(
        role=Role.PERSON if row["is_user"] and not narrated else Role.CHARACTER,
        text=text,
        where=where,
        speaker=as_text(row.get("name")),
        when=row.get("send_date"),
        extra=_extra(row, text),
    )


def _extra(row: dict[str, Any], text: str) -> dict[str, Any]:
    """Return what a message has beside its words; its swipes only where there are others than the one that is shown."""
    alone = as_list(row.get("swipes")) == [text]
    return unplaced(row, (*_PLACED, "swipes", "swipe_id") if alone else _PLACED)
