"""Write the README's table of benchmarks anew from results/: `python runs/tables.py`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "README.md"
BEGIN, END = "<!-- bench:begin -->", "<!-- bench:end -->"
ARMS = {
    "recent": "most recent first",
    "bm25": "BM25+ alone",
    "dense": "vectors alone",
    "hybrid": "both, fused by rank (RRF)",
    "hybrid+context": "the same, with the running talk",
    "paper": "preset `paper`",
    "light": "preset `light`",
    "strict": "preset `strict`",
    "balanced": "preset `balanced` (default)",
}
SETS = {
    "locomo": ("LoCoMo, a gold turn among ten shown", "hit@10"),
    "realmem": ("RealMem, gold sessions among ten", "recall@10"),
    "madial": ("MADial (Chinese), gold memories among ten", "recall@10"),
}


def rows_of(name: str) -> dict[str, dict[str, Any]]:
    """Return a benchmark's rows by arm; {} when it was not run."""
    path = ROOT / "results" / f"{name}-report.json"
    if not path.exists():
        return {}
    return {row["arm"]: row for row in json.loads(path.read_text(encoding="utf-8"))["rows"]}


def table() -> str:
    """Return the table, with what it was measured on."""
    found = {name: rows_of(name) for name in SETS}
    lines = ["| | " + " | ".join(title for title, _ in SETS.values()) + " |", "|---|" + "---|" * len(SETS)]
    for arm, title in ARMS.items():
        cells = [_cell(found[name].get(arm), measure) for name, (_, measure) in SETS.items()]
        lines.append(f"| {title} | " + " | ".join(cells) + " |")
    facts = [row for rows in found.values() for arm, row in rows.items() if arm == "balanced"]
    counts = ", ".join(f"{SETS[row['set']][0].split(',')[0].split(' ')[0]} {row['n']}" for row in facts)
    commits = sorted({row["commit"] for row in facts})
    return "\n".join(
        [
            f"Report halves of three public sets, {counts} questions; in brackets 95 % intervals; a question sees only what",
            f"came before it; no model answers. Embedder {facts[0]['embedder'] if facts else ''}, commit {', '.join(commits)}.",
            "",
            *lines,
        ]
    )


def _cell(row: dict[str, Any] | None, measure: str) -> str:
    if row is None:
        return "–"
    value = row["measures"][measure]
    return f"{value['mean']:.3f} [{value['low']:.3f}, {value['high']:.3f}]"


def main() -> None:
    """Replace the table between the two marks."""
    text = PAGE.read_text(encoding="utf-8")
    before, rest = text.split(BEGIN)
    _, after = rest.split(END)
    PAGE.write_text(f"{before}{BEGIN}\n{table()}\n{END}{after}", encoding="utf-8")


if __name__ == "__main__":
    main()
