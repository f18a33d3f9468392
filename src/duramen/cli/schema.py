"""`duramen schema`: which leaves a PersonaTree may have, as shipped and as added."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from duramen.cli.options import Home, Json, explained, opened, written
from duramen.cli.output import print_json, say, table
from duramen.domain.persona import Schema
from duramen.errors import BadSetting
from duramen.govern.schema import LANGUAGES, schema_data
from duramen.memory.persona.schemas import schema_named
from duramen.memory.place import store_exists
from duramen.schemas import load_schema, schema_names

app = typer.Typer(help="Schemas of the tree: add, list, show.", no_args_is_help=True)

Language = Annotated[
    str, typer.Option("--language", help="Describe in en or zh; else in the language of its paths.", show_default=False)
]


@app.command("add")
def add(
    file: Annotated[Path, typer.Argument(help="A schema as JSON; `duramen schema show skills --json` prints a model.")],
    home: Home = None,
    as_json: Json = False,
) -> None:
    """Add a schema, or a sub-tree that `--schema core+NAME` plugs in under a root of its name."""
    schema = written(home, lambda memory: memory.add_schema(file), as_json=as_json)
    if as_json:
        print_json(schema_data(schema))
    else:
        say(f"added: {schema.name} {schema.version} ({len(schema.leaves)} leaves)")


@app.command("list")
def list_(language: Language = "", home: Home = None, as_json: Json = False) -> None:
    """List schemas."""
    with explained(as_json):
        tongue = _checked(language or "en")
        schemas = _schemas(home, as_json)
    if as_json:
        print_json([{**schema_data(schema), "leaves": len(schema.leaves)} for schema in schemas])
        return
    rows = [[one.name, str(one.version), str(len(one.leaves)), one.about[tongue]] for one in schemas]
    table("", ["name", "version", "leaves", "about"], rows)


@app.command("show")
def show(
    name: Annotated[str, typer.Argument(help="The schema's name, or several plugged together: core+skills.")],
    language: Language = "",
    home: Home = None,
    as_json: Json = False,
) -> None:
    """Show the leaves of a schema: what belongs in each, how sensitive it is and how long it holds."""
    with explained(as_json):
        schema = _schema(home, name, as_json)
        tongue = _checked(language or schema.language)
    if as_json:
        print_json(schema_data(schema))
        return
    say(f"{schema.name} {schema.version}: {schema.about[tongue]}")
    for leaf in schema.leaves.values():
        say(f"{leaf.path}: {leaf.description[tongue]}")
        say(f"  {leaf.tier.value}, {leaf.lifetime.value}, at most {leaf.budget} characters")


def _schemas(home: Path | None, as_json: bool) -> list[Schema]:
    """Return the schemas that ship, and those added where there is a store: looking at them makes none."""
    if not store_exists(home):
        return [load_schema(name) for name in schema_names()]
    with opened(home, as_json=as_json, reads=True) as memory:
        return memory.schemas()


def _schema(home: Path | None, name: str, as_json: bool) -> Schema:
    if not store_exists(home):
        return schema_named(None, name)
    with opened(home, as_json=as_json, reads=True) as memory:
        return memory.schema(name)


def _checked(language: str) -> str:
    if language not in LANGUAGES:
        raise BadSetting(f"--language {language!r} is not one of {', '.join(LANGUAGES)}")
    return language
