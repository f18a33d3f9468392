"""WeChat by ChatLab (which WeFlow and others write): JSON, and JSON Lines with `_type`; and chatlog's JSON.

In: `{chatlab, meta, members, messages}` or the same as lines; or chatlog's array of `{time, sender, isSelf, content}`.
Out: text messages, and others where they carry words; system notices and recalls are counted. The owner of the export
is the person unless `member` says otherwise; in a group the further people are OTHER.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from duramen.domain.dialogue import Dialogue, Role
from duramen.observe.collect import Collector, Draft
from duramen.observe.extra import unplaced
from duramen.observe.sides import assign_roles, names_apart
from duramen.observe.source import SourceFile, as_dict, as_text, objects, show
from duramen.observe.wechat import Carried, read_other, read_placeholder, read_xml

_SYSTEM, _RECALL, _REPLY = 80, 81, 25
_PLACED = ("_type", "accountName", "senderName", "isSelf", "timestamp", "time", "content", "platformMessageId", "seq")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Chat:
    """A chat's messages as they stand, with their places, names by platform id, the owner's id, a group's name, what was noted."""

    rows: list[tuple[str, dict[str, Any]]]
    names: dict[str, str]
    owner: str = ""
    group: str = ""
    notes: tuple[str, ...] = ()


def sniff(source: SourceFile) -> bool:
    """Tell whether the JSON or its first lines carry ChatLab's marks, or are chatlog's messages."""
    document = source.document
    if isinstance(document, dict) and "chatlab" in document and "messages" in document:
        return True
    lines = source.first_rows[:5]
    if any(row.get("_type") in ("header", "member", "message") for row in lines):
        return True
    return any("isSelf" in row and "content" in row for row in objects(document)[:3])


def members(source: SourceFile) -> tuple[str, ...]:
    """Return the names of those who wrote, in order of their first message."""
    chat = _chat(source, Collector(source))
    return tuple(dict.fromkeys(_speaker(row, chat) for _, row in chat.rows if not _is_notice(row)))


def read(source: SourceFile) -> Dialogue:
    """Read the chat; raises InputError with the names where the file has no owner and none is called 我."""
    collector = Collector(source)
    chat = _chat(source, collector)
    collector.notes += chat.notes
    speakers = [_speaker(row, chat) for _, row in chat.rows if not _is_notice(row)]
    roles = assign_roles(speakers, source.member, _owner_name(chat))
    for where, row in chat.rows:
        carried = _carried(row)
        if carried.kind:
            collector.skipped[carried.kind] += 1
            continue
        speaker = _speaker(row, chat)
        if not speaker:
            collector.report(where, "has no sender; left out")
            continue
        collector.add(
            Draft(
                role=roles[speaker],
                text=carried.text,
                where=where,
                speaker=speaker,
                when=row.get("timestamp") or row.get("time") or None,
                external_id=as_text(row.get("platformMessageId")) or as_text(row.get("seq")),
                extra=_extra(row, speaker),
            )
        )
    person = next((name for name, role in roles.items() if role is Role.PERSON), "")
    character = next((name for name, role in roles.items() if role is Role.CHARACTER), "")
    return collector.finish("wechat-chatlab", person=person, character=character, group=chat.group)


def _chat(source: SourceFile, collector: Collector) -> _Chat:
    document = source.document
    if isinstance(document, list):
        rows = [(f"message {number}", as_dict(row)) for number, row in enumerate(document, start=1)]
        names, notes = names_apart(_own_names(rows))
        return _Chat(rows=rows, names=names, notes=notes)
    if isinstance(document, dict) and "messages" in document:
        rows = [(f"message {number}", row) for number, row in enumerate(objects(document["messages"]), start=1)]
        parts: list[dict[str, Any]] = [{"_type": "header", "meta": document.get("meta")}]
        parts += [{**member, "_type": "member"} for member in objects(document.get("members"))]
    else:
        parts, rows = _parts(collector)
    meta = next((as_dict(part.get("meta")) for part in parts if part.get("_type") == "header"), {})
    listed = [
        (as_text(part.get("platformId")), as_text(part.get("groupNickname")) or as_text(part.get("accountName")))
        for part in parts
        if part.get("_type") == "member"
    ]
    names, notes = names_apart([*listed, *_own_names(rows)])
    group = as_text(meta.get("name")) if meta.get("type") == "group" else ""
    return _Chat(rows=rows, names=names, owner=as_text(meta.get("ownerId")), group=group, notes=notes)


def _own_names(rows: list[tuple[str, dict[str, Any]]]) -> list[tuple[str, str]]:
    """Return the sender's id and name of each message that has both, but for chatlog's own side."""
    return [
        (as_text(row.get("sender")), as_text(row.get("accountName")) or as_text(row.get("senderName")))
        for _, row in rows
        if row.get("isSelf") is not True and not _is_notice(row)
    ]


def _parts(collector: Collector) -> tuple[list[dict[str, Any]], list[tuple[str, dict[str, Any]]]]:
    """Return header and member lines, and message lines with their places; other lines are reported."""
    parts: list[dict[str, Any]] = []
    rows: list[tuple[str, dict[str, Any]]] = []
    for number, row in collector.json_lines():
        if row.get("_type") == "message":
            rows.append((f"line {number}", row))
        elif row.get("_type") in ("header", "member"):
            parts.append(row)
        else:
            collector.report(f"line {number}", f"its _type is {show(row.get('_type'))}; left out")
    return parts, rows


def _speaker(row: dict[str, Any], chat: _Chat) -> str:
    """Return who wrote: the name that goes with the id, the message's own, or the id; of chatlog's own side 我."""
    if row.get("isSelf") is True:
        return "我"
    sender = as_text(row.get("sender"))
    own = as_text(row.get("accountName")) or as_text(row.get("senderName"))
    return " ".join((chat.names.get(sender) or own or sender).split())[:200]


def _owner_name(chat: _Chat) -> str:
    names = (_speaker(row, chat) for _, row in chat.rows if as_text(row.get("sender")) == chat.owner)
    return next(names, "我") if chat.owner else "我"


def _is_notice(row: dict[str, Any]) -> bool:
    return row.get("type") in (_SYSTEM, 10000) or not as_text(row.get("sender")) + as_text(row.get("isSelf"))


def _extra(row: dict[str, Any], speaker: str) -> dict[str, Any]:
    """Return what a message has beside its words, with the sender's id where a name stands for it."""
    extra = unplaced(row, _PLACED)
    return {key: value for key, value in extra.items() if (key, value) not in (("type", 0), ("sender", speaker))}


def _carried(row: dict[str, Any]) -> Carried:
    """Return a message's words. ChatLab counts 0 as text, chatlog 1; both mark what has none by a placeholder."""
    kind, content = row.get("type"), as_text(row.get("content"))
    if kind in (_SYSTEM, 10000):
        return Carried(kind="system")
    if kind in (_RECALL, 10002):
        return Carried(kind="recalled")
    if content.lstrip().startswith(("<msg", "<?xml")):
        return read_xml(content)
    is_text = kind in (0, _REPLY, None) or (kind == 1 and "isSelf" in row)
    return read_placeholder(content) if is_text else read_other(content, f"type {show(kind, 12)}")
