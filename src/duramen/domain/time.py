"""When something happened: a UTC instant with the zone and the precision it was told in.

In: epoch microseconds, zone names, precisions. Out: `Moment` values that can be compared, shown and stored.
Parsing of written times lives in `duramen.text.moments`; no function here reads a clock.
"""

from __future__ import annotations

from calendar import monthrange
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from enum import StrEnum
from zoneinfo import ZoneInfo

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
US_PER_HOUR = 3_600_000_000


class Precision(StrEnum):
    """How exactly the time is known; a coarser time is stored as the start of its period."""

    SECOND = "second"
    DAY = "day"
    MONTH = "month"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """A point in time as it was told.

    `at_us`: integer microseconds since 1970-01-01 UTC (negative before), None when the time is unknown.
    `zone`: IANA name ("Asia/Shanghai"), or "+08:00", or "UTC"; the zone in which the time reads naturally.
    `offset_minutes`: offset from UTC that held at that instant.
    """

    at_us: int | None
    zone: str = "UTC"
    offset_minutes: int = 0
    precision: Precision = Precision.SECOND

    @property
    def known(self) -> bool:
        """Tell whether there is a time at all."""
        return self.at_us is not None

    def utc(self) -> datetime:
        """Return the instant as an aware datetime in UTC; raises ValueError when unknown."""
        if self.at_us is None:
            raise ValueError("this moment has no known time")
        return EPOCH + timedelta(microseconds=self.at_us)

    def local(self) -> datetime:
        """Return the instant as an aware datetime at its own offset; raises ValueError when unknown."""
        return self.utc().astimezone(timezone(timedelta(minutes=self.offset_minutes)))

    def iso(self) -> str | None:
        """Return ISO 8601 at the moment's own offset and precision ("2023-05-07", "2023-05"); None when unknown."""
        if self.at_us is None:
            return None
        local = self.local()
        if self.precision is Precision.MONTH:
            return local.date().isoformat()[:7]
        if self.precision is Precision.DAY:
            return local.date().isoformat()
        return local.isoformat(timespec="seconds")

    def until_us(self) -> int | None:
        """Return the instant at which the period that is told is over: its day or month; None when unknown.

        A time told to the second is its own end.
        """
        if self.at_us is None or self.precision not in (Precision.DAY, Precision.MONTH):
            return self.at_us
        local = self.local()
        days = 1 if self.precision is Precision.DAY else monthrange(local.year, local.month)[1]
        return self.at_us + days * 24 * US_PER_HOUR


UNKNOWN_MOMENT = Moment(at_us=None, precision=Precision.UNKNOWN)


def zone_of(name: str) -> tzinfo:
    """Return the tzinfo of an IANA name, "UTC", "Z", or an offset such as "+08:00", "-0330", "+8".

    Raises ValueError with the name when it is none of these.
    """
    if name in ("UTC", "Z", "z", "utc"):
        return UTC
    if name[:1] in "+-" and len(name) > 1:
        digits = name[1:].replace(":", "")
        if digits.isdecimal() and len(digits) <= 4:
            hours, minutes = (int(digits), 0) if len(digits) <= 2 else (int(digits[:-2]), int(digits[-2:]))
            if hours <= 14 and minutes < 60:
                delta = timedelta(hours=hours, minutes=minutes)
                return timezone(delta if name[0] == "+" else -delta)
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError) as error:
        raise ValueError(f"unknown time zone {name!r}") from error


def moment_at(when: datetime, zone: str, precision: Precision = Precision.SECOND) -> Moment:
    """Make a Moment from an aware datetime, shown in `zone`; raises ValueError on a naive datetime or unknown zone."""
    if when.tzinfo is None:
        raise ValueError("a naive datetime has no instant; attach a zone first")
    # By way of UTC: an hour that a clock change skips has no offset of its own.
    offset = when.astimezone(UTC).astimezone(zone_of(zone)).utcoffset() or timedelta(0)
    return Moment(
        at_us=(when.astimezone(UTC) - EPOCH) // timedelta(microseconds=1),
        zone=zone,
        # Rounded up, so that midnight at an old offset with seconds (+08:05:43) stays in its own day.
        offset_minutes=-int(-offset.total_seconds() // 60),
        precision=precision,
    )
