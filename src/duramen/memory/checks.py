"""Checking a reply as the preset says: its claims against what was shown, its manner against the card (A20, A21).

In: a reply as parsed, the prompt that it answers, the settings. Out: findings, and which of them call for a retry.
"""

from __future__ import annotations

from collections.abc import Iterable

from duramen.checking import check_card, check_claims, grounds_of
from duramen.domain.character import Card
from duramen.domain.checks import CLAIMS, Finding
from duramen.domain.preset import Check
from duramen.domain.prompt import Prompt
from duramen.domain.reply import ParsedReply


def examined(parsed: ParsedReply, prompt: Prompt, check: Check) -> tuple[Finding, ...]:
    """Return what is wrong with a reply, by the checks that are on, in the order of its text."""
    card = prompt.card or Card(name=prompt.character, source_format="none")
    found: list[Finding] = []
    if check.self_check != "off":
        bound = parsed.analysis.bound if parsed.analysis else ()
        found += check_claims(parsed.response, grounds_of(prompt, bound, card))
    if check.card_check != "off":
        found += check_card(parsed.response, card, prompt.person)
    return tuple(sorted(found, key=lambda one: (one.start, one.end)))


def to_mend(findings: Iterable[Finding], check: Check) -> tuple[Finding, ...]:
    """Return the findings for which the settings ask the model once more."""
    return tuple(one for one in findings if (check.self_check if one.kind in CLAIMS else check.card_check) == "retry")
