"""The running talk beside what the search found: its last rounds are shown whatever the search says."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from duramen.compose.excerpt import excerpt
from duramen.compose.unfold import RECENT
from duramen.domain.evidence import Candidate, Source
from duramen.domain.preset import Reading
from duramen.domain.time import Moment, Precision
from duramen.stores.rows import moment_of
from duramen.stores.turns import TurnRow


def with_recent(
    found: Sequence[Candidate], turns: Sequence[TurnRow], reading: Reading, words: set[str]
) -> list[Candidate]:
    """Put the last rounds of the running sitting (`turns`, the latest first) before the finds, whatever the search says."""
    wanted = turns[: 2 * reading.recent_rounds]
    by_item = {candidate.item_id: candidate for candidate in found}
    records = list(dict.fromkeys(row.record_id for row in turns))
    recent = [
        replace(
            by_item.get(row.turn_id)
            or replace(turn_candidate(row), relative_round=records.index(row.record_id) + 1, rank=at),
            text=excerpt(row.text, words, reading.excerpt_tokens),
            scores={**(by_item[row.turn_id].scores if row.turn_id in by_item else {}), RECENT: 1.0},
            reason="",
        )
        for at, row in enumerate(wanted)
    ]
    shown = {candidate.item_id for candidate in recent}
    return [*recent, *(candidate for candidate in found if candidate.item_id not in shown)]


def turn_candidate(row: TurnRow) -> Candidate:
    """Return a turn as it stands, without any score and without a distance."""
    return Candidate(
        source=Source.EXPERIENCE,
        item_id=row.turn_id,
        record_id=row.record_id,
        text=row.text,
        speaker=row.speaker,
        role=row.role,
        happened_at=moment_of(row),
        recorded_at=Moment(at_us=row.recorded_us, precision=Precision.SECOND),
        round=row.round,
        relative_round=None,
        origin=row.session,
        session=row.session,
    )
