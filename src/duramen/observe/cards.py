"""Character cards (A21): duramen's own YAML, SillyTavern's JSON and PNG of versions 1 to 3, and a lone lorebook.

In: a file's bytes. Out: a `Card` with its lore. Fields of a foreign card that have no place are kept in `extra` as they
came. `{{char}}` and `<BOT>` become the character's name; `{{user}}` is left for whoever knows the person.
"""

from __future__ import annotations

import base64
import binascii
import json
import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import yaml

from duramen.domain.character import Card, LoreEntry
from duramen.errors import InputError, UnknownFormat, UnreadableFile
from duramen.observe.collect import name_text
from duramen.observe.lorebooks import entry_of, is_card, is_lorebook, lore_entries, lore_extra, stem
from duramen.observe.png import SIGNATURE, text_chunks
from duramen.observe.source import as_dict, as_list, as_text, label, load_document, open_source, show
from duramen.text.border import clean

MAX_YAML_CHARS = 300_000
"""The longest YAML card that is read; the parser is slow, and a card is a page."""

MAX_YAML_DEPTH = 32

# What SillyTavern calls our fields.
_FOREIGN = {
    "description": "description",
    "manner": "personality",
    "scenario": "scenario",
    "greeting": "first_mes",
    "examples": "mes_example",
    "instructions": "system_prompt",
}
# The pre-V1 layouts of other tools, which SillyTavern reads too.
_OLDER = {"char_name": "name", "char_persona": "description", "world_scenario": "scenario",
          "char_greeting": "first_mes", "example_dialogue": "mes_example"}  # fmt: skip
_OWN = ("name", "description", "manner", "address", "occupation", "task", "senses", "boundaries", "scenario",
        "greeting", "examples", "instructions", "language", "lore")  # fmt: skip
_SYNONYMS = {"form_of_address": "address", "form of address": "address", "personality": "manner", "tone": "manner"}
_CHINESE = _SYNONYMS | {
    "名字": "name", "姓名": "name", "描述": "description", "简介": "description", "语气": "manner", "说话方式": "manner",
    "性格": "manner", "称呼": "address", "职业": "occupation", "任务": "task", "感知": "senses", "感官": "senses",
    "边界": "boundaries", "界限": "boundaries", "场景": "scenario", "开场白": "greeting", "示例": "examples",
    "示例对话": "examples", "指令": "instructions", "语言": "language", "设定": "lore", "世界书": "lore",
}  # fmt: skip
_CHINESE_LORE = {
    "关键词": "keys",
    "内容": "content",
    "标题": "title",
    "常驻": "constant",
    "启用": "enabled",
    "顺序": "order",
}
_CHAR_MACRO = re.compile(r"\{\{char\}\}|<BOT>|<CHAR>", re.IGNORECASE)


def read_card(data: bytes, *, name: str) -> Card:
    """Read a card of any known kind; `name` is the file's name, which names a lone lorebook without a name.

    `source_format` is "yaml", "sillytavern-v1", "-v2", "-v3" or "sillytavern-lorebook"; of a PNG with both texts the
    newer `ccv3` is taken. Raises UnreadableFile (empty, damaged, cut off), UnknownFormat (no card in it) and
    InputError (a card without a name, or a field of the wrong kind).
    """
    if data.startswith(SIGNATURE):
        return _from_png(data, name)
    source = open_source(data, name=name, zone="UTC")
    if source.text.lstrip()[:1] == "{":
        if source.document_error:
            raise UnreadableFile(
                f"{label(name)} begins like JSON but is none: {source.document_error}; export it again"
            )
        return _from_json(source.document, name)
    return _from_yaml(source.text, name)


def _from_png(data: bytes, name: str) -> Card:
    """Read the card in a picture: ccv3 before chara, each base64 of JSON."""
    texts = text_chunks(data)
    encoded = texts.get("ccv3") or texts.get("chara")
    if not encoded:
        raise UnknownFormat(f"{label(name)} is a picture without a card: it has no text ccv3 or chara")
    try:
        text = base64.b64decode(encoded, validate=False).decode("utf-8")
    except (binascii.Error, ValueError) as error:
        raise UnreadableFile(f"the card in {label(name)} is damaged: {error}; export it again") from error
    document, error_text = load_document(text)
    if error_text:
        raise UnreadableFile(f"the card in {label(name)} is damaged JSON: {error_text}; export it again")
    return _from_json(document, name)


def _from_json(document: object, name: str) -> Card:
    row = {_OLDER.get(key, key): value for key, value in as_dict(document).items()}
    if is_card(row):
        return _foreign_card(row, name)
    if is_lorebook(row):
        title = name_text(as_text(row.get("name"))) or stem(name) or "lorebook"
        extra = lore_extra(row)
        return Card(name=title, lore=lore_entries(row), source_format="sillytavern-lorebook", extra=extra)
    if any(key in row for key in _OWN[1:]):
        return _own_card(row, name)
    raise UnknownFormat(
        f"{label(name)} is no character card: neither a SillyTavern card nor one with {', '.join(_OWN)}"
    )


def _foreign_card(row: dict[str, Any], name: str) -> Card:
    """Return a SillyTavern card; version 1 has its fields at the top, later ones under `data`."""
    spec = as_text(row.get("spec"))
    fields = as_dict(row.get("data")) if spec else row
    title = name_text(as_text(fields.get("name")) or as_text(row.get("name")))
    if not title:
        raise InputError(f"the card in {label(name)} has no name; fill in its field name")
    book = fields.get("character_book")
    placed = ("name", "character_book", *_FOREIGN.values())
    extra = {key: value for key, value in fields.items() if key not in placed}
    if spec:
        outer = {key: value for key, value in row.items() if key not in ("data", "spec", "spec_version")}
        # The old fields beside `data` repeat it, for programs that know version 1 only.
        extra |= {key: value for key, value in outer.items() if key not in fields and key not in placed}
    if book_extra := lore_extra(book):
        extra["character_book"] = book_extra
    version = spec.rpartition("_")[2] if spec else "v1"
    texts = {ours: _told(fields.get(theirs), title) for ours, theirs in _FOREIGN.items()}
    return Card(
        name=title,
        description=texts["description"],
        manner=texts["manner"],
        scenario=texts["scenario"],
        greeting=texts["greeting"],
        examples=texts["examples"],
        instructions=texts["instructions"],
        lore=tuple(
            replace(entry, content=_CHAR_MACRO.sub(lambda _: title, entry.content)) for entry in lore_entries(book)
        ),
        source_format=f"sillytavern-{version}",
        extra=extra,
    )


def _told(value: object, title: str) -> str:
    return _CHAR_MACRO.sub(lambda _: title, clean(as_text(value)).text).strip()


def _from_yaml(text: str, name: str) -> Card:
    """Read our own card. Every scalar is text, so that `language: no` stays "no"; anchors and tags mean nothing."""
    if len(text) > MAX_YAML_CHARS:
        raise UnreadableFile(f"{label(name)} has {len(text):,} characters, more than the {MAX_YAML_CHARS:,} of a card")
    try:
        _refuse_traps(yaml.parse(clean(text).text), name)
        document = yaml.load(clean(text).text, Loader=yaml.BaseLoader)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        place = f"line {mark.line + 1}, column {mark.column + 1}: " if mark else ""
        raise UnreadableFile(f"{label(name)} is not valid YAML: {place}{getattr(error, 'problem', error)}") from error
    if not isinstance(document, dict):
        raise UnknownFormat(f"{label(name)} is no character card: it must be a mapping with name, description, …")
    return _own_card(document, name)


def _refuse_traps(events: Iterable[yaml.Event], name: str) -> None:
    """Raise UnreadableFile at the first alias, and where nesting gets so deep that the parser would take minutes."""
    depth = 0
    for event in events:
        if isinstance(event, yaml.AliasEvent):
            raise UnreadableFile(f"{label(name)} uses a YAML alias (*name), which cards may not; write the value out")
        if isinstance(event, yaml.CollectionStartEvent):
            depth += 1
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1
        if depth > MAX_YAML_DEPTH:
            raise UnreadableFile(f"{label(name)} is nested more than {MAX_YAML_DEPTH} deep, which no card is")


def _own_card(row: dict[str, Any], name: str) -> Card:
    """Return a card from our own fields, in English or Chinese; unknown ones go to `extra`."""
    fields = {_CHINESE.get(key, key): value for key, value in row.items() if isinstance(key, str)}
    title = name_text(as_text(fields.get("name")))
    if not title:
        raise InputError(f"the card in {label(name)} has no name; add a line such as `name: Luna` or `名字: 星野`")
    texts = {key: _own_text(fields.get(key), key, name) for key in _OWN[1:-1] if key != "boundaries"}
    return replace(
        Card(name=title),
        **texts,
        boundaries=_own_list(fields.get("boundaries")),
        lore=_own_lore(fields.get("lore"), name),
        extra={key: value for key, value in fields.items() if key not in _OWN},
    )


def _own_text(value: object, key: str, name: str) -> str:
    """Return a field's text; a list becomes lines."""
    if value is None:
        return ""
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        value = "\n".join(value)
    if not isinstance(value, str | int | float) or isinstance(value, bool):
        raise InputError(f"the field {key} of the card in {label(name)} must be text, not {show(value)}")
    return clean(as_text(value)).text.strip()


def _own_list(value: object) -> tuple[str, ...]:
    lines = value.splitlines() if isinstance(value, str) else [as_text(item) for item in as_list(value)]
    return tuple(line for item in lines if (line := clean(item).text.strip().removeprefix("- ").strip()))


def _own_lore(value: object, name: str) -> tuple[LoreEntry, ...]:
    if value in (None, ""):
        return ()
    if not isinstance(value, list):
        raise InputError(f"the field lore of the card in {label(name)} must be a list of entries with keys and content")
    rows = [{_CHINESE_LORE.get(key, key): item for key, item in as_dict(row).items()} for row in value]
    return tuple(entry_of(row) for row in rows)


def card_text(card: Card) -> str:
    """Return a card as the YAML that `read_card` reads; empty fields are left out.

    A round trip keeps every field of a YAML card; of a foreign card `source_format` becomes "yaml".
    """
    fields: dict[str, Any] = {key: getattr(card, key) for key in _OWN[:-1]}
    fields["boundaries"] = list(card.boundaries)
    fields["lore"] = [_lore_fields(entry) for entry in card.lore]
    # By way of JSON: no value is shared, so that no alias is written, which reading refuses.
    fields = {**json.loads(json.dumps(card.extra, default=str)), **fields}
    kept = {key: value for key, value in fields.items() if value not in ("", [], None)}
    return str(yaml.safe_dump(kept, allow_unicode=True, sort_keys=False, width=120))


def _lore_fields(entry: LoreEntry) -> dict[str, Any]:
    return {
        "keys": list(entry.keys),
        "content": entry.content,
        "title": entry.title,
        "secondary_keys": list(entry.secondary_keys),
        "constant": entry.constant,
        "enabled": entry.enabled,
        "order": entry.order,
        "case_sensitive": entry.case_sensitive,
    }
