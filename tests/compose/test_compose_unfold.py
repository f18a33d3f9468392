import pytest
from hypothesis import given
from hypothesis import strategies as st

from duramen.compose.unfold import FRAME_TOKENS, RECENT, unfold
from duramen.domain.evidence import Candidate, Source
from duramen.domain.preset import Reading
from duramen.domain.time import UNKNOWN_MOMENT, Moment
from duramen.text.tokens import count_tokens

K, X = Source.KNOWLEDGE, Source.EXPERIENCE
TEXTS = (
    "Tea is hot.",
    "tea is hot",
    "猫睡了。",
    "We moved to Oslo in the spring of that year.",
    "Yes!",
    "",
    "👍",
    "1.5",
    "15",
)


def found(item, text, *, source=X, at=None, score=0.5, round_=None, reason="", recent=False):
    moment = UNKNOWN_MOMENT if at is None else Moment(at_us=at)
    return Candidate(
        source=source,
        item_id=item,
        record_id=f"r{item}",
        text=text,
        speaker="Mei",
        happened_at=moment,
        recorded_at=Moment(at_us=0),
        round=round_,
        relative_round=None,
        origin="s",
        session="s",
        score=score,
        reason=reason,
        scores={RECENT: 1.0} if recent else {},
    )


def ids(unfolded):
    return [(e.id, e.candidate.item_id) for e in unfolded.evidence]


def reasons(unfolded):
    return {c.item_id: c.reason for c in unfolded.left_out}


def test_nothing_found_unfolds_to_nothing():
    assert unfold([], [], Reading()) == unfold((), (), Reading(order="score"))
    assert unfold([], [], Reading()).evidence == ()


def test_both_paths_meet_in_order_of_time_with_the_unknown_first():
    knowledge = [found(1, "a", source=K, at=300), found(2, "b", source=K)]
    experience = [found(3, "c", at=200), found(4, "d", at=-100), found(5, "e", at=0)]
    assert ids(unfold(knowledge, experience, Reading())) == [("E1", 2), ("E2", 4), ("E3", 5), ("E4", 3), ("E5", 1)]


def test_of_one_instant_the_earlier_round_and_then_the_earlier_item_stands_first():
    experience = [found(9, "a", at=5, round_=2), found(8, "b", at=5, round_=1), found(7, "c", at=5, round_=2)]
    assert [item for _, item in ids(unfold([], experience, Reading()))] == [8, 7, 9]


def test_by_score_the_best_stands_first():
    experience = [found(1, "a", at=1, score=0.2), found(2, "b", at=2, score=0.9)]
    knowledge = [found(3, "c", source=K, at=3, score=0.5)]
    assert [item for _, item in ids(unfold(knowledge, experience, Reading(order="score")))] == [2, 3, 1]


def test_each_path_gives_at_most_its_number():
    knowledge = [found(n, f"k{n}", source=K, at=n) for n in range(4)]
    experience = [found(10 + n, f"x{n}", at=n) for n in range(4)]
    result = unfold(knowledge, experience, Reading(knowledge=1, experience=2))
    assert sorted(item for _, item in ids(result)) == [0, 10, 11]
    assert reasons(result) == {
        1: "beyond the 1 best of its source",
        2: "beyond the 1 best of its source",
        3: "beyond the 1 best of its source",
        12: "beyond the 2 best of its source",
        13: "beyond the 2 best of its source",
    }


def test_the_paths_take_turns_in_filling_the_budget():
    words = "one two three four"
    cost = count_tokens(words + "0") + FRAME_TOKENS
    knowledge = [found(n, words + str(n), source=K, at=n) for n in range(3)]
    experience = [found(10 + n, words + str(5 + n), at=n) for n in range(3)]
    result = unfold(knowledge, experience, Reading(budget_tokens=3 * cost))
    assert sorted(item for _, item in ids(result)) == [0, 1, 10]
    assert set(reasons(result).values()) == {f"over the budget of {3 * cost} tokens"}


def test_the_budget_may_be_used_up_to_its_last_token():
    cost = count_tokens("one two") + FRAME_TOKENS
    assert len(unfold([], [found(1, "one two")], Reading(budget_tokens=cost)).evidence) == 1
    assert len(unfold([], [found(1, "one two")], Reading(budget_tokens=cost - 1)).evidence) == 0


def test_a_long_find_that_does_not_fit_leaves_room_for_a_short_one():
    result = unfold([], [found(1, "word " * 500, at=1), found(2, "short", at=2)], Reading(budget_tokens=100))
    assert ids(result) == [("E1", 2)]


def test_the_same_sentence_from_both_memories_enters_once_with_its_places():
    knowledge = [found(1, "I moved to  Oslo.", source=K, at=9)]
    experience = [found(2, "i moved to Oslo", at=5), found(3, "I moved to Oslo.", at=6)]
    result = unfold(knowledge, experience, Reading())
    assert ids(result) == [("E1", 1)]
    assert result.evidence[0].candidate.merged == ("experience:2", "experience:3")
    assert set(reasons(result).values()) == {"same words as another evidence"}


@pytest.mark.parametrize(
    ("one", "other"),
    [("👍", "😀"), ("!!!", "???"), ("It cost 1.5 million.", "It cost 15 million."), ("-3", "3"), ("C++", "C#"),
     ("You like it?", "You like it.")],
)  # fmt: skip
def test_texts_that_say_different_things_are_both_shown(one, other):
    assert len(unfold([], [found(1, one, at=1), found(2, other, at=2)], Reading()).evidence) == 2


@pytest.mark.parametrize(("one", "other"), [("我搬到了上海。", "我搬到了上海"), ("ＯＫ！", "ok"), ("Yes.\n", "yes…")])
def test_case_width_blanks_and_the_last_mark_do_not_make_another_text(one, other):
    assert len(unfold([], [found(1, one, at=1), found(2, other, at=2)], Reading()).evidence) == 1


def test_turns_of_the_running_sitting_are_shown_beside_what_the_search_found():
    experience = [
        found(1, "recent one", at=8, recent=True),
        found(2, "recent two", at=9, recent=True),
        found(3, "old", at=1),
    ]
    result = unfold([], experience, Reading(experience=1))
    assert ids(result) == [("E1", 3), ("E2", 1), ("E3", 2)]


def test_what_fell_before_keeps_its_reason():
    result = unfold([], [found(1, "a", reason="score 0.1 under the threshold of 0.5"), found(2, "b")], Reading())
    assert ids(result) == [("E1", 2)]
    assert reasons(result) == {1: "score 0.1 under the threshold of 0.5"}


CANDIDATES = st.lists(
    st.tuples(
        st.sampled_from(TEXTS),
        st.one_of(st.none(), st.integers(-3, 3)),
        st.sampled_from(["", "", "", "weak"]),
        st.booleans(),
        st.one_of(st.none(), st.integers(1, 3)),
    ),
    max_size=12,
)


@given(
    rows=CANDIDATES,
    sources=st.lists(st.booleans(), min_size=12, max_size=12),
    limits=st.tuples(st.integers(0, 4), st.integers(0, 4)),
    budget=st.integers(0, 400),
    by=st.sampled_from(["time", "score"]),
)
def test_whatever_was_found_is_shown_within_the_budget_or_left_out_with_a_reason(rows, sources, limits, budget, by):
    both = [
        found(n, text, source=K if sources[n] else X, at=at, reason=reason, recent=recent, round_=round_, score=n % 3)
        for n, (text, at, reason, recent, round_) in enumerate(rows)
    ]
    reading = Reading(knowledge=limits[0], experience=limits[1], budget_tokens=budget, order=by)
    result = unfold([c for c in both if c.source is K], [c for c in both if c.source is X], reading)
    shown = [e.candidate for e in result.evidence]
    assert sorted([c.item_id for c in shown] + [c.item_id for c in result.left_out]) == list(range(len(both)))
    assert [e.id for e in result.evidence] == [f"E{n}" for n in range(1, len(shown) + 1)]
    assert all(c.reason for c in result.left_out)
    assert not any(c.reason for c in shown)
    assert sum(count_tokens(c.text) + FRAME_TOKENS for c in shown) <= budget
    for source, limit in zip((K, X), limits, strict=True):
        assert sum(c.source is source and RECENT not in c.scores for c in shown) <= limit
    merged = [place for c in shown for place in c.merged]
    twins = [f"{c.source.value}:{c.item_id}" for c in result.left_out if c.reason == "same words as another evidence"]
    assert sorted(merged) == sorted(twins)
    if by == "time":
        keys = [(c.happened_at.known, c.happened_at.at_us or 0, c.round or 0, c.item_id) for c in shown]
        assert keys == sorted(keys)
    else:
        assert [c.score for c in shown] == sorted((c.score for c in shown), reverse=True)


def test_a_reply_that_only_quotes_another_evidence_stays_outside():
    said = found(1, "I live in Leipzig, near the zoo.")
    echo = found(2, "You said on 1 March 2025: “I live in Leipzig, near the zoo.”")
    told = found(3, "You live in Leipzig, near the zoo? My cousin studied there and loved every park of it.")
    unfolded = unfold((), [echo, said, told], Reading())
    assert [e.candidate.item_id for e in unfolded.evidence] == [1, 3]
    assert [(c.item_id, c.reason) for c in unfolded.left_out] == [(2, "quotes another evidence")]
