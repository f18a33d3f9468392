"""Words for days mean what a person would mean by them, counted by hand on a calendar.

Everything is seen from Sunday 7 May 2023, 14:05 in Shanghai, unless a test says otherwise. That month:

    Mo 1  8 15 22 29      April: Mo 3 10 17 24, March: Mo 6 13 20 27
    Su 7 14 21 28
"""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from duramen.domain.time import UNKNOWN_MOMENT
from duramen.text.moments import dates_in, parse_moment, resolve_relative

NOW = parse_moment("2023-05-07T14:05", "Asia/Shanghai")


def _one(found):
    assert len(found) == 1, found
    return f"{found[0].first}" if found[0].first == found[0].last else f"{found[0].first}..{found[0].last}"


RELATIVE = [
    ("I went yesterday.", "yesterday", "2023-05-06"),
    ("yesterday evening we sang", "yesterday evening", "2023-05-06"),
    ("the day before yesterday", "the day before yesterday", "2023-05-05"),
    ("Last night was fun", "Last night", "2023-05-06"),
    ("this morning", "this morning", "2023-05-07"),
    ("see you tonight", "tonight", "2023-05-07"),
    ("earlier today", "earlier today", "2023-05-07"),
    ("tomorrow morning", "tomorrow morning", "2023-05-08"),
    ("the day after tomorrow", "the day after tomorrow", "2023-05-09"),
    ("the night before last", "the night before last", "2023-05-05"),
    ("last Friday", "last Friday", "2023-05-05"),
    ("last Sunday", "last Sunday", "2023-04-30"),
    ("Last Tues", "Last Tues", "2023-05-02"),
    ("this Friday", "this Friday", "2023-05-05"),
    ("next Friday", "next Friday", "2023-05-12"),
    ("next Sunday", "next Sunday", "2023-05-14"),
    ("the Friday before last", "the Friday before last", "2023-04-28"),
    ("on Friday last week", "on Friday last week", "2023-04-28"),
    ("next week on Tuesday", "next week on Tuesday", "2023-05-09"),
    ("three days ago", "three days ago", "2023-05-04"),
    ("twenty-one days ago", "twenty-one days ago", "2023-04-16"),
    ("a few days ago", "a few days ago", "2023-05-01..2023-05-05"),
    ("two or three days ago", "two or three days ago", "2023-05-04..2023-05-05"),
    ("the other day", "the other day", "2023-05-01..2023-05-05"),
    ("a week ago", "a week ago", "2023-04-24..2023-04-30"),
    ("two weeks ago", "two weeks ago", "2023-04-17..2023-04-23"),
    ("a couple of weeks ago", "a couple of weeks ago", "2023-04-10..2023-04-23"),
    ("last week", "last week", "2023-04-24..2023-04-30"),
    ("the week before last", "the week before last", "2023-04-17..2023-04-23"),
    ("this week", "this week", "2023-05-01..2023-05-07"),
    ("next week", "next week", "2023-05-08..2023-05-14"),
    ("last weekend", "last weekend", "2023-04-29..2023-04-30"),
    ("this past weekend", "past weekend", "2023-04-29..2023-04-30"),
    ("two weekends ago", "two weekends ago", "2023-04-22..2023-04-23"),
    ("last month", "last month", "2023-04-01..2023-04-30"),
    ("next month", "next month", "2023-06-01..2023-06-30"),
    ("six months ago", "six months ago", "2022-11-01..2022-11-30"),
    ("half a year ago", "half a year ago", "2022-11-01..2022-11-30"),
    ("a year and a half ago", "a year and a half ago", "2021-11-01..2021-11-30"),
    ("last year", "last year", "2022-01-01..2022-12-31"),
    ("the year before last", "the year before last", "2021-01-01..2021-12-31"),
    ("about five years ago", "about five years ago", "2018-01-01..2018-12-31"),
    ("last summer", "last summer", "2022-06-01..2022-08-31"),
    ("last winter", "last winter", "2022-12-01..2023-02-28"),
    ("this spring", "this spring", "2023-03-01..2023-05-31"),
    ("next summer", "next summer", "2023-06-01..2023-08-31"),
    ("last year's summer", "last year's summer", "2022-06-01..2022-08-31"),
    ("last March", "last March", "2023-03-01..2023-03-31"),
    ("last May", "last May", "2022-05-01..2022-05-31"),
    ("next May", "next May", "2024-05-01..2024-05-31"),
    ("May last year", "May last year", "2022-05-01..2022-05-31"),
    ("last Christmas", "last Christmas", "2022-12-25"),
    ("the end of last month", "the end of last month", "2023-04-21..2023-04-30"),
    ("earlier this week", "earlier this week", "2023-05-01..2023-05-07"),
    ("in the last three weeks", "in the last three weeks", "2023-04-16..2023-05-07"),
    ("for the past two months", "for the past two months", "2023-03-07..2023-05-07"),
    ("20 hours ago", "20 hours ago", "2023-05-06"),
    ("I'm getting married in two weeks!", "in two weeks", "2023-05-15..2023-05-21"),
    ("昨天我去了兽医那里", "昨天", "2023-05-06"),
    ("昨晚没睡好", "昨晚", "2023-05-06"),
    ("前天下午", "前天下午", "2023-05-05"),
    ("大前天", "大前天", "2023-05-04"),
    ("今晚吃什么", "今晚", "2023-05-07"),
    ("今天早上", "今天早上", "2023-05-07"),
    ("刚才看了电影", "刚才", "2023-05-07"),
    ("明早见", "明早", "2023-05-08"),
    ("后天去", "后天", "2023-05-09"),
    ("大后天", "大后天", "2023-05-10"),
    ("上周五我搬家了", "上周五", "2023-04-28"),
    ("上个星期天", "上个星期天", "2023-04-30"),
    ("上上周三", "上上周三", "2023-04-19"),
    ("这周五", "这周五", "2023-05-05"),
    ("下周一", "下周一", "2023-05-08"),
    ("下下周三", "下下周三", "2023-05-17"),
    ("上周很忙", "上周", "2023-04-24..2023-04-30"),
    ("上周末爬山", "上周末", "2023-04-29..2023-04-30"),
    ("这个周末", "这个周末", "2023-05-06..2023-05-07"),
    ("上个月", "上个月", "2023-04-01..2023-04-30"),
    ("上个月5号", "上个月5号", "2023-04-05"),
    ("上个月中旬", "上个月中旬", "2023-04-11..2023-04-20"),
    ("上月底", "上月底", "2023-04-21..2023-04-30"),
    ("下个月", "下个月", "2023-06-01..2023-06-30"),
    ("去年", "去年", "2022-01-01..2022-12-31"),
    ("前年", "前年", "2021-01-01..2021-12-31"),
    ("大前年", "大前年", "2020-01-01..2020-12-31"),
    ("明年", "明年", "2024-01-01..2024-12-31"),
    ("去年夏天", "去年夏天", "2022-06-01..2022-08-31"),
    ("去年冬天", "去年冬天", "2022-12-01..2023-02-28"),
    ("去年五月三号", "去年五月三号", "2022-05-03"),
    ("去年下半年", "去年下半年", "2022-07-01..2022-12-31"),
    ("去年年底", "去年年底", "2022-11-01..2022-12-31"),
    ("三天前", "三天前", "2023-05-04"),
    ("二十一天之前", "二十一天之前", "2023-04-16"),
    ("两三天前", "两三天前", "2023-05-04..2023-05-05"),
    ("几天前", "几天前", "2023-05-01..2023-05-05"),
    ("前几天", "前几天", "2023-05-01..2023-05-05"),
    ("两周前", "两周前", "2023-04-17..2023-04-23"),
    ("三个月前", "三个月前", "2023-02-01..2023-02-28"),
    ("半年前", "半年前", "2022-11-01..2022-11-30"),
    ("半个月前", "半个月前", "2023-04-19..2023-04-25"),
    ("一年半前", "一年半前", "2021-11-01..2021-11-30"),
    ("十年前", "十年前", "2013-01-01..2013-12-31"),
    ("五个小时前", "五个小时前", "2023-05-07"),
    ("最近三天", "最近三天", "2023-05-04..2023-05-07"),
    ("过去两个月", "过去两个月", "2023-03-07..2023-05-07"),
    ("三天后我要去北京", "三天后", "2023-05-10"),
]


@pytest.mark.parametrize(("text", "phrase", "days"), RELATIVE, ids=[row[0] for row in RELATIVE])
def test_relative_words_mean_these_days(text, phrase, days):
    found = resolve_relative(text, NOW)
    assert _one(found) == days
    assert found[0].phrase == phrase == text[found[0].start : found[0].end]


ABSOLUTE = [
    ("May 2", "2023-05-02"),
    ("on May 2nd I went", "2023-05-02"),
    ("on 2 May", "2023-05-02"),
    ("the second of May", "2023-05-02"),
    ("May second", "2023-05-02"),
    ("2 May 2022", "2022-05-02"),
    ("Tuesday, May 2, 2023", "2023-05-02"),
    ("may 2nd", "2023-05-02"),
    ("May 8", "2022-05-08"),
    ("Dec 25", "2022-12-25"),
    ("Feb 29", "2020-02-29"),
    ("in May", "2023-05-01..2023-05-31"),
    ("in june", "2022-06-01..2022-06-30"),
    ("last March", "2023-03-01..2023-03-31"),
    ("December 2022", "2022-12-01..2022-12-31"),
    ("in 2019", "2019-01-01..2019-12-31"),
    ("in the summer of 2022", "2022-06-01..2022-08-31"),
    ("2023-05-02", "2023-05-02"),
    ("2023/5/2", "2023-05-02"),
    ("25/12/2022", "2022-12-25"),
    ("on Friday", "2023-05-05"),
    ("yesterday", "2023-05-06"),
    ("5月2日", "2023-05-02"),
    ("在4月27号这天", "2023-04-27"),
    ("五月二号", "2023-05-02"),
    ("5月8日", "2022-05-08"),
    ("2023年5月", "2023-05-01..2023-05-31"),
    ("2021年3月4日", "2021-03-04"),
    ("二〇一九年", "2019-01-01..2019-12-31"),
    ("2022年夏天", "2022-06-01..2022-08-31"),
    ("2022年底", "2022-11-01..2022-12-31"),
    ("12月", "2022-12-01..2022-12-31"),
    ("3号我去了哪里", "2023-05-03"),
    ("8号我去了哪里", "2023-04-08"),
    ("周五", "2023-05-05"),
    ("上周五", "2023-04-28"),
]


@pytest.mark.parametrize(("text", "days"), ABSOLUTE, ids=[row[0] for row in ABSOLUTE])
def test_dates_in_a_text_mean_these_days(text, days):
    assert _one(dates_in(text, NOW)) == days


@pytest.mark.parametrize(
    "text",
    ["I may 2 think", "You may see", "This may help", "they march 5 miles", "march on", "give me a second", "1/2 a cup", "5/7/2023", "version 3.5.2023", "v2020.1.2", "since we last spoke", "recently", "it lasts", "I have 2019 friends", "the last one", "以前天天跑步", "晚上周围很静", "目前天气不错", "以前年轻的时候", "先天后天", "5号线", "3号楼", "三个月", "过去年代", "第三天", "晚上月亮很圆", "明白了", "今后", "前途", "上年纪", "May 32", "2月30日", "13月5日", "I read it in two days", "手术三天后他走了", "May"],
)  # fmt: skip
def test_what_only_looks_like_a_date_is_left_alone(text):
    assert dates_in(text, NOW) == []


def test_the_day_is_the_local_one_of_the_moment():
    late = parse_moment("2023-05-07T23:30:00-07:00", "UTC")
    assert _one(resolve_relative("yesterday", late)) == "2023-05-06"
    assert _one(resolve_relative("yesterday", parse_moment("2023-05-08T06:30:00Z", "UTC"))) == "2023-05-07"


def test_hours_ago_from_a_day_without_a_clock_may_be_the_day_before():
    assert _one(resolve_relative("three hours ago", parse_moment("2023-05-07", "UTC"))) == "2023-05-06..2023-05-07"
    assert _one(resolve_relative("两小时前", parse_moment("2023-05-07T01:00", "UTC"))) == "2023-05-06"


def test_seen_from_a_month_a_phrase_means_every_day_it_can_mean():
    month = parse_moment("2023-05", "UTC")
    assert _one(resolve_relative("yesterday", month)) == "2023-04-30..2023-05-30"
    assert _one(resolve_relative("上个月", month)) == "2023-04-01..2023-04-30"


def test_an_unknown_moment_resolves_nothing_but_dates_with_a_year():
    assert resolve_relative("yesterday, 昨天, last Friday", UNKNOWN_MOMENT) == []
    assert [one.phrase for one in dates_in("yesterday, May 2, 2 May 2022 or 2021年", UNKNOWN_MOMENT)] == [
        "2 May 2022",
        "2021年",
    ]


def test_several_phrases_stand_in_order_and_do_not_overlap():
    text = "Yesterday I met Ann, whom I last saw two years ago; 昨天也见了。"
    found = resolve_relative(text, NOW)
    assert [one.phrase for one in found] == ["Yesterday", "two years ago", "昨天"]


@pytest.mark.parametrize("zone", ["UTC", "+14:00"])
@pytest.mark.parametrize("stamp", ["0001-01-02", "9999-12-30"])
def test_at_the_ends_of_the_calendar_what_does_not_exist_is_left_out_and_the_rest_is_found(stamp, zone):
    text = " ".join(row[0] for row in RELATIVE) + " ".join(row[0] for row in ABSOLUTE)
    found = dates_in(text, parse_moment(stamp, zone))
    assert any("2023" in one.phrase for one in found)
    assert all(one.first <= one.last for one in found)


_PIECES = st.sampled_from(
    [row[0] for row in RELATIVE] + [row[0] for row in ABSOLUTE] + [" ", "，", ". ", "x", "9", "前", "last "]
)


@given(
    st.one_of(st.text(max_size=80), st.lists(_PIECES, max_size=6).map("".join)),
    st.datetimes().map(lambda t: t.replace(microsecond=0)),
)
def test_spans_point_into_the_text_in_order_and_ranges_are_ranges(text, when):
    try:
        now = parse_moment(when, "Asia/Shanghai")
    except Exception:  # the first hours of the year 1
        return
    for found in (resolve_relative(text, now), dates_in(text, now)):
        assert all(one.phrase == text[one.start : one.end] and one.first <= one.last for one in found)
        assert all(one.end <= other.start for one, other in itertools.pairwise(found))
