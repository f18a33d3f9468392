"""The character's own tree (B25): what it says of itself is kept, shown to whichever model answers, and not contradicted."""

import pytest
from character_talk import EN, ZH, chat, heard, talk, tree, waiting

from duramen.domain.dialogue import Dialogue, Message, Role
from duramen.domain.operations import Kind, Operation, OperationList
from duramen.domain.persona import Proposal, Proposals
from duramen.domain.profile import Contradiction
from duramen.domain.time import Moment
from duramen.errors import NotFound
from duramen.memory.marks import contradictions_of
from duramen.models.listeners.model import ModelListener
from duramen.models.scripted import ScriptedChat

BOTH = pytest.mark.parametrize("case", [EN, ZH], ids=["en", "zh"])


@BOTH
def test_what_a_character_said_of_itself_stands_in_the_prompt_of_another_model_in_a_new_sitting(opened, case, clock):
    first = opened(model=chat(case["first"]), listener="off")
    talk(first, case, case["greet"])
    assert heard(first, case).outcomes == {"applied": 2}
    first.close()
    clock.forward(days=30)
    other = chat(case["held"], name="second-model")
    second = opened(model=other, listener="off")
    (done,) = talk(second, case, case["ask"], session="another")
    (prompt,) = other.prompts
    assert case["heading"] in prompt.text
    own = prompt.text.split(case["heading"])[1]
    assert own.count("<profile of=") == 2
    assert case["held"] in own
    assert [one.id for one in prompt.self_leaves] == ["S1", "S2"]
    assert prompt.leaves == ()
    trace = second.read(done.record_id, person=case["person"]).answer.trace
    assert [row["path"] for row in trace["self_leaves"]] == ["identity.origin", "likes.all"]
    assert trace["self_version"] == 1
    assert done.self_leaves == prompt.self_leaves


@BOTH
def test_its_leaves_rest_on_its_own_words_and_the_persons_tree_is_untouched(opened, case):
    memory = opened(model=chat(case["first"]), listener="off")
    talk(memory, case, case["greet"])
    heard(memory, case)
    who = {"person": case["person"], "character": case["character"]}
    (value,) = memory.persona.history("identity.origin", **who)
    assert [quote.words for quote in value.leaf.quotes] == [case["words"]]
    explained = memory.persona.explain("likes.all", **who)
    assert explained.line[-1].leaf.value == case["likes"]
    assert explained.line[-1].leaf.quotes[0].words in case["first"]
    assert memory.persona.show(person=case["person"]).tree.leaves == {}


@BOTH
def test_a_reply_that_contradicts_it_is_marked_and_does_not_overwrite(opened, case):
    memory = opened(model=chat(case["first"], case["other"]), listener="off")
    talk(memory, case, case["greet"])
    heard(memory, case)
    (done,) = talk(memory, case, case["ask"])
    (mark,) = done.contradicts
    assert (mark.path, mark.version, mark.record_id) == ("identity.origin", 1, "")
    record = memory.read(done.record_id, person=case["person"])
    assert [(one.path, words) for one, words in contradictions_of(record)] == [
        ("identity.origin", done.text[mark.start : mark.end])
    ]
    assert record.answer.reply_state == "clean"
    assert heard(memory, case).outcomes == {"waits": 1}
    assert tree(memory, case)["identity.origin"] == case["held"]
    ((operation, code, held, words),) = waiting(memory, case)
    assert code == "contradicts-self"
    assert held == case["held"]
    assert words in case["other"]
    assert case["held"] not in operation


@BOTH
def test_the_operator_may_accept_what_contradicts_and_the_history_keeps_both(opened, case):
    memory = opened(model=chat(case["first"], case["other"]), listener="off")
    talk(memory, case, case["greet"], case["ask"])
    heard(memory, case)
    who = {"person": case["person"], "character": case["character"]}
    assert tree(memory, case)["identity.origin"] == case["held"]  # both replies were in one window
    (one,) = memory.persona.waiting(**who)
    memory.persona.accept(one.decision.decision_id, **who)
    assert case["held"] not in tree(memory, case)["identity.origin"]
    assert next(value.leaf.value for value in memory.persona.history("identity.origin", **who)) == case["held"]


@BOTH
def test_a_reply_that_says_what_changed_is_no_contradiction_and_is_merged(opened, case):
    memory = opened(model=chat(case["home"], case["moved"]), listener="off")
    talk(memory, case, case["greet"])
    heard(memory, case)
    before = tree(memory, case)["home.place"]
    (done,) = talk(memory, case, case["ask"])
    assert done.contradicts == ()
    heard(memory, case)
    assert waiting(memory, case) == []
    assert case["place"] in tree(memory, case)["home.place"]
    assert before in tree(memory, case)["home.place"]


@BOTH
def test_a_reply_that_nobody_has_heard_yet_counts_too(opened, case):
    memory = opened(model=chat(case["home"], case["first"], case["other"]), listener="off")
    talk(memory, case, case["greet"])
    heard(memory, case)
    first, second = talk(memory, case, case["ask"], case["ask"])
    assert first.contradicts == ()
    (mark,) = second.contradicts
    assert (mark.path, mark.version, mark.record_id) == ("identity.origin", 0, first.record_id)


def test_quoting_marked_and_abstaining_replies_feed_nothing_and_neither_do_other_roles(opened):
    memory = opened(listener="off")
    memory.record("I grew up in Bergen and I like tea.", person="Mei", character="Ada")
    quoted = memory.reply("Where did I grow up?", person="Mei", character="Ada")  # extractive
    assert "Bergen" in quoted.text
    with pytest.raises(NotFound):
        memory.listen(person="Mei", character="Ada", listener="rules")
    memory._model = ScriptedChat(["I grew up in Cairo.", "I grew up in Cairo."])  # never any tags
    marked = memory.reply("And you?", person="Mei", character="Ada", preset="strict")
    assert marked.state.value == "marked"
    assert marked.contradicts == ()
    memory.record(
        "Where do I live?", "I'm sorry, I don't remember that. I have no record of it.", person="Mei", character="Ada"
    )
    messages = [
        (Role.SYSTEM, "I am a pilot."),
        (Role.PERSON, "I am a baker."),
        (Role.TOOL, "I live in Rome."),
        (Role.CHARACTER, "I am a nurse."),
    ]
    source = Dialogue(
        format="test",
        messages=tuple(
            Message(role=role, speaker="", text=text, happened_at=Moment(at_us=n * 1_000_000), position=n)
            for n, (role, text) in enumerate(messages)
        ),
    )
    memory.import_dialogue(source, person="Mei", character="Ada")
    done = memory.listen(person="Mei", character="Ada", listener="rules")
    assert (done.windows, done.waiting) == (1, 0)
    assert tree(memory, EN) == {"identity.occupation": "nurse"}


def test_what_it_said_to_somebody_else_is_never_seen(opened):
    memory = opened(model=chat("I live in Oslo.", "I live in Lima.", "I see.", "I see."), listener="off")
    for person in ("Mei", "Ben"):
        memory.reply("Where do you live?", person=person, character="Ada")
        memory.listen(person=person, character="Ada", listener="rules")
    for person, own, others in (("Mei", "Oslo", "Lima"), ("Ben", "Lima", "Oslo")):
        text = memory.prompt("Where do you live?", person=person, character="Ada").text
        assert own in text
        assert others not in text
        assert memory.reply("Tell me.", person=person, character="Ada").contradicts == ()
    assert "Oslo" not in memory.prompt("Where do you live?", person="Mei", character="Bo").text.split("Evidence")[0]
    with pytest.raises(NotFound):
        memory.persona.show(person="Mei", character="Bo")


def test_a_leaf_that_may_not_be_used_in_generation_stays_out_of_the_prompt(opened):
    memory = opened(model=chat("I grew up in Bergen, and I love bitter tea.", "I grew up in Cairo."), listener="off")
    talk(memory, EN, EN["greet"])
    heard(memory, EN)
    memory.persona.allow("likes.*: generation=off", person="Mei", character="Ada")
    own = memory.prompt(EN["ask"], person="Mei", character="Ada", session="s").text.split(EN["heading"])[1]
    own = own.split("Evidence")[0]
    assert "Bergen" in own
    assert "bitter tea" not in own


def test_its_lines_keep_within_their_own_budget(opened):
    likes = [f"I love {what}." for what in ("chess", "opera", "honey", "rain", "violins", "harbours")]
    memory = opened(model=chat("I grew up in Bergen. I am a baker. I live in Oslo. " + " ".join(likes)), listener="off")
    talk(memory, EN, EN["greet"])
    heard(memory, EN)
    full = memory.recall(EN["ask"], person="Mei", character="Ada").self_leaves
    assert len(full) == 4
    none = memory.recall(EN["ask"], person="Mei").self_leaves
    assert none == ()
    light = memory.recall(EN["ask"], person="Mei", character="Ada", preset="light").self_leaves
    assert {one.leaf.path for one in light} <= {one.leaf.path for one in full}


def scripted(*answers):
    return ModelListener(ScriptedChat(list(answers)))


def test_a_model_that_listens_is_told_of_a_character_and_asked_only_when_it_speaks_of_itself(opened):
    memory = opened(listener="off")
    memory.record("Explain rainbows", "Light is bent in drops.", person="Mei", character="Ada")
    asked = ScriptedChat([])
    memory.listen(person="Mei", character="Ada", listener=ModelListener(asked))
    assert asked.prompts == []
    memory.record("Who are you?", "I am the keeper of this inn.", person="Mei", character="Ada")
    asked = ScriptedChat(['ADD(identity.occupation, "keeper of this inn")'])
    done = memory.listen(person="Mei", character="Ada", listener=ModelListener(asked))
    assert done.outcomes == {"applied": 1}
    (prompt,) = asked.prompts
    assert "what a character has said of itself" in prompt.messages[0].content
    assert 'by="character" use="source"' in prompt.messages[1].content
    assert 'by="person" use="context"' in prompt.messages[1].content


@pytest.mark.parametrize(
    ("first", "add", "second", "update"),
    [
        ("I grew up in Bergen.", "Bergen", "I grew up in Cairo.", "used to be from Bergen; from Cairo"),
        ("我在卑尔根长大。", "卑尔根", "我在开罗长大。", "开罗"),
    ],
)
def test_a_model_cannot_overwrite_either_whatever_it_makes_of_the_words(opened, first, add, second, update):
    memory = opened(listener="off")
    who = {"person": "Mei", "character": "Ada"}
    memory.record("?", first, **who)
    memory.listen(**who, listener=scripted(f'ADD(identity.origin, "{add}")'))
    for operation in (f'UPDATE(identity.origin, "{update}")', f'ADD(identity.origin, "{second}")'):
        memory.record("?", second, **who)
        done = memory.listen(**who, listener=scripted(operation))
        assert done.outcomes == {"waits": 1}
    assert tree(memory, EN) == {"identity.origin": add}
    assert {code for _, code, _, _ in waiting(memory, EN)} == {"contradicts-self"}


class Count:
    """Adds up how many replies it has heard: one heard twice, or never, shows in the sum."""

    name = "count@1"

    def listen(self, window, tree, schema):
        own = [message for message in window.messages if message.own and not message.shown_only]
        assert window.character == "Ada"
        held = tree.values().get("past.story")
        value = str(int(held or 0) + len(own))
        operation = Operation(kind=Kind.UPDATE if held else Kind.ADD, path="past.story", value=value)
        return Proposals(
            text=value,
            read=OperationList(operations=(operation,)),
            proposals=(Proposal(operation=operation),),
        )


def test_each_reply_is_heard_once_apart_from_what_the_person_says(opened):
    memory = opened(listener="off")
    who = {"person": "Mei", "character": "Ada"}
    for n in range(8):
        memory.record(f"line {n}", f"I count {n}.", **who)
        memory.record(f"line {n}", f"I count {n}.", person="Mei", character="Bo")
    assert memory.listen(**who, listener=Count()).windows == 3
    assert memory.listen(**who, listener=Count()).windows == 0
    assert tree(memory, EN) == {"past.story": "8"}
    memory.record("line", "I count on.", **who)
    bar = []
    assert memory.listen(**who, listener=Count(), progress=lambda *at: bar.append(at)).windows == 1
    assert bar == [(1, 1)]
    assert tree(memory, EN) == {"past.story": "9"}
    again = memory.listen(**who, listener=Count(), from_round="Ada/8")
    assert (again.windows, tree(memory, EN)) == (1, {"past.story": "11"})


def test_a_round_that_took_place_elsewhere_is_marked_as_well(opened):
    memory = opened(listener="off")
    who = {"person": "Mei", "character": "Ada"}
    memory.record("?", "I live in Oslo.", **who)
    memory.listen(**who, listener="rules")
    memory.record("?", "I live in Lima.", **who)
    first, second = memory.rounds(**who)
    assert contradictions_of(first) == []
    assert contradictions_of(second) == [
        (Contradiction(path="home.place", start=0, end=15, version=1), "I live in Lima.")
    ]


def test_both_are_heard_behind_the_talk(opened):
    memory = opened(model=chat("I grew up in Bergen."), listener="rules")
    memory.reply("I live in Porto. Where did you grow up?", person="Mei", character="Ada")
    memory._listening.background.close(60)
    assert tree(memory, EN) == {"identity.origin": "grew up in Bergen"}
    assert memory.persona.show(person="Mei").tree.values() == {"home.city": "Porto"}
