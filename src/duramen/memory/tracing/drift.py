"""Drift over a person's rounds, or those of one sitting: from the rows of records and trees to series (A12).

A version of the tree belongs to the round with which the window ended that made it; one made by hand, to the last round
that was stored before it. In: a person. Out: `Drift`.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from duramen.domain.evidence import Source
from duramen.domain.reply import ReplyState
from duramen.domain.time import US_PER_HOUR
from duramen.domain.trace import Drift
from duramen.errors import BadSetting, NotFound
from duramen.memory.events import logged
from duramen.memory.names import checked_name, optional_name
from duramen.memory.workspace import Workspace
from duramen.scoring.drift import RoundFacts, Shown, drift_groups
from duramen.stores.engine import reading
from duramen.stores.owners import OwnerKind
from duramen.stores.tracing import RoundRow, VersionRow, round_rows, turn_times, version_rows
from duramen.text.languages import language_of

ROLLING = 10
"""Over so many rounds series are averaged; ARPM's rolling curves use windows of this order."""
MAX_ROLLING = 10_000
_WITHOUT_TAGS = frozenset({"no-tags", "empty"})


def drift_of(workspace: Workspace, person: str, session: str = "", rolling: int = ROLLING) -> Drift:
    """Return how tree, weights and protocol moved; raises NotFound for an unknown person or sitting, BadSetting for `rolling`."""
    if not 1 <= rolling <= MAX_ROLLING:
        raise BadSetting(f"a mean over {rolling} rounds cannot be; give 1 to {MAX_ROLLING:,} with --rolling")
    owner = workspace.known(OwnerKind.PERSON, checked_name(person, "person"))
    session = optional_name(session, "session")
    with logged("drift_traced", owner=owner.owner_id) as facts, reading(workspace.engine) as connection:
        rows = round_rows(connection, owner, session)
        versions = version_rows(connection, owner)
        times = turn_times(connection, owner)
        facts["rounds"] = len(rows)
    grown = _grown(rows, versions)
    chosen = [at for at, row in enumerate(rows) if not session or row.session == session]
    if session and not chosen:
        raise NotFound(
            f"there is no sitting {session!r} of {person!r}; `duramen rounds --json` names the session of each round"
        )
    first = chosen[0] if chosen else 0
    before = sum(one.born - one.ended for one in grown[:first])
    told = [_facts(rows[at], grown[at], times) for at in chosen]
    return Drift(
        person=owner.name,
        session=session,
        language=_language(rows, owner.name),
        rolling=rolling,
        rounds=tuple(rows[at].record_id for at in chosen),
        answered=sum(one.answered for one in told),
        groups=drift_groups(told, before, rolling),
    )


def _language(rows: Sequence[RoundRow], name: str) -> str:
    counted = Counter(row.language for row in rows if row.language)
    return counted.most_common(1)[0][0] if counted else language_of(name)


def _grown(rows: Sequence[RoundRow], versions: Sequence[VersionRow]) -> list[RoundFacts]:
    """Return for each round what the versions that belong to it did to the tree."""
    if not rows:
        return []
    by_turn = sorted((row.last_turn, at) for at, row in enumerate(rows))
    by_seq = sorted((row.born_seq, row.last_turn, at) for at, row in enumerate(rows))
    sums = [[0, 0, 0] for _ in rows]
    for one in versions:
        if one.upto_turn is not None:
            place = min(bisect_left(by_turn, (one.upto_turn, -1)), len(rows) - 1)
            at = by_turn[place][1]
        else:
            at = by_seq[max(bisect_right(by_seq, (one.seq, 2**62, 0)) - 1, 0)][2]
        for index, count in enumerate((one.born, one.ended, one.applied)):
            sums[at][index] += count
    return [RoundFacts(born=born, ended=ended, operations=applied) for born, ended, applied in sums]


def _facts(row: RoundRow, grown: RoundFacts, times: Mapping[int, int]) -> RoundFacts:
    trace = row.trace
    if trace is None:
        return grown
    now_us = trace["now_us"]
    shown = [_shown(one, now_us, times) for one in trace["evidence"]]
    shown += [Shown(source="profile") for _ in trace.get("leaves", ())]
    return RoundFacts(
        born=grown.born,
        ended=grown.ended,
        operations=grown.operations,
        answered=True,
        shown=tuple(shown),
        with_tags=not _WITHOUT_TAGS & set(trace["repairs"]),
        repairs=len(trace["repairs"]),
        analysis_chars=row.analysis_chars,
        marked=row.reply_state == ReplyState.MARKED.value,
    )


def _shown(row: Mapping[str, Any], now_us: int | None, times: Mapping[int, int]) -> Shown:
    scores = {name: value for name, value in row["scores"].items() if value is not None}
    parts = {name: scores[name] for name in ("dense", "lexical", "feedback") if name in scores}
    biases = [value for name, value in scores.items() if name.startswith("bias.")]
    happened = times.get(row["item"]) if row["source"] == Source.EXPERIENCE.value else None
    return Shown(
        source=row["source"],
        score=row["score"] if parts else None,  # turns of the running talk are shown without having been searched
        parts=parts | ({"bias": sum(map(abs, biases))} if biases else {}),
        weight=scores.get("weight.time"),
        hours=None if happened is None or now_us is None else (now_us - happened) / US_PER_HOUR,
        rounds=row["relative_round"],
    )
