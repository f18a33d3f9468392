"""kill -9 in the middle of a backup, a restore, an import of one's own export: nothing half is taken for whole."""

import random
import subprocess
import sys
import time

import pytest
from chaos_store import export

from duramen import Memory, Settings
from duramen.errors import InputError, UnreadableFile
from duramen.memory.moving.backup import back_up
from duramen.memory.moving.export import export_person
from duramen.memory.moving.export_lines import Wanted
from duramen.memory.moving.restore import restore_store
from duramen.memory.verify import verify_store
from duramen.stores.backups import check_backup, read_manifest
from duramen.stores.verifying import State

pytestmark = pytest.mark.slow
KILLS = 12
ROUNDS = 1_500
SETTINGS = Settings(embedder="hash", timezone="UTC", listener="off")
COMMAND = "from duramen.cli.main import main; main()"


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """A folder with a store, a backup of it, and an export of its person."""
    folder = tmp_path_factory.mktemp("whole")
    with Memory(folder / "home", settings=SETTINGS) as memory:
        memory.import_dialogue(export(folder / "talk.jsonl", ROUNDS), person="Ann")
        back_up(memory.workspace, folder / "one.db")
        export_person(memory.workspace, Wanted(person="Ann"), folder / "ann.jsonl")
    return folder


def killed(seed, *args):
    """Run a command, kill it at a random moment, and return whether it had ended before."""
    process = subprocess.Popen(
        [sys.executable, "-c", COMMAND, *map(str, args)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    time.sleep(random.Random(seed).uniform(0.6, 3.0))
    ended = process.poll() is not None
    process.kill()
    process.wait()
    return ended


@pytest.fixture(autouse=True)
def hashed(monkeypatch):
    monkeypatch.setenv("DURAMEN_EMBEDDER", "hash")
    monkeypatch.setenv("DURAMEN_TIMEZONE", "UTC")


def rounds(home):
    with Memory(home, settings=SETTINGS) as memory:
        return memory.persons().get("Ann", {}).get("assistant", 0)


def test_killed_while_backing_up(whole, tmp_path):
    made = 0
    for seed in range(KILLS):
        path = tmp_path / f"{seed}.db"
        killed(seed, "backup", path, "--home", whole / "home")
        if path.exists():
            check_backup(path, read_manifest(path))
            made += 1
    assert list(tmp_path.glob("*.db")) == list(tmp_path.glob("[0-9]*.db"))
    assert made < KILLS
    assert rounds(whole / "home") == ROUNDS


def test_killed_while_restoring_into_an_empty_place_and_over_a_store(whole, tmp_path):
    for seed in range(KILLS):
        place = tmp_path / f"empty{seed}"
        killed(seed, "restore", whole / "one.db", "--home", place)
        if (place / "duramen.db").exists():
            assert rounds(place) == ROUNDS
    place = tmp_path / "there"
    with Memory(place, settings=SETTINGS) as memory:
        memory.record("Mine.", person="Ann")
    for seed in range(KILLS):
        killed(seed, "restore", whole / "one.db", "--home", place, "--yes")
        assert rounds(place) in (1, ROUNDS)
    restore_store(whole / "one.db", place, replace=True)
    assert rounds(place) == ROUNDS
    assert not list(tmp_path.glob(".there*"))


def test_killed_while_importing_ones_own_export(whole, tmp_path):
    for seed in range(KILLS):
        killed(seed, "import", whole / "ann.jsonl", "--home", tmp_path / "home")
        if (tmp_path / "home" / "duramen.db").exists():
            assert rounds(tmp_path / "home") in (0, ROUNDS)
    with Memory(tmp_path / "home", settings=SETTINGS) as memory:
        memory.import_dialogue(whole / "ann.jsonl", person="Ann")
        assert memory.import_dialogue(whole / "ann.jsonl", person="Ann").known == 2 * ROUNDS
    assert {one.state for one in verify_store(tmp_path / "home")} == {State.OK}


def test_killed_while_exporting(whole, tmp_path):
    for seed in range(KILLS):
        path = tmp_path / f"{seed}.jsonl"
        killed(seed, "export", "--person", "Ann", "--to", path, "--home", whole / "home")
        if path.exists():
            with Memory(whole / "home", settings=SETTINGS) as memory:
                assert memory.import_dialogue(path, person="").known == 2 * ROUNDS


def test_a_backup_cut_at_any_byte_is_none(whole, tmp_path):
    raw = (whole / "one.db").read_bytes()
    for seed in range(KILLS):
        cut = tmp_path / "cut.db"
        cut.write_bytes(raw[: random.Random(seed).randrange(len(raw))])
        with pytest.raises(UnreadableFile):
            restore_store(cut, tmp_path / "home")
        cut.write_bytes((whole / "ann.jsonl").read_bytes()[: random.Random(seed).randrange(200, 900_000)])
        with (
            Memory(tmp_path / "other", settings=SETTINGS) as memory,
            pytest.raises(InputError),
        ):
            memory.import_dialogue(cut, person="Ann")
