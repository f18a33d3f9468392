"""What waits for a person's yes or no, and what they allow to be kept and shown."""

import pytest

from duramen import InputError, NotFound
from duramen.domain.operations import Kind, Operation, OperationList
from duramen.memory.persona import ApplyRequest, apply_operations, tree_of
from duramen.stores.persona.decisions import Waits


def values(memory, **at):
    return memory.persona.show(person="Mei", **at).tree.values()


def outcomes(applied):
    return [(decision.outcome, decision.code) for decision in applied.decisions]


def waits(memory, text='UPDATE(home.city, "Rome")', **options):
    applied = memory.persona.apply(text, person="Mei", policy="review", **options)
    return applied.decisions[0].decision_id


def test_what_waits_is_applied_when_it_is_accepted(memory):
    memory.persona.set("home.city", "Porto", person="Mei")
    number = waits(memory, writer="rules@1")
    (waiting,) = memory.persona.waiting(person="Mei")
    assert (waiting.decision.decision_id, waiting.held) == (number, "Porto")
    assert values(memory) == {"home.city": "Porto"}
    memory.persona.accept(number, person="Mei")
    assert values(memory) == {"home.city": "Rome"}
    assert memory.persona.history("home.city", person="Mei")[-1].leaf.writer == "rules@1"
    assert memory.persona.waiting(person="Mei") == []
    with pytest.raises(InputError, match="accepted already"):
        memory.persona.accept(number, person="Mei")
    with pytest.raises(InputError, match="accepted already"):
        memory.persona.reject(number, person="Mei")


@pytest.mark.parametrize(
    ("value", "negated", "code"), [("tea", False, "no-negation"), ("tea; rice", True, "several-facts")]
)
def test_what_a_listener_may_not_delete_by_itself_is_deleted_once_the_person_says_yes(memory, value, negated, code):
    memory.persona.set("likes.food", value, person="Mei")
    of = tree_of(memory.workspace, "Mei")
    delete = OperationList(operations=(Operation(kind=Kind.DELETE, path="likes.food"),))
    done = apply_operations(memory.workspace, of, ApplyRequest(read=delete, writer="rules@1", negated=negated))
    assert outcomes(done) == [("waits", code)]
    memory.persona.accept(done.decisions[0].decision_id, person="Mei")
    assert values(memory) == {}
    assert memory.persona.history("likes.food", person="Mei")[0].ended_by == "rules@1"


def test_what_is_rejected_changes_nothing_and_stays_on_record(memory):
    number = waits(memory)
    assert memory.persona.reject(number, person="Mei").proposal.operation.value == "Rome"
    assert values(memory) == {}
    with pytest.raises(NotFound, match="waiting: nothing"):
        memory.persona.accept(number + 100, person="Mei")


def test_what_cannot_be_applied_any_more_goes_on_waiting(memory):
    memory.persona.set("home.city", "Porto", person="Mei")
    number = waits(memory, "DELETE(home.city, None)")
    memory.persona.delete("home.city", person="Mei")
    with pytest.raises(NotFound, match=r"home\.city"):
        memory.persona.accept(number, person="Mei")
    assert [one.decision.waits for one in memory.persona.waiting(person="Mei")] == [Waits.OPEN]


def test_a_sensitive_leaf_is_kept_once_the_person_agreed_and_not_shown_once_they_do_no_more(memory):
    with pytest.raises(InputError, match="consented"):
        memory.persona.set("health.allergies", "peanuts", person="Mei")
    memory.persona.consent("special", person="Mei", purpose="to warn of allergies")
    memory.persona.set("health.allergies", "peanuts", person="Mei")
    memory.persona.apply('UPDATE(health.allergies, "nuts")', person="Mei", policy="review")
    assert values(memory) == {"health.allergies": "peanuts"}
    assert len(memory.persona.waiting(person="Mei")) == 1
    assert memory.persona.withdraw("special", person="Mei") == 1
    shown = memory.persona.show(person="Mei")
    assert (shown.tree.values(), shown.hidden) == ({}, 1)
    assert memory.persona.show(person="Mei", version=1).tree.values() == {}
    assert memory.persona.waiting(person="Mei") == []
    assert memory.persona.diff(0, 1, person="Mei") == []
    for look in (memory.persona.history, memory.persona.explain):
        with pytest.raises(InputError, match="may not be shown"):
            look("health.allergies", person="Mei")
    with pytest.raises(NotFound, match="no consent"):
        memory.persona.withdraw("special", person="Mei")
    memory.persona.delete("health.allergies", person="Mei")


def test_what_is_never_to_be_stored_or_is_protected_is_refused(memory):
    memory.persona.allow("likes.*: never-store=on", person="Mei")
    memory.persona.allow("home.city: editable=off", person="Mei")
    text = 'ADD(likes.food, "rice")\nADD(home.city, "Rome")'
    done = memory.persona.apply(text, person="Mei", writer="rules@1")
    assert [code for _, code in outcomes(done)] == ["never-store", "not-writable"]
    assert memory.persona.apply(text, person="Mei").version == 1
    assert values(memory) == {"home.city": "Rome"}
    memory.persona.allow("home.city: visible=off", person="Mei")
    assert values(memory) == {}
    allowed = memory.persona.permissions(person="Mei")
    assert not allowed.rights["home.city"].visible
    assert str(allowed.grants[0].grant) == "home.city: editable=off"
