"""Laws of reading: what is printed is read back, a cut loses only what was cut, and no text raises or passes in silence."""

from __future__ import annotations

import json

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from duramen.domain.operations import NO_OP, Kind, Operation, print_operations
from duramen.govern.paths import MAX_PATH_CHARS, is_legal, mended
from duramen.govern.reading import read_operations
from duramen.schemas import load_schema, schema_names

HARD = st.sampled_from(
    ['"', "\\", "\n", "\r", "\t", "(", ")", '")', '\\"', "“", "”", "，", "（", "）", "'", "`", "\x00", "\x1b", "\x85", "\u2028", "\u202e",
     "深圳", "猫", "🙂", "👩‍👩‍👧", "ADD(", "NO_OP()", '", "', "</think>", "<think>", "```", "{", "}", "[", "]", ", ", " ", "a", "= "]
)  # fmt: skip
VALUES = st.one_of(st.text(), st.lists(HARD, max_size=12).map("".join))
SEGMENTS = st.sampled_from(
    ["home", "city", "1_Biological_Characteristics", "生物特征", "导师/榜样", "used to", "o'clock", "R&D", "C++", "x-1"]
)
PATHS = st.lists(SEGMENTS, min_size=1, max_size=4).map(".".join)
OPERATIONS = st.one_of(
    st.builds(Operation, kind=st.sampled_from([Kind.ADD, Kind.UPDATE]), path=PATHS, value=st.one_of(st.none(), VALUES)),
    st.builds(Operation, kind=st.just(Kind.DELETE), path=PATHS),
)
LISTS = st.lists(OPERATIONS, max_size=5)
FRAGMENTS = st.one_of(
    HARD,
    st.sampled_from(["ADD", "UPDATE", "DELETE", "NO_OP", "add", "noop", "(", ")", "home.city", ", ", '"', '"x"', "None", "\n", "- ", "1. ",
                     '{"op": "ADD", ', '"path": "a.b", ', '"value": "x"}', "[", "]", "{", "}", ":", "=", "，", "因为", "because ", "ADD home.city = "]),
)  # fmt: skip


@given(LISTS)
def test_what_is_printed_is_read_back_unchanged_and_without_repairs(operations):
    read = read_operations(print_operations(operations))
    assert read.operations == tuple(operations or [NO_OP])
    assert read.refused == read.repairs == ()
    assert not read.partial


@given(
    LISTS.filter(bool), st.sampled_from(["1. {}", "- {}", "{}\r", "\t{}", "**{}**", "{} # why", "{};"]), st.booleans()
)
def test_marks_around_operations_change_none_of_them(operations, form, fenced):
    lines = "\n".join(form.format(operation) for operation in operations)
    read = read_operations(f"```json\n{lines}\n```" if fenced else f"Sure:\n{lines}\nDone.")
    assert read.operations == tuple(operations)
    assert read.refused == ()


@given(LISTS.filter(bool), st.booleans())
def test_operations_as_json_say_the_same(operations, wrapped):
    data = [{"op": o.kind.value, "path": o.path, "value": o.value} for o in operations]
    text = json.dumps({"operations": data} if wrapped else data, ensure_ascii=wrapped)
    read = read_operations(text)
    assert [o.path for o in read.operations] == [o.path for o in operations]
    assert [o.value for o in read.operations if "\\" not in (o.value or "")] == [
        o.value for o in operations if "\\" not in (o.value or "")
    ]
    assert read.refused == ()


@given(LISTS.filter(bool), st.data())
def test_a_cut_keeps_the_whole_operations_before_it_and_is_marked(operations, data):
    text = print_operations(operations)
    cut = data.draw(st.integers(1, len(text)))
    whole, left = [], text[:cut]
    for operation in operations:
        if not left.startswith(str(operation)):
            break
        whole.append(operation)
        left = left[len(str(operation)) :].removeprefix("\n")
    assume("”)" not in left and "“)" not in left)  # a quote of another kind may rightly be read as the closing one
    read = read_operations(text[:cut])
    assert read.operations == tuple(whole)
    assert read.partial is bool(left)
    assert [refused.code for refused in read.refused] == (["cut-off"] if left else [])


@given(st.one_of(st.text(), st.lists(FRAGMENTS, max_size=25).map("".join)))
def test_no_text_raises_or_passes_in_silence_and_what_is_read_can_be_printed(text):
    read = read_operations(text)
    assert read.operations or read.refused
    assert NO_OP not in read.operations or read.operations == (NO_OP,)
    assert read_operations(print_operations(read.operations)).operations == (read.operations or (NO_OP,))
    assert len(set(read.repairs)) == len(read.repairs)
    for operation in read.operations:
        assert operation is NO_OP or is_legal(operation.path)
        assert operation.kind in (Kind.ADD, Kind.UPDATE) or operation.value is None


@given(st.one_of(PATHS, st.text(max_size=20)))
def test_mending_a_path_is_idempotent_and_leaves_legal_ones_alone(path):
    once, _ = mended(path)
    assert mended(once) == (once, ())
    if is_legal(path):
        assert once == path


@pytest.mark.parametrize(
    "path", ["", ".", "a..b", "a.", " a", "a .b", "a,b", "a(b)", 'a"b', "a\nb", "a：b", "x" * (MAX_PATH_CHARS + 1)]
)
def test_a_path_that_cannot_be_written_is_not_legal(path):
    assert not is_legal(path)


@pytest.mark.parametrize("name", schema_names())
def test_every_path_that_ships_can_be_written_and_read_back(name):
    paths = list(load_schema(name).leaves)
    operations = [Operation(kind=Kind.ADD, path=path, value='"\\(') for path in paths]
    assert read_operations("Hm:\n" + print_operations(operations)).operations == tuple(operations)
    assert all(map(is_legal, paths))
