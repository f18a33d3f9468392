"""When the embedder cannot be asked, what was said is stored all the same, found by its words, and gets its vector later."""

import pytest
from sqlalchemy import select

from duramen.domain.record import RecordState
from duramen.errors import EmbedderMismatch, ModelError, ModelTimeout, ModelUnavailable
from duramen.memory import reindex as reindex_module
from duramen.models.base import EmbedderIdentity
from duramen.models.embedders import HashEmbedder
from duramen.stores.engine import reading
from duramen.stores.tables import turns


class Remote:
    """An embedder behind a server that can be down; its dimension is asked of the server, as real ones do."""

    def __init__(self, inner=None):
        self.down = False
        self.calls_left = None
        self._inner = inner or HashEmbedder()

    @property
    def identity(self):
        self._ask()
        return EmbedderIdentity(name="remote@1", dimension=64)

    def passages(self, texts):
        if self.calls_left is not None:
            self.down = self.down or self.calls_left <= 0
            self.calls_left -= 1
        self._ask()
        return self._inner.passages(texts)

    def queries(self, texts):
        self._ask()
        return self._inner.queries(texts)

    def _ask(self):
        if self.down:
            raise ModelUnavailable("the embedder 'remote' at http://127.0.0.1:1/v1 cannot be reached; start it")


@pytest.fixture
def remote(monkeypatch):
    """The embedder that every name but "hash" means."""
    server = Remote()
    choose = lambda name, _options: HashEmbedder() if name == "hash" else server  # noqa: E731
    monkeypatch.setattr(reindex_module, "open_embedder", choose)
    monkeypatch.setattr("duramen.memory.workspace.open_embedder", choose)
    return server


def vectors(memory):
    with reading(memory.workspace.engine) as connection:
        return [row.vector for row in connection.execute(select(turns.c.vector).order_by(turns.c.turn_id))]


def shown(memory, question):
    return [evidence.text for evidence in memory.recall(question, person="Ann").evidence]


@pytest.mark.parametrize("fresh", [True, False], ids=["a store without anything", "a store in use"])
@pytest.mark.parametrize("started", [True, False], ids=["down in mid-use", "down from the start"])
def test_the_words_of_a_chat_are_stored_while_the_embedder_is_down(opened, remote, fresh, started):
    if not fresh:
        with opened(embedder="remote") as before:
            before.record("I keep bees.", "How many hives?", person="Ann")
    memory = opened(embedder="remote")
    if started:
        memory.workspace.embedder()
    remote.down = True
    number = 1 if fresh else 2
    with pytest.raises(ModelUnavailable, match=rf"cannot be reached.*stored as assistant/{number} .*duramen reindex"):
        memory.reply("My cat is called Miso.", person="Ann")
    record = memory.rounds(person="Ann")[-1]
    assert record.state is RecordState.INTERRUPTED
    assert [(turn.speaker, turn.text) for turn in record.turns] == [("Ann", "My cat is called Miso.")]
    assert vectors(memory)[-1] is None
    assert memory.waiting() == 1

    remote.down = False
    assert "My cat is called Miso." in shown(memory, "What is Miso?")
    assert memory.reindex() == 1
    assert memory.waiting() == 0
    assert None not in vectors(memory)
    assert memory.reindex() == 0


def test_after_reindex_a_store_is_as_if_the_embedder_had_been_there(opened, remote, tmp_path):
    def talk(memory, down):
        memory.record("I keep bees.", "How many hives?", person="Ann")
        remote.down = down
        memory.record("Two of them!", "Nice.", person="Ann")
        remote.down = False
        memory.record("They swarm in May.", "Watch out.", person="Ann")

    whole, filled = opened(embedder="remote", home=tmp_path / "whole"), opened(embedder="remote")
    talk(whole, down=False)
    talk(filled, down=True)
    assert filled.waiting() == 2
    assert shown(filled, "hives?")  # an index without the vectors is made before they come
    assert filled.reindex() == 2
    assert vectors(filled) == vectors(whole)
    again = opened(embedder="remote")
    for question in ("hives?", "two", "When do the bees swarm?"):
        scored = [
            [(e.text, e.candidate.score) for e in store.recall(question, person="Ann").evidence]
            for store in (filled, again, whole)
        ]
        assert scored[0] == scored[1] == scored[2]


def test_a_round_that_took_place_elsewhere_is_recorded_without_the_embedder(opened, remote):
    memory = opened(embedder="remote")
    remote.down = True
    record_id = memory.record("My cat is called Miso.", "Sweet.", person="Ann")
    record = memory.read(record_id, person="Ann")
    assert record.state is RecordState.COMPLETE
    assert [turn.text for turn in record.turns] == ["My cat is called Miso.", "Sweet."]
    assert vectors(memory) == [None, None]
    remote.down = False
    assert "My cat is called Miso." in shown(memory, "What is Miso?")


def test_a_reply_that_was_made_is_kept_when_the_embedder_fails_behind_it(opened, remote):
    memory = opened(embedder="remote")
    memory.record("My cat is called Miso.", "Sweet.", person="Ann")
    remote.calls_left = 1  # the person's words; the reply's are one more
    reply = memory.reply("What is my cat called?", person="Ann", session="s")
    assert "Miso" in reply.text
    record = memory.read(reply.record_id, person="Ann")
    assert (record.state, record.turns[-1].text) == (RecordState.COMPLETE, reply.text)
    assert [vector is None for vector in vectors(memory)] == [False, False, False, True]


def test_any_failure_of_the_embedder_keeps_its_kind(opened, remote, monkeypatch):
    memory = opened(embedder="remote")

    def late(_self):
        raise ModelTimeout("no answer in 60 s")

    monkeypatch.setattr(Remote, "_ask", late)
    with pytest.raises(ModelTimeout, match=r"60 s.*duramen reindex"):
        memory.reply("hello there", person="Ann")
    assert len(memory.rounds(person="Ann")) == 1


def test_a_store_of_another_embedder_still_refuses(opened, remote):
    opened(embedder="remote").record("I keep bees.", person="Ann")
    other = opened()
    with pytest.raises(EmbedderMismatch):
        other.reply("My cat is called Miso.", person="Ben")
    assert list(other.persons()) == ["Ann"]


def test_waiting_words_go_over_to_another_embedder_too(opened, remote):
    memory = opened(embedder="remote")
    memory.record("I keep bees.", person="Ann")
    remote.down = True
    with pytest.raises(ModelError):
        memory.reply("My cat is called Miso.", person="Ann")
    assert memory.reindex("hash") == 2
    assert memory.waiting() == 0
    assert "My cat is called Miso." in shown(memory, "Miso?")


def test_filling_in_can_be_stopped_and_goes_on(opened, remote, monkeypatch):
    monkeypatch.setattr(reindex_module, "BATCH", 2)
    memory = opened(embedder="remote")
    memory.workspace.embedder()
    remote.down = True
    for number in range(5):
        memory.record(f"I own ship number{number}.", person="Ann")
    remote.down, remote.calls_left = False, 2
    with pytest.raises(ModelUnavailable):
        memory.reindex()
    assert memory.waiting() == 1
    remote.down, remote.calls_left = False, None
    seen = []
    assert memory.reindex(progress=lambda done, total: seen.append((done, total))) == 1
    assert seen == [(1, 1)]
