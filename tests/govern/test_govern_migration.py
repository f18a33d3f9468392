"""A schema upgrade loses no value, and can be taken back exactly."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from schema_makers import schema_of

from duramen.errors import InputError
from duramen.govern.schema import migrated, taken_back

OLD = schema_of("home.city", "home.town", "likes.food", "likes.tea", "work.job", version=1)
NEW = schema_of("work.occupation", "home.place", "likes.food", "likes.drink", version=2)
MOVES = {"home.city": "home.place", "home.town": "home.place", "work.job": "work.occupation"}


def test_values_stay_move_or_are_kept_apart():
    done = migrated(OLD, NEW, {"work.job": "nurse", "likes.food": "soup", "likes.tea": "green"}, MOVES)
    assert list(done.values.items()) == [("work.occupation", "nurse"), ("likes.food", "soup")]
    assert done.moved == {"work.job": "work.occupation"}
    assert done.unplaced == {"likes.tea": "green"}
    assert done.undo == {"work.occupation": {"work.job": "nurse"}, "likes.food": {"likes.food": "soup"}}


def test_two_leaves_that_become_one_are_joined_in_the_old_order():
    english = migrated(OLD, NEW, {"home.town": "by the sea", "home.city": "a port"}, MOVES)
    assert english.values == {"home.place": "a port; by the sea"}
    chinese = migrated(OLD, NEW, {"home.town": "海边", "home.city": "一座港口城市"}, MOVES)
    assert chinese.values == {"home.place": "一座港口城市；海边"}
    assert english.moved == {"home.city": "home.place", "home.town": "home.place"}


def test_what_two_leaves_say_alike_stands_once():
    done = migrated(OLD, NEW, {"home.town": "a port", "home.city": "a port"}, MOVES)
    assert done.values == {"home.place": "a port"}
    assert taken_back(OLD, done, done.values).values == {"home.city": "a port", "home.town": "a port"}


def test_a_leaf_may_join_one_that_stays():
    done = migrated(OLD, NEW, {"likes.tea": "green tea", "likes.food": "soup"}, {"likes.tea": "likes.food"})
    assert done.values == {"likes.food": "soup; green tea"}
    assert done.moved == {"likes.tea": "likes.food"}


def test_two_leaves_may_change_places():
    both = schema_of("a", "b")
    done = migrated(both, both, {"a": "first", "b": "second"}, {"a": "b", "b": "a"})
    assert done.values == {"a": "second", "b": "first"}
    assert taken_back(both, done, done.values).values == {"a": "first", "b": "second"}


def test_a_value_over_the_new_budget_stays_whole_and_is_named():
    tight = schema_of("home.place", budget=8)
    done = migrated(
        OLD, tight, {"home.city": "a port", "home.town": "the sea"}, {p: "home.place" for p in MOVES if "home" in p}
    )
    assert done.values == {"home.place": "a port; the sea"}
    assert done.too_long == ("home.place",)


def test_a_value_that_was_kept_apart_finds_its_place_when_a_schema_has_it_again():
    assert migrated(OLD, NEW, {"likes.drink": "water"}, {}).values == {"likes.drink": "water"}


def test_a_value_whose_path_neither_schema_knows_is_kept_apart():
    assert migrated(OLD, NEW, {"gone.long.ago": "x"}, {}).unplaced == {"gone.long.ago": "x"}


@pytest.mark.parametrize(
    ("moves", "fault"),
    [
        ({"home.cty": "home.place"}, "'home.cty'; nearest: home.city"),
        ({"home.city": "home.plce"}, "'home.plce'; nearest: home.place"),
    ],
)
def test_a_mistyped_move_is_refused_with_the_nearest_path(moves, fault):
    with pytest.raises(InputError, match=fault):
        migrated(OLD, NEW, {}, moves)


def test_what_was_changed_since_goes_back_to_the_leaf_it_came_from():
    done = migrated(OLD, NEW, {"home.city": "a port", "home.town": "by the sea", "likes.tea": "green"}, MOVES)
    back = taken_back(OLD, done, {"home.place": "a village; used to live in a port"})
    assert back.values == {"home.city": "a village; used to live in a port", "likes.tea": "green"}
    assert back.unplaced == {}


def test_what_was_changed_since_prefers_the_leaf_of_its_own_path():
    done = migrated(OLD, NEW, {"likes.food": "soup", "home.town": "x"}, {"home.town": "likes.food"})
    assert taken_back(OLD, done, {"likes.food": "rice"}).values == {"likes.food": "rice"}


def test_what_was_deleted_since_stays_deleted():
    done = migrated(OLD, NEW, {"work.job": "nurse", "likes.food": "soup"}, MOVES)
    assert taken_back(OLD, done, {"likes.food": "soup"}).values == {"likes.food": "soup"}


def test_what_was_written_since_stays_where_the_old_schema_has_room():
    done = migrated(OLD, NEW, {"work.job": "nurse"}, MOVES)
    back = taken_back(OLD, done, {**done.values, "likes.food": "soup", "likes.drink": "water"})
    assert back.values == {"likes.food": "soup", "work.job": "nurse"}
    assert back.unplaced == {"likes.drink": "water"}


def test_what_was_written_since_never_covers_what_comes_back():
    both = schema_of("a", "b")
    done = migrated(both, both, {"a": "first"}, {"a": "b"})
    back = taken_back(both, done, {"b": "first", "a": "new"})
    assert back.values == {"a": "first"}
    assert back.unplaced == {"a": "new"}


SEGMENTS = st.text("abc", min_size=1, max_size=2)
PATHS = st.lists(st.tuples(st.sampled_from("xyz"), SEGMENTS).map(".".join), unique=True, min_size=1, max_size=8)
VALUE = st.text(max_size=20)


@st.composite
def upgrades(draw):
    old, new = schema_of(*draw(PATHS)), schema_of(*draw(PATHS), version=2)
    values = draw(st.dictionaries(st.sampled_from(sorted(old.leaves)) | st.just("no.where"), VALUE))
    moves = draw(st.dictionaries(st.sampled_from(sorted(old.leaves)), st.sampled_from(sorted(new.leaves))))
    return old, new, values, moves


@given(upgrades())
def test_an_upgrade_taken_back_is_the_tree_before_in_its_order(upgrade):
    old, new, values, moves = upgrade
    done = migrated(old, new, values, moves)
    back = taken_back(old, done, done.values)
    assert back.values == values
    assert back.unplaced == {}
    assert [path for path in back.values if path in old.leaves] == [path for path in old.leaves if path in values]


@given(upgrades())
def test_an_upgrade_loses_no_value(upgrade):
    old, new, values, moves = upgrade
    done = migrated(old, new, values, moves)
    assert set(done.values) <= set(new.leaves)
    for path, value in values.items():
        target = done.moved.get(path, path)
        assert value in done.values.get(target, "") or done.unplaced.get(path) == value
        assert (target in done.values) != (path in done.unplaced)


@given(upgrades(), st.data())
def test_taking_back_keeps_every_value_of_the_tree_as_it_is_now(upgrade, data):
    old, new, values, moves = upgrade
    done = migrated(old, new, values, moves)
    now = data.draw(st.dictionaries(st.sampled_from(sorted(new.leaves)), VALUE)) | {}
    back = taken_back(old, done, now)
    kept = [*back.values.values(), *back.unplaced.values()]
    for path, value in now.items():
        assert value in kept or (
            value == done.values.get(path) and all(one in kept for one in done.undo[path].values())
        )


@given(upgrades())
def test_the_undo_map_and_what_is_kept_apart_hold_every_old_value_once(upgrade):
    old, new, values, moves = upgrade
    done = migrated(old, new, values, moves)
    told = [*done.unplaced.items(), *(item for parts in done.undo.values() for item in parts.items())]
    assert sorted(told) == sorted(values.items())
