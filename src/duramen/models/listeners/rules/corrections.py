"""Corrections: "X, not Y" and 不是Y，是X, where Y stands in a fact held.

In: the sentences of one message and a value held. Out: the fact with X in the place of Y.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from duramen.models.listeners.rules.clauses import clause_of
from duramen.models.listeners.rules.findings import Finding, Mode
from duramen.models.listeners.rules.held import core, facts, is_past, words
from duramen.models.listeners.rules.sources import Sentence
from duramen.models.listeners.rules.wording import tidy

_BE = r"(?:\bis|\bare|\bam|\bwas|'s|'re|'m)"
_ART = r"(?:(?:the|a|an|my|from|in|at|called) )*"
_PATTERNS = {
    "en": (
        re.compile(
            rf"{_BE} {_ART}(?P<new>[\w][\w ,'-]{{1,40}}?)[,!. –—-]+ ?not {_ART}(?P<old>[\w][\w '-]{{1,24}})",
            re.IGNORECASE,
        ),
        re.compile(
            rf"(?:{_BE} not|\b(?:is|are|was)n't) {_ART}(?P<old>[\w][\w '-]{{1,28}}?)(?: at all)?[,;. –—-]+ ?(?:but|it'?s|it is|she's|he's|i'm|i am) {_ART}(?P<new>[\w][\w '-]{{1,36}})",
            re.IGNORECASE,
        ),
    ),
    "zh": (
        re.compile(r"不是(?P<old>[^，,。；是]{1,10})[，,](?:而?是|应该是)(?P<new>[^，,。；]{1,14})"),
        re.compile(r"[是在](?P<new>[^，,。；！不是]{1,12})[，,！](?:不是|可不是)(?P<old>[^，,。；]{1,10})"),
        re.compile(r"(?P<new>[\d一二三四五六七八九十]+岁)了?[，,]不是(?P<old>[^，,。；]{1,10})"),
        re.compile(r"不在(?P<old>[^，,。；]{1,8}?)(?:啊|了)?[，,][^。]{0,14}?(?:是)?在(?P<new>[^，,。；]{1,10})"),
        re.compile(r"在(?P<new>[^，,。；]{1,8}?)不是(?P<old>[^，,。；]{1,8})"),
    ),
}
_OWN = ("identity.", "home.city", "work.occupation")
_OF_OTHERS = ("family.", "social.", "pets.")
_FIRST_PERSON = re.compile(r"\b(?:i'm|i am|i live|my (?:birthday|name))\b|我", re.IGNORECASE)
_WORDS = "one two three four five six seven eight nine ten eleven twelve"
_DIGITS = {word: str(at) for at, word in enumerate(_WORDS.split(), 1)}
_CHINESE_DIGITS = {word: str(at) for at, word in enumerate("一二三四五六七八九", 1)}
_NUMBER = re.compile(r"\d+")


def corrected(message: Sequence[Sentence], path: str, value: str) -> list[Finding]:
    """Return the correction of a fact of a leaf; nothing when the message mends none of it."""
    for one in message:
        if one.asks:
            continue
        text = one.text.replace("’", "'")
        for pattern in _PATTERNS[one.language]:
            for found in pattern.finditer(text):
                fact = next(
                    (fact for fact in facts(value) if not is_past(fact) and _mends(found, fact, path, text)), None
                )
                new = _mended(fact, found["old"], tidy(found["new"], one.language)) if fact else ""
                if fact and new and core(new) != core(fact):
                    mended = Finding(path=path, value=new, mode=Mode.OVER, clause=clause_of(one), instead_of=fact)
                    return [mended]
    return []


def _mends(found: re.Match[str], fact: str, path: str, text: str) -> bool:
    """Tell whether a correction is about a fact: what was wrong stands in it, and so does what is spoken of."""
    old = words(found["old"])
    if not (old & words(fact) or (_numbers(found["old"]) & _numbers(fact)) or found["old"].strip() in fact):
        return False
    around = words(text[: found.start()] + " " + text[found.end() :]) | words(found["new"])
    if path.startswith(_OF_OTHERS) and fact.startswith(found["old"].strip()):
        return True
    return (
        bool(around & words(fact))
        or bool(old and words(fact) <= old | words(found["new"]))
        or (path.startswith(_OWN) and bool(_FIRST_PERSON.search(text)))
    )


def _mended(fact: str, old: str, new: str) -> str:
    """Return the fact with the new words in the place of the old."""
    old = old.strip()
    if old and re.search(re.escape(old), fact, re.IGNORECASE):
        return re.sub(re.escape(old), lambda _: new, fact, count=1, flags=re.IGNORECASE)
    before, after = sorted(_numbers(old) & _numbers(fact)), sorted(_numbers(new) - _numbers(fact))
    if before and after:
        return re.sub(rf"(?<!\d){before[0]}(?!\d)", after[0], _in_digits(fact), count=1)
    for word in sorted(words(old) & words(fact), key=len, reverse=True):
        if re.search(re.escape(word), fact, re.IGNORECASE):
            return re.sub(re.escape(word) + r"\w*" * word.isascii(), lambda _: new, fact, count=1, flags=re.IGNORECASE)
    return ""


def _in_digits(text: str) -> str:
    text = re.sub(r"(\d+)(?:st|nd|rd|th)\b", r"\1", text)
    text = re.sub("十([一二三四五六七八九])", lambda found: "1" + _CHINESE_DIGITS[found[1]], text)
    text = re.sub("[一二三四五六七八九]", lambda found: _CHINESE_DIGITS[found[0]], text)
    return re.sub(r"\b[a-z]+\b", lambda found: _DIGITS.get(found[0].lower(), found[0]), text, flags=re.IGNORECASE)


def _numbers(text: str) -> set[str]:
    return set(_NUMBER.findall(_in_digits(text)))
