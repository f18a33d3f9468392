"""What a character's card says stands in its own tree, and nobody writes it but the card (B25)."""

import pytest
from character_talk import EN, card, chat, heard, talk, tree

from duramen.errors import InputError, NotFound

FIELDS = {"occupation": "lighthouse keeper", "manner": "dry", "boundaries": ["never lies"], "address": "dear {{user}}"}


def test_the_cards_facts_stand_in_the_tree_and_nobody_overwrites_them(opened, tmp_path):
    memory = opened(model=chat("My name is Eve. I am a pilot. I live in Oslo."), listener="off")
    memory.add_character(card(tmp_path, "Ada", **FIELDS))
    (done,) = talk(memory, EN, EN["greet"])
    assert [one.path for one in done.contradicts] == ["identity.name", "identity.occupation"]
    told = heard(memory, EN)
    assert told.refused == {"protected": 2}
    assert tree(memory, EN) == {
        "identity.name": "Ada",
        "identity.occupation": "lighthouse keeper",
        "home.place": "Oslo",
        "speech.manner": "dry",
        "bond.nicknames": "dear Mei",
        "boundaries.own": "never lies",
    }
    leaves = memory.persona.show(person="Mei", character="Ada").tree.leaves
    assert {path for path, leaf in leaves.items() if leaf.writer == "card"} == {*leaves} - {"home.place"}
    own = memory.prompt("Hm?", person="Mei", character="Ada", session="s").self_leaves
    assert [one.leaf.path for one in own] == ["home.place"]  # the card stands in the prompt itself
    who = {"person": "Mei", "character": "Ada"}
    for change in (
        lambda: memory.persona.set("identity.name", "Eve", **who),
        lambda: memory.persona.delete("identity.occupation", **who),
    ):
        with pytest.raises(InputError, match="card"):
            change()
    operations = 'ADD(identity.name, "Eve")\nUPDATE(speech.manner, "sweet")\nDELETE(boundaries.own, None)'
    for writer in ("person", "rules@1"):
        decided = memory.persona.apply(operations, **who, writer=writer).decisions
        assert {(one.outcome, one.code) for one in decided} == {("refused", "protected")}


def test_another_card_changes_its_facts_in_every_tree_and_restoring_does_not_take_it_back(opened, tmp_path):
    memory = opened(model=chat("I live in Oslo.", "I live in Lima.", "Yes."), listener="off")
    memory.add_character(card(tmp_path, "Ada", **FIELDS))
    for person in ("Mei", "Ben"):
        memory.reply("Where do you live?", person=person, character="Ada")
        memory.listen(person=person, character="Ada", listener="rules")
    memory.add_character(card(tmp_path, "Ada", occupation="pilot"))
    for person, place in (("Mei", "Oslo"), ("Ben", "Lima")):
        case = EN | {"person": person}
        now = {"identity.name": "Ada", "identity.occupation": "pilot", "home.place": place}
        assert tree(memory, case) == now
        line = memory.persona.history("identity.occupation", person=person, character="Ada")
        assert [(one.leaf.value, one.leaf.writer) for one in line] == [("lighthouse keeper", "card"), ("pilot", "card")]
        memory.persona.restore(1, person=person, character="Ada")
        assert tree(memory, case) == {path: value for path, value in now.items() if path != "home.place"}
        memory.persona.restore(2, person=person, character="Ada")
        assert tree(memory, case) == now


def test_a_card_that_comes_late_takes_its_leaves_over_and_frees_them_when_it_says_no_more(opened, tmp_path):
    memory = opened(model=chat("I am a baker.", "I am a sailor."), listener="off")
    talk(memory, EN, EN["greet"])
    heard(memory, EN)
    memory.add_character(card(tmp_path, "Ada", occupation="pilot"))
    assert tree(memory, EN)["identity.occupation"] == "pilot"
    memory.add_character(card(tmp_path, "Ada"))
    assert tree(memory, EN) == {"identity.name": "Ada"}
    talk(memory, EN, EN["ask"])
    heard(memory, EN)
    assert tree(memory, EN)["identity.occupation"] == "sailor"


def test_a_dry_run_writes_nothing_and_knows_the_card(opened, tmp_path):
    memory = opened(listener="off")
    memory.add_character(card(tmp_path, "Ada"))
    memory.record("Who are you?", "My name is Eve. I live in Oslo.", person="Mei", character="Ada")
    (one,) = memory.rehearse(person="Mei", character="Ada", listener="rules")
    assert [(str(d.operation), d.code) for d, _ in one.decisions] == [
        ('ADD(identity.name, "Eve")', "protected"),
        ('ADD(home.place, "Oslo")', "applied"),
    ]
    with pytest.raises(NotFound):
        memory.persona.show(person="Mei", character="Ada")
