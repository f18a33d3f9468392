"""From a plan to erasures: for each owner the rows, columns, spans and keys, as ids alone; and the texts of which vectors are
made anew.
"""

from __future__ import annotations

import uuid
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from sqlalchemy import Connection

from duramen.govern.forgetting.cutting import cut_text
from duramen.govern.forgetting.found import Found, HeldTurn
from duramen.govern.forgetting.plan import Plan
from duramen.govern.forgetting.words import holds_any
from duramen.memory.passages import turn_passage
from duramen.stores.forgetting.erasing import GIVEN, Cut, Erasure, import_keys_of, keyed
from duramen.stores.owners import Owner


def erasures_of(connection: Connection, owners: dict[str, Owner], found: Found, plan: Plan) -> dict[str, Erasure]:
    """Return what goes of each owner; of one of whom nothing goes there is none. `owners`: all, by their ids."""
    person = owners[found.owner_id]
    rows: dict[str, dict[str, list[Any]]] = {owner: defaultdict(list) for owner in owners}
    emptied: dict[str, list[list[Any]]] = {owner: [] for owner in owners}
    gone = sorted(plan.turns - plan.cuts.keys())
    rows[found.owner_id] |= {name: keys for name, keys in (("turns", gone), ("records", sorted(plan.rounds))) if keys}
    for owner_id, leaf_id in sorted(plan.leaves, key=str):
        rows[owner_id]["leaves"].append(leaf_id)
    for owner_id, decision_id in sorted(plan.decisions, key=str):
        rows[owner_id]["decisions"].append(decision_id)
    for (owner_id, table, key), columns in plan.others.items():
        if columns is None:
            rows[owner_id][table].append(list(key))
        else:
            emptied[owner_id].append([table, list(key), list(columns)])
    for owner_id, window_id in sorted(plan.windows, key=str):
        emptied[owner_id].append(["windows", window_id, ["raw", "problem"]])
    for (owner_id, leaf_id), columns in plan.reasons.items():
        emptied[owner_id].append(["leaves", leaf_id, list(columns)])
    emptied[found.owner_id] += _of_rounds(found, plan)
    made = {}
    for owner_id in owners:
        mine = owner_id == found.owner_id
        erasure = Erasure(
            rows=dict(rows[owner_id]),
            emptied=emptied[owner_id],
            cuts=list(_cuts(person, found, plan)) if mine else [],
            stale=sorted(stale_turns(found, plan)) if mine else [],
            reopened=sorted(int(key) for owner, key in plan.reopened if owner == owner_id),
            revived=sorted(int(key) for owner, key in plan.revived if owner == owner_id),
            sessions=_sessions(person, plan) if mine else {},
            tombstones=import_keys_of(connection, owner_id, frozenset(gone)) if mine and gone else [],
        )
        if erasure != Erasure():
            made[owner_id] = erasure
    return made


def _of_rounds(found: Found, plan: Plan) -> Iterator[list[Any]]:
    """Yield what rounds that stay lose: a reply's raw text and analysis, a question as searched, a query's vector, marks."""
    cut = {turn.record_id for one in found.rounds for turn in one.turns if turn.turn_id in plan.cuts}
    for one in found.rounds:
        if one.record_id in plan.rounds:
            continue
        columns = ["raw", "analysis"] if one.record_id in plan.replies else []
        columns += ["augmented"] if one.record_id in cut else []
        columns += ["query_vector", GIVEN] if one.record_id in plan.queries else []
        columns += ["queries"] if columns else []
        if columns:
            yield ["records", one.record_id, columns]
        for turn in one.turns:
            if turn.turn_id not in plan.turns or turn.turn_id in plan.cuts:
                told = " ".join(turn.says[1:])
                marks = not turn.own and any(record in told for record in plan.rounds)
                if told and (marks or (turn.turn_id in plan.cuts and holds_any(told, plan.words))):
                    yield ["turns", turn.turn_id, ["extra"]]


def _cuts(person: Owner, found: Found, plan: Plan) -> Iterator[Cut]:
    texts = {turn.turn_id: turn.text for one in found.rounds for turn in one.turns}
    for turn_id, spans in plan.cuts.items():
        before = keyed(person.secret, texts[turn_id])
        yield Cut(turn_id=turn_id, spans=[list(span) for span in spans], before=before)


def _sessions(person: Owner, plan: Plan) -> dict[str, str]:
    return {keyed(person.secret, name): f"forgotten-{uuid.uuid4().hex[:8]}" for name in plan.sessions}


def stale_turns(found: Found, plan: Plan) -> dict[int, str]:
    """Return the turns that stay and whose vectors were made with what goes: they are cut, or come right after it.

    Each with the passage of which its new vector is made.
    """
    sittings: dict[tuple[str, str], list[HeldTurn]] = defaultdict(list)
    for one in found.rounds:
        sittings[one.character, one.session] += one.turns
    passages: dict[int, str] = {}
    for turns in sittings.values():
        previous, touched = "", False
        for turn in sorted(turns, key=lambda each: each.turn_id):
            if turn.turn_id in plan.turns and turn.turn_id not in plan.cuts:
                touched = True
                continue
            text = cut_text(turn.text, plan.cuts.get(turn.turn_id, ()))
            if touched or turn.turn_id in plan.cuts:
                passages[turn.turn_id] = turn_passage(text, previous)
            previous, touched = text, turn.turn_id in plan.cuts
    return passages
