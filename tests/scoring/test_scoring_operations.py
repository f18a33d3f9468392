"""Operation lists are compared, counted and rewarded as worked out by hand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from duramen.domain.operations import NO_OP, Kind, Operation
from duramen.scoring.operations import (
    Outcome,
    compare,
    count,
    count_by_kind,
    count_by_path,
    effective,
    process_reward,
    similarity,
)


def add(path, value):
    return Operation(kind=Kind.ADD, path=path, value=value)


def update(path, value):
    return Operation(kind=Kind.UPDATE, path=path, value=value)


def delete(path):
    return Operation(kind=Kind.DELETE, path=path)


LEEDS = {"home.city": "Leeds"}


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("Leeds", "leeds", 1.0),
        ("lives in Leeds", "Leeds", 2 / 3),  # {live, leed} and {leed}: 2 * 1 / 3
        ("a red bicycle", "a blue car", 0.0),
        ("深圳", "深圳", 1.0),
        ("ＡＢＣ", "abc", 1.0),
        ("三十四岁", "34岁", 1.0),
        ("一万二千", "12000", 1.0),
        ("sertraline 50mg", "sertraline 50 mg", 1.0),
        ("", "Leeds", 0.0),
        ("...", "!!!", 0.0),
    ],
)
def test_values_are_compared_by_their_content_words(one, other, expected):
    assert similarity(one, other) == pytest.approx(expected)


def test_chinese_values_meet_by_words_and_by_characters():
    # 橘猫 / 猫 : {橘, 猫} shares 猫 with {猫}
    assert 0.5 <= similarity("一只橘猫", "橘猫") <= 1.0
    assert similarity("喜欢吃火锅", "讨厌下雨天") == 0.0


@given(st.text(max_size=30), st.text(max_size=30))
def test_similarity_is_symmetric_and_within_zero_and_one(one, other):
    assert similarity(one, other) == similarity(other, one)
    assert 0.0 <= similarity(one, other) <= 1.0
    assert similarity(one, one) == 1.0


def test_an_update_of_an_empty_leaf_is_an_add_and_no_op_writes_nothing():
    assert effective([update("home.city", "Bristol"), NO_OP], {}) == (add("home.city", "Bristol"),)
    assert effective([update("home.city", "Bristol")], LEEDS) == (update("home.city", "Bristol"),)


def outcomes(predicted, gold, held=None):
    return [one.outcome for one in compare(predicted, gold, held or {})]


def test_each_operation_gets_its_outcome():
    gold = [add("identity.name", "Mara"), add("likes.food", "noodle soup, very spicy"), add("home.city", "Leeds")]
    predicted = [add("identity.name", "Mara"), add("likes.food", "spicy soup"), add("pets.animals", "a cat")]
    # {noodl, soup, spici} (very is a stop word) against {spici, soup}: 4 / 5 is exact
    assert outcomes(predicted, gold) == [Outcome.EXACT, Outcome.EXACT, Outcome.MISSING, Outcome.REDUNDANT]
    # {noodl, soup, spici} against {soup, cold}: 2 / 5 is wrong; against {soup}: 2 / 4 is half
    assert outcomes([add("likes.food", "cold soup")], gold[1:2]) == [Outcome.WRONG]
    assert outcomes([add("likes.food", "soup")], gold[1:2]) == [Outcome.PARTIAL]


def test_the_kind_must_be_right():
    assert outcomes([delete("home.city")], [update("home.city", "Bristol")], LEEDS) == [Outcome.WRONG]
    assert outcomes([add("home.city", "Bristol")], [update("home.city", "Bristol")], LEEDS) == [Outcome.WRONG]
    assert outcomes([update("home.city", "Bristol")], [add("home.city", "Bristol")]) == [Outcome.EXACT]
    assert outcomes([delete("home.city")], [delete("home.city")], LEEDS) == [Outcome.EXACT]


def test_of_two_on_one_path_the_better_meets_and_the_other_is_redundant():
    matches = compare([add("home.city", "Paris"), add("home.city", "Leeds")], [add("home.city", "Leeds")], {})
    assert [one.outcome for one in matches] == [Outcome.EXACT, Outcome.REDUNDANT]
    assert matches[0].predicted == add("home.city", "Leeds")


def test_counts_are_micro_over_all_windows():
    matches = [
        *compare([add("identity.name", "Mara")], [add("identity.name", "Mara")], {}),
        *compare([add("home.city", "Leeds"), add("likes.food", "soup")], [add("home.city", "Leeds")], {}),
        *compare([], [delete("home.city")], LEEDS),
    ]
    counts = count(matches)
    assert (counts.right, counts.predicted, counts.gold) == (2, 3, 3)
    assert counts.precision == pytest.approx(2 / 3)
    assert counts.recall == pytest.approx(2 / 3)
    assert counts.f1 == pytest.approx(2 / 3)
    nothing = count([])
    assert (nothing.precision, nothing.recall, nothing.f1) == (None, None, None)


def test_counts_by_kind_and_path_keep_each_side_under_its_own_name():
    matches = compare([delete("home.city")], [update("home.city", "Bristol")], LEEDS)
    by_kind = count_by_kind(matches)
    assert (by_kind["DELETE"].right, by_kind["DELETE"].predicted, by_kind["DELETE"].gold) == (0, 1, 0)
    assert (by_kind["UPDATE"].right, by_kind["UPDATE"].predicted, by_kind["UPDATE"].gold) == (0, 0, 1)
    by_path = count_by_path(matches)
    assert (by_path["home.city"].predicted, by_path["home.city"].gold) == (1, 1)


MARA, CITY, CAT = add("identity.name", "Mara"), add("home.city", "Leeds"), add("pets.animals", "a grey cat")


@pytest.mark.parametrize(
    ("predicted", "gold", "reward"),
    [
        ([MARA, CITY], [MARA, CITY], 1.0),
        ([], [], 1.0),
        ([MARA], [], -1.0),
        ([add("pets.animals", "an old grey dog")], [CAT], -1.0),  # {old, grey, dog}, {grey, cat}: 2 / 5
        ([add("pets.animals", "cat")], [add("pets.animals", "cat Tom, grey")], 0.5),  # 2 / 4
        ([MARA], [MARA, CITY], 0.25),  # (1 - 0.5) / 2
        ([MARA, CITY], [MARA], 0.0),  # 1 - 1 / 1
        ([], [MARA, CITY], -0.5),
        ([CAT, MARA], [CITY], -1.0),  # -0.5 - min(2, 1) is cut at -1
    ],
)
def test_the_reward_has_its_anchors(predicted, gold, reward):
    assert process_reward(compare(predicted, gold, {})) == pytest.approx(reward)


def test_output_that_cannot_be_read_gets_the_worst_reward():
    assert process_reward(compare([], [], {}), readable=False) == -1.0
