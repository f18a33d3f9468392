"""Corrections: "X, not Y" and 不是Y，是X, where Y stands in a fact held.

In: the sentences of one message and a value held. Out: the fact with X in the place of Y.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import SequenceMatcher
from itertools import pairwise

from duramen.models.listeners.rules import cues
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
            rf"{_BE} {_ART}(?P<new>[\w][\w ,'-]{{1,40}}?)[,!. –—-]+ ?not {_ART}(?P<old>[\w][\w '-]{{1,24}}?)(?=[.,!;]|$| (?:at all|anymore))",
            re.IGNORECASE,
        ),
        re.compile(
            rf"(?:{_BE} not|\b(?:is|are|was)n't) {_ART}(?P<old>[\w][\w '-]{{1,28}}?)(?: at all)?[,;. –—-]+ ?(?:but|it'?s|it is|she's|he's|i'm|i am) {_ART}(?P<new>[\w][\w '-]{{1,36}})",
            re.IGNORECASE,
        ),
    ),
    "zh": (
        re.compile(r"不是(?P<old>[^，,。；！!是]{1,10})[，,](?:而?是|应该是)(?P<new>[^，,。；！!]{1,14})"),
        re.compile(r"[是在](?P<new>[^，,。；！不是]{1,12})[，,！](?:不是|可不是)(?P<old>[^，,。；！!]{1,10})"),
        re.compile(r"(?P<new>[\d一二三四五六七八九十]+岁)了?[，,]不是(?P<old>[^，,。；！!]{1,10})"),
        re.compile(r"不在(?P<old>[^，,。；！!]{1,8}?)(?:啊|了)?[，,][^。]{0,14}?(?:是)?在(?P<new>[^，,。；！!]{1,10})"),
        re.compile(r"在(?P<new>[^，,。；！!]{1,8}?)不是(?P<old>[^，,。；！!]{1,8})"),
    ),
}
_YOU_WROTE = re.compile(r"\b(?:you|it) (?:put|wrote|had|have|said|noted|called|listed|says)\b", re.IGNORECASE)
_IS = re.compile(
    rf"^(?:no,? )?(?:it's|she's|he's|i'm|that's) {_ART}(?P<new>[\w-]+(?: [\w-]+)?)(?: (?:that )?i (?:play|am|have|do|like|meant|said))?[.!]*$",
    re.IGNORECASE,
)
_NOT = re.compile("(?:and )?not |不是", re.IGNORECASE)
_SPELT = {
    "en": re.compile(r"\b(?:with an? \w\b|spell|spelt|spelled|not \w+ with|typo|misspell?ed|wrong)", re.IGNORECASE),
    "zh": re.compile(r"错|的[\u4e00-\u9fff][，,]|不是"),
}
_SPEECH = re.compile(r"\b(?:let's|lets|please|make sure|want|need|should)\b", re.IGNORECASE)
_JOINT = re.compile(r"\b(?:and|or|just|only)$", re.IGNORECASE)
# Leaves whose fact may be nothing but the wrong word.
_ONE = ("identity.", "home.", "work.occupation", "health.allergies", "pets.", "family.", "social.", "education.")
_OWN = ("identity.", "home.city", "work.occupation")
_OF_OTHERS = ("family.", "social.", "pets.")
_FIRST_PERSON = re.compile(r"\b(?:i'm|i am|i live|my (?:birthday|name))\b|我", re.IGNORECASE)
_WORDS = "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty"
_DIGITS = {word: str(at) for at, word in enumerate(_WORDS.split(), 1)}
_CHINESE_DIGITS = {word: str(at) for at, word in enumerate("一二三四五六七八九", 1)}
_NUMBER = re.compile(r"\d+")


_MAY = re.compile(
    r"\bnot\b|\bwrong\b|\bactually\b|\bmixed up\b|n['’]t\b|不|错|\byou\b|的[\u4e00-\u9fff][，,]|\b(?:with an?|spel[lt])",
    re.IGNORECASE,
)


def may_correct(message: Sequence[Sentence]) -> bool:
    """Tell whether a message can mend anything at all; no is certain."""
    return any(_MAY.search(one.text) for one in message)


def corrected(message: Sequence[Sentence], path: str, value: str) -> list[Finding]:
    """Return the correction of a fact of a leaf; nothing when the message mends none of it."""
    for at, one in enumerate(message):
        if one.asks:
            continue
        then = message[at + 1].text if at + 1 < len(message) else ""
        text = (f"{one.text} {then}" if _NOT.match(then) else one.text).replace("’", "'")
        for pattern in _PATTERNS[one.language]:
            for found in pattern.finditer(text):
                fact = next(
                    (fact for fact in facts(value) if not is_past(fact) and _mends(found, fact, path, text)), None
                )
                new = _mended(fact, found["old"], tidy(found["new"], one.language)) if fact else ""
                if fact and new and core(new) != core(fact):
                    mended = Finding(path=path, value=new, mode=Mode.OVER, clause=clause_of(one), instead_of=fact)
                    return [mended]
    return _respelt(message, path, value) or _renamed(message, path, value) or _corrected_next(message, path, value)


# Beside `cues.CORRECTS`: what else tells of a name that it was the wrong one.
_MIXED = re.compile(r"\bmix(?:ed)? up\b|\bnot\b|\bmistake\b|错|不是|不叫|记混|搞混|弄混", re.IGNORECASE)
_CALLED = {
    "en": re.compile(
        r"\b(?i:the|my|our) (?:dog|cat|puppy|kitten|pet|rabbit|parrot|horse|bird|hamster)"
        r"(?:'s name is| is called| is named|'s called|'s named) (?P<new>[A-Z][\w'-]+)"
    ),
    "zh": re.compile(
        r"(?:猫|狗|兔子|鹦鹉|仓鼠|宠物|它)(?:的名字)?(?:其实|应该)?[是]?叫(?P<new>[\u4e00-\u9fff]{1,3})(?=[，,。！!]|$)"
    ),
}
_NAME_HELD = {
    "en": re.compile(r"\b(?:called |named )?(?P<old>[A-Z][\w'-]+)"),
    "zh": re.compile(r"叫(?P<old>[\u4e00-\u9fff]{1,4})(?=[，,；]|$)"),
}


def _renamed(message: Sequence[Sentence], path: str, value: str) -> list[Finding]:
    """Return the one animal held under its right name: "I told you wrong: the dog is called Bracken" (猫叫汤圆)."""
    held = [fact for fact in facts(value) if not is_past(fact)]
    if (
        path != "pets.animals"
        or len(held) != 1
        or not any(cues.CORRECTS.search(one.text) or _MIXED.search(one.text) for one in message)
    ):
        return []
    for one in message:
        found, before = _CALLED[one.language].search(one.text), _NAME_HELD[one.language].search(held[0])
        if found is None or before is None or one.asks or found["new"] == before["old"]:
            continue
        new = held[0][: before.start("old")] + found["new"] + held[0][before.end("old") :]
        return [Finding(path=path, value=new, mode=Mode.OVER, clause=clause_of(one), instead_of=held[0])]
    return []


def _respelt(message: Sequence[Sentence], path: str, value: str) -> list[Finding]:
    """Return a name written otherwise: one character of a Chinese one differs, an English one looks much the same."""
    if path not in ("identity.name", "identity.address"):
        return []
    for one in message:
        if one.asks or not _SPELT[one.language].search(one.text):
            continue
        if one.language == "zh":
            for found in re.finditer(
                rf"(?=(?<![\u4e00-\u9fff])(?:我?[是叫])?(?P<new>[\u4e00-\u9fff]{{{len(value)}}})(?:[，。！,!]|$))",
                one.text,
            ):
                if sum(a != b for a, b in zip(found["new"], value, strict=True)) == 1:
                    return [
                        Finding(path=path, value=found["new"], mode=Mode.OVER, clause=clause_of(one), instead_of=value)
                    ]
        for found in re.finditer(r"\b[A-Z][a-z]+\b", one.text):
            for word in value.split():
                if found.group() != word and SequenceMatcher(None, found.group(), word).ratio() > 0.7:
                    return [
                        Finding(
                            path=path,
                            value=value.replace(word, found.group()),
                            mode=Mode.OVER,
                            clause=clause_of(one),
                            instead_of=value,
                        )
                    ]
    return []


def _corrected_next(message: Sequence[Sentence], path: str, value: str) -> list[Finding]:
    """Return the correction of "You put clarinet there. It's the oboe I play": what is right stands in the next sentence."""
    for one, then in pairwise(message):
        found = _IS.match(then.text.replace("’", "'")) if _YOU_WROTE.search(one.text) else None
        fact = next((fact for fact in facts(value) if words(one.text) & words(fact)), None)
        if found is None or fact is None:
            continue
        old = next(
            (word for word in one.text.split() if words(word) & words(fact) or _numbers(word) & _numbers(fact)), ""
        )
        numbers = sorted(_numbers(one.text) & _numbers(fact)) if _numbers(found["new"]) else []
        new = _mended(fact, numbers[0] if numbers else old.strip('“”".,!'), found["new"])
        if new and core(new) != core(fact):
            return [Finding(path=path, value=new, mode=Mode.OVER, clause=clause_of(then), instead_of=fact)]
    return []


def _mends(found: re.Match[str], fact: str, path: str, text: str) -> bool:
    """Tell whether a correction is about a fact: what was wrong stands in it, and so does what is spoken of."""
    old = words(found["old"])
    if _SPEECH.search(text) or _JOINT.search(found["new"]) or len(found["old"].split()) > 3:
        return False
    if not (core(found["old"]) <= core(fact) or _numbers(found["old"]) & _numbers(fact)):
        return False
    if not (old & words(fact) or (_numbers(found["old"]) & _numbers(fact)) or found["old"].strip() in fact):
        return False
    around = words(text[: found.start()] + " " + text[found.end() :]) | words(found["new"])
    if path.startswith(_OF_OTHERS) and fact.startswith(found["old"].strip()):
        return True
    return (
        bool(around & words(fact))
        or bool(path.startswith(_ONE) and old and words(fact) <= old | words(found["new"]))
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
