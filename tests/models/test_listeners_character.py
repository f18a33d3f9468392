"""The rules on a character's replies: what it says of itself, through the map, reply after reply."""

import pytest

from duramen.domain.persona import Heard, Leaf, Tree, Window
from duramen.models.listeners.character import claims_of, of_character, speaks_of_itself
from duramen.models.listeners.model import ModelListener
from duramen.models.listeners.rules import RulesListener
from duramen.models.scripted import ScriptedChat
from duramen.schemas import character_paths, load_schema
from duramen.text.abstaining import abstains

SCHEMA = load_schema("character")


def window(*lines):
    """Return a window of lines, those that begin with "u: " the person's."""
    return Window(
        person="Mei",
        character="Ada",
        messages=tuple(
            Heard(role="user", speaker="Mei", text=line[3:], own=False, turn_id=at)
            if line.startswith("u: ")
            else Heard(role="assistant", speaker="Ada", text=line, own=True, turn_id=at)
            for at, line in enumerate(lines)
        ),
    )


def operations(*lines, **held):
    leaves = {path.replace("__", "."): value for path, value in held.items()}
    tree = Tree(schema="character", leaves={path: Leaf(path=path, value=value) for path, value in leaves.items()})
    return [str(one.operation) for one in of_character(RulesListener()).listen(window(*lines), tree, SCHEMA).proposals]


def test_the_map_leads_from_leaves_of_core_to_leaves_of_the_character():
    assert set(character_paths()) <= set(load_schema("core").leaves)
    assert set(character_paths().values()) <= set(SCHEMA.leaves)


@pytest.mark.parametrize(
    ("reply", "operation"),
    [
        ("*leans back* I grew up in Bergen.", 'ADD(identity.origin, "grew up in Bergen")'),
        ("（笑）我在卑尔根长大。", 'ADD(identity.origin, "在卑尔根长大")'),
        ("My name is Ada.", 'ADD(identity.name, "Ada")'),
        ("我叫小月。", 'ADD(identity.name, "小月")'),
        ("I am a baker.", 'ADD(identity.occupation, "baker")'),
        ("我是一名面包师。", 'ADD(identity.occupation, "面包师")'),
        ("I live in Oslo.", 'ADD(home.place, "Oslo")'),
        ("I love bitter tea.", 'ADD(likes.all, "bitter tea")'),
        ("我今年二十七岁。", 'ADD(identity.age, "二十七岁")'),
    ],
)
def test_what_a_reply_says_of_the_character_goes_to_its_leaf(reply, operation):
    assert operations(reply) == [operation]


@pytest.mark.parametrize(
    "reply",
    [
        "As an AI, I can't eat.",
        "作为一个人工智能，我不能吃东西。",
        "I love that idea!",
        "我很高兴能帮到你！",
        "You live in Porto, and you love tea.",
        "你说过：“我在卑尔根长大，我喜欢苦茶。”",
        "*I live in Oslo, she thinks*",
        "If I were human, I would live in Oslo.",
    ],
)
def test_politeness_disclaimers_and_words_of_others_are_left_alone(reply):
    assert operations(reply) == []


def test_a_short_answer_counts_and_the_persons_words_do_not():
    assert operations("u: I am a baker. What's your name?", "Ada.") == ['ADD(identity.name, "Ada")']


def test_a_later_reply_goes_on_from_the_one_before_and_a_contradiction_stays_apart():
    assert operations("I love opera.", "I grew up in Bergen.", "I love bitter tea.", "I grew up in Cairo.") == [
        'ADD(likes.all, "opera; bitter tea")',
        'ADD(identity.origin, "grew up in Bergen")',
        'UPDATE(identity.origin, "grew up in Cairo")',
    ]


def test_leaves_that_several_of_core_share_keep_all_that_they_say():
    said = operations("I love bitter tea. I love opera.", likes__all="old maps")
    assert said == ['UPDATE(likes.all, "old maps; bitter tea; opera")']


def test_claims_name_the_words_as_they_stand():
    reply = Heard(role="assistant", speaker="", text="*waves* I grew up in Bergen.", own=True)
    (claim,) = claims_of(reply)
    assert reply.text[claim.start : claim.end].startswith("I grew up in Bergen")


@pytest.mark.parametrize(
    ("lines", "true"),
    [
        (("u: Where are you from?", "Bergen."), True),
        (("u: 你叫什么名字？", "小月。"), True),
        (("u: Explain rain.", "Water falls."), False),
        (("u: Explain rain.", "I like rain."), True),
        (("u: 解释一下下雨。", "水落下来。"), False),
    ],
)
def test_a_model_is_asked_only_about_windows_in_which_it_may_speak_of_itself(lines, true):
    assert speaks_of_itself(window(*lines)) is true


def test_other_listeners_are_left_as_they_are():
    listener = ModelListener(ScriptedChat([]))
    assert of_character(listener) is listener


@pytest.mark.parametrize(
    ("reply", "true"),
    [
        ("I'm sorry, I don't remember that.", True),
        ("There is no record of it. Could you tell me?", True),
        ("抱歉，我不记得了。", True),
        ("没有相关记录。", True),
        ("I don't remember much, but I grew up in Bergen. It rained.", False),
        ("I grew up in Bergen.", False),
        ("你好！", False),
    ],
)
def test_a_reply_that_only_says_that_it_knows_nothing_abstains(reply, true):
    assert abstains(reply) is true
