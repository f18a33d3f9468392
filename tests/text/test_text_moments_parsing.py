"""Time stamps are read as they were written, or refused with a message that helps."""

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from duramen.domain.time import Moment, Precision, moment_at
from duramen.errors import BadTime
from duramen.text.moments import parse_moment, say_date

SHANGHAI = "Asia/Shanghai"
ZONES = [
    "UTC",
    SHANGHAI,
    "America/New_York",
    "Europe/London",
    "Australia/Lord_Howe",
    "+05:30",
    "-03:30",
    "Asia/Kathmandu",
]


@pytest.mark.parametrize(
    ("value", "iso"),
    [
        ("2023-05-07T10:00:00Z", "2023-05-07T18:00:00+08:00"),
        ("2023-05-07T10:00:00", "2023-05-07T10:00:00+08:00"),
        ("2023-05-07 10:00", "2023-05-07T10:00:00+08:00"),
        ("2023-05-07T10:00:00.123456+08:00", "2023-05-07T10:00:00+08:00"),
        ("2023-05-07T10:00:00-0500", "2023-05-07T10:00:00-05:00"),
        ("2023-05-07T10:00+08", "2023-05-07T10:00:00+08:00"),
        ("2023-05-07 10:00:00.000Z[UTC]", "2023-05-07T18:00:00+08:00"),
        ("2023-05-07", "2023-05-07"),
        ("2023-05", "2023-05"),
        ("2023/05", "2023-05"),
        ("May 2023", "2023-05"),
        ("2023年5月", "2023-05"),
        ("20230507", "2023-05-07"),
        ("20230507T101530Z", "2023-05-07T18:15:30+08:00"),
        ("20230507101530", "2023-05-07T10:15:30+08:00"),
        (1683432000, "2023-05-07T12:00:00+08:00"),
        (1683432000.5, "2023-05-07T12:00:00+08:00"),
        (1683432000123, "2023-05-07T12:00:00+08:00"),
        (1683432000123456, "2023-05-07T12:00:00+08:00"),
        (1683432000123456789, "2023-05-07T12:00:00+08:00"),
        ("1683432000", "2023-05-07T12:00:00+08:00"),
        ("1683432000.25", "2023-05-07T12:00:00+08:00"),
        (-86400, "1969-12-31T08:00:00+08:00"),
        ("1:56 pm on 8 May, 2023", "2023-05-08T13:56:00+08:00"),
        ("12:04 am on 8 May, 2023", "2023-05-08T00:04:00+08:00"),
        ("June 5, 2023 8:11pm", "2023-06-05T20:11:00+08:00"),
        ("2023-06-05@20h11m33s", "2023-06-05T20:11:33+08:00"),
        ("2025-12-15 (Monday)", "2025-12-15"),
        ("2024年04月01日 周一 08:30", "2024-04-01T08:30:00+08:00"),
        ("2023年5月6日下午3点20分", "2023-05-06T15:20:00+08:00"),
        ("2023年5月6日 晚上8点半", "2023-05-06T20:30:00+08:00"),
        ("2023年5月6日中午12点", "2023-05-06T12:00:00+08:00"),
        ("2023年5月6日凌晨12点", "2023-05-06T00:00:00+08:00"),
        ("２０２３年５月６日　１４：０５", "2023-05-06T14:05:00+08:00"),
        ("2023年5月6日 14:05（UTC+8）", "2023-05-06T14:05:00+08:00"),
        ("6 May 2023, 14:05 (UTC+8)", "2023-05-06T14:05:00+08:00"),
        ("6 May 2023, 14:05 (UTC)", "2023-05-06T22:05:00+08:00"),
        ("2023/05/07 10:00", "2023-05-07T10:00:00+08:00"),
        ("2023/05/20 (Sat) 02:21", "2023-05-20T02:21:00+08:00"),
        ("Sun, 07 May 2023 10:00:00 +0800", "2023-05-07T10:00:00+08:00"),
        ("Sun, 07 May 2023 10:00:00 GMT", "2023-05-07T18:00:00+08:00"),
        ("Sun May 07 2023 10:00:00 GMT+0800 (China Standard Time)", "2023-05-07T10:00:00+08:00"),
        ("Sun May  7 10:00:00 +0000 2023", "2023-05-07T18:00:00+08:00"),
        ("2023-05-07 2:05 PM EST", "2023-05-07T14:05:00-05:00"),
        ("25/12/2022", "2022-12-25"),
        ("5/5/2023", "2023-05-05"),
        ("2023-05-07T24:00", "2023-05-08T00:00:00+08:00"),
        ("1905-01-01", "1905-01-01"),
        ("1850-07-01", "1850-07-01"),
        ("0987-03-04", "0987-03-04"),
    ],
)
def test_each_known_form_is_read(value, iso):
    assert parse_moment(value, SHANGHAI).iso() == iso


@pytest.mark.parametrize(
    "value",
    [
        "",
        "   ",
        "yesterday",
        "2023",
        "0",
        "2023-02-30",
        "2023-13-01",
        "2023-00-01",
        "2023-05-00",
        "5/7/2023",
        "3.5.2023",
        "8 May 2023 25:00",
        "8 May 2023 13:05 pm",
        "0:30 am 8 May 2023",
        "2023-05-07 10:60",
        "10:00",
        "May 10:00",
        "2023-05 10:00",
        "2023-05-07 2:05 PM CST",
        "2023-05-07T10:00+99:00",
        "0000-01-01",
        True,
        float("nan"),
        float("inf"),
        1e30,
        10**21,
    ],
)
def test_what_cannot_be_read_is_refused_with_its_value_and_the_zone_option(value):
    with pytest.raises(BadTime) as error:
        parse_moment(value, SHANGHAI)
    assert repr(value) in str(error.value)
    assert SHANGHAI in str(error.value)


def test_a_long_value_is_shortened_in_the_message():
    with pytest.raises(BadTime) as error:
        parse_moment("x" * 5000, "UTC")
    assert len(str(error.value)) < 400


def test_an_unknown_zone_is_refused_by_name():
    with pytest.raises(BadTime, match="Atlantis"):
        parse_moment("2023-05-07", "Atlantis/Capital")


def test_datetimes_keep_their_instant():
    naive = parse_moment(datetime(2023, 5, 7, 10), SHANGHAI)
    aware = parse_moment(datetime(2023, 5, 7, 2, tzinfo=UTC), SHANGHAI)
    offset = parse_moment(datetime(2023, 5, 7, 10, tzinfo=timezone(timedelta(hours=8))), SHANGHAI)
    assert naive == aware == offset


def test_a_foreign_offset_is_kept_as_the_zone():
    moment = parse_moment("2023-05-07T10:00:00+05:30", SHANGHAI)
    assert (moment.zone, moment.offset_minutes) == ("+05:30", 330)


def test_a_repeated_hour_means_the_earlier_instant_and_a_skipped_one_is_moved_on():
    assert parse_moment("2023-11-05 01:30", "America/New_York").iso() == "2023-11-05T01:30:00-04:00"
    assert parse_moment("2023-03-12 02:30", "America/New_York").iso() == "2023-03-12T03:30:00-04:00"


_instants = st.datetimes(min_value=datetime(1000, 1, 3), max_value=datetime(9999, 12, 28)).map(
    lambda when: when.replace(microsecond=0, tzinfo=UTC)
)


@given(_instants, st.sampled_from(ZONES))
def test_the_iso_form_of_a_second_reads_back_to_the_same_moment(when, zone):
    moment = moment_at(when, zone)
    assert parse_moment(moment.iso(), zone) == moment


@given(st.dates(min_value=datetime(1000, 1, 3).date()), st.sampled_from(ZONES))
def test_the_iso_form_of_a_day_and_a_month_reads_back_to_the_same_moment(day, zone):
    assume(day.year < 9999)
    for text, precision in ((day.isoformat(), Precision.DAY), (day.isoformat()[:7], Precision.MONTH)):
        moment = parse_moment(text, zone)
        assert moment.precision is precision
        assert moment.iso() == text
        assert parse_moment(moment.iso(), zone) == moment


@given(_instants.filter(lambda when: when.year > 1970))
def test_one_instant_written_naive_with_z_and_with_an_offset_is_one_moment(when):
    local = when.astimezone(timezone(timedelta(hours=8)))
    zone = "+08:00"
    written = [local.strftime("%Y-%m-%dT%H:%M:%S"), when.strftime("%Y-%m-%dT%H:%M:%SZ"), local.isoformat()]
    assert len({parse_moment(text, zone).at_us for text in written}) == 1
    assert parse_moment(written[1], zone) == parse_moment(written[2], zone)


@given(st.integers(10**8, 10**11 - 1) | st.integers(-(3 * 10**10), -(10**8)), st.sampled_from(ZONES))
def test_epoch_seconds_and_milliseconds_of_one_instant_agree(seconds, zone):
    # Nearer to 1970 than 10**8 seconds, a number of milliseconds is itself small enough to be seconds.
    assert parse_moment(seconds, zone).at_us == seconds * 1_000_000
    assert parse_moment(seconds * 1000, zone).at_us == seconds * 1_000_000


@given(_instants, st.sampled_from(ZONES))
def test_what_is_said_of_a_moment_reads_back_to_its_minute(when, zone):
    moment = moment_at(when.replace(second=0), zone)
    assume(moment.local().year >= 1000)
    offset = moment.local().utcoffset()
    assume(offset == timedelta(minutes=moment.offset_minutes))
    for language in ("en", "zh"):
        assert parse_moment(say_date(moment, language), zone).at_us == moment.at_us


@given(
    st.one_of(st.text(max_size=60), st.text("0123456789-/:.T Z+年月日时分上下午apm", max_size=30)),
    st.sampled_from(ZONES),
)
def test_no_text_raises_anything_but_bad_time(text, zone):
    try:
        moment = parse_moment(text, zone)
    except BadTime:
        return
    assert isinstance(moment, Moment)
    assert moment.known


@given(st.one_of(st.floats(), st.integers()))
def test_no_number_raises_anything_but_bad_time(number):
    try:
        assert parse_moment(number, "UTC").known
    except BadTime:
        return
