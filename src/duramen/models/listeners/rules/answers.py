"""Answers: what the person says right after the assistant asked ("What's your name?" "Rukmini"; "Are you vegan?" "Yes").

In: the question and the answer. Out: the leaf it is about and the words that answer, or the question as a statement.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from duramen.models.listeners.rules import cues
from duramen.models.listeners.rules.chinese import questions as chinese
from duramen.models.listeners.rules.english import questions as english
from duramen.models.listeners.rules.wording import tidy
from duramen.text.sentences import sentence_spans

MAX_ANSWER = {"en": 160, "zh": 60}
_WHOLE = re.compile(
    r"^\W*(?:(?:yes|no|well|so|hi|hello|thank you|thanks|hmm|recently|lately|yeah|sure|oh)[,.! ]+)*(?:wow|aw+|haha|cool|nice|great|congrat\w*|absolutely|glad|hey|of course|thanks|thank|I|I'm|I've|we|my|it|it's|that|that's|there|this|the|if|when|you|can|could|do|what|how)\b(?! (?:like|love))|^\W*(?:嗯|好|是的|谢谢)*[，,]?(?:我|你|这|那|但|能|可以|帮)",
    re.IGNORECASE,
)
_WANTED = re.compile(
    r"\b(?:need|tell me|let me know)\b|告诉我|请(?:问|说|告)|需要(?:您|你)|(?:什么|哪\w{0,3}|几\w|吗|呢)$",
    re.IGNORECASE,
)
_EMPTY = re.compile(
    r"^(?:\W|\b(?:no idea|don'?t know|dunno|not sure|nothing|none|skip|why|later|guess|whatever|anything|surprise me|you (?:choose|pick|decide)|i don'?t know|secret|not telling|it depends|depends|both|either|no|nope|yes|yeah|ok|sure|不知道|随便|都行|都可以|没有?|不用|不了|保密|不告诉你|看情况|你猜|你说呢|再说|算了|无所谓|没事|好|行|嗯|对|是)\b)*$",
    re.IGNORECASE,
)
_LEAD = re.compile(
    r"^(?:\W+|\b(?:yes|yeah|yep|sure|well|um+|uh|oh|honestly|still|ha+|ok|okay|hm+|that is|it'?s|i'?d say|probably|mostly|definitely|easy|simple|obviously|just|我|嗯+|是|那|就|对|好|哦|当然|应该|大概|一般|主要|就是|有)(?=[\s,，?!.。、]|[\u4e00-\u9fff]))+[\s,，?!.。]*",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What an answer says: the leaf and the words, and where they stand in the answer."""

    path: str
    value: str
    start: int
    end: int


def answer_to(question: str, answer: str, language: str) -> Answer | None:
    """Return what a short answer to a question about the person says; None when it says nothing, or asks back."""
    if len(answer) > MAX_ANSWER[language] or re.search(r"[?？]", answer[-2:]):
        return None
    table = english if language == "en" else chinese
    asked = _asked(question)
    path = next((path for path, pattern in table.ASKED if pattern.search(asked)), None)
    if path is None or _WHOLE.match(answer):
        return None
    spans = sentence_spans(answer)
    start, end = spans[0]
    if language == "zh" and path.startswith(("identity.", "home.city")) and (comma := re.search("[，,]", answer[:end])):
        end = comma.start()
    if (
        len(spans) > 1
        and (language == "en" or end - start < 5)
        and len(answer[start:end].strip(" .?!。？！,，").split()) < 2
        and len(answer[start:end]) < 8
    ):
        end = spans[1][1]
    words = answer[start:end]
    if (
        _EMPTY.match(words)
        or cues.IRONIC.search(words)
        or cues.HYPOTHETICAL.search(words)
        or table.NO_ANSWER.search(words)
    ):
        return None
    lead = _LEAD.match(words)
    value = tidy(words[lead.end() if lead else 0 :], language)
    return Answer(path=path, value=value, start=start, end=end) if value else None


def confirmed(question: str, answer: str, language: str) -> str | None:
    """Return a yes-no question that was answered with yes as the person's own statement; None without a yes."""
    if not cues.YES.search(answer) or re.search(r"[?？]", answer[-2:]):
        return None
    for span in reversed(sentence_spans(question)):
        asked = question[slice(*span)]
        if re.search(r"[?？]", asked):
            return english.stated(asked) if language == "en" else chinese.stated(asked)
    return None


def _asked(text: str) -> str:
    """Return the questions of a message alone, or its last sentence when none has a mark."""
    spans = [text[slice(*span)] for span in sentence_spans(text)]
    asking = [one for one in spans if re.search(r"[?？]", one)]
    return " ".join(asking) if asking else " ".join(one for one in spans[-1:] if _WANTED.search(one))
