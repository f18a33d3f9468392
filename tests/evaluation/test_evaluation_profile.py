"""Gold facts and profiles against trees: coverage, loading, hearing, judging, the report."""

import gzip
import json

import pytest

from duramen.domain.operations import Kind, Operation, OperationList
from duramen.domain.persona import Proposal, Proposals, Quote
from duramen.errors import BadSetting, UnreadableFile
from duramen.evaluation.profile import report
from duramen.evaluation.profile.coverage import best_leaf, content, coverage
from duramen.evaluation.profile.facts import judge_facts
from duramen.evaluation.profile.hearing import hear
from duramen.evaluation.profile.run import FactsRequest, run_facts
from duramen.evaluation.profile.statics import files_of, load_told
from duramen.evaluation.profile.traits import load_profiles, may_hold, traits_of
from duramen.memory.open import Memory
from duramen.schemas import load_schema

CORE = load_schema("core")
PEOPLE = ("Adeleke_Okonjo", "Ethan_Hunt", "Kenta_Tanaka", "Kim_Ji_young")


class Noter:
    """A listener that writes down, word for word, what follows "note PATH:" in a message, with its quote."""

    name = "noter@1"

    def listen(self, window, tree, schema):
        held = tree.values()
        proposals = []
        for message in window.messages:
            if message.own and not message.shown_only and message.text.startswith("note "):
                path, value = message.text.removeprefix("note ").split(": ", 1)
                quote = Quote(record_id="", turn_id=message.turn_id, start=0, end=len(message.text), words=message.text)
                kind = Kind.UPDATE if path in held else Kind.ADD
                proposals.append(Proposal(operation=Operation(kind=kind, path=path, value=value), quote=quote))
        operations = OperationList(operations=tuple(one.operation for one in proposals))
        return Proposals(text="", read=operations, proposals=tuple(proposals))


@pytest.fixture
def heard(tmp_path):
    """Hear a dialogue in a store of the test."""

    def hear_it(told):
        with Memory(tmp_path / "home") as memory:
            return list(hear(memory, "told", told.dialogue, Noter()))

    return hear_it


@pytest.fixture
def data(tmp_path):
    """Two sessions of one person four times over, the later one first in the file, and a MemoryBank of nine people."""
    first = _session(
        "s1",
        "2025-01-05",
        ["note home.city: Oban", "note likes.food: smoked haddock soup with leeks"],
        [("Static", "User lives in Oban.", 1, 0), ("Static", "User prefers haddock soup and leeks.", 3, 2)],
    )
    second = _session(
        "s2",
        "2025-02-05",
        ["note home.city: Lerwick", "Nothing else."],
        [
            ("Static", "User lives in Lerwick.", 1, 0),
            ("Static", "User owns a red canoe.", 3, 2),
            ("Dynamic", "User will sail.", 1, 0),
        ],
    )
    (tmp_path / "realmem").mkdir()
    for name in PEOPLE:
        document = {"_metadata": {"person_name": name}, "dialogues": [second, first]}
        (tmp_path / "realmem" / f"{name}_dialogues_256k.json").write_text(json.dumps(document), encoding="utf-8")
    for folder, language in (("en", "en"), ("cn", "zh")):
        (tmp_path / "memorybank" / folder).mkdir(parents=True)
        file = tmp_path / "memorybank" / folder / f"memory_bank_{folder}.json"
        file.write_text(json.dumps(_people(language), ensure_ascii=False), encoding="utf-8")
    return tmp_path


def _session(uuid, date, said, memories):
    turns = []
    for text in said:
        turns += [
            {"speaker": "User", "content": text, "is_query": False},
            {"speaker": "Assistant", "content": "I see.", "is_query": False},
        ]
    return {
        "session_uuid": uuid,
        "current_time": f"{date} (Sunday)",
        "dialogue_turns": turns,
        "extracted_memory": [
            {
                "type": kind,
                "content": content,
                "source_turn": turn,
                "source_content_snapshot": turns[index]["content"],
                "source_role_snapshot": "User",
            }
            for kind, content, turn, index in memories
        ],
    }


def _people(language):
    hobbies = "playing the harp, sailing and chess" if language == "en" else "弹竖琴，航海，下棋"
    said = "note likes.hobbies: " + ("harp and sailing" if language == "en" else "竖琴和航海")
    return {
        f"P{number}": {
            "meta_information": {
                "name": f"P{number}",
                "hobbies": hobbies,
                "personality": "calm" if language == "en" else "冷静",
                "speaking_style": "slow" if language == "en" else "缓慢",
            },
            "history": {"2023-04-27": [{"query": said, "response": "Oh."}]},
        }
        for number in range(9)
    }


def test_coverage_is_the_share_of_content_words_as_stems():
    assert content("User prefers studying maps.") == {"studi", "map"}
    assert coverage("User prefers studying maps.", "I have studied") == 0.5
    assert coverage("User is a nurse in Oban.", "nurses of Oban") == 1.0
    assert coverage("我喜欢钢琴", "弹钢琴") == 1.0
    assert coverage("User likes it.", "User likes it.") == 0.0


def test_a_leafs_title_counts_only_beside_a_word_of_its_value():
    values = {"home.city": "Oban", "likes.food": "leeks"}
    assert best_leaf("The city of Oban", values, CORE.leaves, "en").share == 1.0
    assert best_leaf("The city of Lerwick", values, CORE.leaves, "en").share == 0.0


def test_equal_leaves_give_the_first_path():
    values = {"likes.food": "leeks", "dislikes.food": "leeks"}
    assert best_leaf("leeks", values, CORE.leaves, "en").path == "dislikes.food"


def test_facts_come_in_order_of_time_each_with_its_turn_and_the_end_of_its_session(data):
    told = load_told(files_of(data, "tune")[0])
    assert [(fact.id, sorted(fact.sources), fact.upto) for fact in told.facts] == [
        ("s1/0", ["s1:0"], 4),
        ("s1/1", ["s1:2"], 4),
        ("s2/0", ["s2:0"], 8),
        ("s2/1", ["s2:2"], 8),
    ]
    assert told.facts[1].asked().text == "haddock soup leeks"
    assert told.facts[1].asked().upto == 4


def test_a_fact_is_looked_for_in_the_tree_as_it_was_after_its_own_session(data, heard):
    told = load_told(files_of(data, "tune")[0])
    steps = heard(told)
    found = list(judge_facts(told, steps, CORE))
    assert [one.leaf.covers for one in found] == [True, True, True, False]
    assert [one.last.covers for one in found] == [False, True, True, False]
    assert [one.told for one in found] == [True, True, True, False]
    assert found[0].own.path == "home.city"
    assert found[0].turn is None
    assert not found[3].either


def test_what_a_search_brings_counts_by_the_facts_own_turn_among_the_first_ten(data):
    told = load_told(files_of(data, "tune")[0])
    early = tuple((f"x{number}", "x") for number in range(9))
    shown = {
        "s2/1": (*early, ("s2:2", "s2")),
        "s1/0": (*early, ("s1:3", "s1")),
        "s1/1": (*early, ("x", "x"), ("s1:2", "s1")),
    }
    found = {one.fact.id: one for one in judge_facts(told, [], CORE, shown)}
    assert (found["s2/1"].turn, found["s2/1"].session, found["s2/1"].either) == (True, True, True)
    assert (found["s1/0"].turn, found["s1/0"].session) == (False, True)
    assert (found["s1/1"].turn, found["s1/1"].session) == (False, False)


def test_a_merged_value_rests_on_all_its_turns(data, heard):
    told = load_told(files_of(data, "tune")[0])
    steps = heard(told)
    assert steps[-1].rests_on["home.city"] == {0, 4}
    assert [write.value for step in steps for write in step.writes if write.path == "home.city"] == ["Oban", "Lerwick"]


def test_traits_are_cut_in_both_languages():
    assert traits_of("playing the harp, sailing and chess") == ("playing the harp", "sailing", "chess")
    assert traits_of("slow with a hint of melancholy.") == ("slow", "melancholy")
    assert traits_of("弹竖琴，航海，下棋") == ("弹竖琴", "航海", "下棋")
    assert may_hold("hobbies", "likes.hobbies")
    assert not may_hold("hobbies", "dislikes.other")


def test_the_first_eight_people_are_for_tuning(data):
    file = data / "memorybank" / "en" / "memory_bank_en.json"
    assert [one.name for one in load_profiles(file, "en", "tune")] == [f"P{number}" for number in range(8)]
    assert [one.name for one in load_profiles(file, "en", "report")] == ["P8"]


def test_a_run_counts_facts_and_traits_and_keeps_every_item(data, tmp_path):
    result = run_facts(FactsRequest(listener=Noter(), split="tune", data=data, search=False))
    assert (len(result.facts), len(result.traits)) == (16, 96)
    facts, english, chinese, fields, written = report.tables(result)
    assert facts.rows[-2][:3] == ["all", "16", "0.750 [0.505, 0.898]"]
    assert facts.rows[-2][4] == "–"
    assert english.rows[-1] == ["all", "0/8", "16/24", "16/24", "16/16"]
    assert chinese.rows[-1] == ["all", "0/8", "16/24", "16/24", "16/16"]
    assert [row[1] for row in fields.rows[:2]] == ["name", "hobbies"]
    assert written.rows[0][3:6] == ["2", "3", "2"]
    files = report.write(result, tmp_path / "out")
    items = [json.loads(line) for line in gzip.decompress(files[2].read_bytes()).splitlines()]
    assert len(items) == 16 + 96 + 4 * 3 + 16
    assert files[1].name == "facts-tune-tree-only-noter_1.md"


def test_misses_are_written_one_a_line(data, tmp_path):
    result = run_facts(FactsRequest(listener=Noter(), split="tune", data=data, search=False))
    report.write_failures(result, tmp_path / "misses" / "m.jsonl")
    misses = [json.loads(line) for line in (tmp_path / "misses" / "m.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [one["fact"] for one in misses] == ["User owns a red canoe."] * 4


def test_an_unknown_split_and_missing_data_are_named(data, tmp_path):
    with pytest.raises(BadSetting, match="'half'"):
        run_facts(FactsRequest(listener=Noter(), split="half", data=data))
    with pytest.raises(UnreadableFile, match="--data"):
        run_facts(FactsRequest(listener=Noter(), data=tmp_path / "nowhere"))
