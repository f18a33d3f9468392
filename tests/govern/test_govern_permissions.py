"""Permissions and consent: the most specific grant wins, consent can be taken back, never-store beats everything."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_schema import SCHEMA, TIERS, add, listed

from duramen.domain.persona import Tier
from duramen.domain.time import UNKNOWN_MOMENT, Moment
from duramen.errors import InputError
from duramen.govern.gate import Rules, judge
from duramen.govern.grants import parse_grants
from duramen.govern.permissions import (
    Consent,
    Grant,
    Off,
    Permission,
    Permissions,
    Rights,
    consents_at,
    effective,
    no_rights,
    rights_of,
)

USES = {p: p.value for p in Permission if p is not Permission.NEVER_STORE}
LEAVES = sorted(SCHEMA.leaves)
PLACES = sorted({"", *LEAVES, *SCHEMA.inner_nodes})
GRANTS = st.builds(Grant, path=st.sampled_from(PLACES), permission=st.sampled_from(Permission), on=st.booleans())
TIMES = st.integers(1, 1_000)


def at(us):
    return Moment(at_us=us)


@st.composite
def consents(draw):
    given_us = draw(TIMES)
    withdrawn = draw(st.none() | st.integers(given_us, 2_000))
    scope = draw(st.sampled_from([{"tier": Tier.PRIVATE}, {"tier": Tier.SPECIAL}, *({"path": p} for p in PLACES if p)]))
    return Consent(
        purpose=draw(st.sampled_from(["care", "advice"])),
        given=at(given_us),
        withdrawn=withdrawn and at(withdrawn),
        **scope,
    )


def rights(path, *grants, consents=()):
    return effective(path, SCHEMA.leaves[path], Permissions(grants=grants), consents)


CARE = Consent(tier=Tier.SPECIAL, purpose="remind me of my medicine", given=at(10))


def test_an_ordinary_leaf_is_all_on_and_a_sensitive_one_all_off_where_nobody_said_anything():
    everything = rights_of(SCHEMA, Permissions(), ())
    assert list(everything) == list(SCHEMA.leaves)
    for path, found in everything.items():
        assert found == (Rights() if TIERS[path] is Tier.ORDINARY else no_rights(Off.NO_CONSENT))


def test_a_grant_on_a_branch_holds_for_the_leaves_below_it_and_for_no_other():
    (off,) = parse_grants("home.*: generation=off")
    assert not rights("home.city", off).generation
    assert rights("home.city", off).retrieval
    assert rights("likes.food", off).generation
    (prefix,) = parse_grants("hom: generation=off")
    assert rights("home.city", prefix).generation


def test_consent_turns_a_sensitive_leaf_on_and_says_for_what():
    assert rights("health.allergies", consents=[CARE]) == Rights(purposes=("remind me of my medicine",))
    assert rights("finance.situation", consents=[CARE]) == no_rights(Off.NO_CONSENT)
    assert rights("home.city", consents=[CARE]).purposes == ()


def test_what_is_taken_back_for_one_leaf_stays_off_though_its_tier_is_agreed_to():
    back = Consent(path="health.allergies", purpose="care", given=at(20), withdrawn=at(30))
    assert rights("health.allergies", consents=[back, CARE]).off is Off.NO_CONSENT
    assert rights("health.conditions", consents=[back, CARE]).store


def test_consents_can_be_looked_up_as_they_were():
    taken_back = replace(CARE, withdrawn=at(20))
    assert consents_at([taken_back], at(9)) == ()
    assert consents_at([taken_back], at(15)) == (CARE,)
    assert consents_at([taken_back], at(20)) == (taken_back,)
    with pytest.raises(InputError, match="known time"):
        consents_at([CARE], UNKNOWN_MOMENT)


@pytest.mark.parametrize("wrong", [
    {"purpose": "x", "given": at(1)},
    {"purpose": "x", "given": at(1), "tier": Tier.SPECIAL, "path": "health"},
    {"purpose": "x", "given": at(1), "tier": Tier.ORDINARY},
    {"purpose": " ", "given": at(1), "tier": Tier.SPECIAL},
    {"purpose": "x", "given": UNKNOWN_MOMENT, "tier": Tier.SPECIAL},
    {"purpose": "x", "given": at(5), "tier": Tier.SPECIAL, "withdrawn": at(4)},
    {"purpose": "x", "given": at(5), "tier": Tier.SPECIAL, "withdrawn": UNKNOWN_MOMENT},
])  # fmt: skip
def test_a_consent_needs_one_scope_a_purpose_and_times_in_order(wrong):
    with pytest.raises(InputError):
        Consent(**wrong)


@given(st.lists(GRANTS, max_size=8), st.sampled_from(LEAVES), st.sampled_from(sorted(USES)))
def test_the_most_specific_grant_wins_and_of_two_on_one_path_the_later(grants, path, permission):
    covering = [g for g in grants if g.permission is permission and (not g.path or f"{path}.".startswith(f"{g.path}."))]
    expected = max(
        enumerate(covering),
        key=lambda pair: (len(pair[1].path), pair[0]),
        default=(0, Grant(path="", permission=permission, on=True)),
    )[1].on
    found = effective(path, SCHEMA.leaves[path], Permissions(grants=tuple(grants)), ALL_CONSENTS)
    assert getattr(found, USES[permission]) is (expected and found.store)


ALL_CONSENTS = [Consent(tier=tier, purpose="care", given=at(1)) for tier in (Tier.PRIVATE, Tier.SPECIAL)]


@given(
    st.lists(GRANTS, max_size=8, unique_by=lambda g: (g.path, g.permission)),
    st.lists(consents(), max_size=4),
    st.randoms(),
)
def test_the_order_of_grants_on_different_paths_and_of_consents_does_not_matter(grants, agreed, dice):
    before = rights_of(SCHEMA, Permissions(grants=tuple(grants)), agreed)
    dice.shuffle(grants)
    dice.shuffle(agreed)
    assert rights_of(SCHEMA, Permissions(grants=tuple(grants)), agreed) == before


@given(st.lists(GRANTS, max_size=8), st.lists(consents(), max_size=4))
def test_taking_back_every_consent_turns_every_sensitive_leaf_off(grants, agreed):
    back = [replace(consent, withdrawn=at(3_000)) for consent in agreed]
    for path, found in rights_of(SCHEMA, Permissions(grants=tuple(grants)), back).items():
        if TIERS[path] is not Tier.ORDINARY:
            assert found in (no_rights(Off.NO_CONSENT), no_rights(Off.NEVER_STORE))


@given(st.lists(GRANTS, max_size=8), st.lists(consents(), max_size=4), st.sampled_from(LEAVES))
def test_never_to_be_stored_beats_everything(grants, agreed, path):
    never = Grant(path=path, permission=Permission.NEVER_STORE, on=True)
    assert rights(path, *grants, never, consents=[*agreed, *ALL_CONSENTS]) == no_rights(Off.NEVER_STORE)


@given(st.lists(GRANTS, max_size=8), st.lists(consents(), max_size=4))
def test_no_grant_gives_rights_to_a_leaf_without_consent_and_no_leaf_has_some_without_store(grants, agreed):
    for path, found in rights_of(SCHEMA, Permissions(grants=tuple(grants)), agreed).items():
        if not found.store:
            assert found in (no_rights(Off.NO_CONSENT), no_rights(Off.NEVER_STORE))
        elif TIERS[path] is not Tier.ORDINARY:
            assert found.purposes


@given(GRANTS)
def test_a_grant_is_written_and_read_back(grant):
    assert parse_grants(str(grant)) == (grant,)


@pytest.mark.parametrize("text, written", [
    ("health.*: generation=off", ["health: generation=off"]),
    (" health : Generation = OFF , retrieval=no ", ["health: generation=off", "health: retrieval=off"]),
    ("*: visible=yes", ["*: visible=on"]),
    ("home.city: never_store=on", ["home.city: never-store=on"]),
    ("home.city: Never Store=off", ["home.city: never-store=off"]),
    ("关系.重要他人.导师/榜样：可编辑＝关，不存储=开", ["关系.重要他人.导师/榜样: editable=off", "关系.重要他人.导师/榜样: never-store=on"]),
])  # fmt: skip
def test_grants_are_read_as_people_write_them(text, written):
    assert [str(grant) for grant in parse_grants(text)] == written


@pytest.mark.parametrize("text, named", [
    ("", "sets nothing"),
    ("health", "sets nothing"),
    ("health:", "sets nothing"),
    (": visible=on", "no path"),
    ("health..x: visible=on", "health..x"),
    ("he(alth: visible=on", r"he\(alth"),
    ("health: secret=on", "'secret'"),
    ("health: visible=maybe", "'maybe'"),
    ("health: visible", "visible=on or visible=off"),
    ("health: visible=on,", "no permission"),
])  # fmt: skip
def test_what_is_wrong_with_a_grant_is_named(text, named):
    with pytest.raises(InputError, match=named):
        parse_grants(text)


def test_the_gate_goes_by_these_rights():
    grants = (*parse_grants("home.dwelling: never-store=on"), *parse_grants("likes.*: editable=off"))
    rules = Rules(rights=rights_of(SCHEMA, Permissions(grants=grants), [CARE]))
    paths = ["home.dwelling", "likes.food", "health.allergies", "finance.situation", "home.city"]
    decisions = judge(listed(*(add(path, "x") for path in paths)), {}, SCHEMA, rules).decisions
    assert [d.code for d in decisions] == ["never-store", "not-writable", "applied", "sensitive", "applied"]
