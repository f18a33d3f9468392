from __future__ import annotations

import pytest

from duramen.domain.reply import ReplyState
from duramen.errors import BadSetting
from duramen.protocol import mark, needs_reask, parse, reask_message, settle

IDS = ("E1",)
GOOD = "<analysis>need: none</analysis><response>Hi.</response>"
LONE = "<analysis>need: none; rests on E1</analysis>"


@pytest.mark.parametrize(
    ("output", "loose", "strict"),
    [
        (GOOD, "", ""),
        ("", "no-response", "no-response"),
        (LONE, "no-response", "no-response"),
        ("<think>Hm.", "no-response", "no-response"),
        ("Hi.", "", "no-tags"),
        ("<response>Hi.</response>", "", "no-analysis"),
        ("<analysis> </analysis><response>Hi.</response>", "", "no-analysis"),
        ("<analysis>rests on E7</analysis><response>Hi.</response>", "", "only-unknown-ids"),
        ("<analysis>rests on E7, E1</analysis><response>Hi.</response>", "", ""),
        ("<analysis>need: none<response>Hi.", "", ""),
    ],
)
def test_a_reask_is_due_for_a_stated_reason(output, loose, strict) -> None:
    parsed = parse(output, IDS)
    assert (needs_reask(parsed), needs_reask(parsed, strict=True)) == (loose, strict)
    for language in ("en", "zh"):
        assert bool(reask_message(parsed, language, strict=True)) == bool(strict)


def test_the_message_is_in_the_language_and_names_the_form_but_not_what_the_model_wrote() -> None:
    parsed = parse("<analysis>SECRET", IDS)
    english, chinese = reask_message(parsed, "en"), reask_message(parsed, "zh")
    assert english.startswith("Your answer has no reply")
    assert chinese.startswith("你的回答里没有回复")
    for message in (english, chinese):
        assert "<response>" in message
        assert "SECRET" not in message
        assert len(message) < 200


def test_another_language_is_refused_by_name() -> None:
    with pytest.raises(BadSetting, match="'fr'"):
        reask_message(parse("", IDS), "fr")


def test_a_good_second_reply_is_reasked_and_not_asked_for_again() -> None:
    settled = settle(parse(LONE, IDS), parse("<response>Hi.</response>", IDS), LONE)
    assert (settled.state, settled.response) == (ReplyState.REASKED, "Hi.")
    assert settled.analysis is not None
    assert settled.analysis.bound == ("E1",)
    assert needs_reask(settled, strict=True) == ""


def test_when_neither_reply_will_do_the_one_with_a_response_is_marked() -> None:
    empty, plain = parse("", IDS), parse("Hi.", IDS)
    assert settle(empty, empty, "").state is ReplyState.MARKED
    assert settle(plain, empty, "Hi.", strict=True).response == "Hi."
    late = settle(empty, plain, "", strict=True)
    assert (late.response, late.state) == ("Hi.", ReplyState.MARKED)


def test_marking_keeps_what_may_be_shown_and_nothing_of_an_analysis() -> None:
    text = "Well, wonton. <analysis>SECRET"
    marked = mark(parse(text, IDS), text)
    assert (marked.response, marked.state) == ("Well, wonton.", ReplyState.MARKED)
    assert marked.analysis is not None
    assert marked.analysis.text == "SECRET"
    assert mark(parse("<analysis>SECRET", IDS), "<analysis>SECRET").response == ""
    assert needs_reask(marked) == ""
