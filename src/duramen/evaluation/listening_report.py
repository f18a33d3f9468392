"""The report of `duramen bench listener`: tables, a Markdown file and JSON, and the failures one by one.

In: figures by group. Out: `listener-<name>-<split>.json` and `.md`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from duramen.evaluation.report import Table

_FIGURES = ("precision", "recall", "f1", "similarity", "false_store", "reward")
_PARTS = ("precision", "recall", "f1")


def overview(report: Mapping[str, Any]) -> Table:
    """Return the figures of all windows and of each language."""
    rows = [["all", *_cells(report["all"])], *([name, *_cells(row)] for name, row in report["language"].items())]
    title = f"listener {report['listener']}, {report['split']}: {report['all']['windows']} windows; intervals of 95 %"
    return Table(title=title, columns=["", "windows", "right / written / wanted", *_FIGURES], rows=rows)


def markdown(report: Mapping[str, Any]) -> str:
    """Return the report as Markdown: how it was measured, then the tables."""
    head = [
        f"# Listener {report['listener']}, {report['split']} split",
        "",
        (
            f"{report['all']['windows']} windows · commit {report['commit']} · data sha256 {report['data_hash'][:16]} · "
            f"{report['machine']} · seed {report['seed']}, {report['resamples']} resamples · "
            f"{1000 * report['seconds'] / max(report['all']['windows'], 1):.1f} ms a window"
        ),
        "",
        (
            "An operation is right when its path and kind are right and its value shares at least half of its content words "
            "with the gold value (F1). similarity: of the values that met on one path. false_store: windows in which nothing "
            "should be written and something was. reward: the deterministic process reward, in [-1, 1]."
        ),
        "",
    ]
    tables = [
        overview(report),
        *(_part(report, key, title) for key, title in (("operation", "By operation"), ("path", "By path"))),
        Table(
            title="By kind of case",
            columns=["kind", "windows", "right / written / wanted", *_FIGURES],
            rows=[[name, *_cells(row)] for name, row in report["case"].items()],
        ),
    ]
    return "\n".join([*head, *(table.markdown() for table in tables)])


def write(report: Mapping[str, Any], folder: Path, stem: str) -> list[Path]:
    """Write `<stem>.json` and `<stem>.md` and return their paths."""
    folder.mkdir(parents=True, exist_ok=True)
    data, page = folder / f"{stem}.json", folder / f"{stem}.md"
    data.write_text(json.dumps(report, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    page.write_text(markdown(report), encoding="utf-8")
    return [data, page]


def write_failures(failed: Sequence[Mapping[str, Any]], file: Path) -> None:
    """Write the windows that went wrong, one JSON line each."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("".join(json.dumps(one, ensure_ascii=False) + "\n" for one in failed), encoding="utf-8")


def _part(report: Mapping[str, Any], key: str, title: str) -> Table:
    rows = [
        [name, f"{row['right']} / {row['predicted']} / {row['gold']}", *(_interval(row[one]) for one in _PARTS)]
        for name, row in report[key].items()
    ]
    return Table(title=title, columns=[key, "right / written / wanted", *_PARTS], rows=rows)


def _cells(row: Mapping[str, Any]) -> list[str]:
    counts = f"{row['right']} / {row['predicted']} / {row['gold']}"
    return [str(row["windows"]), counts, *(_interval(row[name]) for name in _FIGURES)]


def _interval(one: Mapping[str, float] | None) -> str:
    return "–" if one is None else f"{one['value']:.3f} [{one['low']:.3f}, {one['high']:.3f}]"
