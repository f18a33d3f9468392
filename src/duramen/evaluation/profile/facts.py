"""RealMem: which of a person's lasting gold facts are in the tree, and which recall finds, right after they were told.

In: a person's dialogue and facts. Out: one `Found` for each fact. A fact is in the tree when a leaf holds it (see
`duramen.evaluation.profile.coverage`) after its own session was heard and nothing later. It is recallable when a search
for its content words, at the same moment, brings a turn that it was taken from among the first ten (`covered`: any turn
of its session).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from duramen.domain.persona import Schema
from duramen.evaluation.arms import Arm
from duramen.evaluation.profile.coverage import COVERED, PARTLY, Held, best_leaf, coverage
from duramen.evaluation.profile.hearing import Step
from duramen.evaluation.profile.statics import Fact, Told
from duramen.evaluation.retrieval import solve

TOP = 10
Shown = dict[str, tuple[tuple[str, str], ...]]
"""By fact id the first turns that a search brought: external id and session."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What became of one fact.

    `leaf`: the leaf that holds most of it at its own time, `last` at the end of the dialogue. `own`: the one that does of
    those which rest on a turn that the fact was taken from. `told`: the fact's own turn holds it by the same measure, which is the most
    that a listener that writes the person's words down can reach. `turn`, `session`: whether the search found it;
    None when no search was run.
    """

    person: str
    fact: Fact
    leaf: Held
    own: Held
    last: Held
    told: bool
    words: str
    turn: bool | None = None
    session: bool | None = None

    @property
    def partly(self) -> bool:
        """Tell whether the tree holds the fact, or a leaf from its own turn holds a part of it."""
        return self.leaf.covers or self.own.share >= PARTLY

    @property
    def either(self) -> bool:
        """Tell whether the fact is in the tree or recallable."""
        return self.leaf.covers or bool(self.turn)


def judge_facts(told: Told, steps: Sequence[Step], schema: Schema, shown: Shown | None = None) -> Iterator[Found]:
    """Yield what became of each fact, in order; `steps` are those of the whole dialogue."""
    texts = {message.external_id: message.text for message in told.dialogue.messages}
    places = {message.external_id: message.position for message in told.dialogue.messages}
    last = steps[-1].values if steps else {}
    for fact in told.facts:
        step = _step_at(steps, fact.upto)
        values = step.values if step else {}
        sources = {places[source] for source in fact.sources}
        own = {path: value for path, value in values.items() if step and step.rests_on[path] & sources}
        words = [texts[source] for source in sorted(fact.sources)]
        found = (shown or {}).get(fact.id, ())[:TOP]
        yield Found(
            person=told.name,
            fact=fact,
            leaf=best_leaf(fact.text, values, schema.leaves, "en"),
            own=best_leaf(fact.text, own, schema.leaves, "en"),
            last=best_leaf(fact.text, last, schema.leaves, "en"),
            told=any(coverage(fact.text, text) >= COVERED for text in words),
            words="\n".join(words),
            turn=None if shown is None else any(id_ in fact.sources for id_, _ in found),
            session=None if shown is None else any(session == fact.session for _, session in found),
        )


def search_facts(told: Told, arm: Arm, embedder: str, tick: Callable[[], None] = lambda: None) -> Shown:
    """Search for every fact at its own time; raises DuramenError when the dialogue cannot be stored."""
    found: Shown = {}
    for solved in solve(told.owner(), (arm,), embedder):
        shown = solved.rankings[arm.name].shown[:TOP]
        found[solved.asked.id] = tuple((one.id, one.session) for one in shown)
        tick()
    return found


def _step_at(steps: Sequence[Step], upto: int) -> Step | None:
    """Return the last step that heard no message after the first `upto`."""
    heard = [step for step in steps if step.upto <= upto]
    return heard[-1] if heard else None
