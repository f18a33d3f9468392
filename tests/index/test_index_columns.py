import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from duramen.index.columns import DERIVED, GIVEN, NEVER, NO_ROW, Columns
from duramen.index.growing import GrowingArray


def rows_of(*rows):
    """Rows given as dictionaries of what matters; the rest is filled in."""
    plain = {"place": 0, "speaker": 0, "visible": True, "born": 1, "died": NEVER, "happened_us": 0, "recorded_us": 0}
    full = [plain | {"item": at, "group": at, "sitting": 0, "position": 0} | row for at, row in enumerate(rows)]
    return {name: [row[name] for row in full] for name in GIVEN}


def part(columns, start, end):
    return {name: values[start:end] for name, values in columns.items()}


@st.composite
def talks(draw):
    """Rounds of one to three turns in sittings that take turns, some of which grow by a late turn."""
    sittings = draw(st.lists(st.integers(0, 2), max_size=8))
    sizes = [draw(st.integers(1, 3)) for _ in sittings]
    rows = [
        {"group": group, "sitting": sitting, "position": position}
        for group, (sitting, size) in enumerate(zip(sittings, sizes, strict=True))
        for position in range(size)
    ]
    for group, sitting in enumerate(sittings):
        if draw(st.booleans()):
            rows.append({"group": group, "sitting": sitting, "position": sizes[group]})
    return [row | {"item": 3 * at} for at, row in enumerate(rows)]


@st.composite
def chapters(draw):
    """Children of parents of documents, as knowledge gives them: every position is 0."""
    sizes = draw(st.lists(st.integers(1, 4), max_size=6))
    return [
        {"group": parent, "sitting": parent // 2, "position": 0, "item": 0}
        for parent, size in enumerate(sizes)
        for _ in range(size)
    ]


def check_links(columns, rows):
    for at, row in enumerate(rows):
        beside = [n for n, other in enumerate(rows) if other["sitting"] == row["sitting"]]
        here = beside.index(at)
        assert columns["previous"][at] == (beside[here - 1] if here else NO_ROW)
        assert columns["next"][at] == (beside[here + 1] if here + 1 < len(beside) else NO_ROW)
        assert columns["first"][at] == min(n for n, other in enumerate(rows) if other["group"] == row["group"])


@given(rows=st.one_of(talks(), chapters()), data=st.data())
def test_neighbours_and_first_rows_are_right_in_any_split_of_batches_and_after_keeping(rows, data):
    rows = [row | {"item": at} for at, row in enumerate(rows)]
    given_rows = rows_of(*rows)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(rows)), max_size=4)))
    columns, start = Columns(), 0
    for cut in [*cuts, len(rows)]:
        columns.append(part(given_rows, start, cut))
        start = cut
        if data.draw(st.booleans()):
            columns = Columns(columns.arrays())
    assert len(columns) == len(rows)
    check_links(columns, rows)
    for name, kind in (GIVEN | DERIVED).items():
        assert columns[name].dtype == kind


def test_neighbours_do_not_cross_from_one_sitting_to_another():
    columns = Columns()
    columns.append(rows_of({"sitting": 7}, {"sitting": 8}, {"sitting": 7}))
    assert columns["previous"].tolist() == [NO_ROW, NO_ROW, 0]
    assert columns["next"].tolist() == [2, NO_ROW, NO_ROW]


def test_a_row_may_be_found_from_its_birth_until_its_death_and_only_when_visible():
    columns = Columns()
    columns.append(rows_of({"born": 2}, {"born": 2, "visible": False}, {"born": 3}))
    columns.bury(0, 4)
    assert [columns.alive(seq).tolist() for seq in (1, 2, 3, 4)] == [
        [False, False, False],
        [True, False, False],
        [True, False, True],
        [False, False, True],
    ]


def test_burying_an_item_that_is_not_there_is_passed_over():
    columns = Columns()
    columns.bury(5, 1)
    columns.append(rows_of({"item": 2}, {"item": 6}))
    for item in (1, 5, 9):
        columns.bury(item, 1)
    assert columns["died"].tolist() == [NEVER, NEVER]


def test_columns_opened_from_a_read_only_file_can_still_change(tmp_path):
    columns = Columns()
    columns.append(rows_of({}, {}))
    for name, array in columns.arrays().items():
        np.save(tmp_path / f"{name}.npy", array)
    kept = Columns({name: np.load(tmp_path / f"{name}.npy", mmap_mode="r") for name in columns.arrays()})
    kept.append(part(rows_of({}, {}, {"item": 2, "group": 2}), 2, 3))
    kept.bury(0, 9)
    assert kept["previous"].tolist() == [NO_ROW, 0, 1]
    assert kept["died"][0] == 9


@given(batches=st.lists(st.lists(st.integers(-9, 9), max_size=40), max_size=6), start=st.integers(0, 3))
def test_a_growing_array_holds_what_was_appended(batches, start):
    array = GrowingArray(np.arange(start, dtype=np.int64))
    for batch in batches:
        array.append(np.array(batch, dtype=np.int64))
    wanted = [*range(start), *(value for batch in batches for value in batch)]
    assert (array.values.tolist(), len(array)) == (wanted, len(wanted))


def test_a_growing_array_never_writes_into_what_it_was_made_from():
    initial = np.zeros(2)
    initial.setflags(write=False)
    array = GrowingArray(initial)
    array.append(np.ones(3))
    assert array.values.tolist() == [0, 0, 1, 1, 1]
