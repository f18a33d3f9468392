from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from duramen.domain.reply import ReplyState
from duramen.protocol import ProtocolFigures, ProtocolRow, parse, protocol_statistics

OUTPUTS = [
    ("<analysis>need: none</analysis><response>Hi.</response>", ReplyState.CLEAN),
    ("<analysis>need: experience<response>Hi.", ReplyState.REPAIRED),
    ("<analysis>ok</analysis>", ReplyState.REASKED),
    ("Hi.", ReplyState.REPAIRED),
    ("", ReplyState.MARKED),
    ("<response>Hi.</response>", ReplyState.REPAIRED),
]
ROWS = [ProtocolRow(model="m", first=parse(text, ()), final=state) for text, state in OUTPUTS]


def test_the_figures_are_those_counted_by_hand() -> None:
    assert protocol_statistics(ROWS)["m"] == ProtocolFigures(
        rounds=6,
        share_with_tags=4 / 6,
        mean_analysis_chars=(10 + 16 + 2) / 3,
        mean_analysis_chars_all=(10 + 16 + 2) / 6,
        median_analysis_chars_all=1.0,
        missing_analysis=3,
        missing_response=2,
        out_of_bounds=1,
        clean=1,
        repaired=5,
        repairs=(
            ("empty", 1),
            ("missing-analysis", 1),
            ("missing-response", 1),
            ("no-tags", 1),
            ("unclosed-analysis", 1),
            ("unclosed-response", 1),
        ),
        reasked=1,
        marked=1,
    )


def test_models_are_counted_apart_and_no_rows_give_nothing() -> None:
    rows = [ROWS[0], ProtocolRow(model="a", first=ROWS[3].first, final=ReplyState.REPAIRED)]
    figures = protocol_statistics(rows)
    assert list(figures) == ["a", "m"]
    assert (figures["a"].share_with_tags, figures["a"].mean_analysis_chars) == (0.0, None)
    assert figures["a"].mean_analysis_chars_all == 0.0
    assert figures["m"].share_with_tags == 1.0
    assert protocol_statistics([]) == {}


@given(st.permutations(ROWS))
def test_the_order_of_rounds_does_not_matter(rows) -> None:
    assert protocol_statistics(rows) == protocol_statistics(ROWS)
