"""Laws of the gate, on ten thousand random lists of operations: nothing is created, dropped or rewritten in silence."""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st
from small_schema import BUDGET, SCHEMA, TIERS, add

from duramen.domain.operations import Kind, Operation, OperationList, Refused
from duramen.domain.persona import Tier
from duramen.govern.gate import Outcome, Policy, Rules, Writer, apply, judge
from duramen.govern.permissions import Off, Rights, no_rights

EXAMPLES, LISTS_EACH = 500, 20
LEAVES = list(SCHEMA.leaves)
PATHS = [
    *LEAVES,
    *LEAVES,
    *SCHEMA.inner_nodes,
    "home.town",
    "home.city.district",
    "",
    "HOME.CITY",
    "关系.重要他人.导师",
]
VALUES = st.one_of(
    st.text(max_size=BUDGET + 2),
    st.sampled_from(["Beijing", "beijing.", "likes tea; likes jazz", "no longer likes tea", "likes tea", "猫" * (BUDGET + 1), "x" * BUDGET, " ", "a\x00b", "\ud800"]),
)  # fmt: skip
RIGHTS = [Rights(), Rights(editable=False), no_rights(Off.NO_CONSENT), no_rights(Off.NEVER_STORE)]


def random_list(dice, values):
    """Return a random list of operations, what the tree holds, and the rules."""
    operations = tuple(
        Operation(kind=kind, path=dice.choice(PATHS), value=dice.choice([*values, None]))
        for kind in dice.choices(list(Kind), weights=[4, 4, 3, 1], k=dice.randrange(7))
    )
    held = {path: value for path in LEAVES if dice.random() < 0.5 and (value := dice.choice(values)).strip()}
    broken = (Refused(text="x", code="unreadable", reason="y"),) if dice.random() < 0.1 else ()
    rules = Rules(
        policy=dice.choice(list(Policy)),
        writer=dice.choice(list(Writer)),
        rights={path: dice.choice(RIGHTS) for path in LEAVES if dice.random() < 0.4},
        negated=dice.random() < 0.5,
    )
    return OperationList(operations=operations, refused=broken, partial=dice.random() < 0.1), held, rules


def check(operations, held, rules):
    before = dict(held)
    judgement = judge(operations, held, SCHEMA, rules)
    after, applied = judgement.values, judgement.applied
    assert held == before
    assert len(judgement.decisions) == len(operations.operations)
    # The tree before and the applied operations are the tree after; what was not applied changes nothing.
    assert after == apply(before, applied)
    touched = [operation.path for operation in applied]
    assert {path for path in before.keys() | after.keys() if before.get(path) != after.get(path)} <= set(touched)
    assert len(set(touched)) == len(touched)
    for operation in applied:
        check_write(operation, before, rules)
    check_policy(operations, judgement, rules)


def check_write(operation, before, rules):
    """Check that an applied operation is one that may be: a leaf, a state that fits, a value that fits, a right."""
    path, value = operation.path, operation.value
    assert path in SCHEMA.leaves
    assert path not in SCHEMA.inner_nodes
    rights = rules.rights.get(path, RIGHTS[0] if TIERS[path] is Tier.ORDINARY else RIGHTS[2])
    assert (path in before) is (operation.kind is not Kind.ADD)
    if operation.kind is Kind.DELETE:
        assert rules.writer is Writer.PERSON or rules.negated
    else:
        assert value.strip()
        assert len(value) <= BUDGET
        assert not any((char < " " and char != "\n") or "\ud800" <= char <= "\udfff" for char in value)
        assert rights.store
    assert rights.editable or rules.writer is Writer.PERSON or not rights.store


def check_policy(operations, judgement, rules):
    outcomes = {decision.outcome for decision in judgement.decisions}
    if rules.policy is Policy.REVIEW:
        assert Outcome.APPLIED not in outcomes
    if rules.policy is Policy.STRICT and Outcome.APPLIED in outcomes:
        assert outcomes <= {Outcome.APPLIED, Outcome.NOTHING}
        assert not operations.refused
        assert not operations.partial
    for asked, decision in zip(operations.operations, judgement.decisions, strict=True):
        same = (decision.operation.path, decision.operation.value) == (asked.path, asked.value)
        assert same
        assert decision.operation.kind is asked.kind or (
            asked.kind is Kind.UPDATE and decision.operation.kind is Kind.ADD
        )
        assert set(decision.nearest) <= set(LEAVES)


@settings(max_examples=EXAMPLES)
@given(st.integers(0, 2**64 - 1), st.lists(VALUES, min_size=3, max_size=8))
def test_ten_thousand_random_lists_keep_the_tree_whole(seed, values):
    dice = random.Random(seed)
    for _ in range(LISTS_EACH):
        check(*random_list(dice, values))


def test_there_are_ten_thousand_lists_and_each_outcome_is_common_among_them():
    assert EXAMPLES * LISTS_EACH == 10_000
    dice, seen = random.Random(3), dict.fromkeys(Outcome, 0)
    for _ in range(1_000):
        operations, held, rules = random_list(dice, ["likes tea", "Oslo", "likes tea; likes jazz", "x" * 99])
        for decision in judge(operations, held, SCHEMA, rules).decisions:
            seen[decision.outcome] += 1
    assert min(seen.values()) > 30


@given(st.lists(st.sampled_from(LEAVES), max_size=5, unique=True), st.randoms())
def test_the_order_of_operations_on_different_leaves_does_not_matter(paths, dice):
    operations = [add(path, f"value of {path}"[:BUDGET]) for path in paths]
    shuffled = operations.copy()
    dice.shuffle(shuffled)
    first, second = (judge(OperationList(operations=tuple(o)), {}, SCHEMA, Rules()) for o in (operations, shuffled))
    assert first.values == second.values
    assert {d.operation: d.code for d in first.decisions} == {d.operation: d.code for d in second.decisions}


@given(VALUES.filter(str.strip), VALUES.filter(str.strip))
def test_no_value_is_ever_written_over_by_an_addition(old, new):
    for policy in Policy:
        judgement = judge(
            OperationList(operations=(add("home.city", new),)), {"home.city": old}, SCHEMA, Rules(policy=policy)
        )
        assert judgement.values == {"home.city": old}
