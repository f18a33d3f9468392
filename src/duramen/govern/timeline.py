"""Since and until when a value was so in the world, also where only what came after it tells (B22).

In: moments that were told, and when it was said and written. Out: plain bounds in microseconds, from `begin_us` up to
before `end_us`, by which a tree is read at a time; and a leaf's history as one line.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from duramen.domain.persona import LeafValue, Quote
from duramen.domain.time import UNKNOWN_MOMENT, Moment, Precision
from duramen.text.moments import say_date


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """From `begin_us` up to before `end_us`, None where no end is known."""

    begin_us: int
    end_us: int | None = None


def began(valid_from: Moment, quotes: Sequence[Quote], recorded: Moment) -> Moment:
    """Return since when a value is known to be so: what was told, else when it was first said, else when written."""
    if valid_from.known:
        return valid_from
    said = [quote.said_at for quote in quotes if quote.said_at.known]
    return min(said, key=lambda moment: moment.at_us or 0, default=recorded)


def replaced(old: Span, new: Span, *, begin_told: bool = True) -> int | None:
    """Return when a value ended in the world, given what replaced it; `begin_told`: whether it was said since when it was so.

    It ends where the new one begins. What is learnt later about an earlier time ("worked at B 2018–2019", told when
    "at A since 2023" is known) does not end it: two intervals stay two. An end that was known already and is earlier
    stays, and a value does not end before it is told to have begun.
    """
    if new.end_us is not None and new.end_us <= old.begin_us:
        return old.end_us
    ceased = max(new.begin_us, old.begin_us) if begin_told else new.begin_us
    return ceased if old.end_us is None else min(ceased, old.end_us)


def timeline(values: Sequence[LeafValue], language: str) -> str:
    """Return a leaf's history on one line, oldest first, each value with its dates: "runs (until May 2023) → swims (since May 2023)".

    A value without any known time stands without one; what was deleted ends with "gone" or "不再如此".
    """
    parts = [_told(value, language) for value in values]
    if values and values[-1].ended_version is not None:
        parts.append("不再如此" if language == "zh" else "no longer")
    return " → ".join(parts)


def day_of(moment: Moment) -> Moment:
    """Return a moment as a day: a state has no hour."""
    return replace(moment, precision=Precision.DAY) if moment.precision is Precision.SECOND else moment


def _told(value: LeafValue, language: str) -> str:
    leaf = value.leaf
    since = began(leaf.valid_from, leaf.quotes, UNKNOWN_MOMENT)
    first = say_date(day_of(since), language) if since.known else ""
    last = say_date(day_of(leaf.valid_to), language) if leaf.valid_to.known else ""
    if not first and not last:
        return leaf.value
    if language == "zh":
        words = f"{first}至{last}" if first and last else f"{first}起" if first else f"至{last}"
        return f"{leaf.value}（{words}）"
    words = f"{first} – {last}" if first and last else f"since {first}" if first else f"until {last}"
    return f"{leaf.value} ({words})"
