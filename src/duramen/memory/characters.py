"""Character cards: added from a file, listed, looked up for a round, removed (A21)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from sqlalchemy import Connection

from duramen.domain.character import Card, LoreEntry
from duramen.errors import InputError, NotFound
from duramen.memory.events import logged
from duramen.memory.files import read_file
from duramen.memory.names import checked_name
from duramen.memory.secrets import Keeper
from duramen.memory.workspace import Workspace
from duramen.observe.cards import read_card
from duramen.stores.engine import reading
from duramen.stores.named import CARDS, find_named, list_named, put_named, retire_named
from duramen.stores.owners import OwnerKind, find_owner
from duramen.stores.writing import owner_write

CARDS_OWNER = "characters"


def add_character(workspace: Workspace, path: Path, name: str = "") -> Card:
    """Read a card from a YAML, JSON or PNG file and make it the living card of its name (or of `name`); the same card changes nothing."""
    with logged("character_added") as facts:
        card = read_card(read_file(path), name=path.name)
        card = replace(card, name=checked_name(name or card.name, "name"))
        keeper = Keeper(workspace.settings.secrets)
        card = replace(card_from(keeper.values(card_values(card), f"the card {path.name!r}")), name=card.name)
        owner = workspace.owner(OwnerKind.CARDS, CARDS_OWNER)
        written = json.dumps(card_values(card), ensure_ascii=False)
        with owner_write(workspace.engine, owner) as write:
            if find_named(write.connection, CARDS, owner, card.name) != written:
                put_named(write, CARDS, card.name, written, recorded_us=workspace.now_us())
        facts.update(owner=owner.owner_id, lore=len(card.lore), **keeper.facts())
        return card


def remove_character(workspace: Workspace, name: str) -> Card:
    """Let no card of this name live any more; what was said with the character stays the persons'. Raises NotFound."""
    with logged("character_removed") as facts:
        card = show_character(workspace, name)
        owner = workspace.owner(OwnerKind.CARDS, CARDS_OWNER)
        with owner_write(workspace.engine, owner) as write:
            retire_named(write, CARDS, name)
        facts.update(owner=owner.owner_id)
        return card


def list_characters(workspace: Workspace) -> list[Card]:
    """Return all living cards, by name."""
    owner = workspace.find(OwnerKind.CARDS, CARDS_OWNER)
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


def card_for(workspace: Workspace, character: str, at_seq: Mapping[str, int]) -> Card:
    """Return the card of the character that is talked to, as of a state; a bare card with its name when there was none.

    `at_seq`: the states of owners by id; where the owner of the cards is not among them, there were none.
    """
    tenant = workspace.settings.tenant
    with reading(workspace.engine) as connection:
        found = living_card(connection, tenant, character, cards_state(connection, tenant, at_seq))
    return found or Card(name=character, source_format="none")


def cards_state(connection: Connection, tenant: str, at_seq: Mapping[str, int]) -> int:
    """Return the state of the tenant's cards among the states of owners by id, 0 where it is not among them."""
    owner = find_owner(connection, tenant, OwnerKind.CARDS, CARDS_OWNER)
    return 0 if owner is None else at_seq.get(owner.owner_id, 0)


def _find(workspace: Workspace, name: str) -> Card | None:
    with reading(workspace.engine) as connection:
        return living_card(connection, workspace.settings.tenant, name)


def living_card(connection: Connection, tenant: str, name: str, at_seq: int | None = None) -> Card | None:
    """Return the card of a name that lives now, or lived as of `at_seq` of the cards; None where there is none."""
    owner = find_owner(connection, tenant, OwnerKind.CARDS, CARDS_OWNER)
    card = None if owner is None else find_named(connection, CARDS, owner, name, at_seq)
    return None if card is None else card_from(json.loads(card))


def card_values(card: Card) -> dict[str, Any]:
    """Return a card as plain values that JSON can hold."""
    return asdict(card)


_PARTS: dict[str, tuple[type, str]] = {"boundaries": (str, "list of texts"), "lore": (dict, "list of entries")}


def check_card_values(values: dict[str, Any]) -> None:
    """Raise InputError for values of which no card can be built, naming the field."""
    for name, value in values.items():
        kind, told = _PARTS.get(name, (str, "text"))
        if name == "extra":
            right = isinstance(value, dict)
        elif name in _PARTS:
            right = isinstance(value, list) and all(isinstance(part, kind) for part in value)
        else:
            right = isinstance(value, str)
        if not right:
            raise InputError(f"card.{name} is no {'object' if name == 'extra' else told}")
    try:
        card_from(values)
    except (KeyError, TypeError) as error:
        raise InputError(f"card is not what a card holds ({error})") from error


def card_from(values: dict[str, Any]) -> Card:
    """Build a card from plain values."""
    lore = tuple(
        LoreEntry(**{**entry, "keys": tuple(entry["keys"]), "secondary_keys": tuple(entry["secondary_keys"])})
        for entry in values["lore"]
    )
    return Card(**{**values, "lore": lore, "boundaries": tuple(values["boundaries"])})
