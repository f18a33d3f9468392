"""Choose which clauses of the evidence answer a question, and which of them newer ones have outdated.

In: a `Question`, clauses, who is who. Out: a `Choice`; empty picks mean that nothing recorded answers it.

A clause is scored by the question's keys that it holds, each weighted by what it says and by how rare it is in this
evidence; keys in the rest of its turn, or in another turn of its round, count a part. The score is multiplied by how
well speaker, days and form suit the question. Nothing is chosen whose share of the question's keys is too small.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

from duramen.domain.evidence import Evidence, Source
from duramen.models.extractive.clauses import Clause
from duramen.models.extractive.concepts import STATES, weight
from duramen.models.extractive.question import Kind, Question, Whose
from duramen.text.moments import Resolved


@dataclass(frozen=True, slots=True, kw_only=True)
class Sides:
    """The names of the two who talk, "" where they are not known."""

    person: str = ""
    character: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """What answers: `picks`, the best first; `outdated`, clauses that the first pick replaces, newest first.

    `repeats`: ids of evidence that only asks the same. `off_days`: the question names days, and the picks are of others.
    `when`: for a when-question, the days that the first pick, or a sentence beside it, names.
    """

    picks: tuple[Clause, ...] = ()
    outdated: tuple[Clause, ...] = ()
    repeats: tuple[str, ...] = ()
    off_days: bool = False
    when: Resolved | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Scored:
    """A clause with its score, its share of the question's keys, and whether it holds one that says something."""

    clause: Clause
    score: float
    cover: float
    telling: bool


_LEAST_COVER = 0.46
_TURN_SHARE, _REPLY_SHARE, _THREAD_SHARE = 0.5, 0.5, 0.35
_LITTLE_NEW = 2
_STRONG = 0.8
_GOOD_SHARE, _BESIDE_SHARE = 0.66, 0.42
_MOST_PICKS = 3
_SAME_QUESTION = 0.7

_PERSON_NAMES = frozenset(("user", "human", "me", "person", "我", "用户"))
_CHARACTER_NAMES = frozenset(("assistant", "ai", "bot", "character", "model", "助手", "助理", "ai伴侣"))
_ABOUT_YOU = re.compile(r"你|您|\byou(?:r|['’]re|['’]ve)?\b", re.I)
_ABOUT_ME = re.compile(r"我|咱|\b(?:i|me|my|mine|we|our|us)\b", re.I)
_OF_THE_OTHER = 0.6
_CHANGED = re.compile(
    r"搬|换|改成|改为|不再|现在|如今|已经不|辞|戒|新的?(?:家|工作|公司|房)|定居|离职|跳槽|\b(?:moved|switched|changed|now|no longer|any ?more|quit|left|instead|these days|new|gave up|stopped|used to)\b",
    re.I,
)
_NUMBER = re.compile(r"\d|[一二两三四五六七八九十百千万]+(?:个|次|本|部|天|年|人|岁|分钟|小时|公里|块|元|只|点)|\b(?:an hour|a (?:day|week|month|year|dozen|couple)|one|two|three|four|five|six|seven|eight|nine|ten|dozen|hundred|half|once|twice)\b", re.I)  # fmt: skip
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
_LISTING = re.compile(r"、|和|以及|或者|首先|另外|此外|, .*\band\b|\bor\b|\bsuch as\b|\balso\b|\d\.", re.I)
_OLDEST = re.compile(r"第一次|最早|最初|一开始|\b(?:first|earliest)\b", re.I)
_ADVICE = re.compile(
    r"可以|试试|尝试|建议|推荐|不妨|应该|需要|\b(?:you can|you could|try|recommend|suggest|should|how about|consider|there (?:is|are))\b",
    re.I,
)
_STEPS = re.compile(r"先|然后|再|最后|接着|\b(?:first|then|next|finally|after that)\b", re.I)
_SUITS = {
    Kind.HOW: _STEPS,
    Kind.COUNT: _NUMBER,
    Kind.WHY: _REASON,
    Kind.TITLE: _TITLE,
    Kind.WHERE: _PLACE,
    Kind.WHO: _WHO,
    Kind.LIST: _LISTING,
}


def choose(question: Question, clauses: Sequence[Clause], sides: Sides) -> Choice:
    """Return the clauses that answer `question`; ties go to the newer, then to the earlier in the prompt."""
    choice = _choose(question, clauses, sides)
    if question.kind is not Kind.WHEN or not choice.picks:
        return choice
    return replace(choice, when=_days_named(choice.picks[0], clauses))


def _days_named(pick: Clause, clauses: Sequence[Clause]) -> Resolved | None:
    """Return the most exact days that the clause names, else those of the nearest statement in the same turn."""
    beside = [one for one in clauses if one.evidence.id == pick.evidence.id and one.when and not one.asks]
    if pick.when:
        return min(pick.when, key=lambda one: (one.last - one.first, one.start))
    near = sorted(beside, key=lambda one: abs(one.start - pick.start))
    return near[0].when[0] if near else None


def _choose(question: Question, clauses: Sequence[Clause], sides: Sides) -> Choice:
    repeats = _repeats(question, clauses)
    usable = [clause for clause in clauses if clause.evidence.id not in repeats]
    if not question.keys:
        return _without_keys(question, usable, repeats, sides)
    scored = _score_all(question, usable, sides)
    enough = [one for one in scored if one.cover >= _LEAST_COVER and one.score > 0 and one.telling]
    on_days = [one for one in enough if _on_days(question, one.clause)]
    off_days = bool(question.days) and not on_days
    if off_days:
        enough = [one for one in enough if one.cover >= 2 * _LEAST_COVER]
    best = sorted(on_days or enough, key=_order)
    if not best:
        return Choice(repeats=repeats)
    return _with_updates(question, best, repeats, off_days=off_days)


def _order(one: _Scored) -> tuple[float, float, int, int]:
    moment = one.clause.evidence.candidate.happened_at.at_us
    return (-round(one.score, 6), -(moment if moment is not None else -math.inf), one.clause.place, one.clause.start)


def _repeats(question: Question, clauses: Sequence[Clause]) -> tuple[str, ...]:
    """Return the ids of evidence that does nothing but ask what is asked now."""
    asked = set(question.keys)
    found: dict[str, bool] = {}
    for clause in clauses:
        same = _plain(clause.text) == _plain(question.text)
        alike = bool(asked) and clause.asks and len(asked & clause.keys) >= _SAME_QUESTION * len(asked | clause.keys)
        found[clause.evidence.id] = found.get(clause.evidence.id, True) and (same or alike or clause.thin)
    only_thin = {one.evidence.id for one in clauses if one.thin} - {one.evidence.id for one in clauses if not one.thin}
    return tuple(id_ for id_, repeats in found.items() if repeats and id_ not in only_thin)


def _plain(text: str) -> str:
    return re.sub(r"\W+", "", text).casefold()


def _without_keys(question: Question, clauses: list[Clause], repeats: tuple[str, ...], sides: Sides) -> Choice:
    """Answer "and then?" and "what did we talk about on 2 May?": by the newest, or by what was said on those days."""
    telling = [one for one in clauses if not one.asks and not one.thin and one.keys]
    if _OLDEST.search(question.text):
        oldest = sorted(telling, key=_said_at)
        return Choice(picks=tuple(oldest[:1]), repeats=repeats)
    if question.days:
        told = [one for one in telling if _on_days(question, one)]
        own = [one for one in told if _speaks(one.evidence, question, sides) >= 1.0] or told
        firsts = list({one.evidence.id: one for one in reversed(own)}.values())[::-1]
        return Choice(picks=tuple(firsts[:_MOST_PICKS]), repeats=repeats)
    suited = [one for one in telling if question.kind not in _SUITS or _SUITS[question.kind].search(one.text)]
    if question.kind is Kind.WHEN:
        suited = [one for one in telling if one.when]
    newest = sorted(
        suited or telling, key=lambda one: (-(one.evidence.candidate.happened_at.at_us or 0), -one.place, one.start)
    )
    return Choice(picks=tuple(newest[:1]), repeats=repeats)


def _score_all(question: Question, clauses: Sequence[Clause], sides: Sides) -> list[_Scored]:
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
        telling = _tells(question, shares)
        speaks, suits = _speaks_to(question, clause, sides), _suits(question, clause)
        scored.append(
            _Scored(
                clause=clause,
                score=score * speaks * suits * (1 + 0.15 * prior),
                cover=cover * min(1.0, speaks),
                telling=telling,
            )
        )
    return scored


def _tells(question: Question, shares: dict[str, float]) -> bool:
    """Tell whether a key that means something is met; "recommend" alone answers nothing, unless nothing else is asked."""
    strong = [key for key in question.keys if weight(key) >= _STRONG]
    return not strong or any(shares[key] >= _THREAD_SHARE for key in strong)


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
    fit = _speaks(clause.evidence, question, sides)
    if fit > 1 and "<recommend>" not in question.keys and _of_the_other(clause.text):
        return _OF_THE_OTHER
    if fit < 1 and question.whose is Whose.NAMED and _mentions(clause.text, question.named):
        return 0.9
    return fit


def _of_the_other(text: str) -> bool:
    """Tell whether a clause speaks of the listener alone ("so glad you got support"): no word of the speaker's own."""
    return bool(_ABOUT_YOU.search(text)) and not _ABOUT_ME.search(text)


def _suits(question: Question, clause: Clause) -> float:
    """Return how well the form of the clause suits the kind of the question, 1 for a plain statement."""
    suits = 0.35 if clause.asks else 0.4 if clause.thin else 1.0
    if question.kind is Kind.WHEN:
        return suits * (1.3 if clause.when else 1.0)
    if question.kind is not Kind.WHETHER and (clause.teases or _says_little(question, clause)):
        suits *= 0.7
    if question.whose is Whose.CHARACTER and {"<recommend>", "<method>"} & set(question.keys):
        suits *= 1.25 if _ADVICE.search(clause.text) else 0.7
    pattern = _SUITS.get(question.kind)
    return suits * (1.0 if pattern is None else 1.25 if pattern.search(clause.text) else 0.7)


def _says_little(question: Question, clause: Clause) -> bool:
    """Tell whether the clause adds next to nothing to what the question says itself."""
    return len({key for key in clause.keys - set(question.keys) if not key.startswith("=")}) < _LITTLE_NEW


def _mentions(text: str, names: Sequence[str]) -> bool:
    return any(name.casefold() in text.casefold() for name in names) or _of_the_other(text)


def side_of(evidence: Evidence, sides: Sides) -> Whose:
    """Return whose words the evidence is: the person's, the character's, those of someone else with a name, or nobody's."""
    if evidence.candidate.source is Source.KNOWLEDGE:
        return Whose.ANYBODY
    speaker = evidence.candidate.speaker.strip().casefold()
    if (speaker and speaker == sides.person.strip().casefold()) or speaker in _PERSON_NAMES:
        return Whose.PERSON
    if (speaker and speaker == sides.character.strip().casefold()) or speaker in _CHARACTER_NAMES:
        return Whose.CHARACTER
    return Whose.NAMED if speaker else Whose.ANYBODY


def _speaks(evidence: Evidence, question: Question, sides: Sides) -> float:
    side = side_of(evidence, sides)
    if side is Whose.ANYBODY or question.whose is Whose.ANYBODY:
        return 1.0
    if question.whose is Whose.NAMED:
        named = {name.strip().casefold() for name in question.named}
        return 1.1 if evidence.candidate.speaker.strip().casefold() in named else 0.45
    if side is Whose.NAMED:
        return 1.0
    return 1.1 if side is question.whose else 0.5


def _on_days(question: Question, clause: Clause) -> bool:
    """Tell whether the clause was said on, or speaks of, a day that the question names."""
    if not question.days:
        return True
    spans = [(one.first, one.last) for one in clause.when]
    moment = clause.evidence.candidate.happened_at
    if moment.known and not (question.kind is Kind.WHEN and spans):  # "in July": what happened then, not what was said
        spans.append((moment.local().date(), moment.local().date()))
    return any(_meet(span, (day.first, day.last)) for span in spans for day in question.days)


def _meet(one: tuple[date, date], other: tuple[date, date]) -> bool:
    return one[0] <= other[1] and other[0] <= one[1]


_MUCH_COVER = 0.8


def _with_updates(question: Question, best: list[_Scored], repeats: tuple[str, ...], *, off_days: bool) -> Choice:
    """Take the best, a newer statement about the same state before it, and more where several are wanted."""
    top = best[0]
    near = [one for one in best if one.cover >= _MUCH_COVER * top.cover]
    states = STATES & set(question.keys) & top.clause.keys
    if states and not top.clause.asks and question.kind is not Kind.WHEN and not question.days:
        newest, older = _newest_of(
            [one.clause for one in near if states & one.clause.keys and _rivals(one.clause, top.clause)]
        )
        if older and (_CHANGED.search(newest.text) or question.kind in (Kind.WHERE, Kind.WHAT, Kind.WHO, Kind.TITLE)):
            return Choice(picks=(newest,), outdated=older, repeats=repeats, off_days=off_days)
    picks = [top.clause]
    if question.several or question.kind is Kind.LIST:
        for one in near:
            fresh = all(one.clause.evidence.id != pick.evidence.id for pick in picks)
            if (
                fresh
                and not one.clause.asks
                and not one.clause.thin
                and _rivals(one.clause, top.clause)
                and len(picks) < _MOST_PICKS
                and one.score >= _GOOD_SHARE * top.score
            ):
                picks.append(one.clause)
    if len(picks) == 1 and _wants_more(question, top.clause):
        picks += _beside(top, best)
    return Choice(picks=tuple(picks), repeats=repeats, off_days=off_days)


def _newest_of(rivals: list[Clause]) -> tuple[Clause, tuple[Clause, ...]]:
    """Return the newest of several statements about one state, and the older ones from the newest on."""
    newest = max(rivals, key=_said_at)
    older = [one for one in rivals if _said_at(one) < _said_at(newest) and one.evidence.id != newest.evidence.id]
    return newest, tuple(sorted(older, key=_said_at, reverse=True))


def _wants_more(question: Question, top: Clause) -> bool:
    """Tell whether the best clause leaves the question open: it announces, or lacks what this kind of answer has."""
    if question.kind in (Kind.WHEN, Kind.WHETHER):
        return False
    pattern = _SUITS.get(question.kind)
    return top.teases or _says_little(question, top) or pattern is None or not pattern.search(top.evidence.text)


def _beside(top: _Scored, scored: list[_Scored]) -> list[Clause]:
    """Return the best clause that the same speaker said one or two turns before or after in the same talk."""
    own = top.clause.evidence.candidate
    for one in scored:
        other = one.clause.evidence.candidate
        close = (
            other.session == own.session and 0 < abs(other.item_id - own.item_id) <= 2 and other.speaker == own.speaker
        )
        if close and not one.clause.asks and not one.clause.thin and one.score >= _BESIDE_SHARE * top.score:
            return [one.clause]
    return []


def _rivals(one: Clause, top: Clause) -> bool:
    return one.evidence.candidate.speaker == top.evidence.candidate.speaker and not one.asks


def _said_at(clause: Clause) -> tuple[int, int, int]:
    moment = clause.evidence.candidate.happened_at.at_us
    return (moment if moment is not None else -(2**62), clause.place, clause.start)
