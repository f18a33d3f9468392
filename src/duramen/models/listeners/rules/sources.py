"""What of a window may be read: the person's own fresh words, without what is pasted, quoted, coded, played or invented.

In: a window. Out: the sentences of it that may state something, in order, each with its place.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from duramen.domain.persona import Heard, Window
from duramen.models.listeners.rules import cues
from duramen.text.languages import language_of
from duramen.text.segment import terms
from duramen.text.sentences import sentence_spans
from duramen.text.stopwords import content_terms

MAX_PARAGRAPH = 600  # a longer one was not typed into a chat
_QUOTED = re.compile(r"[\"“][^\"“”\n]*[\"”]|[「『][^」』\n]*[」』]")
_ASKS = re.compile(r"[?？][\"'”’」』)）\s]*$")
_ASTONISHED = re.compile(r"(?i)^(?:my|i|i've|we)\b[^?]*[!?]{2,}\s*$")
_QUESTION_WORDS = re.compile(
    r"(?:吗|(?<!那)(?<!这)么|(?<=你|您)呢)[。！\s]*$|(?<!没)(?<!没有)什么(?!的$|都|也)|(?<!没)啥(?!都|也)|咋|怎么|怎样|如何|为什么|(?<!天)哪[个些里儿位种家款]?|谁(?!都|也)|(?<!没)多少|(?<![这那好前后头过十没上])几[个点岁天](?!月大)|是不是|有没有|能不能|可不可以|好不好|要不要|([\u4e00-\u9fff])[不没]\1",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sentence:
    """A sentence `heard.text[start:end]` of the person, in message `place`; `asks`: it ends as a question.

    `asked`: the questions of the message right before, where somebody else spoke.
    """

    heard: Heard
    place: int
    start: int
    end: int
    text: str
    language: str
    asks: bool
    asked: str = ""


def sentences(window: Window) -> Iterator[Sentence]:
    """Yield the sentences that may state something of the person, in order."""
    played = False
    for place, heard in enumerate(window.messages):
        if not heard.own:
            continue
        if cues.STEPS_OUT.search(heard.text):
            played = False
        elif cues.ROLEPLAY.search(heard.text):
            played = True
        if not (played or heard.shown_only or _made_up(heard.text) or _taken_back(window, place)):
            yield from _of_message(heard, place, window)


def _made_up(text: str) -> bool:
    return bool(cues.MADE_UP.search(text))


def _taken_back(window: Window, place: int) -> bool:
    """Tell whether the message, or the person's next one, says that it was not meant."""
    own = [one for one in window.messages[place:] if one.own][:2]
    return any(cues.RETRACTED.search(one.text) for one in own)


def _of_message(heard: Heard, place: int, window: Window) -> Iterator[Sentence]:
    text = masked(heard.text)
    language = language_of(text)
    said_to = [one for one in window.messages[:place] if not one.own]
    asked = questions_in(window.messages[place - 1]) if place and not window.messages[place - 1].own else ""
    for start, end in sentence_spans(text):
        words = text[start:end]
        if cues.IRONIC.search(words) or cues.HYPOTHETICAL.search(words) or cues.GREETING.search(words):
            continue
        if cues.STRANGERS.search(words) or _echoes(words, said_to):
            continue
        yield Sentence(
            heard=heard,
            place=place,
            start=start,
            end=end,
            text=words,
            language=language,
            asks=bool(_ASKS.search(words)) and not _ASTONISHED.match(words),
            asked=asked,
        )


def questions_in(heard: Heard) -> str:
    """Return the sentences of a message that end as questions, joined; "" for a message of the system or of a tool."""
    if heard.role in ("system", "tool"):
        return ""
    spans = [heard.text[slice(*span)] for span in sentence_spans(heard.text)]
    return " ".join(one for one in spans if _ASKS.search(one))


def masked(text: str) -> str:
    """Return the text of the same length, with all that is not the person's own words made into line breaks."""
    for pattern in (cues.CODE, cues.FOREIGN):
        text = pattern.sub(_blank, text)
    text = _QUOTED.sub(lambda found: _blank(found) if _is_speech(found) else found.group(), text)
    if (task := cues.WORKS_ON_TEXT.search(text)) is not None:
        return text[: task.start()] + "\n" * (len(text) - task.start())
    if (pasted := cues.PASTED_FROM.search(text)) is not None:
        text = text[: pasted.start()] + "\n" * (len(text) - pasted.start())
    return re.sub(rf"[^\n]{{{MAX_PARAGRAPH},}}", _blank, text)


def asks_without_mark(text: str) -> bool:
    """Tell whether Chinese words ask, though no question mark stands there."""
    return bool(_QUESTION_WORDS.search(text))


def _is_speech(found: re.Match[str]) -> bool:
    """Tell whether quoted words are somebody's sentence; a short quotation is a name or a word."""
    words = found.group()[1:-1]
    return len(words) > 8 if re.search("[\u4e00-\u9fff]", words) else len(words.split()) > 3


def _blank(found: re.Match[str]) -> str:
    return "\n" * len(found.group())


def _echoes(words: str, said: list[Heard]) -> bool:
    """Tell whether five words or more repeat a statement of somebody else in the window."""
    mine = set(content_terms(terms(words)))
    if len(mine) < 4:
        return False
    for one in said:
        for start, end in sentence_spans(one.text):
            theirs = one.text[start:end]
            if not _ASKS.search(theirs) and len(mine & set(terms(theirs))) >= 0.8 * len(mine):
                return True
    return False
