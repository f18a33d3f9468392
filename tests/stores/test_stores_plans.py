"""How SQLite finds rows: what is asked at every round or question must not look through all that was ever said."""

from collections.abc import Callable

import pytest
from sqlalchemy import Connection, event

from duramen.stores.engine import open_engine, reading
from duramen.stores.knowledge import children_born_between, children_died_after
from duramen.stores.owners import Owner, OwnerKind, ensure_owner
from duramen.stores.records import last_record
from duramen.stores.turns import session_turns, turns_born_between, turns_by_id, turns_died_after

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
    assert not any(step.startswith("SCAN") for step in plan), plan
