"""The data that ships for the demo: whole, dated, consistent, and able to answer its own questions."""

from __future__ import annotations

import json
from datetime import date
from importlib.resources import files
from itertools import pairwise
from typing import Any

import pytest

from duramen.documents import chunk, read_document
from duramen.domain.dialogue import Role
from duramen.observe import read_card, read_dialogue, rounds_of
from duramen.text.languages import language_of
from duramen.text.moments import parse_moment, resolve_relative

DEMO = files("duramen") / "demo"
DOCUMENT = {"zh": "handbook.md", "en": "guide.md"}
NAMES = {"zh": ("林晓禾", "阿檀"), "en": ("Tess Calloway", "Wren")}
QUESTIONS: dict[str, Any] = json.loads((DEMO / "questions.json").read_text(encoding="utf-8"))
LANGUAGES = pytest.mark.parametrize("language", ["zh", "en"])


def dialogue_of(language: str):
    return read_dialogue((DEMO / language / "history.jsonl").read_bytes(), name="history.jsonl")


@LANGUAGES
def test_a_history_is_read_without_a_problem_into_25_to_40_rounds_over_four_months(language: str):
    dialogue = dialogue_of(language)
    rounds = rounds_of(dialogue)
    assert dialogue.problems == ()
    assert (dialogue.person, dialogue.character) == NAMES[language]
    assert 25 <= len(rounds) <= 40
    assert all([message.role for message in one.messages] == [Role.PERSON, Role.CHARACTER] for one in rounds)
    days = (rounds[-1].happened_at.local().date() - rounds[0].happened_at.local().date()).days
    assert 100 <= days <= 135
    assert {language_of(message.text) for message in dialogue.messages if len(message.text) > 20} == {language}


@LANGUAGES
def test_times_go_forward_and_carry_their_offset(language: str):
    messages = dialogue_of(language).messages
    assert all(one.happened_at.at_us < two.happened_at.at_us for one, two in pairwise(messages))
    assert {message.happened_at.offset_minutes for message in messages} == ({480} if language == "zh" else {0, 60})


@pytest.mark.parametrize(
    "language,words,day",
    [
        ("zh", "前天跑步下坡", date(2025, 4, 11)),
        ("zh", "昨天下班去江边", date(2025, 3, 7)),
        ("zh", "上周五部门开会", date(2025, 3, 14)),
        ("zh", "上周五是我在出版社", date(2025, 5, 16)),
        ("zh", "昨天复查", date(2025, 6, 28)),
        ("en", "fell off the wall the day before yesterday", date(2025, 4, 7)),
        ("en", "Went climbing yesterday", date(2025, 2, 28)),
        ("en", "yearly meeting last Friday", date(2025, 3, 7)),
        ("en", "clocks went forward yesterday", date(2025, 3, 30)),
        ("en", "the physio yesterday", date(2025, 6, 4)),
    ],
)
def test_relative_words_mean_the_days_that_the_story_means(language: str, words: str, day: date):
    said = next(message for message in dialogue_of(language).messages if words in message.text)
    assert day in {found.first for found in resolve_relative(said.text, said.happened_at) if found.first == found.last}


@LANGUAGES
def test_a_card_is_read_with_every_field_of_its_own_layout(language: str):
    card = read_card((DEMO / language / "card.yaml").read_bytes(), name="card.yaml")
    assert (card.name, card.language, card.source_format, card.extra) == (NAMES[language][1], language, "yaml", {})
    for text in (card.description, card.manner, card.address, card.occupation, card.task, card.senses, card.scenario):
        assert text
    assert card.greeting
    assert card.examples
    assert len(card.boundaries) == 3
    assert len(card.lore) == 2


@LANGUAGES
def test_a_document_is_read_with_title_and_date_and_gives_several_parents(language: str):
    read = read_document((DEMO / language / DOCUMENT[language]).read_bytes(), name=DOCUMENT[language])
    assert read.title in ("梧桐里小区住户手册", "Living at Alder Lock")
    assert read.dated.known
    assert len(chunk(read.text)) >= 2


@LANGUAGES
def test_each_language_asks_three_questions_that_its_source_can_answer(language: str):
    asked = [question for question in QUESTIONS[language] if question["kind"] != "never said"]
    assert len(asked) == 3
    for question in asked:
        assert parse_moment(question["now"], "UTC").known
        if question["source"].endswith(".md"):
            text = (DEMO / language / question["source"]).read_text(encoding="utf-8")
        else:
            text = " ".join(m.text for m in dialogue_of(language).messages if m.session == question["source"])
        assert text
        for group in question["must_contain"]:
            # A date said with a relative word stands in the source only through the word.
            assert "when" in question["kind"] or any(words in text for words in group)
        assert not any(words in text for words in question["must_not_contain"])


@LANGUAGES
def test_each_language_asks_one_question_about_what_was_never_said(language: str):
    (asked,) = [question for question in QUESTIONS[language] if question["kind"] == "never said"]
    held = "".join(
        (DEMO / language / name).read_text(encoding="utf-8") for name in ("history.jsonl", DOCUMENT[language])
    )
    assert asked["never_said"]
    assert all(word in asked["question"] for word in asked["never_said"][:1])
    assert not any(word in held.casefold() for word in asked["never_said"])
