"""The real command against a store of its own, and a look at everything that the store holds."""

import functools
import json
import os
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
import typer.testing
from typer.testing import CliRunner

from duramen.cli.main import app

GOOD = (
    {"role": "user", "content": "My cat is called Miso.", "time": "2024-05-01T10:00"},
    {"role": "assistant", "content": "Lovely!", "time": "2024-05-01T10:01"},
    {"role": "user", "content": "I moved to Lisbon.", "time": "2024-06-01T09:00"},
    {"role": "assistant", "content": "How is it?", "time": "2024-06-01T09:01"},
)
HELD = {
    "turns": "SELECT o.name, t.role, t.speaker, t.text, t.happened_us FROM turns t JOIN owners o USING (owner_id)",
    "records": "SELECT o.name, r.character, r.round, r.state FROM records r JOIN owners o USING (owner_id)",
    "owners": "SELECT kind, name FROM owners",
    "documents": "SELECT origin, title, died_seq FROM documents",
    "children": "SELECT p.text, c.start, c.end FROM children c JOIN parents p USING (owner_id, parent_id)",
    "cards": "SELECT name, card, died_seq FROM cards",
}


class Command:
    """`run` runs the command in this process, `spawn` as a process of its own; both give exit code, out and err."""

    def __init__(self, home: Path, folder: Path) -> None:
        self.home, self.folder = home, folder
        self._runner = CliRunner()

    def run(self, *args, stdin=None):
        done = self._runner.invoke(app, [str(arg) for arg in args], input=stdin)
        if done.exception is not None and not isinstance(done.exception, SystemExit):
            raise done.exception
        return done

    def json(self, *args, stdin=None):
        done = self.run(*args, "--json", stdin=stdin)
        assert done.exit_code == 0, done.stderr
        return json.loads(done.stdout, parse_constant=_no_constant)

    def spawn(self, *args, stdin=None, env=None, **options):
        return subprocess.run(
            [sys.executable, "-c", "from duramen.cli.main import main; main()", *args],
            input=stdin,
            capture_output=True,
            timeout=120,
            check=False,
            env={**os.environ, **(env or {})},
            **options,
        )

    def file(self, name, content):
        path = self.folder / name
        if isinstance(content, bytes):
            path.write_bytes(content)
        elif isinstance(content, str):
            path.write_text(content, encoding="utf-8")
        else:
            path.write_text("".join(json.dumps(line) + "\n" for line in content), encoding="utf-8")
        return path

    def held(self):
        """Everything of value in the store, in an order of its own."""
        path = self.home / "duramen.db"
        if not path.exists():
            return {}
        connection = sqlite3.connect(path)
        try:
            return {name: sorted(map(repr, connection.execute(query))) for name, query in HELD.items()}
        finally:
            connection.close()


def _no_constant(name):
    raise AssertionError(f"{name} is no JSON")


@pytest.fixture
def duramen(tmp_path, monkeypatch):
    """A command with an empty store, the quick embedder, and a fixed zone."""
    (tmp_path / "files").mkdir()
    return _command(tmp_path, monkeypatch)


def _command(folder, monkeypatch):
    for name in [name for name in os.environ if name.startswith(("DURAMEN_", "OPENAI_"))]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("DURAMEN_HOME", str(folder / "home"))
    monkeypatch.setenv("DURAMEN_EMBEDDER", "hash")
    monkeypatch.setenv("DURAMEN_TIMEZONE", "Asia/Shanghai")
    return Command(folder / "home", folder / "files")


@pytest.fixture(scope="session", autouse=True)
def _command_is_built_once():
    """typer's runner builds the command anew for each call, which takes longer than the call."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(typer.testing, "_get_command", functools.cache(typer.testing._get_command))
        yield


@pytest.fixture(scope="session")
def _filled_once(tmp_path_factory):
    """The store that `filled` starts from, made once."""
    folder = tmp_path_factory.mktemp("filled")
    (folder / "files").mkdir()
    with pytest.MonkeyPatch.context() as patch:
        return _fill(_command(folder, patch)).folder.parent


@pytest.fixture
def filled(duramen, _filled_once):
    """A command whose store holds two rounds of Ann, a document and a character."""
    shutil.copytree(_filled_once / "home", duramen.home)
    shutil.copytree(_filled_once / "files", duramen.folder, dirs_exist_ok=True)
    return duramen


def _fill(duramen):
    assert duramen.run("import", duramen.file("good.jsonl", GOOD), "--person", "Ann").exit_code == 0
    guide = duramen.file("guide.md", "# Opening hours\n\nThe shop opens at nine.\n")
    assert duramen.run("knowledge", "add", guide).exit_code == 0
    card = duramen.file("keeper.yaml", "name: Keeper\noccupation: shopkeeper\n")
    assert duramen.run("character", "add", card).exit_code == 0
    return duramen


class Holding:
    """Fails when the store holds something else at the end of the block than at its beginning."""

    def __init__(self, command):
        self._command = command

    def __enter__(self):
        self._before = self._command.held()

    def __exit__(self, *failure):
        if failure[0] is None:
            assert self._command.held() == self._before


@pytest.fixture
def unchanged(filled):
    """`with unchanged:` says that nothing is lost, changed or added meanwhile."""
    return Holding(filled)
