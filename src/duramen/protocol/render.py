"""Writes the protocol: the analysis in its full and compact forms, and the tags around analysis and response.

In: a need, verdicts, the ids an answer rests on, a language and a form. Out: text that `parsing.parse` reads back
to the same values. Models are asked for exactly this text, and the extractive model produces it.
"""

from __future__ import annotations

from collections.abc import Sequence

from duramen.domain.prompt import ProtocolForm
from duramen.domain.reply import Need, Verdict
from duramen.errors import BadSetting
from duramen.protocol.words import NEED_WORDS, VERDICT_WORDS

ANALYSIS_OPEN, ANALYSIS_CLOSE = "<analysis>", "</analysis>"
RESPONSE_OPEN, RESPONSE_CLOSE = "<response>", "</response>"


def wrap(analysis: str, response: str) -> str:
    """Put analysis and response into their tags, one line break between the two elements; neither is escaped."""
    return f"{ANALYSIS_OPEN}{analysis}{ANALYSIS_CLOSE}\n{RESPONSE_OPEN}{response}{RESPONSE_CLOSE}"


def render_analysis(
    *,
    need: Need,
    verdicts: Sequence[tuple[str, Verdict]],
    bound: Sequence[str],
    language: str,
    form: ProtocolForm,
) -> str:
    """Write an analysis in one line.

    `verdicts` and `bound` keep their order; an empty one is left out of the full form, and the compact form writes
    `use=none`. The compact form is the same in both languages and carries no verdicts. `ProtocolForm.NONE` gives "".
    Raises BadSetting for a language other than "en" and "zh". Source: DESIGN point 13, feature A8.
    """
    if language not in NEED_WORDS:
        raise BadSetting(f"language {language!r} has no protocol words; use 'en' or 'zh'")
    if form is ProtocolForm.NONE:
        return ""
    if form is ProtocolForm.COMPACT:
        return f"need={need.value}; use={','.join(bound) or 'none'}"
    need_word = NEED_WORDS[language][need]
    words = VERDICT_WORDS[language]
    judged = [f"{item} {words[verdict]}" for item, verdict in verdicts]
    if language == "zh":
        parts = [f"需要：{need_word}", "，".join(judged), f"依据 {'、'.join(bound)}" if bound else ""]
        return "；".join(part for part in parts if part)
    parts = [f"need: {need_word}", ", ".join(judged), f"rests on {', '.join(bound)}" if bound else ""]
    return "; ".join(part for part in parts if part)
