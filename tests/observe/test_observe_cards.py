"""Character cards: own YAML in both languages, SillyTavern v1-v3 as JSON and PNG, lone lorebooks, and damage."""

from __future__ import annotations

import base64
import json
import struct
import zlib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from duramen.domain.character import Card, LoreEntry
from duramen.errors import DuramenError, InputError, UnknownFormat, UnreadableFile
from duramen.observe import card_text, lore_documents, read_card

ENTRY = {"keys": ["moon", "月亮"], "secondary_keys": ["tide"], "content": "{{char}} loves the moon.", "name": "Moon",
         "enabled": False, "constant": True, "insertion_order": 7, "case_sensitive": True, "extensions": {"depth": 4}}  # fmt: skip
DATA = {
    "name": "Luna", "description": "{{char}} is {{user}}'s guide.", "personality": "calm", "scenario": "night",
    "first_mes": "Hello.", "mes_example": "<START>", "system_prompt": "Be brief.", "alternate_greetings": ["Hi."],
    "creator_notes": "x", "extensions": {"a": 1},
    "character_book": {"name": "Book", "entries": [ENTRY], "scan_depth": 50},
}  # fmt: skip
V2 = {"spec": "chara_card_v2", "spec_version": "2.0", "data": DATA}


def chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + zlib.crc32(kind + body).to_bytes(4, "big")


def png(**texts: object) -> bytes:
    parts = [chunk(b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0))]
    for keyword, document in texts.items():
        parts.append(chunk(b"tEXt", keyword.encode() + b"\0" + base64.b64encode(json.dumps(document).encode())))
    parts += [chunk(b"IDAT", zlib.compress(b"\0\0")), chunk(b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)


def read(document: object) -> Card:
    return read_card(json.dumps(document).encode(), name="card.json")


def test_a_v2_card_gives_its_fields_lore_and_the_rest_as_extra() -> None:
    card = read(V2)
    assert (card.name, card.manner, card.greeting, card.instructions) == ("Luna", "calm", "Hello.", "Be brief.")
    assert card.description == "Luna is {{user}}'s guide."
    assert card.source_format == "sillytavern-v2"
    assert card.lore == (
        LoreEntry(keys=("moon", "月亮"), content="Luna loves the moon.", title="Moon", secondary_keys=("tide",),
                  constant=True, enabled=False, order=7, case_sensitive=True),
    )  # fmt: skip
    assert card.extra["alternate_greetings"] == ["Hi."]
    assert card.extra["extensions"] == {"a": 1}
    assert card.extra["character_book"] == {
        "name": "Book",
        "scan_depth": 50,
        "entries": {"0": {"extensions": {"depth": 4}}},
    }


def test_v1_v3_and_older_layouts_are_told_apart() -> None:
    assert read({key: DATA[key] for key in ("name", "description", "first_mes")}).source_format == "sillytavern-v1"
    assert read({**V2, "spec": "chara_card_v3"}).source_format == "sillytavern-v3"
    older = read({"char_name": "Ada", "char_persona": "dry", "char_greeting": "Yes?", "example_dialogue": "…"})
    assert (older.name, older.description, older.greeting) == ("Ada", "dry", "Yes?")


def test_a_png_card_takes_ccv3_before_chara() -> None:
    v3 = {"spec": "chara_card_v3", "spec_version": "3.0", "data": {**DATA, "name": "星野"}}
    assert read_card(png(chara=V2, ccv3=v3), name="c.png").name == "星野"
    assert read_card(png(chara=V2), name="c.png") == read(V2)


@pytest.mark.parametrize("cut", [20, 60, 300])
def test_a_png_that_is_cut_off_is_unreadable(cut: int) -> None:
    with pytest.raises(UnreadableFile, match="cut off"):
        read_card(png(chara=V2)[:cut], name="c.png")


def test_a_png_with_a_wrong_check_sum_or_without_a_card_says_so() -> None:
    data = bytearray(png(chara=V2))
    data[80] ^= 1
    with pytest.raises(UnreadableFile, match="check sum"):
        read_card(bytes(data), name="c.png")
    with pytest.raises(UnknownFormat, match="without a card"):
        read_card(png(), name="c.png")


WORLD = {
    "entries": {
        "0": {
            "uid": 0,
            "key": ["塔"],
            "keysecondary": [],
            "comment": "白塔",
            "content": "塔在海边。",
            "disable": False,
            "order": 3,
        },
        "1": {"uid": 1, "key": "sea, 海", "comment": "", "content": "", "disable": True, "probability": 50},
    },
    "originalData": {},
}


def test_a_lone_lorebook_is_a_card_named_by_its_file() -> None:
    card = read_card(json.dumps(WORLD).encode(), name="worlds/海边.json")
    assert (card.name, card.source_format) == ("海边", "sillytavern-lorebook")
    assert [(entry.keys, entry.enabled, entry.order) for entry in card.lore] == [
        (("塔",), True, 3),
        (("sea", "海"), False, 100),
    ]


def test_every_lorebook_entry_becomes_a_document_and_keeps_its_unknown_fields() -> None:
    documents = lore_documents(json.dumps(WORLD).encode(), name="world.json")
    assert [(document.title, document.text, document.enabled) for document in documents] == [
        ("白塔", "塔在海边。", True),
        ("sea", "", False),
    ]
    assert documents[1].fields == {"uid": 1, "probability": 50, "keys": ["sea", "海"]}
    with pytest.raises(UnknownFormat, match="no lorebook"):
        lore_documents(b'{"a": 1}', name="x.json")


YAML = """\
名字: 星野
描述: 天文馆的讲解员
称呼: 你
语言: zh
边界:
  - 从不自称人类
  - 不给医疗建议
设定:
  - 关键词: [猎户座, Orion]
    内容: 冬季星座
    常驻: true
爱好: 看星星
"""


def test_our_own_yaml_is_read_in_chinese_and_english() -> None:
    card = read_card(YAML.encode("gb18030"), name="card.yaml")
    assert (card.name, card.address, card.language) == ("星野", "你", "zh")
    assert card.boundaries == ("从不自称人类", "不给医疗建议")
    assert card.lore == (LoreEntry(keys=("猎户座", "Orion"), content="冬季星座", constant=True),)
    assert card.extra == {"爱好": "看星星"}
    english = read_card(b"name: Ada\nlanguage: no\nmanner: 'dry: yes'\nboundaries: no lies\n", name="card.yaml")
    assert (english.language, english.manner, english.boundaries) == ("no", "dry: yes", ("no lies",))


@pytest.mark.parametrize(
    ("data", "error", "words"),
    [
        (b"", UnreadableFile, "empty"),
        (b"name: [a", UnreadableFile, "line"),
        (b"description: x", InputError, "no name"),
        (b"- a\n- b", UnknownFormat, "mapping"),
        (b"name: x\ntask: {a: b}", InputError, "task"),
        (b"name: x\nlore: words", InputError, "lore"),
        (b"name: x\nlore: [{keys: [a]}]", InputError, "content"),
        (b"name: &a x\ntask: *a", UnreadableFile, "alias"),
        (b"name: " + b"[" * 5000, UnreadableFile, "nested|YAML"),
        (b'{"name": "x"', UnreadableFile, "line 1"),
        (b'{"a": 1}', UnknownFormat, "no character card"),
        (b'{"spec": "chara_card_v2", "data": {}}', InputError, "no name"),
    ],
)
def test_a_card_that_cannot_be_read_says_why(data: bytes, error: type[DuramenError], words: str) -> None:
    with pytest.raises(error, match=words):
        read_card(data, name="card")


TEXT = st.text(alphabet=st.characters(exclude_categories=["Cs", "Cc", "Cn", "Co"]), max_size=20).map(str.strip)
NAME = st.text(alphabet="abc星野 ", min_size=1).map(lambda name: " ".join(name.split())).filter(bool)


def normal(text: str) -> str:
    import unicodedata

    return " ".join(unicodedata.normalize("NFC", text).split())


@given(NAME, TEXT.map(normal), st.lists(NAME, max_size=3), NAME)
def test_a_card_written_as_yaml_reads_back_the_same(name: str, manner: str, bounds: list[str], key: str) -> None:
    lore = (LoreEntry(keys=(key,), content=manner, constant=True, order=3),)
    card = Card(name=name, manner=manner, boundaries=tuple(bounds), lore=lore, extra={"mood": "fine"})
    assert read_card(card_text(card).encode(), name="card.yaml") == card


def test_a_foreign_card_written_as_yaml_keeps_its_lore_and_extra_names() -> None:
    card = read(V2)
    again = read_card(card_text(card).encode(), name="card.yaml")
    assert again.lore == card.lore
    assert set(again.extra) == set(card.extra)


@given(st.binary(max_size=200) | st.binary(max_size=100).map(lambda tail: b"\x89PNG\r\n\x1a\n" + tail))
def test_any_bytes_give_a_card_or_a_duramen_error(data: bytes) -> None:
    try:
        card = read_card(data, name="x")
    except DuramenError:
        return
    again = read_card(card_text(card).encode(), name="card.yaml")
    assert again.name == card.name != ""
    assert again.lore == card.lore


@given(st.recursive(st.none() | st.booleans() | st.text(max_size=9) | st.integers(), lambda inner: st.lists(inner, max_size=3)
       | st.dictionaries(st.sampled_from([*DATA, "spec", "data", "entries", "key", "keys", "content", "order", "lore"]), inner), max_leaves=15))  # fmt: skip
def test_any_json_gives_a_card_or_a_duramen_error(document: Any) -> None:
    try:
        card = read(document)
    except DuramenError:
        return
    again = read_card(card_text(card).encode(), name="card.yaml")
    assert again.name == card.name != ""
    assert again.lore == card.lore
