import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from duramen.domain.preset import Preset
from duramen.domain.profile import Depth, Hint, Level
from duramen.retrieve.cues import cues_of
from duramen.retrieve.hints import REACH, STEP, adjusted
from duramen.retrieve.route import Band, Signals, Thresholds, applied, need, route

TITLES = ("house", "Boiler manual", "家里", "洗碗机说明书")


def routed(question, leaf=0.3, leaves=10, bases=1, level=Level.ROUTED, thresholds=None):
    signals = Signals(cues=cues_of(question, TITLES), leaf=leaf, leaves=leaves, bases=bases)
    return route(signals, level, thresholds)


def depths(chosen):
    return tuple(choice.depth for choice in chosen.choices().values())


@pytest.mark.parametrize(
    ("question", "wanted"),
    [
        ("What did you say last time about my knee?", "experience"),
        ("上次你是怎么说我的膝盖的？", "experience"),
        ("When did I go to the dentist?", "experience"),
        ("我是哪一天去看牙的？", "experience"),
        ("What does the boiler manual say about pressure?", "knowledge"),
        ("洗碗机说明书里怎么除垢？", "knowledge"),
        ("Suggest a dinner for me.", "profile"),
        ("给我推荐一道菜。", "profile"),
        ("What is my job?", "profile"),
        ("我是做什么工作的？", "profile"),
    ],
)
def test_the_source_that_the_wording_names_is_read_in_full(question, wanted):
    assert routed(question, leaf=0.6).choices()[wanted].depth is Depth.DEEP


@pytest.mark.parametrize(
    "question", ["Good evening!", "谢谢，再见。", "Translate “cat” into Dutch.", "12乘以9等于多少？"]
)
def test_what_brings_along_all_it_needs_reads_little(question):
    chosen = routed(question, leaf=0.1)
    assert chosen.profile.depth is Depth.NONE
    assert chosen.knowledge.depth is Depth.NONE
    assert chosen.experience.depth is not Depth.DEEP


def test_reasons_are_said_in_both_languages_and_differ():
    chosen = routed("What did you say last time about my knee?")
    for choice in chosen.choices().values():
        assert choice.reason["en"]
        assert choice.reason["zh"]
        assert choice.reason["en"] != choice.reason["zh"]
    assert "before" in chosen.experience.reason["en"]
    assert "以前" in chosen.experience.reason["zh"]


def test_a_message_in_several_sentences_keeps_its_evidence():
    told = "The script works now. Parsing is fixed as well. What is next?"
    assert routed(told).experience.depth is Depth.DEEP


def test_the_levels_read_the_leaves_alone_or_everything():
    assert depths(routed("Good evening!", level=Level.FULL)) == (Depth.DEEP,) * 3
    assert depths(routed("What did you say last time?", level=Level.FAST)) == (Depth.DEEP, Depth.NONE, Depth.NONE)


@pytest.mark.parametrize("question", ["Good evening!", "What is my job?", "上次说到哪了？"])
def test_without_a_leaf_everything_is_read_as_without_a_tree(question):
    chosen = routed(question, leaves=0, leaf=0.0)
    assert (chosen.experience.depth, chosen.knowledge.depth) == (Depth.DEEP, Depth.DEEP)
    assert chosen.profile.depth is Depth.NONE
    preset = Preset(name="x")
    left = applied(preset, chosen)
    assert (left.experience, left.knowledge) == (preset.experience, preset.knowledge)
    assert (left.reading.experience, left.reading.knowledge) == (8, 5)


def test_shallow_is_half_and_none_is_off():
    preset = Preset(name="x")
    band = Band(shallow=0.01, deep=0.94)
    shallow = applied(preset, routed("x", thresholds=Thresholds(profile=band, experience=band, knowledge=band)))
    assert (shallow.reading.experience, shallow.reading.knowledge, shallow.reading.profile_tokens) == (4, 3, 650)
    off = Band(shallow=0.94, deep=0.95)
    none = applied(preset, routed("x", thresholds=Thresholds(profile=off, experience=off, knowledge=off)))
    assert not none.experience.enabled
    assert not none.knowledge.enabled
    assert none.reading.profile_tokens == 0


def test_need_is_the_logistic_sum_of_the_cues():
    # -4.0 + mine 2.7 + own_fact 2.0 + leaf 0.5 * 2.9 = 2.15; 1 / (1 + e^-2.15) = 0.8957
    signals = Signals(cues=cues_of("What is my job?"), leaf=0.5, leaves=1)
    assert need("profile", signals) == pytest.approx(0.8957, abs=1e-4)


def test_a_name_of_those_who_talk_speaks_of_the_person():
    assert not cues_of("Where does Mei live?").mine
    assert cues_of("Where does Mei live?", names=("Mei", "")).mine


@given(st.text(max_size=300))
def test_any_text_has_cues(text):
    chosen = routed(text)
    assert all(0.0 <= choice.need <= 1.0 for choice in chosen.choices().values())


@pytest.mark.parametrize("text", ["嗯" * 60 + "x", "ha" * 30 + "x", "好的" * 30 + "x", "a " * 50_000, "hi " * 19 + "x"])
def test_repetitive_messages_take_no_time(text):
    begun = time.perf_counter()
    cues_of(text)
    assert time.perf_counter() - begun < 1.0


@pytest.mark.parametrize("hint", list(Hint))
@given(times=st.integers(1, 40), question=st.sampled_from(["Good evening!", "What is my job?", "上次说到哪了？"]))
@settings(max_examples=20)
def test_no_number_of_hints_moves_a_threshold_beyond_its_reach(hint, times, question):
    start = moved = Thresholds()
    for _ in range(times):
        moved = adjusted(moved, hint, routed(question, thresholds=moved))
    for source, band in moved.bands().items():
        first = start.bands()[source]
        assert 0.0 < band.shallow <= band.deep < 1.0
        assert abs(band.deep - first.deep) <= REACH + 1e-9
        assert band.shallow <= first.shallow + REACH + 1e-9


def test_deeper_and_shallower_change_what_such_a_question_reads():
    question, thresholds = "我是做什么工作的？", Thresholds()
    before = routed(question).experience.depth
    for _ in range(6):
        thresholds = adjusted(thresholds, Hint.DEEPER, routed(question, thresholds=thresholds))
    assert before is not Depth.DEEP
    assert routed(question, thresholds=thresholds).experience.depth is Depth.DEEP
    for _ in range(12):
        thresholds = adjusted(thresholds, Hint.SHALLOWER, routed(question, thresholds=thresholds))
    assert routed(question, thresholds=thresholds).experience.depth is not Depth.DEEP


def test_good_moves_a_near_threshold_away_and_bad_goes_half_a_step_deeper():
    chosen = routed("What is my job?", leaf=0.0)  # profile need 1 / (1 + e^-0.7) = 0.6682
    near = Thresholds(profile=Band(shallow=0.1, deep=0.65))
    kept = adjusted(near, Hint.GOOD, chosen, start=near)
    assert kept.profile == Band(shallow=0.1, deep=0.625)
    unread = Thresholds(profile=Band(shallow=0.7, deep=0.8))
    assert adjusted(
        unread, Hint.BAD, routed("What is my job?", leaf=0.0, thresholds=unread), start=unread
    ).profile == Band(shallow=pytest.approx(0.7 - STEP / 2), deep=0.8)
