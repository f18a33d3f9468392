"""The words of the checks: why something is found wrong, and the one short message that asks for a better reply.

In: findings. Out: sentences in English or Chinese, for the person and for the model.
"""

from __future__ import annotations

from collections.abc import Sequence

from duramen.domain.checks import Finding, Flaw

_REASONS = {
    "en": {
        Flaw.NUMBER: ("nothing that was shown says this number", "{id} says otherwise"),
        Flaw.DATE: ("nothing that was shown happened then", "{id} is of another time"),
        Flaw.NAME: ("this name stands in nothing that was shown", "{id} names another"),
        Flaw.NEGATION: ("what was shown says the opposite", "{id} says the opposite"),
        Flaw.OUTDATED: ("it is no longer so", "it is no longer so: {id} says otherwise"),
        Flaw.JUDGED: ("the judge finds no support for it", "the judge finds no support for it in {id}"),
    },
    "zh": {
        Flaw.NUMBER: ("所给的证据里没有这个数", "与 {id} 所说的数不符"),
        Flaw.DATE: ("所给的证据里没有这个时间", "与 {id} 的时间不符"),
        Flaw.NAME: ("所给的证据里没有这个名字", "与 {id} 里的名字不符"),
        Flaw.NEGATION: ("所给的证据说的正相反", "{id} 说的正相反"),
        Flaw.OUTDATED: ("这已经不是现状", "这已经不是现状：{id} 说的不同"),
        Flaw.JUDGED: ("评判模型认为没有依据", "评判模型认为 {id} 里没有依据"),
    },
}
_AGAIN = {
    "en": (
        "Your reply cannot stay as it is: ",
        "; ",
        "“{words}”: {reason}",
        ". Write it again in the same form, without this. Say only what the evidence says, in your role.",
    ),
    "zh": (
        "你的回复有问题：",
        "；",
        "“{words}”，{reason}",
        "。请按同样的格式重写，改掉这些，只说证据里有的，并保持你的角色。",
    ),
}
MOST_TOLD = 4
"""So many findings are told to the model; a list of all would drown the question."""


def reason(kind: Flaw, against: str, language: str) -> str:
    """Return why a claim is found wrong, in "zh" or "en"; it names an id, and repeats no words of what it names."""
    plain, named = _REASONS["zh" if language == "zh" else "en"][kind]
    return named.format(id=against) if against else plain


def retry_message(findings: Sequence[Finding], reply: str, language: str) -> str:
    """Return the message that asks the model for its reply once more, naming what was wrong with it."""
    opening, joint, one, closing = _AGAIN["zh" if language == "zh" else "en"]
    told = [
        one.format(words=" ".join(reply[f.start : f.end].split())[:120], reason=f.reason) for f in findings[:MOST_TOLD]
    ]
    return opening + joint.join(told) + closing
