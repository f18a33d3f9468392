"""Temporal evidence unfolding (A6, A7): both paths' finds meet here, in the order in which things happened.

In: ranked candidates of each path. Out: evidence E1.. in order of time, within the budget, and the candidates that
stayed outside, each with its reason.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from duramen.domain.evidence import Candidate, Evidence
from duramen.domain.preset import Reading
from duramen.text.tokens import count_tokens

# The component by which a turn of the running sitting is known: it is shown beside what the search found.
RECENT = "recent"
# A quotation is at least so long and at least so large a part of what quotes it, which adds at least as much around it.
QUOTED_CHARS = 8
QUOTED_SHARE = 0.3
# What the frame around one evidence costs beside its words.
FRAME_TOKENS = 40


@dataclass(frozen=True, slots=True, kw_only=True)
class Unfolded:
    """What entered the prompt, in the order shown, and what did not, with reasons."""

    evidence: tuple[Evidence, ...]
    left_out: tuple[Candidate, ...]


def unfold(knowledge: Sequence[Candidate], experience: Sequence[Candidate], reading: Reading) -> Unfolded:
    """Choose what enters the prompt and number it.

    Candidates come best first within each path; those that already carry a reason stay outside. Each path gives at
    most its number (`reading.knowledge`, `reading.experience`); words that stand in several places enter once, with
    their other places in `merged`, and a reply that little more than quotes another candidate stays outside: what was
    said is shown, not its echo. The budget is filled from the best downwards, the paths taking turns. Order:
    unknown times first, then by time, then by round and id (facts: ARPM orders by round and physical time).
    """
    left: list[Candidate] = [c for c in (*knowledge, *experience) if c.reason]
    chosen: list[Candidate] = []
    words: list[str] = []
    spent = 0
    waiting = _turns(knowledge, experience, reading)
    said = {plain(candidate.text) for candidate, _ in waiting}
    for candidate, limit in waiting:
        said_here, cost = plain(candidate.text), count_tokens(candidate.text) + FRAME_TOKENS
        if said_here in words:
            twin = words.index(said_here)
            chosen[twin] = replace(chosen[twin], merged=(*chosen[twin].merged, _place(candidate)))
            left.append(replace(candidate, reason="same words as another evidence"))
        elif RECENT not in candidate.scores and _echoes(said_here, said):
            left.append(replace(candidate, reason="quotes another evidence"))
        elif RECENT not in candidate.scores and _searched(chosen, candidate) >= limit:
            left.append(replace(candidate, reason=f"beyond the {limit} best of its source"))
        elif spent + cost > reading.budget_tokens:
            left.append(replace(candidate, reason=f"over the budget of {reading.budget_tokens} tokens"))
        else:
            chosen.append(candidate)
            words.append(said_here)
            spent += cost
    ordered = sorted(chosen, key=_time_key) if reading.order == "time" else sorted(chosen, key=lambda c: -c.score)
    evidence = tuple(Evidence(id=f"E{at}", candidate=c) for at, c in enumerate(ordered, start=1))
    return Unfolded(evidence=evidence, left_out=tuple(left))


def _echoes(plain: str, said: Collection[str]) -> bool:
    """Tell whether words are mostly a quotation of other words that were found."""
    return any(
        QUOTED_CHARS <= len(other) <= len(plain) - QUOTED_CHARS
        and len(other) >= QUOTED_SHARE * len(plain)
        and other in plain
        for other in said
    )


def _searched(chosen: Sequence[Candidate], like: Candidate) -> int:
    return sum(c.source is like.source and RECENT not in c.scores for c in chosen)


def _turns(
    knowledge: Sequence[Candidate], experience: Sequence[Candidate], reading: Reading
) -> list[tuple[Candidate, int]]:
    first = [(at, 0, c, reading.knowledge) for at, c in enumerate(c for c in knowledge if not c.reason)]
    second = [(at, 1, c, reading.experience) for at, c in enumerate(c for c in experience if not c.reason)]
    return [(c, limit) for _, _, c, limit in sorted((*first, *second), key=lambda row: row[:2])]


def plain(text: str) -> str:
    """Return the words of a text without what makes no difference to them, by which the same words are told."""
    # Case, width, blanks and the last full stop are no words; "1.5" and "15", or "You do?" and "You do.", are others.
    folded = " ".join(unicodedata.normalize("NFKC", text).casefold().split())
    return folded.rstrip(" .!。~") or folded


def _place(candidate: Candidate) -> str:
    return f"{candidate.source.value}:{candidate.item_id}"


def _time_key(candidate: Candidate) -> tuple[bool, int, int, int]:
    at = candidate.happened_at.at_us
    return (at is not None, at or 0, candidate.round or 0, candidate.item_id)
