"""The table of formats, and the one way in: `read_dialogue`.

In: the bytes of a file. Out: a `Dialogue`, read by the format that recognises the file or by the one that is named.
The order of the table is the order in which formats are asked; the general ones stand last.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum

from duramen.domain.dialogue import Dialogue, Problem
from duramen.errors import UnknownFormat, UnreadableFile
from duramen.observe import (
    characterai,
    chatgpt,
    generic_csv,
    generic_json,
    generic_txt,
    locomo,
    mem0,
    memorybank,
    realmem,
    sillytavern,
    wechat_chatlab,
    wechat_memotrace,
    wechat_weflow,
)
from duramen.observe.lorebooks import is_card, is_lorebook
from duramen.observe.source import NO_DOCUMENT, SourceFile, check_zone, label, open_source

_ZIP = b"PK\x03\x04"


def _no_members(_source: SourceFile) -> tuple[str, ...]:
    return ()


class Holds(StrEnum):
    """Whom a format's files hold: one human with characters; a talk of humans, told by name or, where rows have roles,
    by those; or talks of several persons that have nothing to do with each other, of which one is read at a time.
    """

    ONE = "one"
    TALK = "talk"
    ROLES = "roles"
    APART = "apart"


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    """A format: its name, what it is in words, how it is recognised, read, whom it lets one choose and whom it holds.

    `chats` tells the chats of a file, of which one is to be chosen where there are several.
    """

    name: str
    title: str
    sniff: Callable[[SourceFile], bool]
    read: Callable[[SourceFile], Dialogue]
    members: Callable[[SourceFile], tuple[str, ...]] = _no_members
    holds: Holds = Holds.ONE
    chats: Callable[[SourceFile], tuple[str, ...]] = _no_members


FORMATS: tuple[Format, ...] = (
    Format(name="chatgpt", title="ChatGPT export (zip or conversations.json)", sniff=chatgpt.sniff, read=chatgpt.read),
    Format(
        name="characterai",
        title="Character.AI dump or chat pages",
        sniff=characterai.sniff,
        read=characterai.read,
        members=characterai.members,
    ),
    Format(name="sillytavern", title="SillyTavern chat", sniff=sillytavern.sniff, read=sillytavern.read),
    Format(
        name="wechat-chatlab",
        title="WeChat by ChatLab or chatlog (json, jsonl)",
        sniff=wechat_chatlab.sniff,
        read=wechat_chatlab.read,
        members=wechat_chatlab.members,
        holds=Holds.TALK,
    ),
    Format(
        name="wechat-memotrace",
        title="WeChat by MemoTrace or chatlog (csv)",
        sniff=wechat_memotrace.sniff,
        read=wechat_memotrace.read,
        members=wechat_memotrace.members,
        chats=wechat_memotrace.chats,
        holds=Holds.TALK,
    ),
    Format(
        name="wechat-weflow",
        title="WeChat by WeFlow (txt)",
        sniff=wechat_weflow.sniff,
        read=wechat_weflow.read,
        members=wechat_weflow.members,
        holds=Holds.TALK,
    ),
    Format(name="mem0", title="mem0 export", sniff=mem0.sniff, read=mem0.read, members=mem0.members, holds=Holds.APART),
    Format(
        name="locomo", title="LoCoMo", sniff=locomo.sniff, read=locomo.read, members=locomo.members, holds=Holds.APART
    ),
    Format(
        name="realmem",
        title="RealMem",
        sniff=realmem.sniff,
        read=realmem.read,
        members=realmem.members,
        holds=Holds.APART,
    ),
    Format(
        name="memorybank",
        title="MemoryBank",
        sniff=memorybank.sniff,
        read=memorybank.read,
        members=memorybank.members,
        holds=Holds.APART,
    ),
    Format(
        name="jsonl",
        title="JSON or JSON Lines with role or speaker and content",
        sniff=generic_json.sniff,
        read=generic_json.read,
        members=generic_json.members,
        holds=Holds.ROLES,
    ),
    Format(
        name="csv",
        title="CSV with a role or speaker column and a content column",
        sniff=generic_csv.sniff,
        read=generic_csv.read,
        members=generic_csv.members,
        holds=Holds.ROLES,
    ),
    Format(
        name="txt",
        title="text with lines `Name: words`; named, also alternating paragraphs",
        sniff=generic_txt.sniff,
        read=generic_txt.read,
        members=generic_txt.members,
        holds=Holds.ROLES,
    ),
)
_ALIASES = {"json": "jsonl", "text": "txt", "memotrace": "wechat-memotrace", "weflow": "wechat-weflow"}
_ALIASES |= {"chatlab": "wechat-chatlab", "character.ai": "characterai", "tsv": "csv"}


def format_names() -> tuple[str, ...]:
    """Return the names that `format` takes beside "auto" and "wechat" (any of the three), in the table's order."""
    return tuple(known.name for known in FORMATS)


def read_dialogue(data: bytes, *, name: str, format: str = "auto", zone: str = "UTC", member: str = "") -> Dialogue:
    """Read a chat export, whatever tool wrote it.

    `name`: the file's name, for messages. `format`: one of `format_names()`, "wechat", or "auto". `zone`: IANA name or
    offset in which times without one are read. `member`: who is the person where the file does not tell or holds
    several; matched loosely (case, width, stray spaces). Messages come in the file's order, each with its own time and
    speaker; a broken line is a Problem with its number and the rest is kept; what was left out is counted.

    Raises UnknownFormat (no format fits, or not the named one), UnreadableFile (empty, binary, cut off, over
    512 MiB), BadTime (unknown zone), InputError that lists the names (a member is needed or is not in the file).
    """
    if is_zip(data):
        return _read_zip(data, name=name, format=format, zone=zone, member=member)
    known, source = open_format(data, name=name, format=format, zone=zone)
    return known.read(replace(source, member=member))


def open_format(data: bytes, *, name: str, format: str = "auto", zone: str = "UTC") -> tuple[Format, SourceFile]:
    """Return the format that a file (no zip) is in, and the file, opened; raises as `read_dialogue` does."""
    source = open_source(data, name=name, zone=zone)
    return _format_of(source, format), source


def is_zip(data: bytes) -> bool:
    """Tell whether a file is a zip, which only ChatGPT's exports are."""
    return data.startswith(_ZIP)


def dialogue_members(data: bytes, *, name: str, format: str = "auto", zone: str = "UTC") -> tuple[str, ...]:
    """Return the names that `member` takes for this file, in the file's order.

    Empty where there is nothing to choose: the file itself says which side is the person. Raises as `read_dialogue`
    does for a file that cannot be read.
    """
    if is_zip(data):
        check_zone(zone)
        return ()
    known, source = open_format(data, name=name, format=format, zone=zone)
    return known.members(source)


def _format_of(source: SourceFile, wanted: str) -> Format:
    """Return the first format that recognises the source, among all or those of the wanted name."""
    named = _named(wanted)
    for known in named or FORMATS:
        if known.sniff(source):
            return known
    if named and named[0].name == "txt":
        return named[0]
    broken = source.document_error and not source.first_rows
    if broken:
        raise UnreadableFile(
            f"{label(source.name)} begins like JSON but is none: {source.document_error}; it may be cut off, so export it again"
        )
    if source.document is not NO_DOCUMENT and not source.document:
        raise UnreadableFile(f"{label(source.name)} is empty: its JSON holds nothing")
    if named:
        raise UnknownFormat(f"{label(source.name)} is not in the format {wanted!r}; try format='auto'")
    raise UnknownFormat(f"{label(source.name)} is in no known chat format{_hint(source)}")


def _named(wanted: str) -> tuple[Format, ...]:
    """Return the formats of a name; () for "auto"; raises UnknownFormat for a name that does not exist."""
    lowered = wanted.strip().lower()
    if lowered == "auto":
        return ()
    lowered = _ALIASES.get(lowered, lowered)
    found = tuple(known for known in FORMATS if known.name == lowered or known.name.startswith(f"{lowered}-"))
    if not found:
        raise UnknownFormat(f"there is no format {wanted!r}; known: auto, wechat, {', '.join(format_names())}")
    return found


def _hint(source: SourceFile) -> str:
    if is_card(source.document):
        return ": it is a character card; add it with `duramen character add FILE`"
    if is_lorebook(source.document):
        return ": it is a lorebook, which is added as knowledge"
    return (
        f"; known: {', '.join(format_names())}. For paragraphs that alternate between person and character name "
        "--format txt; for JSON Lines give each line role and content"
    )


def _read_zip(data: bytes, *, name: str, format: str, zone: str, member: str) -> Dialogue:
    """Read every conversations file of a ChatGPT export as one dialogue."""
    if _named(format) and _named(format)[0].name != "chatgpt":
        raise UnknownFormat(f"{label(name)} is a zip, which only format 'chatgpt' has; unpack it and name one file")
    check_zone(zone)
    parts: list[Dialogue] = []
    for number, part in enumerate(chatgpt.unpack(data, name), start=1):
        source = open_source(part, name=f"{name}, part {number}", zone=zone, member=member)
        parts.append(_format_of(source, "chatgpt").read(source))
    return _joined(parts)


def _joined(parts: list[Dialogue]) -> Dialogue:
    """Join the parts of one export: positions count on, problems name their part."""
    if len(parts) == 1:
        return parts[0]
    messages = [message for part in parts for message in part.messages]
    problems = [
        Problem(where=f"part {number}, {problem.where}", what=problem.what)
        for number, part in enumerate(parts, start=1)
        for problem in part.problems
    ]
    kinds = sorted({kind for part in parts for kind in part.skipped})
    return replace(
        parts[0],
        messages=tuple(replace(message, position=position) for position, message in enumerate(messages)),
        problems=tuple(problems),
        skipped={kind: sum(part.skipped.get(kind, 0) for part in parts) for kind in kinds},
        zoneless=sum(part.zoneless for part in parts),
        notes=tuple(dict.fromkeys(note for part in parts for note in part.notes)),
    )
