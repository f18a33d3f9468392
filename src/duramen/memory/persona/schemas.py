"""Schemas of trees: those that ship, those that a tenant added, and sub-trees plugged into either (B1).

"core+skills" is `core` with `skills` under a root of its own; what a tenant added is named in the same way.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from duramen.domain.persona import Schema
from duramen.errors import BadSetting, InputError
from duramen.govern.schema import grafted, schema_data, schema_from
from duramen.memory.events import logged
from duramen.memory.files import read_file
from duramen.memory.secrets import Keeper
from duramen.memory.workspace import Workspace
from duramen.schemas import load_schema, schema_names
from duramen.stores.engine import reading
from duramen.stores.named import SCHEMAS, find_named, list_named, put_named
from duramen.stores.owners import OwnerKind, owner_write

SCHEMAS_OWNER = "schemas"
PLUG = "+"
MAX_SCHEMA_BYTES, MAX_NAME_CHARS = 32 * 1024 * 1024, 100


def read_schema(path: Path) -> Schema:
    """Read a schema file (JSON), and keep nothing.

    Raises InputError for a file that is no schema, and for one with the name of a schema that ships.
    """
    schema = schema_from(_json(path))
    if schema.name in schema_names():
        raise InputError(f"a schema {schema.name!r} ships with duramen; give the one in {str(path)!r} another name")
    # It will be named in commands, and joined to others: "core+skills".
    if PLUG in schema.name or schema.name.startswith("-") or len(schema.name) > MAX_NAME_CHARS:
        raise InputError(
            f"no schema can be added under the name {schema.name[:MAX_NAME_CHARS]!r}: a name has at most {MAX_NAME_CHARS} "
            f"characters, holds no {PLUG} and does not begin with -; give the one in {str(path)!r} another name"
        )
    return schema


def add_schema(workspace: Workspace, path: Path) -> Schema:
    """Read a schema file (JSON) and keep it for this tenant; an older one of its name gives way to a higher version.

    Raises InputError as `read_schema` does, and for one whose leaves differ from those of the same name and version.
    """
    with logged("schema_added") as facts:
        schema = read_schema(path)
        owner = workspace.owner(OwnerKind.SCHEMAS, SCHEMAS_OWNER)
        keeper = Keeper(workspace.settings.secrets)
        data = json.dumps(keeper.values(schema_data(schema), f"the schema {path.name!r}"), ensure_ascii=False)
        with owner_write(workspace.engine, owner) as write:
            stored = find_named(write.connection, SCHEMAS, owner, schema.name)
            if stored is not None and stored != data:
                held = schema_from(json.loads(stored))
                if held.version >= schema.version:
                    raise InputError(
                        f"schema {schema.name!r} is stored in version {held.version}, with other leaves; give the one "
                        f"in {str(path)!r} a version above that"
                    )
            if stored != data:
                put_named(write, SCHEMAS, schema.name, data, version=schema.version, recorded_us=workspace.now_us())
        facts.update(owner=owner.owner_id, leaves=len(schema.leaves))
        return schema


def all_schemas(workspace: Workspace) -> list[Schema]:
    """Return the schemas that ship and those that were added, each by name."""
    return [*(load_schema(name) for name in schema_names()), *_added(workspace)]


def schema_named(workspace: Workspace | None, name: str, at_seq: int | None = None) -> Schema:
    """Return a schema by name, or several plugged together as "core+skills"; without a workspace one that ships.

    `at_seq`: as the tenant's own schemas were as of this state of theirs, None for now. Raises BadSetting with the names
    there are.
    """
    first, *plugged = [_single(workspace, part.strip(), at_seq) for part in name.split(PLUG)]
    for branch in plugged:
        first = grafted(first, branch)
    return first


def is_packaged(name: str) -> bool:
    """Tell whether a schema ships with all that is plugged into it, so that nobody can change it."""
    return all(part.strip() in schema_names() for part in name.split(PLUG))


def _single(workspace: Workspace | None, name: str, at_seq: int | None = None) -> Schema:
    if name in schema_names():
        return load_schema(name)
    added = {schema.name: schema for schema in (_added(workspace, at_seq) if workspace is not None else ())}
    if name not in added:
        names = ", ".join((*schema_names(), *added))
        raise BadSetting(f"there is no schema {name!r}; use {names}, or add yours with `duramen schema add FILE`")
    return added[name]


def _added(workspace: Workspace, at_seq: int | None = None) -> list[Schema]:
    owner = workspace.find(OwnerKind.SCHEMAS, SCHEMAS_OWNER)
    if owner is None:
        return []
    with reading(workspace.engine) as connection:
        return [schema_from(json.loads(data)) for data in list_named(connection, SCHEMAS, owner, at_seq)]


def _json(path: Path) -> Any:
    data = read_file(path)
    if len(data) > MAX_SCHEMA_BYTES:
        raise InputError(
            f"{str(path)!r} has {len(data):,} bytes, more than the {MAX_SCHEMA_BYTES:,} of a schema; give it fewer leaves "
            "or shorter descriptions"
        )
    try:
        return json.loads(data.decode("utf-8-sig"), object_pairs_hook=_once)
    except UnicodeDecodeError as error:
        raise InputError(f"{str(path)!r} is not in UTF-8; save it so, as a JSON file") from error
    except InputError as error:
        raise InputError(f"{str(path)!r} cannot be read as a schema: {error}") from error
    except (ValueError, RecursionError) as error:
        raise InputError(
            f"{str(path)!r} is no JSON: {error}; `duramen schema show core --json` prints a model"
        ) from error


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return a JSON object; raises InputError for a key that stands twice, of which JSON would drop one in silence."""
    held = dict(pairs)
    if len(held) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise InputError(f"{twice[:80]!r} stands twice in one object; keep one of the two")
    return held
