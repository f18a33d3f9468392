"""The plot of a benchmark: the headline measure of each arm with its interval, and recall over k."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from duramen.errors import BadSetting

CUTS = (1, 3, 5, 10)
_CURVES = ("recent", "bm25", "dense", "hybrid", "hybrid+context", "paper", "balanced")


def need_matplotlib() -> None:
    """Raise BadSetting with the command that installs matplotlib, when it is not there."""
    if find_spec("matplotlib") is None:
        raise BadSetting("the plot needs matplotlib; run `pip install 'duramen[bench]'`")


def plot(rows: Sequence[Mapping[str, Any]], headline: str, title: str, file: Path) -> None:
    """Draw the rows into a PNG file."""
    need_matplotlib()
    from matplotlib.figure import Figure

    figure = Figure(figsize=(11, 0.34 * len(rows) + 2.2), dpi=120, layout="constrained")
    bars, curves = figure.subplots(1, 2, width_ratios=(3, 2))
    figures = [row["measures"][headline] for row in rows]
    means = [one["mean"] for one in figures]
    errors = [[one["mean"] - one["low"] for one in figures], [one["high"] - one["mean"] for one in figures]]
    names = [row["arm"] for row in rows]
    colours = ["#1f77b4" if name == "balanced" else "#9db4c8" for name in names]
    bars.barh(range(len(rows)), means, xerr=errors, color=colours, ecolor="#444444", capsize=2)
    bars.set_yticks(range(len(rows)), names)
    bars.invert_yaxis()
    bars.set_xlim(0.0, 1.0)
    bars.set_xlabel(f"{headline}, 95 % interval, n = {rows[0]['n']}")
    for row in rows:
        if row["arm"] in _CURVES or len(rows) <= len(_CURVES):
            values = [row["measures"][f"recall@{k}"]["mean"] for k in CUTS]
            curves.plot(CUTS, values, marker="o", markersize=3, label=row["arm"])
    curves.set_xticks(CUTS)
    curves.set_ylim(0.0, 1.0)
    curves.set_xlabel("k")
    curves.set_ylabel("recall@k")
    curves.legend(fontsize=8)
    figure.suptitle(title)
    figure.savefig(file, metadata={"Software": None})
