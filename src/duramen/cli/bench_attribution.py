"""`duramen bench attribution`: LoCoMo's questions answered, and each wrong answer in the class that says where it went wrong."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from duramen.cli.logs import configure_logs
from duramen.cli.options import Json, explained
from duramen.cli.output import print_json, progress, say, table
from duramen.errors import BadSetting
from duramen.evaluation.attribution.locomo import Options, attribute_locomo
from duramen.evaluation.attribution.report import as_json as shares_json
from duramen.evaluation.attribution.report import by_category, summary
from duramen.evaluation.attribution.run import Attributed, item_json
from duramen.evaluation.bench import keep_items
from duramen.evaluation.gold import SPLITS, Task
from duramen.evaluation.provenance import commit, machine
from duramen.scoring.answers import HOLDS
from duramen.settings import read_settings

STEM = "attribution-locomo"


def attribution_command(
    split: Annotated[str, typer.Option("--split", help="tune or report.")] = "report",
    preset: Annotated[str, typer.Option("--preset", help="The preset that answers.")] = "balanced",
    listener: Annotated[str, typer.Option("--listener", help="What makes the trees first: rules, or off.")] = "rules",
    limit: Annotated[
        int | None, typer.Option("--limit", help="Only the first N questions of each person.", show_default=False)
    ] = None,
    data: Annotated[Path, typer.Option("--data", help="The folder that holds the data sets.")] = Path("../shared/data"),
    out: Annotated[Path, typer.Option("--out", help="Where table and items are written.")] = Path("results"),
    as_json: Json = False,
) -> None:
    """Answer LoCoMo's questions by the model that quotes, and say of each wrong answer where it went wrong."""
    with explained(as_json):
        if split not in SPLITS:
            raise BadSetting(f"there is no split {split!r}; use {' or '.join(SPLITS)}")
        if limit is not None and limit < 1:
            raise BadSetting(f"--limit {limit} leaves no question; give 1 or more")
        configure_logs(read_settings())
        options = Options(data=data, split=split, preset=preset, listener=listener, limit=limit)
        found, task = _run(options)
        result = _result(options, task, found)
        files = _write(result, task, found, out)
    if as_json:
        print_json(result)
        return
    for drawn in (summary(found, f"LoCoMo {split}"), by_category(found, _categories(task))):
        table(drawn.title, drawn.columns, drawn.rows)
    for file in files:
        say(str(file))


def _run(options: Options) -> tuple[list[Attributed], Task]:
    found: list[Attributed] = []
    task: Task | None = None
    with progress(f"attribution {options.split}", "questions") as update:
        for task, one in attribute_locomo(options):
            found.append(one)
            update(len(found), sum(len(owner.questions) for owner in task.owners))
    if task is None:
        raise BadSetting(f"the split {options.split!r} holds no question")
    return found, task


def _categories(task: Task) -> dict[str, str]:
    return {id_: gold.category for id_, gold in task.gold.items()}


def _result(options: Options, task: Task, found: list[Attributed]) -> dict[str, Any]:
    return {
        "set": task.name,
        "split": task.split,
        "n": len(found),
        "model": "extractive",
        "preset": options.preset,
        "listener": options.listener,
        "embedder": options.embedder,
        "right_from_share_of_content_words": HOLDS,
        "classes": shares_json(found),
        "categories": {row[0]: row[1:] for row in by_category(found, _categories(task)).rows},
        "category_names": by_category(found, _categories(task)).columns[1:],
        "left_out": list(task.left_out),
        "data_hash": task.data_hash,
        "commit": commit(),
        "machine": machine(),
    }


def _write(result: dict[str, Any], task: Task, found: list[Attributed], out: Path) -> list[Path]:
    """Write figures, table and items; LoCoMo's licence keeps its words, and what quotes them, out of all three."""
    stem = STEM if result["split"] == "report" else f"{STEM}-{result['split']}"
    drawn = [summary(found, f"LoCoMo {task.split}", words=False), by_category(found, _categories(task))]
    files = [out / f"{stem}.json", out / f"{stem}.md", out / "items" / f"{stem}.jsonl.gz"]
    categories = _categories(task)
    try:
        out.mkdir(parents=True, exist_ok=True)
        files[0].write_text(json.dumps(result, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
        files[1].write_text(f"# Error attribution\n\n{drawn[0].markdown()}\n{drawn[1].markdown()}", encoding="utf-8")
        items = [item_json(one, words=task.shareable) | {"category": categories[one.question.id]} for one in found]
        keep_items(items, files[2])
    except OSError as error:
        raise BadSetting(f"the results cannot be written to {str(out)!r}: {error}") from error
    return files
