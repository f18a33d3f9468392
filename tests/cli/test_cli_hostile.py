"""Nothing that was stored can steer a terminal: every command that shows it, with every hostile string in every place."""

import json
import re
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from duramen import Memory, Settings
from duramen.cli.main import app
from duramen.errors import DuramenError
from duramen.models.scripted import ScriptedChat
from duramen.text.border import displayable

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "memory"))
from hostile import HOSTILE, SHORT

STEERING = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\U000e0000-\U000e007f]")
NAME = "Mei\u202e ] [red]"


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    folder = tmp_path_factory.mktemp("hostile")
    model = ScriptedChat(
        lambda prompt: (
            f"<analysis>need: none; {prompt.question}\x1b[2J</analysis>\n<response>{prompt.question}\x1b]0;x\x07</response>"
        )
    )
    memory = Memory(folder / "home", settings=Settings(embedder="hash", timezone="UTC"), model=model)
    for text in SHORT:
        try:
            memory.reply(text, person=NAME, session=displayable(text)[:50].strip() or "s")
            memory.persona.set("likes.other", text[:150], person=NAME)
        except DuramenError:
            continue
    for at, text in enumerate(SHORT):
        path = folder / f"{at}.md"
        path.write_bytes(f"# {text}\n\nwords {text}".encode("utf-8", "replace"))
    memory.learn(*folder.glob("*.md"))
    memory.close()
    return folder / "home"


COMMANDS = [
    ["persons"], ["rounds", "--person", NAME, "--limit", "400"], ["status"], ["knowledge", "list"],
    ["recall", "E1 response delete", "--person", NAME], ["prompt", "E1 response delete", "--person", NAME],
    ["persona", "show", "--person", NAME], ["persona", "history", "likes.other", "--person", NAME], ["persona", "versions", "--person", NAME],
    ["round", "assistant/12", "--person", NAME], ["round", "assistant/101", "--person", NAME],
]  # fmt: skip


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: " ".join(command[:2]))
@pytest.mark.parametrize("form", [[], ["--json"]])
def test_what_a_command_shows_holds_nothing_that_steers_a_terminal(home, command, form, monkeypatch):
    monkeypatch.setenv("DURAMEN_EMBEDDER", "hash")
    done = CliRunner().invoke(app, [*command, "--home", str(home), *form])
    shown = done.output.replace("\n", "")
    assert done.exit_code in (0, 3), done.output[:500]
    assert STEERING.findall(shown) == []
    if form and done.exit_code == 0:
        json.loads(done.stdout)


def test_what_is_said_and_answered_in_a_talk_steers_no_terminal(home, tmp_path, monkeypatch):
    script = tmp_path / "answers.json"
    script.write_text(
        json.dumps([f"<analysis>need: none</analysis><response>{text[:500]}</response>" for text in SHORT[::3]])
    )
    monkeypatch.setenv("DURAMEN_EMBEDDER", "hash")
    said = "\n".join(text.replace("\n", " ") for text in SHORT[::3]).encode("utf-8", "replace")
    done = CliRunner().invoke(
        app, ["chat", "--person", "Mei", "--home", str(home), "--model", f"scripted:{script}", "--sources"], input=said
    )
    assert STEERING.findall(done.output.replace("\n", "")) == []


def test_errors_that_quote_what_was_given_steer_no_terminal(home, tmp_path):
    for text in SHORT:
        given = text.replace("\x00", "").encode("utf-8", "replace").decode()[:200]
        done = CliRunner().invoke(app, ["round", given, "--person", given, "--home", str(home)])
        assert STEERING.findall(done.output.replace("\n", "")) == [], given


def test_what_may_be_displayed_stays_as_it_is():
    for text in ("plain text", "中文，标点。", "a\tb\nc", "👩\u200d👩\u200d👧", "שלום", "مرحبا\u200e"):
        assert displayable(text) == text
    assert len(HOSTILE) > 140
