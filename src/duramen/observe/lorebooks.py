"""Lorebooks: SillyTavern world info files, and the `character_book` inside cards.

In: a file's bytes, or the JSON value of a book. Out: `LoreEntry`s for a card, and `LoreDocument`s for the knowledge
base. Every entry is kept, disabled and empty ones too; fields that have no place are kept as they came.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from duramen.domain.character import LoreEntry
from duramen.errors import InputError, UnknownFormat
from duramen.observe.collect import name_text
from duramen.observe.source import NO_DOCUMENT, as_dict, as_list, as_text, label, open_source
from duramen.text.border import clean

# Where the two layouts (and Agnai's) keep each value; the first that is there is taken.
_KEYS = ("keys", "key", "keywords")
_SECONDARY = ("secondary_keys", "keysecondary")
_CONTENT = ("content", "text", "entry")
_TITLE = ("name", "comment", "displayName", "title")
_ORDER = ("insertion_order", "order", "priority")
_CASE = ("case_sensitive", "caseSensitive")
_PLACED = (*_KEYS, *_SECONDARY, *_CONTENT, *_TITLE, *_ORDER, *_CASE, "constant", "enabled", "disable")
_DEFAULT_ORDER = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class LoreDocument:
    """One entry as a document: what it is called, what it says, whether it is switched on, and all its other fields."""

    title: str
    text: str
    enabled: bool = True
    fields: dict[str, Any] = field(default_factory=dict)


def is_lorebook(document: object) -> bool:
    """Tell whether a JSON value is a lone lorebook: entries (by number or as a list) that have content."""
    rows = _rows(document)
    return bool(rows) and all(
        any(key in row for key in _CONTENT) and any(key in row for key in _KEYS) for row in rows[:5]
    )


def is_card(document: object) -> bool:
    """Tell whether a JSON value is a SillyTavern card of version 1, 2 or 3."""
    row = as_dict(document)
    if as_text(row.get("spec")).startswith("chara_card"):
        return True
    return bool(as_text(row.get("name"))) and any(key in row for key in ("first_mes", "mes_example", "char_greeting"))


def holds_lorebook(data: bytes, *, name: str) -> bool:
    """Tell whether a file is a lone lorebook; False for what cannot be read at all."""
    try:
        return is_lorebook(open_source(data, name=name, zone="UTC").document)
    except InputError:
        return False


def lore_documents(data: bytes, *, name: str) -> tuple[LoreDocument, ...]:
    """Read a lorebook file as documents, one for each entry, in the file's order.

    The title is the entry's own, else its first key, else the book's name and the entry's number. Raises
    UnreadableFile for empty, binary or broken files and UnknownFormat for what is no lorebook.
    """
    source = open_source(data, name=name, zone="UTC")
    document = source.document
    if document is NO_DOCUMENT or not is_lorebook(document):
        reason = f" ({source.document_error})" if source.document_error else ""
        raise UnknownFormat(f"{label(name)} is no lorebook{reason}: entries with keys and content are missing")
    book = name_text(as_text(as_dict(document).get("name"))) or stem(name) or "lorebook"
    documents: list[LoreDocument] = []
    for number, row in enumerate(_rows(document), start=1):
        entry = _entry(row)
        documents.append(
            LoreDocument(
                title=entry.title or next(iter(entry.keys), "") or f"{book} {number}",
                text=entry.content,
                enabled=entry.enabled,
                fields={**_other(row), "keys": list(entry.keys)},
            )
        )
    return tuple(documents)


def lore_entries(book: object) -> tuple[LoreEntry, ...]:
    """Return a book's entries as they stand in its JSON, in order; () for what is no book."""
    return tuple(_entry(row) for row in _rows(book))


def lore_extra(book: object) -> dict[str, Any]:
    """Return what has no place in the entries: the book's own fields, and each entry's by number from 0."""
    own = {key: value for key, value in as_dict(book).items() if key != "entries"}
    entries = {str(number): other for number, row in enumerate(_rows(book)) if (other := _other(row))}
    return {**own, "entries": entries} if entries else own


def entry_of(row: dict[str, Any]) -> LoreEntry:
    """Return one entry from a mapping in any of the layouts; raises InputError when it has no content."""
    if not any(key in row for key in _CONTENT):
        raise InputError(f"a lore entry has no content; it has {', '.join(map(repr, row)) or 'nothing'}")
    return _entry(row)


def stem(name: str) -> str:
    """Return a file's name without folders and ending."""
    last = name.replace("\\", "/").rsplit("/", 1)[-1]
    return name_text(last.rsplit(".", 1)[0] if "." in last[1:] else last)


def _rows(book: object) -> list[dict[str, Any]]:
    entries = as_dict(book).get("entries")
    values = list(entries.values()) if isinstance(entries, dict) else as_list(entries)
    return [row for row in values if isinstance(row, dict)]


def _entry(row: dict[str, Any]) -> LoreEntry:
    enabled = row.get("enabled")
    return LoreEntry(
        keys=_words(_first(row, _KEYS)),
        content=clean(as_text(_first(row, _CONTENT))).text,
        title=name_text(as_text(_first(row, _TITLE))),
        secondary_keys=_words(_first(row, _SECONDARY)),
        constant=_is_true(row.get("constant")),
        enabled=_is_true(enabled) if enabled is not None else not _is_true(row.get("disable")),
        order=_whole(_first(row, _ORDER)),
        case_sensitive=_is_true(_first(row, _CASE)),
    )


def _first(row: dict[str, Any], keys: tuple[str, ...]) -> Any:
    return next((row[key] for key in keys if row.get(key) not in (None, "")), None)


def _words(value: object) -> tuple[str, ...]:
    """Return keys, from a list or from one text with commas; blank ones are left out."""
    parts = (
        value.replace("，", ",").split(",") if isinstance(value, str) else [as_text(part) for part in as_list(value)]
    )
    return tuple(word for part in parts if (word := clean(part).text.strip()))


def _is_true(value: object) -> bool:
    return value is True or (isinstance(value, str) and value.strip().lower() in ("true", "yes", "on", "1", "是"))


def _whole(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return _DEFAULT_ORDER
    try:
        return int(value)
    except (ValueError, OverflowError):
        return _DEFAULT_ORDER


def _other(row: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in row.items() if key not in _PLACED}
