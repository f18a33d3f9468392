"""Legal paths that resemble one that is not: what a refusal offers instead (B4).

In: a schema and what somebody wrote for a path. Out: at most so many of the schema's paths, likeliest first.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache

from duramen.domain.persona import LeafSpec, Schema

_LEAST_WHOLE, _LEAST_PART = 0.4, 0.6  # ratios below which two paths, or two short words, share letters by chance
_SHORTLIST = 12  # difflib takes 0.4 ms for two long paths; shared pairs of letters tell in 2 µs which are worth it
_MAX_CHARS = 120  # what a path says stands at its end
_BETWEEN = re.compile(r"[\s_\-]+")
_NUMBERED = re.compile(r"^\d+")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Named:
    """A path folded: `whole`, and the single names it goes by with the pairs of letters of each."""

    whole: str
    last: frozenset[str]
    names: tuple[str, ...]
    pairs: tuple[frozenset[str], ...]


def nearest_paths(schema: Schema, path: str, count: int = 3) -> tuple[str, ...]:
    """Return at most `count` paths of `schema` that `path` may have meant, likeliest first.

    Case, width (full or half), spaces, hyphens, underscores and the number before a root do not matter. First come
    leaves whose last segment or title, in either language, is the last segment of `path`; then those on the same
    branch (`path` is an inner node, or goes on below the leaf); then those that are called as another segment is
    that names no branch ("hobbies.fun" for likes.hobbies); then by `difflib` ratio of the whole paths and of the
    last segment with the segment or title that is most like it. Ties keep the schema's order. What resembles nothing gives an empty tuple.
    """
    asked = folded_path(path)[-_MAX_CHARS:]
    last = asked.rsplit(".", 1)[-1]
    if not last or count < 1:
        return ()
    whole_pairs, last_pairs = _pairs(asked), _pairs(last)
    branches = frozenset(name for node in schema.inner_nodes for name in folded_path(node).split("."))
    said = (
        frozenset(asked.split(".")) - branches
    )  # that "home" is also what a leaf is called says nothing for that leaf
    sure: list[tuple[bool, bool, bool, float, int, str]] = []
    likely: list[tuple[float, int, LeafSpec, _Named]] = []
    for at, leaf in enumerate(schema.leaves.values()):
        own = _named(leaf.path, leaf.title.get("en", ""), leaf.title.get("zh", ""))
        same = last in own.last
        kin = own.whole.startswith(asked + ".") or asked.startswith(own.whole + ".")
        called = bool(said & own.last)
        if same or kin or called:
            sure.append((not same, not kin, not called, -_ratio(asked, own.whole), at, leaf.path))
        else:
            shared = max(_dice(whole_pairs, own.pairs[0]), *(_dice(last_pairs, pairs) for pairs in own.pairs[1:]))
            likely.append((-shared, at, leaf, own))
    for _, at, leaf, own in sorted(likely, key=lambda one: one[:2])[: max(_SHORTLIST, count)]:
        if resemblance := _resemblance(asked, last, own):
            sure.append((True, True, True, -resemblance, at, leaf.path))
    return tuple(found for *_, found in sorted(sure)[:count])


def same_path(first: str, second: str) -> bool:
    """Tell whether two paths differ at most in what `nearest_paths` overlooks."""
    return folded_path(first) == folded_path(second)


@lru_cache(maxsize=4096)
def folded_path(path: str) -> str:
    """Return a path without what does not matter: case, width, spaces, hyphens, underscores, a number at its front."""
    plain = unicodedata.normalize("NFKC", path).casefold().replace("。", ".")
    segments = (_NUMBERED.sub("", _BETWEEN.sub("", segment)) or segment for segment in plain.split("."))
    return ".".join(segment for segment in segments if segment.strip(" _-"))


@lru_cache(maxsize=4096)
def _named(path: str, english: str, chinese: str) -> _Named:
    whole, titles = folded_path(path), [folded_path(title) for title in (english, chinese) if title]
    segments = whole.split(".")
    names = (*segments, *titles)
    return _Named(
        whole=whole,
        last=frozenset((segments[-1], *titles)),
        names=names,
        pairs=(_pairs(whole), *map(_pairs, names)),
    )


def _resemblance(asked: str, last: str, own: _Named) -> float:
    """Return the sum of both ratios where one of them is more than chance, else 0."""
    part = max(_ratio(last, name) for name in own.names)
    whole = _ratio(asked, own.whole)
    return whole + part if whole >= _LEAST_WHOLE or part >= _LEAST_PART else 0.0


def _ratio(one: str, other: str) -> float:
    return SequenceMatcher(None, one, other, autojunk=False).ratio()


def _pairs(text: str) -> frozenset[str]:
    """Return the letters of a text and its pairs of neighbours; the letters are what short Chinese words share."""
    return frozenset(text) | {text[at : at + 2] for at in range(len(text) - 1)}


def _dice(one: frozenset[str], other: frozenset[str]) -> float:
    return 2 * len(one & other) / (len(one) + len(other))
