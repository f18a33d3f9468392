import json
import shutil

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from duramen.errors import StoreUnavailable
from duramen.index.columns import GIVEN, NEVER
from duramen.index.lexical import LexicalWeights
from duramen.index.owner_index import FeedBatch, IndexKey, OwnerIndex
from duramen.index.quantize import quantize

DIMENSION = 8
KEY = IndexKey(epoch=0, embedder="hash@1", dimension=DIMENSION, recipe="1")
WORDS = ("tea", "cat", "rain", "猫")


class ListFeed:
    """A feed over plain rows, `batch` at a time; it fails after so many batches where `fails_after` says so."""

    def __init__(self, rows, batch=3, fails_after=None):
        self.rows, self.batch, self.fails_after = rows, batch, fails_after

    def born_between(self, seq, upto):
        wanted = [row for row in self.rows if seq < row["born"] <= upto]
        for number, at in enumerate(range(0, len(wanted), self.batch)):
            if number == self.fails_after:
                raise StoreUnavailable("the database went away")
            yield batch_of(wanted[at : at + self.batch])

    def died_after(self, seq):
        return [(row["item"], row["died"]) for row in self.rows if seq < row["died"] < NEVER]


def batch_of(rows):
    return FeedBatch(
        columns={name: [row[name] for row in rows] for name in GIVEN},
        terms=[row["terms"] for row in rows],
        lengths=[len(row["terms"]) for row in rows],
        vectors=np.concatenate([vectors_of(row) for row in rows]),
        passages=np.array([row["passages"] for row in rows], dtype=np.int64),
    )


def vectors_of(row):
    rows = np.random.default_rng(row["item"]).standard_normal((row["passages"], DIMENSION))
    return quantize(rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)


def made(item, born, *, died=NEVER, words=("tea",), passages=1, group=None, position=0, sitting=1):
    return {
        "item": item,
        "group": item if group is None else group,
        "place": 5,
        "sitting": sitting,
        "speaker": 6,
        "position": position,
        "visible": True,
        "born": born,
        "died": died,
        "happened_us": item * 1_000,
        "recorded_us": born,
        "terms": list(words),
        "passages": passages,
    }


@st.composite
def histories(draw):
    """Rows in order of birth, some of which die later."""
    births = sorted(draw(st.lists(st.integers(1, 6), max_size=12)))
    return [
        made(
            item,
            born,
            died=draw(st.one_of(st.just(NEVER), st.integers(born + 1, 7))),
            words=draw(st.lists(st.sampled_from(WORDS), max_size=5)),
            passages=draw(st.integers(1, 2)),
            group=item // 2,
            position=item % 2,
            sitting=draw(st.integers(0, 1)),
        )
        for item, born in enumerate(births)
    ]


def state(index, at_seq):
    """Everything that a search sees."""
    alive = index.columns.alive(at_seq)
    query = dict.fromkeys(WORDS, 1.0)
    lexical = index.lexical.among(alive).scores(query, LexicalWeights())
    vector = np.full(DIMENSION, 700, dtype=np.float32)
    return {
        "alive": alive.tobytes(),
        "lexical": lexical.values.tobytes(),
        "attainable": lexical.attainable,
        "cosines": index.vectors.cosines(vector).tobytes(),
        **{name: array.tobytes() for name, array in index.columns.arrays().items()},
    }


def caught_up(rows, seq):
    index = OwnerIndex.empty(KEY)
    index.catch_up(ListFeed(rows), seq)
    return index


def test_an_empty_index_searches_nothing():
    index = OwnerIndex.empty(KEY)
    assert len(index) == 0
    assert index.vectors.cosines(np.zeros(DIMENSION, np.float32)).shape == (0,)
    assert index.lexical.among(index.columns.alive(0)).scores({"tea": 1.0}, LexicalWeights()).values.shape == (0,)


@given(rows=histories())
def test_catching_up_twice_adds_nothing(rows):
    index = caught_up(rows, 7)
    before = state(index, 7)
    assert index.catch_up(ListFeed(rows), 7) == 0
    assert index.catch_up(ListFeed(rows), 3) == 0
    assert len(index) == len(rows)
    assert state(index, 7) == before


@given(rows=histories(), steps=st.lists(st.integers(1, 7), max_size=4), batch=st.integers(1, 5))
def test_catching_up_in_any_steps_and_batches_gives_the_same_bits(rows, steps, batch):
    index = OwnerIndex.empty(KEY)
    added = sum(index.catch_up(ListFeed(rows, batch), seq) for seq in [*sorted(steps), 7])
    assert added == len(rows)
    once = caught_up(rows, 7)
    for at_seq in range(8):
        assert state(index, at_seq) == state(once, at_seq)


@settings(max_examples=40)
@given(rows=histories(), kept_at=st.integers(0, 7))
def test_kept_opened_and_caught_up_is_never_kept_bit_for_bit(tmp_path_factory, rows, kept_at):
    folder = tmp_path_factory.mktemp("index")
    index = caught_up(rows, kept_at)
    index.save(folder)
    opened = OwnerIndex.load(folder, KEY)
    assert opened is not None
    assert (opened.seq, opened.unkept_rows, len(opened)) == (kept_at, 0, len(index))
    opened.catch_up(ListFeed(rows), 7)
    never = caught_up(rows, 7)
    for at_seq in range(8):
        assert state(opened, at_seq) == state(never, at_seq)
    shutil.rmtree(folder)


def test_a_feed_that_breaks_off_half_way_leaves_no_row_twice():
    rows = [made(item, born=1) for item in range(6)]
    index = OwnerIndex.empty(KEY)
    with pytest.raises(StoreUnavailable):
        index.catch_up(ListFeed(rows, batch=2, fails_after=2), 1)
    index.catch_up(ListFeed(rows, batch=2), 1)
    assert len(index) == 6
    assert state(index, 1) == state(caught_up(rows, 1), 1)


def test_rows_not_yet_kept_are_counted(tmp_path):
    rows = [made(0, born=1), made(1, born=2)]
    index = caught_up(rows, 1)
    assert index.unkept_rows == 1
    index.save(tmp_path)
    assert index.unkept_rows == 0
    index.catch_up(ListFeed(rows), 2)
    assert index.unkept_rows == 1


def test_keeping_again_leaves_one_state_and_no_rubbish(tmp_path):
    rows = [made(0, born=1), made(1, born=2)]
    index = caught_up(rows, 1)
    index.save(tmp_path)
    held_open = OwnerIndex.load(tmp_path, KEY)
    index.catch_up(ListFeed(rows), 2)
    index.save(tmp_path)
    names = sorted(entry.name for entry in tmp_path.iterdir())
    assert len(names) == 2
    assert names[1] == "CURRENT"
    assert len(OwnerIndex.load(tmp_path, KEY)) == 2
    assert state(held_open, 1) == state(caught_up(rows, 1), 1)  # whoever has the old state open may go on


@pytest.mark.parametrize(
    "other",
    [
        IndexKey(epoch=1, embedder="hash@1", dimension=DIMENSION, recipe="1"),
        IndexKey(epoch=0, embedder="hash@2", dimension=DIMENSION, recipe="1"),
        IndexKey(epoch=0, embedder="hash@1", dimension=16, recipe="1"),
        IndexKey(epoch=0, embedder="hash@1", dimension=DIMENSION, recipe="2"),
    ],
)
def test_an_index_of_another_key_is_ignored(tmp_path, other):
    caught_up([made(0, born=1)], 1).save(tmp_path)
    assert OwnerIndex.load(tmp_path, other) is None


def test_a_folder_without_an_index_is_ignored(tmp_path):
    assert OwnerIndex.load(tmp_path / "absent", KEY) is None
    assert OwnerIndex.load(tmp_path, KEY) is None


def kept_folder(tmp_path):
    caught_up([made(item, born=1, passages=2) for item in range(20)], 1).save(tmp_path)
    return tmp_path / (tmp_path / "CURRENT").read_text()


FILES = ["vectors", "row_of_vector", "hashes", "starts", "rows", "tfs", "lengths", "item", "died", "first"]


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("damage", ["gone", "empty", "half", "noise", "foreign"])
def test_a_damaged_array_makes_the_index_ignored_and_built_anew(tmp_path, name, damage):
    file = kept_folder(tmp_path) / f"{name}.npy"
    whole = file.read_bytes()
    if damage == "gone":
        file.unlink()
    elif damage == "foreign":  # a whole file, but of another index
        np.save(file, np.load(file)[:-1])
    else:
        file.write_bytes({"empty": b"", "half": whole[: len(whole) // 2], "noise": b"\xff" * len(whole)}[damage])
    assert OwnerIndex.load(tmp_path, KEY) is None
    rows = [made(item, born=1, passages=2) for item in range(20)]
    rebuilt = caught_up(rows, 1)
    rebuilt.save(tmp_path)
    assert state(OwnerIndex.load(tmp_path, KEY), 1) == state(rebuilt, 1)


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "3", "null", '{"layout": 1}', '{"layout": 99}', '{"seq": "x"}', "\ud800"]
)
def test_a_damaged_description_makes_the_index_ignored(tmp_path, text):
    (kept_folder(tmp_path) / "meta.json").write_bytes(text.encode("utf-8", "surrogatepass"))
    assert OwnerIndex.load(tmp_path, KEY) is None


def test_a_description_without_its_seq_makes_the_index_ignored(tmp_path):
    file = kept_folder(tmp_path) / "meta.json"
    for seq in (None, "x", []):
        file.write_text(json.dumps(json.loads(file.read_text()) | {"seq": seq}))
        assert OwnerIndex.load(tmp_path, KEY) is None


@pytest.mark.parametrize("pointer", [b"", b"absent", b"\0", b"../elsewhere", b"\xff\xfe"])
def test_a_pointer_to_nowhere_makes_the_index_ignored(tmp_path, pointer):
    kept_folder(tmp_path)
    (tmp_path / "CURRENT").write_bytes(pointer)
    assert OwnerIndex.load(tmp_path, KEY) is None


def test_no_word_and_no_name_lies_in_the_kept_files(tmp_path):
    caught_up([made(0, born=1, words=("zeppelin", "猫"))], 1).save(tmp_path)
    kept = [file.read_bytes() for file in tmp_path.rglob("*") if file.is_file()]
    assert len(kept) > 1
    assert not any(b"zeppelin" in data or "猫".encode() in data for data in kept)
