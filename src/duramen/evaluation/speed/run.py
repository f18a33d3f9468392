"""Run all steps of `bench speed`: each in a process of its own, on one store which grows from stage to stage.

In: the novels' text, numbers of rounds. Out: figures with their targets, each held or missed, for results/speed.json
and speed.md.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from duramen.errors import DuramenError
from duramen.evaluation.speed.data import chinese_characters, read_lines, write_documents
from duramen.evaluation.speed.report import Figure, figures_of

DEFAULT_NOVELS = Path("..") / "shared" / "data" / "novels_zh" / "noise_zh_simp_12novels.txt.gz"
DEFAULT_ROUNDS = (10_000, 100_000)

Say = Callable[[str], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class SpeedOptions:
    """What is measured.

    `rounds`: the numbers of rounds of the stages, ascending. `limit_chars`: Chinese characters of the novels, 0 for
    all. `quick`: all vectors are drawn from a seeded Gaussian (then nothing is said of ingest). `embed_rounds`:
    stages of more rounds than this get such vectors for their new rounds in any case. `repeats`: how often every
    question is timed; `durable`: how many rounds are. `work`: the folder of the store, kept; None makes one and
    removes it.
    """

    novels: Path = DEFAULT_NOVELS
    rounds: tuple[int, ...] = DEFAULT_ROUNDS
    limit_chars: int = 0
    quick: bool = False
    embed_rounds: int = 10_000
    repeats: int = 5
    durable: int = 100
    work: Path | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Stage:
    """What was measured at one number of rounds: the steps' figures by step, as they came."""

    rounds: int
    steps: dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class SpeedReport:
    """A whole run: options, raw figures by stage, and the figures that are shown."""

    options: SpeedOptions
    chinese_characters: int
    stages: tuple[Stage, ...]
    figures: tuple[Figure, ...] = field(default=())


def run_speed(options: SpeedOptions, say: Say = lambda _: None) -> SpeedReport:
    """Measure everything; `say` hears of each step as it begins. Raises InputError without the novels' text."""
    lines = read_lines(options.novels, options.limit_chars)
    work = options.work or Path(tempfile.mkdtemp(prefix="duramen-speed-"))
    work.mkdir(parents=True, exist_ok=True)
    try:
        text_bytes = write_documents(lines, work / "documents")
        runner = _Runner(options, work, say)
        stages = []
        before = 0
        for count in options.rounds:
            stages.append(runner.stage(before, count))
            before = count
        report = SpeedReport(options=options, chinese_characters=chinese_characters(lines), stages=tuple(stages))
        steps = [(stage.rounds, stage.steps) for stage in stages]
        return SpeedReport(
            options=options,
            chinese_characters=report.chinese_characters,
            stages=report.stages,
            figures=tuple(figures_of(steps, text_bytes, quick=options.quick)),
        )
    finally:
        if options.work is None:
            shutil.rmtree(work, ignore_errors=True)


def report_json(report: SpeedReport) -> dict[str, Any]:
    """Return the report as JSON has it, without the folder's name."""
    options = asdict(report.options) | {"novels": report.options.novels.name}
    options.pop("work")
    return {
        "options": options,
        "chinese_characters": report.chinese_characters,
        "figures": [asdict(figure) for figure in report.figures],
        "stages": [asdict(stage) for stage in report.stages],
    }


class _Runner:
    """Runs the steps of each stage on one store."""

    def __init__(self, options: SpeedOptions, work: Path, say: Say) -> None:
        self._options, self._work, self._say = options, work, say
        self._home = work / "home"

    def stage(self, before: int, count: int) -> Stage:
        """Grow the store to `count` rounds and measure it; each stage has a store of its own, a copy of the last one."""
        grown, self._home = self._home, self._work / f"home-{count}"
        if before and not self._home.exists():
            shutil.copytree(grown, self._home)
        vectors = self._vectors(count)
        steps: dict[str, Any] = {"vectors": vectors}
        if before == 0:
            steps["learn"] = self._grow("learn", "novels", vectors, documents=str(self._work / "documents"))
        steps["talk"] = self._grow(
            "talk",
            f"{count} rounds",
            vectors,
            novels=str(self._options.novels),
            limit_chars=self._options.limit_chars,
            talk={"count": count - before, "name": f"r{count}", "seed": count},
        )
        shutil.rmtree(self._home / "index", ignore_errors=True)
        steps["first_opening"] = self._run("opening", vectors)
        steps["openings"] = [self._run("opening", vectors) for _ in range(3)]
        steps["disk"] = _disk(self._home)
        steps["queries"] = self._run("queries", vectors, repeats=self._options.repeats, session=f"r{count}-0")
        steps["bits"] = [
            digest for threads in ("1", "2", "2") for digest in self._run("bits", vectors, threads=threads)["digests"]
        ]
        shutil.rmtree(self._home / "index", ignore_errors=True)
        steps["bits"] += self._run("bits", vectors)["digests"]
        steps["rounds"] = self._run("rounds", vectors, count=self._options.durable)
        return Stage(rounds=count, steps=steps)

    def _vectors(self, count: int) -> str:
        return "seeded" if self._options.quick or count > self._options.embed_rounds else "real"

    def _grow(self, step: str, title: str, vectors: str, **arguments: Any) -> dict[str, Any]:
        """Run a step that stores something; in a kept folder it is run once and its figures are kept."""
        kept = self._work / f"{step}-{title.replace(' ', '-')}.json"
        if kept.is_file():
            self._say(f"{step} {title}: kept from an earlier run")
            found: dict[str, Any] = json.loads(kept.read_text(encoding="utf-8"))
            return found
        found = self._run(step, vectors, **arguments)
        kept.write_text(json.dumps(found), encoding="utf-8")
        return found

    def _run(self, step: str, vectors: str, *, threads: str = "", **arguments: Any) -> dict[str, Any]:
        self._say(f"{step} ({vectors} vectors)")
        given = {"home": str(self._home), "vectors": vectors, "started": time.time(), **arguments}
        environment = dict(os.environ) | ({"OMP_NUM_THREADS": threads} if threads else {})
        done = subprocess.run(
            [sys.executable, "-m", "duramen.evaluation.speed.steps", step, json.dumps(given)],
            stdout=subprocess.PIPE,
            text=True,
            env=environment,
            check=False,
        )
        if done.returncode:
            raise DuramenError(f"the step {step!r} failed with exit code {done.returncode}; see the lines above")
        found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
        return found


def _disk(home: Path) -> dict[str, int]:
    sizes = {"database": 0, "index": 0}
    for path in home.rglob("*"):
        if path.is_file():
            sizes["index" if "index" in path.relative_to(home).parts else "database"] += path.stat().st_size
    return sizes
