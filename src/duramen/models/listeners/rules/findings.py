"""The values that the parts of the listener hand on: clauses, rules and what a rule found.

A `Clause` is a piece of one message in a regular form (contractions written out, subject at its head); a `Rule` is a
row of a table; a `Finding` is a fact before it is held against the tree.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum


class Mode(StrEnum):
    """How a fact stands to what the leaf already says."""

    STATE = "state"  # takes the place of the old value, which stays as history
    ALSO = "also"  # stands beside it
    OVER = "over"  # says that something of it no longer holds
    DROP = "drop"  # one of its facts goes; the value is what stays
    FORGET = "forget"  # asks to have it forgotten


@dataclass(frozen=True, slots=True, kw_only=True)
class Clause:
    """What one statement says: `text` in regular form, from `source[start:end]` of the message numbered `place`.

    `raw`: those words as they stand. `corrects`: it mends something said before. `context`: the whole sentence.
    """

    text: str
    raw: str
    start: int
    end: int
    place: int
    language: str
    corrects: bool = False
    context: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """A pattern over clauses: where it matches from the start, `value` says which words of it are the fact.

    `value` is a format of the pattern's groups. A `path` that ends in ".*" is completed by the kind of thing named.
    """

    path: str
    pattern: re.Pattern[str]
    value: str = "{x}"
    mode: Mode = Mode.ALSO


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """A fact of a clause: its leaf, its words, how it stands to what was known, and which old words it mends."""

    path: str
    value: str
    mode: Mode
    clause: Clause
    instead_of: str = ""
    confidence: float = 0.9


def rules(
    path: str, *rows: str | tuple[str, str], mode: Mode = Mode.ALSO, names: dict[str, str] | None = None
) -> tuple[Rule, ...]:
    """Return the rules of one leaf; a row is a pattern, or a pattern with its value.

    `<name>` in a pattern stands for the part of that name in `names`.
    """
    made = []
    for row in rows:
        pattern, value = row if isinstance(row, tuple) else (row, "{x}")
        for name, part in (names or {}).items():
            pattern = pattern.replace(f"<{name}>", part)
        made.append(Rule(path=path, pattern=re.compile(pattern, re.IGNORECASE), value=value, mode=mode))
    return tuple(made)


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """A pattern over whole clauses that tells what became of a fact held in leaves under `paths`.

    `value` is a format of the fact held and the pattern's groups; None: the fact was never so, or is to go. `bare`: the
    clause need not name the fact.
    """

    paths: tuple[str, ...]
    pattern: re.Pattern[str]
    value: str | None
    bare: bool


def changing(paths: tuple[str, ...], pattern: str, value: str | None, names: dict[str, str]) -> Change:
    """Return the change of a row of a table; `<name>` in its pattern stands for the part of that name."""
    bare = "<x>)?" in pattern or not ("<x>" in pattern or "?P<x>" in pattern)
    for name, part in names.items():
        pattern = part.join(re.split(rf"(?<!\?P)<{name}>", pattern))
    return Change(paths=paths, pattern=re.compile(pattern, re.IGNORECASE), value=value, bare=bare)
