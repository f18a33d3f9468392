"""`duramen character`: who the assistant is."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from duramen.cli.options import Home, Json, opened
from duramen.cli.output import counted, print_json, say, say_aside, table
from duramen.domain.character import Card
from duramen.memory.characters import card_values, remove_character
from duramen.memory.names import checked_name
from duramen.memory.persona.cards import keep_card_everywhere

app = typer.Typer(help="Character cards: add, list, show, remove.", no_args_is_help=True)

_FIELDS = ("description", "manner", "address", "occupation", "task", "senses", "scenario", "greeting", "instructions")


@app.command("add")
def add(
    file: Annotated[Path, typer.Argument(help="A YAML card, or a SillyTavern card (JSON or PNG).")],
    name: Annotated[str, typer.Option("--name", help="Call it so instead.", show_default=False)] = "",
    home: Home = None,
    as_json: Json = False,
) -> None:
    """Add a character card; an older one of the same name is replaced."""
    with opened(home, as_json=as_json) as memory:
        before = {card.name: card for card in memory.characters()}
        card = memory.add_character(file, name=name)
        outcome = _outcome(before.get(card.name), memory.character(card.name))
    if as_json:
        print_json(card_values(card) | {"outcome": outcome})
    else:
        lore = counted(len(card.lore), "lore entry", "lore entries")
        say(f"{outcome}: {card.name} ({card.source_format}, {lore})")
    if card.source_format == "yaml" and card.extra:
        say_aside(f"warning: kept, but not used, since no card has them: {', '.join(map(str, card.extra))}\n")


def _outcome(before: Card | None, now: Card) -> str:
    if before is None:
        return "added"
    return "unchanged" if before == now else "replaced"


@app.command("remove")
def remove(
    name: Annotated[str, typer.Argument(help="The character's name.")], home: Home = None, as_json: Json = False
) -> None:
    """Remove a character's card; rounds with it, what it said of itself, and knowledge bases stay."""
    with opened(home, as_json=as_json, reads=True) as memory:
        card = remove_character(memory.workspace, checked_name(name, "name"))
        keep_card_everywhere(memory.workspace, card.name)
    print_json({"name": card.name, "outcome": "removed"}) if as_json else say(f"removed: {card.name}")


@app.command("list")
def list_(home: Home = None, as_json: Json = False) -> None:
    """List character cards."""
    with opened(home, as_json=as_json, reads=True) as memory:
        cards = memory.characters()
    if as_json:
        print_json([card_values(card) for card in cards])
    elif cards:
        rows = [[card.name, card.occupation, card.source_format, str(len(card.lore))] for card in cards]
        table("", ["name", "occupation", "read from", "lore"], rows)
    else:
        say("no characters yet; add one with `duramen character add FILE`")


@app.command("show")
def show(
    name: Annotated[str, typer.Argument(help="The character's name.")], home: Home = None, as_json: Json = False
) -> None:
    """Show a character card."""
    with opened(home, as_json=as_json, reads=True) as memory:
        card = memory.character(name)
    print_json(card_values(card)) if as_json else _show(card)


def _show(card: Card) -> None:
    say(card.name)
    for field in _FIELDS:
        if getattr(card, field):
            say(f"  {field}: {getattr(card, field)}")
    for line in card.boundaries:
        say(f"  boundary: {line}")
    for entry in card.lore:
        say(f"  lore {', '.join(entry.keys) or entry.title}: {entry.content}")
