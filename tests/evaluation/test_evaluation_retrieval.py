import ast
from dataclasses import replace
from pathlib import Path

import pytest
from bench_data import write_locomo, write_madial, write_realmem

import duramen.evaluation.retrieval as solver
from duramen.errors import BadSetting
from duramen.evaluation.arms import MAIN, SHOWN, WIDTH, arms, widened
from duramen.evaluation.retrieval import solve
from duramen.evaluation.tasks import LOADERS
from duramen.settings import PRESETS, load_preset

WRITERS = {"realmem": write_realmem, "locomo": write_locomo, "madial": write_madial}


def rankings(task):
    """Return {question id: {arm: ids}} of a task, with the hashing embedder."""
    return {
        solved.asked.id: {arm: [s.id for s in ranking.shown] for arm, ranking in solved.rankings.items()}
        for owner in task.owners
        for solved in solve(owner, arms(in_talk=task.in_talk), "hash")
    }


@pytest.mark.parametrize("name", WRITERS)
def test_poisoned_gold_changes_no_ranking(tmp_path, name):
    WRITERS[name](tmp_path / "right")
    WRITERS[name](tmp_path / "wrong", poisoned=True)
    right, wrong = (LOADERS[name](tmp_path / folder, "tune") for folder in ("right", "wrong"))
    assert right.gold != wrong.gold
    assert rankings(right) == rankings(wrong)


def test_the_solver_imports_nothing_that_knows_the_gold():
    imported = set()
    todo = [Path(solver.__file__)]
    while todo:
        for node in ast.walk(ast.parse(todo.pop().read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module and node.module not in imported:
                imported.add(node.module)
                if node.module.startswith("duramen.evaluation."):
                    todo.append(Path(solver.__file__).parent / f"{node.module.rsplit('.', 1)[1]}.py")
    inside = {module for module in imported if module.startswith("duramen.evaluation")}
    assert inside == {"duramen.evaluation.arms", "duramen.evaluation.asking"}


def test_changed_later_turns_change_no_ranking(tmp_path):
    write_realmem(tmp_path / "one")
    write_realmem(tmp_path / "other", future=True)
    one, other = (LOADERS["realmem"](tmp_path / folder, "tune") for folder in ("one", "other"))
    assert one.owners[0].dialogue != other.owners[0].dialogue
    assert rankings(one) == rankings(other)


def test_no_arm_shows_the_question_itself_or_anything_after_it(tmp_path):
    write_realmem(tmp_path)
    task = LOADERS["realmem"](tmp_path, "tune")
    found = rankings(task)
    for owner in task.owners:
        place = {message.external_id: at for at, message in enumerate(owner.dialogue.messages)}
        for asked in owner.questions:
            assert found[asked.id]["recent"]
            assert all(place[one] < asked.upto for ids in found[asked.id].values() for one in ids)


def test_the_right_turns_are_found_and_named_by_their_ids(tmp_path):
    write_realmem(tmp_path)
    found = rankings(LOADERS["realmem"](tmp_path, "tune"))["Adeleke_Okonjo/s2:2"]
    assert found["bm25"] == ["s1:0", "s1:1"] or found["bm25"] == ["s1:1", "s1:0"]
    assert found["recent"] == ["s1:1", "s1:0"]
    assert set(found["balanced"]) == {"s1:0", "s1:1"}
    write_locomo(tmp_path)
    locomo = rankings(LOADERS["locomo"](tmp_path, "tune"))["conv-26/q1"]
    assert locomo["recent"] == ["D2:2", "D2:1", "D1:2", "D1:1"]
    assert set(locomo["dense"]) <= set(locomo["recent"])
    write_madial(tmp_path)
    madial = rankings(LOADERS["madial"](tmp_path, "tune"))["user1/dialogue0/turn4"]
    assert madial["bm25+context"][0] == "1"
    assert madial["recent"] == ["4", "3", "2", "1"]


def test_two_turns_with_the_same_words_keep_their_own_ids(tmp_path):
    write_locomo(tmp_path)
    text = (tmp_path / "locomo" / "locomo10.json").read_text(encoding="utf-8")
    same = text.replace("The tulips bloom.", "The violin sounds sweet.").replace(
        '"Bo", "text": "The', '"Ada", "text": "The'
    )
    (tmp_path / "locomo" / "locomo10.json").write_text(same, encoding="utf-8")
    found = rankings(LOADERS["locomo"](tmp_path, "tune"))["conv-26/q2"]
    assert found["recent"] == ["D2:2", "D2:1", "D1:2", "D1:1"]
    assert {"D2:1", "D2:2"} <= set(found["bm25"])


def test_a_failing_recall_is_an_empty_ranking_with_its_reason(tmp_path):
    write_madial(tmp_path)
    (owner,) = LOADERS["madial"](tmp_path, "tune").owners
    broken = replace(owner, questions=(replace(owner.questions[0], text="  "), owner.questions[1]))
    first, second = solve(broken, arms(["bm25", "recent"], in_talk=True), "hash")
    assert first.rankings["bm25"].error.startswith("InputError: the message '  ' is empty")
    assert first.rankings["bm25"].shown == ()
    assert not second.rankings["bm25"].error


def test_every_arm_has_room_for_ten_turns():
    searching = [arm for arm in arms(in_talk=True) if arm.preset is not None]
    assert len(searching) > len(PRESETS)
    for arm in searching:
        path = arm.preset.experience
        assert path.depth >= WIDTH
        assert min(path.found, arm.preset.reading.experience) >= SHOWN
        assert not arm.preset.knowledge.enabled


def test_widening_leaves_what_decides_the_order():
    balanced = load_preset(MAIN)
    wide = widened(balanced).experience
    assert (wide.asking, wide.lexical, wide.fusion, wide.bias, wide.temporal, wide.threshold) == (
        balanced.experience.asking,
        balanced.experience.lexical,
        balanced.experience.fusion,
        balanced.experience.bias,
        balanced.experience.temporal,
        balanced.experience.threshold,
    )


def test_an_unknown_arm_is_refused_with_the_names():
    with pytest.raises(BadSetting, match="balanced-no-time"):
        arms(["best"], in_talk=False)
    assert [arm.name for arm in arms(["paper", "bm25"], in_talk=False)] == ["paper", "bm25"]
    assert "bm25+context" not in {arm.name for arm in arms(in_talk=False)}
