"""A write that is refused leaves nobody behind: neither a person nor what a character says of itself."""

import pytest

from duramen import DuramenError, InputError, NotFound
from duramen.stores.owners import OwnerKind

SENSITIVE = "health.conditions"


def there(memory):
    return {
        kind: [owner.name for owner in memory.workspace.owners(kind)] for kind in (OwnerKind.PERSON, OwnerKind.SELF)
    }


NOBODY = {OwnerKind.PERSON: [], OwnerKind.SELF: []}


@pytest.mark.parametrize(("character", "leaf"), [("", "home.city"), ("Ada", "home.place")])
def test_a_refused_value_makes_nobody(memory, character, leaf):
    refused = (
        ("home.nowhere", "x", NotFound),
        ("home", "x", NotFound),
        (leaf, " ", InputError),
        (leaf, "x" * 9_999, InputError),
    )
    for path, value, error in refused:
        with pytest.raises(error):
            memory.persona.set(path, value, person="Newcomer", character=character)
        assert there(memory) == NOBODY
    memory.persona.set(leaf, "Rome", person="Newcomer", character=character)
    assert there(memory)[OwnerKind.PERSON] == ["Newcomer"]


def test_a_sensitive_value_without_consent_makes_nobody(memory):
    with pytest.raises(InputError, match="consented"):
        memory.persona.set(SENSITIVE, "asthma", person="Newcomer")
    assert there(memory) == NOBODY


@pytest.mark.parametrize(
    ("text", "policy"),
    [
        ('ADD(home.town, "x")', "normal"),
        ('ADD(home.city, "Rome")\nADD(home.town, "x")', "strict"),
        ("NO_OP()", "normal"),
        ("DELETE(home.city, None)", "review"),
        ("no list at all", "normal"),
    ],
)
def test_a_list_of_which_nothing_is_kept_makes_nobody(memory, text, policy):
    done = memory.persona.apply(text, person="Newcomer", character="Ada", schema="core", policy=policy)
    assert (done.before, done.version, done.dry_run) == (0, 0, False)
    assert "applied" not in {decision.outcome for decision in done.decisions}
    assert there(memory) == NOBODY


@pytest.mark.parametrize("policy", ["normal", "review"])
def test_a_list_of_which_something_is_kept_makes_the_person(memory, policy):
    done = memory.persona.apply('ADD(home.city, "Rome")\nADD(home.town, "x")', person="Newcomer", policy=policy)
    assert [decision.code for decision in done.decisions] == [
        "review" if policy == "review" else "applied",
        "unknown-path",
    ]
    assert all(decision.decision_id for decision in done.decisions)
    assert there(memory)[OwnerKind.PERSON] == ["Newcomer"]
    assert len(memory.persona.waiting(person="Newcomer")) == (policy == "review")


def test_what_a_known_person_never_wants_stored_makes_no_tree_of_a_character(memory):
    memory.persona.allow("home.*: never-store=on", person="Mei")
    done = memory.persona.apply('ADD(home.city, "Rome")', person="Mei", character="Ada", schema="core")
    assert [decision.code for decision in done.decisions] == ["never-store"]
    assert there(memory) == {OwnerKind.PERSON: ["Mei"], OwnerKind.SELF: []}


def test_permissions_and_consents_that_cannot_be_read_make_nobody(memory):
    for refused in (
        lambda: memory.persona.allow("home.*: everything=perhaps", person="Newcomer"),
        lambda: memory.persona.consent("special", person="Newcomer", purpose="  "),
        lambda: memory.persona.apply('ADD(home.city, "x")', person="Newcomer", schema="nothing such"),
        lambda: memory.persona.apply('ADD(home.city, "x")', person="Newcomer", policy="lax"),
    ):
        with pytest.raises(DuramenError):
            refused()
    assert there(memory) == NOBODY
