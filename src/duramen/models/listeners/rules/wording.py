"""The words of a value: taken from the person's own, without lead-ins, tails and relative dates.

In: captured words and when they were said. Out: a short phrase in the same language, dates worked out.
"""

from __future__ import annotations

import re
from datetime import date

from duramen.domain.time import UNKNOWN_MOMENT, Moment
from duramen.text.moments import Resolved, dates_in, parse_moment, resolve_relative

_EN_TAIL = re.compile(
    r"(?:[\s,.;:!?~)(-]+|\b(?:please|too|either|though|tbh|haha|lol|now|as well|at all|actually|really|anyway|you know|these days|of course|by the way|btw|right|ok|okay|thank you|thanks|xx?|so|and|but|or|because|currently|at the moment|right now)\b)+$",
    re.IGNORECASE,
)
_EN_HEAD = re.compile(
    r"^(?:[\s,.;:!?-]+|(?:a|an|the|my|our|just|really|about|already|also|actually|currently|only(?! child))\s+)+",
    re.IGNORECASE,
)
_EN_CUT = re.compile(
    r"(?:,? (?:so|which|but|and then|if|until i|before you)\b(?! (?:much|many)\b).*|,? (?:can you|could you|what|how|any)\b .*\?.*|[(;].*|:\s.*| [-–—] .*|\s*—.*|\.\.\..*|…. *)$",
    re.IGNORECASE,
)
_ZH_TAIL = re.compile(
    r"(?:[\s，,。.！!？?～~；;：:、…（(]+|(?:啊|呀|呢|吧|哈|哦|噢|啦|喽|嘛|哟|诶|了啦|来着|的说|而已|就行|就好|就可以|好了|得了|谢谢|哈哈+|嘿嘿|呗|咧)(?=$|[\s，。！]))+$"
)
_ZH_HEAD = re.compile(r"^(?:[\s，,。：:、]+|就是|其实|真的|确实|应该|一般|主要|反正|基本上?|大概|那个|这个|是(?!否))+")


def tidy(words: str, language: str) -> str:
    """Return captured words as a value: outer fillers and articles gone, cut where another thought begins."""
    text = " ".join(words.split())
    if language == "en":
        text = _EN_CUT.sub("", text) or text
        text = _EN_TAIL.sub("", text)
        return _EN_HEAD.sub("", text).strip()
    text = _ZH_TAIL.sub("", text)
    return _ZH_HEAD.sub("", text).strip()


def dated(text: str, said_at: Moment, language: str) -> str:
    """Return the text with each relative day written as the date it means, as seen from `said_at`."""
    if not said_at.known:
        return text
    out, end = [], 0
    for one in resolve_relative(text, said_at):
        words = _say(one, language)
        if not words:
            continue
        before = text[end : one.start]
        if language == "en":
            before = re.sub(
                r"\b(?:on|in|this|the|since|from|until)\s*$",
                lambda m: m.group() if m.group().strip() in ("since", "from", "until") else "",
                before,
            )
            if re.search(r"\b(?:since|from|until)\s*$", before):
                words = re.sub(r"^(?:on|in) ", "", words)
        out += [before, words]
        end = one.end
    return "".join([*out, text[end:]])


def since(text: str, said_at: Moment) -> Moment:
    """Return since when a clause says that it is so: the first day it names that is not ahead; unknown without one."""
    if not said_at.known:
        return UNKNOWN_MOMENT
    days = [one for one in dates_in(text, said_at) if one.first <= said_at.local().date()]
    if not days:
        return UNKNOWN_MOMENT
    first, last = days[0].first, days[0].last
    written = first.isoformat() if first == last else first.isoformat()[:7]
    return parse_moment(written, said_at.zone)


def _say(one: Resolved, language: str) -> str:
    """Say days as a date, a month or a year, by how many they are; "" for today and for odd ranges."""
    days = (one.last - one.first).days
    if days == 0:
        return _day(one.first, language)
    if 26 < days < 32 and one.first.day == 1:
        return f"{one.first.year}年{one.first.month}月" if language == "zh" else f"in {one.first:%B} {one.first.year}"
    if days > 360 and one.first.year == one.last.year:
        return f"{one.first.year}年" if language == "zh" else f"in {one.first.year}"
    return ""


def _day(day: date, language: str) -> str:
    return f"{day.year}年{day.month}月{day.day}日" if language == "zh" else f"on {day.day} {day:%B} {day.year}"
