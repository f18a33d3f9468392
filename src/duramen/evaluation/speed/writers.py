"""`duramen bench writers`: many writers and readers on one store at once, in one process or in several.

In: an empty store (a folder, or a PostgreSQL database). Out: rounds a second, what a write and a read took, and how many
rounds were lost, doubled or refused, of which there must be none.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from duramen.errors import DuramenError, InputError
from duramen.evaluation.speed.report import Figure
from duramen.evaluation.speed.writing import GREETING, person_of, words_of
from duramen.memory.open import Memory


@dataclass(frozen=True, slots=True, kw_only=True)
class WritersOptions:
    """How many write how many rounds each, how many read meanwhile, and over how many processes they are spread."""

    writers: int = 16
    rounds: int = 200
    readers: int = 4
    processes: int = 1


def run_writers(home: str | Path, options: WritersOptions) -> list[Figure]:
    """Let writers and readers work on an empty store, and count what is there afterwards.

    Raises InputError where the store holds persons already, or writers and readers cannot be spread evenly.
    """
    if options.writers % options.processes or options.readers % options.processes:
        raise InputError(
            f"{options.writers} writers and {options.readers} readers cannot be spread evenly over "
            f"{options.processes} processes; give numbers that it divides"
        )
    with Memory(home) as memory:
        if memory.persons():
            raise InputError(f"the store {memory.workspace.place.shown!r} holds persons already; name an empty one")
        for person in sorted({person_of(writer) for writer in range(options.writers)}):
            memory.record(GREETING, "Welcome.", person=person)  # which makes all that is made once
    workers = [_start(home, options, number) for number in range(options.processes)]
    for worker in workers:
        _said(worker)
    start = time.perf_counter()
    for worker in workers:
        assert worker.stdin is not None
        worker.stdin.write("go\n")
        worker.stdin.flush()
    found = [json.loads(_said(worker)) for worker in workers]
    took = time.perf_counter() - start
    for worker in workers:
        worker.communicate()
    return [
        *_times(
            options, took, [ms for one in found for ms in one["writes"]], [ms for one in found for ms in one["reads"]]
        ),
        *_losses(home, options, [why for one in found for why in one["failed"]]),
    ]


def _start(home: str | Path, options: WritersOptions, number: int) -> subprocess.Popen[str]:
    writers = options.writers // options.processes
    given = {
        "home": str(home),
        "first": number * writers,
        "writers": writers,
        "readers": options.readers // options.processes,
        "rounds": options.rounds,
    }
    command = [sys.executable, "-m", "duramen.evaluation.speed.writing", json.dumps(given)]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def _said(worker: subprocess.Popen[str]) -> str:
    assert worker.stdout is not None
    line = worker.stdout.readline()
    if not line:
        raise DuramenError(f"a process of writers ended with exit code {worker.wait()}; see the lines above")
    return line


def _times(options: WritersOptions, took: float, writes: list[float], reads: list[float]) -> list[Figure]:
    stage = f"{options.writers} writers, {options.readers} readers, {options.processes} processes"
    figures = [Figure(stage=stage, name="rounds a second", value=len(writes) / took, unit="", n=len(writes))]
    for name, values in (("a round is recorded", writes), ("a recall meanwhile", reads)):
        if values:
            middle, most = float(np.median(values)), float(np.percentile(values, 95))
            figures.append(Figure(stage=stage, name=name, value=middle, p95=most, unit="ms", n=len(values)))
    return figures


def _losses(home: str | Path, options: WritersOptions, failed: list[str]) -> list[Figure]:
    """Count what was said by whom against what is there: each line once, and the rounds' numbers without a gap."""
    wanted = {(person_of(w), words_of(w, n)) for w in range(options.writers) for n in range(options.rounds)}
    there: Counter[tuple[str, str]] = Counter()
    gaps = 0
    with Memory(home) as memory:
        for person in {name for name, _ in wanted}:
            records = memory.rounds(person=person, limit=len(wanted) + 1)
            there.update((person, record.turns[0].text) for record in records if record.turns[0].text != GREETING)
            gaps += sorted(record.round for record in records) != list(range(1, len(records) + 1))
    counts = {
        "calls that failed": len(failed),
        "rounds lost": len(wanted - there.keys()),
        "rounds doubled": sum(there.values()) - len(there),
        "persons whose rounds are not numbered one by one": gaps,
    }
    note = failed[0] if failed else ""
    return [
        Figure(stage="afterwards", name=name, value=count, unit="", n=len(wanted), target=0, held=count == 0, note=note)
        for name, count in counts.items()
    ]
