"""One path of search end to end: hand-computed examples of both published paths, and what the presets bring with them."""

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from duramen.domain.preset import Fusion, Path, Temporal
from duramen.retrieve.bias import Asked, Described, biases
from duramen.retrieve.path import RowScores, order, shortlist
from duramen.retrieve.temporal import log_weight
from duramen.settings import load_preset

ASKED = Asked(user="Mei", character="Ada", session="s1")
PAPER, BALANCED, STRICT = load_preset("paper"), load_preset("balanced"), load_preset("strict")
UNTIMED = Temporal(rounds=False, hours=False)


def scores_of(cosines, lexical, *, attainable=10.0, alive=None, chain=False):
    n = len(cosines)
    rows = np.arange(n)
    return RowScores(
        cosines=np.array(cosines, np.float32),
        lexical=np.array(lexical, np.float64),
        attainable=attainable,
        alive=np.ones(n, bool) if alive is None else np.array(alive, bool),
        previous=(rows - 1 if chain else np.full(n, -1)).astype(np.int32),
        following=(np.where(rows + 1 < n, rows + 1, -1) if chain else np.full(n, -1)).astype(np.int32),
    )


def ranked(scores, described, path, *, rounds=None, hours=None, own=True):
    """Run the ladder as memory does: shortlist, biases of the shortlisted, weight, order."""
    found = shortlist(scores, path)
    n = len(found.rows)
    weight = log_weight(
        np.zeros(n) if rounds is None else np.array(rounds, float)[found.rows],
        np.zeros(n) if hours is None else np.array(hours, float)[found.rows],
        path.temporal,
    )
    return order(found, biases([described[row] for row in found.rows], ASKED, path.bias, own), weight, path)


def by_row(result, name):
    return dict(zip(result.rows.tolist(), result.components[name].tolist(), strict=True))


def test_knowledge_by_the_paper_worked_by_hand():
    # Three chunks in a talk of 40 rounds; documents 7, 0 and 14 days old.
    described = [
        Described(text="Mei gave Ada a cup.", origin="ada_card.md"),
        Described(text="Tea is picked in spring.", origin="tea.md"),
        Described(text="Mei drinks tea.", origin="tea.md"),
    ]
    scores = scores_of([0.80, 0.60, 0.70], [0.0, 3.0, 2.0])
    result = ranked(scores, described, PAPER.knowledge, rounds=[40, 40, 40], hours=[168, 0, 336], own=False)

    # Ranks, dense: 0, 2, 1; words: 1, 2. RRF: 1/61; 1/63 + 1/61; 1/62 + 1/62, over the second, the greatest.
    assert by_row(result, "fused") == pytest.approx({0: 63 / 124, 1: 1.0, 2: 3843 / 3844})
    assert by_row(result, "dense") == pytest.approx({0: 0.80, 1: 0.60, 2: 0.70})
    assert by_row(result, "lexical") == {0: 0.0, 1: 3.0, 2: 2.0}
    assert by_row(result, "bias.names_user") == {0: 0.08, 1: 0.0, 2: 0.08}
    assert by_row(result, "bias.names_character") == {0: 0.08, 1: 0.0, 2: 0.0}
    assert by_row(result, "bias.source_names_character") == {0: 0.05, 1: 0.0, 2: 0.0}
    assert by_row(result, "biased") == pytest.approx({0: 0.718064516, 1: 1.0, 2: 1.079739854})
    assert by_row(result, "log_weight.rounds") == {0: -2.0, 1: -2.0, 2: -2.0}
    assert by_row(result, "log_weight.hours") == {0: -1.0, 1: 0.0, 2: -2.0}
    assert by_row(result, "weight.time") == pytest.approx({0: 0.049787068, 1: 0.135335283, 2: 0.018315639})
    # 0.718064516 * e^-3, 1 * e^-2, 1.079739854 * e^-4
    scored = dict(zip(result.rows.tolist(), result.score.tolist(), strict=True))
    assert scored == pytest.approx({0: 0.035750327, 1: 0.135335283, 2: 0.019776125})
    assert result.rows.tolist() == [1, 0, 2]
    assert result.log_score.tolist() == pytest.approx([-2.0, -3.331195870, -3.923279896])
    assert result.reasons == ("", "", "")
    assert set(result.components) == {
        "dense", "lexical", "fused", "bias.names_user", "bias.names_character", "bias.source_names_character",
        "biased", "log_weight.rounds", "log_weight.hours", "weight.time",
    }  # fmt: skip


def test_dialogue_by_the_paper_worked_by_hand():
    described = [
        Described(text="I told Mei and Ada.", session="s1", character="Ada"),
        Described(text="Rain again.", session="s2", character="Bob"),
        Described(text="Hello Mei.", session="s2", character="Ada"),
        Described(text="Off the point.", session="s1", character="Ada"),
    ]
    scores = scores_of([0.30, 0.35, 0.62, -0.40], [0.0, 9.0, 0.0, 0.0])  # words play no part here
    result = ranked(scores, described, PAPER.experience, rounds=[1, 20, 10, 2], hours=[24, 168, 84, math.nan])

    assert by_row(result, "fused") == pytest.approx({0: 0.30, 1: 0.35, 2: 0.62, 3: 0.0})
    assert by_row(result, "dense") == pytest.approx({0: 0.30, 1: 0.35, 2: 0.62, 3: 0.0})  # clipped at 0
    assert by_row(result, "bias.session") == {0: 0.15, 1: 0.0, 2: 0.0, 3: 0.15}
    assert by_row(result, "bias.user") == {0: 0.10, 1: 0.10, 2: 0.10, 3: 0.10}
    assert by_row(result, "bias.character") == {0: 0.10, 1: 0.0, 2: 0.10, 3: 0.10}
    assert by_row(result, "bias.names_user") == {0: 0.04, 1: 0.0, 2: 0.04, 3: 0.0}
    assert by_row(result, "bias.names_character") == {0: 0.04, 1: 0.0, 2: 0.0, 3: 0.0}
    assert by_row(result, "biased") == pytest.approx({0: 0.73, 1: 0.45, 2: 0.86, 3: 0.35})
    assert by_row(result, "log_weight.rounds") == {0: -0.05, 1: -1.0, 2: -0.5, 3: -0.1}
    assert by_row(result, "log_weight.hours") == pytest.approx({0: -1 / 7, 1: -1.0, 2: -0.5, 3: 0.0})
    # 0.73 * e^-0.192857, 0.86 * e^-1, then those under 0.5: 0.35 * e^-0.1, 0.45 * e^-2
    assert result.rows.tolist() == [0, 2, 3, 1]
    assert result.score.tolist() == pytest.approx([0.60195, 0.316376, 0.316693, 0.060901], rel=1e-4)
    assert result.reasons == (
        "",
        "",
        "score 0.350 under the threshold of 0.5",
        "score 0.450 under the threshold of 0.5",
    )


def test_the_threshold_is_held_against_the_score_after_bias_and_before_decay():
    described = [
        Described(text="x", session="s1"),
        Described(text="x", session="s2"),
        Described(text="x", session="s2"),
    ]
    path = replace(PAPER.experience, bias=replace(PAPER.experience.bias, user=0.0))
    scores = scores_of([0.375, 0.4375, 0.5], [0, 0, 0])
    result = ranked(scores, described, path, rounds=[400, 0, 400], hours=[0, 0, 9_000])
    # .375 + .15 and .5 pass and then decay to next to nothing; .4375 does not decay and fails.
    assert result.rows.tolist() == [0, 2, 1]
    assert result.reasons == ("", "", "score 0.438 under the threshold of 0.5")
    assert result.score[0] < 1e-8
    assert result.score[2] == pytest.approx(0.4375)


def test_memories_of_ten_years_keep_their_order_when_their_scores_underflow():
    hours = [87_660.0 * 5, 87_660.0 * 5 - 24, 87_660.0 * 5 + 24]
    described = [Described(text="x")] * 3
    result = ranked(scores_of([0.9] * 3, [0] * 3), described, PAPER.experience, rounds=[10_000] * 3, hours=hours)
    assert result.score.tolist() == [0.0, 0.0, 0.0]
    assert result.rows.tolist() == [1, 0, 2]
    assert np.isfinite(result.log_score).all()


# What follows from the published formulas: labelled in `paper`, absent in `balanced`.


def test_the_best_knowledge_hit_of_an_unrelated_question_is_one_in_paper_only():
    unrelated = scores_of([0.04, 0.02, 0.01], [0.0, 0.0, 0.0])
    described = [Described(text="x")] * 3
    paper = ranked(unrelated, described, PAPER.knowledge, own=False)
    assert paper.components["fused"][0] == 1.0
    assert paper.reasons[0] == ""
    assert any("always scores 1.0" in line for line in PAPER.consequences)
    balanced = ranked(unrelated, described, BALANCED.knowledge, own=False)
    assert balanced.components["fused"].max() == pytest.approx(0.04 * BALANCED.knowledge.fusion.weight_dense)
    # a share of the cosine: an absolute measure
    strict = ranked(unrelated, described, STRICT.knowledge, own=False)
    assert all(strict.reasons), "strict can say that nothing is relevant"
    assert BALANCED.consequences == ()


def test_ones_own_session_is_lifted_over_the_threshold_in_paper_only():
    anything = scores_of([0.16], [0.0])
    described = [Described(text="Off the point.", session="s1", character="Ada")]
    paper = ranked(anything, described, PAPER.experience)
    assert paper.components["biased"][0] == pytest.approx(0.16 + 0.35)
    assert paper.reasons == ("",)
    assert any("0.35" in line for line in PAPER.consequences)
    strict = ranked(anything, described, STRICT.experience)
    assert strict.components["biased"][0] == pytest.approx(0.16 * STRICT.experience.fusion.weight_dense)
    assert strict.reasons[0].endswith(f"under the threshold of {STRICT.experience.threshold:g}")


def test_knowledge_fades_as_the_talk_grows_in_paper_only():
    described = [Described(text="x")]
    scores = scores_of([0.9], [1.0])

    def after(rounds, path):
        return ranked(scores, described, path, rounds=[rounds], own=False).score[0]

    assert after(100, PAPER.knowledge) == pytest.approx(after(0, PAPER.knowledge) * math.exp(-5))
    assert any("round 1" in line for line in PAPER.consequences)
    assert after(100, BALANCED.knowledge) == after(0, BALANCED.knowledge)


def test_a_birthday_of_half_a_year_ago_vanishes_in_paper_only():
    described = [Described(text="x"), Described(text="x")]
    scores = scores_of([0.9, 0.6], [1.0, 0.2])
    paper = ranked(scores, described, PAPER.experience, hours=[4_380, 1])
    assert paper.rows.tolist() == [1, 0]
    assert paper.score[1] < 1e-11
    balanced = ranked(scores, described, BALANCED.experience, rounds=[2_000, 1], hours=[4_380, 1])
    assert balanced.rows.tolist() == [0, 1]


# The other fusions.


def test_sum_weighs_both_scores_and_coverage_is_an_absolute_share():
    path = Path(
        threshold=0.0,
        temporal=UNTIMED,
        fusion=Fusion(method="sum", weight_dense=0.5, scale_dense="none", scale_lexical="coverage"),
    )
    found = shortlist(scores_of([0.8, -0.2], [2.5, 10.0], attainable=10.0), path)
    assert found.components["lexical"].tolist() == [0.25, 1.0]
    assert found.fused.tolist() == pytest.approx([0.5 * 0.8 + 0.25, 1.0])


def test_minmax_measures_among_those_that_may_be_seen():
    path = Path(fusion=Fusion(method="sum"))
    found = shortlist(scores_of([0.9, 0.2, 0.6], [50.0, 1.0, 5.0], alive=[False, True, True]), path)
    assert found.rows.tolist() == [1, 2]
    assert found.fused.tolist() == pytest.approx([0.0, 2.0])


def test_neighbours_lift_a_turn_that_says_nothing_itself():
    fusion = Fusion(method="lexical", scale_lexical="none", neighbours=(0.25, 0.5, 0.3, 0.15))
    found = shortlist(scores_of([0.0] * 4, [0.0, 2.0, 0.0, 0.0], chain=True), Path(fusion=fusion))
    assert dict(zip(found.rows.tolist(), found.fused.tolist(), strict=True)) == {0: 0.6, 1: 2.0, 2: 1.0, 3: 0.5}


def test_words_alone_find_only_rows_that_hold_one():
    found = shortlist(scores_of([0.9, 0.9], [0.0, 1.0]), Path(fusion=Fusion(method="lexical", scale_lexical="none")))
    assert found.rows.tolist() == [1]


METHODS = ("rrf", "sum", "cosine", "lexical")


@pytest.mark.parametrize("method", METHODS)
def test_what_may_not_be_seen_is_never_found(method):
    fusion = Fusion(method=method, scale_lexical="coverage", neighbours=(0.2, 0.5, 0.3, 0.1))
    scores = scores_of([0.9, 0.5], [9.0, 1.0], alive=[False, True], chain=True)
    assert shortlist(scores, Path(fusion=fusion)).rows.tolist() == [1]
    nobody = scores_of([0.9, 0.5], [9.0, 1.0], alive=[False, False])
    assert shortlist(nobody, Path(fusion=fusion)).rows.tolist() == []
    assert ranked(nobody, [], Path(fusion=fusion)).reasons == ()
    assert ranked(scores_of([], []), [], Path(fusion=fusion)).rows.tolist() == []


@pytest.mark.parametrize("method", METHODS)
def test_a_depth_of_nought_finds_nothing(method):
    assert shortlist(scores_of([0.9], [1.0]), Path(depth=0, fusion=Fusion(method=method))).rows.tolist() == []


@pytest.mark.parametrize("method", METHODS)
@given(seed=st.integers(0, 2**32 - 1), n=st.integers(1, 12), depth=st.integers(1, 12))
def test_fusion_is_independent_of_the_order_of_candidates(method, seed, n, depth):
    rng = np.random.default_rng(seed)
    # Distinct scores: ties go by row, and a row's number is what this test changes.
    cosines, lexical = (rng.permutation(n) + 1) / (n + 1), rng.permutation(n) ** 1.5
    moved = rng.permutation(n)
    path = Path(depth=depth, fusion=Fusion(method=method, scale_lexical="coverage"))
    one = shortlist(scores_of(cosines, lexical), path)
    other = shortlist(scores_of(cosines[moved], lexical[moved]), path)
    fused = dict(zip(one.rows.tolist(), one.fused.tolist(), strict=True))
    assert dict(zip(moved[other.rows].tolist(), other.fused.tolist(), strict=True)) == fused


@given(seed=st.integers(0, 2**32 - 1), n=st.integers(0, 10), threshold=st.sampled_from([0.0, 0.3, 0.9]))
def test_ranking_is_a_permutation_with_those_that_passed_first_and_best_first(seed, n, threshold):
    rng = np.random.default_rng(seed)
    path = Path(threshold=threshold, fusion=Fusion(method="cosine"))
    scores = scores_of(np.round(rng.uniform(-0.2, 1, n), 1), np.zeros(n))
    result = ranked(scores, [Described(text="")] * n, path, rounds=rng.integers(0, 9, n), hours=np.full(n, math.nan))
    assert sorted(result.rows.tolist()) == list(range(n))
    passed = [not reason for reason in result.reasons]
    assert passed == sorted(passed, reverse=True)
    for group in (True, False):
        within = [(-s, row) for s, row, p in zip(result.log_score, result.rows, passed, strict=True) if p is group]
        assert within == sorted(within)
    assert (result.components["biased"] >= threshold).tolist() == passed or threshold == 0.0


def test_feedback_moves_rows_and_lifts_none_over_the_threshold():
    path = Path(threshold=0.5, temporal=UNTIMED, fusion=Fusion(method="cosine"))
    found = shortlist(scores_of([0.6, 0.55, 0.4], [0, 0, 0]), path)
    weight = log_weight(np.zeros(3), np.zeros(3), UNTIMED)
    result = order(found, {}, weight, path, feedback=np.array([0.0, 0.2, 0.9]))
    assert result.rows.tolist() == [1, 0, 2]
    assert result.score.tolist() == pytest.approx([0.75, 0.6, 1.3])
    assert result.reasons == ("", "", "score 0.400 under the threshold of 0.5")
    assert by_row(result, "feedback") == {0: 0.0, 1: 0.2, 2: 0.9}


def test_reordering_keeps_what_fell_behind_and_says_how_far_each_faded():
    path = Path(threshold=0.5, temporal=UNTIMED, fusion=Fusion(method="cosine"))
    result = ranked(scores_of([0.9, 0.8, 0.7, 0.1], [0] * 4), [Described(text="")] * 4, path)
    moved = result.reordered(np.array([0, 2, 1]), np.array([1.0, 1.0, 0.5]))
    assert moved.rows.tolist() == [0, 2, 1, 3]
    assert moved.score.tolist() == pytest.approx([0.9, 0.7, 0.4, 0.1])
    assert moved.log_score.tolist() == pytest.approx(np.log([0.9, 0.7, 0.4, 0.1]).tolist())
    assert moved.components["faded"].tolist() == [1.0, 1.0, 0.5, 1.0]
    assert moved.reasons == ("", "", "", "score 0.100 under the threshold of 0.5")
