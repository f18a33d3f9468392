import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy.exc import IntegrityError

from duramen.domain.dialogue import Role
from duramen.domain.record import Answer, RecordDraft, RecordState, TurnDraft
from duramen.domain.time import UNKNOWN_MOMENT, Moment, Precision
from duramen.stores import records as store
from duramen.stores import turns as stored_turns
from duramen.stores.engine import reading
from duramen.stores.owners import OwnerKind, ensure_owner
from duramen.stores.rows import moment_of
from duramen.stores.writing import owner_write

AT = Moment(at_us=1_700_000_000_123_456, zone="Asia/Shanghai", offset_minutes=480)
TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=60)
NUMBERS = st.floats(allow_nan=False) | st.integers(-(2**60), 2**60)


def said(text="Hello.", *, role=Role.PERSON, at=AT, key=None, retrievable=True, vector=b"\1\0"):
    return TurnDraft(
        role=role, speaker="Mei", text=text, happened_at=at, vector=vector, retrievable=retrievable, import_key=key
    )


def draft(record_id="r1", *turns, character="Ada", session="s", at=AT, state=RecordState.COMPLETE, writer=""):
    return RecordDraft(
        record_id=record_id,
        character=character,
        session=session,
        channel="chat",
        state=state,
        happened_at=at,
        recorded_us=5,
        turns=turns or (said(at=at),),
        writer=writer,
    )


ANSWER = Answer(
    model="scripted:a",
    preset="balanced",
    settings={"experience": {"depth": 3, "名": ["a", 0.5, None]}},
    augmented="[User_Mei] Hello?",
    query_vector=b"\0\1\2\xff",
    trace={"candidates": [{"score": 0.1 + 0.2, "log": float("-inf"), "reason": "", "merged": []}], "at_seq": {"x": 3}},
    template_hash="t" * 64,
    prompt_hash="p" * 64,
    raw="<analysis>need=none</analysis>\n<response>“Hi” \\ \U0001f600</response>",
    analysis="need=none",
    reply_state="clean",
    bindings=("E1", "E12"),
)


def added(engine, owner, *drafts):
    with owner_write(engine, owner) as write:
        return store.add_records(write, drafts)


def read(engine, owner, record_id):
    with reading(engine) as connection:
        return store.read_record(connection, owner, record_id)


def asked(engine, ask, *values):
    with reading(engine) as connection:
        return ask(connection, *values)


def test_a_round_is_read_as_it_was_written(engine, mei):
    given_ = draft("r1", said("Hello."), said("你好 😀", role=Role.CHARACTER, at=UNKNOWN_MOMENT, retrievable=False))
    assert added(engine, mei, given_) == [1]
    found = read(engine, mei, "r1")
    assert (found.record_id, found.person, found.character, found.session) == ("r1", "Mei", "Ada", "s")
    assert (found.round, found.state, found.channel, found.seq) == (1, RecordState.COMPLETE, "chat", 1)
    assert (found.happened_at, found.recorded_us, found.answer) == (AT, 5, None)
    assert [(t.turn_id, t.position, t.role, t.text, t.happened_at, t.retrievable) for t in found.turns] == [
        (1, 0, Role.PERSON, "Hello.", AT, True),
        (2, 1, Role.CHARACTER, "你好 😀", UNKNOWN_MOMENT, False),
    ]
    assert read(engine, mei, "r2") is None


@pytest.mark.parametrize("at", [AT, UNKNOWN_MOMENT, Moment(at_us=-(10**16), zone="+08:00", offset_minutes=480, precision=Precision.DAY),
                                Moment(at_us=0, precision=Precision.MONTH)])  # fmt: skip
def test_a_time_is_read_as_precisely_as_it_was_told(engine, mei, at):
    added(engine, mei, draft(at=at))
    found = read(engine, mei, "r1")
    assert found.happened_at == found.turns[0].happened_at == at


def test_an_open_round_is_completed_with_its_reply_and_how_it_came_about(engine, mei):
    added(engine, mei, draft(state=RecordState.OPEN, writer="host/1"))
    with owner_write(engine, mei) as write:
        store.complete_record(write, "r1", said("Hi.", role=Role.CHARACTER), ANSWER)
    found = read(engine, mei, "r1")
    assert found.answer == ANSWER
    assert found.state is RecordState.COMPLETE
    assert [(turn.position, turn.text) for turn in found.turns] == [(0, "Hello."), (1, "Hi.")]
    assert asked(engine, store.open_records) == []


def test_a_round_without_a_reply_can_be_completed_too(engine, mei):
    added(engine, mei, draft(state=RecordState.OPEN))
    with owner_write(engine, mei) as write:
        store.complete_record(write, "r1", None, ANSWER)
    assert len(read(engine, mei, "r1").turns) == 1
    assert read(engine, mei, "r1").answer == ANSWER


def test_a_reply_stands_after_all_that_was_said(engine, mei):
    added(engine, mei, draft("r1", said("One."), said("Two."), state=RecordState.OPEN))
    with owner_write(engine, mei) as write:
        store.complete_record(write, "r1", said("Hi.", role=Role.CHARACTER), ANSWER)
    assert [(turn.position, turn.text) for turn in read(engine, mei, "r1").turns] == [
        (0, "One."), (1, "Two."), (2, "Hi."),
    ]  # fmt: skip


@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    trace=st.dictionaries(TEXTS, st.recursive(NUMBERS | TEXTS | st.none() | st.booleans(), lambda x: st.lists(x, max_size=3) | st.dictionaries(TEXTS, x, max_size=3), max_leaves=6), max_size=4),
    texts=st.lists(TEXTS, min_size=3, max_size=3),
    vector=st.binary(max_size=20),
)  # fmt: skip
def test_any_answer_comes_back_as_it_was(engine, mei, trace, texts, vector):
    from dataclasses import replace

    answer = replace(
        ANSWER, trace=trace, settings=trace, raw=texts[0], analysis=texts[1], augmented=texts[2], query_vector=vector
    )
    with owner_write(engine, mei) as write:
        record_id = f"r{write.seq}"
        store.add_records(write, [draft(record_id, said(texts[0]), state=RecordState.OPEN)])
        store.complete_record(write, record_id, None, answer)
    found = read(engine, mei, record_id)
    assert found.answer == answer
    assert found.turns[0].text == texts[0]


def test_messages_that_come_later_take_the_next_positions(engine, mei):
    added(engine, mei, draft("r1"), draft("r2"))
    with owner_write(engine, mei) as write:
        assert store.append_turns(write, "r1", [said("b"), said("c")]) == [3, 4]
        assert store.append_turns(write, "r1", [said("d")]) == [5]
        assert store.append_turns(write, "r1", []) == []
    found = read(engine, mei, "r1")
    assert [(turn.position, turn.text) for turn in found.turns] == [(0, "Hello."), (1, "b"), (2, "c"), (3, "d")]
    assert len(read(engine, mei, "r2").turns) == 1


def test_nothing_to_add_is_no_error(engine, mei):
    assert added(engine, mei) == []


def test_an_import_key_is_stored_once_for_each_owner(engine, mei):
    added(engine, mei, draft("r1", said(key=b"k1"), said(key=b"k2")), draft("r2", said(key=None), said(key=None)))
    with pytest.raises(IntegrityError), owner_write(engine, mei) as write:
        store.add_records(write, [draft("r3", said(key=b"k2"))])
    assert read(engine, mei, "r3") is None
    other = ensure_owner(engine, "default", OwnerKind.PERSON, "Tom", 1)
    added(engine, other, draft("r1", said(key=b"k1")))
    assert asked(engine, stored_turns.known_import_keys, mei, [b"k1", b"k2", b"k3"]) == {b"k1": "r1", b"k2": "r1"}
    assert asked(engine, stored_turns.known_import_keys, other, [b"k1", b"k2"]) == {b"k1": "r1"}
    assert asked(engine, stored_turns.known_import_keys, mei, []) == {}


def test_thousands_of_keys_and_ids_may_be_asked_at_once(engine, mei):
    keys = [n.to_bytes(4, "big") for n in range(1_201)]
    added(engine, mei, draft("r1", *(said(str(n), key=key) for n, key in enumerate(keys))))
    assert len(asked(engine, stored_turns.known_import_keys, mei, [*keys, *(b"x" + key for key in keys)])) == 1_201
    found = asked(engine, stored_turns.turns_by_id, mei, list(range(1, 3_000)))
    assert sorted(found) == list(range(1, 1_202))
    row = found[7]
    assert (row.text, row.character, row.session, row.round, row.recorded_us) == ("6", "Ada", "s", 1, 5)
    assert moment_of(row) == AT


def test_turns_are_fed_by_seq_in_batches_with_their_vectors(engine, mei):
    for n in range(4):
        added(engine, mei, draft(f"r{n}", said(f"{n}a", vector=bytes([n, 0])), said(f"{n}b", vector=None)))

    def born(after_seq, upto, after=-1, limit=100):
        rows = asked(engine, stored_turns.turns_born_between, mei, (after_seq, upto), after, limit)
        return [(row.turn_id, row.vector) for row in rows]

    assert [item for item, _ in born(0, 4)] == list(range(1, 9))
    assert born(1, 3) == [(3, b"\1\0"), (4, None), (5, b"\2\0"), (6, None)]
    assert [item for item, _ in born(0, 4, limit=3)] == [1, 2, 3]
    assert [item for item, _ in born(0, 4, after=3, limit=3)] == [4, 5, 6]
    assert born(4, 4) == []
    assert born(3, 2) == []


def test_what_died_is_told_with_its_seq(engine, mei):
    added(engine, mei, draft("r1", said("a"), said("b")))
    with owner_write(engine, mei) as write:
        write.connection.execute(store.turns.update().where(store.turns.c.turn_id == 2).values(died_seq=write.seq))
    assert asked(engine, stored_turns.turns_died_after, mei, 1) == [(2, 2)]
    assert asked(engine, stored_turns.turns_died_after, mei, 2) == []


def test_the_last_turns_of_a_sitting_come_latest_first(engine, mei):
    later = Moment(at_us=AT.at_us + 1_000)
    added(engine, mei, draft("r1", said("a"), said("b")), draft("r2", said("other"), session="t"))
    added(engine, mei, draft("r3", said("c", at=later), said("marked", retrievable=False)))
    added(engine, mei, draft("r4", said("bob's"), character="Bob"))

    def texts(place, upto, limit=9):
        return [row.text for row in asked(engine, stored_turns.session_turns, mei, place, upto, limit)]

    assert texts(("Ada", "s"), (9, None)) == ["c", "b", "a"]
    assert texts(("Ada", "s"), (9, None), 2) == ["c", "b"]
    assert texts(("Ada", "s"), (1, None)) == ["b", "a"]
    assert texts(("Ada", "s"), (9, AT.at_us)) == ["b", "a"]
    assert texts(("", "s"), (9, None)) == ["bob's", "c", "b", "a"]
    assert texts(("Ada", "absent"), (9, None)) == []


def test_records_are_listed_by_when_they_happened_the_undated_first(engine, mei):
    late, early = Moment(at_us=2_000), Moment(at_us=-2_000)
    added(engine, mei, draft("new", at=late), draft("undated", at=UNKNOWN_MOMENT), draft("old", at=early))
    added(engine, mei, draft("bob", at=early, character="Bob"))

    def listed(character, limit):
        return [record.record_id for record in asked(engine, store.list_records, mei, character, limit)]

    assert listed(None, 9) == ["undated", "old", "bob", "new"]
    assert listed("Ada", 2) == ["old", "new"]
    assert listed("Nobody", 9) == []
    assert asked(engine, store.count_by_character, mei) == {"Ada": 3, "Bob": 1}
    assert asked(engine, store.find_round, mei, "Ada", 2) == "undated"
    assert asked(engine, store.find_round, mei, "Ada", 9) is None
    assert asked(engine, store.last_record, mei, "Ada", 9_999).record_id == "new"
    assert asked(engine, store.last_record, mei, "Ada", 0).record_id == "old"
    assert asked(engine, store.last_record, mei, "Nobody", 0) is None


def test_rounds_that_wait_are_told_with_their_writer_and_only_they_change_state(engine, mei):
    added(engine, mei, draft("open", state=RecordState.OPEN, writer="host/7"), draft("done"))
    (waiting,) = asked(engine, store.open_records)
    assert (waiting.owner_id, waiting.record_id, waiting.writer) == (mei.owner_id, "open", "host/7")
    with owner_write(engine, mei) as write:
        store.set_state(write, ["open", "done", "absent"], RecordState.INTERRUPTED)
    assert read(engine, mei, "open").state is RecordState.INTERRUPTED
    assert read(engine, mei, "done").state is RecordState.COMPLETE


def test_nothing_crosses_from_one_person_to_another(engine, mei):
    tom = ensure_owner(engine, "default", OwnerKind.PERSON, "Tom", 1)
    added(engine, mei, draft("r1"))
    assert read(engine, tom, "r1") is None
    assert asked(engine, stored_turns.turns_by_id, tom, [1]) == {}
    assert asked(engine, stored_turns.session_turns, tom, ("Ada", "s"), (9, None), 9) == []
    assert asked(engine, store.list_records, tom, None, 9) == []
    assert asked(engine, stored_turns.turns_born_between, tom, (0, 9), -1, 9) == []
