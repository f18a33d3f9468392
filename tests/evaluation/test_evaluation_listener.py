"""`duramen bench listener` reads the labelled windows, counts what a listener wrote, and keeps what went wrong."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

from duramen.cli.main import app
from duramen.domain.operations import Kind, Operation, OperationList
from duramen.domain.persona import Heard, Leaf, Proposal, Proposals, Tree, Window
from duramen.errors import BadSetting, UnreadableFile
from duramen.evaluation.listening import failures, figures, groups, listen_to_all
from duramen.evaluation.tasks.listener import Labelled, WindowSet, gold_operation, load
from duramen.models.listeners.catalog import open_listener
from duramen.models.options import ServerOptions
from duramen.schemas import load_schema


class Scripted:
    """A listener that writes what the person's message says, one operation a line."""

    name = "scripted"

    def listen(self, window, tree, schema):
        operations = tuple(gold_operation(line) for line in window.messages[0].text.splitlines())
        return Proposals(
            text="",
            read=OperationList(operations=operations),
            proposals=tuple(Proposal(operation=one) for one in operations),
        )


def _case(number, written, gold, tree=(), kinds=("add",), language="en"):
    return Labelled(
        id=f"{language}-{number}",
        language=language,
        kinds=kinds,
        window=Window(person="p", messages=(Heard(role="user", speaker="", text=written, own=True),)),
        tree=Tree(schema="core", leaves={path: Leaf(path=path, value=value) for path, value in dict(tree).items()}),
        gold=tuple(map(gold_operation, gold)),
    )


NAME, CITY = 'ADD(identity.name, "Mara")', 'ADD(home.city, "Leeds")'


def _heard(*cases):
    return listen_to_all(Scripted(), WindowSet(split="tune", windows=cases, data_hash=""), load_schema("core"))


def test_the_figures_are_those_worked_out_by_hand():
    heard = _heard(
        _case(1, NAME, [NAME]),  # 1 of 1 right
        _case(2, f"{NAME}\n{CITY}", [CITY]),  # 1 of 2 right, one redundant: reward 0
        _case(3, NAME, ["NO_OP()"], kinds=("no-op",)),  # stored where nothing is wanted: reward -1
        _case(4, "", ["NO_OP()"], kinds=("no-op",)),  # nothing, rightly: reward 1
        _case(5, "", ["DELETE(home.city, None)"], {"home.city": "Leeds"}, ("delete",), "zh"),  # missing: reward -0.5
    )
    found = figures(heard)
    assert (found["right"], found["predicted"], found["gold"]) == (2, 4, 3)
    assert found["precision"]["value"] == pytest.approx(2 / 4)
    assert found["recall"]["value"] == pytest.approx(2 / 3)
    assert found["f1"]["value"] == pytest.approx(4 / 7)
    assert found["similarity"]["value"] == 1.0
    assert found["false_store"]["value"] == pytest.approx(1 / 2)
    assert found["reward"]["value"] == pytest.approx((1 + 0 - 1 + 1 - 0.5) / 5)
    assert found["precision"]["low"] <= found["precision"]["value"] <= found["precision"]["high"]
    grouped = groups(heard)
    assert grouped["language"]["zh"]["recall"]["value"] == 0.0
    assert grouped["language"]["zh"]["precision"] is None
    assert grouped["operation"]["DELETE"]["gold"] == 1
    assert (grouped["path"]["identity.name"]["predicted"], grouped["path"]["identity.name"]["right"]) == (3, 1)
    assert grouped["case"]["no-op"]["false_store"]["n"] == 2
    assert [one["id"] for one in failures(heard)] == ["en-2", "en-3", "zh-5"]


def test_gold_in_another_form_is_refused_by_its_words():
    assert gold_operation('ADD(likes.other, "a \\"b\\"\\nc")') == Operation(
        kind=Kind.ADD, path="likes.other", value='a "b"\nc'
    )
    with pytest.raises(UnreadableFile, match="REMOVE"):
        gold_operation("REMOVE(home.city)")


def test_unknown_splits_languages_and_listeners_are_named():
    with pytest.raises(BadSetting, match="dev"):
        load("dev")
    with pytest.raises(BadSetting, match="fr"):
        load("tune", "fr")
    with pytest.raises(BadSetting, match="psychic"):
        open_listener("psychic", ServerOptions())
    assert open_listener("rules", ServerOptions()).name.startswith("rules@")


@pytest.mark.slow
def test_the_command_writes_tables_and_failures(tmp_path):
    wrong = tmp_path / "wrong.jsonl"
    arguments = ["bench", "listener", "--split", "tune", "--language", "en", "--out", str(tmp_path), "--json"]
    done = CliRunner().invoke(app, [*arguments, "--failures", str(wrong)])
    assert done.exit_code == 0, done.output
    report = json.loads(done.stdout)
    assert report["all"]["windows"] == len(load("tune", "en").windows)
    assert set(report["language"]) == {"en"}
    assert (tmp_path / "listener-rules-tune-en.md").read_text(encoding="utf-8").startswith("# Listener rules@")
    lines = [json.loads(line) for line in wrong.read_text(encoding="utf-8").splitlines()]
    assert lines
    assert all(one["id"].startswith("en-") and one["gold"] for one in lines)
