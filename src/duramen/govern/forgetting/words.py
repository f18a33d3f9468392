"""Whether a text holds certain words, or repeats a text that is to go: also where JSON has written them escaped.

In: the words that are to be forgotten, and any text of a store. Out: yes or no. Upper and lower case are alike, and so are
composed and decomposed letters; Chinese is exact. Nothing here reads or writes.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

RUN_UNITS = 6
"""So many words, or Chinese characters, one after the other in two texts are no chance: the one repeats the other."""

_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|([\"\\/bfnrt]))")
_PLAIN = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}
_UNIT = re.compile(r"[\u3400-\u9fff\uf900-\ufaff]|[^\W_]+")
_IDEOGRAPH = re.compile(r"[\u3400-\u9fff\uf900-\ufaff]")


def folded(text: str) -> str:
    """Return a text as it is compared: letters composed, upper and lower case alike."""
    return unicodedata.normalize("NFC", text).casefold()


def unescaped(text: str) -> str:
    """Return a text with JSON's escapes written out, two halves of a character joined."""
    plain = _ESCAPE.sub(lambda found: chr(int(found[1], 16)) if found[1] else _PLAIN.get(found[2], found[2]), text)
    return plain.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def holds(text: str, words: str) -> bool:
    """Tell whether a text holds words that are `folded` already, as they are or escaped, once or twice over."""
    if not words or not text:
        return False
    for _ in range(3):
        if words in folded(text):
            return True
        if "\\" not in text:
            return False
        text = unescaped(text)
    return False


def holds_any(text: str, words: Iterable[str]) -> bool:
    """Tell whether a text holds any of these folded words."""
    return any(holds(text, one) for one in words)


def telling(words: Iterable[str]) -> frozenset[str]:
    """Return those of the words, folded, that are long enough to be looked for: two ideographs, or four characters."""
    kept = (folded(one).strip() for one in words)
    return frozenset(one for one in kept if len(_IDEOGRAPH.findall(one)) >= 2 or len(one) >= 4)


@lru_cache(maxsize=4096)
def runs(text: str) -> frozenset[tuple[str, ...]]:
    """Return all runs of `RUN_UNITS` words or ideographs of a text, by which one is known that repeats it."""
    units = _UNIT.findall(folded(unescaped(text)))
    return frozenset(tuple(units[at : at + RUN_UNITS]) for at in range(len(units) - RUN_UNITS + 1))
