"""Rows of any tool -> drafts: the names that columns and keys go by, in English and Chinese.

In: a row as a mapping from key to value. Out: a `Spoken` with role (where the row names one), speaker, text, time,
session and id, or the reason why it is no message. Used by JSON, JSON Lines and CSV alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from duramen.domain.dialogue import Dialogue, Role
from duramen.observe.collect import Collector, Draft, name_text
from duramen.observe.extra import unplaced
from duramen.observe.sides import assign_roles, check_member, is_bot, names_apart, role_of_word
from duramen.observe.source import as_dict, as_list, as_text, show

_NAMES = {
    "content": "content text message msg body utterance mes value 内容 消息 消息内容 文本 正文 內容 訊息",
    "role": "role from author author_role sender_type speaker_role 角色 身份",
    "speaker": (
        "speaker name sender speaker_name sender_name nickname 发送人 发送者 发言人 说话人 姓名 昵称 發送人 說話人"
    ),
    "time": (
        "time timestamp created_at create_time createtime date datetime sent_at send_date ts happened_at"
        " 时间 日期 发送时间 時間"
    ),
    "session": "session session_id conversation conversation_id thread thread_id chat_id 会话 会话id 對話 对话",
    "member": (
        "speaker_id sender_id user_id author_id from_id userid uid wxid qq open_id 发送人id 发送者id 用户id 發送人id"
    ),
    "id": "id message_id msg_id uuid external_id 消息id 编号",
}
CONTENT, ROLE, SPEAKER, TIME, SESSION, MEMBER, ID = (tuple(names.split()) for names in _NAMES.values())


@dataclass(frozen=True, slots=True, kw_only=True)
class Spoken:
    """A row as a message; `role` is None where only the speaker's name tells the side.

    `member` is the speaker's id in the source, or "".
    """

    role: Role | None
    draft: Draft
    member: str = ""


def looks_spoken(keys: Iterable[str]) -> bool:
    """Tell whether keys hold a content and a role or speaker."""
    known = {key.strip().lower() for key in keys}
    return bool(known & set(CONTENT)) and bool(known & set(ROLE) or known & set(SPEAKER) or "is_user" in known)


def spoken_of(row: Mapping[str, Any], where: str, collector: Collector, session: str = "") -> Spoken | None:
    """Return the message in a row; a row without text or speaker is reported and gives None.

    `session` stands in where the row names none.
    """
    cells = {key.strip().lower(): value for key, value in row.items() if isinstance(key, str)}
    content = _first(cells, CONTENT)
    text = _content_text(content)
    if text is None:
        if any(key in cells for key in CONTENT) and content is None:
            collector.skipped["empty"] += 1
        else:
            collector.report(where, f"has no text (its content is {show(content)}); left out")
        return None
    role_value = _first(cells, ROLE)
    role_word = as_text(as_dict(role_value).get("role")) if isinstance(role_value, dict) else as_text(role_value)
    speaker_value = _first(cells, SPEAKER)
    speaker = name_text(
        _speaker_text(speaker_value) or _speaker_text(role_value if isinstance(role_value, dict) else None)
    )
    role = role_of_word(role_word) if role_word else None
    if role is None and any(_is_flagged(flags) for flags in (cells, speaker_value, role_value)):
        role = Role.CHARACTER
    if role is None and isinstance(cells.get("is_user"), bool):
        role = Role.PERSON if cells["is_user"] else Role.CHARACTER
    if role is None and not speaker:
        speaker = name_text(role_word)
    if role is None and not speaker:
        collector.report(where, f"has neither role nor speaker; left out. It begins {show(text, 40)}")
        return None
    draft = Draft(
        role=role or Role.OTHER,
        text=text,
        where=where,
        speaker=speaker,
        when=_first(cells, TIME),
        session=as_text(_first(cells, SESSION)) or session,
        external_id=as_text(_first(cells, ID)),
        extra=_extra(row, cells, placed=role is not None or speaker == name_text(role_word)),
    )
    return Spoken(role=role, draft=draft, member=_member_id(cells, speaker_value, role_value))


def _is_flagged(value: object) -> bool:
    """Tell whether a row, or its author, says that a bot wrote it."""
    flags = {key.lower(): flag for key, flag in as_dict(value).items() if isinstance(key, str)}
    return any(flags.get(key) is True for key in ("is_bot", "isbot", "bot"))


def _member_id(cells: Mapping[str, Any], *authors: object) -> str:
    """Return the id of who wrote, from its own column, or inside an author that is an object."""
    inside = (as_text(as_dict(author).get("id")) for author in authors)
    return name_text(as_text(_first(cells, MEMBER)) or next(filter(None, inside), ""))


def speakers_apart(rows: Iterable[Spoken], collector: Collector) -> list[Spoken]:
    """Return the rows with each speaker under one name: the first that the id has, with the id where two share one.

    Rows without ids, and words for a side such as "user", stay as they are.
    """
    listed = list(rows)
    names, notes = names_apart(
        (row.member, row.draft.speaker) for row in listed if role_of_word(row.draft.speaker) is None
    )
    collector.notes += notes
    return [
        replace(row, draft=replace(row.draft, speaker=names[row.member]))
        if row.member in names and role_of_word(row.draft.speaker) is None
        else row
        for row in listed
    ]


def _extra(row: Mapping[str, Any], cells: Mapping[str, Any], *, placed: bool) -> dict[str, Any]:
    """Return the fields of a row that were not read, under their own names, and the parts of its content without text.

    `placed`: the row's role says the side or the name; a role such as "manager" beside a name is kept here.
    """
    groups = (CONTENT, SPEAKER, TIME, SESSION, ID, *([ROLE] if placed else []))
    read = {_first_name(cells, names) for names in groups}
    read |= {"is_user"} if isinstance(cells.get("is_user"), bool) else set()
    # Of two names that differ in case only, the last is the one that was read.
    last = {key.strip().lower(): key for key in row if isinstance(key, str)}
    extra = unplaced(row, {key for name, key in last.items() if name in read})
    content = _first(cells, CONTENT)
    parts = [part for part in content if not as_text(as_dict(part).get("text"))] if isinstance(content, list) else []
    wordless = [part for part in parts if not isinstance(part, str)]
    return extra | ({"content": wordless} if wordless else {})


def finish_spoken(rows: Iterable[Spoken], collector: Collector, format_name: str) -> Dialogue:
    """Give each row its side, keep it, and return the dialogue.

    Rows with a role keep it. Speakers without are placed by `assign_roles`. Where every row has a role, `member` must
    be one of the person's names. Raises InputError that lists the names when the side cannot be told.
    """
    rows = speakers_apart(rows, collector)
    nameless = [row.draft.speaker for row in rows if row.role is None]
    by_name = {row.draft.speaker: row.role for row in rows if row.role is not None and row.draft.speaker}
    if nameless:
        roles = _sides(rows, nameless, collector.source.member)
    else:
        roles = {}
        check_member(collector.source.member, [name for name, role in by_name.items() if role is Role.PERSON])
    for row in rows:
        role = row.role if row.role is not None else roles[row.draft.speaker]
        collector.add(_with_role(row.draft, role))
    return collector.finish(
        format_name, person=_name_of(Role.PERSON, by_name, roles), character=_name_of(Role.CHARACTER, by_name, roles)
    )


def speakers_to_choose(rows: Iterable[Spoken], collector: Collector) -> tuple[str, ...]:
    """Return the speakers whose side the rows do not tell, in order; () where every row has a role."""
    return tuple(dict.fromkeys(row.draft.speaker for row in speakers_apart(rows, collector) if row.role is None))


def _sides(rows: list[Spoken], names: list[str], member: str) -> dict[str, Role]:
    """Place the speakers without a role; where other rows show both roles, unplaced speakers are further humans."""
    given = {row.role for row in rows}
    if Role.PERSON in given and not member:
        others = Role.OTHER if Role.CHARACTER in given or len(set(names)) > 1 else Role.CHARACTER
        words = {name: role_of_word(name) or (Role.CHARACTER if is_bot(name) else None) for name in names}
        return {name: words[name] or others for name in names}
    return assign_roles(names, member)


def _name_of(side: Role, *tables: Mapping[str, Role | None]) -> str:
    for table in tables:
        for name, role in table.items():
            # A word such as "user" says the side; it is no name.
            if role is side and role_of_word(name) is None:
                return name
    return ""


def _with_role(draft: Draft, role: Role) -> Draft:
    speaker = "" if role_of_word(draft.speaker) is not None else draft.speaker
    return replace(draft, role=role, speaker=speaker)


def _first_name(cells: Mapping[str, Any], names: Iterable[str]) -> str | None:
    return next((name for name in names if cells.get(name) not in (None, "")), None)


def _first(cells: Mapping[str, Any], names: Iterable[str]) -> Any:
    name = _first_name(cells, names)
    return None if name is None else cells[name]


def _speaker_text(value: object) -> str:
    if isinstance(value, dict):
        return as_text(value.get("nickname")) or as_text(value.get("name"))
    return as_text(value)


def _content_text(content: object) -> str | None:
    """Return a text, or the joined text parts of a list such as `[{"type": "text", "text": …}]`; None for all else."""
    if isinstance(content, list):
        parts = [part if isinstance(part, str) else as_text(as_dict(part).get("text")) for part in as_list(content)]
        return "\n".join(part for part in parts if part)
    if isinstance(content, dict):
        return as_text(content.get("text")) or None
    return as_text(content) or None
