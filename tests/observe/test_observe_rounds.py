"""Rounds and identity: bursts join, greetings stand alone, sittings part, and a second import brings only what is new."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from duramen.domain.dialogue import Dialogue, Message, Role
from duramen.domain.time import UNKNOWN_MOMENT, Moment, Precision, moment_at
from duramen.observe import import_key, import_keys, round_keys, rounds_of, with_session

NOON = datetime(2024, 5, 1, 12, tzinfo=UTC)


def at(minutes: float) -> Moment:
    return moment_at(NOON + timedelta(minutes=minutes), "UTC")


def dialogue_of(*rows: tuple[Role, str, float | None], session: str = "", form: str = "x") -> Dialogue:
    messages = tuple(
        Message(
            role=role,
            speaker="",
            text=text,
            happened_at=UNKNOWN_MOMENT if minutes is None else at(minutes),
            session=session,
            position=position,
        )
        for position, (role, text, minutes) in enumerate(rows)
    )
    return Dialogue(format=form, messages=messages)


def shape(dialogue: Dialogue) -> list[str]:
    return ["".join(message.text for message in one.messages) for one in rounds_of(dialogue)]


P, C, X = Role.PERSON, Role.CHARACTER, Role.OTHER


def test_a_round_is_a_message_of_the_person_with_its_reply() -> None:
    assert shape(dialogue_of((P, "a", 0), (C, "b", 1), (P, "c", 2), (C, "d", 3))) == ["ab", "cd"]


def test_a_greeting_alone_is_a_round() -> None:
    assert shape(dialogue_of((C, "g", 0), (P, "a", 1), (C, "b", 2))) == ["g", "ab"]


def test_bursts_of_the_person_join_below_five_minutes_only() -> None:
    assert shape(dialogue_of((P, "a", 0), (P, "b", 4.9), (C, "c", 6))) == ["abc"]
    assert shape(dialogue_of((P, "a", 0), (P, "b", 5), (C, "c", 6))) == ["a", "bc"]


def test_undated_messages_of_the_person_do_not_join() -> None:
    assert shape(dialogue_of((P, "a", None), (P, "b", None), (C, "c", None))) == ["a", "bc"]


def test_replies_of_several_join_and_begin_anew_after_a_pause_in_a_messenger() -> None:
    assert shape(dialogue_of((P, "a", 0), (X, "b", 1), (X, "c", 2), (X, "d", 60), (P, "e", 61))) == ["abc", "d", "e"]
    assert shape(dialogue_of((P, "a", 0), (C, "b", 1), (C, "c", 60), session="s")) == ["abc"]


def test_a_silence_of_more_than_six_hours_begins_a_session_named_by_its_time() -> None:
    dialogue = dialogue_of((P, "a", 0), (C, "b", 360), (P, "c", 721))
    rounds = rounds_of(dialogue)
    assert [one.session for one in rounds] == ["2024-05-01T12:00:00+00:00", "2024-05-02T00:01:00+00:00"]
    assert [one.session for one in rounds_of(with_session(dialogue, "own"))] == ["own", "own"]


def test_days_part_where_only_days_are_known() -> None:
    day = Moment(at_us=at(-720).at_us, precision=Precision.DAY)
    later = Moment(at_us=at(720).at_us, precision=Precision.DAY)
    rows = dialogue_of((P, "a", 0), (C, "b", 0), (P, "c", 0)).messages
    messages = (
        replace(rows[0], happened_at=day),
        replace(rows[1], happened_at=day),
        replace(rows[2], happened_at=later),
    )
    assert [one.session for one in rounds_of(Dialogue(format="x", messages=messages))] == ["2024-05-01", "2024-05-02"]


def test_system_and_tool_messages_are_in_no_round() -> None:
    assert shape(dialogue_of((Role.SYSTEM, "s", 0), (P, "a", 0), (Role.TOOL, "t", 1), (C, "b", 2))) == ["ab"]


def test_undated_messages_keep_their_place_between_dated_ones() -> None:
    dialogue = dialogue_of((P, "a", 5), (C, "b", None), (P, "c", 0), (C, "d", None), session="s")
    assert shape(dialogue) == ["cd", "ab"]


def test_sessions_come_in_order_of_time_whatever_their_order_in_the_file() -> None:
    late = dialogue_of((P, "c", 600), (C, "d", 601), session="late")
    early = dialogue_of((P, "a", 0), (C, "b", 1), session="early")
    both = Dialogue(
        format="x", messages=tuple(replace(m, position=n) for n, m in enumerate(late.messages + early.messages))
    )
    assert shape(both) == ["ab", "cd"]


def test_a_busy_group_falls_into_rounds_of_64() -> None:
    rows = [(X, "x", n * 0.01) for n in range(130)]
    assert [len(one.messages) for one in rounds_of(dialogue_of(*rows))] == [64, 64, 2]


def test_no_messages_give_no_rounds() -> None:
    assert rounds_of(Dialogue(format="x", messages=())) == ()


ROWS = st.lists(
    st.tuples(st.sampled_from([P, C, X]), st.sampled_from("ab"), st.none() | st.integers(0, 2000)), max_size=30
)


@given(ROWS, st.sampled_from(["", "s"]))
def test_every_message_is_in_exactly_one_round(rows: list[tuple[Role, str, float | None]], session: str) -> None:
    dialogue = dialogue_of(*rows, session=session)
    positions = [message.position for one in rounds_of(dialogue) for message in one.messages]
    assert sorted(positions) == list(range(len(rows)))


@given(ROWS)
def test_no_round_has_the_person_speak_after_the_reply(rows: list[tuple[Role, str, float | None]]) -> None:
    for one in rounds_of(dialogue_of(*rows)):
        sides = [message.role is P for message in one.messages]
        assert sides == sorted(sides, reverse=True)


@given(st.permutations([(P, "a", 0.0), (C, "b", 1.0), (P, "c", 10.0), (C, "d", 11.0), (P, "e", 900.0)]))
def test_rounds_do_not_depend_on_the_order_of_dated_messages(rows: list[tuple[Role, str, float]]) -> None:
    assert shape(dialogue_of(*rows)) == ["ab", "cd", "e"]


def test_two_equal_messages_stay_two() -> None:
    keys = import_keys(dialogue_of((P, "ok", 0), (P, "ok", 0)).messages)
    assert len(set(keys)) == 2
    assert keys[0] == import_key(dialogue_of((P, "ok", 0)).messages[0])


def test_an_id_names_a_message_whose_time_is_not_known_to_the_second() -> None:
    message = replace(dialogue_of((P, "a", None)).messages[0], external_id="7", session="s")
    day = Moment(at_us=0, precision=Precision.DAY)
    assert import_key(message) == import_key(replace(message, text="edited", happened_at=UNKNOWN_MOMENT))
    assert import_key(message) == import_key(replace(message, happened_at=day))
    assert import_key(message) != import_key(replace(message, external_id="8"))


def test_a_message_known_to_the_second_is_the_same_under_any_id_and_fraction_of_it() -> None:
    plain = dialogue_of((P, "a", 1)).messages[0]
    at = plain.happened_at
    told = replace(plain, external_id="7", speaker="Mei", happened_at=replace(at, at_us=(at.at_us or 0) + 345_678))
    assert import_key(plain) == import_key(told)
    for other in (
        replace(plain, text="b"),
        replace(plain, role=C),
        replace(plain, session="s"),
        replace(plain, happened_at=replace(at, at_us=(at.at_us or 0) + 1_000_000)),
    ):
        assert import_key(plain) != import_key(other)


def test_two_equal_messages_of_one_second_stay_two_whatever_their_ids() -> None:
    twice = dialogue_of((P, "ok", 0), (P, "ok", 0)).messages
    numbered = [replace(message, external_id=str(number)) for number, message in enumerate(twice)]
    assert len(set(import_keys(numbered))) == 2
    assert set(import_keys(numbered)) == set(import_keys(twice))


def test_an_undated_message_of_another_file_is_another_one() -> None:
    first = dialogue_of((P, "hi", None), (C, "yes", None)).messages
    second = dialogue_of((P, "hello", None), (C, "yes", None)).messages
    assert import_keys(first)[1] != import_keys(second)[1]


@given(ROWS, ROWS, st.sampled_from(["", "s"]))
def test_a_grown_export_brings_the_old_keys_and_new_ones(
    old: list[tuple[Role, str, float | None]], new: list[tuple[Role, str, float | None]], session: str
) -> None:
    before = import_keys(dialogue_of(*old, session=session).messages)
    after = import_keys(dialogue_of(*old, *new, session=session).messages)
    assert after[: len(before)] == before
    assert len(set(after)) == len(old) + len(new)


@given(
    st.lists(st.tuples(st.sampled_from([P, C]), st.sampled_from("ab"), st.integers(0, 3)), max_size=12), st.randoms()
)
def test_the_keys_of_dated_messages_do_not_depend_on_their_order(
    rows: list[tuple[Role, str, float]], source: random.Random
) -> None:
    shuffled = source.sample(rows, len(rows))
    assert sorted(import_keys(dialogue_of(*rows).messages)) == sorted(import_keys(dialogue_of(*shuffled).messages))


def test_a_round_whose_reply_came_later_keeps_its_first_key() -> None:
    asked = round_keys(rounds_of(dialogue_of((P, "a", 0))))
    answered = round_keys(rounds_of(dialogue_of((P, "a", 0), (C, "b", 1))))
    assert asked[0][0] == answered[0][0]
    assert len(answered[0]) == 2
