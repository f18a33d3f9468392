"""The tree's verbs on an open store: gate, versions, history, what waits, other people's and a character's own tree."""

import asyncio

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tree_sources import apply_said

from duramen import AsyncMemory, InputError, NotFound, StoreError
from duramen.domain.operations import Kind, Operation, OperationList
from duramen.domain.time import UNKNOWN_MOMENT
from duramen.memory.persona import ApplyRequest, Persona, apply_operations, tree_of
from duramen.memory.persona.asynchronous import AsyncPersona
from duramen.schemas import load_schema, translate_path
from duramen.stores.engine import reading
from duramen.stores.persona.reading import current_version
from duramen.stores.persona.writing import Change, VersionDraft, write_version
from duramen.stores.writing import owner_write

PATHS = ("home.city", "likes.food", "identity.name")


def values(memory, person="Mei", **at):
    return memory.persona.show(person=person, **at).tree.values()


def outcomes(applied):
    return [(decision.outcome, decision.code) for decision in applied.decisions]


def test_a_list_is_judged_operation_by_operation_and_makes_one_version(memory):
    text = 'ADD(home.city, "深圳")\nADD(home.town, "x")\nUPDATE(identity.name, "Mei")\nDELETE(likes.music, None)'
    done = memory.persona.apply(text, person="Mei")
    assert outcomes(done) == [
        ("applied", "applied"),
        ("refused", "unknown-path"),
        ("applied", "added"),
        ("refused", "empty-leaf"),
    ]
    assert (done.before, done.version) == (0, 1)
    assert "home.city" in done.decisions[1].nearest
    assert values(memory) == {"identity.name": "Mei", "home.city": "深圳"}
    assert [one.cause for one in memory.persona.versions(person="Mei")] == ["apply"]


def test_a_rehearsal_writes_nothing_also_for_somebody_new(memory):
    memory.persona.set("home.city", "Porto", person="Mei")
    for person in ("Mei", "Newcomer"):
        done = memory.persona.apply('UPDATE(home.city, "Rome")', person=person, dry_run=True)
        assert done.dry_run
        assert done.decisions[0].outcome == "applied"
    assert values(memory) == {"home.city": "Porto"}
    assert list(memory.persons()) == ["Mei"]
    assert memory.persona.waiting(person="Mei") == []


def test_a_strict_list_is_all_or_nothing(memory):
    text = 'ADD(home.city, "Rome")\nADD(home.town, "x")'
    done = memory.persona.apply(text, person="Mei", policy="strict")
    assert done.version == 0
    assert {outcome for outcome, _ in outcomes(done)} == {"refused"}
    with pytest.raises(InputError, match="the policy 'lax'"):
        memory.persona.apply(text, person="Mei", policy="lax")


def test_setting_what_stands_already_makes_no_version(memory):
    assert memory.persona.set("home.city", "Rome", person="Mei").version == 1
    again = memory.persona.set("home.city", "Rome", person="Mei")
    assert (again.before, again.version, again.paths) == (1, 1, ())


@pytest.mark.parametrize(
    ("path", "error", "said"),
    [
        ("home.citi", NotFound, "home.city"),
        ("home", NotFound, "home"),
        ("health.allergies", InputError, "health.allergies"),
    ],
)
def test_a_path_that_cannot_be_set_is_refused_with_what_is_near(memory, path, error, said):
    with pytest.raises(error, match=said):
        memory.persona.set(path, "x", person="Mei")


def test_a_value_over_its_budget_is_never_stored(memory):
    budget = load_schema("core").leaves["home.city"].budget
    with pytest.raises(InputError):
        memory.persona.set("home.city", "x" * (budget + 1), person="Mei")
    assert memory.persona.set("home.city", "x" * budget, person="Mei").version == 1


def test_delete_shows_when_who_and_why_in_the_history(memory, clock):
    memory.persona.set("likes.food", "喜欢中餐", person="Mei")
    clock.forward(days=3)
    memory.persona.delete("likes.food", person="Mei", reason="现在讨厌中餐")
    (value,) = memory.persona.history("likes.food", person="Mei")
    assert (value.leaf.value, value.ended_version, value.ended_by) == ("喜欢中餐", 2, "person")
    assert value.end_reason == "现在讨厌中餐"
    assert value.ended_us - value.leaf.recorded_us == 3 * 24 * 3_600_000_000
    assert values(memory) == {}
    assert not memory.persona.explain("likes.food", person="Mei").standing
    with pytest.raises(NotFound):
        memory.persona.delete("likes.food", person="Mei")


def test_history_of_an_unknown_path_names_the_nearest_and_of_an_empty_leaf_is_empty(memory):
    memory.persona.set("home.city", "Rome", person="Mei")
    assert memory.persona.history("likes.music", person="Mei") == []
    with pytest.raises(NotFound, match=r"home\.city"):
        memory.persona.history("home.citi", person="Mei")
    with pytest.raises(NotFound, match="branch"):
        memory.persona.history("home", person="Mei")
    with pytest.raises(NotFound, match="nothing was ever written"):
        memory.persona.explain("likes.music", person="Mei")


def test_what_was_so_then_and_what_is_past_now(memory, clock):
    memory.persona.set("goals.plans", "about to cook", person="Mei")
    memory.persona.set("home.city", "Porto", person="Mei", since="2020-01", until="2023-06")
    memory.persona.set("home.city", "Rome", person="Mei", since="2023-07")
    assert values(memory, at="2021-05-01")["home.city"] == "Porto"
    assert values(memory, at="2023-06-20")["home.city"] == "Porto"
    assert values(memory, at="2024-01-01")["home.city"] == "Rome"
    assert values(memory, version=2)["home.city"] == "Porto"
    assert memory.persona.show(person="Mei").past == set()
    clock.forward(days=2)
    assert memory.persona.show(person="Mei").past == {"goals.plans"}
    with pytest.raises(InputError, match="cannot both"):
        memory.persona.show(person="Mei", version=1, at="2024-01-01")
    with pytest.raises(InputError, match="after --since"):
        memory.persona.set("home.city", "x", person="Mei", since="2024-02-01", until="2023-01-01")


def test_a_merged_value_is_explained_by_all_that_it_grew_from(memory, clock):
    for said, value in (
        ("I run every morning.", "runs"),
        ("My knee hurts, so I swim now.", "used to run; knee trouble; now swims"),
    ):
        apply_said(memory, "Mei", said, "likes.sports", value)
        clock.forward(days=30)
    explained = memory.persona.explain("likes.sports", person="Mei")
    quotes = [quote for value in explained.line for quote in value.leaf.quotes]
    assert [quote.words for quote in quotes] == ["I run every morning.", "My knee hurts, so I swim now."]
    assert quotes[0].said_at.known
    assert [value.leaf.writer for value in explained.line] == ["rules@1", "rules@1"]
    memory.persona.set("likes.sports", "climbs", person="Mei")
    assert len(memory.persona.explain("likes.sports", person="Mei").line) == 1


def test_a_list_that_was_made_for_another_version_is_not_applied(memory):
    memory.persona.set("home.city", "Porto", person="Mei")
    of = tree_of(memory.workspace, "Mei")
    operation = Operation(kind=Kind.UPDATE, path="home.city", value="Rome")
    request = ApplyRequest(read=OperationList(operations=(operation,)), after=0)
    with pytest.raises(StoreError, match="moved on"):
        apply_operations(memory.workspace, of, request)
    assert values(memory) == {"home.city": "Porto"}


def test_a_difference_names_what_was_and_what_is(memory):
    memory.persona.set("home.city", "Porto", person="Mei")
    memory.persona.set("home.city", "Rome", person="Mei")
    memory.persona.set("likes.food", "rice", person="Mei")
    found = memory.persona.diff(1, 3, person="Mei")
    pairs = {one.path: (one.before and one.before.value, one.after and one.after.value) for one in found}
    assert pairs == {"home.city": ("Porto", "Rome"), "likes.food": (None, "rice")}
    assert memory.persona.diff(2, 2, person="Mei") == []
    with pytest.raises(NotFound, match=r"0 \(the empty tree\) to 3"):
        memory.persona.diff(0, 9, person="Mei")


def content(tree):
    same = ("value", "quotes", "valid_from", "valid_to", "writer", "stated", "confidence")
    return {path: [getattr(leaf, name) for name in same] for path, leaf in tree.leaves.items()}


steps = st.lists(
    st.dictionaries(st.sampled_from(PATHS), st.none() | st.sampled_from(("a", "b", "深圳"))), min_size=1, max_size=6
)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps, st.data())
def test_a_restored_tree_is_that_tree_and_no_history_is_lost(memory, given_steps, data):
    person = f"P{len(memory.persons())}"
    of = tree_of(memory.workspace, person, make=True)
    trees = [memory.persona.show(person=person).tree]
    for at, step in enumerate(given_steps):
        with owner_write(memory.workspace.engine, of.owner) as write:
            held = trees[-1].leaves
            changes = [
                Change(path=path, value=value, confidence=1 / (at + 1), writer=f"w{at}")
                for path, value in step.items()
                if value is not None or path in held
            ]
            draft = VersionDraft(
                after=at, schema="core", schema_version=1, cause="x", writer="x", recorded=memory.workspace.clock()
            )
            write_version(write, draft, changes)
        trees.append(memory.persona.show(person=person).tree)
    before = {path: memory.persona.history(path, person=person) for path in PATHS}
    number = data.draw(st.integers(0, len(trees) - 1))
    edited = memory.persona.restore(number, person=person)
    now = memory.persona.show(person=person)
    assert content(now.tree) == content(trees[number])
    assert now.version.version == edited.version <= len(trees)
    for path, values_before in before.items():
        after = memory.persona.history(path, person=person)
        assert [value.leaf_id for value in after][: len(values_before)] == [value.leaf_id for value in values_before]
    again = memory.persona.restore(edited.version, person=person)
    assert again.version == edited.version


def test_a_restored_version_does_not_bring_back_what_may_not_be_kept_by_now(memory):
    memory.persona.consent("special", person="Mei", purpose="to warn of allergies")
    memory.persona.set("health.allergies", "peanuts", person="Mei")
    memory.persona.set("home.city", "Rome", person="Mei")
    memory.persona.delete("health.allergies", person="Mei")
    memory.persona.withdraw("special", person="Mei")
    edited = memory.persona.restore(1, person="Mei")
    assert (edited.paths, edited.left_out) == (("home.city",), ("health.allergies",))
    memory.persona.consent("special", person="Mei", purpose="to warn of allergies")
    assert values(memory) == {}
    memory.persona.restore(1, person="Mei")
    assert values(memory) == {"health.allergies": "peanuts"}


def test_a_migration_loses_no_value_and_is_taken_back(memory):
    memory.persona.set("home.city", "Porto", person="Mei")
    memory.persona.set("goals.longterm", "a garden", person="Mei")
    moved = memory.persona.migrate("core+skills", person="Mei")
    assert (moved.version, dict(moved.kept)) == (3, {})
    assert memory.persona.show(person="Mei").schema.name == "core+skills"
    to_character = memory.persona.migrate("character", person="Mei", moves={})
    lost = {path for path in ("home.city", "goals.longterm") if path not in load_schema("character").leaves}
    assert set(to_character.kept) == lost
    memory.persona.restore(3, person="Mei")
    assert values(memory) == {"home.city": "Porto", "goals.longterm": "a garden"}
    assert memory.persona.show(person="Mei").schema.name == "core+skills"


def test_a_migration_that_moves_a_leaf_keeps_its_sources(memory):
    apply_said(memory, "Mei", "I live in Porto.", "home.city", "Porto")
    memory.persona.migrate("core", person="Mei", moves={"home.city": "identity.origin"})
    assert values(memory) == {"identity.origin": "Porto"}
    explained = memory.persona.explain("identity.origin", person="Mei")
    assert [quote.words for quote in explained.line[-1].leaf.quotes] == ["I live in Porto."]
    assert memory.persona.history("home.city", person="Mei")[0].ended_version == 2


@pytest.mark.parametrize("schema", ["human-en", "human-zh", "human-en+skills"])
def test_a_migration_between_the_shipped_schemas_goes_by_the_map_and_back(memory, schema):
    apply_said(memory, "Mei", "I live in Porto.", "home.city", "Porto")
    memory.persona.set("likes.sports", "climbing", person="Mei")
    before = values(memory)
    moved = memory.persona.migrate(schema, person="Mei")
    targets = {path: translate_path(path, "core", schema.partition("+")[0])[0] for path in before}
    assert values(memory) == {targets[path]: value for path, value in before.items()}
    assert dict(moved.kept) == {}
    explained = memory.persona.explain(targets["home.city"], person="Mei")
    assert [quote.words for quote in explained.line[-1].leaf.quotes] == ["I live in Porto."]
    memory.persona.restore(moved.before, person="Mei")
    assert values(memory) == before


def test_a_move_by_hand_goes_before_the_map_and_none_leads_into_a_leaf_that_may_not_be_kept(memory):
    memory.persona.set("home.city", "Porto", person="Mei")
    memory.persona.set("likes.sports", "climbing", person="Mei")
    climbing = translate_path("likes.sports", "core", "human-en")[0]
    memory.persona.allow(f"{climbing}: never-store=on", person="Mei")
    elsewhere = translate_path("identity.origin", "core", "human-en")[0]
    moved = memory.persona.migrate("human-en", person="Mei", moves={"home.city": elsewhere})
    assert values(memory) == {elsewhere: "Porto"}
    assert dict(moved.kept) == {"likes.sports": "climbing"}


def test_a_tree_is_not_changed_by_a_schema_without_room_for_it(memory):
    memory.persona.set("home.city", "Porto", person="Mei")
    with pytest.raises(InputError, match=r"home\.city"):
        memory.persona.apply("NO_OP()", person="Mei", schema="skills")
    done = memory.persona.apply("NO_OP()", person="Mei", schema="core+skills")
    assert done.version == 1


def test_trees_of_people_with_like_names_are_apart(memory):
    memory.persona.set("home.city", "Porto", person="test_user")
    with pytest.raises(NotFound):
        memory.persona.show(person="test_user1")
    memory.persona.set("home.city", "Rome", person="test_user1")
    assert values(memory, "test_user") == {"home.city": "Porto"}


def test_a_character_has_a_tree_of_its_own_with_each_person(memory):
    path = next(iter(load_schema("character").leaves))
    memory.persona.set(path, "a lighthouse keeper", person="Mei", character="Ann")
    memory.persona.set("home.city", "Porto", person="Mei")
    memory.persona.set("home.city", "Rome", person="Bo")
    assert memory.persona.show(person="Mei", character="Ann").tree.values() == {path: "a lighthouse keeper"}
    assert values(memory) == {"home.city": "Porto"}
    with pytest.raises(NotFound, match="'Ann' said of itself to 'Bo'"):
        memory.persona.show(person="Bo", character="Ann")
    assert set(memory.persons()) == {"Bo", "Mei"}


def test_an_interrupted_list_leaves_no_trace(memory):
    memory.persona.set("home.city", "Porto", person="Mei")
    of = tree_of(memory.workspace, "Mei")
    with pytest.raises(ZeroDivisionError):
        interrupted(memory, of)
    with reading(memory.workspace.engine) as connection:
        assert current_version(connection, of.owner).version == 1
    assert values(memory) == {"home.city": "Porto"}
    assert memory.persona.history("home.city", person="Mei")[0].leaf.valid_to == UNKNOWN_MOMENT


def interrupted(memory, of):
    with owner_write(memory.workspace.engine, of.owner) as write:
        draft = VersionDraft(
            after=1, schema="core", schema_version=1, cause="x", writer="x", recorded=memory.workspace.clock()
        )
        write_version(write, draft, [Change(path="home.city", value="Rome")])
        raise ZeroDivisionError


def test_a_told_time_is_kept_with_its_precision(memory):
    memory.persona.set("home.city", "Porto", person="Mei", since="2024-03")
    leaf = memory.persona.show(person="Mei").tree.leaves["home.city"]
    assert leaf.valid_from.iso() == "2024-03"
    memory.persona.set("home.city", "Rome", person="Mei", since="2025-01-02")
    assert [v.leaf.valid_to.iso() for v in memory.persona.history("home.city", person="Mei")] == ["2025-01-02", None]


def test_an_async_program_has_every_verb(memory):
    async def both():
        persona = AsyncMemory(memory).persona
        await persona.apply('ADD(home.city, "Porto")', person="Mei")
        await persona.set("home.city", "Rome", person="Mei")
        return await persona.diff(1, 2, person="Mei"), await persona.show(person="Mei")

    differences, shown = asyncio.run(both())
    assert [one.path for one in differences] == ["home.city"]
    assert shown.tree.values() == {"home.city": "Rome"}
    verbs = {name for name in vars(Persona) if not name.startswith("_")}
    assert {name for name in vars(AsyncPersona) if not name.startswith("_")} == verbs
