"""A schema is read with every check there is, printed back, and takes sub-trees under roots of their own."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from schema_makers import leaf_data, schema_of, schema_values

from duramen.domain.persona import Lifetime, Tier, Trunk
from duramen.errors import InputError
from duramen.govern.schema import grafted, schema_data, schema_from


def refused(data):
    with pytest.raises(InputError) as caught:
        schema_from(data)
    return str(caught.value)


def test_a_schema_is_read_as_it_stands_in_its_order():
    schema = schema_from(schema_values(leaf_data("b.one", tier="special", lifetime="passing"), leaf_data("a.two")))
    assert (schema.name, schema.version, schema.language) == ("small", 1, "en")
    assert list(schema.leaves) == ["b.one", "a.two"]
    leaf = schema.leaves["b.one"]
    assert (leaf.trunk, leaf.tier, leaf.lifetime) == (Trunk.SOCIAL, Tier.SPECIAL, Lifetime.PASSING)
    assert leaf.examples == {"en": ("a city", "a village"), "zh": ("一座城市",)}
    assert schema.inner_nodes == {"a", "b"}


def test_what_is_printed_reads_back_the_same():
    schema = schema_from(schema_values(leaf_data("a.b.c"), leaf_data("4_身份特征.导师/榜样", budget=9)))
    assert schema_from(json.loads(json.dumps(schema_data(schema)))) == schema


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"path": "home..city"}, "empty segment"),
        ({"path": ""}, "empty segment"),
        ({"path": "home."}, "empty segment"),
        ({"path": "home.the city"}, "' '"),
        ({"path": "home.a,b"}, "','"),
        ({"path": "home.a（b）"}, "'（'"),
        ({"path": 'home."a"'}, "'\"'"),
        ({"path": "home.「a」"}, "'「'"),
        ({"path": "home.[a]"}, "'['"),
        ({"path": "home." + "a" * 300}, "305 characters"),
        ({"path": "home.caf\u0065\u0301"}, "NFC"),
        ({"path": "home.a\x00"}, "control characters"),
        ({"path": "home.\udc00"}, "control characters"),
        ({"budget": 0}, "budget 0"),
        ({"budget": -3}, "budget -3"),
        ({"budget": True}, "budget True"),
        ({"budget": 80.0}, "budget 80.0"),
        ({"budget": "80"}, "budget '80'"),
        ({"budget": 5}, "more than the budget of 5"),
        ({"tier": "secret"}, "ordinary, private, special"),
        ({"tier": ["ordinary"]}, "ordinary, private, special"),
        ({"lifetime": "short"}, "lasting, changing, passing"),
        ({"trunk": "spiritual"}, "biological, psychological, social"),
        ({"trunk": None}, "biological, psychological, social"),
        ({"title": {"en": "Place"}}, "title: zh is missing"),
        ({"title": {"en": "Place", "zh": "  "}}, "title.zh must be a text"),
        ({"title": "Place"}, "title must be an object with en and zh"),
        ({"description": {"zh": "住在哪里。"}}, "description: en is missing"),
        ({"description": {"en": "a\x07", "zh": "一"}}, "description.en holds control characters"),
        ({"description": {"en": "a", "zh": "一", "fr": "c"}}, "description: 'fr' is no field"),
        ({"examples": {"en": ["a city"]}}, "examples: zh is missing"),
        ({"examples": {"en": [], "zh": ["一座城市"]}}, "examples.en must be a list of at least one text"),
        ({"examples": {"en": "a city", "zh": ["一座城市"]}}, "examples.en must be a list of at least one text"),
        ({"examples": {"en": [3], "zh": ["一座城市"]}}, "examples.en must be a text, not 3"),
        ({"teir": "ordinary"}, "'teir' is no field"),
    ],
)
def test_a_faulty_leaf_is_named_with_its_fault(changes, fault):
    message = refused(schema_values(leaf_data("fine.leaf"), leaf_data(**changes)))
    assert fault in message
    assert "schema 'small'" in message
    assert repr(changes.get("path", "home.city")) in message


@pytest.mark.parametrize("field", ["trunk", "title", "description", "examples", "budget", "tier", "lifetime"])
def test_no_field_of_a_leaf_may_be_missing(field):
    leaf = leaf_data()
    del leaf[field]
    assert f"leaf 'home.city': {field} is missing" in refused(schema_values(leaf))


@pytest.mark.parametrize("field", ["name", "version", "language", "about", "leaves"])
def test_no_field_of_a_schema_may_be_missing(field):
    data = schema_values()
    del data[field]
    assert field in refused(data)


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"name": ""}, "name ''"),
        ({"name": "a.b"}, "name 'a.b'"),
        ({"name": 3}, "name 3"),
        ({"version": 0}, "version 0"),
        ({"version": "1"}, "version '1'"),
        ({"language": "fr"}, "en, zh"),
        ({"about": {"en": "a"}}, "about: zh is missing"),
        ({"leaves": []}, "at least one leaf"),
        ({"leaves": {"home.city": {}}}, "at least one leaf"),
        ({"leaves": ["home.city"]}, "leaf 1"),
        ({"leaves": [{"title": {}}]}, "leaf 1"),
        ({"author": "me"}, "'author' is no field"),
    ],
)
def test_a_faulty_schema_is_refused_with_its_fault(changes, fault):
    assert fault in refused(schema_values(**changes))


@pytest.mark.parametrize("data", [None, [], "core", 3])
def test_what_is_no_object_is_no_schema(data):
    assert "a schema is an object" in refused(data)


def test_a_path_that_stands_twice_is_refused():
    assert "leaf 'home.city': the path stands twice" in refused(schema_values(leaf_data(), leaf_data()))


@pytest.mark.parametrize("order", [("home", "home.city.area"), ("home.city.area", "home")])
def test_a_leaf_that_is_also_a_branch_is_refused(order):
    message = refused(schema_values(*map(leaf_data, order)))
    assert "leaf 'home': it is a leaf and also a branch" in message
    assert "'home.city.area'" in message


def test_a_name_that_begins_like_another_is_no_branch_of_it():
    assert len(schema_from(schema_values(leaf_data("home"), leaf_data("homes.city"))).leaves) == 2


def test_a_long_faulty_value_is_cut_in_the_message():
    assert len(refused(schema_values(leaf_data(tier="x" * 10_000)))) < 300


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=8,
)


@given(
    st.sampled_from(["path", "trunk", "title", "description", "examples", "budget", "tier", "lifetime"]),
    JSON,
    st.sampled_from(["name", "version", "language", "about", "leaves"]),
    JSON,
    st.booleans(),
)
def test_any_json_is_read_or_refused_with_an_input_error(field, value, top, top_value, at_top):
    data = schema_values(leaf_data(**{field: value}))
    try:
        schema = schema_from(data | {top: top_value} if at_top else data)
    except InputError:
        return
    assert schema_from(schema_data(schema)) == schema


def test_a_branch_is_plugged_in_under_its_own_name():
    both = grafted(schema_of("home.city", name="core"), schema_of("tools", "tasks.done", name="skills"))
    assert list(both.leaves) == ["home.city", "skills.tools", "skills.tasks.done"]
    assert [leaf.path for leaf in both.leaves.values()] == list(both.leaves)
    assert both.name == "core+skills"
    assert schema_from(schema_data(grafted(schema_from(schema_values()), schema_from(schema_values(name="more")))))


def test_a_second_branch_can_be_plugged_in_beside_the_first():
    both = grafted(schema_of("home.city", name="core"), schema_of("tools", name="skills"))
    three = grafted(both, schema_of("name", name="character"))
    assert list(three.leaves) == ["home.city", "skills.tools", "character.name"]


@pytest.mark.parametrize("path", ["skills.old", "skills"])
def test_a_root_that_is_taken_is_refused_with_what_takes_it(path):
    with pytest.raises(InputError, match=f"the root 'skills' is taken there by '{path}'"):
        grafted(schema_of(path, name="core"), schema_of("tools", name="skills"))


def test_the_same_branch_is_not_plugged_in_twice():
    once = grafted(schema_of("a.b", name="core"), schema_of("tools", name="skills"))
    with pytest.raises(InputError, match=r"taken there by 'skills\.tools'"):
        grafted(once, schema_of("other", name="skills"))


def test_each_pair_of_versions_gives_a_version_of_its_own_that_grows_with_both():
    def version(first, second):
        return grafted(schema_of("a", version=first), schema_of("b", name="other", version=second)).version

    all_ = {(first, second): version(first, second) for first in range(1, 12) for second in range(1, 12)}
    assert len(set(all_.values())) == len(all_)
    assert all(
        version(first + 1, second) > number < version(first, second + 1) for (first, second), number in all_.items()
    )
