import pytest

from duramen.compose.distance import say_rounds_ago, say_since
from duramen.domain.time import UNKNOWN_MOMENT
from duramen.text.moments import parse_moment

ZONE = "Asia/Shanghai"
NOW = "2023-05-07T10:00:00"


def since(then, now=NOW, zone=ZONE):
    return tuple(say_since(parse_moment(then, zone), parse_moment(now, ZONE), language) for language in ("en", "zh"))


@pytest.mark.parametrize(
    ("rounds", "en", "zh"), [(0, "this round", "本轮"), (1, "1 round ago", "1 轮前"), (12, "12 rounds ago", "12 轮前")]
)
def test_rounds_are_said_in_both_languages(rounds, en, zh):
    assert (say_rounds_ago(rounds, "en"), say_rounds_ago(rounds, "zh")) == (en, zh)


@pytest.mark.parametrize(
    ("then", "en", "zh"),
    [
        ("2023-05-07T10:00:00", "0 minutes ago", "0 分钟前"),
        ("2023-05-07T09:59:00", "1 minute ago", "1 分钟前"),
        ("2023-05-07T08:59:00", "1 hour ago", "1 小时前"),
        ("2023-05-07T00:00:00", "10 hours ago", "10 小时前"),
        ("2023-05-06T23:59:00", "1 day ago", "1 天前"),
        ("2023-05-06T23:59:00Z", "2 hours ago", "2 小时前"),
        ("2022-05-07T10:00:00", "365 days ago", "365 天前"),
        ("2023-05-07T12:00:00", "in 2 hours", "2 小时后"),
        ("2023-05-09T00:00:00", "in 2 days", "2 天后"),
    ],
)
def test_the_distance_is_in_hours_within_a_day_and_else_in_calendar_days(then, en, zh):
    assert since(then) == (en, zh)


@pytest.mark.parametrize(
    ("then", "en", "zh"),
    [
        ("2023-05-07", "today", "今天"),
        ("2023-05-06", "1 day ago", "1 天前"),
        ("2023-05-08", "in 1 day", "1 天后"),
        ("2023-05", "this month", "本月"),
        ("2023-03", "2 months ago", "2 个月前"),
        ("2022-04", "13 months ago", "13 个月前"),
        ("2023-06", "in 1 month", "1 个月后"),
    ],
)
def test_what_is_known_to_the_day_or_the_month_is_not_said_to_the_hour(then, en, zh):
    assert since(then) == (en, zh)


def test_a_day_is_the_day_that_was_told_wherever_the_reader_is():
    assert since("2023-05-07", zone="Pacific/Auckland")[0] == "today"
    assert since("2023-05-07", zone="America/Los_Angeles")[0] == "today"


def test_an_unknown_time_has_no_distance():
    now = parse_moment(NOW, ZONE)
    for then, at in ((UNKNOWN_MOMENT, now), (now, UNKNOWN_MOMENT)):
        assert say_since(then, at, "en") == "date unknown"
        assert say_since(then, at, "zh") == "日期不详"
