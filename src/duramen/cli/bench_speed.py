"""`duramen bench speed`: measure speed and room, show the table, and keep it in a results folder."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from duramen.cli.options import Json, explained
from duramen.cli.output import print_json, say, table
from duramen.errors import BadSetting
from duramen.evaluation.speed.report import cells, machine_facts, markdown
from duramen.evaluation.speed.run import DEFAULT_NOVELS, SpeedOptions, report_json, run_speed


def speed_command(
    novels: Annotated[Path, typer.Option("--novels", help="Text of one sentence a line, or .gz.")] = DEFAULT_NOVELS,
    rounds: Annotated[str, typer.Option("--rounds", help="Numbers of rounds, ascending.")] = "10000,100000",
    limit_chars: Annotated[int, typer.Option("--limit-chars", min=0, help="Chinese characters; 0 takes all.")] = 0,
    quick: Annotated[bool, typer.Option("--quick", help="Noise in place of the embedder; no ingest figures.")] = False,
    embed_rounds: Annotated[int, typer.Option(help="Stages of more rounds get noise for their new ones.")] = 10_000,
    repeats: Annotated[int, typer.Option("--repeats", min=1, help="How often each question is timed.")] = 5,
    durable: Annotated[int, typer.Option("--durable", min=1, help="How many durable rounds are timed.")] = 100,
    results: Annotated[Path, typer.Option("--results", help="Folder for speed.json and speed.md.")] = Path("results"),
    work: Annotated[
        Path | None, typer.Option("--work", help="Keep the store here; what it holds is not stored again.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Measure query, opening, ingest, durable rounds, memory and disk against bare libraries."""
    with explained(as_json):
        options = SpeedOptions(
            novels=novels,
            rounds=_stages(rounds),
            limit_chars=limit_chars,
            quick=quick,
            embed_rounds=embed_rounds,
            repeats=repeats,
            durable=durable,
            work=work,
        )
        done = run_speed(options, lambda step: None if as_json else say(f"· {step}"))
        report = {"machine": machine_facts(datetime.now(UTC).date().isoformat()), **report_json(done)}
        results.mkdir(parents=True, exist_ok=True)
        (results / "speed.json").write_text(json.dumps(report, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
        (results / "speed.md").write_text(markdown(report), encoding="utf-8")
    if as_json:
        print_json(report)
        return
    columns = ["rounds", "figure", "median", "p95", "n", "target", ""]
    table("Speed", columns, [cells(figure) for figure in done.figures])


def _stages(text: str) -> tuple[int, ...]:
    parts = [part.strip() for part in text.split(",")]
    if not all(part.isdigit() and int(part) > 0 for part in parts) or sorted(map(int, parts)) != list(map(int, parts)):
        raise BadSetting(f"--rounds {text!r} must be ascending numbers, such as 10000,100000")
    return tuple(map(int, parts))
