"""`duramen schema`: which leaves a PersonaTree may have."""

from __future__ import annotations

from typing import Annotated

import typer

from duramen.cli.options import Json, explained
from duramen.cli.output import print_json, say, table
from duramen.errors import BadSetting
from duramen.govern.schema import LANGUAGES, schema_data
from duramen.schemas import load_schema, schema_names

app = typer.Typer(help="Schemas of the tree: list, show.", no_args_is_help=True)

Language = Annotated[
    str, typer.Option("--language", help="Describe in en or zh; else in the language of its paths.", show_default=False)
]


@app.command("list")
def list_(language: Language = "", as_json: Json = False) -> None:
    """List schemas."""
    with explained(as_json):
        schemas = [load_schema(name) for name in schema_names()]
        tongue = _checked(language or "en")
    if as_json:
        print_json([{**schema_data(schema), "leaves": len(schema.leaves)} for schema in schemas])
        return
    rows = [[one.name, str(one.version), str(len(one.leaves)), one.about[tongue]] for one in schemas]
    table("", ["name", "version", "leaves", "about"], rows)


@app.command("show")
def show(
    name: Annotated[str, typer.Argument(help="The schema's name.")], language: Language = "", as_json: Json = False
) -> None:
    """Show the leaves of a schema: what belongs in each, how sensitive it is and how long it holds."""
    with explained(as_json):
        schema = load_schema(name)
        tongue = _checked(language or schema.language)
    if as_json:
        print_json(schema_data(schema))
        return
    say(f"{schema.name} {schema.version}: {schema.about[tongue]}")
    for leaf in schema.leaves.values():
        say(f"{leaf.path}: {leaf.description[tongue]}")
        say(f"  {leaf.tier.value}, {leaf.lifetime.value}, at most {leaf.budget} characters")


def _checked(language: str) -> str:
    if language not in LANGUAGES:
        raise BadSetting(f"--language {language!r} is not one of {', '.join(LANGUAGES)}")
    return language
