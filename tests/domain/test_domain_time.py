from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from duramen.domain.time import UNKNOWN_MOMENT, Moment, Precision, moment_at, zone_of

ZONES = st.sampled_from(["UTC", "Asia/Shanghai", "America/New_York", "Asia/Kathmandu", "+08:00", "-03:30"])


@pytest.mark.parametrize(
    ("name", "minutes"),
    [
        ("UTC", 0), ("Z", 0), ("utc", 0), ("+08:00", 480), ("+0800", 480), ("+8", 480), ("-0330", -210), ("-03:30", -210),
        ("+14:00", 840), ("+00:00", 0), ("-12", -720), ("+545", 345), ("Asia/Shanghai", 480), ("Etc/GMT+5", -300),
    ],
)  # fmt: skip
def test_a_zone_is_a_name_or_an_offset(name, minutes):
    assert datetime(2023, 5, 7, tzinfo=zone_of(name)).utcoffset() == timedelta(minutes=minutes)


@pytest.mark.parametrize(
    "name",
    ["", "Mars/Base", "+", "-", "+15", "+08:60", "+²", "+٤x", "+123456", "Asia", "../UTC", "\0", "/etc/localtime", "8"],
)
def test_what_is_no_zone_is_named_in_the_error(name):
    with pytest.raises(ValueError) as told:
        zone_of(name)
    assert f"unknown time zone {name!r}" in str(told.value)


def test_a_moment_keeps_the_zone_and_the_offset_that_held():
    summer = moment_at(datetime(2023, 7, 1, 12, tzinfo=UTC), "America/New_York")
    winter = moment_at(datetime(2023, 1, 1, 12, tzinfo=UTC), "America/New_York")
    assert (summer.offset_minutes, winter.offset_minutes) == (-240, -300)
    assert summer.iso() == "2023-07-01T08:00:00-04:00"
    assert summer.at_us == 1_688_212_800_000_000


def test_a_naive_datetime_has_no_instant():
    with pytest.raises(ValueError, match="naive"):
        moment_at(datetime(2023, 1, 1), "UTC")
    with pytest.raises(ValueError, match="Mars"):
        moment_at(datetime(2023, 1, 1, tzinfo=UTC), "Mars/Base")


def test_an_hour_that_a_clock_change_skips_has_the_offset_of_its_instant():
    from zoneinfo import ZoneInfo

    skipped = datetime(2023, 3, 12, 2, 30, tzinfo=ZoneInfo("America/New_York"))
    moment = moment_at(skipped, "America/New_York")
    assert moment.iso() == "2023-03-12T03:30:00-04:00"


def test_old_offsets_with_seconds_stay_in_their_own_day():
    from zoneinfo import ZoneInfo

    moment = moment_at(datetime(1890, 5, 7, tzinfo=ZoneInfo("Asia/Shanghai")), "Asia/Shanghai", Precision.DAY)
    assert moment.iso() == "1890-05-07"


def test_a_moment_is_written_as_exactly_as_it_is_known():
    at = datetime(2023, 5, 7, tzinfo=timezone(timedelta(hours=8)))
    written = {precision: moment_at(at, "+08:00", precision).iso() for precision in Precision}
    assert written[Precision.SECOND] == "2023-05-07T00:00:00+08:00"
    assert written[Precision.DAY] == "2023-05-07"
    assert written[Precision.MONTH] == "2023-05"


def test_an_unknown_moment_stays_unknown():
    assert not UNKNOWN_MOMENT.known
    assert UNKNOWN_MOMENT.iso() is None
    for ask in (UNKNOWN_MOMENT.utc, UNKNOWN_MOMENT.local):
        with pytest.raises(ValueError, match="no known time"):
            ask()


def test_the_first_instant_is_known_although_its_number_is_nought():
    assert Moment(at_us=0).known
    assert Moment(at_us=0).iso() == "1970-01-01T00:00:00+00:00"
    assert Moment(at_us=-1).iso() == "1969-12-31T23:59:59+00:00"


@given(at=st.datetimes(datetime(1500, 1, 1), datetime(2500, 1, 1)), zone=ZONES)
def test_the_instant_comes_back_to_the_microsecond(at, zone):
    aware = at.replace(tzinfo=UTC)
    moment = moment_at(aware, zone)
    assert moment.utc() == aware
    assert moment.local() == aware
    assert moment.zone == zone
