"""Inputs that broke other systems, as far as they concern importing, learning and recalling."""

import json

import pytest

from duramen import Memory, NotFound, Settings


def everything(found):
    return [*(e.candidate for e in found.evidence), *found.candidates]


@pytest.mark.parametrize(
    "text",
    [
        'She said "no", then \\"yes\\" \\\\ and left)',
        "line one\nline two\n\n\tindented",
        "木曜日に会いましょう（駅前）。",
        "👩‍👩‍👧 and 🇵🇹 and e\u0301 and 한국어",
        "</response><analysis>E1</analysis>{{ jinja }} {% raw %} %s {0}",
        "'; DROP TABLE turns; --",
    ],
)
def test_words_come_back_exactly_as_they_were_said(memory, tmp_path, text):
    import unicodedata

    expected = unicodedata.normalize("NFC", text)
    memory.record(text, text, person="Ann")
    file = tmp_path / "talk.jsonl"
    file.write_text(json.dumps({"role": "user", "content": text, "time": "2024-05-01"}) + "\n")
    memory.import_dialogue(file, person="Ben")
    assert [turn.text for turn in memory.rounds(person="Ann")[0].turns] == [expected] * 2
    assert memory.rounds(person="Ben")[0].turns[0].text == expected
    assert memory.recall(text, person="Ben").evidence[0].text == expected


@pytest.mark.parametrize(
    ("question", "expected"), [("猫", "我养了一只猫。"), ("工作压力", "最近工作压力很大。"), ("狗", "邻居有一条狗。")]
)
@pytest.mark.parametrize("preset", ["balanced", "light"])
def test_chinese_words_of_one_character_and_of_several_find_their_sentence_first(memory, question, expected, preset):
    for text in ("我养了一只猫。", "最近工作压力很大。", "邻居有一条狗。", "今天天气不错。", "周末去爬山。"):
        memory.record(text, person="李雷")
    found = memory.recall(question, person="李雷", preset=preset)
    best = min(everything(found), key=lambda candidate: candidate.rank)
    assert best.text == expected


def test_one_sentence_in_both_memories_stands_once_in_the_prompt(memory, tmp_path):
    sentence = "The harbour office opens at nine on weekdays."
    guide = tmp_path / "guide.txt"
    guide.write_text(sentence)
    memory.learn(guide)
    memory.record(sentence, person="Ann")
    found = memory.recall("When does the harbour office open?", person="Ann")
    assert sum(sentence in e.text for e in found.evidence) == 1
    assert any(e.candidate.merged for e in found.evidence)
    assert memory.prompt("When does the harbour office open?", person="Ann").text.count(sentence) == 1


def test_two_facts_that_bear_on_a_question_are_both_in_the_prompt(memory):
    memory.record("I am allergic to peanuts.", person="Ann", at="2024-01-01T10:00")
    memory.record("I am allergic to bees.", person="Ann", at="2024-02-01T10:00")
    prompt = memory.prompt("What am I allergic to?", person="Ann").text
    assert prompt.index("peanuts") < prompt.index("bees")


@pytest.mark.parametrize("home", ["folder"], indirect=True)
def test_a_removed_document_leaves_no_trace_in_searches_lists_or_bytes(opened, tmp_path):
    memory = opened()
    memory.record("hello", person="Ann")
    files = []
    for number in range(3):
        file = tmp_path / f"note{number}.md"
        file.write_text(f"# Note {number}\n\nThe password of drawer {number} is quagga{number}quagga.\n")
        files.append(file)
    memory.learn(*files)
    assert any("quagga1quagga" in c.text for c in everything(memory.recall("quagga1quagga drawer 1?", person="Ann")))
    memory.remove_document("note1.md")
    for preset in ("balanced", "paper", "light"):
        found = memory.recall("The password of drawer 1 is quagga1quagga.", person="Ann", preset=preset)
        assert not any("quagga1quagga" in c.text for c in everything(found))
    assert len(memory.documents()) == 2
    with pytest.raises(NotFound):
        memory.document("note1.md")
    memory.close()
    kept = b"".join(path.read_bytes() for path in (tmp_path / "home").rglob("*") if path.is_file())
    assert b"quagga2quagga" in kept
    assert b"quagga1quagga" not in kept


def test_a_changed_document_replaces_its_chunks(memory, tmp_path):
    memory.record("hello", person="Ann")
    file = tmp_path / "hours.md"
    file.write_text("# Hours\n\nThe shop opens at nine.\n")
    assert memory.learn(file)[0].outcome == "added"
    assert memory.learn(file)[0].outcome == "unchanged"
    file.write_text("# Hours\n\nThe shop opens at ten.\n")
    assert memory.learn(file)[0].outcome == "replaced"
    texts = " ".join(c.text for c in everything(memory.recall("When does the shop open?", person="Ann")))
    assert "at ten" in texts
    assert "at nine" not in texts


def test_a_document_without_a_date_has_none(memory, tmp_path):
    memory.record("hello", person="Ann")
    file = tmp_path / "hours.md"
    file.write_text("# Hours\n\nThe shop opens at nine.\n")
    memory.learn(file)
    found = memory.recall("When does the shop open?", person="Ann")
    (chunk,) = [e.candidate for e in found.evidence if "shop opens" in e.text]
    assert chunk.happened_at.at_us is None
    assert chunk.happened_at.iso() is None
    assert chunk.recorded_at.at_us == memory.workspace.now_us()


def test_searching_several_bases_at_once_finds_in_each(memory, tmp_path):
    memory.record("hello", person="Ann")
    for name in ("one", "two", "three"):
        file = tmp_path / f"{name}.md"
        file.write_text(f"# {name}\n\nThe lighthouse called {name} was built by {name} builders.\n")
        memory.learn(file, base=name)
    for bases in (None, ["one", "two", "three"]):
        found = memory.recall("Who built the lighthouse?", person="Ann", bases=bases)
        assert {e.candidate.origin for e in found.evidence} >= {"one", "two", "three"}
    only = memory.recall("Who built the lighthouse?", person="Ann", bases=["two"])
    assert {c.origin for c in everything(only) if c.source.value == "knowledge"} == {"two"}


def test_a_wonton_eaten_yesterday_is_not_presented_as_eaten_today(memory):
    memory.record("I am about to cook wontons.", person="Ann", at="2024-05-01T18:00")
    prompt = memory.prompt("What am I cooking?", person="Ann", at="2024-05-03T18:00").text
    assert "1 May 2024" in prompt
    assert "3 May 2024" in prompt


def test_names_hold_no_state_between_calls(memory):
    memory.record("My cat is Miso.", person="Ann", character="Ada")
    memory.record("My dog is Rex.", person="Ben", character="Ada")
    for person, own, other in (("Ann", "Miso", "Rex"), ("Ben", "Rex", "Miso")):
        prompt = memory.prompt("Is it a cat or a dog?", person=person, character="Ada").text
        assert own in prompt
        assert other not in prompt


def test_a_one_character_question_finds_it_inside_words_too(tmp_path):
    with Memory(tmp_path / "home", settings=Settings(embedder="hash", timezone="UTC")) as memory:
        for day, text in enumerate(("今天去公园散步。", "我的猫叫米洛。", "工作压力很大。", "养狗的人真多。"), start=1):
            memory.record(text, person="林", at=f"2025-03-0{day}T10:00")
        for question, expected in (("猫", "我的猫叫米洛。"), ("狗", "养狗的人真多。"), ("工作压力", "工作压力很大。")):
            found = memory.recall(question, person="林", preset="light")
            best = min(found.evidence, key=lambda e: e.candidate.rank)
            assert best.text == expected
