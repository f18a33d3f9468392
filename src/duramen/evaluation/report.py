"""The report of a benchmark: tables as rows of text, a Markdown file, JSON, and a plot.

In: a `Result`. Out: `<stem>.json`, `.md`, `.png` and `items/<stem>.jsonl.gz`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from duramen.evaluation.arms import MAIN, WIDTH
from duramen.evaluation.bench import Result, keep_items
from duramen.evaluation.gold import OLD_DAYS
from duramen.evaluation.plot import plot

_FIRST = (
    *("recall@1", "recall@5", "recall@10", "hit@10", "mrr", "ndcg@10", "map"),
    *("covered@5", "covered@10", "old recall@10", "old covered@10", "turns@10", "chars@10"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """A title, column heads and rows, all text."""

    title: str
    columns: list[str]
    rows: list[list[str]]

    def markdown(self) -> str:
        """Return the table as Markdown."""
        lines = [self.columns, ["---"] * len(self.columns), *self.rows]
        body = "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)
        return f"### {self.title}\n\n{body}\n"


def tables(result: Result) -> list[Table]:
    """Return the tables of a result: the figures, all cuts, categories, persons, and balanced against every arm."""
    return [
        _figures(result),
        _cuts(result),
        _groups(result, "categories", "category"),
        _groups(result, "owners", "person"),
        _differences(result),
    ]


def summary(result: Result) -> Table:
    """Return the few columns that a terminal has room for."""
    headline = result.task.headline
    names = [name for name in ("recall@1", "recall@10", "mrr", "old recall@10", "turns@10") if name != headline]
    rows = [
        [
            row["arm"],
            with_interval(row["measures"], headline),
            *(_mean(row["measures"], name) for name in names),
            _difference(row["balanced_minus_arm"], headline),
        ]
        for row in result.rows
    ]
    return Table(
        title=f"{result.task.name}, {result.task.split}: n = {result.rows[0]['n']}; intervals of 95 %",
        columns=["arm", headline, *names, f"{MAIN} minus arm"],
        rows=rows,
    )


def write(result: Result, folder: Path, stem: str) -> list[Path]:
    """Write all files of a result and return their paths."""
    folder.mkdir(parents=True, exist_ok=True)
    files = {kind: folder / f"{stem}.{kind}" for kind in ("json", "md", "png")}
    items = folder / "items" / f"{stem}.jsonl.gz"
    files["json"].write_text(json.dumps(result.as_json(), ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    files["md"].write_text(markdown(result, stem), encoding="utf-8")
    plot(result.rows, result.task.headline, f"{result.task.name}, {result.task.split} split", files["png"])
    keep_items(result.items, items)
    return [*files.values(), items]


def markdown(result: Result, stem: str) -> str:
    """Return the report as Markdown: how it was measured, the tables, what was left out, what failed."""
    task, first = result.task, result.rows[0]
    origin = (
        f"n = {first['n']} questions · persons: {', '.join(owner.name for owner in task.owners)} · "
        f"gold: {task.unit}s · embedder {first['embedder']} · commit {first['commit']} · "
        f"data sha256 {first['data_hash'][:16]} · {first['machine']} · seed {first['seed']}, "
        f"{first['resamples']} resamples · taking in the dialogue {result.import_seconds:.0f} s"
    )
    method = (
        "Brackets hold 95 % intervals of a bootstrap over questions. A question sees only what came before it. k counts "
        f"turns; an arm shows only what passes its preset's threshold. Every arm ranks at least {WIDTH} turns. Old: told "
        f"more than {OLD_DAYS} days before the question. ms: mean time of one recall. nothing: questions "
        f"for which the arm shows nothing. Every question's output: `items/{stem}.jsonl.gz`."
    )
    head = [f"# {task.name}, {task.split} split", "", origin, "", method, ""]
    body = [table.markdown() for table in tables(result) if table.rows]
    return "\n".join([*head, *body, *_listed("Left out", task.left_out), *_listed("Failed", result.failures)])


def _figures(result: Result) -> Table:
    names = [name for name in _FIRST if any(name in row["measures"] for row in result.rows)]
    headline = result.task.headline
    rows = [
        [
            row["arm"],
            with_interval(row["measures"], headline),
            *(_mean(row["measures"], name) for name in names),
            f"{1000 * row['seconds'] / max(len(result.items), 1):.0f}",
            str(row["empty"]),
        ]
        for row in result.rows
    ]
    return Table(
        title=f"{result.task.name}, {result.task.split}: n = {result.rows[0]['n']}",
        columns=["arm", f"{headline} [95 %]", *names, "ms", "nothing"],
        rows=rows,
    )


def _cuts(result: Result) -> Table:
    kinds = ("recall", "hit", "covered") if result.task.unit == "session" else ("recall", "hit")
    names = [f"{kind}@{k}" for kind in kinds for k in (1, 3, 5, 10)]
    rows = [[row["arm"], *(with_interval(row["measures"], name) for name in names)] for row in result.rows]
    return Table(title="All cuts", columns=["arm", *names], rows=rows)


def _groups(result: Result, key: str, title: str) -> Table:
    headline = result.task.headline
    names = list(result.rows[0][key])
    count = {name: int(next(iter(result.rows[0][key][name].values()), {"n": 0})["n"]) for name in names}
    return Table(
        title=f"{headline} by {title}",
        columns=["arm", *(f"{name} (n {count[name]})" for name in names)],
        rows=[[row["arm"], *(with_interval(row[key][name], headline) for name in names)] for row in result.rows],
    )


def _differences(result: Result) -> Table:
    wanted = ("recall@1", "recall@5", "recall@10", "hit@10", "mrr", "ndcg@10", "map", "covered@10", "old recall@10")
    compared = [row for row in result.rows if row["balanced_minus_arm"]]
    names = [name for name in wanted if compared and name in compared[0]["balanced_minus_arm"]]
    return Table(
        title=f"{MAIN} minus each arm on the same questions (paired bootstrap; * = the interval leaves out 0)",
        columns=["arm", *names],
        rows=[[row["arm"], *(_difference(row["balanced_minus_arm"], name) for name in names)] for row in compared],
    )


def with_interval(figures: Mapping[str, Mapping[str, float]], name: str) -> str:
    """Return ".741 [.701, .779]"; "–" where the measure does not apply."""
    one = figures.get(name)
    return "–" if one is None else f"{_short(one['mean'])} [{_short(one['low'])}, {_short(one['high'])}]"


def _difference(figures: Mapping[str, Mapping[str, float]], name: str) -> str:
    one = figures.get(name)
    if one is None:
        return "–"
    mark = "" if one["low"] <= 0.0 <= one["high"] else " *"
    return f"{one['mean']:+.3f} [{one['low']:+.3f}, {one['high']:+.3f}]{mark}"


def _mean(figures: Mapping[str, Mapping[str, float]], name: str) -> str:
    one = figures.get(name)
    return "–" if one is None else _short(one["mean"])


def _short(value: float) -> str:
    return f"{value:.3f}" if value <= 1.0 else f"{value:,.1f}" if value < 100 else f"{value:,.0f}"


def _listed(title: str, lines: Sequence[str]) -> list[str]:
    return [f"### {title}", "", *(f"- {line}" for line in lines), ""] if lines else []
