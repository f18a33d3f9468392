"""Clean text where it enters the library (DESIGN 7): what databases, tokenizers and terminals cannot carry is taken out.

In: any Python string. Out: the same words in Unicode NFC, and how many characters had to give way.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

MAX_MESSAGE_CHARS = 200_000
"""The longest single message that is accepted; the caller that takes messages in refuses or splits longer ones."""

REPLACEMENT = "\ufffd"

_BREAKS = re.compile("\r\n?|[\x0b\x0c\x85]")
_PAIRS = re.compile("[\ud800-\udbff][\udc00-\udfff]")
_UNUSABLE = re.compile("[\x00\ud800-\udfff]")
_CONTROLS = re.compile("[\x01-\x08\x0e-\x1f\x7f-\x9f]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Cleaned:
    """A cleaned text; `replaced` counts the characters that were replaced or dropped (line ends do not count)."""

    text: str
    replaced: int


def clean(text: str) -> Cleaned:
    """Return `text` as it may be stored.

    Line ends (CRLF, CR, VT, FF, NEL) become a line feed. Two surrogates that belong together become their character.
    NUL and lone surrogates become U+FFFD, since they stood for something; other C0 and C1 controls but tab and line
    feed are dropped, since they never print. Then NFC. Idempotent: a second cleaning replaces nothing.
    """
    text = _BREAKS.sub("\n", text)
    text = _PAIRS.sub(_join_pair, text)
    text, unusable = _UNUSABLE.subn(REPLACEMENT, text)
    text, controls = _CONTROLS.subn("", text)
    return Cleaned(text=unicodedata.normalize("NFC", text), replaced=unusable + controls)


def is_blank(text: str) -> bool:
    """Tell whether nothing of a text would be seen: white space, zero-width characters and marks of direction."""
    return all(char.isspace() or unicodedata.category(char) == "Cf" for char in text)


def whole_characters(text: str) -> str:
    """Return `text` with halves of characters (surrogates) joined to their character, or replaced where one stands alone."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text


def usable(text: str) -> str:
    """Return `text` as a database can hold it, and otherwise as it is: for what is kept as a model or a file gave it."""
    return whole_characters(text).replace("\x00", REPLACEMENT)


def _join_pair(pair: re.Match[str]) -> str:
    return pair[0].encode("utf-16", "surrogatepass").decode("utf-16")
