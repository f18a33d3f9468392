import math

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from duramen.retrieve.distance import Rounds


def rounds_of(pairs):
    """Rounds as (first row, time), in stored order."""
    return Rounds(np.array([row for row, _ in pairs], np.int64), np.array([time for _, time in pairs], np.int64))


def ago(rounds, rows):
    return rounds.ago(np.array(rows, dtype=np.int64)).tolist()


def since(rounds, times):
    return rounds.since(np.array(times, dtype=np.int64)).tolist()


def test_the_round_that_happened_last_is_one_round_ago():
    rounds = rounds_of([(0, 100), (2, 200), (4, 300)])
    assert ago(rounds, [4, 2, 0]) == [1.0, 2.0, 3.0]
    assert (len(rounds), rounds.last_row) == (3, 4)


def test_a_late_import_of_old_chats_stays_old():
    rounds = rounds_of([(0, 1_000), (2, 2_000), (4, 10), (6, 20)])  # the last two were imported later
    assert ago(rounds, [0, 2, 4, 6]) == [2.0, 1.0, 4.0, 3.0]
    assert rounds.last_row == 2


def test_without_rounds_nothing_is_known():
    rounds = rounds_of([])
    assert rounds.last_row is None
    assert len(rounds) == 0
    assert math.isnan(ago(rounds, [0])[0])
    assert ago(rounds, []) == []
    assert since(rounds, [5]) == [0.0]


def test_a_round_without_a_known_time_has_no_distance():
    rounds = rounds_of([(0, 100), (5, 200)])
    found = ago(rounds, [0, 3, 5, 9])
    assert (found[0], found[2]) == (2.0, 1.0)
    assert math.isnan(found[1])
    assert math.isnan(found[3])


def test_rounds_since_a_time_are_those_that_happened_after_it():
    rounds = rounds_of([(0, 300), (1, 100), (2, 200)])
    assert since(rounds, [-5, 100, 199, 200, 300, 999]) == [3.0, 2.0, 2.0, 1.0, 0.0, 0.0]


@given(times=st.lists(st.integers(-5, 5), max_size=15), asked=st.lists(st.integers(-7, 7), max_size=5))
def test_distances_are_those_of_a_plain_count(times, asked):
    pairs = [(3 * at, time) for at, time in enumerate(times)]
    rounds = rounds_of(pairs)
    naive = [1 + sum((time, row) < (t, r) for r, t in pairs) for row, time in pairs]
    assert ago(rounds, [row for row, _ in pairs]) == naive
    assert since(rounds, asked) == [sum(time > at for time in times) for at in asked]
    assert rounds.last_row == (max(pairs, key=lambda pair: (pair[1], pair[0]))[0] if pairs else None)
