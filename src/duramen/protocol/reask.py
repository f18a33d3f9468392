"""The ladder after parsing: whether one short re-ask is due, what it says, and what comes of it (A9).

In: parsed replies. Out: a reason, an instruction, a settled reply. The ladder has three steps, none of which loses a
round: mend without a model (`parse`), ask once more (here), mark. At most one extra model call a round (DESIGN
point 13); whoever drives the model counts.
"""

from __future__ import annotations

from dataclasses import replace

from duramen.domain.reply import ParsedReply, ReplyState
from duramen.errors import BadSetting
from duramen.protocol.parsing import mark

REASONS = ("no-response", "no-tags", "no-analysis", "only-unknown-ids")

_MESSAGES = {
    "en": {
        "no-response": "Your answer has no reply in it.",
        "no-tags": "Your answer has no tags.",
        "no-analysis": "Your answer has no analysis.",
        "only-unknown-ids": "Your analysis cites ids that were not given.",
    },
    "zh": {
        "no-response": "你的回答里没有回复部分。",
        "no-tags": "你的回答没有使用标签。",
        "no-analysis": "你的回答里没有分析部分。",
        "only-unknown-ids": "你的分析引用了没有给出的编号。",
    },
}
_ORDERS = {
    "en": "Write it again, exactly in this form and nothing else:\n"
    "<analysis>one short line</analysis>\n<response>the reply to the person</response>",
    "zh": "请重写，严格按下面的格式，不要写别的：\n<analysis>一行简短的分析</analysis>\n<response>给对方的回复</response>",
}


def needs_reask(parsed: ParsedReply, *, strict: bool = False) -> str:
    """Return why one short re-ask is due, or "".

    Always when there is no response ("no-response"). Under `strict` also for "no-tags", "no-analysis" (none, or a
    blank one) and "only-unknown-ids" (ids are cited, and none of them was in the prompt), in this order. A reply
    that was re-asked or marked already is never asked for again.
    """
    if parsed.state in (ReplyState.REASKED, ReplyState.MARKED):
        return ""
    if not parsed.response:
        return "no-response"
    if not strict:
        return ""
    analysis = parsed.analysis
    if "no-tags" in parsed.repairs:
        return "no-tags"
    if analysis is None or not analysis.text:
        return "no-analysis"
    return "only-unknown-ids" if analysis.unknown_ids and not analysis.bound else ""


def reask_message(parsed: ParsedReply, language: str, *, strict: bool = False) -> str:
    """Return the instruction to send, in "en" or "zh"; "" when no re-ask is due.

    It names what was wrong and repeats the form, without anything of what the model wrote. Raises BadSetting for
    another language.
    """
    if language not in _MESSAGES:
        raise BadSetting(f"language {language!r} has no re-ask message; use 'en' or 'zh'")
    reason = needs_reask(parsed, strict=strict)
    if not reason:
        return ""
    return f"{_MESSAGES[language][reason]}{' ' if language == 'en' else ''}{_ORDERS[language]}"


def settle(first: ParsedReply, second: ParsedReply, text: str, *, strict: bool = False) -> ParsedReply:
    """Return the reply after a re-ask: the second in state REASKED when it will do, else the better one MARKED.

    `text` is the first output. A second reply without an analysis keeps the first one's. When neither will do, the
    first that has a response is kept, and what may be shown of `text` where neither has.
    """
    if not needs_reask(second, strict=strict):
        return replace(second, analysis=second.analysis or first.analysis, state=ReplyState.REASKED)
    if second.response and not first.response:
        return replace(second, analysis=second.analysis or first.analysis, state=ReplyState.MARKED)
    return mark(first, text)
