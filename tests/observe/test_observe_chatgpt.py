"""ChatGPT's export: the active branch of each conversation, hidden and tool messages counted, zips and old files."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from duramen.domain.dialogue import Role
from duramen.errors import UnknownFormat, UnreadableFile
from duramen.observe import read_dialogue, rounds_of

SAMPLES = Path(__file__).resolve().parents[3] / "shared" / "data" / "chat_exports"


def node(
    key: str, parent: str | None, role: str, text: object, at: float | None = 1000.0, **message: Any
) -> dict[str, Any]:
    content = text if isinstance(text, dict) else {"content_type": "text", "parts": [text]}
    body = {"id": key, "author": {"role": role}, "create_time": at, "content": content, **message}
    return {"id": key, "message": body, "parent": parent, "children": []}


def conversation(nodes: list[dict[str, Any]], current: str, **more: Any) -> dict[str, Any]:
    return {"title": "t", "mapping": {item["id"]: item for item in nodes}, "current_node": current, "id": "c1", **more}


def read(document: object, **options: str) -> Any:
    return read_dialogue(json.dumps(document).encode(), name="conversations.json", **options)


def test_only_the_branch_of_the_current_node_is_read_in_order_from_the_root() -> None:
    nodes = [
        {"id": "root", "message": None, "parent": None},
        node("u1", "root", "user", "first"),
        node("a1", "u1", "assistant", "regenerated away"),
        node("a2", "u1", "assistant", "second"),
        node("u2", "a2", "user", "third"),
    ]
    dialogue = read([conversation(nodes, "u2")])
    assert [message.text for message in dialogue.messages] == ["first", "second", "third"]
    assert [message.external_id for message in dialogue.messages] == ["u1", "a2", "u2"]
    assert dialogue.skipped == {"other branch": 1}
    assert {message.session for message in dialogue.messages} == {"c1"}


def test_hidden_system_tool_and_thinking_messages_are_counted_by_kind() -> None:
    nodes = [
        node("s", None, "system", "be nice"),
        node("h", "s", "user", "hidden", metadata={"is_visually_hidden_from_conversation": True}),
        node("u", "h", "user", "hello"),
        node("th", "u", "assistant", {"content_type": "thoughts", "thoughts": []}),
        node("c", "th", "assistant", {"content_type": "code", "text": "search()"}, recipient="web"),
        node("t", "c", "tool", "result"),
        node("tc", "t", "assistant", "to the tool", recipient="bio"),
        node("w", "tc", "assistant", "weightless", weight=0.0),
        node("a", "w", "assistant", "hi", recipient="all", weight=1.0),
    ]
    dialogue = read([conversation(nodes, "a")])
    assert [message.text for message in dialogue.messages] == ["hello", "hi"]
    assert dialogue.skipped == {"system": 1, "hidden": 2, "thoughts": 1, "code": 1, "tool": 1, "tool call": 1}


def test_parts_that_are_pictures_are_counted_and_text_parts_are_joined() -> None:
    picture = {"content_type": "image_asset_pointer", "asset_pointer": "x"}
    spoken = {"content_type": "audio_transcription", "text": "spoken words"}
    nodes = [node("u", None, "user", {"content_type": "multimodal_text", "parts": [picture, "look", "", spoken]})]
    dialogue = read([conversation(nodes, "u")])
    assert dialogue.messages[0].text == "look\nspoken words"
    assert dialogue.skipped == {"image_asset_pointer": 1}


def test_a_missing_current_node_takes_the_latest_branch_and_says_so() -> None:
    nodes = [
        node("u", None, "user", "q"),
        node("a", "u", "assistant", "old", 10.0),
        node("b", "u", "assistant", "new", 20.0),
    ]
    dialogue = read([conversation(nodes, "gone")])
    assert [message.text for message in dialogue.messages] == ["q", "new"]
    assert "current_node" in dialogue.problems[0].what


def test_a_circle_of_parents_ends() -> None:
    dialogue = read([conversation([node("a", "b", "user", "x"), node("b", "a", "assistant", "y")], "a")])
    assert len(dialogue.messages) == 2
    assert "circle" in dialogue.problems[0].what


def test_the_flat_old_form_is_read_as_it_stands() -> None:
    flat = [{"id": "m1", "author": {"role": "user"}, "content": {"parts": ["hi"]}, "create_time": 5.0}]
    dialogue = read([{"title": "old", "create_time": 1.0, "messages": flat}])
    assert dialogue.format == "chatgpt"
    assert dialogue.messages[0].text == "hi"


def test_a_message_without_a_time_is_kept_with_an_unknown_one() -> None:
    dialogue = read([conversation([node("u", None, "user", "q", None)], "u")])
    assert not dialogue.messages[0].happened_at.known
    assert dialogue.problems == ()


def zipped(files: dict[str, object]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, document in files.items():
            archive.writestr(name, json.dumps(document))
    return buffer.getvalue()


def test_a_zip_with_numbered_parts_is_one_dialogue() -> None:
    first = [conversation([node("u1", None, "user", "one")], "u1")]
    second = [conversation([node("u2", None, "user", "two", "no time")], "u2", id="c2")]
    files = {"x/conversations-001.json": second, "x/conversations-000.json": first, "user.json": {}}
    dialogue = read_dialogue(zipped(files), name="export.zip")
    assert [(message.text, message.position) for message in dialogue.messages] == [("one", 0), ("two", 1)]
    assert dialogue.problems[0].where.startswith("part 2, ")


def test_a_zip_without_conversations_is_an_unknown_format() -> None:
    with pytest.raises(UnknownFormat, match=r"conversations\.json"):
        read_dialogue(zipped({"user.json": {}}), name="export.zip")


def test_a_damaged_zip_is_unreadable() -> None:
    whole = zipped({"conversations.json": []})
    with pytest.raises(UnreadableFile, match="zip"):
        read_dialogue(whole[: len(whole) // 2], name="export.zip")


def test_the_sample_export_reads_as_two_sessions() -> None:
    path = SAMPLES / "chatgpt_conversations.synthetic.json"
    if not path.exists():
        pytest.skip("shared/data/chat_exports is not here")
    dialogue = read_dialogue(path.read_bytes(), name=path.name)
    assert [message.role for message in dialogue.messages] == [Role.PERSON, Role.CHARACTER] * 3
    assert dialogue.skipped == {"image_asset_pointer": 1, "other branch": 1, "system": 1, "tool": 1}
    assert [len(one.messages) for one in rounds_of(dialogue)] == [2, 2, 2]
