"""Half automatic review (A15): which rounds rules can judge alone, and what makes the others doubtful.

In: an answered round. Out: a `PreJudgement`: the automatic verdicts and the doubts, by code. Every rule is written out in
docs/how-to/review.md; each is about the round alone, so that the same round is always judged the same.
"""

from __future__ import annotations

from dataclasses import dataclass

from duramen.domain.reply import ReplyState, Verdict
from duramen.scoring.rationality import outdated_bindings, rationality
from duramen.scoring.support import SUPPORTED_SHARE, AnsweredRound, Support, share_of, support

LOW_RATIONALITY = 60
NEAR_THRESHOLD = 0.1
"""Evidence that passed the threshold by less than this share of it is near it."""
ON_QUESTION_SHARE = 0.5
"""The share of the question's words that must stand in the answer and what it rests on, for rules to see that it answers."""
ECHO_SHARE = 0.8
"""From this share of its words in the question on, an answer is an echo."""
GOLD_SHARE = 0.8
"""The share of the expected answer's words that must stand in a reply for rules to call it right."""
DOUBTS: dict[str, dict[str, str]] = {
    "no-evidence": {"en": "no evidence was in the prompt", "zh": "提示中没有证据"},
    "no-analysis": {"en": "there is no analysis", "zh": "没有分析"},
    "no-binding": {"en": "the answer rests on nothing", "zh": "回答没有依据"},
    "unknown-ids": {"en": "names evidence that was not there", "zh": "引用了不存在的证据"},
    "verdicts-contradict": {"en": "rests on what it rejects itself", "zh": "依据了自己否定的证据"},
    "dates-disagree": {"en": "newer evidence says otherwise", "zh": "较新的证据说法不同"},
    "weak-support": {"en": "the evidence holds too little of the answer", "zh": "证据对回答的支持不足"},
    "number-unsupported": {"en": "a number of the answer is not in the evidence", "zh": "回答中的数字不在证据里"},
    "off-question": {"en": "too little of the question is in the answer", "zh": "回答与问题的关联不足"},
    "echo": {"en": "the answer says again what was asked", "zh": "回答只是重复了问题"},
    "near-threshold": {"en": "the evidence passed only just", "zh": "证据分数接近阈值"},
    "low-rationality": {"en": f"rationality under {LOW_RATIONALITY}", "zh": f"合理性低于 {LOW_RATIONALITY}"},
    "not-clean": {"en": "the model had to be asked again, or its reply is marked", "zh": "经过重问，或回复被标记"},
    "check-finding": {"en": "the check of the reply found something wrong", "zh": "自检发现问题"},
    "abstains": {"en": "says that it does not know", "zh": "表示不知道"},
    "differs-from-gold": {"en": "is not the expected answer", "zh": "与标准答案不同"},
}
_CLEAR = {"en": "clear: {ids} supports it ({share:.0%})", "zh": "明确：{ids} 支持回答（{share:.0%}）"}
_RIGHTLY_SILENT = {"en": "clear: there is nothing to know, and it says so", "zh": "明确：本无答案，回复也如实说明"}


@dataclass(frozen=True, slots=True, kw_only=True)
class PreJudgement:
    """What rules say of a round: whether evidence supports the answer, whether it is right, and the doubts, by code.

    Without doubts the round is clear. `because`: why, by language.
    """

    support: bool
    correct: bool
    doubts: tuple[str, ...]
    because: dict[str, str]

    @property
    def clear(self) -> bool:
        """Tell whether the rules have no doubt."""
        return not self.doubts


@dataclass(frozen=True, slots=True, kw_only=True)
class Circumstances:
    """What else bears on a round.

    `margin`: by how much of the threshold its best cited evidence passed it, None where there is no threshold.
    `found_wrong`: the reply's own check found something. `gold`: the answer expected, "" for "there is nothing to know", None
    where unknown.
    """

    state: ReplyState
    margin: float | None = None
    found_wrong: bool = False
    gold: str | None = None


def prejudge(answered: AnsweredRound, about: Circumstances) -> PreJudgement:
    """Judge a round by rules alone.

    Supported: something that was in the prompt is cited, holds enough of the answer's words and all its numbers.
    Correct: supported, by what still holds, not marked, and the expected answer where there is one; or an abstention where
    there is nothing to know.
    """
    found = support(answered, answered.cited())
    supported = bool(answered.cited()) and found.holds and not answered.abstains
    doubts = [code for code, applies in _doubts(answered, about, found).items() if applies]
    if about.gold == "" and answered.abstains:
        left = tuple(code for code in doubts if code in ("unknown-ids", "verdicts-contradict", "not-clean"))
        return PreJudgement(
            support=True, correct=True, doubts=left, because=_RIGHTLY_SILENT if not left else _say(left)
        )
    wrong = {"verdicts-contradict", "dates-disagree", "differs-from-gold"} & set(doubts)
    correct = supported and not wrong and about.state is not ReplyState.MARKED
    if doubts:
        return PreJudgement(support=supported, correct=correct, doubts=tuple(doubts), because=_say(tuple(doubts)))
    ids = ", ".join(piece.id for piece in answered.cited())
    because = {language: said.format(ids=ids, share=found.share) for language, said in _CLEAR.items()}
    return PreJudgement(support=supported, correct=correct, doubts=(), because=because)


def _doubts(answered: AnsweredRound, about: Circumstances, found: Support) -> dict[str, bool]:
    analysis, cited = answered.analysis, answered.cited()
    claims = bool(cited) and not answered.abstains
    verdicts = dict(analysis.verdicts) if analysis else {}
    bound = analysis.bound if analysis else ()
    against = (Verdict.OUTDATED, Verdict.CONTRADICTS, Verdict.IRRELEVANT)
    rejected = [id_ for id_ in bound if verdicts.get(id_) in against]
    outdated = [id_ for id_ in outdated_bindings(answered, analysis) if id_ not in rejected] if analysis else []
    return {
        "no-evidence": not answered.material,
        "no-analysis": analysis is None or not analysis.text,
        "no-binding": not cited and not answered.abstains,
        "unknown-ids": bool(analysis and analysis.unknown_ids),
        "verdicts-contradict": bool(rejected),
        "dates-disagree": bool(outdated),
        "weak-support": claims and found.share < SUPPORTED_SHARE,
        "number-unsupported": claims and bool(found.numbers),
        "off-question": claims and about.gold is None and _on_question(answered) < ON_QUESTION_SHARE,
        "echo": claims and about.gold is None and share_of(answered.response, answered.question) >= ECHO_SHARE,
        "near-threshold": about.margin is not None and about.margin < NEAR_THRESHOLD,
        "low-rationality": rationality(answered).score < LOW_RATIONALITY,
        "not-clean": about.state in (ReplyState.MARKED, ReplyState.REASKED),
        "check-finding": about.found_wrong,
        "abstains": answered.abstains,
        "differs-from-gold": about.gold is not None and not _is_gold(answered, about.gold),
    }


def _on_question(answered: AnsweredRound) -> float:
    """A quotation is always supported, and may still answer something else."""
    return share_of(answered.question, "\n".join([answered.response, *(piece.text for piece in answered.cited())]))


def _is_gold(answered: AnsweredRound, gold: str) -> bool:
    if not gold:
        return answered.abstains
    return not answered.abstains and share_of(gold, answered.response) >= GOLD_SHARE


def _say(doubts: tuple[str, ...]) -> dict[str, str]:
    return {
        "en": "doubtful: " + "; ".join(DOUBTS[code]["en"] for code in doubts),
        "zh": "待核：" + "；".join(DOUBTS[code]["zh"] for code in doubts),
    }
