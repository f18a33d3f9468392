"""What became of one round, whole (A12): every candidate with its scores and ranks, what entered, what was used, what followed.

`Trace` is what `duramen trace` shows, draws and prints as JSON; `Drift` the same over many rounds as series of numbers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from duramen.domain.evidence import Source
from duramen.domain.profile import Contradiction, Route
from duramen.domain.record import Record
from duramen.domain.time import UNKNOWN_MOMENT, Moment


@dataclass(frozen=True, slots=True, kw_only=True)
class Why:
    """Why something did not enter a prompt.

    `kind`: to count by, with its `label` by language. `recorded`: the reason as the record has it; `words`: it as a sentence by
    language.
    """

    kind: str
    label: Mapping[str, str]
    recorded: str
    words: Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class TracedCandidate:
    """Something found, and what became of it.

    `id`: the evidence it became ("E1"), "" for what did not enter, which has a `why`. `text`: as it stood in the prompt,
    or whole; "" with `gone` where its row is no longer there. `rank`: place in its path from 0, as ordered at last.
    `ranks`: place from 1 among the candidates of the same path by each score, equal scores sharing one. `verdict` and
    `bound`: what the analysis said of it, and whether the answer rests on it.
    """

    id: str
    source: Source
    item: int
    record_id: str
    origin: str = ""
    speaker: str = ""
    role: str = ""
    text: str = ""
    happened_at: Moment = UNKNOWN_MOMENT
    round: int | None = None
    relative_round: int | None = None
    rank: int = 0
    score: float = 0.0
    scores: Mapping[str, float] = field(default_factory=dict)
    ranks: Mapping[str, int] = field(default_factory=dict)
    why: Why | None = None
    merged: tuple[str, ...] = ()
    disagrees_with: str = ""
    verdict: str = ""
    bound: bool = False
    gone: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class TracedLeaf:
    """A leaf that was shown: L1 ... of the person's tree, S1 ... of the character's own, with its value as of then.

    `value` is None where the person does not let it be shown, and where the leaf is `gone`. `version`: since which version
    of the tree it held. `relevance` to the question, >= 0.
    """

    id: str
    path: str
    title: Mapping[str, str]
    value: str | None
    since: Moment = UNKNOWN_MOMENT
    version: int = 0
    past: bool = False
    relevance: float = 0.0
    disagrees_with: str = ""
    verdict: str = ""
    bound: bool = False
    own: bool = False
    gone: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class TracedOperation:
    """An operation that a listener made of a window which covers the round, and what the gate said of it.

    `own`: it is of the character's own tree. `value` is None where it may not be shown or there is none. `rests_here`: the
    words it rests on are of this round. `state`: "" or what became of it where the person was to say.
    """

    version: int
    window: str
    kind: str
    path: str
    value: str | None
    outcome: str
    code: str
    reason: str
    writer: str
    state: str = ""
    rests_here: bool = False
    own: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class TracedPrompt:
    """The prompt rendered again, and whether it is the one that was sent: byte for byte, by its hash.

    `text` is "" and `note` says why where it cannot be rendered; `note` also says what changed where it is another one.
    """

    text: str
    same: bool
    hash: str
    recorded_hash: str
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Trace:
    """One round and all that led to its answer and followed from it; rounds that were not answered here have the last alone.

    `language`: of the question, in which sentences are said. `candidates`: those that entered first, by id, then the
    others by path and rank. `need`, `analysis`, `repairs`, `unknown_ids`: what the reply's analysis said, and what had to
    be mended in it. `unheard`: no listener has heard the round yet.
    """

    record: Record
    language: str
    question: str
    response: str
    now: Moment
    candidates: tuple[TracedCandidate, ...] = ()
    leaves: tuple[TracedLeaf, ...] = ()
    operations: tuple[TracedOperation, ...] = ()
    prompt: TracedPrompt | None = None
    route: Route | None = None
    expanded: int = 0
    need: str = ""
    analysis: str = ""
    bound: tuple[str, ...] = ()
    unknown_ids: tuple[str, ...] = ()
    repairs: tuple[str, ...] = ()
    contradicts: tuple[tuple[Contradiction, str], ...] = ()
    unheard: bool = False

    @property
    def entered(self) -> tuple[TracedCandidate, ...]:
        """Return what entered the prompt, in the order shown."""
        return tuple(one for one in self.candidates if one.id)

    @property
    def left_out(self) -> tuple[TracedCandidate, ...]:
        """Return what was found and did not enter."""
        return tuple(one for one in self.candidates if not one.id)


@dataclass(frozen=True, slots=True, kw_only=True)
class DriftGroup:
    """Series of one kind ("tree", "age", "weights", "paths", "components", "protocol", "analysis") over the same rounds.

    `at`: the places of these rounds among all that are looked at, from 1. `series` by name: a value a round, None where
    there is none.
    """

    key: str
    at: tuple[int, ...]
    series: Mapping[str, tuple[float | None, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Drift:
    """How tree, weights and protocol moved over rounds in the order in which they happened.

    `rounds`: the record ids; `answered`: how many of them were answered here. `rolling`: over so many rounds all but the
    number of leaves is averaged. `language`: of most of the answered rounds, in which the series are called.
    """

    person: str
    session: str
    language: str
    rolling: int
    rounds: tuple[str, ...]
    answered: int
    groups: tuple[DriftGroup, ...]
