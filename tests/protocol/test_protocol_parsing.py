from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from malformed_outputs import CASES, IDS, TEMPLATES, WORDS, Case

from duramen.domain.prompt import ProtocolForm
from duramen.domain.reply import Need, ReplyState, Verdict
from duramen.protocol import parse, parsing, render_analysis, visible_text, wrap


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_each_malformed_output_is_read_as_the_table_says(case: Case) -> None:
    parsed = parse(case.output, IDS)
    found = (None if parsed.analysis is None else parsed.analysis.text, parsed.response, parsed.repairs)
    assert found == (case.analysis, case.response, case.repairs)
    assert parsed.state is (ReplyState.REPAIRED if case.repairs else ReplyState.CLEAN)


def test_the_table_has_at_least_sixty_malformed_outputs_in_each_language() -> None:
    assert sum(bool(repairs) for *_, repairs in TEMPLATES) >= 60


def test_every_repair_in_the_table_is_documented_and_every_documented_one_occurs() -> None:
    documented = set(re.findall(r"^    ([a-z]+(?:-[a-z]+)*)  +\S", parsing.__doc__ or "", re.MULTILINE))
    assert {repair for case in CASES for repair in case.repairs} == documented


def test_repairs_do_not_hide_what_the_analysis_says() -> None:
    for case in CASES:
        if case.analysis in (WORDS["en"][0], WORDS["zh"][0]):
            analysis = parse(case.output, IDS).analysis
            assert analysis is not None
            assert (analysis.need, analysis.bound) == (Need.EXPERIENCE, ("E2",))
            assert analysis.verdicts == (("E2", Verdict.SUPPORTS), ("E1", Verdict.OUTDATED))


@given(
    need=st.sampled_from([need for need in Need if need is not Need.UNSTATED]),
    verdicts=st.dictionaries(st.sampled_from(IDS), st.sampled_from(Verdict)),
    bound=st.lists(st.sampled_from(IDS), unique=True, min_size=1),
    language=st.sampled_from(["en", "zh"]),
    response=st.text(alphabet="abc 你好。\n", min_size=1).filter(lambda text: bool(text.strip())),
)
def test_what_is_rendered_is_read_back_whole(need, verdicts, bound, language, response) -> None:
    for form in (ProtocolForm.FULL, ProtocolForm.COMPACT):
        written = render_analysis(need=need, verdicts=list(verdicts.items()), bound=bound, language=language, form=form)
        parsed = parse(wrap(written, response), IDS)
        assert parsed.state is ReplyState.CLEAN
        assert parsed.response == response.strip()
        assert parsed.analysis is not None
        assert (parsed.analysis.text, parsed.analysis.need, parsed.analysis.bound) == (written, need, tuple(bound))
        if form is ProtocolForm.FULL:
            assert parsed.analysis.verdicts == tuple(verdicts.items())


TAGS = [
    "<analysis>", "</analysis>", "<response>", "</response>", "<think>", "</think>", "＜分析＞", "＜／分析＞", "<回答>",
    "</回答>", "&lt;analysis&gt;", "&lt;/response&gt;", "<analysis ", "< ANALYSIS>", "<response/>",
]  # fmt: skip


@given(st.lists(st.tuples(st.sampled_from(TAGS), st.sampled_from(["", " ", "\n", "x", " y.\n"])), max_size=14))
def test_text_right_after_an_opened_analysis_or_thought_never_reaches_the_response(pieces) -> None:
    hides = [tag.startswith(("<analysis", "＜分析", "&lt;analysis", "< ANALYSIS", "<think")) for tag, _ in pieces]
    text = "hello " + "".join(
        f"{tag}SECRET{number}{after}" if hidden else f"{tag}shown{after}"
        for number, ((tag, after), hidden) in enumerate(zip(pieces, hides, strict=True))
    )
    assert "SECRET" not in parse(text, IDS).response
    assert "SECRET" not in visible_text(text)


def elements(children: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.one_of(
        children.map(lambda inner: f"<analysis>{inner.replace('shown', 'SECRET')}</analysis>"),
        children.map(
            lambda inner: f"<think>{inner.replace('shown', 'SECRET')}</think>" if "think" not in inner else inner
        ),
        children.map(lambda inner: f"<response>{inner}</response>"),
        st.lists(children, max_size=3).map("".join),
    )


@given(st.recursive(st.sampled_from(["shown ", "shown\n", "你好shown。"]), elements, max_leaves=12))
def test_nothing_inside_a_closed_analysis_or_thought_reaches_the_response(text) -> None:
    parsed = parse(text, IDS)
    if "reply-inside-thought" not in parsed.repairs:
        assert "SECRET" not in parsed.response
        assert "SECRET" not in visible_text(text)


@given(st.text(alphabet='<>/analysirepo 分析回答【】[]`"*\n&lt;g:：#', max_size=80))
def test_no_output_raises_and_the_response_is_stripped(text) -> None:
    parsed = parse(text, IDS)
    assert parsed.response == parsed.response.strip()
    assert parse(text, IDS) == parsed


ADVERSARIAL = [
    "<", "<analysis", "<analysis>", "<response>", "</response>", "<think>", "</think>", "<analysis><response>", "[analysis",
    "&lt;", "<analysis a=b", "< ", "“<analysis>", "`</response>", "```\n", "**Analysis:**\n", "rests on ", "E1-", "need ",
    "<analysis></response>", "<response>a</response>b", "<思考>", "<response>\n> </response>x", "【分析】", "\u200b",
    "【思考】\n", "</analysis> ", "</response> ", "<response> </response>", "<response><think>", "[reply]\n", "回复：\n",
    "<think><response>a</response>", "\n> <analysis>", "&lt;response&gt;&amp;", "<\u200b",
]  # fmt: skip


def calls(text: str) -> int:
    """Count the function calls, Python's and C's, that parsing takes: a clock-free measure of work."""
    count = 0

    def hook(frame, event, arg) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(hook)
    try:
        parse(text, IDS)
    finally:
        sys.setprofile(None)
    return count


@pytest.mark.parametrize("unit", ADVERSARIAL)
@pytest.mark.parametrize("opening", ["", "<response>", "<analysis>"])
def test_work_grows_no_faster_than_the_output(unit: str, opening: str) -> None:
    small, large = calls(opening + unit * 200), calls(opening + unit * 1600)
    assert large <= 9 * small + 2000


@pytest.mark.parametrize("unit", ["<", "<analysis"])
def test_a_megabyte_of_tag_beginnings_takes_a_bounded_number_of_steps_each(unit: str) -> None:
    text = unit * (1_000_000 // len(unit))
    assert calls(text) <= 80 * len(text)


def test_a_long_reply_keeps_every_character() -> None:
    reply = "你5月6日吃了馄饨。 And tea. " * 5000
    parsed = parse(wrap("need: none", reply), IDS)
    assert (parsed.response, parsed.repairs) == (reply.strip(), ())


def test_the_developers_page_lists_every_repair() -> None:
    page = (Path(__file__).resolve().parents[2] / "docs" / "reference" / "protocol.md").read_text(encoding="utf-8")
    assert {repair for case in CASES for repair in case.repairs} <= set(
        re.findall(r"^\| `([a-z-]+)` \|", page, re.MULTILINE)
    )
