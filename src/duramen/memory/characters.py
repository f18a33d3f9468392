"""Character cards: added from a file, listed, and looked up for a round (A21)."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from sqlalchemy import Connection

from duramen.domain.character import Card, LoreEntry
from duramen.errors import NotFound
from duramen.memory.events import logged
from duramen.memory.files import read_file
from duramen.memory.names import checked_name
from duramen.memory.secrets import Keeper
from duramen.memory.workspace import Workspace
from duramen.observe.cards import read_card
from duramen.stores.engine import reading
from duramen.stores.named import CARDS, find_named, list_named, put_named
from duramen.stores.owners import OwnerKind, find_owner, owner_write

_CARDS = "characters"


def add_character(workspace: Workspace, path: Path, name: str = "") -> Card:
    """Read a card from a YAML, JSON or PNG file and make it the living card of its name (or of `name`); the same card changes nothing."""
    with logged("character_added") as facts:
        card = read_card(read_file(path), name=path.name)
        card = replace(card, name=checked_name(name or card.name, "name"))
        keeper = Keeper(workspace.settings.secrets)
        card = replace(card_from(keeper.values(card_values(card), f"the card {path.name!r}")), name=card.name)
        owner = workspace.owner(OwnerKind.CARDS, _CARDS)
        written = json.dumps(card_values(card), ensure_ascii=False)
        with owner_write(workspace.engine, owner) as write:
            if find_named(write.connection, CARDS, owner, card.name) != written:
                put_named(write, CARDS, card.name, written, recorded_us=workspace.now_us())
        facts.update(owner=owner.owner_id, lore=len(card.lore), **keeper.facts())
        return card


def list_characters(workspace: Workspace) -> list[Card]:
    """Return all living cards, by name."""
    owner = workspace.find(OwnerKind.CARDS, _CARDS)
    if owner is None:
        return []
    with reading(workspace.engine) as connection:
        return [card_from(json.loads(card)) for card in list_named(connection, CARDS, owner)]


def show_character(workspace: Workspace, name: str) -> Card:
    """Return the living card of a name; raises NotFound with the names there are."""
    card = _find(workspace, name)
    if card is None:
        names = ", ".join(repr(card.name) for card in list_characters(workspace)) or "none yet"
        raise NotFound(f"there is no character card {name!r}; there are: {names}")
    return card


def card_for(workspace: Workspace, character: str) -> Card:
    """Return the card of the character that is talked to; a bare card with its name when none was added."""
    return _find(workspace, character) or Card(name=character, source_format="none")


def _find(workspace: Workspace, name: str) -> Card | None:
    with reading(workspace.engine) as connection:
        return living_card(connection, workspace.settings.tenant, name)


def living_card(connection: Connection, tenant: str, name: str) -> Card | None:
    """Return the living card of a name, None where none was added."""
    owner = find_owner(connection, tenant, OwnerKind.CARDS, _CARDS)
    card = None if owner is None else find_named(connection, CARDS, owner, name)
    return None if card is None else card_from(json.loads(card))


def card_values(card: Card) -> dict[str, Any]:
    """Return a card as plain values that JSON can hold."""
    return asdict(card)


def card_from(values: dict[str, Any]) -> Card:
    """Build a card from plain values."""
    lore = tuple(
        LoreEntry(**{**entry, "keys": tuple(entry["keys"]), "secondary_keys": tuple(entry["secondary_keys"])})
        for entry in values["lore"]
    )
    return Card(**{**values, "lore": lore, "boundaries": tuple(values["boundaries"])})
