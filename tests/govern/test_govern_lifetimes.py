"""When a value is past: by its told end, or by itself when it is a passing one."""

from datetime import UTC, datetime, timedelta

import pytest

from duramen.domain.persona import Leaf, LeafValue, Lifetime, Quote
from duramen.domain.time import UNKNOWN_MOMENT, Precision, moment_at
from duramen.govern.lifetimes import is_past, past_from_us
from duramen.govern.timeline import Span, began, replaced, timeline

T0 = datetime(2026, 3, 1, 18, tzinfo=UTC)


def moment(at, precision=Precision.SECOND):
    return moment_at(at, "Asia/Shanghai", precision)


def after(**by):
    return moment(T0 + timedelta(**by)).at_us


def leaf(*said, **values):
    quotes = tuple(Quote(record_id="r", turn_id=1, start=0, end=1, said_at=moment(when)) for when in said)
    return Leaf(path="goals.plans", value="about to cook", quotes=quotes, recorded_us=after(days=90), **values)


def test_about_to_cook_is_not_current_two_days_later():
    cooking = leaf(T0)
    assert not is_past(cooking, Lifetime.PASSING, after(hours=12))
    assert is_past(cooking, Lifetime.PASSING, after(days=2))


@pytest.mark.parametrize("lifetime", [Lifetime.CHANGING, Lifetime.LASTING])
def test_what_does_not_pass_holds_until_something_else_is_said(lifetime):
    assert past_from_us(leaf(T0), lifetime) is None
    assert not is_past(leaf(T0), lifetime, after(days=9_999))


def test_it_counts_from_when_it_was_said_last_and_not_from_when_an_import_wrote_it():
    assert is_past(leaf(T0), Lifetime.PASSING, after(days=3))
    assert not is_past(leaf(T0, T0 + timedelta(days=2)), Lifetime.PASSING, after(days=3))
    assert not is_past(leaf(), Lifetime.PASSING, after(days=91))
    assert is_past(leaf(), Lifetime.PASSING, after(days=92))


def test_a_plan_holds_until_after_the_day_that_it_is_for():
    trip = leaf(T0, valid_from=moment(datetime(2026, 6, 4, 16, tzinfo=UTC), Precision.DAY))  # 5 June in Shanghai
    assert not is_past(trip, Lifetime.PASSING, moment(datetime(2026, 6, 5, 15, tzinfo=UTC)).at_us)
    assert is_past(trip, Lifetime.PASSING, moment(datetime(2026, 6, 7, 16, tzinfo=UTC)).at_us)


@pytest.mark.parametrize("lifetime", list(Lifetime))
def test_a_told_end_decides_with_its_whole_month(lifetime):
    march = moment(datetime(2026, 2, 28, 16, tzinfo=UTC), Precision.MONTH)  # March in Shanghai
    held = leaf(T0, valid_to=march)
    assert not is_past(held, lifetime, moment(datetime(2026, 3, 31, 15, 59, tzinfo=UTC)).at_us)
    assert is_past(held, lifetime, moment(datetime(2026, 3, 31, 16, tzinfo=UTC)).at_us)


def test_a_value_began_when_told_else_when_first_said_else_when_written():
    quotes = leaf(T0 + timedelta(days=1), T0).quotes
    told, written = moment(T0 - timedelta(days=9)), moment(T0 + timedelta(days=9))
    assert began(told, quotes, written) == told
    assert began(UNKNOWN_MOMENT, quotes, written) == moment(T0)
    assert began(UNKNOWN_MOMENT, (), written) == written


@pytest.mark.parametrize(
    ("old", "new", "told", "ended"),
    [
        ((10, None), (20, None), True, 20),
        ((10, 15), (20, None), True, 15),
        ((10, 30), (20, None), True, 20),
        ((10, None), (2, 5), True, None),
        ((10, None), (2, None), True, 10),
        ((10, None), (2, None), False, 2),
        ((10, None), (2, 5), False, None),
    ],
)
def test_what_replaces_a_value_ends_it_where_it_begins_unless_it_is_of_an_earlier_time(old, new, told, ended):
    spans = [Span(begin_us=begin, end_us=end) for begin, end in (old, new)]
    assert replaced(*spans, begin_told=told) == ended


def test_a_history_reads_as_one_line():
    may, june = (moment(datetime(2024, month, 10, tzinfo=UTC), Precision.MONTH) for month in (5, 6))
    runs = LeafValue(leaf_id=1, leaf=Leaf(path="p", value="runs", valid_to=may), ended_version=2)
    swims = LeafValue(leaf_id=2, leaf=Leaf(path="p", value="swims", valid_from=june))
    assert timeline([runs, swims], "en") == "runs (until May 2024) → swims (since June 2024)"
    assert timeline([runs, swims], "zh") == "runs（至2024年5月） → swims（2024年6月起）"
    assert timeline([runs], "en") == "runs (until May 2024) → no longer"
    assert timeline([], "en") == ""
