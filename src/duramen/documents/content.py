"""What every reader of one format gives back, and the small steps that several of them share.

In: bytes, written dates, raw lines. Out: `Content`, moments (unknown where a date cannot be read), tidy text.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime

from duramen.domain.time import UNKNOWN_MOMENT, Moment
from duramen.errors import BadTime, UnreadableFile
from duramen.text.encodings import decode
from duramen.text.moments import parse_moment

_CJK_SIDE = "[\u2e80-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff“”‘’…—]"
_BETWEEN_CJK = re.compile(rf"(?<={_CJK_SIDE})\n(?={_CJK_SIDE})")
_TRAILING = re.compile(r"[ \t\u00a0\u3000]+(?=\n|\Z)")
_BLANK_LINES = re.compile(r"\n{3,}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Content:
    """What one reader found: the text, and the document's own title, date and encoding where it states them."""

    text: str
    title: str = ""
    dated: Moment = UNKNOWN_MOMENT
    encoding: str = ""


def decode_named(data: bytes, name: str) -> tuple[str, str]:
    """Return a text file's text and encoding; raises UnreadableFile naming the file when it is not text."""
    try:
        decoded = decode(data)
    except UnreadableFile as error:
        raise UnreadableFile(f"{name}: {error}") from error
    return decoded.text, decoded.encoding


def moment_or_unknown(value: str | datetime | None, zone: str) -> Moment:
    """Read a date that a document states about itself; unknown when it states none that can be read.

    A page with a broken date is still worth reading, and a date is never guessed (facts.md, section 5).
    """
    if not value:
        return UNKNOWN_MOMENT
    try:
        return parse_moment(value.strip() if isinstance(value, str) else value, zone)
    except BadTime:
        return UNKNOWN_MOMENT


def one_line(text: str) -> str:
    """Return the text with every run of white space made one space."""
    return " ".join(text.split())


def join_lines(text: str) -> str:
    """Join the lines of one wrapped paragraph: with nothing between CJK characters, else with a space."""
    return one_line(_BETWEEN_CJK.sub("", text))


def tidy(text: str) -> str:
    """Drop trailing white space of lines, empty lines at both ends, and more than one empty line in a row."""
    return _BLANK_LINES.sub("\n\n", _TRAILING.sub("", text)).strip("\n")
