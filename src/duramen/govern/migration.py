"""Schema upgrades: a tree's values carried from one schema to another without losing any, and taken back (B1).

In: the old and the new schema, the values by path, and which leaves moved where. Out: the values in the new schema,
what has no place there kept apart, and all that it takes to go back.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from duramen.domain.persona import Schema
from duramen.errors import InputError
from duramen.govern.nearest import nearest_paths
from duramen.text.languages import language_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Migration:
    """What became of a tree's values.

    `values` by new path, in the new schema's order. `moved`: old path → new path of each value that stands elsewhere
    now. `unplaced`: values whose leaf is gone, by old path. `undo`: for each new path the old values it came from, by
    old path; with `unplaced` they are the tree before, exactly. `too_long`: new paths whose value, moved or joined,
    is over the leaf's budget; it stays whole, and the next change of it has to be shorter.
    """

    values: Mapping[str, str]
    moved: Mapping[str, str]
    unplaced: Mapping[str, str]
    undo: Mapping[str, Mapping[str, str]]
    too_long: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TakenBack:
    """A tree after its upgrade was taken back: `values` by old path; `unplaced` what only the new schema has room for."""

    values: Mapping[str, str]
    unplaced: Mapping[str, str]


def migrated(old: Schema, new: Schema, values: Mapping[str, str], moves: Mapping[str, str]) -> Migration:
    """Carry values from `old` to `new`: a leaf named in `moves` (old path → new path) moves, the others stay.

    All moves happen at once, so that two leaves may change places. Values that meet in one leaf are joined in the old
    schema's order, "；" between Chinese ones, "; " otherwise; those that are equal stand once. Raises InputError for
    a move from a path that neither `old` nor `values` has, or to one that `new` has not.
    """
    _check_moves(old, new, moves, values)
    sources: dict[str, dict[str, str]] = {}
    unplaced: dict[str, str] = {}
    for path in _in_order(old, values):
        target = moves.get(path, path)
        if target in new.leaves:
            sources.setdefault(target, {})[path] = values[path]
        else:
            unplaced[path] = values[path]
    placed = {path: _joined(tuple(sources[path].values())) for path in new.leaves if path in sources}
    return Migration(
        values=placed,
        moved={path: target for target, parts in sources.items() for path in parts if path != target},
        unplaced=unplaced,
        undo={path: sources[path] for path in placed},
        too_long=tuple(path for path, value in placed.items() if len(value) > new.leaves[path].budget),
    )


def taken_back(old: Schema, migration: Migration, values: Mapping[str, str]) -> TakenBack:
    """Undo a migration: `values` is the tree as it is now, in the new schema; `old` the schema to go back to.

    Untouched since, it is exactly the tree before. A value that was changed since goes to the leaf it came from, the
    one of its own path first, and one that was deleted stays deleted. A value written since in a leaf that `old` has
    not, or has filled, is kept apart by its path.
    """
    back: dict[str, str] = dict(migration.unplaced)
    for path, parts in migration.undo.items():
        if path not in values:
            continue
        if values[path] == migration.values[path]:
            back |= parts
        else:
            back[path if path in parts else next(iter(parts))] = values[path]
    unplaced: dict[str, str] = {}
    for path, value in values.items():
        if path in migration.undo:
            continue
        if path in old.leaves and path not in back:
            back[path] = value
        else:
            unplaced[path] = value
    return TakenBack(values={path: back[path] for path in _in_order(old, back)}, unplaced=unplaced)


def _check_moves(old: Schema, new: Schema, moves: Mapping[str, str], values: Mapping[str, str]) -> None:
    for source, target in moves.items():
        for path, schema, held in ((source, old, values), (target, new, ())):
            # A leaf may be filled that its schema has no longer, since a newer version of that was added.
            if path not in schema.leaves and path not in held:
                near = ", ".join(nearest_paths(schema, path)) or "none that resembles it"
                raise InputError(
                    f"the move {source!r} → {target!r} cannot be made: schema {schema.name!r} version "
                    f"{schema.version} has no leaf {path!r}; nearest: {near}"
                )


def _in_order(schema: Schema, values: Mapping[str, str]) -> list[str]:
    """Return the values' paths in the schema's order, then those that it does not know in their own."""
    return [path for path in schema.leaves if path in values] + [path for path in values if path not in schema.leaves]


def _joined(values: tuple[str, ...]) -> str:
    """Join the facts of several leaves, each once."""
    told = list(dict.fromkeys(value for value in values if value))
    return ("；" if language_of("".join(told)) == "zh" else "; ").join(told)
