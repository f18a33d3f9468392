"""Where the words of an English value end, and which words say nothing lasting of the person.

In: a leaf, the words a rule captured, the clause they stand in. Out: the words up to where another thought begins;
whether they may be kept at all.
"""

from __future__ import annotations

import re

from duramen.models.listeners.rules import cues
from duramen.models.listeners.rules.english.words import BELIEF, HOUSEHOLD, NATION, TASK
from duramen.models.listeners.rules.findings import Clause

MAX_WORDS = 16  # words of a value that says one thing
_SUBJECT = (
    r"(?:i|i'm|i am|it|it's|he|she|they|we|you|that|that's|this|there|there's|my|our|who|nobody|everyone|everybody)\b"
)
_BORDER = re.compile(
    rf",? (?:because|cos|coz|cuz|although|though|whereas|hence|otherwise|as (?={_SUBJECT})|so (?!much\b|many\b|far\b)|which\b|and (?:at the moment |right now |now |then |also |so )?(?={_SUBJECT})|since (?=(?:it|they|he|she|there|that)\b)|if you\b|as you\b|and have not \w+|and (?:just|recently|have just) (?:got|bought|found|had|picked|ordered|started)\b).*$"
    rf"|,? (?:but|yet) (?!not\b|no\b|only\b|never\b|eats?\b|still eats?\b|without\b|with\b).*$|,? and [\w' ]{{1,20}}? (?:closes?|makes?|gives?|is|are|was|were) .*$|, (?={_SUBJECT}).*$|,? not (?:so |too )?long ago.*$|,? (?:such as|including|like)$| before (?:my|our|he|she|they|it) .*$"
    r"|, (?:is|are|was|were|do|does|did|should|would|will|swap|leave|skip|make|use|give|find|add|put|keep|send|tell|help|suggest|try|please|any|what|which|how|can|could|so|thanks|best|worst|hence)\b.*$",
    re.IGNORECASE,
)
# Behind a comma: what still belongs to the one thing that a leaf holds.
_GOES_ON = re.compile(
    r"^(?:and|or|at|in|for|since|with|mostly|mainly|part-time|full-time|near|just|on|from|especially|including|like|\w+ ?nights?|diagnosed|days?|shifts?|usually|called|named|aged|about|every|once|twice)\b",
    re.IGNORECASE,
)
_SINGLE = (
    "work.occupation", "belongings.", "personality.", "identity.name", "identity.birthday", "home.", "routines.exercise",
    "health.conditions",
    "mood.",
)  # fmt: skip
_DETAILED = ("health.", "work.occupation")  # of these a short detail behind the comma is kept
_THINGS = ("likes.", "dislikes.")
_NOT_LISTED = re.compile(
    r"\b(?:is|are|was|were|am|has|have|had|do|does|did|can|could|will|would|makes?|keeps?|helps?|i|i'm|i've|it|it's|you|whole|even|just|ever|a variety|which|who|because|so|not|except|from|please|lately|honestly|sorry|every|any|though|gives?|same|this|that|these|those|thanks)\b",
    re.IGNORECASE,
)
_JUDGED = re.compile(r" (?:is|are|was|makes|means|feels)\b.*$", re.IGNORECASE)
_USE = re.compile(r" (?:to|for) (?:work|get|go|school|carry|do)\b.*$", re.IGNORECASE)
_EMPTY = re.compile(
    r"^(?:it|that|this|them|one|so|there|here|you|me|him|her|us|things|stuff|something|anything|everything|a lot|lots|much|more|well|good|fine|better|what|which|few|couple|idea|way|both|some)$",
    re.IGNORECASE,
)
_POINTS = re.compile(
    r"\b(?:it|them|this|that|these|those|here|there|one|ones|above|below|yours|others)$|\bthem\b|\banother\b|\b(?:this|these|those) (?!(?:past |last |coming )?(?:year|week|month|summer|winter|spring|autumn|fall|weekend|term|season|semester|morning|evening|days)\b)|\bthat (?:\w+ )?(?:one|thing|plan|idea|option|version|list|summary|part|way|approach|precedent)\b|\byou(?:r|'re|'ve|'ll)?\b(?! know)",
    re.IGNORECASE,
)
_ASKED_OF_ALL = ("likes.", "dislikes.", "mood.", "goals.", "beliefs.", "diet.", "routines.", "education.")  # fmt: skip
_NO_TASK = ("likes.", "dislikes.", "mood.", "goals.", "beliefs.", "work.projects", "education.", "routines.", "belongings.", "events.")  # fmt: skip
_TASK = re.compile(rf"\b{TASK}\b", re.IGNORECASE)
_TOGETHER = re.compile(r"^\W*(?:\w+\W+){0,3}?(?:we|we're|we've)\b", re.IGNORECASE)
_HOUSEHOLD = re.compile(rf"\b{HOUSEHOLD}\b", re.IGNORECASE)
_OWN = re.compile(r"^(?:run|own|started|founded|co-founded|opened|both|retired)\b", re.IGNORECASE)


_PLANS = re.compile(r" and (?:planning|looking|trying|going|having|thinking|wondering|hoping|doing|eating)\b.*$")


def clipped(path: str, words: str) -> str:
    """Return the words up to where another thought begins."""
    if path.startswith(("communication.", "contact.", "identity.address")):
        return words
    words = _SWEARING.sub("", _BORDER.sub("", words))
    words = re.sub(r"^both (?=\w)", "", words)
    if path.startswith(_THINGS):
        return _things(words)
    if not path.startswith(_SINGLE):
        return words
    first, *rest = words.split(", ")
    if rest and not _GOES_ON.match(rest[0]):
        detail = path.startswith(_DETAILED) and len(rest[0].split()) <= 4 and not _NOT_LISTED.search(rest[0])
        words = f"{first}, {rest[0]}" if detail else first
    if path == "home.city":
        words = re.sub(r",? (?:with|in) (?:my|our|a|an|two|three|four|his|her) .*$", "", words)
    if path == "family.partner":
        words = _PLANS.sub("", words)
    if path.startswith("home."):
        words = _JUDGED.sub("", words)
    return _USE.sub("", words) if path.startswith("belongings.") else words


def says_nothing(path: str, value: str, clause: Clause) -> bool:
    """Tell whether a value is empty, too long, points at something of the talk, or is about the task in hand."""
    if not value or _EMPTY.match(value) or len(value.split()) > MAX_WORDS:
        return True
    if path.startswith(_ASKED_OF_ALL) and _POINTS.search(value):
        return True
    if path.startswith(_NO_TASK) and _TASK.search(value) and not re.search(_OF_LIFE, value, re.IGNORECASE):
        return True
    if path == "identity.name" and _NATIONAL.fullmatch(value):
        return True
    if path == "mood.current" and re.search(r"\babout (?:areas|things|stuff|parts|items|everything|anything)$", value):
        return True
    together = _TOGETHER.search(clause.raw)
    if path == "work.occupation":
        return bool(together) and not _OWN.match(value)
    if path == "work.projects":
        return bool(together) and not _HOUSEHOLD.search(value)
    return path.startswith("communication.") and bool(cues.PASSING.search(clause.context) or _IN_HAND.search(value))


_SWEARING = re.compile(
    r" for (?:(?:heaven|god|christ|pete|goodness)(?:'?s| sake|ness)* ?sake|crying out loud)$", re.IGNORECASE
)
_MANNER = re.compile(
    r" (?:with a passion|with all my heart|to death|when (?:i|i'm|we)\b.*|whenever .*|while .*|at (?:the moment|this point)|these days|right now|as (?:long|much) as .*|more than .*|lately)$",
    re.IGNORECASE,
)
_NATIONAL = re.compile(rf"(?:{NATION}|{BELIEF})s?", re.IGNORECASE)
_IN_HAND = re.compile(
    r"\bjust (?:give|show|do|tell|send|deliver)\b|\balready\b|\bthe (?:link|list|script|file|code|data|review|question|essay|text|table|draft)\b|\b(?:thinker|inventor|innovator|expert in)\b|\bin detail$",
    re.IGNORECASE,
)
_OF_LIFE = r"\b(?:degree|novels?|book|thesis|dissertation|phd|exams?|marathon|interview|viva|album|licence|license)\b"


def _things(words: str) -> str:
    """Return a list of things without the remark that follows it: "tea, coffee and cocoa, even at night"."""
    first, *rest = words.split(", ")
    kept = [first]
    for part in rest:
        if len(part.split()) > 6 or (_NOT_LISTED.search(part) and not part.lower().startswith("especially")):
            break
        kept.append(part)
    return _MANNER.sub("", ", ".join(kept))
