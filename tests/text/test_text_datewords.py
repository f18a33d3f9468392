"""Dates as search terms: what a turn's own date and a question's dates have in common."""

from __future__ import annotations

import pytest

from duramen.domain.time import UNKNOWN_MOMENT
from duramen.text.datewords import asked_date_terms, own_date_terms
from duramen.text.moments import parse_moment

NOW = parse_moment("2024-01-10T10:00", "UTC")  # a Wednesday


def test_a_turn_carries_its_day_month_and_year():
    assert own_date_terms(parse_moment("2023-05-02T23:30:00+08:00", "UTC")) == ["#y2023", "#m05", "#d05-02"]


def test_a_turn_of_which_only_the_month_is_known_carries_no_day():
    assert own_date_terms(parse_moment("2023-05", "UTC")) == ["#y2023", "#m05"]


def test_a_turn_without_a_date_carries_nothing():
    assert own_date_terms(UNKNOWN_MOMENT) == []


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("What did I see on May 2?", {"#d05-02": 1.0, "#m05": 1.0}),
        ("5月2日我去了哪里？", {"#d05-02": 1.0, "#m05": 1.0}),
        ("What happened in June 2023?", {"#m06": 1.0, "#y2023": 1.0}),
        ("2023年5月我做了什么？", {"#m05": 1.0, "#y2023": 1.0}),
        ("Where was I on 13 October, 2023?", {"#d10-13": 1.0, "#m10": 1.0, "#y2023": 1.0}),
        ("昨天我吃了什么？", {"#d01-09": 1.0, "#m01": 1.0}),
        ("May I ask something?", {}),
        ("你好", {}),
    ],
)
def test_a_question_asks_for_the_dates_that_it_names_and_no_others(question, expected):
    assert asked_date_terms(question, NOW) == pytest.approx(expected)


def test_the_days_of_a_range_share_one_weight():
    asked = asked_date_terms("How far did I run last week?", NOW)
    assert list(asked) == [f"#d01-0{day}" for day in range(1, 8)]
    assert sum(asked.values()) == pytest.approx(1.0)


def test_nothing_is_asked_for_when_now_is_not_known():
    assert asked_date_terms("昨天", UNKNOWN_MOMENT) == {}
