"""The rationality of an answer, 0 to 100 (A10), exactly by the rubric that docs/reference/rationality.md writes out.

In: an answered round. Out: `Rationality`, its five criteria with their points and reasons. Deterministic; nothing here asks
a model. It is about how an answer was arrived at and bound, not about whether it is right.
"""

from __future__ import annotations

from dataclasses import dataclass

from duramen.domain.reply import Analysis, Need, Verdict
from duramen.scoring.support import SUPPORTED_SHARE, AnsweredRound, support

POINTS = {"ids": 20, "support": 30, "need": 20, "newest": 20, "length": 10}
"""What each criterion is worth; together 100."""
_AGAINST = (Verdict.OUTDATED, Verdict.CONTRADICTS, Verdict.IRRELEVANT)


@dataclass(frozen=True, slots=True, kw_only=True)
class Criterion:
    """What one criterion gave, of how much, and why in a few words."""

    name: str
    points: float
    of: int
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Rationality:
    """The score, a whole number from 0 to 100, and what it is made of; no criteria where there is no analysis."""

    score: int
    criteria: tuple[Criterion, ...] = ()


def rationality(answered: AnsweredRound) -> Rationality:
    """Return the score of one answer; 0 without an analysis, since nothing then says what the answer rests on."""
    analysis = answered.analysis
    if analysis is None or not analysis.text:
        return Rationality(score=0)
    shares = {
        "ids": _ids(answered, analysis),
        "support": _support(answered, analysis),
        "need": _need(answered, analysis),
        "newest": _newest(answered, analysis),
        "length": (1.0, "in bounds") if analysis.in_bounds else (0.0, "too short or too long"),
    }
    criteria = tuple(
        Criterion(name=name, points=share * POINTS[name], of=POINTS[name], why=why)
        for name, (share, why) in shares.items()
    )
    # A quarter point more than half rounds as by hand, whatever the last bit of the sum.
    return Rationality(score=int(sum(one.points for one in criteria) + 0.5 + 1e-9), criteria=criteria)


def rests_on_nothing_rightly(answered: AnsweredRound, analysis: Analysis) -> bool:
    """Tell whether there was nothing to cite: the reply abstains, or no evidence is said to be needed."""
    return answered.abstains or analysis.need is Need.NONE


def outdated_bindings(answered: AnsweredRound, analysis: Analysis) -> list[str]:
    """Return the ids that an answer rests on and should not.

    Those to which newer material of the prompt says otherwise, unless the answer rests on that too and so tells of the
    change; and those that the analysis itself calls outdated, contradicting or irrelevant.
    """
    verdicts, there = dict(analysis.verdicts), {piece.id for piece in answered.material}
    newer = {piece.id: piece.disagrees_with for piece in answered.material if piece.disagrees_with in there}
    return [
        id_
        for id_ in dict.fromkeys(analysis.bound)
        if verdicts.get(id_) in _AGAINST or newer.get(id_, id_) not in analysis.bound
    ]


def _ids(answered: AnsweredRound, analysis: Analysis) -> tuple[float, str]:
    known = {*analysis.bound, *(id_ for id_, _ in analysis.verdicts)}
    unknown = set(analysis.unknown_ids)
    if not known and not unknown:
        return (1.0, "nothing to name") if rests_on_nothing_rightly(answered, analysis) else (0.0, "names no id")
    return len(known) / (len(known) + len(unknown)), f"{len(unknown)} of {len(known) + len(unknown)} ids do not exist"


def _support(answered: AnsweredRound, analysis: Analysis) -> tuple[float, str]:
    cited = answered.cited()
    if answered.abstains:
        return (0.0, "abstains, yet rests on evidence") if cited else (1.0, "abstains and rests on nothing")
    if not cited and analysis.need is not Need.NONE:
        return 0.0, "rests on nothing"
    found = support(answered, cited)
    if not cited:
        return (0.0, f"says {', '.join(found.numbers)} from nowhere") if found.numbers else (1.0, "nothing to support")
    share = min(1.0, found.share / SUPPORTED_SHARE) * (0.5 if found.numbers else 1.0)
    missing = f"; not there: {', '.join(found.numbers)}" if found.numbers else ""
    return share, f"{found.share:.0%} of its words are in the evidence{missing}"


def _need(answered: AnsweredRound, analysis: Analysis) -> tuple[float, str]:
    if analysis.need is Need.UNSTATED:
        return 0.0, "says no need"
    sources = [piece.source for piece in answered.cited()]
    if not sources:
        fits = rests_on_nothing_rightly(answered, analysis)
        return (1.0, "rests on nothing, rightly") if fits else (0.0, f"needs {analysis.need.value}, rests on nothing")
    if analysis.need is Need.NONE:
        return 0.0, "needs none, yet rests on some"
    if analysis.need is Need.SEVERAL:
        return (1.0, "several sources") if len(set(sources)) > 1 else (0.5, "needs several, rests on one")
    share = sources.count(analysis.need.value) / len(sources)
    return share, f"{share:.0%} of what it rests on is {analysis.need.value}"


def _newest(answered: AnsweredRound, analysis: Analysis) -> tuple[float, str]:
    if not analysis.bound:
        fits = rests_on_nothing_rightly(answered, analysis)
        return (1.0, "rests on nothing, rightly") if fits else (0.0, "rests on nothing")
    wrong = outdated_bindings(answered, analysis)
    why = f"rests on {', '.join(wrong)}, which does not hold" if wrong else "what it rests on holds"
    return 1.0 - len(wrong) / len(set(analysis.bound)), why
