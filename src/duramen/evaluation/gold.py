"""What is right, and which questions count: the part of a benchmark that only its scorer sees."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from duramen.domain.time import US_PER_HOUR, Moment
from duramen.errors import UnreadableFile
from duramen.evaluation.asking import Owner

OLD_DAYS = 30
"""Facts are old when they were told more than so many days before the question."""

SPLITS = ("tune", "report")


@dataclass(frozen=True, slots=True, kw_only=True)
class Gold:
    """The evidence of one question: ids of turns, or of sessions, and those of them that are old.

    `headline`: the question counts in the figures over all categories.
    """

    ids: frozenset[str]
    old: frozenset[str]
    category: str
    headline: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """A benchmark ready to run: owners for the solver, gold by question id for the scorer.

    `unit`: "turn" or "session", what gold ids name. `headline`: the measure that the table, the plot and the reader
    look at first. `in_talk`: the questions stand in a running talk, so that arms with its context differ from those
    without. `shareable`: the licence lets the questions' words be kept beside the results. `left_out`: questions
    without usable gold, each with the reason.
    """

    name: str
    split: str
    unit: str
    headline: str
    in_talk: bool
    shareable: bool
    owners: tuple[Owner, ...]
    gold: Mapping[str, Gold]
    data_hash: str
    left_out: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """What a task has of one owner: the owner for the solver, the gold of its questions, and what was left out."""

    owner: Owner
    gold: Mapping[str, Gold]
    left_out: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Benchmark:
    """What holds of a benchmark whatever the split; the fields are those of `Task`."""

    name: str
    unit: str
    headline: str
    in_talk: bool
    shareable: bool

    def task(self, split: str, parts: Sequence[Part], files: Sequence[Path]) -> Task:
        """Return the task that the parts make, in their order; `files` are what it was read from."""
        return Task(
            name=self.name,
            split=split,
            unit=self.unit,
            headline=self.headline,
            in_talk=self.in_talk,
            shareable=self.shareable,
            owners=tuple(part.owner for part in parts),
            gold={id_: gold for part in parts for id_, gold in part.gold.items()},
            data_hash=hash_of(files),
            left_out=tuple(line for part in parts for line in part.left_out),
        )


def old_ids(told_at: Mapping[str, Moment], ids: Collection[str], asked_at: Moment) -> frozenset[str]:
    """Return the ids whose facts were told more than OLD_DAYS days before; unknown times are not old."""
    limit = OLD_DAYS * 24 * US_PER_HOUR

    def age_us(one: str) -> int:
        told = told_at[one].at_us
        return 0 if told is None or asked_at.at_us is None else asked_at.at_us - told

    return frozenset(one for one in ids if age_us(one) > limit)


def hash_of(files: Iterable[Path]) -> str:
    """Return the SHA-256 of the files' contents one after the other, in the order of their names."""
    digest = hashlib.sha256()
    for file in sorted(files, key=lambda path: path.name):
        digest.update(hashlib.sha256(bytes_of(file)).digest())
    return digest.hexdigest()


def bytes_of(file: Path) -> bytes:
    """Return a data file's bytes; raises UnreadableFile saying where it was looked for."""
    try:
        return file.read_bytes()
    except OSError as error:
        raise UnreadableFile(
            f"the benchmark file {str(file)!r} cannot be read ({error.strerror}); "
            "name the folder that holds the data sets with --data"
        ) from error
