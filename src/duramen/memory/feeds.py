"""From rows of the record to rows of an index: which words are searched, which vectors, which columns.

`RECIPE` names how this is done; an index kept on disk under another name is built anew.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from sqlalchemy import Engine, Row

from duramen.domain.dialogue import Role
from duramen.index.columns import NEVER, UNKNOWN_US
from duramen.index.lexical import hash_term
from duramen.index.owner_index import Feed, FeedBatch
from duramen.index.quantize import from_bytes
from duramen.memory import passages
from duramen.observe.sides import role_of_word
from duramen.stores.engine import reading
from duramen.stores.knowledge import children_born_between, children_died_after
from duramen.stores.owners import Owner, OwnerKind
from duramen.stores.rows import moment_of
from duramen.stores.turns import turns_born_between, turns_died_after
from duramen.text.datewords import own_date_terms
from duramen.text.segment import inner_characters, terms
from duramen.text.stopwords import STOP_WORDS

RECIPE = f"words-characters-dates-2/{passages.RECIPE}"
BATCH_ROWS = 2_000
_SEARCHED = (Role.PERSON.value, Role.CHARACTER.value, Role.OTHER.value)


def name_code(*names: str) -> int:
    """Return the number under which a name stands in the index's columns."""
    return hash_term("\x1f".join(names)) >> 1


def feed_for(engine: Engine, owner: Owner, dimension: int) -> Feed:
    """Return the feed of an owner's rows."""
    if owner.kind is OwnerKind.BASE:
        return ChildFeed(engine=engine, owner=owner, dimension=dimension)
    return TurnFeed(engine=engine, owner=owner, dimension=dimension)


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnFeed:
    """The turns of a person's rounds."""

    engine: Engine
    owner: Owner
    dimension: int

    def born_between(self, seq: int, upto: int) -> Iterator[FeedBatch]:
        """Yield the turns born after `seq`, up to `upto`, in id order."""
        after = -1
        while True:
            with reading(self.engine) as connection:
                rows = turns_born_between(connection, self.owner, (seq, upto), after, BATCH_ROWS)
            if not rows:
                return
            after = rows[-1].turn_id
            yield self._batch(rows)

    def died_after(self, seq: int) -> list[tuple[int, int]]:
        """Return turns that died."""
        with reading(self.engine) as connection:
            return turns_died_after(connection, self.owner, seq)

    def _batch(self, rows: Sequence[Row[Any]]) -> FeedBatch:
        columns = {
            "item": [row.turn_id for row in rows],
            "group": [name_code(row.record_id) for row in rows],
            "place": [name_code(row.character) for row in rows],
            "sitting": [name_code(row.character, row.session) for row in rows],
            "speaker": [name_code(row.speaker.casefold()) for row in rows],
            "position": [row.position for row in rows],
            "visible": [bool(row.retrievable) and row.role in _SEARCHED for row in rows],
            **_life(rows),
        }
        words = [turn_terms(row.text, row.speaker) for row in rows]
        unseen = [own_date_terms(moment_of(row)) for row in rows]
        return _feed_batch(columns, words, unseen, _vectors(rows, self.dimension))


@dataclass(frozen=True, slots=True, kw_only=True)
class ChildFeed:
    """The child chunks of a knowledge base."""

    engine: Engine
    owner: Owner
    dimension: int

    def born_between(self, seq: int, upto: int) -> Iterator[FeedBatch]:
        """Yield the children born after `seq`, up to `upto`, in id order."""
        after = -1
        while True:
            with reading(self.engine) as connection:
                rows = children_born_between(connection, self.owner, (seq, upto), after, BATCH_ROWS)
            if not rows:
                return
            after = rows[-1].child_id
            yield self._batch(rows)

    def died_after(self, seq: int) -> list[tuple[int, int]]:
        """Return children that died."""
        with reading(self.engine) as connection:
            return children_died_after(connection, self.owner, seq)

    def _batch(self, rows: Sequence[Row[Any]]) -> FeedBatch:
        document = [name_code(row.document_id) for row in rows]
        columns = {
            "item": [row.child_id for row in rows],
            "group": [row.parent_id for row in rows],
            "place": document,
            "sitting": document,
            "speaker": [0] * len(rows),
            "position": [0] * len(rows),
            "visible": [True] * len(rows),
            **_life(rows),
        }
        words = [terms(row.parent_text[row.start : row.end]) for row in rows]
        unseen: list[list[str]] = [[] for _ in rows]
        return _feed_batch(columns, words, unseen, _vectors(rows, self.dimension))


def _life(rows: Sequence[Row[Any]]) -> dict[str, list[int]]:
    return {
        "born": [row.born_seq for row in rows],
        "died": [NEVER if row.died_seq is None else row.died_seq for row in rows],
        "happened_us": [UNKNOWN_US if row.happened_us is None else row.happened_us for row in rows],
        "recorded_us": [row.recorded_us for row in rows],
    }


def turn_terms(text: str, speaker: str) -> list[str]:
    """Return the search terms of a turn: its speaker's name, unless it is a role such as "assistant", and its words."""
    return terms(text) if role_of_word(speaker) else terms(f"{speaker} {text}")


def _feed_batch(
    columns: dict[str, Any],
    words: Sequence[list[str]],
    unseen: Sequence[list[str]],
    vectors: tuple[np.ndarray[Any, np.dtype[np.float32]], Any],
) -> FeedBatch:
    """Put rows together: their words, and terms that are searched but do not count in their length."""
    return FeedBatch(
        columns=columns,
        terms=[row + more + inner_characters(row) for row, more in zip(words, unseen, strict=True)],
        lengths=_lengths(words),
        vectors=vectors[0],
        passages=vectors[1],
    )


def _lengths(words: Sequence[Sequence[str]]) -> list[int]:
    return [sum(word not in STOP_WORDS for word in row) for row in words]


def _vectors(rows: Sequence[Row[Any]], dimension: int) -> tuple[np.ndarray[Any, np.dtype[np.float32]], Any]:
    """Unpack vectors; a row without one (embedding is still to come) gets zeros and is found by words alone."""
    unpacked = [
        from_bytes(row.vector, dimension) if row.vector else np.zeros((1, dimension), dtype=np.float32) for row in rows
    ]
    return np.concatenate(unpacked), np.array([len(part) for part in unpacked], dtype=np.int64)
