"""Tracing: a round put together again from its record, truly; nothing is searched again and nothing hidden is shown."""

import math

import pytest
from sqlalchemy import delete, update

from duramen import NotFound
from duramen.domain.evidence import Source
from duramen.domain.prompt import ProtocolForm
from duramen.errors import BadSetting
from duramen.models.listeners.model import ModelListener
from duramen.models.scripted import ScriptedChat
from duramen.stores.engine import writing
from duramen.stores.owners import OwnerKind
from duramen.stores.tables import turns

ANSWER = "<analysis>\nneed: experience; E1 supports; rests on E1\n</analysis>\n<response>\nMilo.\n</response>"


def traced(memory, reply):
    return memory.tracing.round(reply.record_id, person="Mei")


def told(memory, *lines):
    for line in lines:
        memory.record(line, "I see.", person="Mei", character="Fox")


@pytest.fixture
def answered(opened, clock):
    memory = opened(model=ScriptedChat([ANSWER] * 9), listener="off")
    told(memory, "My cat is called Milo.", "My dog is called Rex.", *(f"Nothing much on day {n}." for n in range(30)))
    clock.forward(days=3)
    return memory, memory.reply("What is my cat called?", person="Mei", character="Fox")


def test_the_prompt_is_rendered_again_byte_for_byte(answered):
    memory, reply = answered
    trace = traced(memory, reply)
    assert (trace.prompt.same, trace.prompt.note) == (True, "")
    assert trace.prompt.text == memory.model().prompts[-1].text


def test_every_candidate_has_all_its_scores_its_places_and_a_reason_in_both_languages(answered):
    memory, reply = answered
    trace = traced(memory, reply)
    assert [one.id for one in trace.entered] == [evidence.id for evidence in reply.evidence]
    assert [one.text for one in trace.entered] == [evidence.text for evidence in reply.evidence]
    for one, evidence in zip(trace.entered, reply.evidence, strict=True):
        assert dict(one.scores) == evidence.candidate.scores
    assert trace.left_out
    for one in trace.left_out:
        assert one.why.kind != "other"
        assert set(one.why.words) == {"en", "zh"}
        assert one.text
    mine = [one for one in trace.candidates if one.source is Source.EXPERIENCE]
    for name in ("dense", "lexical", "fused"):
        by_place = sorted((one for one in mine if name in one.scores), key=lambda one: one.ranks[name])
        values = [one.scores[name] for one in by_place]
        assert values == sorted(values, reverse=True)
        assert by_place[0].ranks[name] == 1


def test_it_says_what_the_answer_rests_on_and_what_the_analysis_made_of_it(answered):
    memory, reply = answered
    trace = traced(memory, reply)
    first = trace.entered[0]
    assert (first.verdict, first.bound, trace.bound, trace.need) == ("supports", True, ("E1",), "experience")
    assert not any(one.bound for one in trace.entered[1:])


def test_nothing_that_comes_later_changes_a_trace(answered, clock):
    memory, reply = answered
    before = traced(memory, reply)
    told(memory, "My cat is called Milo, as I said.", "The cat Milo is ill.")
    clock.forward(days=40)
    memory.reply("And my dog?", person="Mei", character="Fox")
    assert traced(memory, reply) == before


def test_leaves_are_shown_with_the_value_they_held_then(opened, clock):
    memory = opened(model=ScriptedChat([ANSWER] * 3), listener="off")
    told(memory, "I live in Porto.")
    memory.persona.set("home.city", "Porto", person="Mei")
    reply = memory.reply("Where do I live?", person="Mei", character="Fox")
    clock.forward(days=9)
    memory.persona.set("home.city", "Lisbon", person="Mei")
    trace = traced(memory, reply)
    assert [(leaf.path, leaf.value) for leaf in trace.leaves] == [("home.city", "Porto")]
    assert trace.prompt.same


def test_a_leaf_that_changed_is_told_with_what_it_held_before(opened, clock):
    memory = opened(model=ScriptedChat([ANSWER] * 3), listener="off")
    memory.persona.set("home.city", "Porto", person="Mei")
    clock.forward(days=90)
    told(memory, "I moved to Lisbon last week.")
    memory.listen(person="Mei", listener=ModelListener(ScriptedChat(['UPDATE(home.city, "Lisbon")'])))
    clock.forward(days=9)
    reply = memory.reply("Where do I live, in which city?", person="Mei", character="Fox")
    assert 'earlier="' in memory.model().prompts[-1].text
    assert traced(memory, reply).prompt.same


def test_what_may_not_be_shown_is_neither_in_the_leaves_nor_in_the_prompt(opened):
    memory = opened(model=ScriptedChat([ANSWER] * 3), listener="off")
    memory.persona.set("home.city", "Portozzz", person="Mei")
    reply = memory.reply("Where do I live?", person="Mei", character="Fox")
    assert "Portozzz" in traced(memory, reply).prompt.text
    memory.persona.allow("home.city: visible=off", person="Mei")
    trace = traced(memory, reply)
    assert trace.leaves[0].value is None
    assert "Portozzz" not in trace.prompt.text
    assert trace.prompt.same  # as sent: it was the same before it was covered


def test_operations_that_followed_are_those_of_the_windows_that_cover_the_round(opened):
    memory = opened(model=ScriptedChat([ANSWER]), listener="off")
    reply = memory.reply("I moved to Porto.", person="Mei", character="Fox")
    assert traced(memory, reply).unheard
    told(memory, "Fine weather.", "More of it.", "And on.", "It rains.")
    written = ['ADD(home.city, "Porto")', 'ADD(nowhere.at_all, "x")\nADD(likes.other, "rain")']
    memory.listen(person="Mei", listener=ModelListener(ScriptedChat(written)))
    trace = traced(memory, reply)
    assert not trace.unheard
    assert [(one.kind, one.path, one.outcome) for one in trace.operations] == [("ADD", "home.city", "applied")]
    assert trace.operations[0].rests_here


def test_a_round_that_was_not_answered_here_has_its_words_and_what_followed(memory):
    told(memory, "My cat is called Milo.")
    trace = memory.tracing.round("Fox/1", person="Mei")
    assert (trace.prompt, trace.candidates, trace.question) == (None, (), "My cat is called Milo.")


def test_a_passage_of_a_document_is_found_again_in_its_base(opened, tmp_path):
    memory = opened(model=ScriptedChat([ANSWER]), listener="off")
    (tmp_path / "shop.md").write_text("# Shop\n\nThe shop opens at nine.\n", encoding="utf-8")
    (tmp_path / "other.md").write_text("# Other\n\nThe bakery opens at six.\n", encoding="utf-8")
    memory.learn(tmp_path / "shop.md")
    memory.learn(tmp_path / "other.md", base="more")  # whose items have the same numbers
    reply = memory.reply("When does the shop open?", person="Mei", character="Fox")
    trace = traced(memory, reply)
    assert trace.prompt.same
    assert {one.origin for one in trace.candidates if one.source is Source.KNOWLEDGE} == {"Shop", "Other"}


def test_long_evidence_that_further_queries_found_is_cut_as_it_was(opened):
    asked = []

    def said(prompt):
        asked.append(prompt)
        return "pancakes with maple syrup" if prompt.form is ProtocolForm.NONE else ANSWER

    memory = opened(model=ScriptedChat(said), listener="off")
    memory.persona.set("likes.food", "pancakes with maple syrup", person="Mei")
    for n in range(4):
        filling = " ".join(f"Then something else happened, number {at} of all." for at in range(40))
        told(memory, f"{filling} On day {n} we ate pancakes with maple syrup. {filling}")
    told(memory, *(f"What food would we eat on day {n}, which food?" for n in range(20)))
    question = "What food should we eat, and which food do I like?"
    trace = traced(memory, memory.reply(question, person="Mei", character="Fox", level="full"))
    assert any("expanded" in one.scores and one.text.endswith("…") for one in trace.entered)
    assert trace.prompt.same
    assert trace.prompt.text == asked[-1].text


def test_a_card_that_changed_since_makes_no_other_prompt(opened, clock, tmp_path):
    memory = opened(model=ScriptedChat([ANSWER] * 9), listener="off")
    card = tmp_path / "fox.yaml"
    card.write_text("name: Fox\noccupation: baker\n", encoding="utf-8")
    memory.add_character(card)
    told(memory, "My cat is called Milo.")
    reply = memory.reply("What is my cat called?", person="Mei", character="Fox")
    clock.forward(days=1)
    card.write_text("name: Fox\noccupation: sailor\n", encoding="utf-8")
    memory.add_character(card)
    assert "baker" in traced(memory, reply).prompt.text
    assert traced(memory, reply).prompt.same


def test_words_that_were_erased_are_missing_and_named(answered):
    memory, reply = answered
    first = reply.evidence[0]
    with writing(memory.workspace.engine) as connection:
        connection.execute(delete(turns).where(turns.c.turn_id == first.candidate.item_id))
    trace = traced(memory, reply)
    assert (trace.entered[0].gone, trace.entered[0].text, trace.entered[0].bound) == (True, "", True)
    assert (trace.prompt.same, trace.prompt.note) == (False, "erased since: E1")


def test_a_changed_word_is_told_by_the_hash(answered):
    memory, reply = answered
    with writing(memory.workspace.engine) as connection:
        first = turns.c.turn_id == reply.evidence[0].candidate.item_id
        connection.execute(update(turns).where(first).values(text="My cat is called Mila."))
    assert not traced(memory, reply).prompt.same


def test_an_unknown_round_is_not_found(memory):
    told(memory, "Hello there.")
    with pytest.raises(NotFound):
        memory.tracing.round("Fox/99", person="Mei")


def series(drift, key):
    return next(group for group in drift.groups if group.key == key)


def test_drift_follows_the_tree_the_weights_and_the_protocol(opened, clock):
    bad = "<response>no analysis</response>"
    memory = opened(model=ScriptedChat([ANSWER, bad, bad, ANSWER]), listener="off")
    told(memory, "I moved to Porto.", "Fine weather.", "More of it.")
    memory.listen(
        person="Mei", listener=ModelListener(ScriptedChat(['ADD(home.city, "Porto")\nADD(likes.other, "sun")']))
    )
    for question, preset in (("When did I move to Porto?", None), ("What do I like?", "strict"), ("And else?", None)):
        clock.forward(days=2)
        memory.reply(question, person="Mei", character="Fox", session=f"s-{clock.now:%d}", preset=preset)
    memory.persona.delete("likes.other", person="Mei", reason="over")
    drift = memory.tracing.drift(person="Mei", rolling=1)
    assert (len(drift.rounds), drift.answered) == (6, 3)
    tree = series(drift, "tree")
    assert tree.series["leaves"] == (0.0, 0.0, 2.0, 2.0, 2.0, 1.0)
    assert tree.series["ended"] == (0.0, 0.0, 0.0, 0.0, 0.0, 1.0)
    assert tree.series["operations"][2] == 2.0
    assert tree.series["changed_share"][5] == 0.5
    assert series(drift, "protocol").at == (4, 5, 6)
    assert series(drift, "protocol").series["marked_share"] == (0.0, 1.0, 0.0)
    hours = series(drift, "age").series["age_hours"]
    assert math.isclose(hours[0], 48.0)


def test_drift_of_a_sitting_begins_with_the_tree_as_it_stood(opened, clock):
    memory = opened(model=ScriptedChat([ANSWER] * 2), listener="off")
    memory.record("I moved to Porto.", person="Mei", character="Fox", session="first")
    memory.persona.set("home.city", "Porto", person="Mei")
    clock.forward(days=2)
    memory.reply("Where do I live?", person="Mei", character="Fox", session="second")
    drift = memory.tracing.drift(person="Mei", session="second")
    assert drift.rounds == (memory.read("Fox/2", person="Mei").record_id,)
    assert series(drift, "tree").series["leaves"] == (1.0,)
    with pytest.raises(NotFound, match="no sitting 'third'"):
        memory.tracing.drift(person="Mei", session="third")
    with pytest.raises(BadSetting, match="--rolling"):
        memory.tracing.drift(person="Mei", rolling=0)


def test_a_trace_writes_nothing(answered):
    memory, reply = answered
    owner = memory.workspace.known(OwnerKind.PERSON, "Mei")
    _, before = memory.workspace.index(owner)
    traced(memory, reply)
    memory.tracing.drift(person="Mei")
    assert memory.workspace.index(owner)[1] == before
