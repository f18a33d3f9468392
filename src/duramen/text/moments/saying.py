"""Say a moment or a range of days in words, in English or Chinese, exactly as precisely as it is known.

In: moments, dates, a language. Out: text for people and prompts.
"""

from __future__ import annotations

from datetime import date, timedelta

from duramen.domain.time import Moment, Precision

MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip


def say_date(moment: Moment, language: str) -> str:
    """Return "6 May 2023, 14:05 (UTC+8)" or "2023年5月6日 14:05（UTC+8）", at the moment's own offset and precision.

    A day gives "6 May 2023", a month "May 2023"; an unknown time "date unknown" or "日期不详". `language` is "zh" or "en".
    """
    if not moment.known:
        return "日期不详" if language == "zh" else "date unknown"
    local = moment.local()
    if moment.precision is Precision.MONTH:
        return f"{local.year}年{local.month}月" if language == "zh" else f"{MONTHS[local.month - 1]} {local.year}"
    said = _say_day(local.date(), language)
    if moment.precision is Precision.DAY:
        return said
    offset = _say_offset(moment.offset_minutes)
    clock = f"{local:%H:%M}"
    return f"{said} {clock}（{offset}）" if language == "zh" else f"{said}, {clock} ({offset})"


def say_days(first: date, last: date, language: str) -> str:
    """Return an inclusive range of days in the fewest exact words.

    A day, a whole month and a whole year are named as such; other ranges as "24–30 April 2023", "28 April – 4 May 2023",
    "June – August 2022"; in Chinese "2023年4月24日至30日", "2022年6月至8月".
    """
    if first == last:
        return _say_day(first, language)
    whole_months = first.day == 1 and (last + timedelta(days=1)).day == 1 if last < date.max else first.day == 1
    if whole_months and first.month == 1 and last.month == 12:
        years = f"{first.year}" if first.year == last.year else f"{first.year}–{last.year}"
        return f"{years}年" if language == "zh" else years
    return (_range_zh if language == "zh" else _range_en)(first, last, whole_months)


def _range_en(first: date, last: date, whole_months: bool) -> str:
    end = f"{MONTHS[last.month - 1]} {last.year}"
    same_month = (first.year, first.month) == (last.year, last.month)
    begin = MONTHS[first.month - 1] + ("" if first.year == last.year else f" {first.year}")
    if whole_months:
        return end if same_month else f"{begin} – {end}"
    return f"{first.day}–{last.day} {end}" if same_month else f"{first.day} {begin} – {last.day} {end}"


def _range_zh(first: date, last: date, whole_months: bool) -> str:
    begin = f"{first.year}年{first.month}月"
    year = "" if first.year == last.year else f"{last.year}年"
    same_month = (first.year, first.month) == (last.year, last.month)
    if whole_months:
        return begin if same_month else f"{begin}至{year}{last.month}月"
    return f"{begin}{first.day}日至" + ("" if same_month else f"{year}{last.month}月") + f"{last.day}日"


def _say_day(when: date, language: str) -> str:
    if language == "zh":
        return f"{when.year}年{when.month}月{when.day}日"
    return f"{when.day} {MONTHS[when.month - 1]} {when.year}"


def _say_offset(minutes: int) -> str:
    if minutes == 0:
        return "UTC"
    hours, rest = divmod(abs(minutes), 60)
    return f"UTC{'+' if minutes > 0 else '-'}{hours}" + (f":{rest:02d}" if rest else "")
