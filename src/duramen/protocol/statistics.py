"""Counts how models keep the protocol, one set of figures per model (the counting part of A10).

In: rows, one per round, as they are recorded. Out: `ProtocolFigures` by model, or by whatever else names the rows. Rates are None where there is nothing
to divide by: unscored is not zero.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from statistics import median

from duramen.domain.reply import ParsedReply, ReplyState

_WITHOUT_TAGS = frozenset({"no-tags", "empty"})


@dataclass(frozen=True, slots=True, kw_only=True)
class ProtocolRow:
    """One round: which model answered, its first output as parsed, and how the round ended.

    `first` is what `parse` made of the first output, before any re-ask; `final` the state that was stored.
    """

    model: str
    first: ParsedReply
    final: ReplyState


@dataclass(frozen=True, slots=True, kw_only=True)
class ProtocolFigures:
    """How one model kept the protocol over `rounds` rounds; all but the shares and the mean are counts of rounds.

    `share_with_tags`: rounds with any tag or heading of the protocol, over all rounds. `mean_analysis_chars`: over
    the rounds that have an analysis, in characters; None when none has. `mean_analysis_chars_all`: over all rounds, a
    missing analysis counting 0, which is how ARPM's published sheet counts; `median_analysis_chars_all` likewise. `repaired`: rounds whose first output needed
    a repair; `repairs`: rounds per repair name, by name.
    """

    rounds: int
    share_with_tags: float
    mean_analysis_chars: float | None
    mean_analysis_chars_all: float
    median_analysis_chars_all: float
    missing_analysis: int
    missing_response: int
    out_of_bounds: int
    clean: int
    repaired: int
    repairs: tuple[tuple[str, int], ...]
    reasked: int
    marked: int


def protocol_statistics(rows: Iterable[ProtocolRow]) -> dict[str, ProtocolFigures]:
    """Return figures per model, models in the order of their names; {} for no rows.

    Each row counts once, by its final state: `reasked` counts rounds that a re-ask saved, `marked` those it did not
    (or that were not re-asked because the round's one extra call was spent). The order of rows does not matter.
    """
    by_model: dict[str, list[ProtocolRow]] = {}
    for row in rows:
        by_model.setdefault(row.model, []).append(row)
    return {model: _figures(by_model[model]) for model in sorted(by_model)}


def _figures(rows: list[ProtocolRow]) -> ProtocolFigures:
    """Count the rounds of one model; `rows` is not empty."""
    firsts = [row.first for row in rows]
    analyses = [first.analysis for first in firsts if first.analysis is not None and first.analysis.text]
    repairs = Counter(repair for first in firsts for repair in first.repairs)
    return ProtocolFigures(
        rounds=len(rows),
        share_with_tags=sum(not _WITHOUT_TAGS & set(first.repairs) for first in firsts) / len(rows),
        mean_analysis_chars=sum(len(analysis.text) for analysis in analyses) / len(analyses) if analyses else None,
        mean_analysis_chars_all=sum(len(analysis.text) for analysis in analyses) / len(rows),
        median_analysis_chars_all=float(
            median([*(len(analysis.text) for analysis in analyses), *[0] * (len(rows) - len(analyses))])
        ),
        missing_analysis=len(rows) - len(analyses),
        missing_response=sum(not first.response for first in firsts),
        out_of_bounds=sum(not analysis.in_bounds for analysis in analyses),
        clean=sum(not first.repairs for first in firsts),
        repaired=sum(bool(first.repairs) for first in firsts),
        repairs=tuple(sorted(repairs.items())),
        reasked=sum(row.final is ReplyState.REASKED for row in rows),
        marked=sum(row.final is ReplyState.MARKED for row in rows),
    )
