"""Wishes that something be taken out of the memory, and words that the memory has it wrong.

In: the sentences of one message and a value held. Out: which of its facts are to go.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from duramen.models.listeners.rules import cues
from duramen.models.listeners.rules.clauses import clause_of
from duramen.models.listeners.rules.findings import Finding, Mode
from duramen.models.listeners.rules.held import facts, names, words
from duramen.models.listeners.rules.sources import Sentence
from duramen.models.listeners.rules.topics import speaks_of

# What is to go is a piece of work in hand, not a memory.
_TASK = re.compile(
    r"\b(?:section|paragraph|line|slide|row|column|bullet|sentence|word|example|table|email|draft|file|version|chapter|scene|code|function|list|question|answer|budget|option|itinerary|schedule|step|plan|part)s?\b|段|句|行|页|代码|文件|文章|表格|方案|版本|章",
    re.IGNORECASE,
)
_MIXED_UP = re.compile(
    r"\bmixed me up\b|\b(?:is|was)(?:n't| not) (?:me|mine)\b|, not mine\b|\bfalse alarm\b|\bnever said (?:that|so|i)\b|\bwhere did (?:you|u) get\b|\bwhere do (?:you|u) get\b|张冠李戴|(?:你|您)[^，。]{0,4}(?:搞错|弄错|记错)|谁说的|谁跟你说",
    re.IGNORECASE,
)
# A plan that comes to nothing; said of anything else it asks for nothing.
_OFF = re.compile(r"cancel+ed|called off|(?:is|'s) off$|去不|黄了|不办|泡汤|不去|作罢", re.IGNORECASE)
_MOST = {"en": 45, "zh": 60}  # words, or characters, of a message that is about what to forget


def forgotten(message: Sequence[Sentence], path: str, value: str) -> list[Finding]:
    """Return the wish to let a leaf or some of its facts go; nothing when the message has none that names it."""
    language = message[0].language
    whole = " ".join(one.text for one in message)
    if (len(whole.split()) if language == "en" else len(whole)) > _MOST[language]:
        return []
    for one in message:
        wish = cues.FORGET[language].search(one.text)
        if one.asks or not (wish or _MIXED_UP.search(one.text)):
            continue
        if wish and _OFF.search(wish.group()) and not path.startswith(("goals.", "events.", "work.projects")):
            continue
        if wish and _TASK.search(one.text) and not speaks_of(one.text, path, language):
            continue
        here = _named(one.text[: wish.end()], value, language) if wish and language == "zh" else []
        here = here or _named(one.text, value, language) or _named(whole, value, language)
        if here or speaks_of(one.text, path, language):
            return _gone(one, path, here)
    return []


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
