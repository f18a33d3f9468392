"""Moments and ranges are said as exactly as they are known."""

from datetime import date

import pytest

from duramen.domain.time import UNKNOWN_MOMENT
from duramen.text.moments import parse_moment, say_date, say_days


@pytest.mark.parametrize(
    ("value", "zone", "english", "chinese"),
    [
        ("2023-05-06T14:05", "Asia/Shanghai", "6 May 2023, 14:05 (UTC+8)", "2023年5月6日 14:05（UTC+8）"),
        ("2023-05-06T04:05", "UTC", "6 May 2023, 04:05 (UTC)", "2023年5月6日 04:05（UTC）"),
        ("2023-05-06T04:05", "+05:30", "6 May 2023, 04:05 (UTC+5:30)", "2023年5月6日 04:05（UTC+5:30）"),
        ("2023-05-06T04:05", "-03:30", "6 May 2023, 04:05 (UTC-3:30)", "2023年5月6日 04:05（UTC-3:30）"),
        ("2023-05-06", "Asia/Shanghai", "6 May 2023", "2023年5月6日"),
        ("2023-05", "Asia/Shanghai", "May 2023", "2023年5月"),
    ],
)
def test_a_moment_is_said_at_its_precision(value, zone, english, chinese):
    moment = parse_moment(value, zone)
    assert (say_date(moment, "en"), say_date(moment, "zh")) == (english, chinese)


def test_an_unknown_moment_says_so():
    assert (say_date(UNKNOWN_MOMENT, "en"), say_date(UNKNOWN_MOMENT, "zh")) == ("date unknown", "日期不详")


@pytest.mark.parametrize(
    ("first", "last", "english", "chinese"),
    [
        ("2023-05-06", "2023-05-06", "6 May 2023", "2023年5月6日"),
        ("2023-04-24", "2023-04-30", "24–30 April 2023", "2023年4月24日至30日"),
        ("2023-04-28", "2023-05-04", "28 April – 4 May 2023", "2023年4月28日至5月4日"),
        ("2022-12-28", "2023-01-03", "28 December 2022 – 3 January 2023", "2022年12月28日至2023年1月3日"),
        ("2023-04-01", "2023-04-30", "April 2023", "2023年4月"),
        ("2022-06-01", "2022-08-31", "June – August 2022", "2022年6月至8月"),
        ("2022-12-01", "2023-02-28", "December 2022 – February 2023", "2022年12月至2023年2月"),
        ("2022-01-01", "2022-12-31", "2022", "2022年"),
        ("2017-01-01", "2021-12-31", "2017–2021", "2017–2021年"),
        ("9999-01-01", "9999-12-31", "9999", "9999年"),
    ],
)
def test_a_range_is_said_in_the_fewest_exact_words(first, last, english, chinese):
    days = date.fromisoformat(first), date.fromisoformat(last)
    assert (say_days(*days, "en"), say_days(*days, "zh")) == (english, chinese)
