import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from duramen.domain.preset import Temporal
from duramen.retrieve.temporal import log_weight
from duramen.settings import load_preset
from duramen.text.moments import parse_moment

US_PER_HOUR = 3_600_000_000
PAPER = Temporal()
DISTANCES = st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=6)


def weights(rounds, hours, settings=PAPER):
    return log_weight(np.array(rounds, dtype=float), np.array(hours, dtype=float), settings)


def test_the_weight_is_the_published_product_of_two_exponentials():
    found = weights([0, 20, 40, 5], [0, 0, 168, 24])
    assert np.exp(found.both).tolist() == pytest.approx([1.0, 0.36787944, 0.04978707, 0.67512519])
    assert found.rounds.tolist() == [0.0, -1.0, -2.0, -0.25]
    assert found.hours.tolist() == pytest.approx([0.0, 0.0, -1.0, -1 / 7])


def test_half_lives_are_14_rounds_and_5_days():
    found = weights([13.8629436, 0], [0, 4.8520303 * 24])
    assert np.exp(found.both).tolist() == pytest.approx([0.5, 0.5], abs=1e-8)


def test_thirty_days_keep_one_hundredth_and_six_months_nothing_to_speak_of():
    found = np.exp(weights([0, 0], [30 * 24, 182.5 * 24]).both)
    assert found.tolist() == pytest.approx([0.01376, 4.755e-12], rel=1e-3)


def test_ten_years_and_ten_thousand_rounds_neither_underflow_nor_tie():
    ten_years = 10 * 365.25 * 24
    found = weights([10_000, 10_001, 10_000], [ten_years, ten_years, ten_years + 1]).both
    assert np.isfinite(found).all()
    assert found[0] == pytest.approx(-500.0 - ten_years / 168)
    assert found[0] - found[1] == pytest.approx(1 / 20)
    assert found[0] - found[2] == pytest.approx(1 / 168)
    assert np.exp(found).tolist() == [0.0, 0.0, 0.0]  # what the log domain is for


def test_an_unknown_distance_is_a_factor_of_one():
    found = weights([math.nan, 20, math.nan], [168, math.nan, math.nan])
    assert found.both.tolist() == [-1.0, -1.0, 0.0]


def test_the_future_is_as_far_as_the_past():
    assert weights([-7], [-50]).both.tolist() == weights([7], [50]).both.tolist()


def test_each_clock_has_its_own_switch():
    assert weights([20], [168], Temporal(rounds=False)).both.tolist() == [-1.0]
    assert weights([20], [168], Temporal(hours=False)).both.tolist() == [-1.0]
    off = weights([20, math.nan], [168, math.nan], Temporal(rounds=False, hours=False))
    assert off.both.tolist() == [0.0, 0.0]


def test_the_floor_is_the_least_weight_and_the_components_stay_bare():
    found = weights([0, 20, 1e6], [0, 0, 1e9], Temporal(floor=0.8))
    assert np.exp(found.both).tolist() == pytest.approx([1.0, 0.8 + 0.2 * math.exp(-1), 0.8])
    assert found.rounds.tolist() == [0.0, -1.0, -50_000.0]
    assert weights([1e9], [1e9], Temporal(floor=1.0)).both.tolist() == [0.0]


def test_no_rows_have_no_weights():
    found = weights([], [], Temporal(floor=0.5))
    assert (found.rounds.shape, found.hours.shape, found.both.shape) == ((0,), (0,), (0,))


@given(distances=DISTANCES, floor=st.floats(0.0, 1.0))
def test_no_weight_is_over_one_or_under_the_floor_and_farther_is_never_heavier(distances, floor):
    ordered = sorted(distances, key=abs)
    found = weights(ordered, ordered, Temporal(floor=floor)).both
    assert (found <= 1e-15).all()
    assert (np.exp(found) >= floor * (1 - 1e-12)).all()
    assert (np.diff(found) <= 1e-12).all()


@pytest.mark.parametrize("preset", ["paper", "balanced", "strict", "light"])
def test_one_instant_has_one_weight_however_its_stamp_was_written(preset):
    now = parse_moment("2023-06-01T09:30:00Z", "UTC").at_us
    stamps = ("2023-05-07T13:56:00", "2023-05-07T05:56:00Z", "2023-05-07T13:56:00+08:00")
    moments = [parse_moment(stamp, "Asia/Shanghai") for stamp in stamps]
    hours = [(now - moment.at_us) / US_PER_HOUR for moment in moments]
    path = load_preset(preset).experience
    found = weights([3, 3, 3], hours, path.temporal).both.tolist()
    assert len(set(found)) == 1
    assert weights([3] * 3, hours).both[0] == pytest.approx(-3 / 20 - (25 * 24 + 3 + 34 / 60) / 168)


def test_a_document_counts_as_of_round_one_in_paper_and_does_not_fade_in_balanced():
    paper, balanced = load_preset("paper").knowledge.temporal, load_preset("balanced").knowledge.temporal
    assert (paper.round_origin, balanced.round_origin) == ("first", "added")
    talk = [1, 10, 100]  # rounds since round 1, as the talk grows
    assert weights(talk, [0] * 3, paper).both.tolist() == pytest.approx([-0.05, -0.5, -5.0])
    assert weights(talk, [0] * 3, balanced).both.tolist() == [0.0, 0.0, 0.0]
