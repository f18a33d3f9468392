"""Choose which clauses of the evidence answer a question, and which of them newer ones have outdated.

In: a `Question`, clauses, who is who. Out: a `Choice`; empty picks mean that nothing recorded answers it.

The best clause by `scoring` answers, if it covers enough of what is asked and was said on, or speaks of, the days that
the question names. Of statements about one state (a home, a job, a liking) the newest holds, and the others are outdated.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from duramen.domain.evidence import Source
from duramen.models.extractive.clauses import Clause
from duramen.models.extractive.concepts import STATES, weight
from duramen.models.extractive.question import Figure, Kind, Question
from duramen.models.extractive.scoring import (
    HOURS,
    SUITS,
    Scored,
    Sides,
    fits_figure,
    holds_figure,
    is_negative,
    on_days,
    says_little,
    score_clauses,
    speaks_for,
)
from duramen.text.moments import Resolved


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """What answers: `picks`, the best first; `outdated`, clauses that the first pick replaces, newest first.

    `repeats`: ids of evidence that only asks the same. `off_days`: the question names days, and the picks are of others.
    `no_figure`: the question wants a figure, and the picks hold none. `when`: for a when-question, the days that the first pick, or a sentence beside it, names.
    """

    picks: tuple[Clause, ...] = ()
    outdated: tuple[Clause, ...] = ()
    repeats: tuple[str, ...] = ()
    off_days: bool = False
    when: Resolved | None = None
    no_figure: bool = False


_LEAST_COVER, _MUCH_COVER, _OPEN_COVER = 0.4, 0.8, 0.6
_GOOD_SHARE, _BESIDE_SHARE = 0.66, 0.42
_MOST_PICKS = 3
_SAME_QUESTION = 0.7

_CHANGED = re.compile(
    r"搬|换|改成|改为|不再|现在|如今|已经不|辞|戒|新的?(?:家|工作|公司|房)|定居|离职|跳槽|\b(?:moved|switched|changed|now|no longer|any ?more|quit|left|instead|these days|new|gave up|stopped|used to)\b",
    re.I,
)
_CORRECTS = re.compile(
    r"(?:说|记|弄|搞)错|更正|不是[^，。]{1,10}[，,]?(?:而)?是|不是[^，。]{1,10}。|\b(?:got (?:that|it) wrong|correction|i meant|i misspoke|was wrong)\b",
    re.I,
)
_ASKED = re.compile(r"问|\bask", re.I)
_OLDEST = re.compile(r"第一次|最早|最初|一开始|\b(?:first|earliest)\b", re.I)


def choose(question: Question, clauses: Sequence[Clause], sides: Sides) -> Choice:
    """Return the clauses that answer `question`; ties go to the newer, then to the earlier in the prompt."""
    choice = _choose(question, clauses, sides)
    if question.kind is not Kind.WHEN or not choice.picks:
        return choice
    return replace(choice, when=_days_named(choice.picks[0], clauses))


def _days_named(pick: Clause, clauses: Sequence[Clause]) -> Resolved | None:
    """Return the most exact days that the clause names, else those of the nearest statement in the same turn.

    A document speaks of no day by a relative word: "on Saturdays" is a habit. Nor does a clause that tells the hours.
    """
    if pick.evidence.candidate.source is Source.KNOWLEDGE:
        dated = [one for one in pick.when if any(char.isdigit() for char in one.phrase)]
        return min(dated, key=lambda one: (one.last - one.first, one.start), default=None)
    if not pick.when and HOURS.search(pick.text):
        return None
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
    scored = score_clauses(question, usable, sides)
    silent = set() if _ASKED.search(question.text) else _only_asking(usable)
    enough = [
        one
        for one in scored
        if one.cover >= _LEAST_COVER and one.score > 0 and one.telling and one.clause.evidence.id not in silent
    ]
    enough = [one for one in enough if fits_figure(question, one.clause)] or enough
    timely = [one for one in enough if on_days(question, one.clause)]
    off_days = bool(question.days) and not timely
    if off_days:
        enough = [one for one in enough if one.cover >= 2 * _LEAST_COVER]
    best = sorted(timely or enough, key=_order)
    if not best or _leaves_open(question, best):
        return Choice(repeats=repeats)
    choice = _corrected(_with_updates(question, best), [one.clause for one in scored])
    if len(choice.picks) == 1 and not choice.outdated and _wants_more(question, choice.picks[0]):
        choice = replace(choice, picks=(*choice.picks, *_beside(best[0], sorted(scored, key=_order))))
    no_figure = not any(holds_figure(question, pick) for pick in choice.picks)
    return replace(choice, repeats=repeats, off_days=off_days, no_figure=no_figure)


def _only_asking(clauses: list[Clause]) -> set[str]:
    """Return the ids of evidence that states nothing: what only asks answers nothing, however near it is."""
    stating = {one.evidence.id for one in clauses if not one.asks and not one.thin}
    return {one.evidence.id for one in clauses if one.asks} - stating


def _leaves_open(question: Question, best: list[Scored]) -> bool:
    """Tell whether a figure is asked for, none is there, and what is there only brushes the question."""
    if question.figure is Figure.NONE or any(holds_figure(question, one.clause) for one in best):
        return False
    return best[0].cover < _OPEN_COVER


def _order(one: Scored) -> tuple[float, float, int, int]:
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
        told = [one for one in telling if on_days(question, one)]
        own = [one for one in told if speaks_for(one.evidence, question, sides) >= 1.0] or told
        firsts = list({one.evidence.id: one for one in reversed(own)}.values())[::-1]
        return Choice(picks=tuple(firsts[:_MOST_PICKS]), repeats=repeats)
    suited = [one for one in telling if question.kind not in SUITS or SUITS[question.kind].search(one.text)]
    if question.kind is Kind.WHEN:
        suited = [one for one in telling if one.when]
    newest = sorted(suited or telling, key=_said_at, reverse=True)
    return Choice(picks=tuple(newest[:1]), repeats=repeats)


def _with_updates(question: Question, best: list[Scored]) -> Choice:
    """Take the best, a newer statement about the same state before it, and more where several are wanted."""
    top = best[0]
    near = [one for one in best if one.cover >= _MUCH_COVER * top.cover]
    states = STATES & set(question.keys) & top.clause.keys
    if states and not top.clause.asks and question.kind is not Kind.WHEN and not question.days:
        newest, older = _newest_of(
            [
                one.clause
                for one in near
                if states & one.clause.keys
                and _rivals(one.clause, top.clause)
                and _relatives(one.clause) == _relatives(top.clause)
            ]
        )
        if older and (_CHANGED.search(newest.text) or question.kind in (Kind.WHERE, Kind.WHAT, Kind.WHO, Kind.TITLE)):
            return Choice(picks=(newest,), outdated=older)
    turned = _turned(question, [one.clause for one in near if _rivals(one.clause, top.clause)])
    if turned:
        return Choice(picks=turned[:1], outdated=turned[1:])
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
    return Choice(picks=tuple(picks))


def _corrected(choice: Choice, clauses: list[Clause]) -> Choice:
    """Put a later correction by the same speaker about the same thing before what it corrects."""
    top = choice.picks[0]
    later = [
        clause
        for clause in clauses
        if _said_at(clause) > _said_at(top)
        and clause.evidence.id != top.evidence.id
        and _rivals(clause, top)
        and _CORRECTS.search(clause.evidence.text)
        and any(weight(key) >= 1.0 for key in clause.keys & top.keys)
    ]
    if not later:
        return choice
    newest = max(later, key=lambda clause: (_said_at(clause)[0], len(clause.keys & top.keys), _said_at(clause)))
    return replace(choice, picks=(newest,), outdated=(top, *choice.outdated))


def _turned(question: Question, rivals: list[Clause]) -> tuple[Clause, ...]:
    """Return the newest statement of a liking, then the older ones that say the opposite; () when none does."""
    matter = {key for key in question.keys if not key.startswith("=")} - {"<dislike>"}
    if "<like>" not in matter or len(matter) == 1 or question.kind is not Kind.WHETHER:
        return ()
    about = [one for one in rivals if matter <= one.keys]
    newest, older = _newest_of(about) if about else (None, ())
    opposite = tuple(one for one in older if newest and is_negative(one) != is_negative(newest))
    return (newest, *opposite) if newest and opposite else ()


def _newest_of(rivals: list[Clause]) -> tuple[Clause, tuple[Clause, ...]]:
    """Return the newest of several statements about one state, and the older ones from the newest on."""
    newest = max(rivals, key=_said_at)
    older = [one for one in rivals if _said_at(one) < _said_at(newest) and one.evidence.id != newest.evidence.id]
    return newest, tuple(sorted(older, key=_said_at, reverse=True))


def _wants_more(question: Question, top: Clause) -> bool:
    """Tell whether the best clause leaves the question open: it announces, or lacks what this kind of answer has."""
    if question.kind in (Kind.WHEN, Kind.WHETHER):
        return False
    pattern = SUITS.get(question.kind)
    return top.teases or says_little(question, top) or (pattern is not None and not pattern.search(top.evidence.text))


def _beside(top: Scored, scored: list[Scored]) -> list[Clause]:
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


def _relatives(clause: Clause) -> set[str]:
    return {key for key in clause.keys if key.startswith("=kin#")}


def _said_at(clause: Clause) -> tuple[int, int, int]:
    moment = clause.evidence.candidate.happened_at.at_us
    return (moment if moment is not None else -(2**62), clause.place, clause.start)
