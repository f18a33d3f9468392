"""What goes wrong around a tree: schemas that lose leaves, consents taken back, listeners that say what none can hold."""

import json

import pytest
from echo_listener import Echo, owner, say, told, values

from duramen import InputError, NotFound
from duramen.domain.operations import Kind, Operation, OperationList
from duramen.domain.persona import Proposal, Proposals, Quote
from duramen.errors import BadSetting, ModelTimeout
from duramen.models.listeners.model import ModelListener
from duramen.models.scripted import ScriptedChat
from duramen.stores.engine import reading
from duramen.stores.listening.windows import heard_upto, list_windows


@pytest.fixture
def quiet(opened):
    return opened(listener="off")


@pytest.fixture
def add(quiet, tmp_path):
    """A function that adds a version of the schema "own" with leaves, each a path or a path with its tier."""

    def add_(version, *leaves):
        specs = [leaf_data(*(leaf if isinstance(leaf, tuple) else (leaf,))) for leaf in leaves]
        about = {"en": "A", "zh": "关"}
        data = {"name": "own", "version": version, "language": "en", "about": about, "leaves": specs}
        file = tmp_path / "own.json"
        file.write_text(json.dumps(data), encoding="utf-8")
        quiet.add_schema(file)

    return add_


def leaf_data(path, tier="ordinary"):
    said = {"en": "T", "zh": "题"}
    return {
        "path": path,
        "trunk": "social",
        "title": said,
        "description": said,
        "examples": {"en": ["e"], "zh": ["例"]},
        "budget": 100,
        "tier": tier,
        "lifetime": "lasting",
    }


def test_a_leaf_that_a_new_version_of_a_schema_lacks_is_carried_over_by_name(quiet, add):
    add(1, "home.town", "name")
    quiet.persona.apply('ADD(home.town, "Porto")', person="Mei", schema="own")
    add(2, "home.city", "name")
    with pytest.raises(InputError, match=r"`duramen persona migrate own --move home\.town=PATH`"):
        quiet.persona.set("name", "Mei", person="Mei")
    quiet.persona.migrate("own", person="Mei", moves={"home.town": "home.city"})
    assert values(quiet) == {"home.city": "Porto"}
    with pytest.raises(InputError, match="nowhere"):
        quiet.persona.migrate("own", person="Mei", moves={"nowhere": "name"})


def test_a_migration_to_where_the_tree_is_makes_no_version(quiet):
    quiet.persona.set("home.city", "Porto", person="Mei")
    done = quiet.persona.migrate("core", person="Mei")
    assert (done.before, done.version, done.paths) == (1, 1, ())
    assert quiet.persona.migrate("core+skills", person="Mei").version == 2


def test_what_may_not_be_kept_by_now_neither_moves_nor_is_shown_by_a_migration(quiet, add):
    add(1, ("health.past", "special"), "home.town")
    quiet.persona.consent("special", person="Mei", purpose="care")
    quiet.persona.apply('ADD(health.past, "the secret")', person="Mei", schema="own")
    quiet.persona.withdraw("special", person="Mei")
    with pytest.raises(InputError, match=r"duramen persona delete health\.past"):
        quiet.persona.migrate("core", person="Mei", moves={"health.past": "home.city"})
    assert quiet.persona.migrate("core", person="Mei").kept == {"health.past": ""}


def test_a_mistyped_place_is_neither_allowed_nor_agreed_to(quiet):
    with pytest.raises(NotFound, match=r"heath.*nearest"):
        quiet.persona.allow("heath.conditions: never-store=on", person="Mei")
    with pytest.raises(NotFound, match="no schema"):
        quiet.persona.consent("heath", person="Mei", purpose="care")
    assert quiet.persons() == {}


class Halves:
    """A listener that says half a character: in its text, in a value for an empty leaf, and in one for a filled leaf."""

    name = "halves@1"

    def listen(self, window, tree, schema):
        last = window.messages[-1]
        quote = Quote(record_id=last.record_id, turn_id=last.turn_id, start=0, end=len(last.text), said_at=last.said_at)
        paths = ("home.city", "identity.name")
        operations = tuple(Operation(kind=Kind.ADD, path=path, value="\ud800x") for path in paths)
        proposals = tuple(Proposal(operation=operation, quote=quote) for operation in operations)
        return Proposals(text="\ud800", read=OperationList(operations=operations), proposals=proposals)

    def merge(self, window, tree, schema, returned):
        raise AssertionError("half a character can be sent to no model")


def test_half_a_character_from_a_listener_is_refused_and_later_words_are_heard(quiet):
    quiet.persona.set("home.city", "Porto", person="Mei")
    say(quiet, "one")
    done = quiet.listen(person="Mei", listener=Halves())
    assert (done.windows, done.refused) == (1, {"control-character": 2})
    assert told(quiet, list_windows)[0].raw == "\ufffd"
    say(quiet, "two")
    assert quiet.listen(person="Mei", listener=Echo()).windows == 1


def test_a_listener_with_a_model_that_escapes_half_a_character_is_heard(quiet):
    say(quiet, "I live in Porto.")
    said = '{"op": "ADD", "path": "home.city", "value": "\\ud800"}'
    done = quiet.listen(person="Mei", listener=ModelListener(ScriptedChat([said])))
    assert (done.windows, values(quiet)) == (1, {})


def test_hearing_again_by_a_schema_that_cannot_be_used_leaves_the_cursor(quiet):
    say(quiet, "one", "two")
    quiet.listen(person="Mei", listener=Echo())
    before = _heard(quiet)
    with pytest.raises(BadSetting, match="nope"):
        quiet.listen(person="Mei", listener=Echo(), from_round="assistant/1", schema="nope")
    with pytest.raises(InputError, match="no leaf"):
        quiet.listen(person="Mei", listener=Echo(), from_round="assistant/1", schema="skills")
    assert _heard(quiet) == before


def test_a_parked_window_that_is_heard_again_is_parked_no_more(quiet):
    say(quiet, "one", "two")
    for _ in range(2):
        with pytest.raises(ModelTimeout):
            quiet.listen(person="Mei", listener=Echo(fail=lambda window: True))
    assert len(quiet.listen(person="Mei", listener=Echo(fail=lambda window: True)).parked) == 1
    done = quiet.listen(person="Mei", listener=Echo(), from_round="assistant/1")
    assert (done.windows, done.parked) == (1, ())
    assert [window.attempts for window in told(quiet, list_windows)] == [1]


def _heard(memory):
    with reading(memory.workspace.engine) as connection:
        return heard_upto(connection, owner(memory))
