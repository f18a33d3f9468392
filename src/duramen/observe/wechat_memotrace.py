"""WeChat by MemoTrace (WeChatMsg): the CSV of the whole database and of one chat; and chatlog's CSV.

In: rows with `localId,TalkerId,Type,…,StrContent`, or `消息ID,类型,发送人,时间,内容`, or
`Time,SenderName,…,Content`; with a byte order mark or without. Out: one chat. In the database's CSV the owner is
known (IsSender 1 = 我) and `member` names the chat where there are several; elsewhere `member` names the person.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from duramen.domain.dialogue import Dialogue, Role
from duramen.observe.collect import Collector, Draft, name_text
from duramen.observe.extra import unplaced
from duramen.observe.sides import assign_roles, choose, loose, names_apart
from duramen.observe.source import SourceFile
from duramen.observe.table import Row, read_table, split_header
from duramen.observe.wechat import Carried, read_other, read_place, read_placeholder, read_voice, read_xml

ME = "我"
_ROOM_ID = re.compile(r"[0-9]*(?:@chatroom)?")
_PLACED = {
    "database": "localId TalkerId Type IsSender CreateTime StrContent StrTime Remark NickName",
    "chat": "消息ID 类型 发送人 时间 内容",
    "chatlog": "Time SenderName TalkerName Talker Content",
}
_KINDS = {
    "3": "image", "34": "voice", "42": "contact", "43": "video", "47": "sticker", "48": "location",
    "49": "link", "50": "call", "10000": "system", "10002": "recalled",
}  # fmt: skip
_WORDS = {
    "文本": "1",
    "文字": "1",
    "文本消息": "1",
    "text": "1",
    "系统": "10000",
    "系统消息": "10000",
    "语音": "34",
    "引用": "1",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Line:
    """A row of any of the three layouts, in the same words."""

    where: str
    chat: str
    speaker: str
    kind: str
    content: str
    when: str
    external_id: str
    extra: dict[str, Any] = field(default_factory=dict)


def sniff(source: SourceFile) -> bool:
    """Tell whether the header row is one of the three."""
    return _layout(source) != ""


def members(source: SourceFile) -> tuple[str, ...]:
    """Return the chats where there are several, else those who wrote in the one."""
    lines = _lines(source, Collector(source))
    titles = tuple(dict.fromkeys(line.chat for line in lines))
    return titles if len(titles) > 1 else tuple(dict.fromkeys(line.speaker for line in _spoken(lines)))


def chats(source: SourceFile) -> tuple[str, ...]:
    """Return the chats of the file, in order."""
    return tuple(dict.fromkeys(line.chat for line in _lines(source, Collector(source))))


def read(source: SourceFile) -> Dialogue:
    """Read one chat; InputError lists the chats or names where the choice is needed and missing."""
    collector = Collector(source)
    lines = _lines(source, collector)
    titles = dict.fromkeys(line.chat for line in lines)
    member, chat = source.member, next(iter(titles), "")
    if len(titles) > 1:
        chat = choose(member, titles, "chats")
        collector.skipped["other chat"] += sum(1 for line in lines if line.chat != chat)
        lines = [line for line in lines if line.chat == chat]
        member = ""
    speakers = [line.speaker for line in _spoken(lines)]
    if len(titles) > 1 and ME not in speakers:
        speakers.append(ME)  # the database is theirs, though they only read along in this chat
    if ME not in speakers and loose(member) in ("", ME) and len(set(speakers)) == 1:
        # A chat in which only the other side wrote still has its owner as the person.
        speakers.append(ME)
    roles = assign_roles(speakers, member, ME)
    for line in lines:
        carried = _carried(line)
        if carried.kind:
            collector.skipped[carried.kind] += 1
        elif not line.speaker:
            collector.report(line.where, "has no sender; left out")
        else:
            collector.add(_draft(line, carried, roles))
    person = next((name for name, role in roles.items() if role is Role.PERSON), "")
    character = next((name for name, role in roles.items() if role is Role.CHARACTER), "")
    group = chat if Role.OTHER in roles.values() and not _ROOM_ID.fullmatch(chat) else ""
    return collector.finish("wechat-memotrace", person=person, character=character, group=group)


def _draft(line: _Line, carried: Carried, roles: dict[str, Role]) -> Draft:
    return Draft(
        role=roles[line.speaker],
        text=carried.text,
        where=line.where,
        speaker=line.speaker,
        when=int(line.when) if line.when.isascii() and line.when.isdigit() and len(line.when) < 18 else line.when,
        external_id=line.external_id,
        extra={name: value for name, value in line.extra.items() if value != line.speaker},
    )


def _spoken(lines: list[_Line]) -> list[_Line]:
    return [line for line in lines if line.speaker and not _carried(line).kind]


def _layout(source: SourceFile) -> str:
    header = split_header(source.first_lines[0]) if source.first_lines else []
    if "StrContent" in header and "CreateTime" in header:
        return "database"
    if "消息ID" in header and "内容" in header and "发送人" in header:
        return "chat"
    if {"Time", "SenderName", "Sender", "Content"} <= set(header):
        return "chatlog"
    return ""


def _lines(source: SourceFile, collector: Collector) -> list[_Line]:
    layout = _layout(source)
    rows = list(read_table(source.text, collector.report))
    if layout == "database":
        return _database_lines(rows, collector)
    names, notes = names_apart(
        (row.cells.get("Sender", "").strip(), name_text(row.cells.get("SenderName", ""))) for row in rows
    )
    collector.notes += notes
    lines: list[_Line] = []
    for row in rows:
        get = row.cells.get
        if layout == "chat":
            kind, words = get("类型", "1").strip(), ("发送人", "内容", "时间", "消息ID")
        else:
            kind, words = "1", ("SenderName", "Content", "Time", "")
        speaker, content, when, own_id = (get(word, "") for word in words)
        sender = get("Sender", "").strip()
        speaker = name_text(names.get(sender) or speaker or sender)
        chat = name_text(get("TalkerName") or get("Talker") or "")
        lines.append(
            _Line(
                where=row.where,
                chat=chat,
                speaker=speaker,
                kind=_WORDS.get(kind, kind),
                content=content,
                when=when,
                external_id=own_id.strip(),
                extra=unplaced(row.cells, _PLACED[layout].split()),
            )
        )
    return lines


@dataclass(frozen=True, slots=True, kw_only=True)
class _Contacts:
    """One chat of the database: its name, and in a group the senders' names by id where the rows give those."""

    title: str
    is_group: bool
    names: dict[str, str]
    notes: tuple[str, ...] = ()


def _contacts(talker: str, rows: list[Row]) -> _Contacts:
    """Tell what the contact columns of a chat name: the chat, or, where they change with the sender, each sender."""
    others = [row.cells for row in rows if row.cells.get("IsSender", "").strip() != "1"]
    named = [(cells.get("Sender", "").strip(), _contact(cells)) for cells in others]
    senders = {sender for sender, _ in named if sender}
    titles = list(dict.fromkeys(name for _, name in named if name)) or [_contact(rows[0].cells)]
    title = titles[0] or name_text(talker)
    if len(senders) < 2:
        return _Contacts(title=title, is_group=False, names={})
    if len(titles) < 2:
        return _Contacts(title=title, is_group=True, names={})
    names, notes = names_apart(named)
    return _Contacts(title=name_text(talker), is_group=True, names=names, notes=notes)


def _contact(cells: dict[str, str]) -> str:
    return name_text(cells.get("Remark") or cells.get("NickName") or "")


def _database_lines(rows: list[Row], collector: Collector) -> list[_Line]:
    """Return the rows of the whole database; in a group the speaker is the sender, by name where the rows give one."""
    by_talker: dict[str, list[Row]] = {}
    for row in rows:
        by_talker.setdefault(row.cells.get("TalkerId", ""), []).append(row)
    chats = {talker: _contacts(talker, theirs) for talker, theirs in by_talker.items()}
    for chat in chats.values():
        collector.notes += chat.notes
    lines: list[_Line] = []
    for row in rows:
        get = row.cells.get
        chat, sender, content = chats[get("TalkerId", "")], get("Sender", "").strip(), get("StrContent", "")
        if sender and content.startswith(f"{sender}:\n"):
            content = content[len(sender) + 2 :]
        speaker = chat.names.get(sender) or sender if chat.is_group else chat.title or sender
        created = get("CreateTime", "").strip()
        local_id = get("localId", "").strip()
        lines.append(
            _Line(
                where=row.where,
                chat=chat.title,
                speaker=ME if get("IsSender", "").strip() == "1" else name_text(speaker),
                kind=get("Type", "1").strip(),
                content=content,
                when=created if created not in ("", "0") else get("StrTime", "").strip(),
                # localId counts in each of the several database files from 1; with the time it is one message.
                external_id=f"{local_id}@{created}" if local_id else "",
                extra=unplaced(row.cells, _PLACED["database"].split()),
            )
        )
    return lines


def _carried(line: _Line) -> Carried:
    kind = line.kind
    if kind == "1":
        return read_placeholder(line.content)
    if kind in ("10000", "10002"):
        return Carried(kind="recalled" if "撤回" in line.content or kind == "10002" else "system")
    if kind == "49":
        return read_xml(line.content) if line.content.lstrip().startswith("<") else read_other(line.content, "link")
    if kind == "34":
        voice = read_voice(line.content)
        return voice if voice.text else read_other(line.content, "voice")
    if kind == "48":
        return read_place(line.content)
    return read_other(line.content, _KINDS.get(kind, f"type {kind[:12]}"))
