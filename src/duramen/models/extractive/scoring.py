"""Score the clauses of the evidence against a question: how much of it each covers, and how well it suits.

In: a `Question`, clauses, who is who. Out: a `Scored` for each clause, in the same order.

A clause is scored by the question's keys that it holds, each weighted by what it says and by how rare it is in this
evidence; keys in the rest of its turn, or in the turns that it follows on, count a part. The score is multiplied by how
well speaker and form suit the question, and a little by the score that the search gave.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from duramen.domain.evidence import Evidence, Source
from duramen.models.extractive.clauses import Clause
from duramen.models.extractive.concepts import MONEY, STATES, weight
from duramen.models.extractive.question import NEGATED, Figure, Kind, Question, Whose
from duramen.text.moments import Resolved

_TURN_SHARE, _REPLY_SHARE, _THREAD_SHARE = 0.5, 0.5, 0.35
_LITTLE_NEW = 2
_YEAR = re.compile(r"(?:19|20)\d\d|年")
_MONTH = re.compile(r"月|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)", re.I)
_STRONG = 0.8
_PERSON_NAMES = frozenset(("user", "human", "me", "person", "我", "用户"))
_CHARACTER_NAMES = frozenset(("assistant", "ai", "bot", "character", "model", "助手", "助理", "ai伴侣"))
_ABOUT_YOU = re.compile(r"你|您|\byou(?:r|['’]re|['’]ve)?\b", re.I)
_ABOUT_ME = re.compile(r"我|咱|\b(?:i|me|my|mine|we|our|us)\b", re.I)
_OF_THE_OTHER = 0.6
_RELATIVE_FIRST = re.compile(
    r"\s*(?:(?:my|our)\s+\w+(?!\w|\s+and\s+i\b)|我(?:的|家)?[爸妈父母姐妹哥弟奶外儿女](?!.{0,4}和我))", re.I
)
_NUMBER = re.compile(r"\d|[一二两三四五六七八九十百千万]+(?:个|次|本|部|天|年|人|岁|分钟|小时|公里|块|元|只|点)|\b(?:an hour|a (?:day|week|month|year|dozen|couple)|one|two|three|four|five|six|seven|eight|nine|ten|dozen|hundred|half|once|twice)\b", re.I)  # fmt: skip
_ITEM_MARK = re.compile(r"^\s*(?:[*•·\-–]|\d{1,3}[.)、])\s+")
_FIGURE_FITS, _OTHER_FIGURE, _NO_FIGURE = 1.5, 0.7, 0.5
_RETOLD = 0.8  # a figure is as good from the one who keeps the books
_MONTH_NAMES = (
    ("jan", "一"), ("feb", "二"), ("mar", "三"), ("apr", "四"), ("may", "五"), ("jun", "六"),
    ("jul", "七"), ("aug", "八"), ("sep", "九"), ("oct", "十"), ("nov", "十一"), ("dec", "十二"),
)  # fmt: skip
# Numbers that count nothing: "option 2", "5RM", "5x5", "2nd", "7 pm", "that one", "the big three".
_NO_FIGURES = re.compile(
    r"\b(?:option|set|day|step|phase|stage|week|number|no\.|part|level|version|page|chapter|room|stop|point|item) ?#?\d+\b"
    r"|\b\d+ ?(?:rm|x ?\d+|st|nd|rd|th|am|pm|a\.m\.|p\.m\.)(?!\w)|\b100 ?%|第[\d一二三四五六七八九十]+|\d{1,2}[:：]\d\d"
    r"|\b(?:that|this|the|which|top|no|full|big|first|last|next) (?:one|two|three|four|five|six)\b|\bone of\b",
    re.I,
)
_DIGITS = re.compile(r"\d[\w.,]*")
_COUNTED = re.compile(
    r"\d[\w.,]*|[一二两三四五六七八九十百千万]+(?:多|几)?(?:个|次|本|部|天|年|人|岁|分|小时|公里|块|元|只|点|斤|公斤|米|周|月)"
    r"|\b(?:an hour|a (?:day|week|month|year|dozen|couple)|one|two|three|four|five|six|seven|eight|nine|ten|dozen|hundred|half|once|twice)\b",
    re.I,
)
_MEASURED = re.compile(
    r"\d[\d.,]*\s?(?:(?:kg|kgs|kilos?|lbs?|pounds|g|grams?|cm|m|metres?|meters?|km|miles?|feet|ft|inch(?:es)?|kcal|calories|points?|bpm)\b|[%°]|公斤|千克|斤|厘米|米|公里|分|度|千卡|大卡)"
    r"|[一二两三四五六七八九十百千]+(?:公斤|千克|斤|厘米|米|公里|分|度)",
    re.I,
)
_REASON = re.compile(
    r"因为|由于|所以|为了|导致|\b(?:because|since|due to|so that|as i|thanks to|in order to|inspired|reason)\b", re.I
)
_TITLE = re.compile(
    r"《[^》]+》|“[^”]+”|\"[^\"]+\"|「[^」]+」|叫做?|·|比如|例如|like [A-Z]|such as|(?<=[a-z,] )[A-Z][a-z]+|\bcalled\b|\bnamed\b"
)
_PLACE = re.compile(
    r"(?:去|在|到|于|喜欢|是)了?[^，。]{0,6}(?:公园|市|省|国|山|湖|海|岛|屿|馆|店|路|街|城|镇|村)|(?:想|要|计划|打算)去(?!了解|尝试|学)[^，。]{2,8}"
    r"|\b(?:in|at|to|from|near)\s+(?:the )?[A-Z]\w+"
)
_WHO = re.compile(r"朋友|女孩|男孩|陌生|先生|女士|邻居|教练|[\u4e00-\u9fff]{2,3}的演唱会|妈|爸|老师|同事|同学|姐|哥|弟|妹|家人|医生|歌手|演唱会|\b(?:friend|mom|mum|dad|mother|father|teacher|sister|brother|colleague|grandma|family|kids|husband|wife)s?\b|(?<=[a-z,] )[A-Z][a-z]+")  # fmt: skip
_LISTING = re.compile(r"、|和|以及|或者|首先|另外|此外|\band\b|\bor\b|\bsuch as\b|\balso\b|\d\.", re.I)
_ADVICE = re.compile(
    r"可以|试试|尝试|建议|推荐|不妨|应该|需要|\b(?:you can|you could|try|recommend|suggest|should|how about|consider|there (?:is|are))\b",
    re.I,
)
_STEPS = re.compile(r"先|然后|再|最后|接着|\b(?:first|then|next|finally|after that)\b", re.I)
# Times of the day and the week: what answers "when is it open?".
HOURS = re.compile(
    r"\d{1,2}[:：]\d\d|[\d一二两三四五六七八九十]点|每天|每周|星期|周[一二三四五六日末]"
    r"|\b\d{1,2} ?(?:am|pm|a\.m\.|p\.m\.)|\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|\b(?:every day|daily|noon|midnight)\b",
    re.I,
)
SUITS = {
    Kind.HOW: _STEPS,
    Kind.COUNT: _NUMBER,
    Kind.WHY: _REASON,
    Kind.TITLE: _TITLE,
    Kind.WHERE: _PLACE,
    Kind.WHO: _WHO,
    Kind.LIST: _LISTING,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Sides:
    """The names of the two who talk, "" where they are not known."""

    person: str = ""
    character: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scored:
    """A clause with its score, its share of the question's keys, and whether it holds one that says something."""

    clause: Clause
    score: float
    cover: float
    telling: bool


def score_clauses(question: Question, clauses: Sequence[Clause], sides: Sides) -> list[Scored]:
    """Return each clause with its score and its share of the question, in the order of `clauses`."""
    turns: dict[str, set[str]] = {}
    for clause in clauses:
        turns.setdefault(clause.evidence.id, set()).update(clause.keys)
    around = _around(clauses, turns)
    counts = Counter(key for held in turns.values() for key in held)
    weights = {key: weight(key) * (0.6 + _rarity(counts[key], len(turns))) for key in question.keys}
    asked = [key for key in question.keys if not key.startswith("=")]  # the same thing in other words covers it too
    total = sum(weight(key) for key in asked)
    best_prior = max((clause.evidence.candidate.score for clause in clauses), default=0.0)
    scored = []
    for clause in clauses:
        shares = {
            key: _share(key, clause.keys, turns[clause.evidence.id], around[clause.evidence.id])
            for key in question.keys
        }
        cover = sum(weight(key) * shares[key] for key in asked) / total
        score = sum(weights[key] * share for key, share in shares.items()) / math.log(8 + len(clause.keys))
        prior = clause.evidence.candidate.score / best_prior if best_prior > 0 else 0.0
        telling = _tells(question, shares) and not _tells_of_another(question, turns[clause.evidence.id])
        speaks, suits = _speaks_to(question, clause, sides), _suits(question, clause)
        if fits_figure(question, clause):
            speaks = max(speaks, _RETOLD)
        scored.append(
            Scored(
                clause=clause,
                score=score * speaks * suits * (1 + 0.15 * prior),
                cover=cover * min(1.0, speaks),
                telling=telling,
            )
        )
    return scored


def _around(clauses: Sequence[Clause], turns: dict[str, set[str]]) -> dict[str, dict[str, float]]:
    """Return for each turn the keys of the turns that it follows on, with the share that they count.

    The turn before is what a reply replies to; the one before that, or another turn of the round, is the same talk.
    """
    evidence = list({clause.evidence.id: clause.evidence for clause in clauses}.values())
    found: dict[str, dict[str, float]] = {one.id: {} for one in evidence}
    for one in evidence:
        for other in evidence:
            share = _follows(one, other)
            for key in turns[other.id] if share else ():
                found[one.id][key] = max(share, found[one.id].get(key, 0.0))
    return found


def _follows(one: Evidence, other: Evidence) -> float:
    mine, its = one.candidate, other.candidate
    if one.id == other.id or mine.source is not its.source or Source.KNOWLEDGE is mine.source:
        return 0.0
    step = mine.item_id - its.item_id
    if mine.session == its.session and step == 1:
        return _REPLY_SHARE
    same_talk = mine.session == its.session and step == 2 or mine.record_id == its.record_id  # noqa: RUF021 - reads so
    return _THREAD_SHARE if same_talk and step > 0 else 0.0


def _rarity(held_by: int, all_turns: int) -> float:
    return math.log(1 + (all_turns - held_by + 0.5) / (held_by + 0.5)) / math.log(2 * all_turns + 2)


def _share(key: str, clause: frozenset[str], turn: set[str], around: dict[str, float]) -> float:
    return 1.0 if key in clause else _TURN_SHARE if key in turn else around.get(key, 0.0)


def _speaks_to(question: Question, clause: Clause, sides: Sides) -> float:
    """Return how well the speaker suits the question: about 1 for whom it asks about, half for the other."""
    fit = speaks_for(clause.evidence, question, sides)
    if STATES & set(question.keys) and _only_of_a_relative(clause) and not any("=kin#" in key for key in question.keys):
        return fit * _OF_THE_OTHER
    if fit > 1 and "<recommend>" not in question.keys and _of_the_other(clause.text):
        return _OF_THE_OTHER
    if fit < 1 and question.whose is Whose.NAMED and _mentions(clause.text, question.named):
        return 0.9
    return fit


def _only_of_a_relative(clause: Clause) -> bool:
    """Tell whether a clause states something of a relative, as "my sister lives in Oslo" does, and not of the speaker."""
    return any(key.startswith("=kin#") for key in clause.keys) and bool(_RELATIVE_FIRST.match(clause.text))


def _of_the_other(text: str) -> bool:
    """Tell whether a clause speaks of the listener alone ("so glad you got support"): no word of the speaker's own."""
    return bool(_ABOUT_YOU.search(text)) and not _ABOUT_ME.search(text)


def _suits(question: Question, clause: Clause) -> float:
    """Return how well the form of the clause suits the kind of the question, 1 for a plain statement."""
    suits = 0.35 if clause.asks else 0.4 if clause.thin else 1.0
    if question.kind is Kind.WHEN:
        return suits * (1.3 if clause.when or HOURS.search(clause.text) else 1.0)
    if question.kind is not Kind.WHETHER and (clause.teases or says_little(question, clause)):
        suits *= 0.7
    if question.whose is Whose.CHARACTER and {"<recommend>", "<method>"} & set(question.keys):
        suits *= 1.25 if _ADVICE.search(clause.text) else 0.7
    if question.figure is not Figure.NONE:
        return suits * _figure_fit(question, clause)
    pattern = SUITS.get(question.kind)
    return suits * (1.0 if pattern is None else 1.25 if pattern.search(clause.text) else 0.7)


def holds_figure(question: Question, clause: Clause) -> bool:
    """Tell whether the clause holds the figure that is asked for; True where none is."""
    return question.figure is Figure.NONE or _figure_fit(question, clause) > _NO_FIGURE


def fits_figure(question: Question, clause: Clause) -> bool:
    """Tell whether the clause holds the very sum of money or measure that is asked for."""
    return question.figure in (Figure.MONEY, Figure.MEASURE) and _figure_fit(question, clause) == _FIGURE_FITS


def _figure_fit(question: Question, clause: Clause) -> float:
    """Return how well the figures of a clause suit: dates, list marks and what the question says itself are none."""
    text = clause.text
    for one in reversed(clause.when):
        text = text[: one.start] + " " * (one.end - one.start) + text[one.end :]
    text = _NO_FIGURES.sub(" ", _ITEM_MARK.sub("", text))
    asked = question.text.casefold()
    best = {Figure.MONEY: MONEY, Figure.MEASURE: _MEASURED}.get(question.figure, _COUNTED)
    for pattern, fit in ((best, _FIGURE_FITS), (_DIGITS, _OTHER_FIGURE)):
        if any(match[0].casefold() not in asked for match in pattern.finditer(text)):
            unnamed = question.figure is Figure.MEASURE and question.measured and not clause.keys & question.measured
            return _OTHER_FIGURE if unnamed else fit
    return _NO_FIGURE


def says_little(question: Question, clause: Clause) -> bool:
    """Tell whether the clause adds next to nothing to what the question says itself."""
    return len({key for key in clause.keys - set(question.keys) if not key.startswith("=")}) < _LITTLE_NEW


def _tells(question: Question, shares: dict[str, float]) -> bool:
    """Tell whether a key that means something is met; "recommend" alone answers nothing, unless nothing else is asked."""
    if any(shares[key] < _THREAD_SHARE for key in question.keys if "#" in key and key[0] != "="):
        return False  # of "Resort A" nothing tells but what names it
    strong = [key for key in question.keys if weight(key) >= _STRONG]
    return not strong or any(shares[key] >= _THREAD_SHARE for key in strong)


def _tells_of_another(question: Question, turn: set[str]) -> bool:
    """Tell whether a turn is about another relative or animal than each that the question names: 妹妹 for 爸爸."""
    for kind in ("=kin#", "=pet#"):
        asked, told = ({key for key in keys if key.startswith(kind)} for keys in (set(question.keys), turn))
        if asked and told and not asked & told:
            return True
    return False


def _mentions(text: str, names: Sequence[str]) -> bool:
    return any(name.casefold() in text.casefold() for name in names) or _of_the_other(text)


def side_of(evidence: Evidence, sides: Sides) -> Whose:
    """Return whose words the evidence is: the person's, the character's, those of someone else with a name, or nobody's."""
    if evidence.candidate.source is Source.KNOWLEDGE:
        return Whose.ANYBODY
    if evidence.candidate.role == "person":
        return Whose.PERSON
    speaker = evidence.candidate.speaker.strip().casefold()
    if (speaker and speaker == sides.person.strip().casefold()) or speaker in _PERSON_NAMES:
        return Whose.PERSON
    if (speaker and speaker == sides.character.strip().casefold()) or speaker in _CHARACTER_NAMES:
        return Whose.CHARACTER
    return Whose.NAMED if speaker else Whose.ANYBODY


def speaks_for(evidence: Evidence, question: Question, sides: Sides) -> float:
    """Return how well a speaker suits the question: 1.1 for the one it asks about, 1 where that is open, else about half."""
    side = side_of(evidence, sides)
    if side is Whose.ANYBODY or question.whose is Whose.ANYBODY:
        return 1.0
    if question.whose is Whose.NAMED:
        named = {name.strip().casefold() for name in question.named}
        return 1.1 if evidence.candidate.speaker.strip().casefold() in named else 0.45
    if side is Whose.NAMED:
        return 1.0
    return 1.1 if side is question.whose else 0.5


def on_days(question: Question, clause: Clause) -> bool:
    """Tell whether the clause was said on, or speaks of, a day that the question names."""
    if not question.days:
        return True
    spans = [(one.first, one.last) for one in clause.when]
    moment = clause.evidence.candidate.happened_at
    if moment.known and not (question.kind is Kind.WHEN and spans):  # "in July": what happened then, not what was said
        spans.append((moment.local().date(), moment.local().date()))
    if any(_meet(span, (day.first, day.last)) or _meets_any_year(span, day) for span in spans for day in question.days):
        return True
    return any(_speaks_of_month(clause.evidence.text, day) for day in question.days)


def _speaks_of_month(text: str, day: Resolved) -> bool:
    """Tell whether a turn names the month that the question names without a year: what is told is about that month.

    "The resort for May" is asked after in any year, and was talked about in another month.
    """
    if (
        _YEAR.search(day.phrase)
        or not _MONTH.search(day.phrase)
        or re.search(r"\d日|\d号|[a-z] ?\d|\d ?[a-z]", day.phrase)
    ):
        return False
    name, zh = _MONTH_NAMES[day.first.month - 1]
    pattern = rf"\b{name.capitalize()}[a-z]*\b|(?<![\d十]){day.first.month}月|(?<!十){zh}月"
    return (day.first.month, day.first.year) == (day.last.month, day.last.year) and bool(re.search(pattern, text))


def _meets_any_year(span: tuple[date, date], day: Resolved) -> bool:
    """Tell whether the span meets a day or month that was named without its year ("On May 2nd"), whatever the year."""
    if _YEAR.search(day.phrase) or not _MONTH.search(day.phrase):
        return False
    first, last = ((one.month, one.day) for one in (day.first, day.last))
    return first <= last and any(first <= (one.month, one.day) <= last for one in span)


def _meet(one: tuple[date, date], other: tuple[date, date]) -> bool:
    return one[0] <= other[1] and other[0] <= one[1]


def is_negative(clause: Clause) -> bool:
    """Tell whether the clause denies or dislikes."""
    return "<dislike>" in clause.keys or bool(NEGATED.search(clause.text))
