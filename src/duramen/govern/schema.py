"""Schemas: read from plain data with every check there is, and sub-trees plugged in under roots of their own (B1).

In: what a schema file holds, as dicts and lists. Out: a `Schema`, or an InputError naming schema, leaf and fault.
What else is done with a schema stands beside: `nearest_paths` in nearest.py, `migrated` in migration.py.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import replace
from enum import StrEnum
from hashlib import sha256
from typing import Any, NoReturn, TypeVar

from duramen.domain.persona import LeafSpec, Lifetime, Schema, Tier, Trunk
from duramen.errors import InputError
from duramen.govern.migration import Migration, TakenBack, migrated, taken_back
from duramen.govern.nearest import nearest_paths
from duramen.govern.paths import MAX_PATH_CHARS, NOT_IN_PATH
from duramen.text.border import MAX_MESSAGE_CHARS, clean

__all__ = [
    "LANGUAGES",
    "Migration",
    "TakenBack",
    "grafted",
    "migrated",
    "nearest_paths",
    "schema_data",
    "schema_from",
    "taken_back",
]

LANGUAGES = ("en", "zh")
"""The languages in which each schema describes its leaves."""
MAX_LEAVES = 5_000
"""The most leaves of one schema, many times those of the largest that ships: all of them are gone through to read a tree."""
MAX_VERSION = 2**31 - 1

_SCHEMA_FIELDS = ("name", "version", "language", "about", "leaves")
_LEAF_FIELDS = ("path", "trunk", "title", "description", "examples", "budget", "tier", "lifetime")
# What ends a path or a value in the operation language, in both scripts, could not be told from the path itself.
# Nor could what means all below a branch ("health.*").
_FORBIDDEN = re.compile(rf"[\s.'‘’*{NOT_IN_PATH}]")
# Zero-width characters, marks of direction, private characters: two paths may look the same.
_UNSEEN = ("Cf", "Co")
_DIGESTS = 2**62
_Word = TypeVar("_Word", bound=StrEnum)


def schema_from(data: Mapping[str, Any]) -> Schema:
    """Read a schema from plain data; its leaves keep their order.

    Raises InputError naming the schema, the leaf and what is wrong: a field that is missing, unknown or of another
    kind; a path that stands twice, is inside another one's, has an empty segment or a character that the operation
    language needs; a language that is missing; a name, version, budget or number of leaves out of bounds; an unknown trunk, tier or lifetime.
    """
    if not isinstance(data, Mapping):
        raise InputError(f"a schema is an object with {', '.join(_SCHEMA_FIELDS)}, not {_short(data)}")
    name = data.get("name")
    if not isinstance(name, str) or _segment_fault(name):
        raise InputError(f"the schema's name {_short(name)} must be one word of a path: no dot, no space, no bracket")
    where = f"schema {name!r}"
    _check_fields(data, _SCHEMA_FIELDS, where)
    version, language, leaves = data["version"], data["language"], data["leaves"]
    _check_count(version, "version", where, most=MAX_VERSION)
    if language not in LANGUAGES:
        _fail(where, f"language {_short(language)} is not one of {', '.join(LANGUAGES)}")
    if not isinstance(leaves, list | tuple) or not leaves:
        _fail(where, f"leaves must be a list of at least one leaf, not {_short(leaves)}")
    if len(leaves) > MAX_LEAVES:
        _fail(where, f"there are {len(leaves):,} leaves; {MAX_LEAVES:,} are the most that a schema may have")
    specs = [_leaf(leaf, at, where) for at, leaf in enumerate(leaves, start=1)]
    _check_paths([spec.path for spec in specs], where)
    about = _texts(data["about"], "about", where)
    return Schema(
        name=name, version=version, language=language, about=about, leaves={spec.path: spec for spec in specs}
    )


def schema_data(schema: Schema) -> dict[str, Any]:
    """Return a schema as plain data, ready for JSON; `schema_from` gives it back."""
    leaves = [
        {
            "path": leaf.path,
            "trunk": leaf.trunk.value,
            "title": dict(leaf.title),
            "description": dict(leaf.description),
            "examples": {language: list(said) for language, said in leaf.examples.items()},
            "budget": leaf.budget,
            "tier": leaf.tier.value,
            "lifetime": leaf.lifetime.value,
        }
        for leaf in schema.leaves.values()
    ]
    return {
        "name": schema.name,
        "version": schema.version,
        "language": schema.language,
        "about": dict(schema.about),
        "leaves": leaves,
    }


def grafted(base: Schema, branch: Schema) -> Schema:
    """Return `base` with the leaves of `branch` after its own, each under a root that is the branch's name.

    The leaf "tools" of a branch "skills" becomes "skills.tools". The name is "base+branch"; the version tells every
    pair of versions from every other and grows with either. Raises InputError where `base` has that root already.
    """
    root = branch.name
    taken = next((path for path in base.leaves if path.split(".", 1)[0] == root), None)
    if taken is not None:
        raise InputError(
            f"schema {branch.name!r} cannot be plugged into {base.name!r}: the root {root!r} is taken there by "
            f"{taken!r}; give the sub-tree another name"
        )
    longest = max(branch.leaves, key=len)
    if len(root) + 1 + len(longest) > MAX_PATH_CHARS:
        raise InputError(
            f"schema {root!r} cannot be plugged into {base.name!r}: {f'{root}.{longest}'[:80] + '…'!r} would have more than "
            f"the {MAX_PATH_CHARS} characters of a path; shorten the sub-tree's name or path"
        )
    moved = {f"{root}.{path}": replace(leaf, path=f"{root}.{path}") for path, leaf in branch.leaves.items()}
    return Schema(
        name=f"{base.name}+{branch.name}",
        version=_paired(base.version, branch.version),
        language=base.language,
        about={"en": f"{base.about['en']} {branch.about['en']}", "zh": f"{base.about['zh']}{branch.about['zh']}"},
        leaves={**base.leaves, **moved},
    )


def _paired(first: int, second: int) -> int:
    """Number pairs of versions without a collision (Cantor's pairing): a sum would give (1, 2) and (2, 1) one number.

    The number of a pair has twice the digits; where it outgrows a database's integer, its digest above that stands for it.
    """
    paired = (first + second) * (first + second + 1) // 2 + second
    if paired < _DIGESTS:
        return paired
    return _DIGESTS + int.from_bytes(sha256(f"{first} {second}".encode()).digest()[:7])


def _leaf(data: Any, at: int, where: str) -> LeafSpec:
    path = data.get("path") if isinstance(data, Mapping) else None
    if not isinstance(path, str):
        _fail(f"{where}, leaf {at}", f"a leaf is an object with a path, not {_short(data)}")
    where = f"{where}, leaf {_short(path, 2 * MAX_PATH_CHARS)}"
    for segment in path.split("."):
        if fault := _segment_fault(segment):
            _fail(where, fault)
    if len(path) > MAX_PATH_CHARS:
        _fail(where, f"the path has {len(path)} characters; {MAX_PATH_CHARS} are the most that can be written")
    _check_fields(data, _LEAF_FIELDS, where)
    _check_count(data["budget"], "budget", where, most=MAX_MESSAGE_CHARS)
    return LeafSpec(
        path=path,
        trunk=_word(Trunk, data["trunk"], "trunk", where),
        title=_texts(data["title"], "title", where),
        description=_texts(data["description"], "description", where),
        examples=_examples(data["examples"], data["budget"], where),
        budget=data["budget"],
        tier=_word(Tier, data["tier"], "tier", where),
        lifetime=_word(Lifetime, data["lifetime"], "lifetime", where),
    )


def _segment_fault(segment: str) -> str:
    """Say what keeps a text from being one segment of a path, "" where nothing does."""
    if not segment:
        return "the path has an empty segment; write it as root.branch.leaf"
    if clean(segment).text != segment:
        return "the path holds control characters or is not in Unicode NFC"
    if unseen := next((sign for sign in segment if unicodedata.category(sign) in _UNSEEN), ""):
        return f"the path holds U+{ord(unseen):04X}, which cannot be seen; leave it out"
    if found := _FORBIDDEN.search(segment):
        return f"the path holds {found[0]!r}, which the operation language needs for itself; use _ between words"
    return ""


def _check_fields(data: Mapping[str, Any], fields: tuple[str, ...], where: str) -> None:
    for field in fields:
        if field not in data:
            _fail(where, f"{field} is missing")
    for field in data:
        if field not in fields:
            _fail(where, f"{field!r} is no field; there are {', '.join(fields)}")


def _check_count(value: Any, field: str, where: str, *, most: int) -> None:
    if type(value) is not int or not 1 <= value <= most:
        _fail(where, f"{field} {_short(value)} must be a whole number from 1 to {most}")


def _check_paths(paths: list[str], where: str) -> None:
    seen: set[str] = set()
    for path in paths:
        if path in seen:
            _fail(f"{where}, leaf {path!r}", "the path stands twice")
        seen.add(path)
    for path in paths:
        parts = path.split(".")
        for cut in range(1, len(parts)):
            if (outer := ".".join(parts[:cut])) in seen:
                _fail(f"{where}, leaf {outer!r}", f"it is a leaf and also a branch, since there is {path!r}")


def _texts(value: Any, field: str, where: str) -> dict[str, str]:
    return {language: _text(part, f"{field}.{language}", where) for language, part in _parts(value, field, where)}


def _examples(value: Any, budget: int, where: str) -> dict[str, tuple[str, ...]]:
    read: dict[str, tuple[str, ...]] = {}
    for language, part in _parts(value, "examples", where):
        field = f"examples.{language}"
        if not isinstance(part, list | tuple) or not part:
            _fail(where, f"{field} must be a list of at least one text, not {_short(part)}")
        read[language] = tuple(_text(one, field, where) for one in part)
        if long := next((one for one in read[language] if len(one) > budget), None):
            _fail(where, f"the example {_short(long)} has {len(long)} characters, more than the budget of {budget}")
    return read


def _parts(value: Any, field: str, where: str) -> list[tuple[str, Any]]:
    if not isinstance(value, Mapping):
        _fail(where, f"{field} must be an object with {' and '.join(LANGUAGES)}, not {_short(value)}")
    _check_fields(value, LANGUAGES, f"{where}, {field}")
    return [(language, value[language]) for language in LANGUAGES]


def _text(value: Any, field: str, where: str) -> str:
    if not isinstance(value, str) or not value.strip():
        _fail(where, f"{field} must be a text, not {_short(value)}")
    if clean(value).text != value:
        _fail(where, f"{field} holds control characters or is not in Unicode NFC: {_short(value)}")
    return value


def _word(words: type[_Word], value: Any, field: str, where: str) -> _Word:
    if value not in list(words):
        _fail(where, f"{field} {_short(value)} is not one of {', '.join(words)}")
    return words(value)


def _fail(where: str, fault: str) -> NoReturn:
    raise InputError(f"{where}: {fault}")


def _short(value: Any, most: int = 80) -> str:
    """Return a value as a message shows it, cut where it is long."""
    shown = repr(value)
    return shown if len(shown) <= most else shown[: most - 3] + "..."
