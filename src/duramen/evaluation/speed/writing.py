"""Writers and readers of `bench writers` in a process of their own.

In: as JSON on the command line, the store, the number of the first writer and how many, readers, and rounds of each. Waits
for a line on standard input once the store is open. Out: milliseconds of each write and read, as JSON on standard output.
"""

from __future__ import annotations

import json
import sys
import threading
import time
from typing import Any

from duramen.memory.open import Memory

SHARED = "everybody's"
GREETING = "Good morning."


def person_of(writer: int) -> str:
    """Return to whom a writer writes: each fourth one to a person whom they share, the others to one of their own."""
    return SHARED if writer % 4 == 0 else f"person {writer}"


def words_of(writer: int, number: int) -> str:
    """Return what a writer says in a round; no two are alike."""
    return f"In talk {writer}, as number {number}, I tell you that the train at half past {number % 12} was late again."


class _Crew:
    """Threads that write and read on one open store, with what each call took."""

    def __init__(self, memory: Memory, first: int, rounds: int) -> None:
        self._memory, self._first, self._rounds = memory, first, rounds
        self._done = threading.Event()
        self.writes: list[float] = []
        self.reads: list[float] = []
        self.failed: list[str] = []

    def run(self, writers: int, readers: int) -> float:
        """Let all of them work; returns the seconds until the last writer was done."""
        writing = [threading.Thread(target=self._kept, args=(self._write, self._first + n)) for n in range(writers)]
        reading = [threading.Thread(target=self._kept, args=(self._read, self._first + n)) for n in range(readers)]
        start = time.perf_counter()
        for thread in (*writing, *reading):
            thread.start()
        for thread in writing:
            thread.join()
        took = time.perf_counter() - start
        self._done.set()
        for thread in reading:
            thread.join()
        return took

    def _kept(self, work: Any, number: int) -> None:
        try:
            work(number)
        except Exception as error:  # whatever it is: a failed call is a figure of this measurement
            self.failed.append(f"{type(error).__name__}: {error}")

    def _write(self, writer: int) -> None:
        for number in range(self._rounds):
            start = time.perf_counter()
            self._memory.record(words_of(writer, number), "I am sorry to hear that.", person=person_of(writer))
            self.writes.append((time.perf_counter() - start) * 1e3)

    def _read(self, reader: int) -> None:
        number = 0
        while not self._done.is_set():
            start = time.perf_counter()
            self._memory.recall(f"which train was late in talk {reader}?", person=person_of(reader + number % 4))
            self.reads.append((time.perf_counter() - start) * 1e3)
            number += 1


def main() -> None:
    """Work as the command line says."""
    given = json.loads(sys.argv[1])
    with Memory(given["home"]) as memory:
        memory.workspace.embedder()
        crew = _Crew(memory, given["first"], given["rounds"])
        sys.stdout.write("open\n")
        sys.stdout.flush()
        sys.stdin.readline()
        took = crew.run(given["writers"], given["readers"])
    found = {"seconds": took, "writes": crew.writes, "reads": crew.reads, "failed": crew.failed}
    sys.stdout.write(json.dumps(found) + "\n")


if __name__ == "__main__":
    main()
