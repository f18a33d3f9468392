from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from duramen.domain.dialogue import Dialogue, Message, Role
from duramen.domain.persona import Heard
from duramen.domain.time import UNKNOWN_MOMENT, Moment, Precision
from duramen.observe.hearing import heard_rounds, own_speakers
from duramen.observe.windows import HeardRound, Measure, windows_of

HOUR = 3_600_000_000


def at(hours):
    return UNKNOWN_MOMENT if hours is None else Moment(at_us=int(hours * HOUR))


def said(turn, text="tea", *, own=True, hours=None, shown_only=False):
    role, speaker = ("user", "Mei") if own else ("assistant", "Ada")
    return Heard(role=role, speaker=speaker, text=text, own=own, shown_only=shown_only, turn_id=turn, said_at=at(hours))


def pair(number, session="s", hours=None, text="tea"):
    return HeardRound(
        session=session,
        messages=(said(2 * number, text, hours=hours), said(2 * number + 1, "yes", own=False, hours=hours)),
    )


def fresh(cut):
    return [message.turn_id for message in cut.window.messages if message.own and not message.shown_only]


def test_three_rounds_fill_a_window_and_the_last_leads_the_next_for_context_only():
    first, second = windows_of([pair(n) for n in range(4)], "Mei")
    assert (fresh(first), first.last, first.complete) == ([0, 2, 4], 2, True)
    assert (fresh(second), second.last, second.complete) == ([6], 3, False)
    assert [(m.turn_id, m.shown_only) for m in second.window.messages] == [(4, True), (5, True), (6, False), (7, False)]


def test_another_sitting_and_a_long_silence_close_a_window_and_lead_with_nothing():
    rounds = [pair(0, hours=0), pair(1, hours=1), pair(2, hours=8), pair(3, "t", hours=8)]
    cuts = list(windows_of(rounds, "Mei"))
    assert [(fresh(cut), cut.complete) for cut in cuts] == [([0, 2], True), ([4], True), ([6], False)]
    assert not any(message.shown_only for cut in cuts for message in cut.window.messages)


def test_days_alone_part_where_the_day_changes():
    days = [Moment(at_us=24 * HOUR * n, precision=Precision.DAY) for n in (0, 0, 1)]
    rounds = [
        HeardRound(session="", messages=(Heard(role="user", speaker="", text="x", own=True, turn_id=n, said_at=day),))
        for n, day in enumerate(days)
    ]
    assert [fresh(cut) for cut in windows_of(rounds, "Mei")] == [[0, 1], [2]]


def test_the_last_window_is_complete_when_six_hours_have_passed_since():
    rounds = [pair(0, hours=1)]
    assert [cut.complete for cut in windows_of(rounds, "Mei", now=at(6.9))] == [False]
    assert [cut.complete for cut in windows_of(rounds, "Mei", now=at(7.1))] == [True]
    assert [cut.complete for cut in windows_of([pair(0)], "Mei", now=at(7.1))] == [False]


def test_a_window_closes_before_the_round_that_would_make_it_too_long():
    cuts = list(windows_of([pair(n, text="x" * 3_990) for n in range(3)], "Mei"))
    assert [fresh(cut) for cut in cuts] == [[0, 2], [4]]
    assert sum(len(m.text) for m in cuts[0].window.messages) <= 8_000


def test_a_round_that_is_too_long_alone_loses_the_answer_first_and_then_its_own_end():
    long = HeardRound(session="s", messages=(said(0, "a" * 5_000), said(1, "b" * 50_000, own=False)))
    (cut,) = windows_of([long], "Mei")
    assert [len(m.text) for m in cut.window.messages] == [5_000, 3_000]
    (cut,) = windows_of([HeardRound(session="s", messages=(said(0, "a" * 20_000), said(1, "b", own=False)))], "Mei")
    assert [(m.turn_id, len(m.text)) for m in cut.window.messages] == [(0, 8_000)]


def test_a_greeting_is_context_of_the_round_after_it_and_no_round_of_its_own():
    greeting = HeardRound(session="s", messages=(said(90, "Where do you live?", own=False),))
    (cut,) = windows_of([greeting, pair(0), pair(1), pair(2)], "Mei")
    assert [m.turn_id for m in cut.window.messages] == [90, 0, 1, 2, 3, 4, 5]
    assert list(windows_of([greeting], "Mei")) == []


def test_system_messages_stand_before_each_window_of_their_sitting_and_are_never_own():
    order = Heard(role="system", speaker="", text="You live in Rome.", own=True)
    cuts = list(windows_of([pair(n) for n in range(4)] + [pair(9, "t")], "Mei", system={"s": (order,)}))
    assert [cut.window.messages[0].role for cut in cuts] == ["system", "system", "user"]
    assert all(not m.own and m.shown_only for cut in cuts for m in cut.window.messages if m.role == "system")


rounds_of_anybody = st.lists(
    st.tuples(
        st.sampled_from(["s", "t", ""]),
        st.lists(
            st.tuples(
                st.booleans(),
                st.booleans(),
                st.integers(0, 300),
                st.one_of(st.none(), st.integers(0, 40)),
            ),
            min_size=1,
            max_size=5,
        ),
    ),
    max_size=12,
)


@given(drawn=rounds_of_anybody, pairs=st.integers(1, 4), chars=st.integers(1, 700), hours=st.integers(0, 60))
def test_every_own_message_is_fresh_in_exactly_one_window_in_order(drawn, pairs, chars, hours):
    turn = 0
    rounds = []
    for session, messages in drawn:
        made = []
        for own, heard, length, when in messages:
            made.append(said(turn, "x" * (length + 1), own=own, hours=when, shown_only=heard))
            turn += 1
        rounds.append(HeardRound(session=session, messages=tuple(made)))
    cuts = list(windows_of(rounds, "Mei", Measure(pairs=pairs, chars=chars), now=at(hours)))
    wanted = [m.turn_id for round_ in rounds for m in round_.messages if m.own and not m.shown_only]
    got = [turn_id for cut in cuts for turn_id in fresh(cut)]
    roomy = chars >= 5 * 301  # own words beyond the room of a whole window are cut off at their end
    assert got == wanted if roomy else set(got) <= set(wanted)
    assert got == sorted(got)
    assert len(got) == len(set(got))
    assert [cut.last for cut in cuts] == sorted({cut.last for cut in cuts})
    for cut in cuts:
        assert fresh(cut)
        assert sum(len(message.text) for message in cut.window.messages) <= chars
        assert Counter(m.turn_id for m in cut.window.messages).most_common(1)[0][1] == 1
    assert all(cut.complete for cut in cuts[:-1])


def spoken(number, role, speaker, text="hello"):
    return Message(role=role, speaker=speaker, text=text, happened_at=at(number / 60), position=number)


def test_in_a_group_only_the_person_whose_tree_it_is_has_own_words():
    messages = [
        spoken(0, Role.PERSON, "Mei"),
        spoken(1, Role.OTHER, "Bob"),
        spoken(2, Role.PERSON, "Carl"),
        spoken(3, Role.CHARACTER, "Ada"),
        spoken(4, Role.PERSON, "mei"),
        spoken(5, Role.PERSON, ""),
    ]
    rounds, _ = heard_rounds(Dialogue(format="jsonl", messages=tuple(messages)), "Mei")
    assert [m.turn_id for round_ in rounds for m in round_.messages if m.own] == [0, 4, 5]
    rounds, _ = heard_rounds(Dialogue(format="jsonl", messages=tuple(messages)), "Carl")
    assert [m.turn_id for round_ in rounds for m in round_.messages if m.own] == [2, 5]


def test_a_person_whom_the_file_calls_otherwise_is_the_one_who_speaks_most_on_their_side():
    assert own_speakers({"Liam O'Connor": 9, "Bob": 2}, "liam") == {"Liam O'Connor"}
    assert own_speakers({"Liam": 1, "Bob": 9}, "liam") == {"Liam"}
    assert own_speakers({"": 4, "user": 1}, "liam") == {"", "user"}
    assert own_speakers({}, "liam") == frozenset()
