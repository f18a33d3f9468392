import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from duramen.domain.preset import Spread
from duramen.retrieve.feedback import telling_terms
from duramen.retrieve.spread import spread

SPREAD = Spread(free_chars=100, fade_chars=50, turn_chars=80)


def picked(scores, sittings, characters, settings=SPREAD):
    found = spread(np.log(np.array(scores, dtype=float)), sittings, characters, settings)
    return found.places.tolist(), found.faded.tolist()


def test_a_sitting_that_has_shown_much_fades():
    # Sitting 1 shows 80 + 80 of 100 free characters: then it fades by e^(-60/50), 0.301.
    places, faded = picked([0.9, 0.8, 0.7, 0.5], [1, 1, 1, 2], [80, 200, 80, 80])
    assert places == [0, 1, 3, 2]
    assert faded == pytest.approx([1.0, 1.0, 1.0, math.exp(-1.2)])


def test_short_turns_fade_nothing():
    assert picked([0.9, 0.8, 0.7], [1, 1, 1], [10, 10, 10]) == ([0, 1, 2], [1.0, 1.0, 1.0])


def test_off_is_off_and_nothing_stays_nothing():
    assert picked([0.9, 0.8], [1, 1], [900, 900], Spread()) == ([0, 1], [1.0, 1.0])
    assert picked([], [], []) == ([], [])


@given(rows=st.lists(st.tuples(st.floats(0.01, 1.0), st.integers(0, 3), st.integers(0, 300)), max_size=15))
def test_all_are_picked_once_and_a_sittings_own_order_stays(rows):
    rows = sorted(rows, key=lambda row: -row[0])
    places, faded = picked(*zip(*rows, strict=True)) if rows else ([], [])
    assert sorted(places) == list(range(len(rows)))
    assert all(0.0 < factor <= 1.0 for factor in faded)
    for sitting in range(4):
        own = [place for place in places if rows[place][1] == sitting]
        assert own == sorted(own)


def test_telling_terms_by_hand():
    documents = [["tea", "tea", "rain", "fog"], ["tea"]]
    rarity = {"tea": 1.0, "rain": 3.0, "fog": 3.0}
    found = telling_terms(documents, rarity.__getitem__, 2)
    # tea: (1 + ln 2) / 3 + 1 / 2; rain and fog: 3 / 3 each, the tie goes by term
    assert list(found.items()) == [("tea", pytest.approx(1.0643823935199818)), ("fog", 1.0)]
    assert telling_terms([], rarity.__getitem__, 5) == {}
    assert telling_terms([[]], rarity.__getitem__, 5) == {}
