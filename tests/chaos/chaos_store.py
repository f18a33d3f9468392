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
from duramen.memory.fsck import check_store
from duramen.memory.verify import verify_store
from duramen.stores.verifying import State

WORKER = Path(__file__).with_name("worker.py")
ZONE = "UTC"


# What must find nothing: two values of a path, a gap among versions, a head that is not the last one, a value without the
# version that wrote or ended it, an applied operation without its value.
TREES = (
    "SELECT owner_id, path FROM leaves WHERE died_version IS NULL GROUP BY 1, 2 HAVING count(*) > 1",
    (
        "SELECT a.leaf_id FROM leaves a JOIN leaves b USING (owner_id, path) WHERE a.leaf_id < b.leaf_id "
        "AND a.born_version < coalesce(b.died_version, 1e18) AND b.born_version < coalesce(a.died_version, 1e18)"
    ),
    "SELECT owner_id FROM tree_versions GROUP BY 1 HAVING max(version) <> count(*) OR min(version) <> 1",
    (
        "SELECT h.owner_id FROM heads h WHERE h.tree_version <> "
        "(SELECT coalesce(max(version), 0) FROM tree_versions v WHERE v.owner_id = h.owner_id)"
    ),
    "SELECT leaf_id FROM leaves WHERE (owner_id, born_version) NOT IN (SELECT owner_id, version FROM tree_versions)",
    (
        "SELECT leaf_id FROM leaves WHERE died_version IS NOT NULL "
        "AND (owner_id, died_version) NOT IN (SELECT owner_id, version FROM tree_versions)"
    ),
    "SELECT decision_id FROM decisions WHERE outcome = 'applied' AND kind <> 'DELETE' AND leaf_id IS NULL",
    (
        "SELECT version FROM tree_versions WHERE cause = 'apply' "
        "AND (owner_id, version) NOT IN (SELECT owner_id, version FROM decisions)"
    ),
)


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
        self.verified()
        whole = out[: out.rfind("\n") + 1]  # a line that was cut is no acknowledgement
        return whole.splitlines()

    def verified(self):
        """Every row is what was written, as the chains have it, and no id points nowhere."""
        assert [one.findings for one in verify_store(self.home) if one.state is not State.OK] == []
        found = check_store(self.home)
        assert [*found.dangling, *found.faults] == []


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
            *TREES,
        ):
            assert connection.execute(what).fetchall() == [], what
    finally:
        connection.close()


def export(path, rounds, reply="answer to {n}"):
    at = datetime(2024, 1, 1, tzinfo=UTC)
    lines = []
    for n in range(rounds):
        when = at + timedelta(hours=n)
        lines.append({"role": "user", "content": f"exported line {n}", "time": when.isoformat()})
        lines.append(
            {"role": "assistant", "content": reply.format(n=n), "time": (when + timedelta(seconds=9)).isoformat()}
        )
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path
