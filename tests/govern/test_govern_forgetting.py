"""The plan of a forgetting, and the laws of cutting words out of a text."""

from hypothesis import given
from hypothesis import strategies as st

from duramen.govern.forgetting.closing import Wish
from duramen.govern.forgetting.cutting import CUT, cut_text, moved
from duramen.govern.forgetting.found import (
    Found,
    HeldDecision,
    HeldLeaf,
    HeldRound,
    HeldRow,
    HeldTurn,
    HeldWindow,
    Place,
)
from duramen.govern.forgetting.plan import plan
from duramen.govern.forgetting.words import folded, holds, runs, telling


@st.composite
def texts_with_spans(draw):
    text = draw(st.text("abcdefghij", min_size=1, max_size=30))
    ends = sorted(draw(st.lists(st.integers(0, len(text)), unique=True, max_size=6)))
    spans = [(a, b) for a, b in zip(ends[::2], ends[1::2], strict=False) if a < b]
    spans = [span for at, span in enumerate(spans) if at == 0 or span[0] > spans[at - 1][1]]
    first, last = sorted((draw(st.integers(0, len(text))), draw(st.integers(0, len(text)))))
    return text, spans, (first, last)


@given(texts_with_spans())
def test_a_moved_span_holds_what_is_left_of_its_words_and_nothing_else(case):
    text, spans, (first, last) = case
    left = cut_text(text, spans)
    start, end = moved(first, last, spans)
    kept = [at for at in range(first, last) if not any(a <= at < b for a, b in spans)]
    assert left[start:end].replace(CUT, "") == "".join(text[at] for at in kept)
    assert 0 <= start <= end <= len(left)
    if start < end:
        assert not left[start:end].startswith(CUT)
        assert not left[start:end].endswith(CUT)


def test_words_are_found_in_any_case_composed_or_not_and_escaped_once_or_twice():
    assert holds("I met ZOË there", folded("zoë"))
    assert holds('{"a": "say \\"hi\\" \\\\ bye"}', folded('say "hi" \\ bye'))
    assert holds('"{\\"a\\": \\"\\\\u9e6c\\\\u9e1f\\"}"', "鹬鸟")
    assert holds("他住在鹬鸟镇", "鹬鸟")
    assert not holds("鹬 鸟", "鹬鸟")
    assert not holds("anything", "")


def test_short_words_tell_nothing_and_a_run_of_six_units_is_no_chance():
    assert telling(["a", "yes", "Rome", "猫", "猫咪"]) == {"rome", "猫咪"}
    source = runs("They heard that you live by the old mill")
    assert not source.isdisjoint(runs("So you said that you live by the old mill?"))
    assert source.isdisjoint(runs("I live by a mill"))
    assert not runs("你说你昨天在杭州西湖边跑步").isdisjoint(runs("我昨天在杭州西湖边"))


def turn(number, text, own=True):
    return HeldTurn(turn_id=number, record_id=f"r{(number + 1) // 2}", own=own, text=text)


def round_(number, *turns, **more):
    return HeldRound(record_id=f"r{number}", character="Ada", session="s", number=number, turns=turns, **more)


def leaf(number, value, born, died=None, quote=None, **more):
    quotes = () if quote is None else (Place(record_id=f"r{(quote + 1) // 2}", turn_id=quote, start=0, end=4),)
    fields = {"owner_id": "p", "path": "home.city", "leaf_id": number, "value": value, "born": born, "died": died}
    return HeldLeaf(**{**fields, "quotes": quotes, **more})


TALK = (
    round_(1, turn(1, "I live in Leeds"), turn(2, "ok", own=False)),
    round_(2, turn(3, "I moved to Yarrowby"), turn(4, "ok", own=False)),
    round_(
        3,
        turn(5, "Where do I live?"),
        turn(6, "In Yarrowby", own=False),
        searched=True,
        bound=frozenset({("turn", "", 3)}),
    ),
)


def test_all_that_rests_on_a_round_goes_and_what_stood_before_comes_back():
    found = Found(
        owner_id="p",
        rounds=TALK,
        leaves=(
            leaf(11, "Leeds", 1, 2, quote=1),
            leaf(12, "Yarrowby", 2, 3, quote=3),
            leaf(13, "Yarrowby, by the sea", 3, grown_from=12),
            leaf(14, "I said Yarrowby", 1, owner_id="self", path="facts", quote=6),
        ),
        decisions=(
            HeldDecision(owner_id="p", decision_id=21, path="home.city", leaf_id=11),
            HeldDecision(owner_id="p", decision_id=22, path="home.city", leaf_id=12),
            HeldDecision(owner_id="p", decision_id=23, path="home.city", value="Yarrowby", texts=("", "waits", "")),
        ),
        windows=(
            HeldWindow(owner_id="p", window_id="w1", after=0, upto=1, texts=("ADD(home.city, Leeds)",)),
            HeldWindow(owner_id="p", window_id="w2", after=1, upto=3, texts=("UPDATE(home.city, Yarrowby)",)),
        ),
    )
    made = plan(found, Wish(rounds=frozenset({"r2"})))
    assert set(made.rounds) == {"r2"}
    assert set(made.replies) == {"r3"}
    assert made.turns == {3, 4, 6}
    assert {key for _, key in made.leaves} == {12, 13, 14}
    assert {key for _, key in made.decisions} == {22, 23}
    assert {key for _, key in made.windows} == {"w2"}
    assert made.revived == (("p", 11),)
    assert made.reopened == {("p", 11)}
    assert plan(found, Wish(rounds=frozenset({"r2"}), keep_replies=True)).replies == {}


def test_a_reply_that_repeats_what_goes_goes_and_a_turn_of_speech_stays():
    said = {7: "My aunt Rosa left the bakery in May", 8: "Your aunt Rosa left the bakery in May, then?"}
    rounds = tuple(
        round_(
            number,
            turn(2 * number - 1, said.get(number, f"Entry {number}")),
            turn(2 * number, f"{said.get(number, '')} That sounds like a good day to me.", own=False),
        )
        for number in range(1, 31)
    )
    made = plan(Found(owner_id="p", rounds=rounds), Wish(rounds=frozenset({"r7"})))
    assert made.replies == {"r8": "repeats what goes"}


def test_what_was_deleted_before_does_not_come_back():
    found = Found(
        owner_id="p", rounds=TALK, leaves=(leaf(11, "Leeds", 1, 2, quote=1), leaf(12, "Yarrowby", 5, quote=3))
    )
    made = plan(found, Wish(rounds=frozenset({"r2"})))
    assert made.revived == ()
    assert made.empty == (("p", "home.city"),)


def test_a_path_takes_its_words_out_of_turns_and_what_it_was_moved_from():
    found = Found(
        owner_id="p",
        rounds=TALK,
        leaves=(
            leaf(11, "Leeds", 1, 2, quote=1, path="notes.place"),
            leaf(12, "Leeds", 2, quote=1, grown_from=11),
            leaf(13, "tea", 1, quote=3, path="likes.drink"),
        ),
    )
    made = plan(found, Wish(path="home"))
    assert {key for _, key in made.leaves} == {11, 12}
    assert made.cuts == {1: ((0, 4),)}
    assert made.rounds == {}
    assert plan(found, Wish(path="hom")).nothing


def test_rows_of_other_tables_go_with_their_round_or_reply_and_lose_the_words():
    def row(number, record_id="", **words):
        return HeldRow(owner_id="p", table="verdicts", key=(number,), record_id=record_id, words=words)

    rows = (
        row(1, "r2"),
        row(2, "r3", note="fine"),
        row(3, "r1", note="fine"),
        row(4, note="I moved to Yarrowby, he says"),
    )
    made = plan(Found(owner_id="p", rounds=TALK, others=rows), Wish(rounds=frozenset({"r2"})))
    assert {key[0]: columns for (_, _, key), columns in made.others.items()} == {1: None, 2: None, 4: ("note",)}
