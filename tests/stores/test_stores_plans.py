"""How SQLite finds rows: what is asked at every round or question must not look through all that was ever said."""

from collections.abc import Callable

import pytest
from sqlalchemy import Connection, event

from duramen.stores.engine import open_engine, reading
from duramen.stores.knowledge import children_born_between, children_died_after
from duramen.stores.owners import Owner, OwnerKind, ensure_owner
from duramen.stores.persona.decisions import list_decisions, open_decisions
from duramen.stores.persona.leaves import quotes_of
from duramen.stores.persona.reading import TreeVersion, leaf_history, read_tree, read_tree_at
from duramen.stores.persona.writing import _standing
from duramen.stores.records import last_record
from duramen.stores.turns import session_turns, turns_born_between, turns_by_id, turns_died_after
from duramen.stores.writing import OwnerWrite

LEAVES = "SEARCH leaves USING INDEX"
ASKED: dict[str, tuple[Callable[[Connection, Owner], object], str]] = {
    "the running sitting": (
        lambda c, o: session_turns(c, o, ("Ann", "s"), (9, None), 6),
        "records USING INDEX ix_records_owner_id_character_session (owner_id=? AND character=? AND session=?)",
    ),
    "turns of it": (
        lambda c, o: session_turns(c, o, ("Ann", "s"), (9, None), 6),
        "turns USING INDEX ix_turns_owner_id_record_id (owner_id=? AND record_id=?)",
    ),
    "the round before": (
        lambda c, o: last_record(c, o, "Ann", 5),
        "ix_records_owner_id_character_happened_us_round (owner_id=? AND character=? AND happened_us<?)",
    ),
    "new turns": (
        lambda c, o: turns_born_between(c, o, (5, 9), -1, 10),
        "turns USING COVERING INDEX ix_turns_owner_id_born_seq (owner_id=? AND born_seq>?)",
    ),
    "new children": (
        lambda c, o: children_born_between(c, o, (5, 9), -1, 10),
        "children USING COVERING INDEX ix_children_owner_id_born_seq (owner_id=? AND born_seq>?)",
    ),
    "dead turns": (lambda c, o: turns_died_after(c, o, 5), "turns USING INDEX ix_turns_owner_id_died_seq"),
    "dead children": (lambda c, o: children_died_after(c, o, 5), "children USING INDEX ix_children_owner_id_died_seq"),
    "the tree": (lambda c, o: read_tree(c, o), f"{LEAVES} uq_leaves_active (owner_id=?)"),
    "the tree at a version": (
        lambda c, o: read_tree(c, o, TreeVersion(version=3)),
        f"{LEAVES} sqlite_autoindex_leaves_2 (owner_id=? AND path=? AND born_version=?)",
    ),
    "the latest value up to a version": (
        lambda c, o: read_tree(c, o, TreeVersion(version=3)),
        "SEARCH other USING COVERING INDEX sqlite_autoindex_leaves_2 (owner_id=? AND path=? AND born_version<?)",
    ),
    "the tree at a time": (
        lambda c, o: read_tree_at(c, o, 5),
        "SEARCH other USING INDEX ix_leaves_owner_id_path_begin_us_born_version (owner_id=? AND path=? AND begin_us<?)",
    ),
    "paths that were ever filled": (
        lambda c, o: read_tree_at(c, o, 5),
        "(owner_id=? AND path>?)",
    ),
    "what stands of some paths": (
        lambda c, o: _standing(OwnerWrite(connection=c, owner=o, seq=1, _head={}, _rounds={}), ["a", "b"]),
        f"{LEAVES} uq_leaves_active (owner_id=? AND path=?)",
    ),
    "the history of a leaf": (
        lambda c, o: leaf_history(c, o, "a"),
        f"{LEAVES} sqlite_autoindex_leaves_2 (owner_id=? AND path=?)",
    ),
    "quotes": (
        lambda c, o: quotes_of(c, o, [1, 2]),
        "SEARCH leaf_quotes USING INDEX sqlite_autoindex_leaf_quotes_1 (owner_id=? AND leaf_id=?)",
    ),
    "what waits for the person": (
        lambda c, o: open_decisions(c, o),
        "SEARCH decisions USING INDEX ix_decisions_open (owner_id=?)",
    ),
    "decisions of a version": (
        lambda c, o: list_decisions(c, o, 3),
        "SEARCH decisions USING INDEX ix_decisions_owner_id_version_decision_id (owner_id=? AND version=?)",
    ),
    "turns by id": (
        lambda c, o: turns_by_id(c, o, [1, 2]),
        "turns USING INDEX sqlite_autoindex_turns_1 (owner_id=? AND turn_id=?)",
    ),
}


@pytest.mark.parametrize("name", ASKED)
def test_what_is_asked_at_every_round_goes_by_an_index(name, tmp_path):
    engine = open_engine(tmp_path)
    owner = ensure_owner(engine, "default", OwnerKind.PERSON, "Mei", 0)
    seen: list[tuple[str, object]] = []
    event.listen(engine, "before_cursor_execute", lambda c, cur, text, values, *_: seen.append((text, values)))
    ask, expected = ASKED[name]
    with reading(engine) as connection:
        ask(connection, owner)
        statements, plan = list(seen), []
        for text, values in statements:
            plan += [row[3] for row in connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {text}", values)]
    engine.dispose()
    assert any(expected in step for step in plan), plan
    assert not any(step.startswith("SCAN") and step != "SCAN paths" for step in plan), plan
