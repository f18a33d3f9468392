"""The arithmetic of a review against ARPM's own sheets, and by hand."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from duramen.scoring.review import (
    ReviewedRound,
    Settled,
    agreements,
    final_correct,
    grade_mean,
    rolling_accuracy,
    tally,
)
from duramen.scoring.sheets import ARPM_COLUMNS, read_sheet

SHEETS = Path(__file__).resolve().parents[3] / "shared" / "data" / "arpm_review"
# Of SOURCE.md and of the paper's section on noise: automatic, final, 0→1, and both at round 25.
GOLDEN = {
    "review_snr_1_5.csv": (27, 50, 23, 15 / 25, 25 / 25),
    "review_snr_1_200.csv": (22, 40, 18, 13 / 25, 22 / 25),
}


@pytest.fixture(params=GOLDEN)
def published(request):
    if not (SHEETS / request.param).exists():
        pytest.skip(f"shared/data/arpm_review/{request.param} is not here")
    return request.param, read_sheet((SHEETS / request.param).read_bytes(), request.param)


def of(sheet):
    return [
        ReviewedRound(condition=row.condition, automatic=row.automatic, verdicts={"": row.final}) for row in sheet.rows
    ]


def test_the_published_sheets_give_their_published_figures(published):
    name, sheet = published
    automatic, final, raised, automatic_25, final_25 = GOLDEN[name]
    found = tally(of(sheet))
    assert sheet.problems == ()
    assert (found.rounds, found.automatic.value, found.manual.value) == (50, automatic / 50, final / 50)
    assert (found.raised, found.lowered) == (raised, 0)  # "and no correction the other way"
    assert (found.automatic_curve[24], found.manual_curve[24]) == (automatic_25, final_25)


def test_every_published_rolling_accuracy_and_verdict_is_reproduced(published):
    _, sheet = published
    found = tally(of(sheet))
    for row, automatic, manual in zip(sheet.rows, found.automatic_curve, found.manual_curve, strict=True):
        assert automatic == pytest.approx(float(row.cells["OriginalRollingAccuracy"]), abs=5.1e-5)
        assert manual == pytest.approx(float(row.cells["CorrectedRollingAccuracy"]), abs=5.1e-5)
        assert final_correct(row.support, row.answer) is (row.cells["FinalCorrect"] == "1")
        assert row.automatic is (row.cells["AutoSupport"] == "是")


def test_the_columns_are_those_of_the_published_sheets_in_their_order(published):
    name, _ = published
    header = (SHEETS / name).read_text(encoding="utf-8-sig").partition("\n")[0].strip().split(",")
    assert list(ARPM_COLUMNS[: len(header)]) == header


@pytest.mark.parametrize(
    "support, answer, final",
    [
        (True, True, True), (True, False, False), (False, True, False), (False, False, False),
        (None, True, None), (True, None, None), (None, None, None), (False, None, False), (None, False, False),
    ],
)  # fmt: skip
def test_a_round_passes_only_by_both_and_unjudged_is_never_no(support, answer, final):
    assert final_correct(support, answer) is final


def test_rolling_accuracy_is_over_the_judged_rounds_only():
    assert rolling_accuracy([None, True, None, False, True]) == [None, 1.0, 1.0, 0.5, pytest.approx(2 / 3)]
    assert rolling_accuracy([]) == []


def one(automatic=None, clear=False, adjudicated=None, **verdicts):
    return ReviewedRound(condition="c", automatic=automatic, clear=clear, verdicts=verdicts, adjudicated=adjudicated)


@pytest.mark.parametrize(
    "round_, verdict, how",
    [
        (one(automatic=True, R1=False, R2=False), False, Settled.AGREED),
        (one(automatic=True, R1=True, R2=None), True, Settled.AGREED),
        (one(automatic=True, R1=True, R2=False), None, Settled.DISPUTED),
        (one(R1=True, R2=True, R3=False), None, Settled.DISPUTED),
        (one(R1=True, R2=False, adjudicated=False), False, Settled.ADJUDICATED),
        (one(automatic=True, clear=True), True, Settled.PREJUDGED),
        (one(automatic=False, clear=True, R1=None), False, Settled.PREJUDGED),
        (one(automatic=True, clear=False), None, Settled.UNJUDGED),
        (one(automatic=True, clear=True, R1=False), False, Settled.AGREED),
    ],
)
def test_who_decides_a_round(round_, verdict, how):
    assert round_.settled() == (verdict, how)


def test_disputed_and_unjudged_rounds_are_in_no_accuracy():
    found = tally(
        [
            one(automatic=False, R1=True),
            one(automatic=True, R1=True, R2=False),
            one(automatic=True),
            one(automatic=True, R1=False),
        ]
    )
    assert (found.manual.n, found.manual.value) == (2, 0.5)
    assert (found.automatic.n, found.raised, found.lowered) == (4, 1, 1)
    assert found.ways == {"agreed": 2, "disputed": 1, "unjudged": 1}
    assert tally([]).manual is None


def test_reviewers_are_compared_in_pairs_and_together_without_the_adjudicator():
    rounds = [one(R1=True, R2=True, R3=False, adjudicated=True), one(R1=False, R2=False, R3=False), one(R1=True)]
    found = agreements(rounds)
    assert set(found.pairs) == {("R1", "R2"), ("R1", "R3"), ("R2", "R3")}
    assert found.pairs["R1", "R2"].kappa == 1.0
    assert found.pairs["R1", "R2"].items == 2
    assert found.all.items == 2
    assert agreements([one(R1=True)]).all is None


def test_grades_are_worth_what_arpm_gives_them():
    assert [grade_mean([grade]).value for grade in "ABCDE"] == [1.0, 0.8, 0.5, 0.2, 0.0]
    assert grade_mean(["A", "", "E"]).value == 0.5
    assert grade_mean(["A", "", "E"]).n == 2
    assert grade_mean(["", ""]) is None


@given(st.lists(st.sampled_from([True, False, None]), max_size=60))
def test_the_last_rolling_accuracy_is_the_accuracy(verdicts):
    found = tally([one(automatic=verdict) for verdict in verdicts])
    if found.automatic is None:
        assert set(found.automatic_curve) <= {None}
    else:
        assert found.automatic_curve[-1] == pytest.approx(found.automatic.value)
