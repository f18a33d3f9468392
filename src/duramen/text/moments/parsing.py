"""Read one written time stamp as a Moment: ISO 8601, epoch numbers, and the forms that chats and data sets use.

In: text, a number or a datetime, and the zone of stamps that name none. Out: a `Moment` whose precision is that of the
stamp. Nothing is guessed: what cannot be read, and what can be read in two ways, is a `BadTime`.
"""

from __future__ import annotations

import math
import re
import unicodedata
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta, tzinfo

from duramen.domain.time import EPOCH, Moment, Precision, moment_at, zone_of
from duramen.errors import BadTime

_MONTH_NAMES = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH = (
    r"(?P<name>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|"
    r"oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?"
)
_DATES = tuple(
    re.compile(pattern)
    for pattern in (
        r"(?P<year>\d{4})[-/.](?P<month>\d{1,2})[-/.](?P<day>\d{1,2})",
        r"(?P<year>\d{4})年(?P<month>\d{1,2})月(?P<day>\d{1,2})[日号]?",
        r"(?P<year>\d{4})(?P<month>\d{2})(?P<day>\d{2})",
        r"(?P<year>\d{4})(?:-|/|\.|年)(?P<month>\d{1,2})月?份?",
        r"(?P<day>\d{1,2})(?:st|nd|rd|th)?[ -](?:of )?" + _MONTH + r",?[ -](?P<year>\d{4})",
        _MONTH + r" (?P<day>\d{1,2})(?:st|nd|rd|th)?,? (?P<year>\d{4})",
        _MONTH + r",?[ -](?P<year>\d{4})",
        r"(?P<a>\d{1,2})[/.-](?P<b>\d{1,2})[/.-](?P<year>\d{4})",
    )
)
_CHINESE_PARTS = "凌晨|清晨|早上|早晨|上午|中午|下午|傍晚|晚上|夜里|深夜"
_ZONE = (
    r"(?: ?(?P<utc>z|utc|gmt)(?![a-z+-])| ?\(?(?:utc|gmt) ?(?P<sign>[+-])(?P<hours>\d{1,2}):?(?P<minutes>\d{2})?\)?(?!\d)"
    r"| ?(?P<sign2>[+-])(?P<hours2>\d{2}):?(?P<minutes2>\d{2})?(?![\d-])| (?P<us>[ecmp][sd]t)\b| ?\((?P<utc2>utc|gmt)\))?"
    r"(?: ?\([a-z ]+ time\)| ?\[[a-z_/+-]+\])?"
)
_SECONDS = r"(?:[:m](?P<s>\d{2})s?(?:[.,](?P<f>\d{1,9}))?)?(?: ?(?P<half>[ap]\.?m\b\.?))?(?![\d:])"
# A clock, then its zone: nothing but the clock can carry an offset, so "2023-05-07" is never read as one.
_CLOCKS = tuple(
    re.compile(pattern + _ZONE)
    for pattern in (
        rf"(?<![\d:.])(?P<zh>{_CHINESE_PARTS})? ?(?P<h>\d{{1,2}})[:h](?P<m>\d{{2}})" + _SECONDS,
        r"(?<![\d:.])(?P<h>\d{1,2}) ?(?P<half>[ap]\.?m\b\.?)",
        rf"(?P<zh>{_CHINESE_PARTS})? ?(?P<h>\d{{1,2}})[点时](?:(?P<m>\d{{1,2}})分?(?:(?P<s>\d{{1,2}})秒?)?|(?P<half_past>半))?",
        r"(?<=\d{8})t?(?P<h>\d{2})(?P<m>\d{2})(?P<s>\d{2})?(?!\d)",
    )
)
_US_HOURS = {
    "est": -5,
    "edt": -4,
    "cdt": -5,
    "mst": -7,
    "mdt": -6,
    "pst": -8,
    "pdt": -7,
}  # RFC 2822; CST is China's too
_WEEKDAY = re.compile(
    r"[(\[]?\b(?:mon|tue|tues|wed|wednes|thu|thur|thurs|fri|sat|satur|sun)(?:day)?\b[)\]]?,?|[(\[]?(?:周|星期|礼拜)[一二三四五六日天][)\]]?"
)
_GLUE = re.compile(r"(?:^|(?<= ))(?:at|on|the)(?= |$)|[@|]|(?<=\d)t(?= |$)|,(?= |$)|·|(?<=\d)[-–—]$")
_EPOCH_LIMITS = ((10**11, 1), (10**14, 1_000), (10**17, 1_000_000), (10**20, 1_000_000_000))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Clock:
    """A time of day as the time since midnight, and the zone it was told in, if any."""

    at: timedelta
    zone: tzinfo | None


def parse_moment(value: str | int | float | datetime, zone: str) -> Moment:
    """Return the Moment that `value` writes down.

    Text: ISO 8601 with `Z`, an offset or none; a date alone (precision day), a year and month (precision month);
    digits alone as YYYYMMDD, YYYYMMDDhhmm(ss) or epoch; RFC 2822; English and Chinese dates with a 24 or 12 hour clock
    before or after them; weekdays are passed over. Numbers are epoch seconds, milliseconds, micro- or nanoseconds by
    their size (below 1e11, 1e14, 1e17, 1e20). A stamp without an offset is in `zone`. One in UTC, or at the offset that
    `zone` has then, is shown in `zone`; another offset is kept as the moment's zone. In an hour that a clock change
    repeats the earlier instant is meant.

    Raises BadTime, naming the value, when it cannot be read, does not exist (30 February), or is ambiguous (5/7/2023).
    """
    return read_moment(value, zone)[0]


def read_moment(value: str | int | float | datetime, zone: str) -> tuple[Moment, bool]:
    """Return the Moment of `parse_moment`, and whether the value tells its instant by itself.

    False: it names neither offset nor zone and is no epoch number, so that it was read in `zone`. Raises BadTime.
    """
    local_zone = _zone(zone)
    try:
        if isinstance(value, datetime):
            return _of_datetime(value, zone, local_zone)
        if isinstance(value, str):
            return _of_text(value, zone, local_zone)
        return _of_epoch(value, zone), True
    except (ValueError, OverflowError) as error:
        raise BadTime(
            f"cannot read {_shown(value)} as a time ({error}); write it like 2023-05-07T14:05 "
            f"(read in zone {zone!r}, change it with --timezone) or 2023-05-07T14:05+08:00"
        ) from error


def _zone(name: str) -> tzinfo:
    try:
        return zone_of(name)
    except ValueError as error:
        raise BadTime(f"unknown time zone {name!r}; name one like Asia/Shanghai, UTC or +08:00") from error


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 80 else text[:77] + "..."


def _of_datetime(value: datetime, zone: str, local_zone: tzinfo) -> tuple[Moment, bool]:
    if value.tzinfo is None:
        return moment_at(value.replace(tzinfo=local_zone), zone), False
    return _at_offset(value, zone, local_zone), True


def _at_offset(value: datetime, zone: str, local_zone: tzinfo) -> Moment:
    """Show an aware datetime in `zone`, unless it names another offset of its own."""
    offset = value.utcoffset() or timedelta(0)
    here = value.astimezone(local_zone).utcoffset() or timedelta(0)
    if not offset or abs(offset - here) < timedelta(minutes=1):
        return moment_at(value, zone)
    minutes = int(offset.total_seconds() // 60)
    return moment_at(value, f"{'+' if minutes >= 0 else '-'}{abs(minutes) // 60:02d}:{abs(minutes) % 60:02d}")


def _of_epoch(value: float, zone: str) -> Moment:
    if isinstance(value, bool) or not math.isfinite(value):
        raise ValueError("not a number of seconds")
    for limit, per_second in _EPOCH_LIMITS:
        if abs(value) < limit:
            scale = 1_000_000 // per_second if per_second <= 1_000_000 else 0
            us = round(value * scale) if scale else round(value / 1_000)
            return moment_at(EPOCH + timedelta(microseconds=us), zone)
    raise ValueError("too large for an epoch time")


def _of_text(value: str, zone: str, local_zone: tzinfo) -> tuple[Moment, bool]:
    text = " ".join(unicodedata.normalize("NFKC", value).lower().split())
    if re.fullmatch(r"-?\d{9,11}(?:\.\d+)?|-?\d{13}|-?\d{16}|-?\d{19}", text):
        return _of_epoch(float(text) if "." in text else int(text), zone), True
    text = text.removeprefix("(").removesuffix(")") if text[:1] == "(" else text.strip("\"' ")
    text, clock = _take_clock(text)
    rest = " ".join(_GLUE.sub(" ", _WEEKDAY.sub(" ", text)).split()).strip(" ,;()[]")
    found, precision = _date_of(rest)
    midnight = datetime(found.year, found.month, found.day)  # noqa: DTZ001 - the zone is attached below
    if clock is None:
        return moment_at(midnight.replace(tzinfo=local_zone), zone, precision), False
    if precision is Precision.MONTH:
        raise ValueError("a time of day without a day")
    if clock.zone is None:
        return moment_at((midnight + clock.at).replace(tzinfo=local_zone), zone), False
    return _at_offset((midnight + clock.at).replace(tzinfo=clock.zone), zone, local_zone), True


def _take_clock(text: str) -> tuple[str, _Clock | None]:
    """Return the text without its time of day, and that time."""
    for pattern in _CLOCKS:
        match = pattern.search(text)
        if match:
            parts = match.groupdict()
            clock = _Clock(at=_time_of_day(parts), zone=_offset_of(parts))
            return text[: match.start()] + " " + text[match.end() :], clock
    return text, None


def _offset_of(parts: dict[str, str | None]) -> tzinfo | None:
    if parts["utc"] or parts["utc2"]:
        return UTC
    if parts["us"]:
        if parts["us"] not in _US_HOURS:
            raise ValueError(f"{parts['us'].upper()} is the name of several zones")
        return zone_of(f"{_US_HOURS[parts['us']]:+03d}:00")
    sign = parts["sign"] or parts["sign2"]
    if not sign:
        return None
    hours, minutes = parts["hours"] or parts["hours2"] or "0", parts["minutes"] or parts["minutes2"] or "00"
    return zone_of(f"{sign}{int(hours):02d}:{minutes}")


def _time_of_day(parts: dict[str, str | None]) -> timedelta:
    hours, minutes, seconds = int(parts["h"] or 0), int(parts.get("m") or 0), int(parts.get("s") or 0)
    if parts.get("half_past"):
        minutes = 30
    half = (parts.get("half") or "").replace(".", "")
    if half:
        if not 1 <= hours <= 12:
            raise ValueError(f"{hours} {half} is no time of day")
        hours = hours % 12 + (12 if half == "pm" else 0)
    part = parts.get("zh")
    if part in ("下午", "傍晚", "晚上", "夜里", "深夜", "中午") and hours < 12 and not (part == "中午" and hours >= 10):
        small_hours = part in ("夜里", "深夜", "晚上") and hours < 5
        hours += 0 if small_hours else 12
    elif part in ("凌晨", "晚上", "夜里", "深夜") and hours == 12:
        hours = 0 if part == "凌晨" else 24
    if hours > 24 or minutes > 59 or seconds > 60 or (hours == 24 and (minutes or seconds)):
        raise ValueError("no such time of day")
    fraction = int((parts.get("f") or "0").ljust(9, "0")[:6])
    return timedelta(hours=hours, minutes=minutes, seconds=seconds, microseconds=fraction)


def _date_of(text: str) -> tuple[date, Precision]:
    for pattern in _DATES:
        match = pattern.fullmatch(text)
        if match:
            parts = match.groupdict()
            month, day = _month_and_day(parts)
            return date(int(parts["year"]), month, day or 1), Precision.DAY if day else Precision.MONTH
    raise ValueError("no date in a known form")


def _month_and_day(parts: dict[str, str | None]) -> tuple[int, int]:
    """Return month and day, day 0 when none is given; raises ValueError when either order would do."""
    if parts.get("a"):
        a, b = int(parts["a"] or 0), int(parts["b"] or 0)
        if a <= 12 and b <= 12 and a != b:
            raise ValueError("day and month could be either way round")
        return (b, a) if a > 12 else (a, b)
    name = parts.get("name")
    month = _MONTH_NAMES.index(name[:3]) + 1 if name else int(parts["month"] or 0)
    day = parts.get("day")
    if day is not None and int(day) == 0:
        raise ValueError("day 0")
    return month, int(day) if day else 0
