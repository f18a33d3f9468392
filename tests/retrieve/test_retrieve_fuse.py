import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from duramen.retrieve.fuse import reciprocal_ranks, scaled, top_rows, with_neighbours

# Few values, so that ties are common.
SCORES = st.lists(st.sampled_from([0.0, -0.0, 0.25, 0.5, 0.5000001, 1.0, -1.0, float("-inf")]), max_size=30)


@given(scores=SCORES, depth=st.integers(0, 35), data=st.data())
def test_top_rows_are_those_of_a_plain_sort_for_any_ties(scores, depth, data):
    allowed = data.draw(st.lists(st.booleans(), min_size=len(scores), max_size=len(scores)))
    naive = sorted((row for row, may in enumerate(allowed) if may), key=lambda row: (-scores[row], row))[:depth]
    found = top_rows(np.array(scores), np.array(allowed, dtype=bool), depth)
    assert found.tolist() == naive
    assert found.dtype == np.int64


@given(scores=st.lists(st.floats(-1e9, 1e9, width=32), max_size=40), depth=st.integers(1, 45))
def test_top_rows_of_float32_scores_are_those_of_a_plain_sort(scores, depth):
    naive = sorted(range(len(scores)), key=lambda row: (-scores[row], row))[:depth]
    assert top_rows(np.array(scores, np.float32), np.ones(len(scores), bool), depth).tolist() == naive


def test_reciprocal_ranks_by_hand():
    rows, sums = reciprocal_ranks([np.array([7, 2]), np.array([2, 5])], 60)
    assert rows.tolist() == [2, 5, 7]
    # 1/62 + 1/61, 1/62, 1/61
    assert sums.tolist() == pytest.approx([0.032522475, 0.016129032, 0.016393443], abs=1e-9)


def test_no_ranking_and_empty_rankings_give_no_rows():
    nothing = np.zeros(0, dtype=np.int64)
    for rankings in ([], [nothing], [nothing, nothing]):
        rows, sums = reciprocal_ranks(rankings, 60)
        assert (rows.tolist(), sums.tolist()) == ([], [])


@given(one=st.permutations(range(8)), other=st.permutations(range(8)), k=st.sampled_from([0, 1, 60]))
def test_which_retriever_comes_first_does_not_matter(one, other, k):
    rankings = [np.array(one[:5]), np.array(other[:6])]
    rows, sums = reciprocal_ranks(rankings, k)
    back_rows, back_sums = reciprocal_ranks(rankings[::-1], k)
    assert (rows.tolist(), sums.tolist()) == (back_rows.tolist(), back_sums.tolist())
    for row, total in zip(rows.tolist(), sums.tolist(), strict=True):
        assert total == pytest.approx(sum(1 / (k + r.tolist().index(row) + 1) for r in rankings if row in r))


def test_scores_are_scaled_by_the_least_and_the_greatest():
    assert scaled(np.array([2.0, 4.0, 3.0])).tolist() == [0.0, 1.0, 0.5]
    assert scaled(np.array([2.0, 4.0, 3.0]), np.array([True, False, True])).tolist() == [0.0, 2.0, 1.0]


def test_equal_scores_scale_to_nought():
    assert scaled(np.array([3.0, 3.0])).tolist() == [0.0, 0.0]
    assert scaled(np.array([3.0, 9.0]), np.array([True, False])).tolist() == [0.0, 0.0]
    assert scaled(np.array([3.0, 9.0]), np.zeros(2, bool)).tolist() == [0.0, 0.0]
    assert scaled(np.zeros(0)).tolist() == []


@given(scores=st.lists(st.floats(-1e6, 1e6), min_size=2, max_size=10), shift=st.floats(-1e3, 1e3))
def test_scaled_scores_keep_their_order_and_ends(scores, shift):
    found = scaled(np.array(scores))
    assert found.min() == 0.0
    assert found.max() in (0.0, 1.0)
    assert (np.diff(found[np.argsort(scores)]) >= 0).all()


def test_neighbours_add_their_weighted_scores():
    previous, following = np.array([-1, 0, 1, -1], np.int32), np.array([1, 2, -1, -1], np.int32)
    scores = np.array([1.0, 10.0, 100.0, 1000.0])
    found = with_neighbours(scores, previous, following, (0.25, 0.5, 0.3, 0.15))
    assert found.tolist() == pytest.approx(
        [1 + 0.3 * 10 + 0.15 * 100, 10 + 0.5 * 1 + 0.3 * 100, 100 + 0.5 * 10 + 0.25 * 1, 1000]
    )


def test_neighbours_of_no_weight_change_nothing():
    chain = np.array([-1, 0], np.int32), np.array([1, -1], np.int32)
    assert with_neighbours(np.array([1.0, 2.0]), *chain, (0, 0, 0, 0)).tolist() == [1.0, 2.0]
    none = np.zeros(0, np.int32)
    assert with_neighbours(np.zeros(0), none, none, (1, 1, 1, 1)).tolist() == []
