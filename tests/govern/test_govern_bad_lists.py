"""Lists that are wrong in ways nobody would write by hand: each is refused for what is wrong with it, at a bounded cost."""

from dataclasses import replace

import pytest

from duramen.errors import InputError
from duramen.govern.gate import SUGGESTED, Rules, judge
from duramen.govern.grants import parse_grants
from duramen.govern.reading import read_operations
from duramen.govern.schema import grafted
from duramen.schemas import load_schema


def judged(text):
    return judge(read_operations(text), {}, load_schema("core"), Rules()).decisions


@pytest.mark.parametrize("value", ["\u200b", "\u202e \ufeff", "   "])
def test_a_value_of_which_nothing_would_be_seen_is_empty(value):
    assert [one.code for one in judged(f'ADD(home.city, "{value}")')] == ["empty-value"]


@pytest.mark.parametrize("text", [
    'ADD({path}, "x")',
    "DELETE({path})",
    "DELETE({path}, None)",
    '{{"op":"DELETE","path":"{path}"}}',
])  # fmt: skip
def test_a_path_that_is_too_long_is_named_so_and_breaks_nothing_off(text):
    read = read_operations(text.format(path="a" * 10_000) + '\nADD(home.city, "Rome")')
    assert ([one.code for one in read.refused], read.partial) == (["bad-path"], False)
    assert "300 characters" in read.refused[0].reason
    assert len(read.refused[0].reason) < 300
    assert [one.path for one in read.operations] == ["home.city"]


def test_a_long_list_of_unknown_paths_is_refused_with_hints_for_the_first():
    decisions = judged("\n".join(f'ADD(homes.city{at}, "x")' for at in range(SUGGESTED + 50)))
    assert {one.code for one in decisions} == {"unknown-path"}
    assert [bool(one.nearest) for one in decisions] == [True] * SUGGESTED + [False] * 50


def test_one_line_decides_once_on_each_permission():
    with pytest.raises(InputError, match="visible stands twice"):
        parse_grants("home.*: visible=on, visible=off")


def test_the_version_of_many_plugged_schemas_fits_a_database_and_tells_them_apart():
    core, skills = load_schema("core"), load_schema("skills")
    seen, whole = set(), core
    for at in range(12):
        whole = grafted(whole, _renamed(skills, f"skills{at}"))
        seen.add(whole.version)
    assert len(seen) == 12
    assert max(seen) < 2**63


def _renamed(schema, name):
    return replace(schema, name=name)
