"""Kappa against published and hand-computed values, with what is missing and what is degenerate."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from duramen.errors import BadSetting
from duramen.scoring.kappa import NO_ITEMS, ONE_CATEGORY, cohen_kappa, fleiss_kappa

# Fleiss (1971) as it is commonly shown: ten items, fourteen judges, five categories; kappa is .210.
FLEISS_1971 = [
    (0, 0, 0, 0, 14), (0, 2, 6, 4, 2), (0, 0, 3, 5, 6), (0, 3, 9, 2, 0), (2, 2, 8, 1, 1),
    (7, 7, 0, 0, 0), (3, 2, 6, 3, 0), (2, 5, 3, 2, 2), (6, 5, 2, 1, 0), (0, 2, 2, 3, 7),
]  # fmt: skip


def items(counts):
    return [[category for category, times in enumerate(row) for _ in range(times)] for row in counts]


def two(both_yes, yes_no, no_yes, both_no):
    cells = [(True, True)] * both_yes + [(True, False)] * yes_no + [(False, True)] * no_yes + [(False, False)] * both_no
    return [a for a, _ in cells], [b for _, b in cells]


def test_cohens_kappa_is_that_computed_by_hand():
    found = cohen_kappa(*two(20, 5, 10, 15))  # p_o = 35/50, p_e = .5 * .6 + .5 * .4 = .5
    assert found.kappa == pytest.approx(0.4)
    assert (found.observed, found.items) == (pytest.approx(0.7), 50)


def test_cohens_interval_is_close_to_the_large_sample_one():
    found = cohen_kappa(*two(20, 5, 10, 15))
    # Fleiss, Cohen and Everitt (1969) for these cells: (A + B - C) / (n (1 - p_e)²) with
    # A = .4 (1 - 1.1 · .6)² + .3 (1 - .9 · .6)², B = .36 (.1 · 1.1² + .2 · .9²), C = (.4 - .5 · .6)²
    a = 0.4 * (1 - 1.1 * 0.6) ** 2 + 0.3 * (1 - 0.9 * 0.6) ** 2
    b = 0.6**2 * (0.1 * (0.6 + 0.5) ** 2 + 0.2 * (0.4 + 0.5) ** 2)
    error = math.sqrt((a + b - (0.4 - 0.5 * 0.6) ** 2) / (50 * 0.5**2))
    assert (found.high - found.low) / 2 == pytest.approx(1.96 * error, rel=0.06)


def test_fleiss_kappa_is_the_published_one():
    found = fleiss_kappa(items(FLEISS_1971))
    assert found.kappa == pytest.approx(0.210, abs=5e-4)
    assert found.observed == pytest.approx(0.378, abs=5e-4)
    assert found.low < found.kappa < found.high


def test_unequal_numbers_of_judgements_count_by_pairs():
    # Two items: (1, 1, 0) agrees on a third of its pairs, (0, 0) on all. Chance: .6² + .4².
    found = fleiss_kappa([[1, 1, 0], [0, 0], [1], [None, 1]])
    observed, chance = (1 / 3 + 1) / 2, 0.4**2 + 0.6**2
    assert (found.items, found.observed) == (2, pytest.approx(observed))
    assert found.kappa == pytest.approx((observed - chance) / (1 - chance))


def test_a_missing_judgement_leaves_its_item_out_and_is_no_category():
    one, other = two(20, 5, 10, 15)
    assert cohen_kappa([*one, True, None], [*other, None, False]) == cohen_kappa(one, other)


def test_where_all_judgements_are_the_same_kappa_is_not_defined_and_says_why():
    found = cohen_kappa([True] * 9, [True] * 9)
    assert (found.kappa, found.low, found.observed, found.why) == (None, None, 1.0, ONE_CATEGORY)
    assert fleiss_kappa([[1, 1, 1]] * 4).why == ONE_CATEGORY


def test_nobody_who_judged_the_same_gives_no_kappa():
    assert cohen_kappa([True, None], [None, True]).why == NO_ITEMS
    assert cohen_kappa([], []).why == NO_ITEMS
    assert fleiss_kappa([[1], [None]]).why == NO_ITEMS


def test_perfect_agreement_on_few_items_is_not_certain():
    few, many = cohen_kappa([True, False], [True, False]), cohen_kappa([True, False] * 50, [True, False] * 50)
    assert (few.kappa, few.high) == (1.0, 1.0)
    assert few.low < 0 < 0.9 < many.low < 1.0
    # Wilson's lower end of 2 of 2 is 1 / (1 + 1.96² / 2); chance is a half.
    assert few.low == pytest.approx((1 / (1 + 1.959964**2 / 2) - 0.5) / 0.5, abs=1e-5)


def test_one_item_and_an_item_that_alone_makes_a_category_give_no_interval():
    one = cohen_kappa([True], [False])
    assert (one.kappa, one.low, one.high) == (0.0, None, None)
    lone = cohen_kappa([True, True, False], [True, True, True])
    assert (lone.low, lone.high) == (None, None)


def test_lists_of_different_length_are_refused():
    with pytest.raises(BadSetting, match="2 and 1 items"):
        cohen_kappa([True, False], [True])


JUDGED = st.lists(st.tuples(*[st.sampled_from([True, False, None])] * 2), max_size=40)


@given(JUDGED)
def test_kappa_is_bounded_symmetric_and_independent_of_order(pairs):
    one, other = [a for a, _ in pairs], [b for _, b in pairs]
    found, swapped = cohen_kappa(one, other), cohen_kappa(other, one)
    assert found.kappa == (swapped.kappa if swapped.kappa is None else pytest.approx(swapped.kappa))
    backwards = cohen_kappa(one[::-1], other[::-1])
    assert found.kappa == (backwards.kappa if backwards.kappa is None else pytest.approx(backwards.kappa))
    for agreement in (found, fleiss_kappa(pairs)):
        if agreement.kappa is not None:
            assert -1.0 - 1e-9 <= agreement.kappa <= 1.0 + 1e-9
            assert agreement.low is None or agreement.low - 1e-9 <= agreement.kappa <= agreement.high + 1e-9
        else:
            assert agreement.why
