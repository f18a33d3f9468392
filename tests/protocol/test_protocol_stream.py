from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from malformed_outputs import CASES, IDS, WORDS

from duramen.protocol import ResponseStream, parse, wrap


def streamed(text: str, cuts: list[int]) -> tuple[list[str], str, ResponseStream]:
    stream = ResponseStream(IDS)
    edges = [0, *sorted(cut % (len(text) + 1) for cut in cuts), len(text)]
    live = [stream.feed(text[a:b]) for a, b in pairwise(edges)]
    return live, stream.finish(), stream


def check(text: str, cuts: list[int]) -> None:
    live, rest, stream = streamed(text, cuts)
    parsed = parse(text, IDS)
    shown = "".join(live)
    assert parsed.response.startswith(shown)
    assert shown + rest == parsed.response == stream.shown
    assert (stream.parsed, stream.raw) == (parsed, text)


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_each_output_is_shown_as_parsed_character_by_character_and_at_once(case) -> None:
    check(case.output, list(range(len(case.output))))
    check(case.output, [])


@given(st.sampled_from(CASES), st.lists(st.integers(0, 10_000), max_size=12))
def test_what_is_shown_does_not_depend_on_the_cuts(case, cuts) -> None:
    check(case.output, cuts)


PIECES = [
    "<analysis>", "</analysis>", "<response>", "</response>", "<think>", "</think>", "＜分析＞", "＜/分析＞", "【分析】",
    "【回复】", "[/analysis]", "<回答>", "</回答>", "<思考>", "</思考>", "&lt;analysis&gt;", "&lt;response&gt;", "&lt;/response&gt;",
    "<analysis ", "<response", "a", " b. ", "\n", "\n```\n", "`", '"', "“", "”", "> ", "**", "**Analysis:** ", "\n回复：", "<", "</", "E1 ",
    "need: none", "\u200b", "<RESPONSE>", "x<3 ", "*waves* ",
]  # fmt: skip


@given(st.lists(st.sampled_from(PIECES), max_size=16).map("".join), st.lists(st.integers(0, 400), max_size=8))
@example("`foo <response> bar` a", [5])
@example("> <response>a", [3])
@example("<response>a</response> b</response>", [12])
@example("<response>**a** </response>", [14, 15])
def test_any_mixture_of_tags_and_marks_is_shown_as_parsed(text, cuts) -> None:
    check(text, cuts)


@given(st.lists(st.sampled_from(PIECES), max_size=10).map("".join))
def test_no_character_after_an_opened_analysis_is_shown_before_its_end(tail) -> None:
    stream = ResponseStream(IDS)
    assert "".join(stream.feed(char) for char in "<analysis>SECRET" + tail).find("SECRET") == -1
    assert "SECRET" not in stream.finish()


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize(
    "tags", ["<analysis>{a}</analysis>\n<response>{r}</response>", "＜分析＞{a}＜／分析＞\n＜回复＞{r}＜／回复＞"]
)
def test_a_well_formed_response_is_shown_while_it_comes(language, tags) -> None:
    analysis, response = WORDS[language]
    stream = ResponseStream(IDS)
    text = tags.format(a=analysis, r=response)
    seen = [stream.feed(char) for char in text]
    assert "".join(seen) == response
    first = next(index for index, piece in enumerate(seen) if piece)
    assert text[first] == response[0]
    assert stream.finish() == ""


def test_the_reply_is_held_back_by_no_more_than_a_tag() -> None:
    stream = ResponseStream(IDS)
    stream.feed("<think>Hm.</think><analysis>need: none</analysis><response>")
    assert stream.feed("Hello the") == "Hello the"
    assert stream.feed("re <") == "re"
    assert stream.feed("/respo") == ""
    assert stream.feed("nsible") == " </responsible"
    assert stream.feed("! &lt") == "!"
    assert stream.feed(";b") == " &lt;b"
    assert stream.feed("</response>") == ""
    assert stream.finish() == ""


def test_untagged_output_waits_for_the_end() -> None:
    stream = ResponseStream(IDS)
    assert stream.feed("You ate wonton.") == ""
    assert stream.finish() == "You ate wonton."
    assert stream.finish() == ""


def test_a_response_inside_an_unclosed_analysis_waits_for_the_end() -> None:
    stream = ResponseStream(IDS)
    assert stream.feed("<analysis>need: none<response>Hello") == ""
    assert stream.feed("</response></analysis>") == ""
    assert stream.finish() == ""
    assert stream.parsed.repairs == ("nested-tags", "missing-response")


def test_a_finished_stream_takes_no_more_and_an_unfinished_one_has_no_reply() -> None:
    stream = ResponseStream(IDS)
    with pytest.raises(ValueError, match="finish"):
        _ = stream.parsed
    stream.finish()
    with pytest.raises(ValueError, match="new ResponseStream"):
        stream.feed("x")


@pytest.mark.parametrize("unit", ["a ", " ", "<", "<analysis", "*", "<response>", "</think>", "\u200b"])
def test_pending_text_stays_bounded_however_long_the_output(unit) -> None:
    stream = ResponseStream(IDS)
    stream.feed("<response>a")
    longest = 0
    for _ in range(3000):
        stream.feed(unit)
        longest = max(longest, len(stream._pending))
    assert longest <= 600
    text = stream.raw
    stream.finish()
    assert stream.shown == parse(text, IDS).response


def test_a_long_reply_comes_out_whole() -> None:
    reply = "馄饨 and tea. " * 8000 + "end"
    text = wrap("need: none", reply)
    check(text, list(range(0, len(text), 7)))
