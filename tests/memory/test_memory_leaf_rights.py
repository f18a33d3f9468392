"""Every leaf, every permission, every way out: what may not be used is found in none of them."""

import io
import json

import pytest
from test_memory_levels import grow

from duramen.cli.logs import configure_logs
from duramen.cli.output import leaf_text, recalled_json
from duramen.domain.persona import Tier
from duramen.govern.permissions import Consent, Grant, Permission
from duramen.memory.moving.export import export_person
from duramen.memory.moving.export_lines import Wanted
from duramen.models.listeners.model import ModelListener
from duramen.models.listeners.two_stage import TwoStageListener
from duramen.models.scripted import ScriptedChat
from duramen.schemas import load_schema
from duramen.settings import Settings
from duramen.stores.owners import OwnerKind
from duramen.stores.persona.permissions import StoredGrant, put_consent, put_grant
from duramen.stores.writing import owner_write

CORE = load_schema("core")
SECRET = {path: f"zq{at:03}vx" for at, path in enumerate(CORE.leaves)}
PERMISSIONS = ("generation", "retrieval", "visible", "never-store")


@pytest.fixture
def filled(memory):
    memory.record("I walked to the park.", "Nice.", person="mei")
    grow(memory, **{path.replace(".", "__"): f"value {SECRET[path]}" for path in CORE.leaves})
    agree(memory, *(tier for tier in Tier if tier is not Tier.ORDINARY))
    return memory


def write(memory, put, row):
    owner = memory.workspace.find(OwnerKind.PERSON, "mei")
    with owner_write(memory.workspace.engine, owner) as opened:
        put(opened, row)


def agree(memory, *tiers):
    for tier in tiers:
        write(memory, put_consent, Consent(tier=tier, purpose="care", given=memory.workspace.clock()))


def ways_out(memory, question):
    """Return all that is said of a question: the prompt, the recall as JSON and as text, and what is searched besides."""
    recalled = memory.recall(question, person="mei", level="full")
    return {
        "prompt": memory.prompt(question, person="mei", level="full").text,
        "recall": json.dumps(recalled_json(recalled), ensure_ascii=False)
        + "".join(leaf_text(shown, "en") for shown in recalled.leaves),
        "steer": " ".join(recalled.expanded),
    }


def forbidden(permission):
    return {
        "generation": ("prompt", "recall", "steer"),
        "retrieval": ("steer",),
        "visible": ("recall", "steer", "export for others"),
        "never-store": ("prompt", "recall", "steer", "export for others"),
    }[permission]


def exports(memory):
    """Return what an export says: the person's own, which holds everything, and one for somebody else."""
    told = {}
    for name, for_others in (("own export", False), ("export for others", True)):
        file = io.BytesIO()
        wanted = Wanted(person="mei", vectors=False, for_others=for_others)
        export_person(memory.workspace, wanted, file)
        told[name] = file.getvalue().decode()
    return told


@pytest.mark.parametrize("permission", PERMISSIONS)
def test_no_leaf_leaks_where_its_permission_is_off(filled, permission, capsys):
    configure_logs(Settings(log_level="debug", log_format="json"))
    steered = 0
    for path, secret in SECRET.items():
        spec = CORE.leaves[path]
        question = f"My {spec.title['en']}: {spec.description['en']}"
        before = ways_out(filled, question)
        assert secret in before["prompt"], path
        assert secret in before["recall"], path
        steered += secret in before["steer"]
        allowed = permission == "never-store"
        write(filled, put_grant, StoredGrant(grant=Grant(path=path, permission=Permission(permission), on=allowed)))
        told = ways_out(filled, question) | exports(filled)
        assert secret in told["own export"], path
        assert permission in ("visible", "never-store") or secret in told["export for others"], path
        for way in forbidden(permission):
            assert secret not in told[way], (path, permission, way)
        write(filled, put_grant, StoredGrant(grant=Grant(path=path, permission=Permission(permission), on=not allowed)))
    assert steered >= 0.9 * len(SECRET)
    logged = capsys.readouterr().err
    assert '"recalled"' in logged
    assert not [secret for secret in SECRET.values() if secret in logged]


def test_a_grant_on_a_sub_tree_covers_its_leaves_and_a_leafs_own_goes_before_it(filled):
    write(filled, put_grant, StoredGrant(grant=Grant(path="likes", permission=Permission("generation"), on=False)))
    write(filled, put_grant, StoredGrant(grant=Grant(path="likes.food", permission=Permission("generation"), on=True)))
    text = filled.prompt("What of mine is where?", person="mei", level="fast").text
    liked = [path for path in SECRET if path.startswith("likes.")]
    assert [path for path in liked if SECRET[path] in text] == ["likes.food"]


def test_a_leaf_kept_to_one_character_is_not_shown_to_another(filled):
    write(filled, put_grant, StoredGrant(grant=Grant(path="home.city", permission=Permission("generation"), on=False)))
    write(
        filled,
        put_grant,
        StoredGrant(grant=Grant(path="home.city", permission=Permission("generation"), on=True), character="ada"),
    )
    mine = filled.prompt("Where?", person="mei", character="ada", level="fast").text
    others = filled.prompt("Where?", person="mei", character="bob", level="fast").text
    assert SECRET["home.city"] in mine
    assert SECRET["home.city"] not in others


def test_without_a_consent_no_sensitive_leaf_is_used(memory):
    memory.record("I walked to the park.", "Nice.", person="mei")
    grow(memory, **{path.replace(".", "__"): f"value {SECRET[path]}" for path in CORE.leaves})
    sensitive = [path for path, spec in CORE.leaves.items() if spec.tier is not Tier.ORDINARY]
    assert sensitive
    for path in sensitive:
        told = "".join(ways_out(memory, f"Where is {path}?").values())
        assert SECRET[path] not in told, path
        assert SECRET[path] not in exports(memory)["export for others"], path


def test_an_export_for_others_has_no_keys_workings_decisions_or_earlier_values_of_what_is_hidden(opened):
    memory = opened(listener="off")
    memory.record("I love zq001vx.", "Nice.", person="mei")
    memory.persona.set("likes.food", "zq002vx", person="mei")
    memory.persona.set("likes.food", "zq003vx", person="mei")
    memory.persona.allow("likes: visible=off", person="mei")
    memory.reply("What do I like?", person="mei")
    told = exports(memory)["export for others"]
    lines = [json.loads(line) for line in told.splitlines()]
    assert {line.get("line") for line in lines[1:]} == {"owner", "round", "version", "end"}
    assert "secret" not in lines[1]
    assert not [line for line in lines if "answer" in line]
    assert "zq001vx" in told  # what was said stays said: permissions are of leaves
    assert "zq002vx" not in told
    assert "zq003vx" not in told


@pytest.mark.parametrize("listener", ["model", "two-stage"])
@pytest.mark.parametrize("permission", ["generation=off", "never-store=on"])
def test_a_model_that_listens_does_not_read_a_leaf_that_may_not_be_used(opened, listener, permission):
    memory = opened(listener="off")
    memory.persona.set("likes.other", "zq001vx", person="mei")
    memory.persona.set("likes.music", "jazz", person="mei")
    memory.persona.allow(f"likes.other: {permission}", person="mei")
    memory.record("I love old lighthouses.", "Nice.", person="mei")
    answer = 'ADD(likes.other, "old lighthouses")'
    chat = ScriptedChat([answer] if listener == "model" else ["- loves old lighthouses", answer])
    made = ModelListener(chat) if listener == "model" else TwoStageListener(chat)
    memory.listen(person="mei", listener=made)
    sent = "".join(message.content for prompt in chat.prompts for message in prompt.messages)
    assert "jazz" in sent
    assert "zq001vx" not in sent
    if permission == "generation=off":
        assert memory.persona.show(person="mei").tree.values()["likes.other"] == "zq001vx; old lighthouses"
