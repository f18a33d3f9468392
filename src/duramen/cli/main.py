"""The command `duramen`: its groups and commands in one table."""

from __future__ import annotations

import sys
from importlib.metadata import version
from typing import Annotated

import typer

from duramen.cli import bench, character, knowledge, persona, persona_rights, schema
from duramen.cli.backup import backup_command, restore_command
from duramen.cli.chat import chat_command
from duramen.cli.demo import demo_command
from duramen.cli.export import export_command
from duramen.cli.feedback import feedback_command
from duramen.cli.forget import forget_command
from duramen.cli.fsck import fsck_command
from duramen.cli.imports import import_command
from duramen.cli.listen import listen_command
from duramen.cli.migrate import migrate_command
from duramen.cli.recall import prompt_command, recall_command
from duramen.cli.records import persons_command, round_command, rounds_command, status_command
from duramen.cli.reindex import reindex_command
from duramen.cli.verify import verify_command

app = typer.Typer(
    help="Long-term memory for people who talk to an assistant for months.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
app.command("import")(import_command)
app.command("listen")(listen_command)
app.add_typer(knowledge.app, name="knowledge")
app.command("recall")(recall_command)
app.command("prompt")(prompt_command)
app.command("chat")(chat_command)
app.add_typer(character.app, name="character")
app.add_typer(schema.app, name="schema")
app.command("feedback")(feedback_command)
persona_rights.add_to(persona.app)
app.add_typer(persona.app, name="persona")
app.command("persons")(persons_command)
app.command("rounds")(rounds_command)
app.command("round")(round_command)
app.command("status")(status_command)
app.command("forget")(forget_command)
app.command("reindex")(reindex_command)
app.command("migrate")(migrate_command)
app.command("backup")(backup_command)
app.command("restore")(restore_command)
app.command("export")(export_command)
app.command("verify")(verify_command)
app.command("fsck")(fsck_command)
app.add_typer(bench.app, name="bench")
app.command("demo")(demo_command)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"duramen {version('duramen')}")
        raise typer.Exit


@app.callback()
def root(
    show_version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    """Remember, correct, forget, explain."""


def main() -> None:
    """Run the command line."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        stream.reconfigure(encoding="utf-8", errors="replace")  # type: ignore[union-attr]
    app()
