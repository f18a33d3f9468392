"""Character cards: who the assistant is, and the lore it may draw on (A21)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class LoreEntry:
    """One entry of a lorebook: shown when one of `keys` occurs in the conversation, always when `constant`."""

    keys: tuple[str, ...]
    content: str
    title: str = ""
    secondary_keys: tuple[str, ...] = ()
    constant: bool = False
    enabled: bool = True
    order: int = 100
    case_sensitive: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """Who the assistant is.

    `address`: how it addresses the person. `boundaries`: what it never does or claims. `senses`: what it can
    perceive. `greeting`: first message. `examples`: sample dialogue. `extra`: fields of a foreign card that have
    no place here, kept as they came. `source_format` tells what was read ("yaml", "sillytavern-v2", ...).
    """

    name: str
    description: str = ""
    manner: str = ""
    address: str = ""
    occupation: str = ""
    task: str = ""
    senses: str = ""
    boundaries: tuple[str, ...] = ()
    scenario: str = ""
    greeting: str = ""
    examples: str = ""
    instructions: str = ""
    language: str = ""
    lore: tuple[LoreEntry, ...] = ()
    source_format: str = "yaml"
    extra: dict[str, Any] = field(default_factory=dict)
