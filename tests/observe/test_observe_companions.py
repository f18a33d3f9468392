"""SillyTavern and Character.AI: both layouts of each."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from duramen.domain.dialogue import Role
from duramen.errors import InputError
from duramen.observe import dialogue_members, import_keys, read_dialogue, rounds_of

SAMPLES = Path(__file__).resolve().parents[3] / "shared" / "data" / "chat_exports"
HEADER = {"chat_metadata": {}, "user_name": "unused", "character_name": "unused"}


def said(name: str, text: str, at: object, *, user: bool = False, **more: Any) -> dict[str, Any]:
    return {"name": name, "is_user": user, "is_system": False, "send_date": at, "mes": text, **more}


def lines(*rows: object) -> bytes:
    return "\n".join(json.dumps(row, ensure_ascii=False) for row in rows).encode()


def test_a_sillytavern_chat_keeps_the_chosen_swipe_and_counts_notices() -> None:
    data = lines(
        HEADER,
        said("星野", "“你来啦。”", "2025-09-26T07:04:12.006Z", swipes=["x", "“你来啦。”"], swipe_id=1),
        said("阿林", "加班到九点。", "2025-09-26T07:06:02.345Z", user=True),
        {**said("System", "notice", "2025-09-26T07:06:03Z"), "is_system": True, "extra": {"type": "comment"}},
        {**said("System", "夜深了。", "2025-09-26T07:06:04Z"), "is_system": True, "extra": {"type": "narrator"}},
    )
    dialogue = read_dialogue(data, name="chat.jsonl")
    assert dialogue.format == "sillytavern"
    assert [(message.role, message.text) for message in dialogue.messages] == [
        (Role.CHARACTER, "“你来啦。”"),
        (Role.PERSON, "加班到九点。"),
        (Role.CHARACTER, "夜深了。"),
    ]
    assert (dialogue.person, dialogue.character, dialogue.skipped) == ("阿林", "星野", {"system": 1})


def test_older_sillytavern_dates_are_read_in_the_zone_and_epochs_as_instants() -> None:
    header = {"user_name": "You", "character_name": "Ada", "create_date": "x", "chat_metadata": {}}
    data = lines(
        header,
        said("You", "Hello", "June 5, 2023 8:11pm", user=True),
        said("Ada", "Hi.", 1686000000000),
        said("Ada", "Hm.", "2023-06-05@20h11m33s"),
    )
    dialogue = read_dialogue(data, name="chat.jsonl", zone="Asia/Shanghai")
    assert [message.happened_at.iso() for message in dialogue.messages] == [
        "2023-06-05T20:11:00+08:00",
        "2023-06-06T05:20:00+08:00",
        "2023-06-05T20:11:33+08:00",
    ]
    assert dialogue.person == "You"


def test_a_broken_sillytavern_line_is_reported_with_its_number_and_the_rest_is_kept() -> None:
    data = lines(HEADER, said("A", "one", "2025-01-01T00:00:00Z", user=True)) + b'\n{"name": "B", "mes\n'
    data += lines(said("B", "two", "no date"), {"name": "B", "is_user": False}, {"mes": "whose?"})
    dialogue = read_dialogue(data, name="chat.jsonl")
    assert [message.text for message in dialogue.messages] == ["one", "two"]
    assert [problem.where for problem in dialogue.problems] == ["line 3", "line 4", "line 5", "line 6"]


def test_a_sillytavern_branch_shares_the_keys_of_its_parent() -> None:
    shared = [said("A", "hi", "2025-01-01T00:00:00Z", user=True), said("B", "yo", "2025-01-01T00:00:05Z")]
    parent = read_dialogue(lines(HEADER, *shared, said("A", "left", "2025-01-01T00:01:00Z", user=True)), name="a")
    branch = read_dialogue(lines(HEADER, *shared, said("A", "right", "2025-01-01T00:02:00Z", user=True)), name="b")
    common = set(import_keys(parent.messages)) & set(import_keys(branch.messages))
    assert len(common) == 2


def test_the_member_of_a_sillytavern_chat_must_be_its_person() -> None:
    data = lines(HEADER, said("A", "hi", "2025-01-01T00:00:00Z", user=True), said("B", "yo", 1686000000))
    assert len(read_dialogue(data, name="c", member="a").messages) == 2
    with pytest.raises(InputError, match="'A'"):
        read_dialogue(data, name="c", member="Zoe")


def legacy(*messages: dict[str, Any]) -> bytes:
    character = {"info": {"character": {"data": {"name": "Luna"}}}}
    return json.dumps({**character, "histories": {"histories": [{"external_id": "H", "msgs": messages}]}}).encode()


def test_a_characterai_dump_reads_its_histories() -> None:
    data = legacy(
        {"uuid": "u1", "text": "Hello", "created": "2023-02-01T10:00:00Z", "src": {"name": "Luna", "is_human": False}},
        {"uuid": "u2", "text": "Hi", "created": "2023-02-01T10:01:00Z", "src": {"name": "Bo", "is_human": True}},
        {"uuid": "u3", "text": "x", "src": {"name": "Luna", "is_human": False}, "is_alternative": True},
        {"uuid": "u4", "text": "?", "src": {"name": "Luna"}},
    )
    dialogue = read_dialogue(data, name="dump.json")
    assert [(message.role, message.external_id) for message in dialogue.messages] == [
        (Role.CHARACTER, "u1"),
        (Role.PERSON, "u2"),
    ]
    assert (dialogue.person, dialogue.character, dialogue.skipped) == ("Bo", "Luna", {"alternative": 1})
    assert dialogue.problems[0].where == "history 1, message 4"


def turn(key: str, name: str, at: str, *texts: str, primary: int = 0, **author: Any) -> dict[str, Any]:
    return {
        "turn_key": {"chat_id": "C", "turn_id": key},
        "create_time": at,
        "author": {"name": name, **author},
        "candidates": [{"candidate_id": f"{key}{n}", "raw_content": text} for n, text in enumerate(texts)],
        "primary_candidate_id": f"{key}{primary}",
    }


def test_characterai_turns_newest_first_come_out_oldest_first_with_the_primary_candidate() -> None:
    turns = [
        turn("t3", "Luna", "2024-05-01T10:02:00Z", "no", "yes", primary=1),
        turn("t2", "Guest", "2024-05-01T10:01:00Z", "I moved", is_human=True),
        turn("t1", "Luna", "2024-05-01T10:00:00Z", "Hello"),
    ]
    dialogue = read_dialogue(json.dumps({"turns": turns}).encode(), name="c.json")
    assert [message.text for message in dialogue.messages] == ["Hello", "I moved", "yes"]
    assert [message.role for message in dialogue.messages] == [Role.CHARACTER, Role.PERSON, Role.CHARACTER]
    assert dialogue.skipped == {"alternative": 1}
    pages = [{"turns": turns[:1]}, {"turns": turns[1:]}]
    assert read_dialogue(json.dumps(pages).encode(), name="c.json").messages == dialogue.messages


def test_characterai_turns_without_marks_or_names_ask_for_the_member() -> None:
    turns = [turn("t1", "Luna", "2024-05-01T10:00:00Z", "Hello"), turn("t2", "Bo", "2024-05-01T10:01:00Z", "Hi")]
    data = json.dumps({"turns": turns}).encode()
    assert dialogue_members(data, name="c.json") == ("Luna", "Bo")
    with pytest.raises(InputError, match="'Luna', 'Bo'"):
        read_dialogue(data, name="c.json")
    assert read_dialogue(data, name="c.json", member="bo").character == "Luna"
    named = json.dumps({"character": {"name": "Luna"}, "turns": turns}).encode()
    assert read_dialogue(named, name="c.json").person == "Bo"


@pytest.mark.parametrize(
    ("file", "rounds"),
    [
        ("sillytavern_chat.synthetic.jsonl", 2),
        ("sillytavern_chat_oldstyle.synthetic.jsonl", 1),
        ("characterai_legacy_dump.synthetic.json", 2),
        ("characterai_chat2_turns.synthetic.json", 2),
    ],
)
def test_the_samples_read_without_a_problem(file: str, rounds: int) -> None:
    path = SAMPLES / file
    if not path.exists():
        pytest.skip("shared/data/chat_exports is not here")
    dialogue = read_dialogue(path.read_bytes(), name=file)
    assert len(dialogue.messages) == 2
    assert dialogue.problems == ()
    assert len(rounds_of(dialogue)) == rounds
