"""Put a choice into words: quotations in their own language with who said them and when, the rest in the question's.

In: a `Question` and a `Choice`. Out: the answer as paragraphs, to be streamed one by one.
"""

from __future__ import annotations

import re

from duramen.domain.evidence import Evidence, Source
from duramen.domain.time import Moment
from duramen.models.extractive.choice import Choice
from duramen.models.extractive.clauses import Clause
from duramen.models.extractive.question import Figure, Kind, Question, Whose
from duramen.models.extractive.scoring import HOURS, Sides, is_negative, side_of
from duramen.text.fences import fence
from duramen.text.languages import language_of
from duramen.text.moments import Resolved, resolve_relative, say_date, say_days
from duramen.text.sentences import sentence_spans

_TURNS = re.compile(
    r"但|不过|虽然|除了|如果|不仅|不只|不但|\b(?:but|although|though|except|if|however|not only)\b", re.I
)
_NOTHING = {"en": "I have nothing recorded about that.", "zh": "关于这一点，我没有任何记录。"}
_BACK = {
    "en": {
        Kind.NOTE: "I have noted that.",
        Kind.GREETING: "Hello! Ask me about anything we have talked about.",
        Kind.THANKS: "You are welcome.",
    },
    "zh": {Kind.NOTE: "我记下了。", Kind.GREETING: "你好！我们聊过的事，都可以问我。", Kind.THANKS: "不客气。"},
}
_QUOTE_CHARS = {"en": 480, "zh": 190}
_ITEM_MARK = re.compile(r"(?:[*•·\-–]|\d{1,3}[.)、])\s+")
_SHORT_PART = 10  # a sentence below a tenth of the limit needs its neighbours to be understood


def say_nothing(question: Question) -> list[str]:
    """Return the plain words for "nothing recorded", with the days that were asked about."""
    if not question.days:
        return [_NOTHING[question.language]]
    days = _join([say_days(one.first, one.last, question.language) for one in question.days], question.language)
    return [
        f"关于{days}的这件事，我没有任何记录。"
        if question.language == "zh"
        else f"I have nothing recorded about that for {days}."
    ]


def say_back(question: Question) -> list[str]:
    """Return the answer to a message that asks nothing."""
    return [_BACK[question.language][question.kind]]


def _join(parts: list[str], language: str) -> str:
    return "、".join(parts) if language == "zh" else ", ".join(parts)


def say_choice(question: Question, choice: Choice, sides: Sides) -> list[str]:
    """Return the paragraphs of an answer: its lead, the quotations, what they replace."""
    paragraphs = []
    lead = _lead(question, choice)
    picks = choice.picks if len(choice.picks) == 1 else tuple(sorted(choice.picks, key=lambda one: one.place))
    for index, pick in enumerate(picks):
        said = _say_quote(pick, question, sides, since=bool(choice.outdated), short=bool(choice.outdated))
        paragraphs.append(lead + said if index == 0 else said)
    for old in choice.outdated[:1]:
        before = "在那之前，" if question.language == "zh" else "Before that, "
        paragraphs.append(before + _lower(_say_quote(old, question, sides, since=False, short=True), question.language))
    return paragraphs


def _lower(text: str, language: str) -> str:
    return text if language == "zh" or not text.startswith("You") else text[:1].lower() + text[1:]


def _lead(question: Question, choice: Choice) -> str:
    """Return the date that a when-question wants, or a warning that other days than those asked are quoted."""
    zh = question.language == "zh"
    if choice.off_days:
        days = _join([say_days(one.first, one.last, question.language) for one in question.days], question.language)
        return (
            f"{days}没有这方面的记录；别的日子有："
            if zh
            else f"Nothing is recorded about that for {days}, but on another day: "
        )
    if question.kind is Kind.WHETHER:
        return _yes_or_no(question, choice)
    if choice.no_figure:
        return "原话没有说数目。" if zh else "No figure was given. "
    if question.kind is not Kind.WHEN or not choice.picks:
        return ""
    if choice.when and "<age>" in question.keys and not re.search(r"\d{4}", choice.when.phrase):
        return choice.when.phrase + ("。" if zh else ". ")  # a birthday has no year of its own
    if choice.when:
        return say_days(choice.when.first, choice.when.last, question.language) + ("。" if zh else ". ")
    pick = choice.picks[0]
    if HOURS.search(pick.text):
        return ""  # the quotation tells it
    moment = pick.evidence.candidate.happened_at
    if not moment.known:
        return "原话没有说日期。" if zh else "No date was given. "
    day = say_days(moment.local().date(), moment.local().date(), question.language)
    return f"原话没有说日期，是在{day}提到的。" if zh else f"No date was given; it came up on {day}. "


def _yes_or_no(question: Question, choice: Choice) -> str:
    """Return "Yes." or "No." where the quotation plainly says the same or the opposite, else nothing."""
    pick = choice.picks[0]
    asked = {key for key in question.keys if not key.startswith("=")} - {"<like>", "<dislike>"}
    if pick.asks or not asked or not asked <= pick.keys or _TURNS.search(pick.text):
        return ""
    same = question.negated == is_negative(pick)
    if question.language == "zh":
        return "对。" if same else "不对。"
    return "Yes. " if same and not question.negated else "Right. " if same else "No. "


def _say_quote(pick: Clause, question: Question, sides: Sides, *, since: bool, short: bool) -> str:
    candidate = pick.evidence.candidate
    zh = question.language == "zh"
    quote = _quoted(pick, question, short=short)
    date_said = say_date(candidate.happened_at, question.language)
    if candidate.source is Source.KNOWLEDGE:
        origin = fence(candidate.origin) or ("资料" if zh else "a document")
        return f"《{origin}》（{date_said}）写道：“{quote}”" if zh else f"“{origin}” ({date_said}) says: “{quote}”"
    who = _who(pick.evidence, sides, question.language)
    if since and candidate.happened_at.known:
        return _say_since(pick, who, quote, question.language)
    if zh:
        return f"{date_said}，{who}说：“{quote}”"
    if not candidate.happened_at.known:
        return f"{who} said (date unknown): “{quote}”"
    return f"{who} said on {date_said}: “{quote}”"


def _say_since(pick: Clause, who: str, quote: str, language: str) -> str:
    """Say since when something holds: since the past days that the words name, else since they were said."""
    said_at = pick.evidence.candidate.happened_at
    said = say_date(said_at, language)
    past = [one for one in pick.when if one.last <= said_at.local().date()]
    if past:
        days = say_days(past[0].first, past[0].last, language)
        return (
            f"从{days}起。{said}，{who}说：“{quote}”"
            if language == "zh"
            else f"Since {days}; {_lower(who, 'en')} said on {said}: “{quote}”"
        )
    return (
        f"从{said}起（{who}当时说）：“{quote}”"
        if language == "zh"
        else f"Since {said}, when {_lower(who, 'en')} said: “{quote}”"
    )


def _who(evidence: Evidence, sides: Sides, language: str) -> str:
    side = side_of(evidence, sides)
    if side is Whose.PERSON:
        return "你" if language == "zh" else "You"
    if side is Whose.CHARACTER:
        return "我" if language == "zh" else "I"
    return fence(evidence.candidate.speaker) or ("有人" if language == "zh" else "Someone")


def _quoted(pick: Clause, question: Question, *, short: bool) -> str:
    """Return the clause, with what stands around it where more is wanted; relative words resolved, made safe."""
    text, said_at = pick.evidence.text, pick.evidence.candidate.happened_at
    start, end = (pick.start, pick.end) if short else _stretch(pick, question)
    pieces, place = [], start
    for one in resolve_relative(text, said_at):
        days = say_days(one.first, one.last, question.language)
        told = re.match(rf"\s*[(（]{re.escape(days)}[)）]", text[one.end :])
        if start <= one.start and one.end <= end and not told and not _is_day_of(one, said_at):
            pieces += [fence(text[place : one.end]), f"（{days}）" if question.language == "zh" else f" ({days})"]
            place = one.end
    pieces.append(fence(text[place:end]))
    return "".join(pieces).strip().rstrip("，,；;")


def _is_day_of(one: Resolved, said_at: Moment) -> bool:
    """Tell whether a phrase ("today") means the very day under which the quotation stands."""
    return one.first == one.last == said_at.local().date()


def _stretch(pick: Clause, question: Question) -> tuple[int, int]:
    """Return the part of the turn that is quoted: what answers, with as much around it as this kind of answer needs.

    A question of when, whether or how much is answered by its sentence alone, unless that is very short, and so is
    every question by a document's sentence or row. Else it is the paragraph of a turn, and the whole turn or the list
    from the sentence on where several things are asked for.
    """
    text = pick.evidence.text
    spans = sentence_spans(text)
    limit = _QUOTE_CHARS[language_of(text)]
    at = next(index for index, (start, end) in enumerate(spans) if start <= pick.start < end)
    start, end = spans[at]
    document = pick.evidence.candidate.source is Source.KNOWLEDGE
    announces = question.figure is Figure.NONE and text[start:end].rstrip("*_ ").endswith((":", "："))
    lists = announces or question.several or question.kind in (Kind.LIST, Kind.HOW)
    alone = question.kind in (Kind.WHEN, Kind.WHETHER) or question.figure is not Figure.NONE
    stands = alone and (document or end - start >= limit // _SHORT_PART)
    if not announces and (stands or (document and not lists)):
        return _without_mark(text, start, end)
    if lists and not document:
        first, last = 0, len(spans) - 1
    else:
        first, last = _paragraph(text, spans, at, runs_on=lists)
    if spans[last][1] - spans[first][0] <= limit:
        return _without_mark(text, spans[first][0], spans[last][1])
    if end - spans[first][0] <= limit:  # what comes before often begins the list
        start = spans[first][0]
    for _, later_end in spans[at + 1 : last + 1]:
        if later_end - start > limit:
            break
        end = later_end
    return _without_mark(text, start, end)


def _paragraph(text: str, spans: list[tuple[int, int]], at: int, *, runs_on: bool) -> tuple[int, int]:
    """Return the first and last sentence of the paragraph that holds sentence `at`: lines are paragraphs.

    `runs_on`: the lines below belong to it as well, up to a heading or a blank line behind a list.
    """
    first = last = at
    while first and "\n" not in text[spans[first - 1][1] : spans[first][0]]:
        first -= 1
    while last + 1 < len(spans):
        between = text[spans[last][1] : spans[last + 1][0]]
        if "\n" in between and not (runs_on and (last == at or between.count("\n") < 2)):
            break
        last += 1
    return first, last


def _without_mark(text: str, start: int, end: int) -> tuple[int, int]:
    """Leave out the mark of a list's item where only that item is quoted."""
    mark = _ITEM_MARK.match(text, start, end)
    return (mark.end() if mark and "\n" not in text[start:end] else start), end
