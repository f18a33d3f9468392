"""What a source says of a message beside its words, speaker and time: kept as it came, within a bound.

In: the fields of a message that have no place of their own. Out: the text of a JSON object, and the names of fields
that were too large; these names stay in the object under LEFT_OUT, so that it tells what is missing.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping
from typing import Any

EXTRA_BYTES = 4_096
"""How much is kept of one message's further fields, in UTF-8."""

LEFT_OUT = "_left_out"
NOTHING = "{}"
_NAMES_BYTES = 1_024
_NAME_CHARS = 80


def unplaced(row: Mapping[str, Any], placed: Collection[str]) -> dict[str, Any]:
    """Return the fields of a row that are not among the `placed` names, without those that are empty."""
    return {key: value for key, value in row.items() if key not in placed and value not in (None, "", [], {})}


def pack_extra(fields: Mapping[str, Any], limit: int = EXTRA_BYTES) -> tuple[str, tuple[str, ...]]:
    """Return fields as JSON text of at most `limit` bytes, and the names of those that did not fit.

    Where all do not fit, the smaller ones are kept, an object's fields each for itself ("metadata.citations" is left
    out and the rest of metadata stays), in the order of the source; of left-out names those that fit in 1,024 bytes.
    """
    if not fields:
        return NOTHING, ()
    whole = _json(fields)
    if whole is not None and _size(whole) <= limit:
        return whole, ()
    sizes: dict[tuple[str, ...], int] = {}
    for path, value in _leaves(fields):
        text = _json(value)
        # A field stands with its names, quotes and commas; an object's name may stand once for all of its fields.
        sizes[path] = limit if text is None else _size(text) + sum(_size(_json(name) or "") + 6 for name in path)
    room, kept = limit - _NAMES_BYTES - len(LEFT_OUT) - 8, set[tuple[str, ...]]()
    for path in sorted(sizes, key=lambda path: sizes[path]):
        if sizes[path] > room:
            break
        kept.add(path)
        room -= sizes[path]
    names = tuple(".".join(path)[:_NAME_CHARS] for path in sizes if path not in kept)
    told = {LEFT_OUT: _first_names(names)}
    return _json({**_only(fields, kept), **told}) or NOTHING, names


def _leaves(fields: Mapping[str, Any]) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Yield each field by its path; the fields of an object one by one."""
    for name, value in fields.items():
        if isinstance(value, dict) and value:
            yield from (((name, str(inner)), one) for inner, one in value.items())
        else:
            yield (name,), value


def _only(fields: Mapping[str, Any], kept: set[tuple[str, ...]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for path, value in _leaves(fields):
        if path in kept:
            place = found if len(path) == 1 else found.setdefault(path[0], {})
            place[path[-1]] = value
    return found


def _first_names(names: tuple[str, ...]) -> list[str]:
    found: list[str] = []
    for name in names:
        if _size(_json([*found, name]) or "") > _NAMES_BYTES:
            break
        found.append(name)
    return found


def _json(value: object) -> str | None:
    """Return a value as JSON that any database takes; None for one nested too deeply."""
    try:
        text = json.dumps(value, ensure_ascii=False, allow_nan=False)
    except (RecursionError, ValueError):
        return None
    # By way of UTF-16: two surrogates that belong together become their character, a lone one U+FFFD.
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _size(text: str) -> int:
    return len(text.encode("utf-8"))
