"""What a model answered, read under the protocol (A8, A9)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Need(StrEnum):
    """Which kind of evidence the question needs."""

    PROFILE = "profile"
    KNOWLEDGE = "knowledge"
    EXPERIENCE = "experience"
    SEVERAL = "several"
    NONE = "none"
    UNSTATED = "unstated"


class Verdict(StrEnum):
    """What the analysis says of one piece of evidence."""

    SUPPORTS = "supports"
    CONTRADICTS = "contradicts"
    OUTDATED = "outdated"
    IRRELEVANT = "irrelevant"


class ReplyState(StrEnum):
    """How the protocol was kept. A MARKED reply is stored but never found again; the person's words are."""

    CLEAN = "clean"
    REPAIRED = "repaired"
    REASKED = "reasked"
    MARKED = "marked"


@dataclass(frozen=True, slots=True, kw_only=True)
class Analysis:
    """The analysis as it was written and as it was understood.

    `verdicts`: evidence id -> verdict. `bound`: the ids the answer rests on, in the order named, those that exist
    only; `unknown_ids`: ids named that were not in the prompt.
    """

    text: str
    need: Need = Need.UNSTATED
    verdicts: tuple[tuple[str, Verdict], ...] = ()
    bound: tuple[str, ...] = ()
    unknown_ids: tuple[str, ...] = ()
    in_bounds: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class ParsedReply:
    """A model's output, split. `analysis` is None when there is none.

    `repairs`: names of the repairs that were needed ("unclosed-analysis", "full-width-tags", ...), in the order
    they were made; empty for a clean output.
    """

    analysis: Analysis | None
    response: str
    repairs: tuple[str, ...] = ()
    state: ReplyState = ReplyState.CLEAN
