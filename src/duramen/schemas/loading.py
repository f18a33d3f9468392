"""Loading the packaged schemas: `core`, `human-en`, `human-zh`, `skills`, `character`.

In: a name. Out: a checked `Schema`, read once a process.
"""

from __future__ import annotations

import json
from functools import cache
from importlib import resources
from typing import Any

from duramen.domain.persona import Schema
from duramen.errors import BadSetting
from duramen.govern.schema import schema_from

_MAP = "map"  # the one file beside the schemas that is none


@cache
def schema_names() -> tuple[str, ...]:
    """Return the names of the packaged schemas, sorted."""
    files = (entry.name for entry in resources.files("duramen.schemas").iterdir())
    stems = sorted(name.removesuffix(".json") for name in files if name.endswith(".json"))
    return tuple(stem for stem in stems if stem != _MAP)


@cache
def load_schema(name: str) -> Schema:
    """Return a packaged schema by name; the same value each time. Raises BadSetting with the names there are."""
    if name not in schema_names():
        raise BadSetting(f"there is no schema {name!r}; use {', '.join(schema_names())}")
    return schema_from(packaged_data(name))


def packaged_data(name: str) -> Any:
    """Return what the packaged data file `name`.json holds."""
    return json.loads(resources.files("duramen.schemas").joinpath(f"{name}.json").read_text(encoding="utf-8"))
