"""A group chat feeds each person's records and tree with that person's words only (B21)."""

import asyncio
import json
from pathlib import Path

import pytest

from duramen import AsyncMemory, ImportedEveryone, InputError
from duramen.domain.dialogue import Role
from duramen.errors import BadSetting

LOCOMO = Path(__file__).resolve().parents[3] / "shared" / "data" / "locomo" / "locomo_first5.json"
GROUP = [
    ("Ann", "let's all eat hotpot on Friday"),
    ("Ben", "yes, hotpot! I live in Leeds now."),
    ("Cara", "I'm in. I work as a nurse."),
    ("Rose Bot", "Friday: hotpot"),
    ("Ann", "I have a cat called Miso."),
]


@pytest.fixture
def group(tmp_path):
    def write(rows=GROUP, name="group.jsonl", gap=1):
        path = tmp_path / name
        path.write_text(
            "".join(
                json.dumps(
                    {
                        "speaker": who,
                        "content": text,
                        "time": f"2025-03-05T{10 + n * gap // 60:02}:{n * gap % 60:02}:00Z",
                    }
                )
                + "\n"
                for n, (who, text) in enumerate(rows)
            )
        )
        return path

    return write


def own_words(memory, person):
    return [t.text for r in memory.rounds(person=person) for t in r.turns if t.role is Role.PERSON]


def test_each_member_becomes_a_person_of_whose_own_words_alone_the_tree_is_made(memory, group):
    done = memory.import_everyone(group())
    assert [(m.done.person, m.words, m.new) for m in done.members] == [
        ("Ann", 2, True),
        ("Ben", 1, True),
        ("Cara", 1, True),
    ]
    assert done.bots == {"Rose Bot": 1}
    assert sorted(memory.persons()) == ["Ann", "Ben", "Cara"]
    for person in memory.persons():
        assert own_words(memory, person) == [text for who, text in GROUP if who == person]
        memory.listen(person=person, listener="rules")
    trees = {person: memory.persona.show(person=person).tree.values() for person in memory.persons()}
    assert trees["Ann"].keys() == {"pets.animals"}
    assert trees["Ben"] == {"home.city": "Leeds"}
    assert trees["Cara"] == {"work.occupation": "nurse"}


def test_what_the_group_agreed_for_the_moment_is_nobodys_trait(memory, group):
    said = [
        ("Ann", "let's all eat hotpot on Friday"),
        ("Ben", "ok, hotpot on Friday then"),
        ("小红", "周五我们一起吃火锅吧"),
        ("小明", "好，一起去吃火锅"),
    ]
    memory.import_everyone(group(said))
    for person in memory.persons():
        memory.listen(person=person, listener="rules")
        assert memory.persona.show(person=person).tree.values() == {}


def test_importing_again_adds_nothing_and_a_grown_export_what_is_new(memory, group):
    memory.import_everyone(group())
    before = {person: memory.rounds(person=person) for person in memory.persons()}
    again = memory.import_everyone(group())
    assert [(m.done.rounds, m.done.messages, m.new) for m in again.members] == [(0, 0, False)] * 3
    assert {person: memory.rounds(person=person) for person in memory.persons()} == before
    memory.import_everyone(group([*GROUP, ("Ben", "I sing."), ("Dan", "hello")]))
    assert own_words(memory, "Ben") == ["yes, hotpot! I live in Leeds now.", "I sing."]
    assert own_words(memory, "Dan") == ["hello"]


def test_an_import_for_one_person_and_for_everyone_are_the_same_records(memory, group):
    memory.import_dialogue(group(), person="Ben")
    done = memory.import_everyone(group())
    assert {m.done.person: m.done.messages for m in done.members}["Ben"] == 0


def test_talk_without_a_member_is_none_of_theirs_but_what_they_answer_is(memory, group):
    early = [("Ann", f"early {n}") for n in range(3)] + [("Ben", "hm"), ("Ann", "later"), ("Dan", "hello")]
    memory.import_everyone(group(early, gap=10))
    said = [t.text for r in memory.rounds(person="Dan") for t in r.turns]
    assert "hello" in said
    assert "later" in said
    assert "early 0" not in said


def test_one_vector_a_message_however_many_members(opened, group):
    memory = opened()
    embedder = memory.workspace.embedder()
    seen = []
    embed = embedder.passages
    embedder.passages = lambda texts: seen.extend(texts) or embed(texts)
    memory.import_everyone(group())
    assert len(seen) == len(set(seen)) == len(GROUP)


def test_names_that_cannot_be_are_told_before_anything_is_stored(memory, group):
    with pytest.raises(InputError, match="--person"):
        memory.import_everyone(group([("Ann", "hi"), ("me", "hi")]))
    with pytest.raises(BadSetting, match="person"):
        memory.import_everyone(group(), person="\x00")
    assert memory.persons() == {}


def test_locomos_two_speakers_are_two_persons_who_talk_to_each_other(memory):
    if not LOCOMO.exists():
        pytest.skip("shared/data/locomo is not here")
    done = memory.import_everyone(LOCOMO, member="conv-26")
    assert len(done.members) == 2
    first, second = (m.done.person for m in done.members)
    assert memory.persons()[first].keys() == {second}
    assert memory.persons()[second].keys() == {first}
    assert sum(m.words for m in done.members) == 419


def test_the_same_from_an_async_program(memory, group):
    done = asyncio.run(AsyncMemory(memory).import_everyone(group()))
    assert isinstance(done, ImportedEveryone)
    assert len(done.members) == 3
