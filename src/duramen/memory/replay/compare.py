"""What differs between a round as it was recorded and as it comes out again: a few sentences, and a table of evidence.

In: two traces. Out: nothing where they are equal bit by bit, else where they are not.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Trace = Mapping[str, Any]
# How often something was erased since is no matter of how the round came out.
_NOT_COMPARED = ("epochs",)
_LISTS = ("evidence", "candidates", "leaves", "self_leaves")
_SHOWN = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """One piece of evidence or leaf in two prompts: its id in each, "" where it did not stand there.

    `kind`: "knowledge", "experience", "leaf" or "self"; `name`: its row, or its path.
    """

    kind: str
    name: str
    before: str
    after: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """What entered, left or moved in a prompt, in the order of the prompts, and what both prompts cost in tokens."""

    moves: tuple[Move, ...] = ()
    tokens_before: int = 0
    tokens_after: int = 0

    @property
    def entered(self) -> int:
        """Return how many pieces stand in the later prompt alone."""
        return sum(not move.before for move in self.moves)

    @property
    def left(self) -> int:
        """Return how many pieces stood in the earlier prompt alone."""
        return sum(not move.after for move in self.moves)


def plain(trace: Trace) -> dict[str, Any]:
    """Return a trace as it reads when it has been stored."""
    found: dict[str, Any] = json.loads(json.dumps(trace, ensure_ascii=False))
    return found


def told_differences(before: Trace, after: Trace) -> list[str]:
    """Return in sentences where two traces differ, [] where they are equal in everything."""
    told = []
    for key in dict.fromkeys((*before, *after)):
        one, other = before.get(key), after.get(key)
        if key in _NOT_COMPARED or json.dumps(one) == json.dumps(other):  # as text: NaN equals itself
            continue
        if key == "given":
            told += _models(one or {}, other or {})
        elif key in _LISTS:
            told.append(f"{key}: {_rows(one or [], other or [])}")
        else:
            told.append(f"{key}: {_short(one)} → {_short(other)}")
    return told


def difference(before: Trace, after: Trace, tokens: tuple[int, int]) -> Difference:
    """Return what entered, left or moved; `tokens`: what both prompts cost."""
    moves = []
    for key, kind in (("leaves", "leaf"), ("evidence", ""), ("self_leaves", "self")):
        old, new = _places(before[key], kind), _places(after[key], kind)
        for name in dict.fromkeys((*new, *old)):
            if old.get(name) != new.get(name):
                moves.append(Move(kind=name[0], name=name[1], before=old.get(name, ""), after=new.get(name, "")))
    return Difference(moves=tuple(moves), tokens_before=tokens[0], tokens_after=tokens[1])


def _places(rows: Sequence[Trace], kind: str) -> dict[tuple[str, str], str]:
    return {(kind or row["source"], row["path"] if kind else str(row["item"])): row["id"] for row in rows}


def _rows(before: Sequence[Trace], after: Sequence[Trace]) -> str:
    """Tell how many rows differ, and the first few by name."""
    old, new = ({_name(row): row for row in rows} for rows in (before, after))
    gone = [name for name in old if name not in new]
    come = [name for name in new if name not in old]
    other = [name for name in old if name in new and json.dumps(old[name]) != json.dumps(new[name])]
    parts = [
        f"{len(names)} {word} ({', '.join(names[:_SHOWN])}{', …' if len(names) > _SHOWN else ''})"
        for names, word in ((gone, "gone"), (come, "new"), (other, "otherwise"))
        if names
    ]
    first = f"; {other[0]}: {_fields(old[other[0]], new[other[0]])}" if other else ""
    return (", ".join(parts) or "in another order") + first


def _name(row: Trace) -> str:
    return str(row["path"]) if "path" in row else f"{row['source']} {row['item']}"


def _fields(before: Trace, after: Trace) -> str:
    names = [name for name in before if json.dumps(before[name]) != json.dumps(after.get(name))]
    return ", ".join(f"{name} {_short(before[name])} → {_short(after.get(name))}" for name in names[:_SHOWN])


def _models(before: Trace, after: Trace) -> list[str]:
    if before.get("embedder") != after.get("embedder"):
        then, now = before.get("embedder"), after.get("embedder")
        return [f"embedder: it was {then}, the store's vectors are now of {now}, so that other things are near"]
    names = [name for name in before if json.dumps(before[name]) != json.dumps(after.get(name))]
    return [f"what models gave ({', '.join(names)}) is other than what was kept"] if names else []


def _short(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else f"{text[:57]}…"
