"""Reads a model's output under the protocol and mends without a model what can be mended (A8, A9).

In: the whole output and the ids that were in the prompt. Out: a `ParsedReply`; nothing a model writes raises here.

What is response and what is not
    Nothing after an opened analysis tag and before its end is ever in the response, and no thought is. An analysis
    ends at its own closing tag (they nest); without one at the first response opening after it; without that at a
    closing tag of another element; without any of these everything after it is analysis. The first response that is
    not blank counts. Without a response tag the text after the analysis is the response, else the text before it
    unless it only leads in (ends with a colon) or the analysis never ended. Without any tag all is response.
    Tags that a reply shows, in a code block, in `code`, in quotation marks or in a quoted line, do not cut it.

Repairs, by their stable names
    ======================  ===========================================================================
    empty                   nothing but white space came
    no-tags                 no tag of the protocol at all: the text is the response
    untagged-analysis       no tags, but the first line is an analysis: taken off the response
    missing-analysis        a response, but no analysis
    missing-response        an analysis, but no response: one re-ask is due
    missing-response-tag    the response had no tag; it is the text beside the analysis
    empty-analysis          an analysis without text
    unclosed-analysis       an analysis without its end, ended by a response opening or by the end of the output
    unopened-analysis       the end of an analysis that never began: the text before it is analysis
    unclosed-response       a response without its end
    unopened-response       the end of a response that never began: the text before it is response
    wrong-closing-tag       an element ended by the closing tag of another
    stray-closing-tag       a closing tag that ends nothing, taken away
    nested-tags             tags inside an analysis: all of it is analysis
    nested-analysis         an analysis inside the response, taken out
    nested-response         a response opening inside the response, taken away
    repeated-analysis       more than one analysis, joined by line breaks
    repeated-response       more than one response; the first that is not blank counts
    reordered               the response came before the analysis
    text-outside-tags       text before, between or after the elements, not shown
    thought-removed         a thought (`<think>` and its like), not shown
    unclosed-thought        a thought without its end
    unopened-thought        the end of a thought that never began: everything before it is thought
    reply-inside-thought    the whole protocol stood inside the thought
    thought-as-analysis     an element named 思考 or the like that reads as the analysis
    headings-as-tags        "Analysis:" / "回复：" headings instead of tags
    bracket-tags            [analysis], 【分析】
    full-width-tags         ＜analysis＞, full-width letters or slash
    renamed-tags            a translated or similar name: 分析, 回答, answer, thinking
    upper-case-tags         any capital letter
    spaced-tags             white space inside the brackets
    invisible-characters    zero-width characters inside the brackets
    escaped-tags            &lt;analysis&gt;; the content is unescaped as well
    tag-attributes          attributes; they are the analysis when it has no other text
    misplaced-slash         <analysis/> for a closing tag
    broken-tag              the closing bracket is missing
    cut-tag                 the output ends in the middle of a tag
    decorated-tags          Markdown marks around the tags
    code-fence              a code block around the whole output
    ======================  ===========================================================================
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import replace
from heapq import merge

from duramen.domain.reply import Analysis, Need, ParsedReply, ReplyState
from duramen.protocol.layout import Layout, lay_out
from duramen.protocol.reading import read_analysis
from duramen.protocol.tags import Kind, Tag, find_headings, find_tags

_ANALYSIS_LINE = re.compile(
    r"\s*(?:need\s?[=:]\s?(?:profile|knowledge|experience|several|none)\s?(?:;|$)"
    r"|需要\s?[:：]\s?(?:画像|知识|经历|多种|无)\s?(?:；|;|$))[^\n]*",
    re.IGNORECASE | re.MULTILINE,
)


def parse(text: str, evidence_ids: Collection[str]) -> ParsedReply:
    """Split, mend and read a model's output.

    `evidence_ids`: the ids that were in the prompt, such as E1 and L1. The state is CLEAN when nothing was mended,
    else REPAIRED. A blank response means that a re-ask is due (`needs_reask`). Work is linear in the text.
    Source: FEATURES A8, A9; DESIGN point 13; the table of repairs stands in this module's docstring.
    """
    if not text.strip():
        return ParsedReply(analysis=None, response="", repairs=("empty",), state=ReplyState.REPAIRED)
    layout, tagged = _lay_out(text)
    repairs = dict.fromkeys(layout.repairs)
    analysis, response = layout.analysis, layout.response
    read: Analysis | None = None if analysis is None else read_analysis(analysis, evidence_ids)
    if read is None and layout.thought:
        read = _thought_as_analysis(layout.thought, evidence_ids)
        if read is not None:
            repairs["thought-as-analysis"] = None
    if not tagged:
        line = _ANALYSIS_LINE.match(response)
        if line is not None:
            read, response = read_analysis(line.group(), evidence_ids), response[line.end() :].strip()
            repairs["untagged-analysis"] = None
        repairs["no-tags"] = None
    elif read is None and response:
        repairs["missing-analysis"] = None
    if not response:
        repairs["missing-response"] = None
    state = ReplyState.REPAIRED if repairs else ReplyState.CLEAN
    return ParsedReply(analysis=read, response=response, repairs=tuple(repairs), state=state)


def visible_text(text: str) -> str:
    """Return what of an output may be shown when nothing better is to be had: no analysis, no thought, no tags."""
    layout, _ = _lay_out(text)
    return layout.response or layout.outside


def mark(parsed: ParsedReply, text: str) -> ParsedReply:
    """End the ladder: keep what may be shown of `text` as the response, with state MARKED (A9).

    The response may still be blank, when everything was analysis; the round is stored all the same, with the
    model's raw text, and is never found again.
    """
    return replace(parsed, response=parsed.response or visible_text(text), state=ReplyState.MARKED)


def _lay_out(text: str) -> tuple[Layout, bool]:
    """Lay out by tags; by tags and headings when the tags give no response. Also tells whether there was any tag."""
    tags = list(find_tags(text))
    layout = lay_out(text, tags)
    if layout.tagged and layout.response:
        return layout, True
    headings = _meant_as_tags(text, list(find_headings(text)), bool(layout.analysis))
    if headings:
        both = lay_out(text, _without_overlaps(list(merge(tags, headings, key=lambda tag: tag.start))))
        if both.response or not layout.response or layout.analysis is None:
            return both, True
    structural = any(tag.kind is not Kind.THOUGHT for tag in tags) and bool(
        layout.repairs or layout.analysis is not None
    )
    return layout, structural


def _meant_as_tags(text: str, headings: list[Tag], analysed: bool) -> list[Tag]:
    """Keep headings only where they carry the protocol.

    An analysis heading that begins the output or is followed by a response heading; a response heading after an
    analysis or at the beginning. A reply that merely has a line "Analysis:" in it stays whole.
    """
    if not headings:
        return []
    analyses = [tag for tag in headings if tag.kind is Kind.ANALYSIS]
    responses = [tag for tag in headings if tag.kind is Kind.RESPONSE]
    begins = not text[: headings[0].start].strip("`*#> \t\r\n") or _only_fence(text[: headings[0].start])
    if analyses and responses:
        return [analyses[0], responses[0]]
    if responses and (analysed or begins):
        return responses[:1]
    return analyses[:1] if analyses and begins else []


def _only_fence(text: str) -> bool:
    """Tell whether a text is nothing but the first line of a code block."""
    stripped = text.strip()
    return stripped.startswith("```") and "\n" not in stripped


def _without_overlaps(tags: list[Tag]) -> list[Tag]:
    """Drop each tag that begins inside the one before it."""
    kept: list[Tag] = []
    for tag in tags:
        if not kept or tag.start >= kept[-1].end:
            kept.append(tag)
    return kept


def _thought_as_analysis(thought: str, evidence_ids: Collection[str]) -> Analysis | None:
    """Read a thought under a translated name as the analysis, when it states a need or names evidence."""
    read = read_analysis(thought, evidence_ids)
    return read if read.need is not Need.UNSTATED or read.bound or read.verdicts else None
