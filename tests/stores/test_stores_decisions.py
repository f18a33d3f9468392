"""What the gate said, what waits for the person, how far was listened, and what was allowed: kept, and found again."""

from dataclasses import replace
from datetime import UTC, datetime

from sqlalchemy import text

from duramen.domain.operations import Kind, Operation
from duramen.domain.persona import Proposal, Quote, Tier
from duramen.domain.time import Moment, moment_at
from duramen.govern.permissions import Consent, Grant, Permission
from duramen.stores.engine import reading
from duramen.stores.listening.windows import (
    StoredWindow,
    WindowState,
    advance_hearing,
    find_window,
    heard_upto,
    list_windows,
    put_window,
    rewind_hearing,
)
from duramen.stores.named import SCHEMAS, find_named, list_named, put_named
from duramen.stores.owners import OwnerKind, ensure_owner
from duramen.stores.persona.decisions import (
    StoredDecision,
    Waits,
    add_decisions,
    decisions_of_window,
    find_decision,
    list_decisions,
    open_decisions,
    settle_decision,
)
from duramen.stores.persona.permissions import (
    StoredGrant,
    list_consents,
    list_grants,
    permissions_for,
    put_consent,
    put_grant,
    withdraw_consent,
)
from duramen.stores.persona.writing import Change, VersionDraft, write_version
from duramen.stores.writing import owner_write

NOW = moment_at(datetime(2026, 1, 1, tzinfo=UTC), "Asia/Shanghai")


def decision(value="tea", **changes):
    operation = Operation(kind=Kind.UPDATE, path="diet", value=value)
    proposal = Proposal(operation=operation, quote=Quote(record_id="r", turn_id=7, start=1, end=3, said_at=NOW))
    told = {"version": 0, "position": 0, "outcome": "waits", "code": "review", "reason": "it waits", "writer": "rules"}
    return StoredDecision(**{"proposal": proposal, "recorded_us": 5, **told, **changes})


def test_a_decision_comes_back_as_it_was_stored(engine, mei):
    drafts = [
        decision(),
        decision(value=None, position=1, nearest=("diet", "饮食"), waits=Waits.OPEN, window_id="w"),
    ]
    with owner_write(engine, mei) as write:
        stored = add_decisions(write, drafts)
    with reading(engine) as connection:
        assert list_decisions(connection, mei, 0) == stored
        assert decisions_of_window(connection, mei, "w") == open_decisions(connection, mei) == stored[1:]
        assert find_decision(connection, mei, stored[0].decision_id) == stored[0]
        assert find_decision(connection, mei, 999) is None


def test_the_value_of_an_applied_operation_stands_in_its_leaf_alone(engine, mei):
    with owner_write(engine, mei) as write:
        draft = VersionDraft(after=0, schema="tiny", schema_version=1, cause="apply", writer="rules", recorded=NOW)
        ids = write_version(write, draft, [Change(path="diet", value="drinks oolong")])
        add_decisions(write, [decision(value="drinks oolong", outcome="applied", leaf_id=ids["diet"])])
    with reading(engine) as connection:
        assert list_decisions(connection, mei, 0)[0].proposal.operation.value == "drinks oolong"
        assert "oolong" not in str(connection.execute(text("SELECT * FROM decisions")).all())


def test_what_waits_is_settled_once(engine, mei):
    with owner_write(engine, mei) as write:
        (stored,) = add_decisions(write, [decision(waits=Waits.OPEN)])
        assert settle_decision(write, stored.decision_id, Waits.ACCEPTED, 9)
        assert not settle_decision(write, stored.decision_id, Waits.REJECTED, 10)
    with reading(engine) as connection:
        assert open_decisions(connection, mei) == []
        found = find_decision(connection, mei, stored.decision_id)
    assert (found.waits, found.settled_us) == (Waits.ACCEPTED, 9)


def test_the_cursor_moves_only_from_where_it_stands(engine, mei):
    with owner_write(engine, mei) as write:
        assert advance_hearing(write, 0, 5)
        assert not advance_hearing(write, 0, 7)
        assert heard_upto(write.connection, mei) == 5
        rewind_hearing(write, 9)
        assert heard_upto(write.connection, mei) == 5
        rewind_hearing(write, 2)
        assert heard_upto(write.connection, mei) == 2


def test_a_window_that_is_tried_again_is_one_window(engine, mei):
    window = StoredWindow(window_id="w", after_turn=0, upto_turn=5, listener="model:x", state=WindowState.FAILED)
    later = StoredWindow(window_id="v", after_turn=5, upto_turn=9, listener="rules", raw="NO_OP()", recorded_us=3)
    parked = StoredWindow(
        window_id="w", after_turn=0, upto_turn=5, listener="model:x", state=WindowState.PARKED, attempts=3, problem="no"
    )
    with owner_write(engine, mei) as write:
        for one in (later, window, parked):
            put_window(write, one)
    with reading(engine) as connection:
        assert list_windows(connection, mei) == [parked, later]
        assert list_windows(connection, mei, [WindowState.PARKED]) == [parked]
        assert find_window(connection, mei, 0, 5) == parked
        assert find_window(connection, mei, 1, 5) is None


def grant(on, **where):
    told = Grant(path="health", permission=Permission.GENERATION, on=on)
    return StoredGrant(grant=told, recorded_us=4, **where)


def test_the_last_word_on_a_permission_holds_and_is_kept_with_the_earlier_ones(engine, mei):
    for on in (True, False):
        with owner_write(engine, mei) as write:
            put_grant(write, grant(on))
            put_grant(write, grant(True, character="Ann"))
    with reading(engine) as connection:
        assert list_grants(connection, mei) == [grant(False), grant(True, character="Ann")]
        assert connection.execute(text("SELECT count(*) FROM grants")).scalar() == 4


def test_what_is_said_of_one_character_or_sitting_counts_more_there_and_nowhere_else(engine, mei):
    with owner_write(engine, mei) as write:
        for one in (grant(True, character="Ann", session="s"), grant(True, session="t"), grant(False)):
            put_grant(write, one)
    with reading(engine) as connection:
        allowed = {
            place: permissions_for(connection, mei, *place).decided("health.allergies", Permission.GENERATION)
            for place in (("", ""), ("Ann", ""), ("Ann", "s"), ("Bo", "s"), ("Bo", "t"))
        }
    assert allowed == {("", ""): False, ("Ann", ""): False, ("Ann", "s"): True, ("Bo", "s"): False, ("Bo", "t"): True}


def test_a_withdrawn_consent_is_kept_as_withdrawn(engine, mei):
    special = Consent(tier=Tier.SPECIAL, purpose="to warn of allergies", given=Moment(at_us=3))
    leaf = Consent(path="finance", purpose="to plan", given=Moment(at_us=4))
    with owner_write(engine, mei) as write:
        put_consent(write, special)
        put_consent(write, leaf)
        assert withdraw_consent(write, Tier.SPECIAL, "", 8) == 1
        assert withdraw_consent(write, Tier.SPECIAL, "", 9) == 0
    with reading(engine) as connection:
        assert list_consents(connection, mei) == [replace(special, withdrawn=Moment(at_us=8)), leaf]


def test_a_changed_schema_takes_the_place_of_the_older_one(engine):
    owner = ensure_owner(engine, "default", OwnerKind.SCHEMAS, "schemas", 1)
    with owner_write(engine, owner) as write:
        for version, data in ((1, "{}"), (2, "[]")):
            put_named(write, SCHEMAS, "garden", data, version=version, recorded_us=5)
        put_named(write, SCHEMAS, "art", "1", version=1, recorded_us=5)
    with reading(engine) as connection:
        assert find_named(connection, SCHEMAS, owner, "garden") == "[]"
        assert find_named(connection, SCHEMAS, owner, "none") is None
        assert list_named(connection, SCHEMAS, owner) == ["1", "[]"]
