"""What models miswrite is mended where its meaning is plain, and refused with its text where it is not."""

from __future__ import annotations

import pytest
from malformed_operations import CITY, MENDED, REFUSED

from duramen.govern import reading
from duramen.govern.reading import read_operations


def printed(read):
    return "\n".join(map(str, read.operations))


@pytest.mark.parametrize("output, operations, repairs", [case[1:] for case in MENDED], ids=[c[0] for c in MENDED])
def test_a_miswritten_output_is_mended_and_each_repair_noted(output, operations, repairs):
    read = read_operations(output)
    assert printed(read) == operations
    assert sorted(read.repairs) == sorted(repairs)
    assert read.refused == ()
    assert not read.partial


@pytest.mark.parametrize("output, operations, codes, partial", [c[1:] for c in REFUSED], ids=[c[0] for c in REFUSED])
def test_what_cannot_be_read_is_refused_and_the_rest_is_kept(output, operations, codes, partial):
    read = read_operations(output)
    assert printed(read) == operations
    assert tuple(refused.code for refused in read.refused) == codes
    assert read.partial is partial


def test_the_tables_hold_more_than_sixty_outputs_no_two_alike():
    outputs = [case[1] for case in (*MENDED, *REFUSED)]
    assert len(set(outputs)) == len(outputs) >= 60


def test_a_refused_piece_carries_its_text_and_a_reason():
    (refused,) = read_operations(f'{CITY}\nADD(home.city)\nUPDATE(home.city, "x")').refused
    assert refused.text == "ADD(home.city)"
    assert "value" in refused.reason


def test_every_repair_and_code_that_occurs_is_named_in_the_modules_table():
    names = {name for case in MENDED for name in case[3]} | {code for case in REFUSED for code in case[3]}
    assert {name for name in names if name not in reading.__doc__} == set()


def test_a_well_written_text_needs_no_repair_although_its_values_hold_everything_that_is_mended():
    values = [
        "</think>",
        'ADD(a.b, "x")',
        "```\n- NO_OP()",
        "“”「」（），",
        "{'op': 'ADD'}",
        ')\nDELETE(x.y, None)\n")',
    ]
    text = "\n".join(f'ADD(a.b{n}, "{v}")' for n, v in enumerate(map(escaped, values)))
    read = read_operations(text)
    assert [operation.value for operation in read.operations] == values
    assert read.repairs == read.refused == ()
    beside_prose = read_operations(f"Well:\n{text}")
    assert beside_prose.operations == read.operations
    assert beside_prose.repairs == ("surrounding-prose",)


def escaped(value):
    return value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
