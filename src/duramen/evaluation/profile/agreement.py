"""MemoryBank: which traits of a person's gold profile the tree holds, and which the person ever spoke of.

In: a profile and the tree at the end of its dialogue. Out: one `Trait` for each trait.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from duramen.domain.dialogue import Role
from duramen.domain.persona import Schema
from duramen.evaluation.profile.coverage import COVERED, Held, best_leaf, coverage
from duramen.evaluation.profile.traits import Profile, may_hold


@dataclass(frozen=True, slots=True, kw_only=True)
class Trait:
    """One gold trait: whether the person said it in one message, by the measure of coverage, and the leaf holding most.

    `leaf` is one of those where the field's traits may stand; `elsewhere` the best of all leaves.
    """

    person: str
    language: str
    field: str
    text: str
    said: bool
    words: str
    leaf: Held
    elsewhere: Held


def judge_traits(profile: Profile, values: Mapping[str, str], schema: Schema) -> Iterator[Trait]:
    """Yield what became of each trait, field by field."""
    own = [message.text for message in profile.dialogue.messages if message.role is Role.PERSON]
    for field, traits in profile.traits.items():
        allowed = {path: value for path, value in values.items() if may_hold(field, path)}
        for trait in traits:
            said = [text for text in own if coverage(trait, text) >= COVERED]
            yield Trait(
                person=profile.name,
                language=profile.language,
                field=field,
                text=trait,
                said=bool(said),
                words=said[0] if said else "",
                leaf=best_leaf(trait, allowed, schema.leaves, profile.language),
                elsewhere=best_leaf(trait, values, schema.leaves, profile.language),
            )
