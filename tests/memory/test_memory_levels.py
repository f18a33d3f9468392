"""Levels, routes and leaves in the prompt, through an open store."""

import hashlib
import json

import pytest

from duramen.domain.persona import Tier
from duramen.domain.profile import Depth
from duramen.errors import BadSetting, InputError
from duramen.govern.permissions import Consent, Grant, Permission
from duramen.memory.persona.routing import thresholds_of
from duramen.memory.recall import Question
from duramen.models.scripted import ScriptedChat
from duramen.stores.engine import reading
from duramen.stores.owners import OwnerKind
from duramen.stores.persona.hints import list_hints
from duramen.stores.persona.permissions import StoredGrant, put_consent, put_grant
from duramen.stores.persona.reading import current_version
from duramen.stores.persona.writing import Change, VersionDraft, write_version
from duramen.stores.writing import owner_write
from duramen.text.moments import parse_moment

TOLD = [
    ("My dog Biscuit limps on the left leg.", "Oh dear."),
    ("I had soup for lunch.", "Nice."),
    ("The vet in Delft looked at Biscuit on Tuesday.", "Good."),
    ("我昨天去了宜家买书架。", "好的。"),
]


def grow(memory, person="mei", **values):
    """Write values into a person's tree by path, with __ for the dot."""
    workspace = memory.workspace
    owner = workspace.owner(OwnerKind.PERSON, person)
    with reading(workspace.engine) as connection:
        after = current_version(connection, owner).version
    draft = VersionDraft(
        after=after, schema="core", schema_version=1, cause="test", writer="person", recorded=workspace.clock()
    )
    since = parse_moment("2026-01-05", "UTC")
    changes = [Change(path=path.replace("__", "."), value=value, valid_from=since) for path, value in values.items()]
    with owner_write(workspace.engine, owner) as write:
        write_version(write, draft, changes)


@pytest.fixture
def told(memory):
    for text, reply in TOLD:
        memory.record(text, reply, person="mei")
    return memory


def digest(recalled):
    kept = [(e.id, e.candidate.item_id, e.candidate.scores, e.text) for e in recalled.evidence]
    left = [(c.item_id, c.scores, c.reason) for c in recalled.candidates]
    values = [kept, left, recalled.query_vector.hex(), recalled.round, recalled.augmented]
    return hashlib.sha256(json.dumps(values, default=str).encode()).hexdigest()


@pytest.mark.parametrize("preset", ["balanced", "light", "strict", "paper"])
def test_without_a_tree_levels_change_no_bit_of_what_is_found(told, preset):
    questions = ["How is Biscuit's leg?", "Good morning!", "书架是在哪买的？"]
    for question in questions:
        bits = {digest(told.recall(question, person="mei", preset=preset, level=level)) for level in ("routed", "full")}
        assert len(bits) == 1
        assert bits == {digest(told.recall(question, person="mei", preset=preset))}
    found = told.recall(questions[0], person="mei", preset=preset)
    assert found.evidence or found.candidates


def test_a_greeting_reads_less_once_there_is_a_tree_and_a_question_about_the_past_does_not(told):
    grow(told, identity__name="Mei Lin", pets__animals="a greyhound called Biscuit")
    asked = told.recall("When did the vet look at Biscuit's leg last week?", person="mei")
    assert asked.route.experience.depth is Depth.DEEP
    assert any("vet" in e.text for e in asked.evidence)
    greeted = told.recall("Good morning!", person="mei")
    assert greeted.route.experience.depth is not Depth.DEEP
    assert greeted.leaves == ()


def test_fast_shows_leaves_and_asks_neither_embedder_nor_index(told, monkeypatch):
    grow(told, pets__animals="a greyhound called Biscuit", likes__food="noodle soup")
    monkeypatch.setattr(told.workspace.embedder(), "queries", None)
    monkeypatch.setattr(told.workspace.embedder(), "passages", None)
    recalled = told.recall("What is my dog called?", person="mei", level="fast")
    assert recalled.evidence == ()
    assert [shown.leaf.path for shown in recalled.leaves] == ["pets.animals", "likes.food"]
    assert recalled.tree_version == 1


def test_full_reads_everything_and_expands_from_the_leaves_that_bear_on_it(told):
    grow(told, pets__animals="a greyhound called Biscuit", likes__food="noodle soup")
    recalled = told.recall("How is my greyhound?", person="mei", level="full")
    assert {choice.depth for choice in recalled.route.choices().values()} == {Depth.DEEP}
    assert "Pets a greyhound called Biscuit" in recalled.expanded
    assert any("limps" in e.text for e in recalled.evidence)


def test_a_model_writes_the_expansion_at_the_level_full_and_its_failure_costs_nothing(opened):
    memory = opened(model=ScriptedChat(["1. vet in Delft\n2. limping leg"]))
    for text, reply in TOLD:
        memory.record(text, reply, person="mei")
    grow(memory, pets__animals="a greyhound called Biscuit")
    assert memory.recall("How is my greyhound?", person="mei", level="full").expanded == ("vet in Delft", "limping leg")
    # The script is at its end: the model fails, and paths and values speak.
    again = memory.recall("How is my greyhound?", person="mei", level="full")
    assert again.expanded == ("Pets a greyhound called Biscuit",)


def test_the_record_keeps_which_level_ran_why_and_which_leaves_were_shown(told):
    grow(told, pets__animals="a greyhound called Biscuit")
    reply = told.reply("What is my dog called?", person="mei", level="full")
    trace = told.read(reply.record_id, person="mei").answer.trace
    assert trace["route"]["level"] == "full"
    assert trace["route"]["profile"]["reason"]["zh"]
    assert [(leaf["id"], leaf["path"]) for leaf in trace["leaves"]] == [("L1", "pets.animals")]
    assert trace["tree_version"] == 1
    assert "Biscuit" not in json.dumps(trace["leaves"])


def test_an_unknown_level_is_named_with_those_there_are(told):
    with pytest.raises(BadSetting, match="'deep'; use fast, routed, full"):
        told.recall("x", person="mei", level="deep")


def test_feedback_moves_the_thresholds_of_one_person_and_is_logged(told):
    grow(told, pets__animals="a greyhound called Biscuit")
    reply = told.reply("What is my dog called?", person="mei")
    before = thresholds_of(told.workspace, told.workspace.find(OwnerKind.PERSON, "mei"))
    moved = told.feedback(reply.record_id, "deeper", person="mei")
    assert moved.before == before
    assert moved.after != before
    owner = told.workspace.find(OwnerKind.PERSON, "mei")
    assert thresholds_of(told.workspace, owner) == moved.after
    told.record("hello", "hi", person="tom")
    assert thresholds_of(told.workspace, told.workspace.find(OwnerKind.PERSON, "tom")) == before
    with reading(told.workspace.engine) as connection:
        assert [(h.record_id, h.hint) for h in list_hints(connection, owner)] == [(reply.record_id, "deeper")]


def test_feedback_on_a_round_that_was_not_answered_here_says_why_it_cannot_be(told):
    record = told.rounds(person="mei")[0]
    with pytest.raises(InputError, match="not recorded how much was read"):
        told.feedback(record.record_id, "good", person="mei")
    with pytest.raises(BadSetting, match="deeper, shallower, good, bad"):
        told.feedback(record.record_id, "better", person="mei")


def test_the_tree_is_read_as_of_the_moment_asked_from(told):
    grow(told, home__city="Delft")
    assert told.recall("Where do I live?", person="mei", at="2026-02-01T10:00").leaves
    assert not told.recall("Where do I live?", person="mei", at="2025-12-01T10:00").leaves


def test_a_leaf_that_is_hidden_or_of_a_tier_without_consent_is_not_shown(told):
    grow(told, home__city="Delft", health__allergies="nuts", likes__food="soup")
    owner = told.workspace.find(OwnerKind.PERSON, "mei")
    with owner_write(told.workspace.engine, owner) as write:
        put_grant(write, StoredGrant(grant=Grant(path="likes", permission=Permission("generation"), on=False)))
    paths = [shown.leaf.path for shown in told.recall("Am I allergic to soup?", person="mei", level="fast").leaves]
    assert paths == ["home.city"]
    with owner_write(told.workspace.engine, owner) as write:
        put_consent(write, Consent(tier=Tier.SPECIAL, purpose="care", given=told.workspace.clock()))
        put_grant(write, StoredGrant(grant=Grant(path="likes", permission=Permission("generation"), on=True)))
    paths = [shown.leaf.path for shown in told.recall("Am I allergic to soup?", person="mei", level="fast").leaves]
    assert sorted(paths) == ["health.allergies", "home.city", "likes.food"]


def test_the_context_of_a_talk_stays_at_the_level_fast(told):
    grow(told, home__city="Delft")
    told.reply("My plan is to paint the shed.", person="mei", session="s")
    prompt = told.prompt("And then?", person="mei", character="assistant", session="s", level="fast")
    assert "paint the shed" in prompt.text
    assert Question(text="x", person="y").level is None
