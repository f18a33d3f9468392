"""Windows by event boundary: where an event ends, and that it ends there however the talk arrives."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from duramen.domain.persona import Heard
from duramen.domain.time import UNKNOWN_MOMENT, Moment, Precision
from duramen.errors import BadSetting
from duramen.observe.boundaries import Boundary, boundary, cosine, gap_between, is_parted_by_words, says_so
from duramen.observe.windows import EVENT_PAIRS, HeardRound, Measure, measure_of, windows_of

MINUTE = 60_000_000
NOON = 12 * 60
EVENT = measure_of("event")
CLIMBING = (
    "Yesterday evening I packed ropes, carabiners and new climbing shoes for the granite wall near the valley camp."
)
CLIMBING_TOO = (
    "The granite wall has routes for ropes; my climbing shoes and carabiners held, and the camp in the valley was full."
)
COOKING = "For dinner we simmered tomatoes, garlic, basil and olive oil, then baked fresh bread with rosemary and salt."
攀岩 = "昨天晚上我准备了攀岩用的绳子、岩鞋和安全带，周末要去山谷里的花岗岩岩壁，营地已经订好。"
做菜 = "最近在学做菜，番茄、大蒜、罗勒和橄榄油一起炖，再烤一炉迷迭香面包，味道很不错。"


def at(minutes):
    return UNKNOWN_MOMENT if minutes is None else Moment(at_us=int(minutes * MINUTE))


def heard(text, *, own=True, minutes=None, turn=0):
    role, speaker = ("user", "Mei") if own else ("assistant", "Ada")
    return Heard(role=role, speaker=speaker, text=text, own=own, turn_id=turn, said_at=at(minutes))


def round_of(number, text="tea", minutes=None, session="s", *, own=True):
    messages = (
        heard(text, own=own, minutes=minutes, turn=2 * number),
        heard("yes", own=False, minutes=minutes, turn=2 * number + 1),
    )
    return HeardRound(session=session, messages=messages)


def fresh(cut):
    return [message.turn_id for message in cut.window.messages if message.own and not message.shown_only]


def talk(*texts, gap=1):
    return [round_of(n, text, NOON + n * gap) for n, text in enumerate(texts)]


def events(rounds):
    return [fresh(cut) for cut in windows_of(rounds, "Mei", EVENT)]


@pytest.mark.parametrize(
    "text",
    [
        "Anyway, how was your week?",
        "Oh, by the way, I got a dog",
        "ok so btw i moved",
        "On another note, my sister is here",
        "on a completely different note: work",
        "Haha, changing the subject, did you eat?",
        "Let's talk about something else",
        "对了，我换工作了",
        "哦对了 你吃了吗",
        "话说你在哪",
        "換個話題吧",
        "换个话题，周末去哪",
        "嗯嗯，说起来我还没告诉你",
        "顺便问一下",
    ],
)
def test_phrases_at_the_start_change_the_topic(text):
    assert says_so(text)
    assert boundary([round_of(0).messages], round_of(1, text).messages) is Boundary.CUE


@pytest.mark.parametrize(
    "text",
    [
        "I love it anyway",
        "He said: by the way, that's mine",
        "the note is on another page",
        "对了吗？",
        "你说对了",
        "对了一半",
        "对，了解",
        "别换个话题",
        "我想说起来运动",
    ],
)
def test_the_same_words_elsewhere_do_not(text):
    assert not says_so(text)


def test_half_an_hour_of_silence_and_another_day_part_and_less_does_not():
    assert gap_between(at(NOON), at(NOON + 30)) is None
    assert gap_between(at(NOON), at(NOON + 31)) is Boundary.SILENCE
    assert gap_between(at(24 * 60 - 1), at(24 * 60 + 1)) is Boundary.DAY
    assert gap_between(at(NOON), UNKNOWN_MOMENT) is None


def test_days_alone_have_no_silence_and_the_day_is_the_first_ones():
    day = Moment(at_us=0, precision=Precision.DAY)
    assert gap_between(day, replace(day, at_us=3_600_000_000)) is None
    china = Moment(at_us=15 * 60 * MINUTE, zone="Asia/Shanghai", offset_minutes=480)  # 23:00 there
    assert gap_between(china, at(15 * 60 + 29)) is None
    assert gap_between(china, at(16 * 60 + 1)) is Boundary.DAY


def test_the_cosine_of_counts():
    assert cosine({"a": 1, "b": 2}, {}) == 0
    # (1·2 + 2·1) / (√5 · √5)
    assert cosine({"a": 1, "b": 2}, __import__("collections").Counter({"a": 2, "b": 1})) == pytest.approx(0.8)


@pytest.mark.parametrize(("one", "other"), [(CLIMBING, COOKING), (攀岩, 做菜)])
def test_another_topic_parts_by_its_words_in_both_languages_and_the_same_does_not(one, other):
    assert is_parted_by_words([[heard(one)], [heard(one)]], [heard(other)])
    assert not is_parted_by_words([[heard(one)], [heard(other)]], [heard(other)])
    assert events(talk(one, one, other, other)) == [[0, 2], [4, 6]]


def test_a_nod_a_farewell_and_a_second_round_are_no_topics_of_their_own():
    assert events(talk(CLIMBING, CLIMBING_TOO, "thanks!", "see you tomorrow")) == [[0, 2, 4, 6]]
    assert events(talk(CLIMBING, COOKING)) == [[0, 2]]


def test_an_event_that_goes_on_is_cut_at_the_most_that_a_window_holds():
    assert [len(one) for one in events(talk(*[CLIMBING] * 20))] == [EVENT_PAIRS, EVENT_PAIRS, 4]
    long = talk(*["granite " * 400] * 5)
    assert all(
        sum(len(m.text) for m in cut.window.messages if not m.shown_only) <= EVENT.chars
        for cut in windows_of(long, "Mei", EVENT)
    )
    assert len(events(long)) > 1


def test_three_pairs_stay_three_pairs():
    rounds = talk("hi", "by the way, x", "anyway, y", "z", gap=40)
    assert [fresh(cut) for cut in windows_of(rounds, "Mei")] == [[0, 2, 4], [6]]
    assert events(rounds) == [[0], [2], [4], [6]]


def test_an_event_is_over_when_half_an_hour_has_passed_since():
    rounds = [round_of(0, minutes=NOON)]
    assert [cut.complete for cut in windows_of(rounds, "Mei", EVENT, now=at(NOON + 29))] == [False]
    assert [cut.complete for cut in windows_of(rounds, "Mei", EVENT, now=at(NOON + 31))] == [True]
    assert [cut.complete for cut in windows_of(rounds, "Mei", now=at(NOON + 31))] == [False]


def test_the_setting_is_a_number_of_rounds_or_event():
    assert measure_of("3") == Measure()
    assert measure_of(" Event ") == Measure(pairs=EVENT_PAIRS, by_event=True)
    for wrong in ("0", "9", "-1", "two", "", "３", "1" * 50):
        with pytest.raises(BadSetting, match="neither a number of rounds"):
            measure_of(wrong)


TEXTS = st.sampled_from(
    [CLIMBING, CLIMBING_TOO, COOKING, 攀岩, 做菜, "ok", "By the way, I moved", "对了，我换工作了", "x" * 3_000]
)
ROUNDS = st.lists(
    st.tuples(TEXTS, st.sampled_from([None, 1, 31, 400, 1500]), st.booleans(), st.sampled_from("st")), max_size=25
)


def built(drawn):
    rounds, minutes = [], 0
    for number, (text, gap, own, session) in enumerate(drawn):
        minutes += gap or 0
        rounds.append(round_of(number, text, None if gap is None else minutes, session, own=own))
    return rounds


@given(ROUNDS)
def test_each_own_message_is_fresh_in_exactly_one_window_and_in_order(drawn):
    rounds = built(drawn)
    cuts = list(windows_of(rounds, "Mei", EVENT))
    own = [m.turn_id for r in rounds for m in r.messages if m.own]
    assert [turn for cut in cuts for turn in fresh(cut)] == own
    assert cuts == list(windows_of(rounds, "Mei", EVENT))
    assert all(cut.complete for cut in cuts[:-1])


@given(ROUNDS, st.lists(st.integers(1, 6), max_size=25))
def test_a_talk_that_arrives_in_pieces_is_cut_as_the_whole_is(drawn, sizes):
    rounds = built(drawn)
    whole = list(windows_of(rounds, "Mei", EVENT))
    heard_now, begin, arrived = [], 0, 0
    for size in [*sizes, len(rounds)]:
        arrived = min(len(rounds), arrived + size)
        # As a store gives it: from the last window's end on, the round before in front, for context.
        lead = [_shown(rounds[begin - 1])] if begin else []
        for cut in windows_of([*lead, *rounds[begin:arrived]], "Mei", EVENT):
            if cut.complete:
                heard_now.append(replace(cut, last=cut.last - len(lead) + begin))
        begin = heard_now[-1].last + 1 if heard_now else 0
    lead = [_shown(rounds[begin - 1])] if begin else []
    tail = [
        replace(cut, last=cut.last - len(lead) + begin) for cut in windows_of([*lead, *rounds[begin:]], "Mei", EVENT)
    ]
    assert [*heard_now, *tail] == whole


def _shown(round_):
    return replace(round_, messages=tuple(replace(message, shown_only=True) for message in round_.messages))
