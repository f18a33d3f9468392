"""Operations print one a line, whatever their values hold."""

from __future__ import annotations

from duramen.domain.operations import NO_OP, Kind, Operation, print_operations


def test_each_kind_has_its_written_form():
    assert str(Operation(kind=Kind.ADD, path="home.city", value="深圳")) == 'ADD(home.city, "深圳")'
    assert str(Operation(kind=Kind.DELETE, path="likes.food")) == "DELETE(likes.food, None)"
    assert print_operations([]) == str(NO_OP) == "NO_OP()"


def test_a_value_with_quotes_backslashes_and_breaks_stays_on_one_line():
    value = 'says "no"\\ and\nleaves\t🙂'
    written = str(Operation(kind=Kind.UPDATE, path="a.b", value=value))
    assert written == 'UPDATE(a.b, "says \\"no\\"\\\\ and\\nleaves\\t🙂")'
