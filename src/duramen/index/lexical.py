"""Lexical search: BM25+ over postings in numpy, with document frequencies and lengths of the rows that may be seen.

Terms are kept as 64-bit hashes only (no vocabulary of a person's words lies on disk). Postings of a term are in row
order: a memory-mapped base sorted by term, and a tail in memory for what came since.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

from duramen.index.growing import GrowingArray

Postings = tuple[NDArray[np.int32], NDArray[np.float32]]


@dataclass(frozen=True, slots=True, kw_only=True)
class LexicalWeights:
    """Constants of the ranking function and its variant.

    `variant`: "bm25+" adds delta to the saturated term frequency (Lv & Zhai 2011); "idf-delta" adds it to the IDF,
    as ARPM's published code does; "bm25" has no delta.
    """

    k1: float = 1.5
    b: float = 0.75
    delta: float = 0.5
    variant: str = "bm25+"


@dataclass(frozen=True, slots=True, kw_only=True)
class LexicalScores:
    """Scores of all rows, float64 of shape (rows,), and what a row that holds every query term could score at most.

    `attainable` counts a query term that no row holds as if one row did: asking for something unknown makes every
    row cover less of the question.
    """

    values: NDArray[np.float64]
    attainable: float


class LexicalIndex:
    """Postings of rows 0..n-1."""

    def __init__(
        self, hashes: NDArray[np.uint64], starts: NDArray[np.int64], rows: NDArray[np.int32], tfs: NDArray[np.float32]
    ) -> None:
        self._hashes, self._starts, self._rows, self._tfs = hashes, starts, rows, tfs
        self._tail: dict[int, tuple[list[int], list[int]]] = {}
        self._lengths = GrowingArray(np.zeros(0, dtype=np.float32))

    @classmethod
    def with_lengths(cls, base: LexicalIndex, lengths: NDArray[np.float32]) -> LexicalIndex:
        """Return `base` with the lengths (in terms) of its rows."""
        base._lengths = GrowingArray(np.array(lengths, dtype=np.float32))
        return base

    @classmethod
    def empty(cls) -> LexicalIndex:
        """Return an index without rows."""
        return cls(np.zeros(0, np.uint64), np.zeros(1, np.int64), np.zeros(0, np.int32), np.zeros(0, np.float32))

    def __len__(self) -> int:
        return len(self._lengths)

    def append(self, documents: Iterable[Sequence[str]], lengths: Sequence[int]) -> None:
        """Add rows given as their terms, in row order, with the lengths that count in ranking.

        A row without terms is never found. The length may leave out stop words; terms never do, so that a question
        made of nothing else still finds.
        """
        flat, counts = list[int](), list[int]()
        for terms in documents:
            flat.extend(map(hash_term, terms))
            counts.append(len(terms))
        first = len(self._lengths)
        hashes, rows, tfs = _counted(
            np.array(flat, dtype=np.uint64), np.repeat(np.arange(first, first + len(counts)), counts)
        )
        starts = np.flatnonzero(np.append(True, hashes[1:] != hashes[:-1]) if len(hashes) else hashes)
        ends = [*starts[1:].tolist(), len(hashes)]
        listed_rows, listed_tfs = rows.tolist(), tfs.tolist()
        for term, start, end in zip(hashes[starts].tolist(), starts.tolist(), ends, strict=False):
            held_rows, held_tfs = self._tail.setdefault(term, ([], []))
            held_rows.extend(listed_rows[start:end])
            held_tfs.extend(listed_tfs[start:end])
        self._lengths.append(np.array(lengths, dtype=np.float32))

    def among(self, alive: NDArray[np.bool_]) -> LexicalView:
        """Return the index as seen by a search that may find the rows that are `alive`; valid until the next append."""
        return LexicalView(self, self._lengths.values, alive)

    def postings(self, term: str) -> Postings:
        """Return the rows that hold the term, ascending, and how often each does."""
        key = hash_term(term)
        at = int(np.searchsorted(self._hashes, np.uint64(key)))
        rows, tfs = self._rows[:0], self._tfs[:0]
        if at < len(self._hashes) and int(self._hashes[at]) == key:
            span = slice(int(self._starts[at]), int(self._starts[at + 1]))
            rows, tfs = self._rows[span], self._tfs[span]
        more = self._tail.get(key)
        if more is None:
            return rows, tfs
        return (
            np.concatenate([rows, np.array(more[0], dtype=np.int32)]),
            np.concatenate([tfs, np.array(more[1], dtype=np.float32)]),
        )

    def arrays(self) -> dict[str, NDArray[np.generic]]:
        """Return base and tail merged, for keeping on disk: hashes, starts, rows, tfs, lengths."""
        counts = [len(rows) for rows, _ in self._tail.values()]
        tail_hashes = np.repeat(np.array(list(self._tail), dtype=np.uint64), counts)
        tail_rows = np.fromiter((r for rows, _ in self._tail.values() for r in rows), np.int32, sum(counts))
        tail_tfs = np.fromiter((t for _, tfs in self._tail.values() for t in tfs), np.float32, sum(counts))
        hashes = np.concatenate([np.repeat(self._hashes, np.diff(self._starts)), tail_hashes])
        # Stable: base rows of a term stand before its tail rows, so that postings stay in row order.
        order = np.argsort(hashes, kind="stable")
        unique, starts = np.unique(hashes[order], return_index=True)
        return {
            "hashes": unique,
            "starts": np.append(starts, len(hashes)).astype(np.int64),
            "rows": np.concatenate([self._rows, tail_rows])[order],
            "tfs": np.concatenate([self._tfs, tail_tfs])[order],
            "lengths": self._lengths.values.copy(),
        }


class LexicalView:
    """An index as one search sees it: all statistics count the rows that are alive only.

    So a search as of an earlier state scores as it did then.
    """

    def __init__(self, index: LexicalIndex, lengths: NDArray[np.float32], alive: NDArray[np.bool_]) -> None:
        self.alive = alive
        self._index, self._lengths = index, lengths
        self._count = int(np.count_nonzero(alive))
        self._whole = self._count == len(alive)
        self._mean_length = (float(lengths[alive].mean(dtype=np.float64)) if self._count else 0.0) or 1.0

    def scores(self, query: Mapping[str, float], weights: LexicalWeights) -> LexicalScores:
        """Score every row; 0 for rows without a query term or not alive.

        `query` maps terms to their weight. Sums run in the order of the query's terms in float64.
        """
        scores = np.zeros(len(self._lengths), dtype=np.float64)
        attainable = 0.0
        if self._count == 0:
            return LexicalScores(values=scores, attainable=attainable)
        for term, weight in query.items():
            rows, tfs = self._seen(term)
            if len(rows):
                scores[rows] += weight * term_scores(tfs, self._lengths[rows], self._count, self._mean_length, weights)
            attainable += weight * _ceiling(len(rows), self._count, weights)
        return LexicalScores(values=scores, attainable=attainable)

    def rarity(self, term: str) -> float:
        """Return the term's inverse document frequency."""
        return _idf(len(self._seen(term)[0]), self._count)

    def _seen(self, term: str) -> Postings:
        rows, tfs = self._index.postings(term)
        if self._whole:
            return rows, tfs
        seen = self.alive[rows]
        return rows[seen], tfs[seen]


def term_scores(
    tfs: NDArray[np.float32], lengths: NDArray[np.float32], count: int, mean_length: float, weights: LexicalWeights
) -> NDArray[np.float64]:
    """Return one term's contribution to each document that holds it.

    BM25+ (Lv & Zhai 2011): `ln((N + 1) / df) * ((k1 + 1) tf / (k1 (1 - b + b len / mean) + tf) + delta)`.
    """
    idf = _idf(len(tfs), count)
    tf = tfs.astype(np.float64)
    norm = weights.k1 * (1.0 - weights.b + weights.b * lengths.astype(np.float64) / mean_length)
    saturated = (weights.k1 + 1.0) * tf / (norm + tf)
    if weights.variant == "bm25+":
        return idf * (saturated + weights.delta)
    if weights.variant == "idf-delta":
        return (idf + weights.delta) * saturated
    return idf * saturated


def _counted(
    hashes: NDArray[np.uint64], rows: NDArray[np.int64]
) -> tuple[NDArray[np.uint64], NDArray[np.int64], NDArray[np.int64]]:
    """Return each (term, row) once, by term and then by row, and how often it stands there; `rows` ascend."""
    order = np.argsort(hashes, kind="stable")
    hashes, rows = hashes[order], rows[order]
    if not len(hashes):
        return hashes, rows, rows
    firsts = np.flatnonzero(np.append(True, (hashes[1:] != hashes[:-1]) | (rows[1:] != rows[:-1])))
    return hashes[firsts], rows[firsts], np.diff(np.append(firsts, len(hashes)))


def _idf(frequency: int, count: int) -> float:
    return math.log((count + 1) / max(frequency, 1))


def _ceiling(frequency: int, count: int, weights: LexicalWeights) -> float:
    idf = _idf(frequency, count)
    if weights.variant == "idf-delta":
        return (idf + weights.delta) * (weights.k1 + 1.0)
    return idf * (weights.k1 + 1.0 + (weights.delta if weights.variant == "bm25+" else 0.0))


@lru_cache(maxsize=500_000)
def hash_term(term: str) -> int:
    """Return the 64-bit hash under which a term is kept."""
    return int.from_bytes(blake2b(term.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "little")
