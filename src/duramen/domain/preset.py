"""Presets: every setting of finding, reading and answering, as one readable value (A19).

The defaults of the fields are the papers' own (facts: ARPM's published parameters); a preset file names what it
changes.
"""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, kw_only=True)
class Temporal:
    """The two clocks of one path (A5).

    `lambda_round` in rounds, `lambda_hours` in hours: time constants of exponential decay. `floor`: the least that
    the weight of both together can become, 0 for none: weight = floor + (1 - floor) * decay. `rounds` and `hours` switch each
    factor on. `round_origin` (knowledge only): "added" counts rounds since the document came, "first" treats every
    chunk as of round 1, as ARPM's published code does.
    """

    rounds: bool = True
    hours: bool = True
    lambda_round: float = 20.0
    lambda_hours: float = 168.0
    floor: float = 0.0
    round_origin: str = "added"


@dataclass(frozen=True, slots=True, kw_only=True)
class Bias:
    """Additive biases by what a candidate names or where it comes from; 0 is off.

    Three are shares of the score: `speaker` is added when the question names the turn's speaker and no other; `asks`
    is taken off from a turn that does nothing but ask, since it tells nothing; `running` from a turn of the running
    session, which resembles whatever is said in it. Together the last two stay below 1.
    """

    session: float = 0.0
    user: float = 0.0
    character: float = 0.0
    names_user: float = 0.0
    names_character: float = 0.0
    source_names_character: float = 0.0
    speaker: float = 0.0
    asks: float = 0.0
    running: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Lexical:
    """BM25+: constants, and the variant by name ("bm25+", "idf-delta", "bm25")."""

    k1: float = 1.5
    b: float = 0.75
    delta: float = 0.5
    variant: str = "bm25+"


@dataclass(frozen=True, slots=True, kw_only=True)
class Fusion:
    """How dense and lexical scores become one.

    `method`: "rrf" = sum of 1 / (k + rank + 1); "sum" = weighted sum of both scores; "cosine" = the dense score as it
    is; "lexical" = the lexical score. `normalise` divides RRF by its maximum, as the paper does.
    `scale_dense`: "none" (cosine as it is) or "minmax"; `scale_lexical`: "coverage" (the share of what a text holding every
    query term could score: an absolute 0..1), "minmax", or "none". `neighbours`: what the turns at distance -2, -1, +1,
    +2 in the same sitting add to a turn's lexical score.
    """

    method: str = "rrf"
    k: float = 60.0
    normalise: bool = True
    weight_dense: float = 1.0
    weight_lexical: float = 1.0
    scale_dense: str = "minmax"
    scale_lexical: str = "minmax"
    neighbours: tuple[float, ...] = (0.0, 0.0, 0.0, 0.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Asking:
    """What is searched for.

    `augment`: the role prefix of A4. `stop_words`: drop words that say nothing from the lexical query. `context_turns`: so many
    earlier turns of the running session join the query, each weighted `context_decay` times the one after it.
    `outside_session`: turns of the running session are not searched at all.
    `dates`: dates that the question names find turns of these dates. `drop_names`: the names of those who talk are
    left out of the query's vector, since no turn's vector has them.
    """

    augment: bool = True
    stop_words: bool = False
    context_turns: int = 0
    context_decay: float = 0.5
    outside_session: bool = False
    dates: bool = False
    drop_names: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Feedback:
    """Pseudo-relevance feedback: the `terms` most telling words of the best `rows` ask once more, with `weight`."""

    weight: float = 0.0
    rows: int = 10
    terms: int = 30


@dataclass(frozen=True, slots=True, kw_only=True)
class Spread:
    """Picks are spread over sittings: one that has shown more than `free_chars` fades by exp(-excess / fade_chars).

    `fade_chars` 0 is off. A turn counts at most `turn_chars`, since it is shown as an excerpt.
    """

    free_chars: int = 500
    fade_chars: int = 0
    turn_chars: int = 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class Path:
    """One path of search. `depth`: candidates kept from each retriever; `found`: how many pass on to the prompt."""

    enabled: bool = True
    depth: int = 30
    found: int = 5
    threshold: float = 0.5
    asking: Asking = field(default_factory=Asking)
    lexical: Lexical = field(default_factory=Lexical)
    fusion: Fusion = field(default_factory=Fusion)
    bias: Bias = field(default_factory=Bias)
    temporal: Temporal = field(default_factory=Temporal)
    feedback: Feedback = field(default_factory=Feedback)
    spread: Spread = field(default_factory=Spread)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """How evidence is shown: at most so many of each source, within a token budget, in which order.

    `order`: "time" or "score" (an ablation). `header` and `dates` can be left out (ablations). `recent_rounds`: the
    last rounds of the running sitting, shown whatever the search found. `excerpt_tokens`: a longer evidence is cut to
    the sentences that answer best. `profile_tokens`: the budget of the leaves, beside that of the evidence;
    `self_tokens`: of what the character has said of itself, 0 for none of it.
    """

    knowledge: int = 5
    experience: int = 8
    budget_tokens: int = 6000
    excerpt_tokens: int = 600
    order: str = "time"
    header: bool = True
    dates: bool = True
    recent_rounds: int = 0
    profile_tokens: int = 2600
    self_tokens: int = 400


@dataclass(frozen=True, slots=True, kw_only=True)
class Protocol:
    """How the reply is asked for and checked.

    `form`: "model" takes the form that suits the model, else "full", "compact" or "none". `reask`: one short repair
    call. `buffer`: nothing is shown before the whole reply was checked. `require_tags`: a reply without tags or
    analysis is asked for again, and marked when that does not help. `abstain`: the prompt asks for "not recorded" unless an evidence says it outright.
    """

    form: str = "model"
    reask: bool = True
    buffer: bool = False
    require_tags: bool = True
    abstain: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """What becomes of a reply that claims what nothing shown says (`self_check`), or that leaves its card (`card_check`).

    "off": nothing is checked. "mark": the reply is marked, with its reason, after it was given. "retry": before it goes out
    the model is asked once more, if nothing else made a second call in the round; needs `protocol.buffer`.
    """

    self_check: str = "off"
    card_check: str = "off"


@dataclass(frozen=True, slots=True, kw_only=True)
class Preset:
    """A named set of settings; `consequences` says in words what it brings with it.

    `level`: how much is read where there is a tree: "fast", "routed" or "full".
    """

    name: str
    about: str = ""
    consequences: tuple[str, ...] = ()
    level: str = "routed"
    knowledge: Path = field(default_factory=Path)
    experience: Path = field(default_factory=Path)
    reading: Reading = field(default_factory=Reading)
    protocol: Protocol = field(default_factory=Protocol)
    check: Check = field(default_factory=Check)
