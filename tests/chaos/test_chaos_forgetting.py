"""A process that is killed while it forgets leaves all of it there, or nothing of it; the next open ends what was begun."""

import os
import random
import shutil
import subprocess
import sys
import time

import pytest
from chaos_store import ZONE, sound
from sqlalchemy import select

from duramen import Memory, Settings
from duramen.stores.engine import reading
from duramen.stores.tables import records, turns

SECRET = "Yarrowby-7731"
TRIALS = 12
_FORGET = """
import sys
from duramen import Memory, Settings
from duramen.memory.forgetting import ForgetRequest
with Memory(sys.argv[1], settings=Settings(embedder="hash", timezone="UTC")) as memory:
    print("open", flush=True)
    memory.forget(ForgetRequest(person="Mei", matching="yarrowby-7731"))
    print("done", flush=True)
"""


def open_(home):
    return Memory(home, settings=Settings(embedder="hash", timezone=ZONE))


def filled(home):
    with open_(home) as memory:
        for number in range(60):
            memory.record(f"Something about {number}", "I see.", person="Mei")
        memory.persona.set("home.city", SECRET, person="Mei")
        memory.record(f"My code is {SECRET}", "Noted.", person="Mei")
        memory.reply("What is my code?", person="Mei")
    (home / "export.jsonl").write_text(f'{{"text": "My code is {SECRET}"}}\n{{"text": "Something about 1"}}\n')


def held(memory):
    with reading(memory.workspace.engine) as connection:
        said = connection.execute(select(turns.c.text)).scalars().all()
        raw = connection.execute(select(records.c.raw)).scalars().all()
    leaf = memory.persona.show(person="Mei").tree.values().get("home.city", "")
    return [any(SECRET in text for text in said), any(SECRET in text for text in raw), SECRET in leaf]


@pytest.mark.slow
def test_killed_at_any_moment_a_forgetting_is_whole_or_did_not_happen(tmp_path):
    filled(tmp_path / "full")
    outcomes = set()
    for trial in range(4 * TRIALS):
        if trial >= TRIALS and len(outcomes) == 2:
            break
        home = tmp_path / str(trial)
        shutil.copytree(tmp_path / "full", home)
        environment = {k: v for k, v in os.environ.items() if not k.startswith("DURAMEN_")} | {"OMP_NUM_THREADS": "1"}
        worker = subprocess.Popen([sys.executable, "-c", _FORGET, str(home)], stdout=subprocess.PIPE, env=environment)
        assert worker.stdout.readline() == b"open\n"
        time.sleep(random.Random(trial).uniform(0, 0.6 + trial / 20))  # longer, until some are done before
        worker.kill()
        worker.communicate(timeout=60)
        sound(home)
        with open_(home) as memory:
            found = held(memory)
            assert len(set(found)) == 1, found
            assert memory.rounds(person="Mei", limit=100)[0].turns[0].text == "Something about 0"
            outcomes.add(found[0])
        files = [path for path in home.rglob("*") if path.is_file() and SECRET.encode() in path.read_bytes()]
        if not found[0]:
            assert files == []
        else:
            assert {path.name for path in files} >= {"export.jsonl", "duramen.db"}
    assert outcomes == {True, False}, "kill earlier and later"
