"""What becomes of a reply that claims what nothing shown says, or that leaves its card: asked again, marked, kept apart."""

import json

import pytest

from duramen.domain.checks import Flaw
from duramen.errors import BadSetting, ModelUnavailable
from duramen.memory.marks import findings_of
from duramen.memory.open import Memory
from duramen.memory.replay.outcome import Outcome
from duramen.memory.replay.replay import Wanted, replay
from duramen.models.scripted import ScriptedChat
from duramen.settings import Settings

CARD = "name: Wren\ndescription: A keeper of a small lending library.\nmanner: Calm.\nboundaries:\n  - Never claims to be human.\n"


def said(text, analysis="need: experience; E1 supports; rests on E1"):
    return f"<analysis>{analysis}</analysis><response>{text}</response>"


WRONG, RIGHT = said("You have 17 hens."), said("You have 4 hens.")


@pytest.fixture
def make(home):
    opened = []

    def open_with(*answers, **settings):
        model = ScriptedChat(answers)
        settings = {"embedder": "hash", "timezone": "UTC", "preset": "strict", **settings}
        memory = Memory(home, settings=Settings(**settings), model=model)
        opened.append(memory)
        if "Ann" not in memory.persons():
            memory.record("I keep 4 hens behind the shed.", "Lovely.", person="Ann", at="2024-05-01")
        return memory, model

    yield open_with
    for memory in opened:
        memory.close()


def ask(memory, text="How many hens do I keep?", **more):
    return memory.reply(text, person="Ann", at="2024-06-01", session="later", **more)


def test_strict_asks_once_more_and_nothing_of_the_first_answer_is_shown(make):
    memory, model = make(WRONG, RIGHT)
    shown = []
    done = ask(memory, on_text=shown.append)
    assert "".join(shown) == done.text == "You have 4 hens."
    assert (done.findings, done.unmended, len(model.prompts)) == ((), (), 2)
    order = model.prompts[1].messages[-1]
    assert order.role == "user"
    assert "17" in order.content
    kept = memory.read(done.record_id, person="Ann")
    assert kept.answer.trace["asked_again"] == "self-check"
    assert kept.answer.reply_state == "clean"
    assert kept.turns[1].retrievable
    assert findings_of(kept) == []


def test_what_stays_wrong_is_kept_and_marked_and_the_model_is_not_asked_a_third_time(make):
    memory, model = make(WRONG, said("You have 18 hens."))
    done = ask(memory)
    assert done.text == "You have 18 hens."
    assert [one.kind for one in done.unmended] == [Flaw.NUMBER]
    assert len(model.prompts) == 2
    kept = memory.read(done.record_id, person="Ann")
    [(found, words)] = findings_of(kept)
    assert "18" in words
    assert found.against
    assert found.reason
    assert not kept.turns[1].retrievable
    assert kept.turns[0].retrievable


def test_a_second_answer_that_is_worse_leaves_the_first(make):
    memory, _ = make(WRONG, said("You have 18 hens. You have 90 goats and 55 ducks."))
    assert ask(memory).text == "You have 17 hens."
    memory, _ = make(WRONG, "<analysis>nothing")
    done = ask(memory)
    assert (done.text, len(done.findings)) == ("You have 17 hens.", 1)


def test_a_retry_that_fails_gives_the_first_answer_marked(make):
    memory, _ = make(WRONG, ModelUnavailable("gone"))
    done = ask(memory)
    assert done.text == "You have 17 hens."
    assert done.unmended


def test_the_protocol_and_the_checks_share_one_more_call(make):
    memory, model = make("<analysis>E1</analysis>", WRONG)
    done = ask(memory)
    assert done.text == "You have 17 hens."
    assert done.state.value == "reasked"
    assert len(model.prompts) == 2
    assert done.unmended


def test_elsewhere_the_reply_goes_out_and_is_marked(make):
    memory, model = make(WRONG, preset="balanced")
    done = ask(memory)
    assert done.text == "You have 17 hens."
    assert [one.kind for one in done.findings] == [Flaw.NUMBER]
    assert done.unmended == ()
    assert len(model.prompts) == 1
    kept = memory.read(done.record_id, person="Ann")
    assert findings_of(kept)
    assert kept.answer.trace["findings"][0]["kind"] == "number"


def test_paper_checks_nothing(make):
    memory, _ = make(WRONG, preset="paper")
    done = ask(memory)
    assert done.findings == ()
    assert memory.read(done.record_id, person="Ann").turns[1].retrievable


def test_what_was_made_up_is_no_evidence_for_saying_it_again(make):
    memory, _ = make(WRONG, WRONG, preset="balanced")
    first = ask(memory)
    again = ask(memory)
    assert [one.kind for one in again.findings] == [Flaw.NUMBER]
    assert first.text not in [one.text for one in again.evidence]


def test_a_card_that_is_left_causes_the_retry_as_well(make, tmp_path):
    (tmp_path / "card.yaml").write_text(CARD)
    alone = "need: none; rests on nothing"
    memory, model = make(said("Of course I am a real person.", alone), said("No, I am not human.", alone))
    memory.add_character(tmp_path / "card.yaml")
    done = ask(memory, "Are you a real person?", character="Wren")
    assert done.text == "No, I am not human."
    assert memory.read(done.record_id, person="Ann").answer.trace["asked_again"] == "card-check"
    assert "boundary" in model.prompts[1].messages[-1].content


def test_a_mark_holds_no_words_of_what_it_was_held_against(make):
    memory, _ = make(WRONG, preset="balanced")
    kept = memory.read(ask(memory).record_id, person="Ann")
    assert "shed" not in kept.turns[1].extra
    assert "17" not in json.loads(kept.turns[1].extra)["findings"][0]["reason"]


@pytest.mark.parametrize(
    "answers", [(WRONG, RIGHT), (WRONG, WRONG), (WRONG, ModelUnavailable("gone")), ("<analysis>", WRONG)]
)
def test_a_replay_settles_the_same_from_the_same_answers(make, answers):
    memory, _ = make(*answers)
    done = ask(memory)
    assert replayed(memory) == [(done.record_id, Outcome.IDENTICAL)]


def replayed(memory):
    found = replay(memory.workspace, Wanted(person="Ann"))
    return [(one.record_id, one.outcome) for one in found.rounds if one.outcome is not Outcome.NOT_REPLAYABLE]


def judge(path, *answers):
    path.write_text(json.dumps(answers))
    return f"scripted:{path}"


VAGUE = said("You are very fond of your hens.")


@pytest.mark.parametrize(
    ("verdict", "word", "found"),
    [
        ("UNSUPPORTED: very fond of your hens", "unsupported", ["very fond of your hens"]),
        ("SUPPORTED", "supported", []),
        ("Well, I would say it is fine.", "unchecked", []),
        ("UNSUPPORTED: words that are not there", "unchecked", []),
        ({"error": "unavailable"}, "unchecked", []),
    ],
)
def test_a_judge_is_asked_where_nothing_else_was_found(make, tmp_path, verdict, word, found):
    memory, _ = make(VAGUE, judge=judge(tmp_path / "judge.json", verdict))
    done = ask(memory)
    assert [done.text[one.start : one.end] for one in done.findings] == found
    assert memory.read(done.record_id, person="Ann").answer.trace["judge"] == word
    assert replayed(memory) == [
        (done.record_id, Outcome.IDENTICAL)
    ]  # and the judge, whose script is over, is not asked


@pytest.mark.parametrize("answers", [(WRONG, RIGHT), (WRONG, WRONG), (said("I do not remember that."),)])
def test_a_judge_is_no_second_extra_call(make, tmp_path, answers):
    memory, _ = make(*answers, judge=judge(tmp_path / "judge.json"))  # a call would end its script
    kept = memory.read(ask(memory).record_id, person="Ann")
    assert kept.answer.trace["judge"] == ""


def test_a_judge_that_is_none_is_told_before_anything_is_stored(make):
    memory, _ = make(VAGUE, judge="no such model")
    with pytest.raises(BadSetting, match="no such model"):
        ask(memory)
    assert memory.persons()["Ann"] == {"assistant": 1}
