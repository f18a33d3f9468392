"""The router held against labelled questions: which sources it reads, how deep, and what that saves and loses.

In: 200 questions written for this, half Chinese, each with the sources its answer needs and whose tree it is asked
against. Even numbers tune, odd ones report (they are asked of other people). Out: accuracy by source and kind, a
confusion table, and every item.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from typing import Any

from duramen.domain.persona import Leaf
from duramen.domain.profile import Depth, Level, Route
from duramen.memory.passages import query_vectors, unit_vectors
from duramen.memory.persona.profile import Profile, fits, leaf_matrix
from duramen.models.base import Embedder
from duramen.retrieve.cues import cues_of
from duramen.retrieve.route import SOURCES, Signals, Thresholds, route
from duramen.schemas import load_schema
from duramen.scoring.ranking import Interval, wilson_interval

KINDS = ("profile", "experience", "knowledge", "several", "none")


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """Whom questions are asked against: their leaves by path, and their knowledge bases with titles of documents."""

    tree: Mapping[str, str]
    bases: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Labelled:
    """A question with the sources that its answer needs (`need`), and the leaves that should fit best."""

    number: int
    language: str
    person: str
    kind: str
    need: frozenset[str]
    leaves: tuple[str, ...]
    question: str

    @property
    def split(self) -> str:
        """Return "tune" for even numbers, else "report"."""
        return "report" if self.number % 2 else "tune"


@dataclass(frozen=True, slots=True, kw_only=True)
class Routed:
    """What the router made of a question, and the leaves that fitted best, best first."""

    labelled: Labelled
    route: Route
    best: tuple[str, ...]


def read_labels() -> tuple[list[Labelled], dict[str, Person]]:
    """Return the labelled questions in order, and the people they are asked against by name."""
    folder = resources.files("duramen.evaluation").joinpath("data")
    lines = folder.joinpath("router.jsonl").read_text(encoding="utf-8").splitlines()
    people = json.loads(folder.joinpath("router_people.json").read_text(encoding="utf-8"))
    return [_labelled(json.loads(line)) for line in lines], {
        name: Person(tree=one["tree"], bases={base: tuple(titles) for base, titles in one["bases"].items()})
        for name, one in people.items()
    }


def ask_router(
    labelled: Iterable[Labelled], people: Mapping[str, Person], embedder: Embedder, thresholds: Thresholds | None = None
) -> list[Routed]:
    """Return what the router makes of each question, as it would in the product."""
    vectors = {name: _Vectors(embedder) for name in people}
    schema = load_schema("core")
    done = []
    for one in labelled:
        person = people[one.person]
        leaves = tuple(Leaf(path=path, value=value) for path, value in person.tree.items())
        profile = Profile(version=1, leaves=leaves, specs=schema.leaves)
        vector = query_vectors(embedder, [one.question])[one.question]
        near = leaf_matrix(profile, one.language, embedder.identity.name, vectors[one.person].of)
        fit = fits(profile, one.question, (near @ vector).astype(float))
        titles = [title for base, titles in person.bases.items() for title in (base, *titles)]
        signals = Signals(
            cues=cues_of(one.question, titles), leaf=max(fit), leaves=len(leaves), bases=len(person.bases)
        )
        ranked = sorted(zip(fit, person.tree, strict=True), key=lambda pair: -pair[0])
        best = tuple(path for _, path in ranked[:5])
        done.append(Routed(labelled=one, route=route(signals, Level.ROUTED, thresholds), best=best))
    return done


def source_rows(routed: Sequence[Routed]) -> list[dict[str, Any]]:
    """Return for each source how often reading it, or not, is what the labels say, and how deep it is read where needed.

    `right`: read in full where needed, else not in full. `read where needed`: at any depth, the share of needed evidence
    that stays reachable. `spared`: not read at all where it is not needed.
    """
    rows = []
    for source in SOURCES:
        depths = [(one.route.choices()[source].depth, source in one.labelled.need) for one in routed]
        needed, other = [d for d, n in depths if n], [d for d, n in depths if not n]
        rows.append(
            {
                "source": source,
                "right": _share([(depth is Depth.DEEP) == there for depth, there in depths]),
                "read where needed": _share([depth is not Depth.NONE for depth in needed]),
                "in full where needed": _share([depth is Depth.DEEP for depth in needed]),
                "spared": _share([depth is Depth.NONE for depth in other]),
            }
        )
    return rows


def kind_rows(routed: Sequence[Routed]) -> list[dict[str, Any]]:
    """Return for each kind how often exactly the sources that are needed are read in full, and the confusion."""
    rows = []
    for kind in (*KINDS, "all"):
        mine = [one for one in routed if kind in ("all", one.labelled.kind)]
        right = _share([in_full(one.route) == one.labelled.need for one in mine])
        taken_for = Counter(kind_of(in_full(one.route)) for one in mine)
        rows.append({"kind": kind, "right": right} | {f"→ {other}": taken_for[other] for other in KINDS})
    return rows


def leaf_row(routed: Sequence[Routed]) -> dict[str, Any]:
    """Return how often a leaf that answers fits best, or is among the best three."""
    asked = [one for one in routed if one.labelled.leaves]
    return {
        "best": _share([one.best[0] in one.labelled.leaves for one in asked]),
        "best three": _share([bool(set(one.best[:3]) & set(one.labelled.leaves)) for one in asked]),
    }


def in_full(chosen: Route) -> frozenset[str]:
    """Return the sources that are read in full."""
    return frozenset(source for source, choice in chosen.choices().items() if choice.depth is Depth.DEEP)


def kind_of(need: frozenset[str]) -> str:
    """Return the kind of need that a set of sources makes."""
    return next(iter(need)) if len(need) == 1 else "several" if need else "none"


def _labelled(row: Mapping[str, Any]) -> Labelled:
    return Labelled(
        number=row["n"],
        language=row["language"],
        person=row["person"],
        kind=row["kind"],
        need=frozenset(row["need"]),
        leaves=tuple(row["leaves"]),
        question=row["question"],
    )


def _share(right: Sequence[bool]) -> Interval | None:
    return wilson_interval(sum(right), len(right))


class _Vectors:
    """Vectors of one person's leaves, which do not change between questions."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._kept: Any = None

    def of(self, texts: Sequence[str]) -> Any:
        if self._kept is None:
            self._kept = unit_vectors(self._embedder, texts)
        return self._kept
