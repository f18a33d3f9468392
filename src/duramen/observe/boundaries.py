"""Where one event of a talk ends and another begins, told from what was said until then (B6).

In: the rounds of one sitting so far and the one that comes next, each as messages. Out: why a new event begins with it,
or None. Nothing that comes later is looked at, so that a talk falls into the same events whether it comes piece by piece
or whole.

Four signs, in this order: a silence of half an hour (the pause by which sessions of use are told apart since Catledge and
Pitkow 1995, 25.5 minutes); another day; a phrase that says so at the start of what is said first ("by the way", 对了); and words
in common with the two rounds before that are fewer than `COHESION`: the cosine of the counts of content words on both sides of
a gap, as TextTiling has it (Hearst 1997, Computational Linguistics 23(1), section 4.2), against a fixed threshold, as
depth scores need the talk that follows.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import timedelta, timezone
from enum import StrEnum

from duramen.domain.persona import Heard
from duramen.domain.time import Moment, Precision
from duramen.text.segment import terms
from duramen.text.stopwords import STOP_WORDS

SILENCE_US = 30 * 60_000_000
"""A longer pause ends an event, where times are known to the second."""

COHESION = 0.08
"""Two neighbouring blocks whose cosine is lower are about different things.

Of RealMem's Liam a tenth of the rounds that begin a sitting and 2 % of those inside one are below 0.02 and 0.07; at 0.08 it
finds a third of the former and 3 % of the latter.
"""

BLOCK_ROUNDS = 2
"""How many rounds before a gap are compared with the one after it; fewer are not compared."""

ENOUGH_TERMS = 10
"""Different content words that each side must have to be compared."""

OPENING_TERMS = 7
"""And what the round begins with: a nod or a farewell has no topic of its own, however long the reply to it is."""

_LEAD = r"^[\s\"'“”‘’(（*_~…\-—]*"
_ENGLISH = re.compile(
    _LEAD
    + r"(?:(?:oh|ok|okay|so|well|hey|ah|um|hmm|haha|yeah|and|but|right|alright|cool|great|thanks|thank you)\b[\s,.!…—-]*){0,2}"
    r"(?:anyways?\b|anyhow\b|by the way\b|btw\b|incidentally\b"
    r"|on (?:another|a (?:\w+ ){0,2}(?:different|separate|unrelated|lighter|side|happier|brighter)) note\b|on a side ?note\b"
    r"|(?:chang(?:e|ing)|switch(?:ing)?) (?:of |the |of the )?(?:topics?|subjects?|gears)\b|to change the (?:topic|subject)\b"
    r"|(?:let['’]s|can we|could we) (?:talk about something|change the|switch)\b"
    r"|(?:this is )?(?:unrelated|off[- ]topic)\b|different (?:topic|question|subject)\b|new (?:topic|subject)\b"
    r"|moving on\b|before i forget\b|that reminds me\b)",
    re.IGNORECASE,
)
_CHINESE = re.compile(
    _LEAD + r"(?:[哦噢喔嗯啊哎诶欸唉好哈行嘿]{1,3}[吧的啦呀]?[\s，,。.！!~、…]*){0,2}"
    r"(?:对了(?![吗么没一半多几])|對了(?![嗎麼沒一半多幾])|话说(?!到做到)|話說|说起来|說起來|换个话题|換個話題|换个[事说聊]|说个别的|聊点别的|说点别的"
    r"|不说这个了|不聊这个了|不说了[，,]|顺便(?:问|说|提)|順便(?:問|說|提)|题外话|題外話|言归正传|另外[，,]|另外(?:问|说|还有)|还有(?:件|个)事|突然想起|突然想到)"
)


class Boundary(StrEnum):
    """Why an event begins."""

    SILENCE = "silence"
    DAY = "day"
    CUE = "cue"
    COHESION = "cohesion"


def boundary(before: Sequence[Sequence[Heard]], after: Sequence[Heard]) -> Boundary | None:
    """Tell why a new event begins with the round `after` the rounds `before`, which are of its sitting; None if it does not."""
    if not before or not after:
        return None
    if gap := _gap(before[-1], after):
        return gap
    if any(says_so(message.text) for message in after[:1]):
        return Boundary.CUE
    if len(before) < BLOCK_ROUNDS:
        return None
    return Boundary.COHESION if is_parted_by_words(before[-BLOCK_ROUNDS:], after) else None


def says_so(text: str) -> bool:
    """Tell whether a text begins with a phrase that changes the topic, in English or Chinese."""
    return bool(_ENGLISH.match(text[:200]) or _CHINESE.match(text[:200]))


def is_parted_by_words(before: Sequence[Sequence[Heard]], after: Sequence[Heard]) -> bool:
    """Tell whether both sides say enough, and have fewer content words in common than `COHESION`."""
    left, right = _words(message for round_ in before for message in round_), _words(after)
    if min(len(left), len(right)) < ENOUGH_TERMS or len(_words(after[:1])) < OPENING_TERMS:
        return False
    return cosine(left, right) < COHESION


def cosine(left: Counter[str], right: Counter[str]) -> float:
    """Return the cosine of two counts of words, 0 where one is empty."""
    length = math.sqrt(sum(n * n for n in left.values()) * sum(n * n for n in right.values()))
    return sum(count * right[word] for word, count in left.items()) / length if length else 0.0


def _words(messages: Iterable[Heard]) -> Counter[str]:
    return Counter(word for message in messages for word in terms(message.text) if word not in STOP_WORDS)


def _gap(before: Sequence[Heard], after: Sequence[Heard]) -> Boundary | None:
    last = next((message.said_at for message in reversed(before) if message.said_at.known), None)
    first = next((message.said_at for message in after if message.said_at.known), None)
    return None if last is None or first is None else gap_between(last, first)


def gap_between(last: Moment, first: Moment) -> Boundary | None:
    """Tell whether the day changes between two times, as the first of them has it, or a silence lies between them."""
    if last.at_us is None or first.at_us is None:
        return None
    zone = timezone(timedelta(minutes=last.offset_minutes))
    if last.local().date() != first.utc().astimezone(zone).date():
        return Boundary.DAY
    to_the_second = last.precision is first.precision is Precision.SECOND
    return Boundary.SILENCE if to_the_second and first.at_us - last.at_us > SILENCE_US else None
