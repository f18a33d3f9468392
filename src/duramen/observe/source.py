"""A source file, opened once: its text, its JSON where it is JSON, and its lines.

In: the bytes of a file with its name, the zone of its naive times and the member who is the person. Out: `SourceFile`,
which every format's `sniff` and `read` look at; JSON values in which nothing can blow up later (no huge integers, no
NaN); numbered lines without a copy of the whole text.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from duramen.domain.time import zone_of
from duramen.errors import BadTime, UnreadableFile
from duramen.text.encodings import decode

MAX_FILE_BYTES = 512 * 1024 * 1024
"""The largest file that is read; an export that is larger comes in parts."""

MAX_LINE_CHARS = 4_000_000
"""The longest line of a file that is read line by line; a longer one is reported with its number and left out."""

NO_DOCUMENT: Any = object()
"""Stands for "this text is not one JSON value"."""

_SNIFFED_LINES = 20
_INT_DIGITS = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceFile:
    """A file as every format looks at it.

    `document`: the whole text as one JSON value, or NO_DOCUMENT. `document_error`: where and why a text that begins
    like JSON is none. `first_rows`: the objects among the first 20 lines, for recognising JSON Lines; empty when
    fewer than half of those lines are objects. `replaced`: damaged places met while decoding.
    """

    text: str
    name: str = ""
    zone: str = "UTC"
    member: str = ""
    document: Any = NO_DOCUMENT
    document_error: str = ""
    first_rows: tuple[dict[str, Any], ...] = ()
    first_lines: tuple[str, ...] = field(default=())
    replaced: int = 0


def open_source(data: bytes, *, name: str, zone: str, member: str = "") -> SourceFile:
    """Decode a file and look whether it is JSON.

    Raises UnreadableFile when it is empty, binary or larger than MAX_FILE_BYTES, and BadTime for an unknown zone.
    """
    check_zone(zone)
    if len(data) > MAX_FILE_BYTES:
        raise UnreadableFile(
            f"{label(name)} has {len(data):,} bytes, more than the {MAX_FILE_BYTES:,} that are read; split it into parts"
        )
    try:
        decoded = decode(data)
    except UnreadableFile as error:
        raise UnreadableFile(f"{label(name)}: {error}") from error
    text = decoded.text
    if "\n" not in text and "\r" in text:
        text = text.replace("\r", "\n")
    document, error_text = load_document(text)
    lines = tuple(_first_lines(text))
    return SourceFile(
        text=text,
        name=name,
        zone=zone,
        member=member,
        document=document,
        document_error=error_text,
        first_rows=_first_rows(lines),
        first_lines=lines,
        replaced=decoded.replaced,
    )


def check_zone(zone: str) -> None:
    """Raise BadTime when the zone is not an IANA name or an offset."""
    try:
        zone_of(zone)
    except ValueError as error:
        raise BadTime(f"unknown time zone {zone!r}; use a name such as Asia/Shanghai, UTC, or +08:00") from error


def label(name: str) -> str:
    """Return a file's name for a message, or "the file" where it has none."""
    return show(name, 120).strip("'\"") if name else "the file"


def parse_json(text: str) -> Any:
    """Parse one JSON value; integers of more than 20 digits stay text, NaN and infinities become None.

    Raises json.JSONDecodeError, and RecursionError for a value nested too deeply.
    """
    return json.loads(text, parse_int=_parse_int, parse_constant=lambda _: None)


def load_document(text: str) -> tuple[Any, str]:
    """Return the text as one JSON value and "", or NO_DOCUMENT and the place and reason why it is none.

    A text that does not begin with a brace or bracket gives NO_DOCUMENT and "".
    """
    if text[:4096].lstrip()[:1] not in ("{", "["):
        return NO_DOCUMENT, ""
    try:
        return parse_json(text), ""
    except json.JSONDecodeError as error:
        return NO_DOCUMENT, f"line {error.lineno}, column {error.colno}: {error.msg}"
    except RecursionError:
        return NO_DOCUMENT, "it is nested too deeply"


def numbered_lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield (number from 1, line without its end) for each line, one at a time; the last may be empty and is left out."""
    start, number = 0, 1
    while start < len(text):
        end = text.find("\n", start)
        end = len(text) if end < 0 else end
        yield number, text[start : end - 1 if end > start and text[end - 1] == "\r" else end]
        start, number = end + 1, number + 1


def show(value: object, limit: int = 60) -> str:
    """Return a value for a message: short, printable, never a whole structure."""
    if isinstance(value, str):
        return repr(value if len(value) <= limit else value[:limit] + "…")
    if value is None or isinstance(value, bool | int | float):
        return repr(value)[:limit]
    return f"a {type(value).__name__}"


def as_text(value: object) -> str:
    """Return a JSON scalar as text: strings as they are, numbers as written, everything else ""."""
    if isinstance(value, str):
        return value
    if isinstance(value, int | float) and not isinstance(value, bool):
        return repr(value)
    return ""


def as_dict(value: object) -> dict[str, Any]:
    """Return a JSON object, or an empty one for everything else."""
    return value if isinstance(value, dict) else {}


def as_list(value: object) -> list[Any]:
    """Return a JSON array, or an empty one for everything else."""
    return value if isinstance(value, list) else []


def objects(value: object) -> list[dict[str, Any]]:
    """Return the objects of a JSON array, in order."""
    return [item for item in as_list(value) if isinstance(item, dict)]


def _parse_int(digits: str) -> int | str:
    return int(digits) if len(digits) <= _INT_DIGITS else digits


def _first_lines(text: str) -> Iterator[str]:
    """Yield the first lines that are not blank, at most MAX_LINE_CHARS of each."""
    found = 0
    for number, line in numbered_lines(text):
        if line.strip():
            yield line[:MAX_LINE_CHARS]
            found += 1
        if found >= _SNIFFED_LINES or number > 50 * _SNIFFED_LINES:
            return


def _first_rows(lines: tuple[str, ...]) -> tuple[dict[str, Any], ...]:
    rows: list[dict[str, Any]] = []
    for line in lines:
        if line.lstrip()[:1] != "{":
            continue
        try:
            row = parse_json(line)
        except (json.JSONDecodeError, RecursionError):
            continue  # reading reports it with its number
        if isinstance(row, dict):
            rows.append(row)
    # A pretty-printed document that is cut off has a stray object line too; JSON Lines are mostly objects.
    return tuple(rows) if 2 * len(rows) >= len(lines) else ()
