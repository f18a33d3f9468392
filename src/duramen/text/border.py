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
# Letters of the alphabet of tags are seen by models and by nobody else; only the flags made of them are text.
_TAGS = re.compile("(\U0001f3f4[\U000e0030-\U000e0039\U000e0061-\U000e007a]{1,6}\U000e007f)|[\U000e0000-\U000e007f]")
_UNSEEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\U000e0000-\U000e007f\ud800-\udfff]"
)
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
    feed are dropped, since they never print, and so are tag characters outside of flags. Then NFC. Idempotent: a second cleaning replaces nothing.
    """
    text = _BREAKS.sub("\n", text)
    text = _PAIRS.sub(_join_pair, text)
    text, unusable = _UNUSABLE.subn(REPLACEMENT, text)
    text, controls = _CONTROLS.subn("", text)
    tags = text
    if not text.isascii():
        tags = _TAGS.sub(lambda found: found[1] or "", text)
    replaced = unusable + controls + len(text) - len(tags)
    return Cleaned(text=unicodedata.normalize("NFC", tags), replaced=replaced)


def displayable(text: str) -> str:
    """Return a text as a terminal may be given it, whoever wrote it: no control but tab and line feed, no change of direction.

    Escape sequences, bells, carriage returns and the like lose their control character; nothing else changes.
    """
    return _UNSEEN.sub(_seen, text)


def _seen(found: re.Match[str]) -> str:
    return "\n" if found[0] in "\u2028\u2029\x85" else ""


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
