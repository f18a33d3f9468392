"""What an export says of a message beside its words is kept with it, within a bound, and what is not is named."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from duramen.domain.dialogue import Dialogue
from duramen.observe import read_dialogue
from duramen.observe.extra import EXTRA_BYTES, LEFT_OUT, pack_extra, unplaced


def lines(*rows: dict[str, Any]) -> bytes:
    return "\n".join(json.dumps(row, ensure_ascii=False) for row in rows).encode()


def chatgpt(**fields: Any) -> bytes:
    message = {
        "id": "m",
        "author": {"role": "user", "name": None, "metadata": {}},
        "create_time": 1736900000.5,
        "content": {"content_type": "text", "parts": ["hi"]},
        "status": "finished_successfully",
        "weight": 1.0,
        "recipient": "all",
        "end_turn": None,
        **fields,
    }
    nodes = {"r": {"id": "r", "message": None}, "m": {"id": "m", "message": message, "parent": "r"}}
    return json.dumps([{"conversation_id": "c", "mapping": nodes, "current_node": "m"}]).encode()


def extras(dialogue: Dialogue) -> list[dict[str, Any]]:
    return [json.loads(message.extra) for message in dialogue.messages]


TAVERN = {"name": "B", "is_user": False, "is_system": False, "send_date": "2025-01-01T00:00:00Z", "mes": "yo"}
CHATLAB = {"_type": "message", "sender": "wxid_a", "accountName": "小王", "timestamp": 1736900000, "content": "好"}
DATABASE = "localId,TalkerId,Type,SubType,IsSender,CreateTime,Status,StrContent,StrTime,Remark,NickName,Sender\n"
PICTURE = {"content_type": "image_asset_pointer", "asset_pointer": "file-1"}

KEPT: dict[str, tuple[bytes, list[dict[str, Any]]]] = {
    "chatgpt metadata": (
        chatgpt(metadata={"model_slug": "gpt-4o"}, status="in_progress"),
        [{"metadata": {"model_slug": "gpt-4o"}, "status": "in_progress"}],
    ),
    "chatgpt picture": (
        chatgpt(content={"content_type": "multimodal_text", "parts": ["look", PICTURE]}),
        [{"parts": [PICTURE]}],
    ),
    "chatgpt nothing": (chatgpt(), [{}]),
    "sillytavern extra": (
        lines({**TAVERN, "extra": {"model": "m"}, "swipes": ["yo"], "swipe_id": 0, "gen_started": "t"}),
        [{"extra": {"model": "m"}, "gen_started": "t"}],
    ),
    "sillytavern swipes": (
        lines({**TAVERN, "swipes": ["yo", "hey"], "swipe_id": 0}),
        [{"swipes": ["yo", "hey"], "swipe_id": 0}],
    ),
    "chatlab": (
        lines({**CHATLAB, "type": 25, "replyToMessageId": "9"}, {**CHATLAB, "type": 0, "sender": "wxid_me", "accountName": "我"}),
        [{"sender": "wxid_a", "type": 25, "replyToMessageId": "9"}, {"sender": "wxid_me"}],
    ),
    "memotrace database": (
        (DATABASE + "1,3,1,0,0,1736900000,读,好,2025-01-15 08:13:20,小王,王,wxid_a\n").encode(),
        [{"SubType": "0", "Status": "读", "Sender": "wxid_a"}],
    ),
    "memotrace chat": (
        "消息ID,类型,发送人,时间,内容,备注\n1,文本,我,2025-01-15 08:13:20,好,要紧\n".encode(),
        [{"备注": "要紧"}],
    ),
    "jsonl": (
        lines(
            {"role": "user", "Content": "a", "mood": "blue", "tags": ["x"], "none": None, "tool_calls": []},
            {"role": "manager", "name": "Bo", "text": "b", "message": "second"},
            {"role": "assistant", "content": [{"type": "text", "text": "c"}, {"type": "image_url", "url": "u"}]},
        ),
        [
            {"mood": "blue", "tags": ["x"]},
            {"role": "manager", "message": "second"},
            {"content": [{"type": "image_url", "url": "u"}]},
        ],
    ),
    "csv": (
        b"role,content,mood\nuser,hi,blue\nassistant,yes,calm,of course\n",
        [{"mood": "blue"}, {"mood": "calm", "_surplus": "of course"}],
    ),
    "characterai": (
        json.dumps(
            {"histories": [{"external_id": "H", "msgs": [
                {"uuid": "u", "text": "a", "created": "2023-02-01T10:00:00Z", "src": {"name": "Bo", "is_human": True},
                 "image_rel_path": "p.png"}]}]}
        ).encode(),
        [{"image_rel_path": "p.png"}],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", KEPT)
def test_fields_without_a_place_are_kept_with_their_message(name: str) -> None:
    data, expected = KEPT[name]
    dialogue = read_dialogue(data, name="x")
    assert extras(dialogue) == expected
    assert not any(kind.startswith("field ") for kind in dialogue.skipped)


def test_a_field_that_is_too_large_is_named_in_the_message_and_in_the_report() -> None:
    dialogue = read_dialogue(chatgpt(metadata={"model_slug": "m", "citations": "c" * 5000}), name="x")
    assert extras(dialogue) == [{"metadata": {"model_slug": "m"}, LEFT_OUT: ["metadata.citations"]}]
    assert dialogue.skipped == {"field metadata.citations": 1}
    assert dialogue.problems == ()


def test_a_memory_of_mem0_may_carry_far_more() -> None:
    rows = [{"id": "1", "memory": "a", "created_at": "2024-07-01", "metadata": {"source": "s" * 50_000}}]
    dialogue = read_dialogue(json.dumps(rows).encode(), name="m.json")
    assert extras(dialogue) == [{"metadata": {"source": "s" * 50_000}}]
    assert dialogue.skipped == {}


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**12), 10**12) | st.text(st.characters(), max_size=300),
    lambda inner: (
        st.lists(inner, max_size=6) | st.dictionaries(st.text(st.characters(), max_size=60), inner, max_size=8)
    ),
    max_leaves=60,
)


@given(st.dictionaries(st.text(st.characters(), max_size=90), JSON, max_size=30))
def test_what_is_kept_fits_can_be_stored_and_names_what_is_missing(fields: dict[str, Any]) -> None:
    fields = unplaced(fields, ())
    text, missing = pack_extra(fields)
    assert len(text.encode("utf-8")) <= EXTRA_BYTES
    kept = json.loads(text)
    assert (LEFT_OUT in kept) is bool(missing)
    if not missing and not any("\ud800" <= char <= "\udfff" for char in json.dumps(fields, ensure_ascii=False)):
        assert kept == fields


def test_lone_halves_of_characters_and_endless_nesting_do_no_harm() -> None:
    deep: Any = []
    for _ in range(100_000):
        deep = [deep]
    text, missing = pack_extra({"half": "a\ud800", "pair": "\ud83d\ude00", "deep": deep, "nel": "a\x85b\x00"})
    assert json.loads(text) == {"half": "a\ufffd", "pair": "😀", "nel": "a\x85b\x00", LEFT_OUT: ["deep"]}
    assert missing == ("deep",)
    while deep:  # taken apart piece by piece, which needs no depth
        deep = deep.pop()
