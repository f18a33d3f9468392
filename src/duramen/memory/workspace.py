"""What every verb works with: the open store, its indexes, the embedder, the clock and new ids.

The embedder is opened on first use and checked against the store's: vectors of two embedders are never mixed (C8).
"""

from __future__ import annotations

import json
import os
import shutil
import socket
import threading
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Connection, Engine

from duramen.domain.record import RecordState
from duramen.domain.time import Moment, moment_at
from duramen.errors import EmbedderMismatch, NotFound
from duramen.index.owner_index import IndexKey, OwnerIndex
from duramen.memory.events import noted
from duramen.memory.feeds import RECIPE, feed_for
from duramen.memory.passages import LeafVectors, unit_vectors
from duramen.memory.place import Place
from duramen.models.base import Embedder, EmbedderIdentity, Reranker
from duramen.models.catalog import open_embedder, open_reranker
from duramen.models.options import ServerOptions
from duramen.settings import Settings, local_zone
from duramen.stores.engine import database_bytes, open_engine, reading, writing
from duramen.stores.owners import (
    Head,
    Owner,
    OwnerKind,
    OwnerWrite,
    ensure_owner,
    find_owner,
    head_of,
    list_owners,
    owner_write,
)
from duramen.stores.records import Waiting, open_records, set_state
from duramen.stores.vectors import EMBEDDER, read_fact, write_fact

if TYPE_CHECKING:
    from duramen.memory.persona.kept import KeptProfile

Clock = Callable[[], Moment]
# An index is written to disk again when so many of its rows are new: a fixed number, and a share of all, so that neither
# starting (which takes in the rest) nor writing (which copies everything) grows out of proportion.
KEEP_ROWS = 256
KEEP_SHARE = 64
# No reply takes so long: an older open round is taken for lost even where its process cannot be seen or its number was
# given to another one. Should its reply come after all, it is stored and the round is complete.
_INTERRUPTED_AFTER_US = 3_600_000_000


class Workspace:
    """An open store with everything the verbs share. Safe to use from several threads."""

    def __init__(self, place: Place, settings: Settings, clock: Clock | None = None) -> None:
        self.place = place
        self.settings = settings
        self.zone = local_zone(settings)
        self.clock = clock or (lambda: moment_at(datetime.now(UTC), self.zone))
        self.engine: Engine = open_engine(place.home, settings.tenant)
        self.writer = f"{socket.gethostname()}/{os.getpid()}"
        self._embedder: Embedder | None = None
        self._reranker: Reranker | None = None
        self.profiles: dict[str, KeptProfile] = {}
        self.leaf_vectors = LeafVectors(lambda texts: unit_vectors(self.embedder(), texts))
        self._indexes: dict[str, OwnerIndex] = {}
        self._lock = threading.RLock()
        self._mark_interrupted()

    def close(self) -> None:
        """Keep what the indexes learnt and let go of the database."""
        with self._lock:
            for owner_id, index in self._indexes.items():
                self._keep(owner_id, index)
            self._indexes.clear()
        self.engine.dispose()

    def size_bytes(self) -> int:
        """Return how much room the store takes: the files of its folder, or its database and the indexes kept here."""
        files = sum(path.stat().st_size for path in self.place.folder.rglob("*") if path.is_file())
        return files + database_bytes(self.engine)

    def now_us(self) -> int:
        """Return the clock's time in UTC microseconds."""
        at = self.clock().at_us
        if at is None:
            raise ValueError("the clock must know the time")
        return at

    def new_id(self) -> str:
        """Return a fresh id for a record or document."""
        return uuid.uuid4().hex

    def owner(self, kind: OwnerKind, name: str) -> Owner:
        """Return the owner of this exact name, made on first use."""
        return ensure_owner(self.engine, self.settings.tenant, kind, name, self.now_us())

    def find(self, kind: OwnerKind, name: str) -> Owner | None:
        """Return the owner of this exact name, or None."""
        with reading(self.engine) as connection:
            return find_owner(connection, self.settings.tenant, kind, name)

    def known(self, kind: OwnerKind, name: str) -> Owner:
        """Return the owner of this exact name; raises NotFound with the names there are."""
        found = self.find(kind, name)
        if found is None:
            names = ", ".join(repr(owner.name) for owner in self.owners(kind)[:10]) or "none yet"
            raise NotFound(f"there is no {kind.value} {name!r} in {self.place.shown!r}; there are: {names}")
        return found

    def owners(self, kind: OwnerKind) -> list[Owner]:
        """Return all owners of a kind, by name."""
        with reading(self.engine) as connection:
            return list_owners(connection, self.settings.tenant, kind)

    def chat_options(self) -> ServerOptions:
        """Return how chat servers are reached."""
        return chat_options_of(self.settings)

    def embedder_options(self) -> ServerOptions:
        """Return how embedding servers are reached."""
        return ServerOptions(
            base_url=self.settings.embedder_url or self.settings.base_url,
            api_key=self.settings.embedder_key.get_secret_value() or self.settings.api_key.get_secret_value(),
            timeout_s=self.settings.timeout_s,
        )

    def reranker(self) -> Reranker | None:
        """Return the reranker, opened on first use; None where none is configured."""
        with self._lock:
            if self._reranker is None and self.settings.reranker:
                options = ServerOptions(
                    base_url=self.settings.reranker_url or self.settings.base_url,
                    api_key=self.settings.reranker_key.get_secret_value(),
                    timeout_s=self.settings.timeout_s,
                )
                self._reranker = open_reranker(self.settings.reranker, options)
            return self._reranker

    def embedder(self) -> Embedder:
        """Return the embedder, opened and checked against the store's vectors; raises EmbedderMismatch."""
        with self._lock:
            if self._embedder is None:
                opened = open_embedder(self.settings.embedder, self.embedder_options())
                self._check_identity(opened.identity)
                self._embedder = opened
            return self._embedder

    def wrap_embedder(self, wrap: Callable[[Embedder], Embedder]) -> None:
        """Put something in front of the embedder, such as a meter or a cache; it must keep its identity."""
        with self._lock:
            self._embedder = wrap(self.embedder())

    def stored_identity(self) -> EmbedderIdentity | None:
        """Return the embedder of the store's vectors, None while there are none."""
        with reading(self.engine) as connection:
            return _identity_in(connection)

    def use_embedder(self, name: str) -> None:
        """Go on with another embedder, after the store's vectors were converted to it."""
        with self._lock:
            self.settings = self.settings.model_copy(update={"embedder": name})
            self._embedder = None
            self._indexes.clear()

    @contextmanager
    def write(self, owner: Owner) -> Iterator[OwnerWrite]:
        """Open a write transaction for rows with vectors of our embedder; all or nothing.

        Raises EmbedderMismatch when another process has converted the store to another embedder since it was opened.
        """
        identity = self.embedder().identity
        with owner_write(self.engine, owner) as write:
            self._compare(_identity_in(write.connection), identity)
            yield write

    def _check_identity(self, identity: EmbedderIdentity) -> None:
        stored = self.stored_identity()
        if stored is None:
            with writing(self.engine) as connection:
                if read_fact(connection, EMBEDDER) is None:
                    write_fact(connection, EMBEDDER, identity_json(identity))
                    return
            stored = self.stored_identity()
        self._compare(stored, identity)

    def _compare(self, stored: EmbedderIdentity | None, identity: EmbedderIdentity) -> None:
        if stored != identity and stored is not None:
            raise EmbedderMismatch(
                f"the vectors in {self.place.shown!r} come from {stored.name} ({stored.dimension} dimensions), but "
                f"{identity.name} ({identity.dimension}) is configured; run "
                f"`duramen reindex --embedder {self.settings.embedder}` to convert them, or set "
                f"DURAMEN_EMBEDDER={stored.name.split('@')[0]} to go on as before"
            )

    def index(self, owner: Owner) -> tuple[OwnerIndex, Head]:
        """Return the owner's index, caught up, and the head it is caught up to."""
        identity = self.embedder().identity
        with reading(self.engine) as connection:
            head, stored = head_of(connection, owner), _identity_in(connection)
        self._compare(stored, identity)
        key = IndexKey(epoch=head.epoch, embedder=identity.name, dimension=identity.dimension, recipe=RECIPE)
        with self._lock:
            index = self._indexes.get(owner.owner_id)
            if index is None or index.key != key:
                index = OwnerIndex.load(self._folder(owner.owner_id), key) or OwnerIndex.empty(key)
                self._indexes[owner.owner_id] = index
        with index.lock:
            try:
                index.catch_up(feed_for(self.engine, owner, key.dimension), head.seq)
            except BaseException:  # half caught up: what is on disk, or an empty one, is the sound beginning
                self._indexes.pop(owner.owner_id, None)
                raise
            index = self._keep(owner.owner_id, index)
        return index, head

    def drop_index(self, owner: Owner) -> None:
        """Remove what is kept of an owner's index, after rows were erased from it."""
        with self._lock:
            self._indexes.pop(owner.owner_id, None)
        shutil.rmtree(self._folder(owner.owner_id), ignore_errors=True)

    def _keep(self, owner_id: str, index: OwnerIndex) -> OwnerIndex:
        """Write an index that has grown to disk, and return the one to go on with: what lies there needs no memory."""
        if index.unkept_rows < KEEP_ROWS + len(index) // KEEP_SHARE or not self._may_keep():
            return index
        try:
            index.save(self._folder(owner_id))
        except OSError as error:  # derived data: a full disk costs the next process time, not this one its answer
            noted("index_not_kept", owner=owner_id, error=type(error).__name__, errno=error.errno or 0)
            return index
        kept = OwnerIndex.load(self._folder(owner_id), index.key)
        if kept is None or kept.seq != index.seq:  # another process wrote its own in between
            return index
        self._indexes[owner_id] = kept
        return kept

    def _folder(self, owner_id: str) -> Path:
        return self.place.folder / "index" / owner_id

    def _may_keep(self) -> bool:
        there = next(folder for folder in (self.place.folder, *self.place.folder.parents) if folder.exists())
        return os.access(there, os.W_OK)

    def _mark_interrupted(self) -> None:
        """Mark rounds that wait for a reply from a process that is no more."""
        with reading(self.engine) as connection:
            waiting = open_records(connection)
        if not waiting:
            return
        since_us = self.now_us() - _INTERRUPTED_AFTER_US
        lost = [(row.owner_id, row.record_id) for row in waiting if row.recorded_us < since_us or not _is_running(row)]
        if not lost:
            return
        with writing(self.engine) as connection:
            for owner_id, record_id in lost:
                set_state(connection, owner_id, [record_id], RecordState.INTERRUPTED)


def chat_options_of(settings: Settings) -> ServerOptions:
    """Return how chat servers are reached by these settings."""
    return ServerOptions(
        base_url=settings.base_url,
        api_key=settings.api_key.get_secret_value(),
        temperature=settings.temperature,
        timeout_s=settings.timeout_s,
    )


def identity_json(identity: EmbedderIdentity) -> str:
    """Return an embedder's identity as it stands in the store."""
    return json.dumps({"name": identity.name, "dimension": identity.dimension})


def _identity_in(connection: Connection) -> EmbedderIdentity | None:
    fact = read_fact(connection, EMBEDDER)
    return None if fact is None else EmbedderIdentity(**json.loads(fact))


def _is_running(waiting: Waiting) -> bool:
    host, _, pid = waiting.writer.rpartition("/")
    if host != socket.gethostname() or not pid.isdigit():
        return True  # another machine's round, which cannot be seen from here
    try:
        os.kill(int(pid), 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
