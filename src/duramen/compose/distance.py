"""How long ago, in words of both languages: for the reader of a prompt, who has no calendar."""

from __future__ import annotations

from duramen.domain.time import US_PER_HOUR, Moment, Precision

_CHINESE_UNITS = {"minute": "分钟", "hour": "小时", "day": "天", "month": "个月"}


def say_rounds_ago(rounds: int, language: str) -> str:
    """Return "3 rounds ago" / "3 轮前"; 0 is this round."""
    if rounds == 0:
        return "本轮" if language == "zh" else "this round"
    if language == "zh":
        return f"{rounds} 轮前"
    return f"{rounds} round{'s' if rounds != 1 else ''} ago"


def say_since(then: Moment, now: Moment, language: str) -> str:
    """Return the distance between two known times: minutes and hours within a day, else calendar days.

    Calendar days are counted in the zone of `now`. A time after `now` is "in 2 days" / "2 天后". What is known to the
    day or the month only is said in days ("today") or months ("this month"), of the date as it was told.
    """
    if then.at_us is None or now.at_us is None:
        return "日期不详" if language == "zh" else "date unknown"
    here, there, precisions = now.local(), then.local(), (then.precision, now.precision)
    if Precision.MONTH in precisions:
        months = 12 * (here.year - there.year) + here.month - there.month
        return _said(months, "month", language) if months else ("本月" if language == "zh" else "this month")
    if then.precision is not Precision.DAY:
        there = there.astimezone(here.tzinfo)
    days = (here.date() - there.date()).days
    if Precision.DAY in precisions and not days:
        return "今天" if language == "zh" else "today"
    hours = (now.at_us - then.at_us) / US_PER_HOUR
    if days:
        return _said(days, "day", language)
    return _said(int(hours), "hour", language) if abs(hours) >= 1 else _said(int(hours * 60), "minute", language)


def _said(amount: int, unit: str, language: str) -> str:
    if language == "zh":
        return f"{abs(amount)} {_CHINESE_UNITS[unit]}{'前' if amount >= 0 else '后'}"
    words = f"{abs(amount)} {unit}{'s' if abs(amount) != 1 else ''}"
    return f"{words} ago" if amount >= 0 else f"in {words}"
