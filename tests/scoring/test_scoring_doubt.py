"""What rules judge alone, and what they leave to people."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from duramen.domain.reply import ReplyState
from duramen.protocol import read_analysis
from duramen.scoring.doubt import DOUBTS, Circumstances, prejudge
from duramen.scoring.support import EXPERIENCE, AnsweredRound, Material

CLEAN = Circumstances(state=ReplyState.CLEAN)
E1 = Material(id="E1", source=EXPERIENCE, text="My dog is called Bruno.")
E2 = Material(id="E2", source=EXPERIENCE, text="We play chess on Sundays.")


def answered(analysis="need: experience; E1 supports; rests on E1", response="Your dog is called Bruno.", **more):
    material = more.pop("material", (E1, E2))
    return AnsweredRound(
        question=more.pop("question", "What is my dog called?"),
        response=response,
        analysis=None if analysis is None else read_analysis(analysis, [piece.id for piece in material]),
        material=material,
        **more,
    )


def test_an_answer_that_its_evidence_holds_is_clear_with_its_reason_in_both_languages():
    found = prejudge(answered(), CLEAN)
    assert (found.support, found.correct, found.clear) == (True, True, True)
    assert found.because == {"en": "clear: E1 supports it (100%)", "zh": "明确：E1 支持回答（100%）"}


@pytest.mark.parametrize(
    "round_, about, code, correct",
    [
        (answered("need: experience; rests on E9"), CLEAN, "unknown-ids", False),
        (answered("need: experience"), CLEAN, "no-binding", False),
        (answered(None), CLEAN, "no-analysis", False),
        (answered("need: experience", material=()), CLEAN, "no-evidence", False),
        (answered("need: experience; E1 outdated; rests on E1"), CLEAN, "verdicts-contradict", False),
        (answered(material=(replace(E1, disagrees_with="E2"), E2)), CLEAN, "dates-disagree", False),
        (answered(response="Your dog barks loudly at postmen."), CLEAN, "weak-support", False),
        (answered(response="Your dog is called Bruno, 4."), CLEAN, "number-unsupported", False),
        (answered(response="What is my dog called?"), CLEAN, "echo", True),
        (answered(question="Which film did we watch?"), CLEAN, "off-question", True),
        (answered(), Circumstances(state=ReplyState.CLEAN, margin=0.05), "near-threshold", True),
        (answered("E9"), CLEAN, "low-rationality", False),
        (answered(), Circumstances(state=ReplyState.MARKED), "not-clean", False),
        (answered(), Circumstances(state=ReplyState.REASKED), "not-clean", True),
        (answered(), Circumstances(state=ReplyState.CLEAN, found_wrong=True), "check-finding", True),
        (answered("need: experience", response="I don't know.", abstains=True), CLEAN, "abstains", False),
        (answered(), Circumstances(state=ReplyState.CLEAN, gold="Rex"), "differs-from-gold", False),
        (answered(), Circumstances(state=ReplyState.CLEAN, gold=""), "differs-from-gold", False),
    ],
)
def test_each_doubt_is_told(round_, about, code, correct):
    found = prejudge(round_, about)
    assert code in found.doubts
    assert (found.clear, found.correct) == (False, correct)
    assert DOUBTS[code]["en"] in found.because["en"]
    assert DOUBTS[code]["zh"] in found.because["zh"]


def test_the_expected_answer_makes_a_round_clear_and_right():
    assert prejudge(answered(), Circumstances(state=ReplyState.CLEAN, gold="Bruno")).clear
    silent = answered("need: experience", response="I have no record of that.", abstains=True)
    found = prejudge(silent, Circumstances(state=ReplyState.CLEAN, gold=""))
    assert (found.clear, found.correct) == (True, True)


def test_evidence_well_over_the_threshold_is_no_doubt():
    assert prejudge(answered(), Circumstances(state=ReplyState.CLEAN, margin=0.1)).clear


@given(
    st.sampled_from(
        [answered(), answered(None), answered("need: several; E2 supports; rests on E1"), answered(response="")]
    ),
    st.sampled_from(ReplyState),
    st.none() | st.floats(0, 2),
    st.sampled_from([None, "", "Bruno", "Rex"]),
)
def test_a_round_is_always_judged_the_same_and_correct_only_where_supported(round_, state, margin, gold):
    about = Circumstances(state=state, margin=margin, gold=gold)
    found = prejudge(round_, about)
    assert found == prejudge(round_, about)
    assert found.support or not found.correct
    assert set(found.doubts) <= set(DOUBTS)
