"""`duramen bench router`: how well the router tells what a question needs, and what routing saves and loses."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer

from duramen.cli.options import Json, explained
from duramen.cli.output import print_json, say, table
from duramen.errors import BadSetting
from duramen.evaluation.bench import DEFAULT_EMBEDDER
from duramen.evaluation.provenance import commit
from duramen.evaluation.router import ask_router, kind_rows, leaf_row, read_labels, source_rows
from duramen.evaluation.router_cost import Cost, costs
from duramen.evaluation.tasks import LOADERS
from duramen.models.catalog import open_embedder
from duramen.models.options import ServerOptions
from duramen.scoring.ranking import Interval, mean_interval

STORES = {"tune": "Adeleke", "report": "Liam"}


def router_command(
    split: Annotated[str, typer.Option("--split", help="tune or report.")] = "report",
    embedder: Annotated[str, typer.Option("--embedder", help="The embedder that finds leaves by meaning.")] = (
        DEFAULT_EMBEDDER
    ),
    data: Annotated[Path, typer.Option("--data", help="The folder that holds RealMem.")] = Path("../shared/data"),
    out: Annotated[Path, typer.Option("--out", help="Where tables and items are written.")] = Path("results"),
    limit: Annotated[
        int | None, typer.Option("--limit", min=1, help="Only the first N questions of the store.")
    ] = None,
    labels_only: Annotated[bool, typer.Option("--labels-only", help="Without the store.")] = False,
    as_json: Json = False,
) -> None:
    """Hold the router against labelled questions, and count tokens saved and evidence lost on a real store."""
    with explained(as_json):
        if split not in STORES:
            raise BadSetting(f"there is no split {split!r}; use {' or '.join(STORES)}")
        labelled, people = read_labels()
        mine = [one for one in labelled if one.split == split]
        routed = ask_router(mine, people, open_embedder(embedder, ServerOptions()))
        report: dict[str, Any] = {
            "split": split,
            "commit": commit(),
            "embedder": embedder,
            "sources": [_plain(row) for row in source_rows(routed)],
            "kinds": [_plain(row) for row in kind_rows(routed)],
            "leaves": _plain(leaf_row(routed)),
            "items": [
                {
                    "n": one.labelled.number,
                    "question": one.labelled.question,
                    "need": sorted(one.labelled.need),
                    "best": list(one.best),
                }
                | {s: [c.depth.value, round(c.need, 3), c.reason["en"]] for s, c in one.route.choices().items()}
                for one in routed
            ],
        }
        if not labels_only:
            task = LOADERS["realmem"](data, split, limit)
            found = list(costs(task, STORES[split], people["en-b" if split == "report" else "en-a"], mine, embedder))
            report["store"] = STORES[split]
            report["cost"] = cost_rows(found)
            report["cost_items"] = [asdict(one) for one in found]
        out.mkdir(parents=True, exist_ok=True)
        file = out / f"router-{split}.json"
        file.write_text(json.dumps(report, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    if as_json:
        print_json({name: value for name, value in report.items() if not name.endswith("items")})
        return
    _show(report)
    say(str(file))


def cost_rows(found: list[Cost]) -> list[dict[str, Any]]:
    """Return per level the mean tokens, their share of those at full, and the evidence in the prompt, by set."""
    rows = []
    for name, with_gold in (("store's own", True), ("labelled", False)):
        mine = [one for one in found if (one.covered is not None) == with_gold]
        full = sum(one.tokens for one in mine if one.level == "full") or 1
        for level in dict.fromkeys(one.level for one in mine):
            here = [one for one in mine if one.level == level]
            covered = [one.covered for one in here if one.covered is not None]
            rows.append(
                {
                    "questions": name,
                    "level": level,
                    "n": len(here),
                    "tokens": round(sum(one.tokens for one in here) / len(here)),
                    "saved": round(1.0 - sum(one.tokens for one in here) / full, 4),
                    "evidence in prompt": _interval(mean_interval(covered)) if covered else None,
                }
            )
    return rows


def _plain(row: dict[str, Any]) -> dict[str, Any]:
    return {name: _interval(value) if isinstance(value, Interval) else value for name, value in row.items()}


def _interval(value: Interval | None) -> dict[str, float] | None:
    return None if value is None else asdict(value)


def _show(report: dict[str, Any]) -> None:
    for title, name in (("By source", "sources"), ("By kind", "kinds"), ("Levels", "cost")):
        rows = report.get(name)
        if rows:
            table(f"{title} ({report['split']})", list(rows[0]), [[_cell(v) for v in row.values()] for row in rows])
    say("A leaf that answers: " + ", ".join(f"{name} {_cell(value)}" for name, value in report["leaves"].items()))


def _cell(value: Any) -> str:
    if isinstance(value, dict):
        return f"{value['value']:.3f} [{value['low']:.3f}, {value['high']:.3f}]"
    return "" if value is None else str(value)
