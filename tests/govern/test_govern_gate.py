"""Each operation gets a decision with a code, a reason and, for a wrong path, the nearest legal ones."""

from __future__ import annotations

from dataclasses import replace

import pytest
from small_schema import BUDGET, SCHEMA, add, delete, listed, update

from duramen.domain.operations import NO_OP, Refused
from duramen.govern import gate
from duramen.govern.cues import negation_cue
from duramen.govern.gate import Outcome, Policy, Rules, Writer, judge
from duramen.govern.permissions import Off, Rights, no_rights
from duramen.govern.reading import read_operations

HELD = {"home.city": "Beijing", "likes.food": "likes Chinese food", "likes.music": "likes jazz; plays the cello"}
NEGATED = Rules(negated=True)
PERSON = Rules(writer=Writer.PERSON)
CARD = Rules(protected=frozenset(["home.city"]))
CONTRADICTED = Rules(contradicted=frozenset([update("home.city", "Cairo"), add("home.dwelling", "a tent")]))
CASES = [
    ("to an empty leaf", add("home.dwelling", "a flat"), Rules(), "applied", "applied"),
    ("update of a filled leaf", update("home.city", "Shenzhen; before: Beijing"), Rules(), "applied", "applied"),
    ("deletion with a cue", delete("likes.food"), NEGATED, "applied", "applied"),
    ("update of an empty leaf", update("home.dwelling", "a flat"), Rules(), "added", "applied"),
    ("nothing", NO_OP, Rules(), "no-op", "nothing"),
    ("the same in other letters", add("home.city", " ＢＥＩＪＩＮＧ. "), Rules(), "same", "nothing"),
    ("one of the facts", add("likes.music", "plays the cello"), Rules(), "same", "nothing"),
    ("a part of a fact", add("likes.food", "Chinese food"), Rules(), "same", "nothing"),
    ("update to the same", update("likes.food", "Likes Chinese food."), Rules(), "same", "nothing"),
    ("something new to a filled leaf", add("home.city", "Shenzhen"), Rules(), "filled", "returned"),
    ("the opposite to a filled leaf", add("likes.food", "hates Chinese food"), Rules(), "filled", "returned"),
    ("an invented leaf", add("home.town", "x"), Rules(), "unknown-path", "refused"),
    ("an invented branch", delete("nowhere"), NEGATED, "unknown-path", "refused"),
    ("a branch", add("home", "Beijing"), Rules(), "inner-node", "refused"),
    ("a branch of a branch", delete("关系.重要他人"), NEGATED, "inner-node", "refused"),
    ("a leaf below a leaf", add("home.city.district", "x"), Rules(), "unknown-path", "refused"),
    ("a sensitive leaf", add("health.allergies", "nuts"), Rules(), "sensitive", "refused"),
    ("a private leaf by hand", update("finance.situation", "debts"), PERSON, "sensitive", "refused"),
    ("a leaf never to be stored", add("home.dwelling", "x"), Rules(rights={"home.dwelling": no_rights(Off.NEVER_STORE)}), "never-store", "refused"),
    ("a protected leaf", update("home.city", "x"), Rules(rights={"home.city": Rights(editable=False)}), "not-writable", "refused"),
    ("deletion of a protected leaf", delete("home.city"), Rules(negated=True, rights={"home.city": Rights(editable=False)}), "not-writable", "refused"),
    ("a protected leaf by hand", update("home.city", "x"), Rules(writer=Writer.PERSON, rights={"home.city": Rights(editable=False)}), "applied", "applied"),
    ("a sensitive leaf with consent", add("health.allergies", "nuts"), Rules(rights={"health.allergies": Rights()}), "applied", "applied"),
    ("no text", add("home.dwelling", None), Rules(), "not-text", "refused"),
    ("an empty text", update("home.city", ""), Rules(), "empty-value", "refused"),
    ("blanks", add("home.dwelling", " \n\u3000"), Rules(), "empty-value", "refused"),
    ("a control character", add("home.dwelling", "a\x1b[31m"), Rules(), "control-character", "refused"),
    ("a tab", add("home.dwelling", "a\tb"), Rules(), "control-character", "refused"),
    ("half a character", add("home.dwelling", "a\ud83d"), Rules(), "control-character", "refused"),
    ("a line break", add("home.dwelling", "one\ntwo"), Rules(), "applied", "applied"),
    ("as long as may be", add("home.dwelling", "猫" * BUDGET), Rules(), "applied", "applied"),
    ("one character more", add("home.dwelling", "猫" * (BUDGET + 1)), Rules(), "too-long", "refused"),
    ("deletion of nothing", delete("home.dwelling"), NEGATED, "empty-leaf", "refused"),
    ("deletion without a cue", delete("likes.food"), Rules(), "no-negation", "waits"),
    ("deletion of several facts", delete("likes.music"), NEGATED, "several-facts", "waits"),
    ("deletion by hand", delete("likes.music"), PERSON, "applied", "applied"),
    ("a mended capital by hand", update("home.city", "BEIJING"), PERSON, "applied", "applied"),
    ("the same by hand", update("home.city", "Beijing"), PERSON, "same", "nothing"),
    ("a review", add("home.dwelling", "a flat"), Rules(policy=Policy.REVIEW), "review", "waits"),
    ("what the card says", update("home.city", "x"), CARD, "protected", "refused"),
    ("what the card says, by the person", delete("home.city"), replace(CARD, writer=Writer.PERSON), "protected", "refused"),
    ("a contradiction", update("home.city", "Cairo"), CONTRADICTED, "contradicts-self", "waits"),
    ("a contradiction to an empty leaf", add("home.dwelling", "a tent"), CONTRADICTED, "contradicts-self", "waits"),
    ("a contradiction that was accepted", update("home.city", "Cairo"), replace(CONTRADICTED, writer=Writer.PERSON), "applied", "applied"),
    ("a refusal in a review", add("home.town", "x"), Rules(policy=Policy.REVIEW), "unknown-path", "refused"),
]  # fmt: skip


@pytest.mark.parametrize("operation, rules, code, outcome", [c[1:] for c in CASES], ids=[c[0] for c in CASES])
def test_an_operation_is_decided_on_with_its_code(operation, rules, code, outcome):
    judgement = judge(listed(operation), HELD, SCHEMA, rules)
    (decision,) = judgement.decisions
    assert (decision.code, decision.outcome) == (code, outcome)
    assert decision.reason
    assert decision.operation.path == operation.path
    assert (dict(judgement.values) != HELD) is (outcome == "applied")


def test_every_code_of_the_modules_table_is_reached():
    listed_codes = {
        line.split()[0] for line in gate.__doc__.split("Codes\n")[1].splitlines() if line.startswith("    ")
    }
    assert listed_codes - {case[3] for case in CASES} == {"repeated", "not-atomic"}  # these need a list: below


def test_a_wrong_path_comes_back_with_the_nearest_legal_ones_and_the_next_operation_applies():
    judgement = judge(listed(add("home.citty", "x"), add("home", "y"), add("home.dwelling", "z")), {}, SCHEMA, Rules())
    unknown, inner, applied = judgement.decisions
    assert unknown.nearest[0] == "home.city"
    assert inner.nearest == ("home.city", "home.dwelling")
    assert (applied.outcome, applied.nearest) == ("applied", ())
    assert judgement.values == {"home.dwelling": "z"}


def test_to_take_a_sensitive_value_away_needs_no_consent():
    held = {"health.allergies": "nuts"}
    for off in Off:
        for rules in (PERSON, NEGATED):
            rules = replace(rules, rights={"health.allergies": no_rights(off)})
            assert judge(listed(delete("health.allergies")), held, SCHEMA, rules).values == {}


def test_an_update_of_an_empty_leaf_is_judged_as_an_addition():
    judgement = judge(listed(update("home.city", "深圳")), {}, SCHEMA, Rules())
    assert judgement.decisions[0].operation == add("home.city", "深圳")
    assert judgement.applied == (add("home.city", "深圳"),)


def test_one_operation_counts_for_each_leaf():
    judgement = judge(
        listed(add("home.city", "A"), update("home.city", "B"), add("home.city", "A")), {}, SCHEMA, Rules()
    )
    assert [decision.code for decision in judgement.decisions] == ["applied", "repeated", "repeated"]
    assert judgement.values == {"home.city": "A"}


def test_a_refused_or_returned_operation_does_not_use_up_its_leaf():
    operations = listed(
        add("home.city", "x" * 99), add("home.city", "Shenzhen"), update("home.city", "Shenzhen, once Beijing")
    )
    judgement = judge(operations, HELD, SCHEMA, Rules())
    assert [decision.code for decision in judgement.decisions] == ["too-long", "filled", "applied"]


def test_deleting_and_writing_anew_never_ends_in_an_empty_leaf():
    for operations in (
        [delete("likes.food"), add("likes.food", "loves Thai food")],
        [update("likes.food", "loves Thai food"), delete("likes.food")],
    ):
        judgement = judge(listed(*operations), HELD, SCHEMA, NEGATED)
        codes = {decision.operation.kind.value: decision.code for decision in judgement.decisions}
        assert codes["DELETE"] == "repeated"
        assert judgement.values["likes.food"]


@pytest.mark.parametrize("said, code", [
    ("I hate Chinese food now", "no-negation"),
    ("I no longer like Chinese food.", "applied"),
    ("Please forget what I said about food.", "applied"),
])  # fmt: skip
def test_the_opposite_of_a_leaf_does_not_empty_it_in_silence(said, code):
    rules = Rules(negated=negation_cue(said, "en"))
    judgement = judge(read_operations("DELETE(likes.food, None)"), HELD, SCHEMA, rules)
    assert judgement.decisions[0].code == code
    assert ("likes.food" in judgement.values) is (code != "applied")


def test_the_cue_can_be_asked_for_each_deletion():
    rules = Rules(negated=lambda operation: operation.path == "home.city")
    judgement = judge(listed(delete("home.city"), delete("likes.food")), HELD, SCHEMA, rules)
    assert [decision.code for decision in judgement.decisions] == ["applied", "no-negation"]


def test_a_strict_list_is_applied_whole_or_not_at_all():
    strict = Rules(policy=Policy.STRICT)
    good = [add("home.dwelling", "a flat"), update("home.city", "Shenzhen"), NO_OP, add("likes.food", "Chinese food")]
    assert [d.code for d in judge(listed(*good), HELD, SCHEMA, strict).decisions] == [
        "applied",
        "applied",
        "no-op",
        "same",
    ]
    for bad in (add("x.y", "z"), add("likes.food", "soup"), delete("likes.food")):
        judgement = judge(listed(*good[:2], bad), HELD, SCHEMA, strict)
        assert [decision.code for decision in judgement.decisions[:2]] == ["not-atomic", "not-atomic"]
        assert judgement.decisions[2].code in ("unknown-path", "filled", "no-negation")
        assert judgement.applied == ()
        assert judgement.values == HELD
    for read in (
        listed(good[0], partial=True),
        listed(good[0], refused=(Refused(text="x", code="unreadable", reason="y"),)),
    ):
        assert judge(read, HELD, SCHEMA, strict).decisions[0].code == "not-atomic"
        assert judge(read, HELD, SCHEMA, Rules()).decisions[0].code == "applied"


def test_values_come_in_the_order_of_the_schema_and_unknown_ones_are_kept():
    held = {"old.leaf": "kept", "likes.music": "jazz"}
    judgement = judge(listed(add("home.city", "Oslo")), held, SCHEMA, Rules())
    assert list(judgement.values) == ["home.city", "likes.music", "old.leaf"]
    assert held == {"old.leaf": "kept", "likes.music": "jazz"}


def test_no_reason_repeats_a_value():
    for operation in (
        add("home.city", "Secretville"),
        update("home.city", "Secretville " * 9),
        add("home.dwelling", "Secretville\x00"),
    ):
        for policy in Policy:
            judgement = judge(listed(operation), {"home.city": "Hiddenham"}, SCHEMA, Rules(policy=policy))
            assert "Secretville" not in judgement.decisions[0].reason
            assert "Hiddenham" not in judgement.decisions[0].reason


def test_the_outcomes_are_these():
    assert [outcome.value for outcome in Outcome] == ["applied", "refused", "waits", "returned", "nothing"]


def test_a_contradiction_waits_also_where_an_earlier_operation_of_the_list_counts():
    operations = add("home.city", "Bergen"), update("home.city", "Cairo")
    rules = Rules(contradicted=frozenset([operations[1]]))
    judgement = judge(listed(*operations), {}, SCHEMA, rules)
    assert [one.code for one in judgement.decisions] == ["applied", "contradicts-self"]
    assert judgement.values == {"home.city": "Bergen"}
