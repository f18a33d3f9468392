"""A person who says the same ten things a thousand times has ten leaves, not a thousand."""

import itertools

from duramen.domain.persona import Heard, Tree, Window
from duramen.memory.listening.rehearse import rehearse
from duramen.models.listeners.catalog import open_listener
from duramen.models.options import ServerOptions
from duramen.schemas import load_schema

FACTS = {
    "Porto": ("I live in Porto", "I'm living in Porto", "My home is in Porto"),
    "nurse": ("I work as a nurse", "I am a nurse", "My job is being a nurse"),
    "Milo": ("My cat is called Milo", "I have a cat named Milo", "Milo is my cat"),
    "dumplings": ("I love dumplings", "I really like dumplings", "Dumplings are my favourite food"),
    "jazz": ("I love listening to jazz", "My favourite music is jazz", "I'm fond of jazz"),
    "tennis": ("I love playing tennis", "I play tennis every week", "Tennis is my favourite sport"),
    "Wendy": ("My name is Wendy", "I'm called Wendy", "I am Wendy"),
    "olives": ("I hate olives", "I can't stand olives", "I don't like olives"),
    "Rosa": ("My daughter is called Rosa", "I have a daughter named Rosa", "Rosa is my daughter"),
    "Portuguese": ("I speak Portuguese", "I can speak Portuguese", "My mother tongue is Portuguese"),
}
BEFORE = ("", "Well, ", "You know, ", "By the way, ", "Honestly, ", "As I said, ")
AFTER = (".", "!", ", you know.", ", as always.", ". Just saying.", ". That is it.")


def paraphrases():
    shapes = itertools.product(range(3), BEFORE, AFTER)
    for number, (form, before, after) in enumerate(itertools.islice(shapes, 100)):
        for said in FACTS.values():
            yield number, f"{before}{said[form]}{after}"


def test_a_thousand_paraphrases_of_ten_facts_end_in_at_most_twelve_leaves():
    said = list(paraphrases())
    assert len({text for _, text in said}) == 1_000
    windows = [
        Window(
            person="Wendy",
            messages=tuple(
                Heard(role="user", speaker="Wendy", text=text, own=True, turn_id=at + n)
                for n, (_, text) in enumerate(said[at : at + 3])
            ),
        )
        for at in range(0, len(said), 3)
    ]
    listener = open_listener("rules", ServerOptions())
    *_, last = rehearse(windows, listener, Tree(schema="core"), load_schema("core"))
    values = last.tree.values()
    assert 5 <= len(values) <= 12, values
    assert all(len(value) <= 80 for value in values.values()), values
