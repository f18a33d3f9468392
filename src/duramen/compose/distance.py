"""How long ago, in words of both languages: for the reader of a prompt, who has no calendar."""

from __future__ import annotations

from duramen.domain.time import US_PER_HOUR, Moment

_HOURS_PER_DAY = 24


def say_rounds_ago(rounds: int, language: str) -> str:
    """Return "3 rounds ago" / "3 轮前"; 0 is this round."""
    if rounds == 0:
        return "本轮" if language == "zh" else "this round"
    if language == "zh":
        return f"{rounds} 轮前"
    return f"{rounds} round{'s' if rounds != 1 else ''} ago"


def say_since(then: Moment, now: Moment, language: str) -> str:
    """Return the distance between two known times: minutes and hours within a day, else calendar days.

    Calendar days are counted in the zone of `now`. A time after `now` is "in 2 days" / "2 天后".
    """
    if then.at_us is None or now.at_us is None:
        return "日期不详" if language == "zh" else "date unknown"
    hours = (now.at_us - then.at_us) / US_PER_HOUR
    days = (now.local().date() - then.utc().astimezone(now.local().tzinfo).date()).days
    if abs(hours) >= _HOURS_PER_DAY or days:
        amount, unit = abs(days), ("天" if language == "zh" else "day")
    elif abs(hours) >= 1:
        amount, unit = int(abs(hours)), ("小时" if language == "zh" else "hour")
    else:
        amount, unit = int(abs(hours) * 60), ("分钟" if language == "zh" else "minute")
    if language == "zh":
        return f"{amount} {unit}{'前' if hours >= 0 else '后'}"
    words = f"{amount} {unit}{'s' if amount != 1 else ''}"
    return f"{words} ago" if hours >= 0 else f"in {words}"
