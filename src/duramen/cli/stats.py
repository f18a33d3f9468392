"""`duramen stats protocol`: how each model kept the protocol, and how rational its answers were (A10)."""

from __future__ import annotations

import csv
import io
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer

from duramen.cli.options import Home, Json, opened
from duramen.cli.output import counted, print_json, say, table
from duramen.memory.files import write_file
from duramen.memory.review.statistics import GroupFigures, Statistics, protocol_figures
from duramen.models.catalog import open_chat
from duramen.scoring.ranking import Interval

app = typer.Typer(help="Figures about stored rounds.", no_args_is_help=True)

ARPM_COLUMNS = (
    "阶段",
    "模型",
    "索引范围",
    "样本数",
    "平均分析长度",
    "中位分析长度",
    "合理性评分",
    "analysis标签缺失",
    "response标签缺失",
    "repair触发次数",
)
"""The columns of ARPM's table by model, in their order; those of ours follow."""
MORE_COLUMNS = (
    "标签占比",
    "合理性下限",
    "合理性上限",
    "各类repair",
    "重问次数",
    "标记次数",
    "标记占比",
    "评委评分",
    "评委未评",
)


@app.callback()
def stats() -> None:
    """Figures about stored rounds."""


@app.command("protocol")
def protocol_command(
    person: Annotated[str, typer.Option("--person", help="Whose rounds; else everybody's.", show_default=False)] = "",
    by: Annotated[str, typer.Option("--by", help="Group by model, session or character.")] = "model",
    csv_file: Annotated[
        Path | None, typer.Option("--csv", help="Write the table to this CSV file, with the columns of ARPM's.")
    ] = None,
    judge: Annotated[
        str, typer.Option("--judge", help="Have this chat model score each answer as well.", show_default=False)
    ] = "",
    home: Home = None,
    as_json: Json = False,
) -> None:
    """Show tags, repairs, re-asks and rationality of stored rounds."""
    with opened(home, as_json=as_json, reads=True) as memory:
        model = open_chat(judge, memory.workspace.chat_options()) if judge else None
        found = protocol_figures(memory.workspace, person, by, model)
        if csv_file is not None:
            write_file(csv_file, csv_of(found))
    if as_json:
        print_json({"by": by, "left_out": found.left_out, "groups": [_json(one) for one in found.groups]})
        return
    _show(found, by)
    if csv_file is not None:
        say(str(csv_file))


def csv_of(found: Statistics) -> str:
    """Return the table as ARPM publishes it, and our columns after theirs; with a mark, so that Excel reads it."""
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow((*ARPM_COLUMNS, *MORE_COLUMNS))
    writer.writerows([_csv_row(one) for one in found.groups])
    return "\ufeff" + text.getvalue()


def _csv_row(one: GroupFigures) -> list[str]:
    kept = one.protocol
    return [
        one.stage,
        one.name,
        _ranges(one),
        str(kept.rounds),
        f"{kept.mean_analysis_chars_all:.1f}",
        f"{kept.median_analysis_chars_all:.1f}",
        f"{one.rationality.value:.0f}",
        str(kept.missing_analysis),
        str(kept.missing_response),
        str(kept.repaired),
        f"{kept.share_with_tags:.3f}",
        f"{one.rationality.low:.1f}",
        f"{one.rationality.high:.1f}",
        " ".join(f"{name}={times}" for name, times in kept.repairs),
        str(kept.reasked),
        str(kept.marked),
        f"{kept.marked / kept.rounds:.3f}",
        "" if one.judged is None else f"{one.judged.value:.1f}",
        str(one.unscored),
    ]


def _show(found: Statistics, by: str) -> None:
    columns = [by, "rounds", "analysis", "rationality", "missing", "repaired", "re-asked", "marked"]
    judged = any(one.judged or one.unscored for one in found.groups)
    table("", columns + (["judge"] if judged else []), [_row(one, judged) for one in found.groups])
    say("analysis: mean and median length in characters; missing: rounds without analysis and without response")
    for one in found.groups:
        if one.protocol.repairs:
            say(f"repairs of {one.name}: " + ", ".join(f"{name} {times}" for name, times in one.protocol.repairs))
    if found.left_out:
        say(f"{counted(found.left_out, 'round')} left out: no protocol was asked for")


def _row(one: GroupFigures, judged: bool) -> list[str]:
    kept = one.protocol
    cells = [
        one.name,
        f"{kept.rounds}",
        f"{kept.mean_analysis_chars_all:.1f}, {kept.median_analysis_chars_all:.1f}",
        _between(one.rationality),
        f"{kept.missing_analysis}, {kept.missing_response}",
        f"{kept.repaired}",
        f"{kept.reasked}",
        f"{kept.marked} ({kept.marked / kept.rounds:.0%})",
    ]
    if judged:
        unscored = f", {one.unscored} unscored" if one.unscored else ""
        cells.append(("–" if one.judged is None else _between(one.judged)) + unscored)
    return cells


def _between(one: Interval) -> str:
    return f"{one.value:.0f} ({max(0.0, one.low):.0f}–{min(100.0, one.high):.0f})"


def _ranges(one: GroupFigures) -> str:
    """Return which rounds, as ARPM writes them: 1–20, 41–45."""
    shown = [f"{first}–{last}" if last > first else f"{first}" for first, last in one.ranges[:6]]
    return ", ".join(shown) + (", …" if len(one.ranges) > len(shown) else "")


def _json(one: GroupFigures) -> dict[str, Any]:
    return asdict(one) | {"repairs": dict(one.protocol.repairs)}
