"""Paths as they can be written in the operation language, and what models make of them.

A path is segments joined by dots. A segment holds letters, digits, signs such as `_ / - & + '` and single blanks inside
("导师/榜样"); never a mark that the language itself uses (brackets, commas, quotes, colons, equals signs), so that an
operation can be told apart from its path without a schema.
"""

from __future__ import annotations

import re

MAX_PATH_CHARS = 300
_SHOWN_CHARS = 80  # of a path that is none

# Marks of the language, in their ASCII, full-width and typographic forms; inside a character class.
NOT_IN_PATH = ',，、()（）=＝:：;；"“”„‟＂「」『』«»`{}\\[\\]【】<>＜＞|\\\\．。＿\x00-\x1f\x7f-\x9f\u2028\u2029'
_SEGMENT = f"[^{NOT_IN_PATH}.\\s'‘’](?:[^{NOT_IN_PATH}.]*[^{NOT_IN_PATH}.\\s])?"
_LEGAL = re.compile(f"{_SEGMENT}(?:\\.{_SEGMENT})*+")
_ABOUT_DOTS = re.compile(r"\s*+\.\s*")
_SPELLINGS = str.maketrans({"．": ".", "。": ".", "＿": "_"})


def is_legal(path: str) -> bool:
    """Tell whether `path` can be written in an operation and read back; at most `MAX_PATH_CHARS` characters."""
    return len(path) <= MAX_PATH_CHARS and _LEGAL.fullmatch(path) is not None


def shown_path(path: str) -> str:
    """Return a path as a message names it: as it is where it is legal, else quoted, and cut where it is long."""
    if is_legal(path):
        return path
    return repr(path) if len(path) <= _SHOWN_CHARS else f"{path[:_SHOWN_CHARS] + '…'!r} ({len(path):,} characters)"


def mended(path: str) -> tuple[str, tuple[str, ...]]:
    """Return `path` as it was meant, and the names of the repairs that took.

    Blanks around it and around its dots go, full-width dots and escaped underscores become plain ones. Idempotent. The
    result need not be legal.
    """
    repairs = []
    plain = path.translate(_SPELLINGS)
    if plain != path:
        repairs.append("full-width-marks")
    unescaped = plain.replace("\\_", "_")
    if unescaped != plain:
        repairs.append("escaped-marks")
    tight = _ABOUT_DOTS.sub(".", unescaped.strip())
    if tight != unescaped.strip():
        repairs.append("spaces-in-path")
    return tight, tuple(repairs)
