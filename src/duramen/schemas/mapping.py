"""The map between `core`, `human-en` and `human-zh`: which leaf says the same in another schema, and on which trunk.

In: map.json, by hand: groups of published leaves that say the same in both languages, and for each leaf of `core` the
published ones it covers. Out: paths in another schema; several where one is split there, none where nothing fits. And
from leaves of `core` to those of `character`, for a listener that knows the former.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from duramen.domain.persona import Trunk
from duramen.errors import BadSetting, InputError
from duramen.govern.schema import nearest_paths
from duramen.schemas.loading import load_schema, packaged_data

MAPPED = ("core", "human-en", "human-zh")
"""The schemas that the map joins."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SchemaMap:
    """The map as it is read: `trunks[schema][path]`, and `links[source, target][path]`, likeliest counterpart first.

    Each path of the three schemas is a key, also where its links are empty.
    """

    trunks: Mapping[str, Mapping[str, Trunk]]
    links: Mapping[tuple[str, str], Mapping[str, tuple[str, ...]]]


@cache
def schema_map() -> SchemaMap:
    """Return the packaged map, read once a process."""
    return map_from(packaged_data("map"))


def map_from(data: Mapping[str, Any]) -> SchemaMap:
    """Read a map: `human` = [{trunk, human-en: [..], human-zh: [..]}], `core` = {path: {trunk, human-en, human-zh}}."""
    trunks: dict[str, dict[str, Trunk]] = {name: {} for name in MAPPED}
    found: dict[tuple[str, str], dict[str, tuple[str, ...]]] = {
        (source, target): {} for source in MAPPED for target in MAPPED if source != target
    }
    groups = [*data["human"], *({**entry, "core": [path]} for path, entry in data["core"].items())]
    for group in groups:
        for source in MAPPED:
            if "core" not in group or source == "core":
                trunks[source] |= dict.fromkeys(group.get(source, ()), Trunk(group["trunk"]))
    for (source, target), links in found.items():
        # What two published leaves share through a leaf of `core` does not make them the same.
        joined = [group for group in groups if "core" not in group or "core" in (source, target)]
        links |= {path: _counterparts(path, joined, source, target) for path in trunks[source]}
    return SchemaMap(trunks=trunks, links=found)


@cache
def character_paths() -> Mapping[str, str]:
    """Return, for leaves of `core`, the leaf of `character` that holds the same; in the order of `core`'s groups."""
    paths: dict[str, str] = packaged_data("map")["character"]
    return paths


def _counterparts(path: str, groups: list[Mapping[str, Any]], source: str, target: str) -> tuple[str, ...]:
    """Return the target's leaves of all groups that hold `path`: those of which it is the first counterpart stand first."""
    ranked = [
        (group[source].index(path), at, other)
        for at, group in enumerate(groups)
        if path in group.get(source, ())
        for other in group.get(target, ())
    ]
    return tuple(dict.fromkeys(other for *_, other in sorted(ranked, key=lambda one: one[:2])))


def translate_path(path: str, source: str, target: str) -> tuple[str, ...]:
    """Return the leaves of schema `target` that hold what the leaf `path` of `source` holds, likeliest first.

    Empty where nothing corresponds; the path itself where both schemas are one. Raises BadSetting for a schema that
    the map does not join, InputError for a path that `source` has not.
    """
    for name in (source, target):
        if name not in MAPPED:
            raise BadSetting(f"the map joins {', '.join(MAPPED)}; there is no {name!r} in it")
    if path not in schema_map().trunks[source]:
        near = ", ".join(nearest_paths(load_schema(source), path)) or "none that resembles it"
        raise InputError(f"schema {source!r} has no leaf {path!r}; nearest: {near}")
    return (path,) if source == target else schema_map().links[source, target][path]


def counterpart_moves(paths: Iterable[str], source: str, target: str) -> dict[str, str]:
    """Return where values at `paths` of schema `source` belong in schema `target`: the likeliest counterpart of each.

    A sub-tree that is plugged in ("core+skills") does not matter. Empty where the map does not join the two schemas, or they
    are one; a path without a counterpart is left out.
    """
    first, second = (name.partition("+")[0] for name in (source, target))
    if first == second or first not in MAPPED or second not in MAPPED:
        return {}
    links = schema_map().links[first, second]
    return {path: links[path][0] for path in paths if links.get(path)}
