"""Wishes that something be taken out of the memory, and words that the memory has it wrong.

In: the sentences of one message and a value held. Out: which of its facts are to go.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from duramen.models.listeners.rules import cues
from duramen.models.listeners.rules.clauses import clause_of, clauses_of
from duramen.models.listeners.rules.findings import Finding, Mode
from duramen.models.listeners.rules.held import core, facts, names, words
from duramen.models.listeners.rules.sources import Sentence, asks_without_mark
from duramen.models.listeners.rules.topics import speaks_of

# What is to go is a piece of work in hand, not a memory.
_TASK = re.compile(
    r"\b(?:section|paragraph|line|slide|row|column|bullet|sentence|word|example|table|email|draft|file|version|chapter|scene|code|function|list|question|answer|budget|option|itinerary|schedule|step|plan|part|approach|design|layout|page|picture|photo|image)s?\b|\bfor (?:a|the) (?:moment|second|minute)\b|\bfor now\b|攻略|图片?|照片|视频|段|句|行|页|代码|文件|文章|表格|方案|版本|章",
    re.IGNORECASE,
)
# What is held was never said, or is of somebody else.
_DISOWNS = re.compile(
    r"\b(?:is|was)(?:n't| not) (?:me|mine)\b|, not mine\b|\bfalse alarm\b|\bnever said (?:that|so|i)\b|\bwhere d(?:id|o) (?:you|u) get\b|张冠李戴|谁说的|谁跟你说",
    re.IGNORECASE,
)
_MIXED_UP = re.compile(r"\bmixed (?:me|that|it|this|us) up\b|(?:你|您)[^，。]{0,4}(?:搞错|弄错|记错)", re.IGNORECASE)
_NEGATES = re.compile(r"\b(?:no|not|never|don't|isn't|wasn't|haven't)\b|不|没", re.IGNORECASE)
# The wish points at what was named in another sentence.
_POINTS = re.compile(
    r"\b(?:it|that|this|those|them|him|her|thing|me|mine|false alarm|never said|where d\w+)\b|那|这|它|你|您|谁|不是",
    re.IGNORECASE,
)
_TOLD = re.compile(
    r"\b(?:mentioned|told you|said|you (?:have|know|keep|noted|wrote))\b|你.{0,4}(?:记|存|写|知道)", re.IGNORECASE
)
# A plan that comes to nothing; said of anything else it asks for nothing.
_OFF = re.compile(r"cancel+ed|called off|(?:is|'s) off$|取消|去不|黄了|不办|泡汤|不去|作罢", re.IGNORECASE)
_ENTRY = re.compile(r"\b(?:notes|memory|records?)\b|[那这][条个]")
_KEEP_NOT = re.compile(
    r"\b(?:lose|scratch|bin|ditch) (?:the|that) (?:thing|bit|note|entry|part) about\b|\btake [\w' ]{2,30}? (?:out of|off|from) (?:whatever|your|the (?:notes|list|records?|memory))|(?:别|不要|不用)(?:再)?(?:存|记|留)|[那这]条[^，。]{0,2}[，]?(?:撤|划|去)",
    re.IGNORECASE,
)
_MOST = {"en": 45, "zh": 60}  # words, or characters, of a message that is about what to forget


def may_forget(message: Sequence[Sentence]) -> bool:
    """Tell whether a message can take anything back at all; no is certain."""
    return any(
        pattern.search(one.text)
        for one in message
        for pattern in (cues.FORGET[one.language], _KEEP_NOT, _DISOWNS, _MIXED_UP)
    )


def forgotten(message: Sequence[Sentence], path: str, value: str) -> list[Finding]:
    """Return the wish to let a leaf or some of its facts go; nothing when the message has none that names it."""
    language = message[0].language
    length = sum(len(one.text.split()) if language == "en" else len(one.text) for one in message)
    if length > _MOST[language]:
        return []
    for at, one in enumerate(message):
        wish = cues.FORGET[language].search(one.text) or _KEEP_NOT.search(one.text)
        if _asks(one) or not (wish or _disowned(one, path, message)):
            continue
        if (
            wish
            and _OFF.search(wish.group())
            and not (_ENTRY.search(one.text) or (path.startswith("routines.") and language == "zh"))
        ):
            continue
        if wish and _TASK.search(one.text) and not _ENTRY.search(one.text):
            continue
        here = _named(one.text[: wish.end()], value, language) if wish and language == "zh" else []
        here = here or _named(one.text, value, language)
        meant = one.text
        if not here and _POINTS.search(one.text):
            meant = " ".join(other.text for other in message[: at + 1])
            here = _named(meant, value, language) or _named(_after(message, at), value, language)
            meant = meant if _TOLD.search(meant) else one.text
        if not wish and not _DISOWNS.search(one.text):
            here = [fact for fact in here if not _affirmed(fact, message)]
        if here or (wish and speaks_of(meant, path, language)):
            return _gone(one, path, here)
    return []


def _disowned(sentence: Sentence, path: str, message: Sequence[Sentence]) -> bool:
    """Tell whether a sentence says that what is held is wrong; "mixed up" says it only beside a denial."""
    if _DISOWNS.search(sentence.text):
        return True
    denies = any(_NEGATES.search(one.text) for one in message) and not path.startswith("dislikes.")
    return denies and bool(_MIXED_UP.search(sentence.text))


def _affirmed(fact: str, message: Sequence[Sentence]) -> bool:
    """Tell whether some clause says all of a fact again: "you mixed that up, I live in Leeds" denies another."""
    return any(core(fact) <= core(clause.raw) for one in message for clause in clauses_of(one))


def _asks(sentence: Sentence) -> bool:
    """Tell whether a sentence asks, with a mark or, in Chinese, without one; 那条 and 谁说的 name what is held."""
    text = sentence.text
    if sentence.asks:
        return True
    return not (_ENTRY.search(text) or _DISOWNS.search(text) or _MIXED_UP.search(text)) and (
        asks_without_mark(text) or bool(re.search("没.*吧[。！]?$", text))
    )


def _after(message: Sequence[Sentence], at: int) -> str:
    """Return the sentence behind a wish that opens its message: "Delete that. I'm not a nurse"."""
    return message[at + 1].text if at == 0 and len(message) == 2 else ""


def _named(text: str, value: str, language: str) -> list[str]:
    """Return the facts of a value that a text names."""
    said = words(text)
    return [
        one
        for one in facts(value)
        if (any(word in text for word in names(one)) if language == "zh" else said & names(one))
    ]


def _gone(sentence: Sentence, path: str, named: list[str]) -> list[Finding]:
    """Let the named facts go, or the whole leaf when only its topic was named."""
    clause = clause_of(sentence)
    if named:
        return [Finding(path=path, value="", mode=Mode.DROP, clause=clause, instead_of=one) for one in named]
    return [Finding(path=path, value="", mode=Mode.FORGET, clause=clause)]
