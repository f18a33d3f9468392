"""The schemas that ship, as data files, their loader, and the map that joins them leaf by leaf (B1)."""

from duramen.schemas.loading import load_schema, schema_names
from duramen.schemas.mapping import (
    SchemaMap,
    character_paths,
    counterpart_moves,
    schema_map,
    translate_path,
)

__all__ = [
    "SchemaMap",
    "character_paths",
    "counterpart_moves",
    "load_schema",
    "schema_map",
    "schema_names",
    "translate_path",
]
