"""What models give for one question: vectors, further queries, a reranker's scores; asked for live, kept for a replay.

In: what was kept of an earlier time, or nothing. Out: the same values again, and `given`, which is all that a replay needs to
call no model: servers, threads and batches give other last bits on another day.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

from duramen.domain.evidence import Given, Source
from duramen.index.quantize import COSINE_PER_UNIT, SCALE, from_bytes, to_bytes
from duramen.memory.passages import query_vectors
from duramen.memory.workspace import Workspace
from duramen.models.base import Reranker
from duramen.stores.owners import Owner

Vector = NDArray[np.float32]


class Models:
    """The models of one recall: what is among the `kept` is not asked for again.

    Texts are named by a hash under the person's own key, so that a trace tells nothing of them without it.
    """

    def __init__(self, workspace: Workspace, person: Owner | None, kept: Given | None = None) -> None:
        self._workspace = workspace
        self._key = b"" if person is None else person.secret
        self._replays, self._kept = kept is not None, kept or Given()
        self._embedder = workspace.embedder().identity.name
        if (
            self._kept.embedder != self._embedder
        ):  # of another embedder: they cannot be held against the store's vectors
            self._kept = replace(self._kept, vectors={}, near=b"")
        self._vectors: dict[str, bytes] = {}
        self._near = b""
        self._queries: tuple[str, ...] = ()
        self._reranked: dict[str, tuple[float, ...]] = {}

    @property
    def given(self) -> Given:
        """Return all that was given so far, kept or new."""
        return Given(
            embedder=self._embedder,
            vectors=self._vectors,
            near=self._near,
            queries=self._queries,
            reranked=self._reranked,
        )

    def vectors(self, texts: Iterable[str]) -> dict[str, Vector]:
        """Return the unit vector of each question, rounded as stored vectors are; asks the embedder once, for new ones."""
        names = {text: self._name(text) for text in texts}
        held = {name: self._kept.vectors.get(name) for name in names.values()}
        asked = query_vectors(self._workspace.embedder(), (text for text, name in names.items() if held[name] is None))
        found: dict[str, Vector] = {}
        for text, name in names.items():
            data = held[name]
            found[text] = asked[text] if data is None else _vector(data)
            self._vectors[name] = to_bytes(found[text]) if data is None else data
        return found

    def near(self, vector: Vector, count: int, matrix: Callable[[], Vector]) -> NDArray[np.float64]:
        """Return the cosine of the question with each of `count` leaves; `matrix` gives the leaves' vectors, asked for at need.

        Exact, since both are rounded: whole numbers of COSINE_PER_UNIT.
        """
        units = np.frombuffer(self._kept.near, dtype="<i4")
        if len(units) != count or to_bytes(vector) not in self._kept.vectors.values():
            units = np.rint(matrix() @ vector / np.float32(COSINE_PER_UNIT)).astype("<i4")
        self._near = units.tobytes()
        return units * COSINE_PER_UNIT

    def queries(self, ask: Callable[[], tuple[str, ...]]) -> tuple[str, ...]:
        """Return the queries that a model wrote, () for none; `ask` puts the question to it."""
        self._queries = self._kept.queries or ask()
        return self._queries

    def reranker(self, source: Source) -> Reranker | None:
        """Return the reranker of a source's finds: the store's, or the one whose scores were kept; None for none."""
        kept = self._kept.reranked.get(source.value)
        if not self._replays:
            inner = self._workspace.reranker()
            return inner and _Kept(self._reranked, source.value, inner=inner)
        return None if kept is None else _Kept(self._reranked, source.value, scores=kept)

    def _name(self, text: str) -> str:
        return blake2b(text.encode("utf-8", "surrogatepass"), key=self._key[:64], digest_size=9).hexdigest()


class _Kept:
    """A reranker that notes what it gives, or gives what was noted."""

    def __init__(
        self,
        notes: dict[str, tuple[float, ...]],
        source: str,
        *,
        inner: Reranker | None = None,
        scores: tuple[float, ...] = (),
    ) -> None:
        self._notes, self._source, self._inner, self._scores = notes, source, inner, scores
        notes[source] = scores

    @property
    def name(self) -> str:
        return "kept" if self._inner is None else self._inner.name

    def scores(self, question: str, texts: Sequence[str]) -> list[float]:
        """Return one score a text; [] where none were kept, or those of other texts."""
        if self._inner is not None:
            self._notes[self._source] = tuple(self._inner.scores(question, texts))
        held = self._notes[self._source]
        return list(held) if len(held) == len(texts) else []


def _vector(data: bytes) -> Vector:
    unit: Vector = (from_bytes(data, len(data) // 2).reshape(-1) / np.float32(SCALE)).astype(np.float32)
    return unit
