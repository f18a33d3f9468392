from __future__ import annotations

import pytest

from duramen.domain.prompt import ProtocolForm
from duramen.domain.reply import Need, Verdict
from duramen.errors import BadSetting
from duramen.protocol import render_analysis, wrap

VERDICTS = [("E2", Verdict.SUPPORTS), ("E1", Verdict.OUTDATED)]


@pytest.mark.parametrize(
    ("language", "form", "written"),
    [
        ("en", ProtocolForm.FULL, "need: experience; E2 supports, E1 outdated; rests on E2"),
        ("zh", ProtocolForm.FULL, "需要：经历；E2 支持，E1 过时；依据 E2"),
        ("en", ProtocolForm.COMPACT, "need=experience; use=E2"),
        ("zh", ProtocolForm.COMPACT, "need=experience; use=E2"),
        ("en", ProtocolForm.NONE, ""),
    ],
)
def test_an_analysis_is_written_in_the_agreed_words(language, form, written) -> None:
    found = render_analysis(need=Need.EXPERIENCE, verdicts=VERDICTS, bound=["E2"], language=language, form=form)
    assert found == written


def test_parts_that_say_nothing_are_left_out() -> None:
    assert render_analysis(need=Need.NONE, verdicts=[], bound=[], language="en", form=ProtocolForm.FULL) == "need: none"
    assert render_analysis(need=Need.NONE, verdicts=[], bound=[], language="zh", form=ProtocolForm.FULL) == "需要：无"
    compact = render_analysis(need=Need.NONE, verdicts=[], bound=[], language="zh", form=ProtocolForm.COMPACT)
    assert compact == "need=none; use=none"


def test_another_language_is_refused_by_name() -> None:
    with pytest.raises(BadSetting, match="'fr'"):
        render_analysis(need=Need.NONE, verdicts=[], bound=[], language="fr", form=ProtocolForm.FULL)


def test_wrap_puts_one_line_break_between_the_elements() -> None:
    assert wrap("a", "r") == "<analysis>a</analysis>\n<response>r</response>"
