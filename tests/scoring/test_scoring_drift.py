"""Series of a drift, by hand-computed values and laws."""

import math

from hypothesis import given
from hypothesis import strategies as st

from duramen.scoring.drift import RoundFacts, Shown, drift_groups, rolling_mean


def group(groups, key):
    return next(one for one in groups if one.key == key)


def test_a_rolling_mean_leaves_out_what_is_not_there():
    assert rolling_mean([1.0, None, 3.0, None, None], 2) == (1.0, 1.0, 3.0, 3.0, None)
    assert rolling_mean([], 3) == ()


@given(st.lists(st.none() | st.floats(-1e6, 1e6), max_size=40), st.integers(1, 50))
def test_a_rolling_mean_stays_within_what_it_is_a_mean_of(values, over):
    for at, mean in enumerate(rolling_mean(values, over)):
        known = [value for value in values[max(0, at - over + 1) : at + 1] if value is not None]
        assert (mean is None) == (not known)
        assert mean is None or min(known) - 1e-6 <= mean <= max(known) + 1e-6


def test_leaves_are_counted_on_from_what_stood_before():
    rounds = [RoundFacts(born=2, operations=2), RoundFacts(born=1, ended=2, operations=2), RoundFacts()]
    tree = group(drift_groups(rounds, 1, 1), "tree").series
    assert tree["leaves"] == (3.0, 2.0, 2.0)
    assert tree["changed_share"] == (2 / 3, 3 / 4, 0.0)
    assert tree["ended"] == (0.0, 2.0, 0.0)


def test_shares_and_means_of_what_was_shown():
    shown = (
        Shown(source="experience", score=0.6, parts={"dense": 0.2, "lexical": 0.2}, weight=0.5, hours=10.0, rounds=2.0),
        Shown(source="knowledge", score=0.4, parts={"dense": 0.1, "lexical": 0.4, "bias": 0.1}, weight=1.0),
        Shown(source="profile"),
        Shown(source="profile"),
    )
    groups = drift_groups([RoundFacts(), RoundFacts(answered=True, shown=shown, with_tags=True, repairs=2)], 0, 5)
    assert group(groups, "paths").at == (2,)
    assert group(groups, "paths").series == {"experience": (0.25,), "knowledge": (0.25,), "profile": (0.5,)}
    parts = {name: values[0] for name, values in group(groups, "components").series.items()}
    assert all(math.isclose(parts[name], share) for name, share in (("dense", 0.3), ("lexical", 0.6), ("bias", 0.1)))
    assert group(groups, "weights").series == {"time_weight": (0.75,), "top_score": (0.6,)}
    assert group(groups, "age").series == {"age_hours": (10.0,), "age_rounds": (2.0,)}
    assert group(groups, "protocol").series == {"tags_share": (1.0,), "repaired_share": (1.0,), "marked_share": (0.0,)}


def test_rounds_that_were_not_answered_have_no_protocol():
    assert group(drift_groups([RoundFacts()] * 3, 0, 1), "protocol").at == ()
    assert all(not values for values in group(drift_groups([], 0, 1), "tree").series.values())
