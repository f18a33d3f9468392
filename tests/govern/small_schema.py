"""A small schema with leaves of every tier, for the tests of the gate and of permissions."""

from __future__ import annotations

from duramen.domain.operations import Kind, Operation, OperationList
from duramen.domain.persona import LeafSpec, Schema, Tier, Trunk

TIERS = {
    "home.city": Tier.ORDINARY,
    "home.dwelling": Tier.ORDINARY,
    "likes.food": Tier.ORDINARY,
    "likes.music": Tier.ORDINARY,
    "health.conditions": Tier.SPECIAL,
    "health.allergies": Tier.SPECIAL,
    "health.fitness": Tier.ORDINARY,
    "finance.situation": Tier.PRIVATE,
    "关系.重要他人.导师/榜样": Tier.ORDINARY,
}
BUDGET = 40


def spec(path, tier):
    words = {"en": path, "zh": path}
    return LeafSpec(
        path=path, trunk=Trunk.SOCIAL, title=words, description=words, examples={}, budget=BUDGET, tier=tier
    )


SCHEMA = Schema(
    name="small",
    version=1,
    language="en",
    about={"en": "a small schema", "zh": "小模式"},
    leaves={path: spec(path, tier) for path, tier in TIERS.items()},
)


def add(path, value):
    return Operation(kind=Kind.ADD, path=path, value=value)


def update(path, value):
    return Operation(kind=Kind.UPDATE, path=path, value=value)


def delete(path):
    return Operation(kind=Kind.DELETE, path=path)


def listed(*operations, **more):
    return OperationList(operations=operations, **more)
