"""The English tables read plain sentences about the person by frames, and leave the talk and the task in hand alone."""

from __future__ import annotations

import pytest

from duramen.domain.persona import Heard, Tree, Window
from duramen.domain.time import UNKNOWN_MOMENT
from duramen.models.listeners.rules import RulesListener
from duramen.schemas import load_schema
from duramen.text.moments import parse_moment

CORE = load_schema("core")
THURSDAY = parse_moment("2024-01-18T10:00:00+00:00", "UTC")


def _written(text, said_at=UNKNOWN_MOMENT):
    heard = Heard(role="user", speaker="", text=text, own=True, turn_id=1, said_at=said_at)
    window = Window(person="p", messages=(heard,))
    listed = RulesListener().listen(window, Tree(schema="core", leaves={}), CORE).proposals
    return {one.operation.path: one.operation.value for one in listed}


@pytest.mark.parametrize(
    ("said", "written"),
    [
        (
            "Imre, 41, plumber, based in Szeged, two girls",
            {
                "identity.name": "Imre",
                "identity.birthday": "41",
                "work.occupation": "plumber",
                "home.city": "Szeged",
                "family.children": "two girls",
            },
        ),
        (
            "I'm a 29-year-old florist from Utrecht",
            {"identity.birthday": "29", "work.occupation": "florist from Utrecht", "identity.origin": "from Utrecht"},
        ),
        ("As I told you, I'm a crane operator", {"work.occupation": "crane operator"}),
        ("I'm Solveig by the way, feels odd not to say so", {"identity.name": "Solveig"}),
        ("In Arequipa, where I'm from, nobody does that", {"identity.origin": "from Arequipa"}),
        ("I rent a basement flat in Lund", {"home.dwelling": "basement flat in Lund", "home.city": "Lund"}),
        ("My eldest is 9 and the youngest is 7", {"family.children": "eldest, 9; youngest, 7"}),
        ("My piano teacher is eighty", {"social.colleagues": "piano teacher, eighty"}),
        ("My brother-in-law fixes clocks", {"family.relatives": "brother-in-law, fixes clocks"}),
        ("My son's lactose intolerant", {"family.children": "son, lactose intolerant"}),
        ("I take warfarin, is grapefruit all right?", {"health.medication": "warfarin"}),
        ("Kiwi closes my throat up", {"health.allergies": "Kiwi, throat closes"}),
        ("I have supper at five in the morning", {"routines.daily": "have supper at five in the morning"}),
        ("My favourite food is lasagne", {"likes.food": "favourite food lasagne"}),
        ("I can't stand fireworks, whole street sounds like a war", {"dislikes.other": "fireworks"}),
        ("I don't eat pork, and kiwi is not for me", {"diet.habits": "do not eat pork"}),
        ("I recently took up surfing", {"likes.sports": "took up surfing"}),
        ("I'm hopeless with directions", {"personality.traits": "hopeless with directions"}),
        ("It's Meera-ji if you don't mind", {"identity.address": "Meera-ji"}),
        ("I don't want my father brought up", {"communication.boundaries": "don't want my father brought up"}),
        ("Please answer in easy English", {"communication.style": "in easy English"}),
    ],
)
def test_plain_sentences_about_the_person_are_read(said, written):
    assert _written(said) == written


@pytest.mark.parametrize(
    "said",
    [
        "We started with the budget sheet, so let's finish it.",
        "We're still managing.",
        "I'm running a little behind schedule.",
        "I'm seeing a small error in line 4.",
        "I'm expecting good news.",
        "I like the sound of that plan.",
        "I love how you use it to tell your stories and teach people about them.",
        "I'd love to see another painting of yours!",
        "I need that summary by tonight.",
        "I want you to reply with a table only.",
        "Stop asking and just give me the link already.",
        "Don't ask me for the script, you have it.",
        "Don't tell me to hold off.",
        "My goal is to get this report done by Friday.",
        "I'm working on the second section.",
        "I hate just wasting time like this.",
        "I'm curious, how many languages can you speak?",
        "As a prompt engineer, create a prompt for a book.",
        "I love running my own studio.",
        "My job is stable.",
        "My sister is doing a bit better now.",
        "My daughter has a test tomorrow on fractions.",
        "My dog is barking again.",
        "My laptop is a mess right now.",
        "I bought a chicken for the oven.",
        "I got engaged in the discussion.",
        "I'm married to this deadline.",
        "Friday works.",
        "The gate scares me.",
        "# TODO: I moved to Berlin, update locale",
        "Play a job centre for wizards. I'm allergic to broomsticks.",
    ],
)
def test_what_belongs_to_the_talk_is_no_fact(said):
    assert _written(said) == {}


@pytest.mark.parametrize(
    ("said", "path", "value"),
    [
        ("I've got a scan on the 30th at 8 am", "goals.plans", "scan on 30 January 2024 at 8 am"),
        ("I've got a scan on the 3rd", "goals.plans", "scan on 3 February 2024"),
        ("I have an exam on Monday", "goals.plans", "exam on 22 January 2024"),
        ("I fly on the 8th of July", "goals.plans", "fly on 8 July 2024"),
        ("I lost my job on Tuesday", "work.occupation", "lost my job on 16 January 2024"),
        ("I lost my job on Thursday", "work.occupation", "lost my job on 11 January 2024"),
    ],
)
def test_days_are_written_as_the_dates_that_they_mean(said, path, value):
    assert _written(said, THURSDAY) == {path: value}


@pytest.mark.parametrize(
    "said",
    [
        "Actually, I'm a carpenter.",
        "Yep, I'm a carpenter.",
        "Remember, I'm a carpenter.",
        "Exactly, I'm vegetarian.",
        "Training's Monday, Wednesday, Friday.",
    ],
)
def test_a_word_before_a_statement_is_nobodys_name(said):
    assert "identity.name" not in _written(said)


def test_of_a_relation_nothing_is_kept_that_says_nothing():
    assert "family.parents" not in _written("My mom called. She's just so wiped out with this flu.")
