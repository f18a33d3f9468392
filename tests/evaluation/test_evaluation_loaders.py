from pathlib import Path

import pytest
from bench_data import write_locomo, write_madial, write_realmem

from duramen.cli.bench import COMMANDS
from duramen.errors import UnreadableFile
from duramen.evaluation.tasks import LOADERS
from duramen.evaluation.tasks.locomo import evidence_ids

SHARED = Path(__file__).resolve().parents[3] / "shared" / "data"


def test_a_realmem_question_stands_before_its_own_turn_and_its_gold_after_it(tmp_path):
    write_realmem(tmp_path)
    task = LOADERS["realmem"](tmp_path, "tune")
    owner = task.owners[0]
    first, second = owner.questions
    assert (first.id, first.text, first.session) == ("Adeleke_Okonjo/s2:2", "What can my parrot do?", "s2")
    assert [m.external_id for m in owner.dialogue.messages[: first.upto]] == ["s1:0", "s1:1", "s2:0", "s2:1"]
    assert task.gold[first.id].ids == {"s1"}
    assert task.gold[first.id].category == "Static"
    assert task.gold[second.id].ids == {"s1", "s2"}
    # s1 was 74 days, s2 19 days before.
    assert task.gold[second.id].old == {"s1"}


def test_realmem_gold_that_the_question_cannot_have_seen_is_left_out_and_told(tmp_path):
    write_realmem(tmp_path, later=True)
    task = LOADERS["realmem"](tmp_path, "tune")
    assert not task.gold
    assert any("evidence of later sessions s4" in line for line in task.left_out)
    assert any("no evidence before the question" in line for line in task.left_out)


def test_locomo_questions_come_a_day_after_the_last_turn_and_category_5_stands_apart(tmp_path):
    write_locomo(tmp_path)
    task = LOADERS["locomo"](tmp_path, "tune")
    owner = task.owners[0]
    assert (owner.person, owner.character) == ("Ada", "Bo")
    assert [asked.at.iso() for asked in owner.questions] == ["2023-06-21T09:00:00+00:00"] * 3
    assert all(asked.upto == 4 and asked.session == "" for asked in owner.questions)
    assert task.gold["conv-26/q0"].ids == {"D1:1", "D2:2"}
    assert task.gold["conv-26/q0"].old == {"D1:1"}
    assert [task.gold[f"conv-26/q{at}"].headline for at in (0, 1, 2)] == [True, True, False]
    assert task.left_out == ("conv-26/q3: no evidence that names a turn", "conv-30/q3: no evidence that names a turn")


def test_evidence_strings_with_several_ids_are_cut():
    assert evidence_ids(["D8:6; D9:17", "D9:1 D4:4", "D"]) == {"D8:6", "D9:17", "D9:1", "D4:4", "D"}


def test_a_madial_question_is_the_last_turn_of_the_person_and_its_context_is_not_stored(tmp_path):
    write_madial(tmp_path)
    task = LOADERS["madial"](tmp_path, "tune")
    (owner,) = task.owners
    assert owner.person == "小安"
    assert [m.external_id for m in owner.dialogue.messages] == ["1", "2", "3", "4"]
    late, early = owner.questions
    assert (late.text, late.context) == ("也许能钓到鱼！", ("真好！", "明天我要去河边。"))
    assert (early.text, early.context) == ("明天我要去河边。", ())
    assert late.at.iso() == "2023-08-02"
    # Memory 5 is another child's.
    assert task.gold[late.id].ids == {"1"}


@pytest.mark.parametrize("name, count", [("realmem", 2), ("locomo", 2), ("madial", 1)])
def test_a_limit_takes_the_first_questions_of_each_owner_and_their_gold_only(tmp_path, name, count):
    {"realmem": write_realmem, "locomo": write_locomo, "madial": write_madial}[name](tmp_path)
    whole, cut = LOADERS[name](tmp_path, "tune"), LOADERS[name](tmp_path, "tune", 1)
    assert [owner.questions for owner in cut.owners] == [owner.questions[:1] for owner in whole.owners]
    assert set(cut.gold) == {asked.id for owner in cut.owners for asked in owner.questions}
    assert cut.data_hash == whole.data_hash


@pytest.mark.parametrize("name", ["realmem", "locomo", "madial"])
def test_missing_data_is_said_with_the_option_that_names_it(tmp_path, name):
    with pytest.raises(UnreadableFile, match="--data"):
        LOADERS[name](tmp_path, "tune")


@pytest.mark.parametrize(
    "name, split, questions",
    [
        ("realmem", "tune", [124, 162, 153, 168]),
        ("realmem", "report", [119, 126, 158]),
        ("locomo", "tune", [197, 105]),
        ("locomo", "report", [193, 260, 242]),
        ("madial", "tune", [122]),
        ("madial", "report", [140]),
    ],
)
def test_the_published_sets_give_their_known_numbers_of_questions(name, split, questions):
    if not SHARED.is_dir():
        pytest.skip("the data sets are not here")
    task = LOADERS[name](SHARED, split)
    assert [len(owner.questions) for owner in task.owners] == questions
    for owner in task.owners:
        assert all(asked.upto <= len(owner.dialogue.messages) for asked in owner.questions)
        assert len({message.external_id for message in owner.dialogue.messages}) == len(owner.dialogue.messages)


def test_every_set_has_a_command_of_its_own():
    assert COMMANDS.keys() == LOADERS.keys()
