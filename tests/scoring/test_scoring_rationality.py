"""The rubric of docs/reference/rationality.md, point by point, by hand."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from duramen.domain.reply import Analysis, Need, Verdict
from duramen.domain.time import Precision, moment_at
from duramen.protocol import read_analysis
from duramen.scoring.rationality import POINTS, rationality
from duramen.scoring.support import EXPERIENCE, KNOWLEDGE, PROFILE, AnsweredRound, Material, support

MAY_7 = moment_at(datetime(2023, 5, 7, 10, tzinfo=UTC), "UTC")
E1 = Material(
    id="E1", source=EXPERIENCE, text="I took my cat Biscuit to the vet yesterday, she is seven.", said_at=MAY_7
)
E2 = Material(id="E2", source=KNOWLEDGE, text="Cats need a vaccination every year.")
L1 = Material(id="L1", source=PROFILE, text="has a cat called Biscuit")
GOOD = AnsweredRound(
    question="When did I see the vet?",
    response="You took Biscuit to the vet on 6 May 2023.",
    analysis=read_analysis("need: experience; E1 supports; rests on E1", ["E1", "E2", "L1"]),
    material=(E1, E2, L1),
)
ZH = AnsweredRound(
    question="我什么时候去看的兽医？",
    response="2023年5月6日带圆圆去看了兽医。",
    analysis=read_analysis("需要：经历；E1 支持；依据 E1", ["E1"]),
    material=(Material(id="E1", source=EXPERIENCE, text="昨天带圆圆去看了兽医，它七岁了。", said_at=MAY_7),),
)


def points(answered):
    return {one.name: one.points for one in rationality(answered).criteria}


def said(answered, analysis, **changes):
    ids = [piece.id for piece in answered.material]
    return replace(answered, analysis=read_analysis(analysis, ids), **changes)


def test_a_sound_answer_has_all_points_in_both_languages():
    for answered in (GOOD, ZH):
        assert points(answered) == POINTS
        assert rationality(answered).score == 100


@pytest.mark.parametrize("analysis", [None, Analysis(text="")])
def test_without_an_analysis_there_is_nothing(analysis):
    assert rationality(replace(GOOD, analysis=analysis)).score == 0


@pytest.mark.parametrize(
    "analysis, given",
    [
        ("need: experience; rests on E1", 20),
        ("need: experience; rests on E1, E9", 10),
        ("need: experience; E2 irrelevant; rests on E1, E8, E9", 10),
        ("need: experience; rests on E9", 0),
        ("need: experience", 0),
        ("need: none", 20),
    ],
)
def test_ids_count_by_the_share_that_exists(analysis, given):
    assert points(said(GOOD, analysis))["ids"] == given


def test_support_is_the_share_of_words_beyond_the_question():
    # Beyond the question: Biscuit, purred, loudly (took, you and the are stop words or there): one of four with took.
    answered = replace(GOOD, response="Biscuit purred loudly, took")
    assert support(answered, [E1]).share == pytest.approx(0.5)
    assert points(answered)["support"] == pytest.approx(30 * 0.5 / 0.6)


@pytest.mark.parametrize(
    "response, missing",
    [
        ("Biscuit is 7.", ()), ("Biscuit is 8.", ("8",)), ("on 6 May 2023", ()), ("on 9 May 2023", ("9",)),
        ("Biscuit [E1] is 7", ()), ("Biscuit is ７.", ()), ("Biscuit is 07", ()), ("Biscuit is 7.5", ("7.5",)),
    ],
)  # fmt: skip
def test_numbers_must_stand_in_the_evidence_or_follow_from_its_date(response, missing):
    assert support(replace(GOOD, response=response), [E1]).numbers == missing


def test_chinese_number_words_support_digits():
    assert support(replace(ZH, response="圆圆7岁。"), ZH.material).numbers == ()
    assert support(replace(ZH, response="圆圆9岁。"), ZH.material).numbers == ("9",)


def test_thousands_are_one_number():
    piece = replace(E2, text="It costs 1,200 yuan.")
    assert support(replace(GOOD, response="It costs 1200 yuan."), [piece]).numbers == ()


def test_a_number_from_nowhere_halves_the_support():
    answered = replace(GOOD, response="You took Biscuit, seven, to the vet on 9 May 2023.")
    assert points(answered)["support"] == 15


def test_what_the_question_means_by_yesterday_is_no_new_number():
    answered = replace(GOOD, question="What did I do yesterday?", response="On 6 May: vet.", asked_at=MAY_7)
    assert support(answered, [replace(E1, said_at=replace(MAY_7, at_us=0))]).numbers == ()


def test_abstaining_without_evidence_or_beside_it_is_rational():
    silent = replace(GOOD, response="I have nothing recorded about that.", abstains=True)
    assert rationality(said(replace(silent, material=()), "need: experience")).score == 100
    assert rationality(said(silent, "need: experience; E1 irrelevant")).score == 100
    assert rationality(said(silent, "need: none")).score == 100


def test_abstaining_from_what_is_bound_is_not():
    silent = said(GOOD, "need: experience; rests on E1", response="I don't know.", abstains=True)
    assert points(silent)["support"] == 0
    assert rationality(silent).score == 70


def test_small_talk_needs_no_evidence_but_may_not_invent_numbers():
    hello = said(GOOD, "need: none", question="Good morning!", response="Good morning, lovely to hear from you.")
    assert rationality(hello).score == 100
    assert points(replace(hello, response="Good morning, your 42 mails are read."))["support"] == 0


def test_an_answer_that_rests_on_nothing_keeps_its_length_alone():
    assert rationality(said(GOOD, "need: experience")).score == 10


@pytest.mark.parametrize(
    "analysis, given",
    [
        ("need: experience; rests on E1", 20), ("need: knowledge; rests on E1", 0), ("need: profile; rests on L1", 20),
        ("need: experience; rests on E1, E2", 10), ("need: several; rests on E1, L1", 20),
        ("need: several; rests on E1", 10), ("need: none; rests on E1", 0), ("rests on E1, as it says", 0),
    ],
)  # fmt: skip
def test_the_need_must_fit_the_sources(analysis, given):
    assert points(said(GOOD, analysis))["need"] == given


def test_what_newer_evidence_denies_does_not_hold_unless_the_change_is_told():
    old = replace(E1, id="E1", disagrees_with="E2")
    changed = replace(GOOD, material=(old, replace(E2, source=EXPERIENCE)))
    assert points(said(changed, "need: experience; rests on E1"))["newest"] == 0
    assert points(said(changed, "need: experience; rests on E2"))["newest"] == 20
    assert points(said(changed, "need: experience; rests on E1, E2"))["newest"] == 20
    # What disagrees must be in the prompt itself: a leaf that was left out binds nobody.
    gone = replace(changed, material=(replace(old, disagrees_with="L7"),))
    assert points(said(gone, "need: experience; rests on E1"))["newest"] == 20


@pytest.mark.parametrize("verdict", ["outdated", "contradicts", "irrelevant"])
def test_resting_on_what_the_analysis_rejects_does_not_hold(verdict):
    assert points(said(GOOD, f"need: experience; E1 {verdict}; rests on E1"))["newest"] == 0
    assert points(said(GOOD, f"need: several; E1 {verdict}; rests on E1, E2"))["newest"] == 10


def test_length_is_in_bounds_or_not():
    assert points(said(GOOD, "need: experience; rests on E1" + " so" * 200))["length"] == 0
    assert points(said(GOOD, "E1"))["length"] == 0


IDS = ("E1", "E2", "L1")
ANALYSES = st.builds(
    Analysis,
    text=st.just("need: some"),
    need=st.sampled_from(Need),
    verdicts=st.dictionaries(st.sampled_from(IDS), st.sampled_from(Verdict)).map(lambda found: tuple(found.items())),
    bound=st.lists(st.sampled_from(IDS), unique=True).map(tuple),
    unknown_ids=st.lists(st.sampled_from(["E7", "E8"]), unique=True).map(tuple),
    in_bounds=st.booleans(),
)
ROUNDS = st.builds(
    replace,
    st.just(GOOD),
    analysis=ANALYSES,
    abstains=st.booleans(),
    response=st.sampled_from([GOOD.response, "Biscuit is 9.", "Biscuit and vaccination", "今天 hello", ""]),
    material=st.sampled_from([GOOD.material, (replace(E1, disagrees_with="E2"), E2, L1)]),
)


@given(ROUNDS)
def test_the_score_is_bounded_and_the_sum_of_its_criteria(answered):
    found = rationality(answered)
    assert 0 <= found.score <= 100
    assert all(0 <= one.points <= one.of for one in found.criteria)
    assert abs(sum(one.points for one in found.criteria) - found.score) <= 0.5 + 1e-6
    assert sum(POINTS.values()) == 100


def with_fault(answered, fault):
    analysis = answered.analysis
    if fault == "unknown id":
        return replace(answered, analysis=replace(analysis, unknown_ids=(*analysis.unknown_ids, "E9")))
    if fault == "no length":
        return replace(answered, analysis=replace(analysis, in_bounds=False))
    if fault == "no need":
        return replace(answered, analysis=replace(analysis, need=Need.UNSTATED))
    if fault == "rejected":
        return replace(
            answered, analysis=replace(analysis, verdicts=tuple((id_, Verdict.OUTDATED) for id_ in analysis.bound))
        )
    if fault == "number":
        return replace(answered, response=answered.response + " 987654")
    if fault == "word":
        return replace(answered, response=answered.response + " zzyzx")
    if fault == "denied":
        return replace(
            answered,
            material=(*tuple(replace(one, disagrees_with="E2") for one in answered.material if one.id != "E2"), E2),
        )
    return replace(answered, analysis=None)


FAULTS = ("unknown id", "no length", "no need", "rejected", "number", "word", "denied", "no analysis")


@given(ROUNDS, st.sampled_from(FAULTS))
def test_no_added_fault_raises_the_score(answered, fault):
    if fault in ("no need",) and answered.analysis.need is Need.NONE:
        return  # "none" claims that nothing is needed, which is no lesser claim than saying nothing
    if fault == "rejected":  # a verdict is a name too: those named before stay
        answered = replace(answered, analysis=replace(answered.analysis, verdicts=()))
    assert rationality(with_fault(answered, fault)).score <= rationality(answered).score


@given(ROUNDS)
def test_the_order_of_the_material_does_not_matter(answered):
    backwards = replace(answered, material=answered.material[::-1])
    assert rationality(backwards) == rationality(answered)


def test_the_day_of_a_day_is_said_too():
    piece = replace(E1, text="the vet today", said_at=replace(MAY_7, precision=Precision.DAY))
    assert support(replace(GOOD, response="7 May 2023"), [piece]).holds
