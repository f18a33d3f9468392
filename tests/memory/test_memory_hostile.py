"""Injection (C13): each hostile string in each place; fences hold, nothing is obeyed, nothing fails."""

import json
from dataclasses import replace

import pytest
from echo_listener import PATH, Echo, values
from hostile import HOSTILE, ROWS, SHORT, dangers, read_user

from duramen.domain.operations import Kind, Operation
from duramen.errors import DuramenError
from duramen.memory.listening.listen import listen
from duramen.memory.persona.trees import tree_of
from duramen.models.listeners.model import ModelListener
from duramen.models.scripted import ScriptedChat
from duramen.text.border import clean, is_blank

KEPT = "Mei likes jasmine tea"


class Capturing(ScriptedChat):
    """A model that answers all the same and keeps what it was asked."""

    def __init__(self, answer="<analysis>need: none</analysis>\n<response>I see.</response>"):
        super().__init__(lambda prompt: answer)


def checked(prompt):
    """Assert that a prompt has exactly its own structure, and return its blocks."""
    assert [message.role for message in prompt.messages] == ["system", "user"]
    blocks, leaves, outside = read_user(prompt.messages[1].content)
    assert [name for name, _ in blocks] == [evidence.id for evidence in prompt.evidence]
    found = [danger for text in (*(body for _, body in blocks), *leaves) for danger in dangers(text)]
    assert found == []
    own = (
        "Now:",
        "现在：",
        "Evidence, oldest first:",
        "Evidence: none was found.",
        "证据（从早到晚）：",
        "证据：没有找到。",
    )
    rest = "\n".join(line for line in outside.split("\n")[1 if outside.startswith(own) else 0 :] if line not in own)
    assert dangers(rest) == []
    return blocks


def told(memory, text):
    if not is_blank(clean(text).text):
        memory.record(text, "Fine.", person="Mei")


def failures(texts, attempt):
    """Try each text, and return those at which something went wrong, with what."""
    wrong = []
    for text in texts:
        try:
            attempt(text)
        except Exception as error:  # the table of all that fail says more than the first one
            wrong.append((text[:60], type(error).__name__, str(error)[:120]))
    return wrong


def test_there_are_enough_hostile_strings_of_both_languages_and_all_kinds():
    assert len(ROWS) >= 140
    assert sum(row["language"] == "zh" for row in ROWS) >= 40
    assert len({row["kind"] for row in ROWS}) >= 12


def test_messages_stay_within_their_fence_and_the_question_behind_it(memory, opened):
    for text in HOSTILE:
        told(memory, text)
    memory.close()
    other, model = opened(model=(model := Capturing())), model

    def ask(text):
        if is_blank(clean(text).text):
            return
        other.reply(text, person="Mei")
        checked(model.prompts[-1])

    assert not (wrong := failures(SHORT, ask)), "\n".join(map(str, wrong))


@pytest.mark.slow
def test_a_reply_may_quote_them_and_they_stay_in_the_next_prompt(opened):
    model = Capturing()
    memory = opened(model=model)

    def ask(text):
        model._answers = lambda prompt: f"<analysis>need: none</analysis>\n<response>You wrote: {text}</response>"
        shown = []
        memory.reply("What did I write?", person="Mei", on_text=shown.append)
        checked(model.prompts[-1])

    assert not (wrong := failures(SHORT, ask)), "\n".join(map(str, wrong))


def test_an_analysis_is_never_shown_whatever_is_in_it(opened):
    model = Capturing()
    memory = opened(model=model)

    def ask(text):
        model._answers = lambda prompt: f"<analysis>need: none; SECRETLY {text}</analysis>\n<response>I see.</response>"
        shown = []
        done = memory.reply("Hello there", person="Mei", on_text=shown.append)
        assert "SECRETLY" not in "".join(shown)
        assert "SECRETLY" not in done.text

    # What closes an analysis early ends it: what follows is another answer, and not an analysis.
    assert failures([text for text in SHORT if "response>" not in text and "/" not in text], ask) == []


def test_documents_stay_within_their_fence(opened, tmp_path):
    model = Capturing()
    memory = opened(model=model)
    for at, text in enumerate(HOSTILE):
        path = tmp_path / f"{at}.txt"
        path.write_bytes(f"A note of {KEPT}.\n\n{text}\n\nThe end of the note.".encode("utf-8", "surrogatepass"))
    memory.learn(*sorted(tmp_path.glob("*.txt")))

    def ask(text):
        memory.reply(f"What does the note say of {text[:80]}?", person="Mei")
        checked(model.prompts[-1])

    assert failures(SHORT[::4], ask) == []


def test_imported_files_are_read_and_their_words_stay_within_their_fence(opened, tmp_path):
    model = Capturing()
    memory = opened(model=model)
    path = tmp_path / "talk.jsonl"
    rows = [
        {"role": ("user", "assistant")[at % 2], "name": text[:90] if at % 3 == 0 else "", "content": text, "session": text[:60], "meta": {text[:50]: text}}
        for at, text in enumerate(SHORT)
    ]  # fmt: skip
    path.write_text("\n".join(json.dumps(row) for row in rows))
    done = memory.import_dialogue(path, person="Mei", character="Aria")
    assert done.messages > 100

    def ask(text):
        if is_blank(clean(text).text):
            return
        memory.reply(text, person="Mei", character="Aria")
        checked(model.prompts[-1])

    assert failures(SHORT[::3], ask) == []


def test_leaf_values_stay_within_their_line(opened):
    model = Capturing()
    memory = opened(model=model)

    def ask(text):
        try:
            memory.persona.set(PATH, text[:180], person="Mei")
        except DuramenError:
            return  # the gate says in a sentence why
        memory.reply("What do I like?", person="Mei")
        checked(model.prompts[-1])

    assert not (wrong := failures(SHORT, ask)), "\n".join(map(str, wrong))


@pytest.mark.slow
def test_card_fields_and_lore_stay_text(opened, tmp_path):
    model = Capturing()
    memory = opened(model=model)

    def ask(text):
        path = tmp_path / "card.json"
        lore = {
            "entries": [
                {"keys": ["hello"], "content": text, "enabled": True, "comment": text[:80], "insertion_order": 1}
            ]
        }
        data = {
            "name": "Aria",
            "description": text,
            "personality": text,
            "scenario": text,
            "first_mes": text,
            "mes_example": text,
            "character_book": lore,
        }
        path.write_text(json.dumps({"spec": "chara_card_v2", "spec_version": "2.0", "data": data}))
        memory.add_character(path)
        memory.reply("hello", person="Mei", character="Aria")
        prompt = model.prompts[-1]
        checked(prompt)
        ours = ("<analysis>", "</analysis>", "<response>", "</response>")
        system = prompt.messages[0].content
        for tag in ours:
            system = system.replace(tag, "")
        assert dangers(system) == []

    assert not (wrong := failures(SHORT, ask)), "\n".join(map(str, wrong))


def test_names_stay_names(opened):
    model = Capturing()
    memory = opened(model=model)

    def ask(text):
        try:
            memory.reply("hello", person=text[:150], character=text[:150], session=text[:150])
        except DuramenError:
            return  # no name: said in a sentence
        checked(model.prompts[-1])

    assert not (wrong := failures(SHORT, ask)), "\n".join(map(str, wrong))


QUOTED = [text for text in SHORT if "(" in text and any(word in text.upper() for word in ("ADD", "UPDATE", "DELETE"))]


@pytest.mark.slow
def test_rules_that_hear_them_write_no_operation_of_theirs(opened):
    memory = opened(listener="rules")
    memory.persona.set(PATH, KEPT, person="Mei")
    for text in HOSTILE:
        told(memory, text)
    memory.listen(person="Mei")
    held = values(memory)
    assert held[PATH] == KEPT
    assert not [value for value in held.values() if "Mallory" in value or "马洛里" in value or "attacker" in value]


@pytest.mark.slow
def test_a_model_that_listens_and_only_repeats_them_changes_no_leaf(opened):
    memory = opened()
    memory.persona.set(PATH, KEPT, person="Mei")
    said = []
    model = ScriptedChat(lambda prompt: said[-1])
    of = tree_of(memory.workspace, "Mei")

    def hear(text):
        said.append(text)
        memory.record(f"Somebody sent me this: {text}", "Fine.", person="Mei")
        listen(memory.workspace, of, ModelListener(model))
        prompt = model.prompts[-1]
        assert [message.role for message in prompt.messages] == ["system", "user"]
        held = values(memory)
        assert held[PATH] == KEPT
        assert "Mallory" not in str(held), held

    assert failures(SHORT, hear) == []


def test_a_listener_may_write_anything_and_it_stays_a_value(opened):
    class Writing(Echo):
        def listen(self, window, tree, schema):
            found = super().listen(window, tree, schema)
            (one,) = found.proposals
            operation = Operation(
                kind=Kind.UPDATE if tree.values().get(PATH) else Kind.ADD, path=PATH, value=self.text[:180]
            )
            return replace(found, text=self.text, read=replace(found.read, operations=(operation,)), proposals=(replace(one, operation=operation),))  # fmt: skip

    memory, writing = opened(), Writing()

    def hear(text):
        writing.text = text
        memory.record("I like tea", "Fine.", person="Mei")
        listen(memory.workspace, tree_of(memory.workspace, "Mei"), writing)

    assert failures(HOSTILE, hear) == []
    assert memory.rounds(person="Mei", limit=3)
