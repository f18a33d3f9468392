"""Finds where a quoted value of a call ends, although its author forgot to escape what stands inside.

In: the text, where the value begins, and a limit that it cannot cross. Out: the value with the place after its
operation, or None. One walk over quotes and brackets, which never goes back.

A quote ends the value when a closing bracket follows and the operation is plainly over there (the line ends, another
operation begins), or when prose follows and the brackets inside the value are balanced. Else it belongs to the value.
Where no quote does, a line that ends with a quote, or with a bracket that nothing in the value opened, ends it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache

from duramen.govern.marks import CLOSERS, primary_closers, quote_repairs

LOOK_AHEAD_CHARS = 1_000
"""How far past a likely end a certain one is still looked for; it bounds the work on a list of broken operations."""

_EXTRA = r"(?P<extra>(?:\s*+[,，]\s*+(?:\w{1,20}+\s*+[=:：]\s*+)?[\w.+\-%]{1,40}+){1,4}+)"
_CLOSING = re.compile(rf"(?:{_EXTRA}|(?P<comma>\s*+[,，]))?\s*+(?P<bracket>[)）])")
_OVER = re.compile(
    r"[ \t\r]*+[,;，；、。.!*_`\"'\]】|]*+[ \t\r]*+"
    r"(?:\n|\Z|#|//|--|—|<!|(?:ADD|UPDATE|DELETE|NO_?OP)(?:[ \t]*+[(（]|\b))",
    re.IGNORECASE,
)
_PROSE = re.compile(r"[ \t]++[^\s\"'“”‘’()（）]|[，。,.;；][^\"'“”‘’()（）]|[^\W\d_]")
_BLANK_REST = re.compile(r"[ \t\r]*+[,;，；]?[ \t\r]*+\n")
_STRING = '"(?:[^"\\\\\n]|\\\\.)*+"'
_SEVERAL = {
    sign: re.compile(rf"{string}(?:\s*+[,，]\s*+(?:\w{{1,20}}+\s*+[=:：]\s*+)?{string})++\s*+[)）]")
    for sign, string in (('"', _STRING), ("'", _STRING.replace('"', "'")))
}
_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|(.))", re.DOTALL)
_PAIR = re.compile("[\ud800-\udbff][\udc00-\udfff]")
_MEANT = {"n": "\n", "r": "\r", "t": "\t", "b": "\b", "f": "\f"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Value:
    """A value as it was meant, the place after its operation, and what had to be mended."""

    text: str
    end: int
    repairs: tuple[str, ...] = ()


@dataclass(slots=True, kw_only=True)
class _Walk:
    """How far the walk is: brackets open inside the value, quotes passed over, and where it may end at the worst."""

    depth: int = 0
    inner: bool = False
    likely: int = -1
    repairs: list[str] = field(default_factory=list)


def is_over(text: str, after: int) -> bool:
    """Tell whether an operation whose closing bracket stands before `after` is plainly over there."""
    return _OVER.match(text, after) is not None


def are_several(text: str, opening: int) -> bool:
    """Tell whether two or more well-quoted values stand from the quote at `opening` to a closing bracket."""
    pattern = _SEVERAL.get(text[opening])
    return pattern is not None and pattern.match(text, opening) is not None


def read_quoted(text: str, opening: int, limit: int) -> Value | None:
    """Return the value whose quote opens at `opening`, or None where it does not end before `limit`.

    Repairs: inner-quotes, line-break-in-value, missing-quote, missing-bracket, extra-argument, trailing-marks,
    full-width-marks, triple-quotes, other-escapes, and what `quote_repairs` says of the quotes.
    """
    opener, start, walk = text[opening], opening + 1, _Walk()
    for mark in _marks(opener).finditer(text, start, limit):
        if walk.likely >= 0 and (mark.start() > walk.likely + LOOK_AHEAD_CHARS or mark[0][0].isalpha()):
            break
        end = _weigh(mark, opener, walk, limit)
        if end >= 0:
            return _value(text, (opening, mark.start(), end), walk)
    if walk.likely < 0 or (walk.repairs == ["missing-quote"] and text.find("\n", walk.likely) < 0):
        return None
    return _value(text, (opening, walk.likely, walk.likely + 1), walk)


def _weigh(mark: re.Match[str], opener: str, walk: _Walk, limit: int) -> int:
    """Return the place after the operation if `mark` ends its value, else -1, with what is now known in `walk`."""
    sign, text = mark[0], mark.string
    if sign in "(（" or sign[0].isalpha():
        walk.depth += 1
    elif sign in ")）":
        if walk.depth:
            walk.depth -= 1
        elif walk.likely < 0 and is_over(text, mark.end()):
            walk.likely, walk.repairs = mark.start(), ["missing-quote"]
    elif sign[0] != "\\":
        return _weigh_quote(mark, opener, walk, limit)
    return -1


def _weigh_quote(mark: re.Match[str], opener: str, walk: _Walk, limit: int) -> int:
    sign, text = mark[0], mark.string
    primary = sign in primary_closers(opener)
    closing = _CLOSING.match(text, mark.end(), limit)
    if closing is not None:
        end = closing.end()
        if is_over(text, end) or (primary and not walk.depth and _PROSE.match(text, end)):
            walk.repairs = [*quote_repairs(opener, sign), *_closing_repairs(closing)]
            return end
    elif primary and walk.likely < 0 and _BLANK_REST.match(text, mark.end()):
        walk.likely, walk.repairs = mark.start(), [*quote_repairs(opener, sign), "missing-bracket"]
    walk.inner = walk.inner or primary
    return -1


def _closing_repairs(closing: re.Match[str]) -> list[str]:
    named = {"extra-argument": closing["extra"], "trailing-marks": closing["comma"]}
    named["full-width-marks"] = closing["bracket"] == "）"
    return [name for name, found in named.items() if found]


def _value(text: str, places: tuple[int, int, int], walk: _Walk) -> Value:
    """Return the value between two places, with all that had to be mended to get at it."""
    opening, last, end = places
    raw, repairs, opener = text[opening + 1 : last], list(walk.repairs), text[opening]
    if len(raw) >= 4 and raw.startswith(opener * 2) and raw.endswith(opener * 2):
        raw = raw[2:-2]
        repairs.append("triple-quotes")
    elif walk.inner and walk.likely != last:
        repairs.append("inner-quotes")
    meant, escapes = unescaped_leniently(raw)
    breaks = ("line-break-in-value",) if "\n" in raw else ()
    return Value(text=meant, end=end, repairs=(*repairs, *breaks, *escapes))


def unescaped_leniently(raw: str, controls: str = "nrt") -> tuple[str, tuple[str, ...]]:
    r"""Return `raw` with its escapes undone, also `\uXXXX`, `\/` and `\'`; an unknown one keeps its backslash.

    `controls`: the letters of `bfnrt` that stand for control characters; in JSON all of them do.
    """
    others: list[str] = []

    def meant(found: re.Match[str]) -> str:
        code, sign = found[1], found[2]
        if code is None and (sign in '"\\' or sign in controls):
            return _MEANT.get(sign, sign)
        others.append(found[0])
        if code is not None:
            return chr(int(code, 16))
        return sign if sign in "/'“”‘’_" else found[0]

    text = _ESCAPE.sub(meant, raw)
    if others:
        text = _PAIR.sub(lambda pair: pair[0].encode("utf-16", "surrogatepass").decode("utf-16"), text)
    return text, ("other-escapes",) if others else ()


@cache
def _marks(opener: str) -> re.Pattern[str]:
    """Return the pattern of all that matters inside a value: escapes, brackets, quotes, the beginnings of operations."""
    return re.compile(rf"\\.|(?:ADD|UPDATE|DELETE|NO_?OP)[(（]|[()（）]|[{CLOSERS[opener]}]", re.DOTALL | re.IGNORECASE)
