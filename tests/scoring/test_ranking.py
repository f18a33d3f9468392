from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from duramen.errors import BadSetting
from duramen.scoring import ranking
from duramen.scoring.ranking import (
    BootstrapResult,
    average_precision,
    hit_at,
    mean_interval,
    mean_scored,
    ndcg_at,
    paired_bootstrap,
    recall_at,
    reciprocal_rank,
    wilson_interval,
)

RANKED = ["x", "a", "y", "b", "z"]
GOLD = {"a", "b", "c"}
LOG3, LOG5 = math.log2(3), math.log2(5)


def test_measures_of_one_ranking_are_those_computed_by_hand() -> None:
    assert recall_at(RANKED, GOLD, 1) == 0.0
    assert recall_at(RANKED, GOLD, 2) == pytest.approx(1 / 3)
    assert recall_at(RANKED, GOLD, 10) == pytest.approx(2 / 3)
    assert [hit_at(RANKED, GOLD, k) for k in (1, 2, 5)] == [0.0, 1.0, 1.0]
    assert reciprocal_rank(RANKED, GOLD) == 0.5
    assert average_precision(RANKED, GOLD) == pytest.approx((1 / 2 + 2 / 4) / 3)
    # Gains at places 2 and 4: 1/log2(3) + 1/log2(5); the ideal at 5 has three gains: 1 + 1/log2(3) + 1/2.
    assert ndcg_at(RANKED, GOLD, 5) == pytest.approx((1 / LOG3 + 1 / LOG5) / (1 + 1 / LOG3 + 0.5))
    # At 2 the ideal has min(2, 3) = 2 gains.
    assert ndcg_at(RANKED, GOLD, 2) == pytest.approx((1 / LOG3) / (1 + 1 / LOG3))


def test_without_gold_nothing_is_scored_and_without_results_everything_is_zero() -> None:
    assert [recall_at(RANKED, [], 5), hit_at(RANKED, [], 5), ndcg_at(RANKED, [], 5)] == [None] * 3
    assert [reciprocal_rank(RANKED, []), average_precision(RANKED, [])] == [None] * 2
    assert [reciprocal_rank([], []), average_precision([], [])] == [None] * 2
    assert [recall_at([], GOLD, 5), hit_at([], GOLD, 5), ndcg_at([], GOLD, 5)] == [0.0] * 3
    assert [reciprocal_rank([], GOLD), average_precision([], GOLD)] == [0.0] * 2


def test_means_leave_out_what_is_unscored() -> None:
    assert mean_scored([1.0, None, 0.5]) == 0.75
    assert mean_scored([None]) is None
    assert mean_scored([]) is None


def test_a_repeated_id_gains_once_and_keeps_its_places() -> None:
    assert recall_at(["a", "a", "b"], ["a", "b", "b"], 3) == 1.0
    assert average_precision(["a", "a", "b"], ["a", "b"]) == pytest.approx((1 + 2 / 3) / 2)
    assert ndcg_at(["a", "a"], ["a", "b"], 2) == pytest.approx(1 / (1 + 1 / LOG3))


@pytest.mark.parametrize("measure", [recall_at, hit_at, ndcg_at])
@pytest.mark.parametrize("k", [0, -1])
def test_a_cut_below_one_is_refused(measure, k) -> None:
    with pytest.raises(BadSetting, match=f"k = {k}"):
        measure(RANKED, GOLD, k)


rankings = st.lists(st.integers(0, 12), unique=True, max_size=12)
golds = st.sets(st.integers(0, 12), min_size=1, max_size=6)


@given(rankings, golds, st.integers(1, 14))
def test_measures_lie_between_zero_and_one_and_recall_grows_with_k(ranked, gold, k) -> None:
    for value in (
        recall_at(ranked, gold, k),
        hit_at(ranked, gold, k),
        ndcg_at(ranked, gold, k),
        average_precision(ranked, gold),
    ):
        assert value is not None
        assert 0.0 <= value <= 1.0 + 1e-12
    assert recall_at(ranked, gold, k) <= recall_at(ranked, gold, k + 1)
    assert (hit_at(ranked, gold, k) == 1.0) == (recall_at(ranked, gold, k) > 0.0)


@given(golds, rankings, st.integers(1, 14))
def test_gold_first_is_perfect(gold, others, k) -> None:
    ranked = [*sorted(gold), *(item for item in others if item not in gold)]
    assert ndcg_at(ranked, gold, k) == pytest.approx(1.0)
    assert average_precision(ranked, gold) == pytest.approx(1.0)
    assert reciprocal_rank(ranked, gold) == 1.0


def test_the_bootstrap_of_a_constant_difference_is_certain() -> None:
    assert paired_bootstrap([1.0, 0.75], [0.5, 0.25], samples=100, seed=1) == BootstrapResult(
        mean_difference=0.5, low=0.5, high=0.5, p_worse=0.0
    )
    assert paired_bootstrap([0.5], [0.5], samples=10, seed=1).p_worse == 1.0


def test_the_bootstrap_of_two_questions_has_the_three_means_in_their_shares() -> None:
    # Differences 1 and -1: resampled means are 1 (1/4), 0 (1/2), -1 (1/4), so p_worse is 3/4.
    found = paired_bootstrap([1.0, 0.0], [0.0, 1.0], samples=40_000, seed=3)
    assert (found.mean_difference, found.low, found.high) == (0.0, -1.0, 1.0)
    assert found.p_worse == pytest.approx(0.75, abs=0.01)


def test_the_bootstrap_matches_the_normal_interval_on_many_questions() -> None:
    a = [(index * 37 % 100) / 100 for index in range(400)]
    found = paired_bootstrap(a, [0.45] * 400, samples=5000, seed=11)
    expected = mean_interval([value - 0.45 for value in a])
    assert expected is not None
    assert (found.low, found.high) == pytest.approx((expected.low, expected.high), abs=0.004)


@pytest.mark.parametrize("cells", [21, 1000])
def test_the_same_seed_gives_the_same_bootstrap_however_it_is_batched(cells, monkeypatch) -> None:
    a, b = [0.1, 0.9, 0.4, 0.8] * 5 + [0.3], [0.2, 0.7, 0.4, 0.3] * 5 + [0.5]
    first = paired_bootstrap(a, b, samples=500, seed=7)
    monkeypatch.setattr(ranking, "_BATCH_CELLS", cells)
    assert first == paired_bootstrap(a, b, samples=500, seed=7)
    assert first != paired_bootstrap(a, b, samples=500, seed=8)
    assert first.low <= first.mean_difference <= first.high


@pytest.mark.parametrize(("a", "b", "samples"), [([1.0], [1.0, 2.0], 10), ([], [], 10), ([1.0], [1.0], 0)])
def test_a_bootstrap_that_cannot_be_is_refused(a, b, samples) -> None:
    with pytest.raises(BadSetting):
        paired_bootstrap(a, b, samples=samples, seed=1)


def test_wilson_intervals_are_those_computed_by_hand() -> None:
    # 5 of 10: z^2 = 3.841459, middle 0.5, half = 1.959964 / 1.3841459 * sqrt(0.025 + 0.00960365) = 0.263405.
    half = wilson_interval(5, 10)
    assert half is not None
    assert (half.value, half.n) == (0.5, 10)
    assert (half.low, half.high) == pytest.approx((0.236593, 0.763407), abs=1e-6)
    none, full = wilson_interval(0, 10), wilson_interval(10, 10)
    assert none is not None
    assert full is not None
    # 0 of 10: high = z^2 / (10 + z^2).
    assert (none.low, none.high) == (0.0, pytest.approx(3.8414588 / 13.8414588))
    assert (full.low, full.high) == (pytest.approx(10 / 13.8414588), 1.0)
    assert wilson_interval(0, 0) is None


@pytest.mark.parametrize(("successes", "n"), [(3, 2), (-1, 2), (0, -1)])
def test_impossible_counts_are_refused(successes, n) -> None:
    with pytest.raises(BadSetting, match="cannot be"):
        wilson_interval(successes, n)


def test_mean_intervals_are_those_computed_by_hand() -> None:
    # Scores 0, 1, 1, 0: mean 0.5, variance 1/3, standard error sqrt(1/12) = 0.288675.
    found = mean_interval([0.0, 1.0, 1.0, 0.0])
    assert found is not None
    assert (found.value, found.n) == (0.5, 4)
    assert found.high - found.value == pytest.approx(1.959964 * 0.2886751, abs=1e-6)
    one = mean_interval([0.7])
    assert one is not None
    assert (one.low, one.high) == (0.7, 0.7)
    assert mean_interval([]) is None
