"""Reads an operation written without brackets, on a line of its own: `ADD home.city = "Shenzhen"`, `DELETE home.city`.

In: the match of its word at the beginning of a line. Out: the place after it, or None where the line is prose; what was
read, mended or refused goes into the draft.
"""

from __future__ import annotations

import re

from duramen.domain.operations import Kind
from duramen.govern.draft import Draft
from duramen.govern.marks import CLOSERS, OPENERS, kind_of, quote_repairs, spelling_repairs
from duramen.govern.paths import NOT_IN_PATH
from duramen.govern.quoted import unescaped_leniently

_NAME = rf"[^{NOT_IN_PATH}.\s'‘’]{{1,80}}+"
_LINE = re.compile(
    rf"[ \t]*+[:：]?[ \t]*+(?P<quote>[{OPENERS}]?)"
    rf"(?P<path>{_NAME}(?:[ \t]{{0,5}}\.[ \t]{{0,5}}{_NAME}){{0,20}}+)[{OPENERS}]?"
    rf"(?:[ \t]*+(?P<sign>->|=>|→|[=＝:：,，])[ \t]*+|[ \t]++(?=[{OPENERS}])|(?=[ \t\r.;；。]*+\Z))"
)
_END_MARKS = " \t\r,;，；"


def read_line(found: re.Match[str], limit: int, draft: Draft) -> int | None:
    """Read the operation whose word begins a line; return the place after it, or None for prose.

    The line is an operation when path and value follow, and the path has a dot or word and value are written as they
    should be. Any other line that begins with the word in capitals is refused: unreadable, unclosed or cut-off.
    """
    text, word = found.string, found["line"]
    newline = text.find("\n", found.end(), limit)
    end = limit if newline < 0 else newline
    line = _LINE.match(text, found.end(), end)
    rest = "" if line is None else text[line.end() : end].strip(_END_MARKS)
    kind = kind_of(word)
    if kind is not None and line is not None and _is_operation(kind, word, line, rest):
        draft.note("assignment-form", *spelling_repairs(word, kind), *(["quoted-path"] if line["quote"] else []))
        _write(draft, kind, line["path"], (rest, text[found.start() : end], end == len(text)))
        return end
    if not word.isupper():
        return None
    reason = f"the line begins with {word}, but no path and value can be read from it"
    draft.refuse(text[found.start() : end], "unreadable", reason)
    return end


def _is_operation(kind: Kind, word: str, line: re.Match[str], rest: str) -> bool:
    dotted, signed, quoted = "." in line["path"], line["sign"] is not None, rest[:1] in CLOSERS
    if kind is Kind.DELETE:
        return word.isupper() and dotted and (signed or not rest)
    if quoted:
        return dotted or word.isupper()
    return bool(rest) and signed and dotted and word.isupper()


def _write(draft: Draft, kind: Kind, path: str, rest: tuple[str, str, bool]) -> None:
    """Take down the operation; `rest`: what stands after the path, the whole line, and whether the output ends here."""
    said, piece, last = rest
    if kind is Kind.DELETE or said in ("None", "none", "null", "无"):
        if said not in ("None", ""):
            draft.note("none-spelling" if said in ("none", "null", "无") else "delete-with-value")
        draft.write(kind, path, None, piece)
    elif said[0] not in CLOSERS:
        draft.note("unquoted-value")
        draft.write(kind, path, said, piece)
    elif len(said) == 1 or said[-1] not in CLOSERS[said[0]]:
        code = "cut-off" if last else "unclosed"
        draft.refuse(piece, code, "the value's quote does not end on its line")
    else:
        value, escapes = unescaped_leniently(said[1:-1])
        draft.note(*quote_repairs(said[0], said[-1]), *escapes)
        draft.write(kind, path, value, piece)
