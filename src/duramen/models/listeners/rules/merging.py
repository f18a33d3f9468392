"""Facts against the tree: which operation each leaf needs, so that what still holds stays and nothing is said twice (B7).

In: the findings of a window and the values the tree holds. Out: for each leaf at most one operation with its finding.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from duramen.domain.operations import Kind, Operation
from duramen.domain.persona import Schema
from duramen.models.listeners.rules.findings import Finding, Mode
from duramen.text.segment import terms
from duramen.text.stopwords import content_terms

_JOINT = {"en": "; ", "zh": "；"}
_BEFORE = {"en": "{new}; before that {old}", "zh": "以前{old}；现在{new}"}
_OVER = {"en": "{old}; {new}", "zh": "{old}；{new}"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Chosen:
    """An operation and the finding that it rests on."""

    operation: Operation
    finding: Finding


def choose(findings: Iterable[Finding], held: Mapping[str, str], schema: Schema) -> tuple[Chosen, ...]:
    """Return one operation a leaf, in the order in which the leaves were first spoken of.

    A leaf that already says it gets none; a value longer than the leaf's budget loses its history first, and is left
    out when it is too long even so.
    """
    by_path: dict[str, list[Finding]] = {}
    for one in findings:
        if one.path in schema.leaves and not _known(one, held):
            by_path.setdefault(one.path, []).append(one)
    chosen = (_of_leaf(path, group, held.get(path, ""), schema.leaves[path].budget) for path, group in by_path.items())
    return tuple(one for one in chosen if one is not None)


def _known(finding: Finding, held: Mapping[str, str]) -> bool:
    """Tell whether some leaf says it already: the person repeats what is known, perhaps of another leaf."""
    settled = finding.mode in (Mode.ALSO, Mode.STATE) and not finding.clause.corrects
    return settled and any(_covered(finding.value, value) for value in held.values())


def _of_leaf(path: str, group: list[Finding], old: str, budget: int) -> Chosen | None:
    last = group[-1]
    if last.mode is Mode.FORGET:
        return Chosen(operation=Operation(kind=Kind.DELETE, path=path), finding=last) if old else None
    if last.mode is Mode.DROP:
        return _written(Kind.UPDATE, path, last.value, last, budget)
    said = _joined([one for one in group if one.mode is not Mode.FORGET])
    if not said or (old and _covered(said, old) and last.mode is not Mode.OVER):
        return None
    if not old:
        return _written(Kind.ADD, path, said, last, budget)
    return _written(Kind.UPDATE, path, _merged(said, old, last), last, budget) or _written(
        Kind.UPDATE, path, said, last, budget
    )


def _written(kind: Kind, path: str, value: str, finding: Finding, budget: int) -> Chosen | None:
    if len(value) > budget:
        return None
    return Chosen(operation=Operation(kind=kind, path=path, value=value), finding=finding)


def _joined(group: list[Finding]) -> str:
    """Join the facts of one leaf; of those that exclude each other the last counts, and none is said twice."""
    if group and group[-1].clause.corrects and group[-1].mode is Mode.STATE:
        return group[-1].value
    kept: list[str] = []
    for one in group:
        if any(_covered(one.value, value) for value in kept):
            continue
        kept = [value for value in kept if not _covered(value, one.value)]
        kept.append(_without_whom(one.value, kept, one.path))
    return _JOINT[group[-1].clause.language].join(kept) if group else ""


def _without_whom(value: str, kept: list[str], path: str) -> str:
    """Return what is said of a relation without naming it again: "daughter Ann, 11" and then "daughter Ann, plays go"."""
    whom, comma, rest = value.partition(", ")
    again = comma and path.startswith(("family.", "social.")) and any(one.startswith(f"{whom},") for one in kept)
    return rest if again else value


def _merged(new: str, old: str, finding: Finding) -> str:
    language = finding.clause.language
    if finding.instead_of and finding.instead_of in old:
        return old.replace(finding.instead_of, new)
    if finding.clause.corrects and finding.mode is Mode.STATE:
        return new
    if finding.mode is Mode.STATE:
        return _BEFORE[language].format(old=old, new=re.sub("^现在", "", new))
    return (_OVER[language] if finding.mode is Mode.OVER else "{old}" + _JOINT[language] + "{new}").format(
        old=old, new=new
    )


def _covered(said: str, old: str) -> bool:
    """Tell whether all content of `said` stands in `old`."""
    mine = _words(said)
    return bool(mine) and mine <= _words(old)


def _words(value: str) -> set[str]:
    words = set(content_terms(terms(value)))
    return words | {char for word in words if re.match("[\u4e00-\u9fff]", word) for char in word}
