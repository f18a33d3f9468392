"""Processes to kill, and what must hold of a store afterwards."""

import json
import os
import random
import sqlite3
import subprocess
import sys
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

from duramen import Memory, Settings

WORKER = Path(__file__).with_name("worker.py")
ZONE = "UTC"


class Chaos:
    """A store that processes write to and are killed in; `killed` gives what they had acknowledged."""

    def __init__(self, home: Path, folder: Path) -> None:
        self.home, self.folder = home, folder

    def open(self):
        return Memory(self.home, settings=Settings(embedder="hash", timezone=ZONE))

    def start(self, kind, seed, file=""):
        environment = {k: v for k, v in os.environ.items() if not k.startswith("DURAMEN_")}
        environment |= {"DURAMEN_EMBEDDER": "hash", "DURAMEN_TIMEZONE": ZONE, "OMP_NUM_THREADS": "1"}
        return subprocess.Popen(
            [sys.executable, str(WORKER), str(self.home), kind, str(seed), str(file)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=environment,
        )

    def killed(self, kind, seed, file="", longest_s=0.8):
        """Run a worker, kill -9 it at a random moment after it has opened, and return the lines that it said."""
        worker = self.start(kind, seed, file)
        assert worker.stdout.readline() == "open\n", worker.stderr.read()
        time.sleep(random.Random(seed).uniform(0, longest_s))
        worker.kill()
        out, err = worker.communicate(timeout=60)
        assert err == "", err
        whole = out[: out.rfind("\n") + 1]  # a line that was cut is no acknowledgement
        return whole.splitlines()


def sound(home):
    """Check the database itself: its pages, its foreign keys, and that no round and no number is there twice."""
    connection = sqlite3.connect(home / "duramen.db")
    try:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
        for what in (
            "SELECT owner_id, character, round FROM records GROUP BY 1, 2, 3 HAVING count(*) > 1",
            "SELECT owner_id, record_id, position FROM turns GROUP BY 1, 2, 3 HAVING count(*) > 1",
            "SELECT owner_id, origin FROM documents WHERE died_seq IS NULL GROUP BY 1, 2 HAVING count(*) > 1",
            "SELECT record_id FROM records WHERE record_id NOT IN (SELECT record_id FROM turns)",
            "SELECT parent_id FROM parents WHERE (owner_id, parent_id) NOT IN (SELECT owner_id, parent_id FROM children)",
            "SELECT turn_id FROM turns WHERE vector IS NULL",
        ):
            assert connection.execute(what).fetchall() == [], what
    finally:
        connection.close()


def export(path, rounds):
    at = datetime(2024, 1, 1, tzinfo=UTC)
    lines = []
    for n in range(rounds):
        when = at + timedelta(hours=n)
        lines.append({"role": "user", "content": f"exported line {n}", "time": when.isoformat()})
        lines.append(
            {"role": "assistant", "content": f"answer to {n}", "time": (when + timedelta(seconds=9)).isoformat()}
        )
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path
