"""What of a card stands in the character's tree: plain fields, cut to their leaves, the same each time."""

from dataclasses import fields, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from duramen.domain.character import Card
from duramen.govern.card_leaves import card_leaves
from duramen.schemas import load_schema

SCHEMA = load_schema("character")
TEXTS = st.text(max_size=900)


def test_fields_go_to_their_leaves_with_the_persons_name():
    card = Card(
        name="小月", occupation="茶馆老板", manner="温和", address="{{user}}小姐", boundaries=("不谈政治", "不说谎")
    )
    assert card_leaves(card, SCHEMA, "小梅") == {
        "identity.name": "小月",
        "identity.occupation": "茶馆老板",
        "speech.manner": "温和",
        "bond.nicknames": "小梅小姐",
        "boundaries.own": "不谈政治；不说谎",
    }


def test_a_sillytavern_personality_is_a_nature_and_no_manner_of_speech():
    card = Card(name="Ada", manner="patient", source_format="sillytavern-v2")
    assert card_leaves(card, SCHEMA, "Mei") == {"identity.name": "Ada", "personality.traits": "patient"}


@pytest.mark.parametrize("kind", ["none", "sillytavern-lorebook"])
def test_a_bare_name_and_a_lorebook_say_nothing(kind):
    assert card_leaves(Card(name="Ada", occupation="pilot", source_format=kind), SCHEMA, "Mei") == {}


def test_what_is_too_long_ends_behind_a_whole_sentence_or_item():
    card = Card(name="Ada", manner="Short. " + "long " * 60, boundaries=("a" * 120, "b" * 120))
    held = card_leaves(card, SCHEMA, "Mei")
    assert held["speech.manner"] == "Short."
    assert held["boundaries.own"] == "a" * 120
    assert card_leaves(replace(card, manner="x" * 300), SCHEMA, "Mei")["speech.manner"] == "x" * 199 + "…"


@given(
    st.builds(
        Card,
        name=TEXTS,
        manner=TEXTS,
        address=TEXTS,
        occupation=TEXTS,
        boundaries=st.lists(TEXTS, max_size=4).map(tuple),
    )
)
def test_no_leaf_is_ever_over_its_budget_or_blank(card):
    assert {field.name for field in fields(card)} >= {"name", "manner", "address", "occupation", "boundaries"}
    for path, value in card_leaves(card, SCHEMA, "Mei").items():
        assert value.strip()
        assert len(value) <= SCHEMA.leaves[path].budget
