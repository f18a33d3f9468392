"""Converting a store to another embedder: stoppable, resumable, and never two embedders' vectors side by side."""

import numpy as np
import pytest

from duramen import StoreError
from duramen.errors import EmbedderMismatch
from duramen.memory import reindex as reindex_module
from duramen.memory.fsck import check_store
from duramen.memory.verify import verify_store
from duramen.models.base import EmbedderIdentity
from duramen.models.embedders import HashEmbedder
from duramen.stores.engine import reading
from duramen.stores.vectors import count_unconverted
from duramen.stores.verifying import State


class Other:
    """An embedder of another identity and dimension, as quick as the one it is made from."""

    def __init__(self, name="other@1", stop_after=None):
        self.identity = EmbedderIdentity(name=name, dimension=96)
        self._left = stop_after

    def queries(self, texts):
        hashed = HashEmbedder().queries(texts)
        longer = np.concatenate([hashed, hashed[:, :32]], axis=1)
        return (longer / np.linalg.norm(longer, axis=1, keepdims=True)).astype(np.float32)

    def passages(self, texts):
        if self._left is not None:
            self._left -= 1
            if self._left < 0:
                raise KeyboardInterrupt
        return self.queries(texts)


@pytest.fixture
def small_batches(monkeypatch):
    monkeypatch.setattr(reindex_module, "BATCH", 4)


def offer(monkeypatch, embedder):
    """Let every name but "hash" mean this embedder."""
    choose = lambda name, _options: HashEmbedder() if name == "hash" else embedder  # noqa: E731
    monkeypatch.setattr(reindex_module, "open_embedder", choose)
    monkeypatch.setattr("duramen.memory.workspace.open_embedder", choose)


def fill(memory, count=10):
    for number in range(count):
        memory.record(f"I own ship number{number}.", "Noted.", person="Ann", session=f"s{number % 3}")


def finds(memory, number):
    found = memory.recall(f"ship number{number}?", person="Ann")
    return any(f"number{number}." in e.text for e in found.evidence)


@pytest.mark.usefixtures("small_batches")
def test_a_conversion_that_was_stopped_goes_on_and_the_store_works_meanwhile(opened, monkeypatch):
    memory = opened()
    fill(memory)
    offer(monkeypatch, Other(stop_after=3))
    with pytest.raises(KeyboardInterrupt):
        memory.reindex("other")
    assert finds(opened(), 4)
    offer(monkeypatch, Other())
    seen = []
    again = opened()
    assert again.reindex("other", progress=lambda done, total: seen.append((done, total))) == 20 - 12
    assert seen[-1] == (8, 8)
    assert all(finds(again, number) for number in range(10))
    assert again.reindex("other") == 0


@pytest.mark.usefixtures("small_batches")
def test_rows_written_meanwhile_with_the_old_embedder_are_converted_too(opened, monkeypatch, tmp_path):
    memory, writer = opened(), opened()
    fill(memory)
    offer(monkeypatch, Other())
    late = iter(range(100, 103))

    def write_more(_done, _total):
        number = next(late, None)
        if number is not None:
            writer.record(f"I own ship number{number}.", person="Ann")

    assert memory.reindex("other", progress=write_more) == 23
    assert all(finds(memory, number) for number in (0, 9, 100, 101, 102))


def test_a_process_that_was_open_before_the_conversion_can_neither_write_nor_search_with_old_vectors(
    opened, monkeypatch, tmp_path
):
    memory, old = opened(), opened()
    fill(memory, 3)
    assert finds(old, 1)
    offer(monkeypatch, Other())
    memory.reindex("other")
    guide = tmp_path / "guide.md"
    guide.write_text("# Hours\n\nOpen at nine.\n")
    for attempt in (
        lambda: old.record("I own another ship.", person="Ann"),
        lambda: old.reply("Do I own a ship?", person="Ann"),
        lambda: old.learn(guide),
        lambda: old.recall("ship?", person="Ann"),
    ):
        with pytest.raises(EmbedderMismatch, match="reindex --embedder hash"):
            attempt()
    assert len(memory.rounds(person="Ann")) == 3
    assert memory.documents() == []
    assert finds(memory, 1)


@pytest.mark.usefixtures("small_batches")
def test_two_conversions_to_different_embedders_do_not_mix(opened, monkeypatch):
    memory, rival = opened(), opened()
    fill(memory)
    offer(monkeypatch, Other("first@1"))

    def overtake(done, _total):
        if done == 8:
            offer(monkeypatch, Other("second@1"))
            rival.reindex("second")

    with pytest.raises(StoreError, match="reindex"):
        memory.reindex("first", progress=overtake)
    assert memory.workspace.stored_identity().name == "second@1"
    with reading(rival.workspace.engine) as connection:
        assert count_unconverted(connection) == 20  # nothing of the first is left beside the second's
    assert all(finds(rival, number) for number in range(10))


def test_conversion_there_and_back_finds_the_same(opened, monkeypatch):
    memory = opened()
    fill(memory)
    before = memory.recall("ship number3?", person="Ann")
    offer(monkeypatch, Other())
    memory.reindex("other")
    memory.reindex("hash")
    after = memory.recall("ship number3?", person="Ann")
    assert [(e.text, e.candidate.score) for e in after.evidence] == [
        (e.text, e.candidate.score) for e in before.evidence
    ]


def test_vectors_are_sealed_whichever_way_they_came(opened, monkeypatch, home, small_batches, tmp_path):
    guide = tmp_path / "guide.md"
    guide.write_text("# Hours\n\n" + "The shop opens at nine. " * 60)
    memory = opened()
    memory.learn(guide)
    fill(memory)
    offer(monkeypatch, Other(stop_after=2))
    with pytest.raises(KeyboardInterrupt):
        memory.reindex("other")
    assert {one.state for one in verify_store(home)} == {State.OK}  # half converted
    offer(monkeypatch, Other(name="third@1"))
    memory.reindex("third")
    memory.close()
    assert {one.state for one in verify_store(home)} == {State.OK}
    assert check_store(home).clean


def test_documents_are_converted_with_the_rounds(opened, monkeypatch, tmp_path):
    guide = tmp_path / "guide.md"
    guide.write_text("# Hours\n\n" + "The shop opens at nine. " * 60)
    memory = opened()
    memory.record("hi", person="Ann")
    children = memory.learn(guide)[0].children
    offer(monkeypatch, Other())
    assert memory.reindex("other") == 1 + children
    assert any("nine" in e.text for e in memory.recall("When does the shop open?", person="Ann").evidence)
