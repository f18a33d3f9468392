"""Reads operations written as JSON: objects, lists of them, objects around lists, and what models make of JSON.

In: the text, where an object or a list opens, and a limit. Out: the place after it, or where it broke; operations are
taken down as each object closes, so that a list that breaks off keeps its whole ones. One walk with a stack of its own,
so that no depth of nesting can exhaust anything. Trailing and missing commas, single and typographic quotes, bare keys,
Python's literals, line breaks and unescaped quotes inside strings are mended.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from duramen.govern.draft import Draft
from duramen.govern.marks import CLOSERS, NEXT, OPENERS
from duramen.govern.quoted import unescaped_leniently
from duramen.govern.shapes import Bare, holds_arguments, holds_operations, looks_meant, take_list, take_object
from duramen.govern.source import Source

PIECE_CHARS = 1_000
"""How much of a refused object's text is kept; objects nest, so that their texts could add up beyond all bounds."""

_MARKS = r"{}\[\],:，："
_TOKEN = re.compile(
    rf"\s*+(?:(?P<mark>[{_MARKS}])|(?P<quote>[{OPENERS}])|(?P<word>[^\s{_MARKS}{OPENERS}][^\s{_MARKS}]*+))"
)
_EXACT = re.compile(r'"(?:[^"\\\n]|\\.)*+"')
_SIGN = re.compile(r"(?P<blank>\s*+)(?P<sign>.?)", re.DOTALL)
_BROKEN = {
    "cut-off": "the output ends in the middle of an object",
    "unclosed": "another operation begins inside an object",
    "ambiguous": "operations stand inside what may be one long value",
}
_NEXT_ENTRY = re.compile(rf"\s*+(?:[{OPENERS}{{}}\[\]]|\Z|[\w\-.]{{1,40}}+\s*+[:：,，}}\]])")


@dataclass(slots=True)
class _Frame:
    """An object or a list that is open: where, what it holds so far, and the key that waits for its value."""

    opening: int
    mark: str
    items: list[object] = field(default_factory=list)
    entries: dict[str, object] = field(default_factory=dict)
    key: str | None = None
    colon: bool = False
    comma: bool = True
    twice: bool = False


@dataclass(slots=True)
class ObjectReader:
    """Reads one object or list with all that it holds; `read_text` reads a string that holds operations as text.

    `meant`: whether anything in it was meant as an operation; `limit`: where another operation surely begins.
    """

    source: Source
    draft: Draft
    read_text: Callable[[str], None]
    meant: bool = False
    limit: int = 0
    _stack: list[_Frame] = field(default_factory=list)

    @property
    def text(self) -> str:
        """Return the text of the source."""
        return self.source.text

    def read(self, start: int) -> int:
        """Read from the bracket at `start`; return the place after its partner, or the limit where it has none."""
        position, self.limit = start, self.source.limit(start)
        while (token := _TOKEN.match(self.text, position, self.limit)) is not None:
            position = token.end()
            if token["quote"]:
                position = self._string(token.start("quote"))
            elif token["mark"]:
                self._mark(token["mark"], token.start("mark"), position)
            else:
                self._place(Bare(token["word"]))
            if position < 0 or not self._stack:
                break
        return self._broken() if self._stack else position

    def _mark(self, mark: str, start: int, end: int) -> None:
        if mark in "{[":
            self._stack.append(_Frame(opening=start, mark=mark))
        elif mark in "}]":
            self._close(mark, end)
        elif mark in ",，":
            frame = self._stack[-1]
            frame.key, frame.colon, frame.comma = None, False, True
        else:
            self._stack[-1].colon = self._stack[-1].key is not None
        if mark in "，：":
            self.draft.note("full-width-marks")

    def _close(self, mark: str, end: int) -> None:
        opener = "{" if mark == "}" else "["
        if not any(frame.mark == opener for frame in self._stack[-3:]):
            self.draft.note("json-mended")
            return
        closed = False
        while not closed:
            frame = self._stack.pop()
            closed = frame.mark == opener
            if not closed or (frame.comma and (frame.items or frame.entries)):
                self.draft.note("json-mended")
            self._take(frame, self.text[frame.opening : min(end, frame.opening + PIECE_CHARS)])
            if self._stack:
                self._place(frame.items if frame.mark == "[" else frame.entries)

    def _take(self, frame: _Frame, piece: str) -> None:
        """Take down what a closed object or list says."""
        if frame.mark == "{" and self._stack and holds_arguments(self._stack[-1].key):
            return
        if frame.mark == "{":
            if frame.twice and looks_meant(frame.entries, None):
                self.draft.refuse(piece, "several-values", "a key stands twice in the object")
                self.meant = True
            else:
                self.meant = take_object(frame.entries, piece, self.draft) or self.meant
        elif frame.items:
            self.meant = take_list(frame.items, piece, self.draft) or self.meant
        elif len(self._stack) <= 1 and holds_operations(self._stack[-1].key if self._stack else None):
            self.draft.empty_list = self.meant = True

    def _place(self, value: object) -> None:
        """Put a value where the innermost open object or list expects it."""
        frame = self._stack[-1]
        if not frame.comma and not frame.colon:
            self.draft.note("json-mended")
        frame.comma = False
        if frame.mark == "[":
            frame.items.append(value)
            if isinstance(value, str):
                self._perhaps_operations(value)
        elif frame.key is not None and frame.colon:
            frame.twice = frame.twice or frame.key in frame.entries
            frame.entries[frame.key] = value
            if isinstance(value, str) and holds_operations(frame.key):
                self._perhaps_operations(value)
            frame.key, frame.colon = None, False
        elif isinstance(value, str):
            frame.key, frame.comma = value, True
        else:
            self.draft.note("json-mended")
            frame.key, frame.comma = (value.text, True) if isinstance(value, Bare) else (None, False)

    def _perhaps_operations(self, value: str) -> None:
        found = NEXT.match(value.strip())
        if found is not None and (found["call"] or (found["bare"] and found.end() == len(value.strip()))):
            if self._stack[-1].mark == "[" and len(self._stack[-1].items) == 1 and found["bare"]:
                return  # ["NO_OP"] is read when its list closes
            self.draft.note("operations-as-text")
            self.meant = True
            self.read_text(value)

    def _string(self, opening: int) -> int:
        """Read the string at `opening` and place it; return the place after it, or -1 where it does not end."""
        frame = self._stack[-1]
        is_key = frame.mark == "{" and not frame.colon
        last = self._string_end(opening, is_key)
        if last < 0:
            return -1
        raw = self.text[opening + 1 : last]
        value, escapes = unescaped_leniently(raw, "bfnrt")
        mended = self.text[opening] != '"' or self.text[last] != '"' or "\n" in raw
        self.draft.note(*escapes, *(["json-mended"] if mended else []))
        self._place(value)
        return last + 1

    def _string_end(self, opening: int, is_key: bool) -> int:
        exact = _EXACT.match(self.text, opening)
        if exact is not None and exact.end() > self.limit:  # what seems to begin in a good string begins nowhere
            self.limit = self.source.limit(exact.end())
        if exact is not None and self._ends_string(exact.end(), is_key):
            return exact.end() - 1
        for mark in _marks(CLOSERS[self.text[opening]]).finditer(self.text, opening + 1, self.limit):
            if mark[0][0] == "\\":
                continue
            if self._ends_string(mark.end(), is_key):
                return mark.start()
            self.draft.note("inner-quotes")
        return -1

    def _ends_string(self, after: int, is_key: bool) -> bool:
        """Tell whether a quote before `after` ends its string, by what follows it."""
        following = _SIGN.match(self.text, after, self.limit)
        if following is None or not following["sign"]:
            return True
        sign = following["sign"]
        if sign in ":：":
            return is_key
        if sign in ",，":
            return not is_key and _NEXT_ENTRY.match(self.text, following.end(), self.limit) is not None
        return not is_key and (sign in "}]" or ("\n" in following["blank"] and sign in CLOSERS))

    def _broken(self) -> int:
        """Take down that the object or list never ended: cut off with the text, or broken by what follows.

        Return the place from where to read on.
        """
        cut, end, frame = self.limit >= len(self.text), self.limit, self._stack[-1]
        if frame.mark == "{" and (looks_meant(frame.entries, frame.key) or (self.meant and len(self._stack) > 1)):
            swallowing = -1 if cut else self.source.swallowed_until(end)
            code = "cut-off" if cut else "unclosed" if swallowing < 0 else "ambiguous"
            end = max(end, swallowing)
            piece = self.text[frame.opening : min(end, frame.opening + PIECE_CHARS)]
            self.draft.refuse(piece, code, _BROKEN[code])
            self.meant = True
        elif self.meant and cut:
            self.draft.partial = True
        return end


def _marks(closers: str) -> re.Pattern[str]:
    return re.compile(rf"\\.|[{closers}]", re.DOTALL)
