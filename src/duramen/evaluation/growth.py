"""Growth: the same few facts said over and over in other words must not fill the tree (facts.md 5).

In: 1,000 wordings of ten facts, five in Chinese and five in English, as a person says them over months. All go through
a listener, the gate and the store: of one person per language, and of one who speaks both. Out: how many leaves are
active, how long each is, and whether any grew once its fact was known.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from importlib import resources
from itertools import zip_longest
from typing import Any

from duramen.domain.persona import Heard, Tree, Window
from duramen.domain.time import US_PER_HOUR, Moment
from duramen.evaluation.profile.coverage import best_leaf, content
from duramen.evaluation.profile.hearing import agreeing, hear_window
from duramen.evaluation.provenance import commit, machine
from duramen.evaluation.report import Table
from duramen.memory.open import Memory
from duramen.models.base import Listener

MOST_LEAVES = 12
KNOWN_AFTER = 0.2
"""After this share of the wordings every fact was said twenty times; no leaf may grow from there on."""

_FIRST_US = 1_735_689_600_000_000  # 1 January 2025
_APART_HOURS = 5  # 1,000 wordings in seven months
_FACTS = re.compile(r"\s*[;；]\s*")


@dataclass(frozen=True, slots=True, kw_only=True)
class Wording:
    """One wording of a fact."""

    fact: str
    language: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GrownLeaf:
    """One active leaf at the end. `early`: its characters when every fact was known; `repeats`: pairs of its facts of
    which one says nothing that the other does not.
    """

    path: str
    value: str
    early: int
    repeats: int

    @property
    def grew(self) -> bool:
        """Tell whether it became longer though nothing new was said."""
        return len(self.value) > self.early


@dataclass(frozen=True, slots=True, kw_only=True)
class Growth:
    """What one person's tree became.

    `heard`: texts of which the listener made operations; `versions`: how often the tree changed, `late_versions` of it
    once every fact was known; `codes`: the gate's decisions, counted; `missed`: facts whose first wording no leaf holds.
    """

    name: str
    texts: int
    facts: int
    heard: int
    versions: int
    late_versions: int
    codes: dict[str, int]
    leaves: tuple[GrownLeaf, ...]
    missed: tuple[str, ...]

    @property
    def held(self) -> bool:
        """Tell whether the target is met: every fact there, in at most twelve leaves, none that grew or repeats itself."""
        few = len(self.leaves) <= MOST_LEAVES and not self.missed
        return few and not any(leaf.grew or leaf.repeats for leaf in self.leaves)


@cache
def wordings() -> tuple[Wording, ...]:
    """Return all wordings in the order in which they are said, the facts of a language in turns."""
    file = resources.files("duramen.evaluation") / "data" / "growth.jsonl"
    return tuple(Wording(**json.loads(line)) for line in file.read_text(encoding="utf-8").splitlines())


def run_growth(
    memory: Memory,
    listener: Listener,
    progress: Callable[[int], None] = lambda _: None,
    chosen: Sequence[Wording] | None = None,
) -> list[Growth]:
    """Let three people say their wordings into an empty store: one in Chinese, one in English, one both by turns.

    `chosen`: other wordings than all that ship.
    """
    everything = wordings() if chosen is None else chosen
    by_language = {code: [one for one in everything if one.language == code] for code in ("zh", "en")}
    done = 0

    def tick() -> None:
        nonlocal done
        done += 1
        progress(done)

    both = [one for pair in zip_longest(*by_language.values()) for one in pair if one is not None]
    return [_grow(memory, name, said, listener, tick) for name, said in (*by_language.items(), ("both", both))]


def total_texts() -> int:
    """Return how many wordings `run_growth` says."""
    return 2 * len(wordings())


def _grow(memory: Memory, name: str, said: Sequence[Wording], listener: Listener, tick: Callable[[], None]) -> Growth:
    person = f"growth-{name}"
    codes: Counter[str] = Counter()
    heard = 0
    early = Tree(schema="")
    of = agreeing(memory, person)
    for at, wording in enumerate(said):
        decided = hear_window(memory, of, _window(person, wording, at), listener)
        heard += bool(decided)
        codes.update(one.code for one in decided)
        if at + 1 == int(len(said) * KNOWN_AFTER):
            early = memory.persona.show(person=person).tree
        tick()
    shown = memory.persona.show(person=person)
    values, before = shown.tree.values(), early.values()
    first = {one.fact: one for one in reversed(said)}
    held = {fact: best_leaf(one.text, values, shown.schema.leaves, one.language).covers for fact, one in first.items()}
    return Growth(
        name=name,
        texts=len(said),
        facts=len(first),
        heard=heard,
        versions=shown.tree.version,
        late_versions=shown.tree.version - early.version,
        codes=dict(codes),
        leaves=tuple(
            GrownLeaf(path=path, value=value, early=len(before.get(path, "")), repeats=repeats(value))
            for path, value in values.items()
        ),
        missed=tuple(sorted(fact for fact, is_held in held.items() if not is_held)),
    )


def repeats(value: str) -> int:
    """Return how many facts of a leaf stand beside one that says all that they say."""
    facts = [content(fact) for fact in _FACTS.split(value) if content(fact)]
    ordered = sorted(facts, key=len)
    return sum(any(fact <= other for other in ordered[at + 1 :]) for at, fact in enumerate(ordered))


def _window(person: str, wording: Wording, at: int) -> Window:
    moment = Moment(at_us=_FIRST_US + at * _APART_HOURS * US_PER_HOUR)
    heard = Heard(role="user", speaker=person, text=wording.text, own=True, turn_id=at + 1, said_at=moment)
    return Window(person=person, messages=(heard,))


def tables(grown: Sequence[Growth]) -> list[Table]:
    """Return one row a person, and one a leaf."""
    people = [
        [
            one.name,
            str(one.texts),
            str(one.facts),
            str(one.facts - len(one.missed)),
            str(len(one.leaves)),
            str(sum(len(leaf.value) for leaf in one.leaves)),
            str(sum(leaf.grew for leaf in one.leaves)),
            str(sum(leaf.repeats for leaf in one.leaves)),
            str(one.heard),
            f"{one.versions} ({one.late_versions})",
            "held" if one.held else "MISSED",
        ]
        for one in grown
    ]
    leaves = [
        [one.name, leaf.path, str(leaf.early), str(len(leaf.value)), str(leaf.repeats), leaf.value]
        for one in grown
        for leaf in one.leaves
    ]
    columns = [
        "person",
        "texts",
        "facts",
        "held",
        "leaves",
        "characters",
        "grew",
        "repeats",
        "heard",
        "versions (late)",
    ]
    return [
        Table(title=f"Growth: at most {MOST_LEAVES} leaves, none that grows", columns=[*columns, ""], rows=people),
        Table(
            title="Leaves at the end",
            columns=["person", "leaf", "characters early", "characters", "repeats", "value"],
            rows=leaves,
        ),
    ]


def as_json(listener: str, grown: Sequence[Growth]) -> dict[str, Any]:
    """Return everything as plain values."""
    return {
        "listener": listener,
        "commit": commit(),
        "machine": machine(),
        "people": [asdict(one) | {"target_held": one.held} for one in grown],
    }


def markdown(listener: str, grown: Sequence[Growth]) -> str:
    """Return the report as Markdown."""
    method = (
        f"{len(wordings()):,} wordings of {len({one.fact for one in wordings()})} facts, {_APART_HOURS} hours apart, each a "
        "window of its own, through the listener, the gate and the store. Held: facts whose first wording a leaf holds. "
        f"Early: after {KNOWN_AFTER:.0%} of the wordings; a leaf grew when it is longer at the end. Repeats: facts of a leaf "
        "that stand beside one that says all they say. Heard: wordings of which the listener made operations."
    )
    head = [f"# growth, listener {listener}", "", f"commit {commit()} · {machine()}", "", method, ""]
    return "\n".join([*head, *(one.markdown() for one in tables(grown) if one.rows)])
