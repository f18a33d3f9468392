"""Reading is linear in the text, also where a text is made to be read again and again."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import pytest

import duramen.govern
from duramen.govern.reading import read_operations

FOLDER = str(Path(duramen.govern.__file__).parent)
SEEDS = [
    "ADD(", 'ADD(a, "', 'ADD(a.b, "x" ', '"', "(", ")", "{", "[", '{"a":', "[[", '{"op":"ADD","x":', "\\", 'ADD(a, "\\"', "<think>",
    "</think>", 'ADD(a.b, "x) foo\n', 'foo add(a.b, "x"\n', "\n- ", "- ", " ", "1. ", "`", "```\n", "NO_OP ", "NO_OP(", "no op ", "\nADD ",
    "\nADD home.city = ", "DELETE(a.b", '添加(a.b, "', "MERGE(a.b,", 'add(a, "x) ', "ADD(a.b, “x", "ADD(a.b, '", '", "',
    '{"op":"ADD","path":"a","value":"', '["', '["ADD(a.b, \\"x\\")",', "ADD(a.b, x", "ADD(a.b, (", '")', '"),', "a.b, ", '{"path": ',
    '\nADD(a.b, "x\ny', '\nADD(a.b, "x\nDELETE(c.d, None)\n', 'ADD(a.b, "x", "y", ', 'ADD(a.b, "x", 1, ', "ADD(a . ", 'ADD(a.b, " )',
    'ADD(a.b, "x"   ', '{"a" "b" ', '"\\u', "（ADD",
]  # fmt: skip


def steps(text):
    """Count the lines of this package that are executed while `text` is read."""
    count = 0

    def trace(frame, event, _):
        nonlocal count
        if not frame.f_code.co_filename.startswith(FOLDER):
            return None
        count += event == "line"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        read_operations(text)
    finally:
        sys.settrace(before)
    return count


@pytest.mark.parametrize("seed", SEEDS)
def test_four_times_the_text_takes_at_most_about_four_times_the_steps(seed):
    short, long = ((seed * (size // len(seed) + 1))[:size] for size in (1_000, 4_000))
    assert steps(long) <= 4.6 * steps(short) + 400


def test_a_text_of_a_hundred_thousand_characters_is_read_at_once():
    text = "".join(f'- ADD(a.b{n}, "he said "no" to (it)")\n' for n in range(2_700))
    began = time.process_time()
    assert len(read_operations(text).operations) == 2_700
    assert len(read_operations("ADD(" * 25_000).refused) == 12_500
    assert time.process_time() - began < 5  # half a second where nothing else runs


@pytest.mark.slow
@pytest.mark.parametrize("seed", SEEDS)
def test_no_hundred_thousand_characters_take_long(seed):
    for before, after in (("", ""), ('ADD(a.b, "', '")\nx'), ('{"op":"ADD","path":"a.b","value":"', '"}'), ("[", "")):
        began = time.process_time()
        read_operations(before + (seed * (100_000 // len(seed) + 1))[:100_000] + after)
        assert time.process_time() - began < 5  # at most half a second where nothing else runs
