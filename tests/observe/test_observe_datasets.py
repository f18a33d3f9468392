"""mem0, MemoryBank, LoCoMo and RealMem: counts equal to the data's own, gold never imported, members listed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from duramen.domain.dialogue import Role
from duramen.domain.time import Precision
from duramen.errors import InputError
from duramen.observe import dialogue_members, read_dialogue, round_keys, rounds_of

DATA = Path(__file__).resolve().parents[3] / "shared" / "data"


def data_of(name: str) -> bytes:
    path = DATA / name
    if not path.exists():
        pytest.skip(f"shared/data/{name} is not here")
    return path.read_bytes()


MEM0 = {
    "results": [
        {"id": "m1", "memory": "Likes hiking", "hash": "h", "created_at": "2024-07-01T10:00:00-07:00", "updated_at": None,
         "user_id": "alex", "categories": ["hobby"], "metadata": {"source": "chat"}},
        {"id": "m2", "memory": "住在深圳", "created_at": "2024-07-01T10:00:10-07:00",
         "updated_at": "2024-08-01T10:00:00-07:00", "user_id": "alex"},
        {"id": "m3", "memory": 5, "user_id": "alex"},
    ]
}  # fmt: skip


def test_mem0_memories_are_single_statements_of_the_person_dated_by_their_last_change() -> None:
    dialogue = read_dialogue(json.dumps(MEM0).encode(), name="mem0.json", zone="America/Los_Angeles")
    assert [(m.role, m.text, m.external_id) for m in dialogue.messages] == [
        (Role.PERSON, "Likes hiking", "m1"),
        (Role.PERSON, "住在深圳", "m2"),
    ]
    assert [m.happened_at.iso() for m in dialogue.messages] == [
        "2024-07-01T10:00:00-07:00",
        "2024-08-01T10:00:00-07:00",
    ]
    assert dialogue.person == "alex"
    assert len(rounds_of(dialogue)) == 2
    assert dialogue.problems[0].where == "memory 3"


def test_mem0_fields_without_a_place_are_kept_whole() -> None:
    dialogue = read_dialogue(json.dumps(MEM0).encode(), name="mem0.json")
    assert dialogue.skipped == {}
    first, second = (json.loads(message.extra) for message in dialogue.messages)
    assert first == {"hash": "h", "categories": ["hobby"], "metadata": {"source": "chat"}}
    assert second == {"created_at": "2024-07-01T10:00:10-07:00"}  # what the wording of before was dated by


def test_mem0_with_several_users_asks_whose() -> None:
    rows = [{"id": "1", "memory": "a", "user_id": "u1"}, {"id": "2", "memory": "b", "user_id": "u2"}]
    data = json.dumps(rows).encode()
    with pytest.raises(InputError, match="'u1', 'u2'"):
        read_dialogue(data, name="m.json")
    dialogue = read_dialogue(data, name="m.json", member="u2")
    assert [message.text for message in dialogue.messages] == ["b"]
    assert dialogue.skipped == {"other user": 1}


BANK = {
    " Ann ": {"name": "Ann", "meta_information": {"hobby": "GOLD"}, "summary": {"x": "GOLD"},
              "history": {"2023-05-02": [{"query": "q2", "response": "r2"}],
                          "2023-05-01": [{"query": "q1", "response": "r1"}, {"memory": "GOLD"}]}},
    "王峰": {"name": "王峰", "history": {"2023-05-01": [{"query": "问", "response": "答"}]}},
}  # fmt: skip


def test_memorybank_people_are_matched_loosely_and_their_days_are_sessions() -> None:
    data = json.dumps(BANK).encode()
    assert dialogue_members(data, name="b.json") == ("Ann", "王峰")
    dialogue = read_dialogue(data, name="b.json", member="ann")
    assert [one.session for one in rounds_of(dialogue)] == ["2023-05-01", "2023-05-02"]
    assert [m.text for one in rounds_of(dialogue) for m in one.messages] == ["q1", "r1", "q2", "r2"]
    assert {message.happened_at.precision for message in dialogue.messages} == {Precision.DAY}
    assert "2023-05-01, turn 2" in dialogue.problems[0].where


def test_memorybank_without_or_with_an_unknown_member_lists_the_people() -> None:
    data = json.dumps(BANK).encode()
    for member in ("", "Zoe"):
        with pytest.raises(InputError, match="王峰"):
            read_dialogue(data, name="b.json", member=member)


@pytest.mark.parametrize("language", ["en", "cn"])
def test_all_fifteen_people_of_memorybank_give_the_566_turns_of_its_readme(language: str) -> None:
    data = data_of(f"memorybank/{language}/memory_bank_{language}.json")
    people = dialogue_members(data, name="bank.json")
    dialogues = [read_dialogue(data, name="bank.json", member=person) for person in people]
    assert len(people) == 15
    assert sum(len(dialogue.messages) for dialogue in dialogues) == 2 * 566
    assert sum(len(rounds_of(dialogue)) for dialogue in dialogues) == 566
    assert all(not dialogue.problems and not dialogue.skipped for dialogue in dialogues)
    assert all(message.happened_at.known for dialogue in dialogues for message in dialogue.messages)


LOCOMO = [
    {
        "sample_id": f"conv-{number}",
        "qa": [{"question": "GOLD"}],
        "conversation": {
            "speaker_a": "Kim",
            "speaker_b": other,
            "session_1_date_time": "2:05 pm on 3 March, 2024",
            "session_1": [
                {"speaker": "Kim", "dia_id": "D1:1", "text": "I drew this!", "blip_caption": "a photo of a boat"},
                {"speaker": other, "dia_id": "D1:2", "text": "Lovely."},
                {"speaker": "Nobody", "dia_id": "D1:3", "text": "?"},
            ],
            "session_9_date_time": "1:00 pm on 9 March, 2024",
        },
    }
    for number, other in ((1, "Lee"), (2, "Sam"))
]


def test_locomo_is_read_from_one_side_with_captions_and_dia_ids() -> None:
    dialogue = read_dialogue(json.dumps(LOCOMO).encode(), name="l.json", member="lee")
    assert [(m.role, m.text, m.external_id) for m in dialogue.messages] == [
        (Role.CHARACTER, "I drew this! [shares a picture: a photo of a boat]", "D1:1"),
        (Role.PERSON, "Lovely.", "D1:2"),
    ]
    assert {m.happened_at.iso() for m in dialogue.messages} == {"2024-03-03T14:05:00+00:00"}
    assert (dialogue.person, dialogue.character) == ("Lee", "Kim")
    assert dialogue.problems[0].where == "session_1, turn 3"


@pytest.mark.parametrize("member", ["", "Kim", "Zoe"])
def test_locomo_lists_the_sides_when_the_member_is_missing_unknown_or_ambiguous(member: str) -> None:
    with pytest.raises(InputError, match="'conv-1/Kim', 'conv-1/Lee', 'conv-2/Kim', 'conv-2/Sam'"):
        read_dialogue(json.dumps(LOCOMO).encode(), name="l.json", member=member)


def test_the_five_locomo_conversations_have_128_sessions_from_either_side() -> None:
    data = data_of("locomo/locomo_first5.json")
    turns = sum(
        len(value)
        for sample in json.loads(data)
        for key, value in sample["conversation"].items()
        if isinstance(value, list)
    )
    sides = dialogue_members(data, name="l.json")
    assert len(sides) == 10
    for half in (sides[::2], sides[1::2]):
        dialogues = [read_dialogue(data, name="l.json", member=side) for side in half]
        assert sum(len({m.session for m in d.messages}) for d in dialogues) == 128
        assert sum(len(d.messages) for d in dialogues) == turns
        # One picture is given as its bytes, which are more than is kept beside a message.
        assert all(not d.problems and set(d.skipped) <= {"field img_url"} for d in dialogues)
        assert all(m.happened_at.known and m.external_id for d in dialogues for m in d.messages)


def test_realmem_keeps_turns_with_ids_and_days_and_no_gold() -> None:
    turns = [
        {"speaker": "User", "content": "Hi", "is_query": True, "query_id": "GOLD"},
        {"speaker": "Assistant", "content": "Hello", "memory_used": ["GOLD"]},
        {"speaker": "Ghost", "content": "boo"},
    ]
    session = {"session_uuid": "s1", "current_time": "2025-12-15 (Monday)", "dialogue_turns": turns}
    data = json.dumps({"_metadata": {"person_name": "Ada_Byron"}, "dialogues": [session]}).encode()
    dialogue = read_dialogue(data, name="r.json", member="ada byron")
    assert [(m.role, m.speaker, m.external_id) for m in dialogue.messages] == [
        (Role.PERSON, "Ada Byron", "s1:0"),
        (Role.CHARACTER, "", "s1:1"),
    ]
    assert dialogue.messages[0].happened_at.iso() == "2025-12-15"
    assert "Ghost" in dialogue.problems[0].what
    with pytest.raises(InputError, match="Ada Byron"):
        read_dialogue(data, name="r.json", member="Charles")


def test_the_seven_realmem_people_give_1479_sessions_and_10184_turns() -> None:
    folder = DATA / "realmem"
    files = sorted(folder.glob("*_dialogues_*.json"))
    if not files:
        pytest.skip("shared/data/realmem is not here")
    sessions = turns = 0
    for file in files:
        dialogue = read_dialogue(file.read_bytes(), name=file.name)
        sessions += len({message.session for message in dialogue.messages})
        turns += len(dialogue.messages) + dialogue.skipped.get("empty", 0)
        rounds = rounds_of(dialogue)
        assert sum(len(one.messages) for one in rounds) == len(dialogue.messages)
        assert len({key for keys in round_keys(rounds) for key in keys}) == len(dialogue.messages)
        assert all(message.happened_at.precision is Precision.DAY for message in dialogue.messages)
    assert (len(files), sessions, turns) == (7, 1479, 10184)
