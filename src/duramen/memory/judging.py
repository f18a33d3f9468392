"""A judge model's verdict on a reply that the deterministic check passed (A20), where DURAMEN_JUDGE names one.

In: what a model answered, its prompt, the judge. Out: the same, with what the judge found. The judge is a second call of
the round and so the last: it is asked only where nothing else was, and what becomes of it is never an error of the round.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from duramen.checking import judge_prompt, judged
from duramen.domain.checks import Finding, Flaw
from duramen.domain.prompt import Prompt
from duramen.errors import ModelError
from duramen.memory.answering import Answered, plain
from duramen.memory.events import noted
from duramen.models.base import ChatModel
from duramen.text.abstaining import abstains

SUPPORTED, UNSUPPORTED, UNCHECKED = "supported", "unsupported", "unchecked"


def with_verdict(answered: Answered, prompt: Prompt, judge: ChatModel | None) -> Answered:
    """Return an answer with the judge's finding, if there is one, and with the verdict in a word.

    "" where the judge was not asked: none is configured, something was found already, the model was asked twice, or the
    reply says nothing that evidence could support. "unchecked" where it failed or gave no verdict.
    """
    parsed = answered.parsed
    shown = prompt.evidence or prompt.leaves
    if judge is None or answered.findings or answered.first_chars >= 0 or not shown:
        return answered
    if not parsed.response or abstains(parsed.response):
        return answered
    bound = parsed.analysis.bound if parsed.analysis else ()
    try:
        verdict = plain(judge, judge_prompt(prompt, parsed.response, bound), None)
    except ModelError as error:
        noted("judge_failed", error=type(error).__name__)
        return replace(answered, judge=UNCHECKED)
    findings = judged(verdict, parsed.response, bound, prompt.language)
    if findings is None:
        return replace(answered, judge=UNCHECKED)
    return replace(answered, findings=findings, judge=UNSUPPORTED if findings else SUPPORTED)


def kept_verdict(answered: Answered, trace: Mapping[str, Any]) -> Answered:
    """Return an answer read again with the verdict that its trace holds; no judge is asked."""
    found = [Finding(**{**one, "kind": Flaw(one["kind"])}) for one in trace.get("findings", ())]
    by_judge = tuple(one for one in found if one.kind is Flaw.JUDGED)
    return replace(answered, judge=trace.get("judge", ""), findings=answered.findings or by_judge)
