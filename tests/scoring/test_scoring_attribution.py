"""Attribution: each case in exactly one class, and the order of the questions decides."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from duramen.scoring.attribution import CHINESE, Case, Cause, Reached, attribute, furthest, shares

STEPS = ("stored", "standing", "searched", "found", "entered", "used")
LOST_AT = (Cause.NEVER_STORED, Cause.SUPERSEDED, Cause.NOT_SEARCHED, Cause.NOT_FOUND, Cause.CUT)
pieces = st.builds(Reached, **dict.fromkeys(STEPS, st.booleans()))
cases = st.builds(
    Case,
    needed=st.lists(pieces, max_size=4).map(tuple),
    needs_all=st.booleans(),
    holds=st.booleans(),
    abstained=st.booleans(),
)


def upto(steps):
    return Reached(**{name: at < steps for at, name in enumerate(STEPS)})


def case(*needed, needs_all=True, holds=False, abstained=False):
    return Case(needed=needed, needs_all=needs_all, holds=holds, abstained=abstained)


@pytest.mark.parametrize(
    "one, cause",
    [
        (case(upto(6), holds=True), Cause.RIGHT),
        (case(abstained=True), Cause.RIGHT),
        (case(), Cause.NOTHING_TO_KNOW),
        *((case(upto(at)), cause) for at, cause in enumerate(LOST_AT)),
        (case(upto(5)), Cause.NOT_USED),
        (case(upto(6)), Cause.USED_WRONG),
        (case(upto(5), abstained=True), Cause.ABSTAINED),
        (case(upto(6), abstained=True), Cause.ABSTAINED),
        (case(upto(3), abstained=True), Cause.NOT_FOUND),
    ],
)
def test_each_class_has_its_case(one, cause):
    assert attribute(one) is cause


@given(cases)
def test_each_question_lands_in_exactly_one_class_and_the_order_decides(one):
    """The questions of the feature, asked one after the other, each written out by itself."""
    took = [piece.steps for piece in one.needed]
    reached = (min if one.needs_all else max)(took, default=0)
    asked = (
        (Cause.RIGHT, one.right),
        (Cause.NOTHING_TO_KNOW, not one.needed and not one.abstained),
        (Cause.NEVER_STORED, reached < 1),
        (Cause.SUPERSEDED, reached < 2),
        (Cause.NOT_SEARCHED, reached < 3),
        (Cause.NOT_FOUND, reached < 4),
        (Cause.CUT, reached < 5),
        (Cause.NOT_USED, reached < 6 and not one.abstained),
        (Cause.USED_WRONG, not one.abstained),
        (Cause.ABSTAINED, True),
    )
    assert attribute(one) is next(cause for cause, true in asked if true)


@given(cases, st.sampled_from(STEPS))
def test_what_comes_after_the_first_loss_changes_nothing(one, name):
    if one.right or not one.needed or not one.needs_all:
        return
    worst = min(one.needed, key=lambda piece: piece.steps)
    if worst.steps >= len(LOST_AT) or STEPS.index(name) <= worst.steps:
        return
    flipped = tuple(
        replace(piece, **{name: not getattr(piece, name)}) if piece is worst else piece for piece in one.needed
    )
    assert attribute(replace(one, needed=flipped)) is attribute(one)


def test_of_several_pieces_the_worst_decides_where_all_are_needed_and_the_best_where_any_will_do():
    both = (upto(3), upto(6))
    assert attribute(case(*both, needs_all=True)) is Cause.NOT_FOUND
    assert attribute(case(*both, needs_all=False)) is Cause.USED_WRONG
    assert furthest([upto(1), upto(4), upto(2)]).steps == 4
    assert furthest([]) == Reached()


@given(st.lists(st.sampled_from(Cause), max_size=60))
def test_counts_and_shares_add_up(causes):
    found = shares([(str(at), cause) for at, cause in enumerate(causes)])
    assert [one.cause for one in found] == list(Cause)
    assert sum(one.count for one in found) == len(causes)
    for one in found:
        assert (one.share is None) == (not causes)
        assert (one.example == "") == (one.count == 0)
        if one.share is not None:
            assert one.share.low <= one.share.value <= one.share.high
            assert causes[int(one.example)] is one.cause if one.count else True


def test_every_class_has_a_name_in_both_languages():
    assert set(CHINESE) == set(Cause)
