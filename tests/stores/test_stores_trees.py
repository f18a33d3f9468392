"""A tree's versions: what was read then is read for ever, one value a path, versions without a gap, all or nothing."""

from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import select, text
from sqlalchemy.exc import IntegrityError

from duramen.domain.dialogue import Role
from duramen.domain.persona import Quote
from duramen.domain.record import RecordDraft, RecordState, TurnDraft
from duramen.domain.time import UNKNOWN_MOMENT, Precision, moment_at
from duramen.errors import StoreError
from duramen.stores.engine import open_engine, reading
from duramen.stores.owners import OwnerKind, ensure_owner
from duramen.stores.persona.reading import (
    current_version,
    find_version,
    leaf_history,
    lineage,
    list_versions,
    read_tree,
    read_tree_at,
)
from duramen.stores.persona.tables import leaves
from duramen.stores.persona.writing import Change, VersionDraft, write_version
from duramen.stores.records import add_records
from duramen.stores.writing import owner_write

PATHS = ("home.city", "work.occupation", "diet", "pets.animals")


def day(year, month=1, date=1, precision=Precision.DAY):
    return moment_at(datetime(year, month, date, tzinfo=UTC), "UTC", precision)


def year_end(year):
    return day(year, 12, precision=Precision.MONTH)


def draft(after, recorded=None, **values):
    told = {"schema": "tiny", "schema_version": 1, "cause": "apply", "writer": "rules@1"} | values
    return VersionDraft(after=after, recorded=recorded or day(2026, 1, 1), **told)


def wrote(engine, owner, *changes, recorded=None, **values):
    with owner_write(engine, owner) as write:
        after = current_version(write.connection, owner).version
        write_version(write, draft(after, recorded, **values), changes)
    return after + 1


def tree(engine, owner, version=None):
    with reading(engine) as connection:
        return read_tree(connection, owner, None if version is None else find_version(connection, owner, version))


def values_at(engine, owner, when):
    with reading(engine) as connection:
        return read_tree_at(connection, owner, when.at_us).values()


def history(engine, owner, path):
    with reading(engine) as connection:
        return leaf_history(connection, owner, path)


def said(engine, owner, words, when):
    turn = TurnDraft(role=Role.PERSON, speaker=owner.name, text=words, happened_at=when, vector=b"")
    record = RecordDraft(
        record_id=f"r{len(words)}",
        character="Ann",
        session="s",
        channel="api",
        state=RecordState.COMPLETE,
        happened_at=when,
        recorded_us=5,
        turns=(turn,),
    )
    with owner_write(engine, owner) as write:
        add_records(write, [record])
        turn_id = write.connection.execute(text("SELECT max(turn_id) FROM turns")).scalar()
    return Quote(record_id=record.record_id, turn_id=turn_id, start=0, end=len(words), said_at=when)


lists = st.lists(
    st.dictionaries(st.sampled_from(PATHS), st.none() | st.text("ab；深", min_size=1, max_size=3)), max_size=8
)


@settings(max_examples=60, deadline=None)
@given(lists)
def test_a_version_reads_for_ever_as_the_tree_that_it_was(tmp_path_factory, given_lists):
    engine = open_engine(tmp_path_factory.mktemp("store"))
    owner = ensure_owner(engine, "default", OwnerKind.PERSON, "Mei", 0)
    model, then = {}, [tree(engine, owner)]
    for changes in given_lists:
        legal = {path: value for path, value in changes.items() if value is not None or path in model}
        number = wrote(engine, owner, *(Change(path=path, value=value) for path, value in legal.items()))
        model = {path: value for path, value in (model | legal).items() if value is not None}
        then.append(tree(engine, owner))
        assert then[-1].version == number == len(then) - 1
        assert then[-1].values() == model
    for number, before in enumerate(then):
        assert tree(engine, owner, number) == before
    with reading(engine) as connection:
        assert [v.version for v in list_versions(connection, owner, 99)] == list(range(1, len(then)))
        rows = connection.execute(select(leaves.c.path).where(leaves.c.died_version.is_(None))).scalars().all()
        assert sorted(rows) == sorted(model)
    engine.dispose()


def test_a_second_standing_value_of_a_path_is_refused_by_the_database(engine, mei):
    wrote(engine, mei, Change(path="diet", value="tea"))
    with pytest.raises(IntegrityError), owner_write(engine, mei) as write:
        write.connection.execute(
            text(
                "INSERT INTO leaves (owner_id, leaf_id, tenant, path, value, born_version, to_told, begin_us, recorded_us, "
                "writer, stated, confidence, born_seq) SELECT owner_id, leaf_id + 100, tenant, path, value, 9, to_told, "
                "begin_us, recorded_us, writer, stated, confidence, born_seq FROM leaves"
            )
        )


def test_a_list_that_was_judged_on_an_older_tree_is_not_written(engine, mei):
    wrote(engine, mei, Change(path="diet", value="tea"))
    with pytest.raises(StoreError, match="moved on from version 0"), owner_write(engine, mei) as write:
        write_version(write, draft(0), [Change(path="diet", value="coffee")])
    assert tree(engine, mei).values() == {"diet": "tea"}


def test_what_fails_in_the_middle_leaves_the_tree_as_it_was(engine, mei):
    wrote(engine, mei, Change(path="diet", value="tea"))
    before = tree(engine, mei)
    with pytest.raises(StoreError, match=r"nothing in 'home\.city'"), owner_write(engine, mei) as write:
        write_version(write, draft(1), [Change(path="diet", value="coffee"), Change(path="home.city", value=None)])
    with pytest.raises(IntegrityError), owner_write(engine, mei) as write:
        write_version(write, draft(1), [Change(path="diet", value="coffee"), Change(path="diet", value="milk")])
    assert tree(engine, mei) == before
    assert [value.ended_version for value in history(engine, mei, "diet")] == [None]


def test_trees_of_two_people_do_not_touch(engine, mei):
    other = ensure_owner(engine, "default", OwnerKind.PERSON, "Mei2", 1)
    wrote(engine, mei, Change(path="diet", value="tea"))
    wrote(engine, other, Change(path="diet", value="milk"))
    assert (tree(engine, mei).values(), tree(engine, other).values()) == ({"diet": "tea"}, {"diet": "milk"})
    assert tree(engine, mei, 1).values() == {"diet": "tea"}


def test_beijing_then_shenzhen_is_one_value_now_and_both_with_their_times_in_the_history(engine, mei):
    wrote(engine, mei, Change(path="home.city", value="北京", valid_from=day(2019)))
    wrote(engine, mei, Change(path="home.city", value="深圳", valid_from=day(2024, 3), merges=True))
    assert tree(engine, mei).values() == {"home.city": "深圳"}
    old, new = history(engine, mei, "home.city")
    assert (old.leaf.value, old.leaf.valid_from, old.leaf.valid_to) == ("北京", day(2019), day(2024, 3))
    assert (new.leaf.value, new.leaf.valid_from, new.leaf.valid_to) == ("深圳", day(2024, 3), UNKNOWN_MOMENT)
    assert (old.ended_version, old.ended_by, new.ended_version, new.grown_from) == (2, "rules@1", None, old.leaf_id)
    at = {year: values_at(engine, mei, day(year)).get("home.city") for year in (2018, 2019, 2023, 2024, 2025)}
    assert at == {2018: None, 2019: "北京", 2023: "北京", 2024: "北京", 2025: "深圳"}


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_two_intervals_stay_two_in_whichever_order_they_are_told(engine, mei, order):
    told = (
        Change(path="work.occupation", value="at A", valid_from=day(2018), valid_to=year_end(2019), merges=True),
        Change(path="work.occupation", value="again at A", valid_from=day(2023), merges=True),
    )
    for one in order:
        wrote(engine, mei, told[one])
    at = {year: values_at(engine, mei, day(year, 6)).get("work.occupation") for year in (2017, 2019, 2021, 2024)}
    assert at == {2017: None, 2019: "at A", 2021: None, 2024: "again at A"}
    ends = {value.leaf.value: value.leaf.valid_to for value in history(engine, mei, "work.occupation")}
    assert ends["at A"] == year_end(2019)
    wrote(engine, mei, Change(path="work.occupation", value=None), recorded=day(2026))
    assert values_at(engine, mei, day(2027)) == {}
    assert values_at(engine, mei, day(2024)) == {"work.occupation": "again at A"}


def test_without_a_told_time_a_value_holds_since_it_was_first_said(engine, mei):
    quote = said(engine, mei, "I live in Lisbon", day(2023, 5))
    wrote(engine, mei, Change(path="home.city", value="Lisbon", quotes=(quote,)))
    wrote(engine, mei, Change(path="diet", value="tea"), recorded=day(2026, 7))
    assert values_at(engine, mei, day(2023, 4)) == {}
    assert values_at(engine, mei, day(2023, 5)) == {"home.city": "Lisbon"}
    assert values_at(engine, mei, day(2026, 7)) == {"home.city": "Lisbon", "diet": "tea"}
    assert tree(engine, mei).leaves["home.city"].valid_from == UNKNOWN_MOMENT


def test_a_value_that_is_put_back_is_so_at_the_time_after_the_mistake(engine, mei):
    first = Change(path="home.city", value="Porto", valid_from=day(2020))
    wrote(engine, mei, first)
    wrote(engine, mei, Change(path="home.city", value="Prague", valid_from=day(2024)))
    wrote(engine, mei, first)
    assert values_at(engine, mei, day(2025)) == {"home.city": "Porto"}
    assert values_at(engine, mei, day(2022)) == {"home.city": "Porto"}


def test_a_deleted_value_ends_when_it_was_told_to_have_ended(engine, mei):
    wrote(engine, mei, Change(path="diet", value="vegan", valid_from=day(2020)))
    wrote(engine, mei, Change(path="diet", value=None, valid_to=day(2023, 5), reason="eats fish again", writer="x"))
    (value,) = history(engine, mei, "diet")
    assert (value.leaf.valid_to, value.end_reason, value.ended_by) == (day(2023, 5), "eats fish again", "rules@1")
    assert values_at(engine, mei, day(2023, 5)) == {"diet": "vegan"}
    assert values_at(engine, mei, day(2023, 5, 2)) == {}


def test_a_told_end_that_came_early_is_said_as_it_came(engine, mei):
    wrote(engine, mei, Change(path="diet", value="fasts", valid_from=day(2025, 3), valid_to=day(2025, 4)))
    wrote(engine, mei, Change(path="diet", value="eats", valid_from=day(2025, 3, 20)))
    assert history(engine, mei, "diet")[0].leaf.valid_to.at_us == day(2025, 3, 20).at_us
    assert tree(engine, mei, 1).leaves["diet"].valid_to == day(2025, 4)


def test_quotes_are_read_from_the_turn_and_have_no_words_when_it_is_gone(engine, mei):
    quote = said(engine, mei, "我喝茶，不喝咖啡", day(2025))
    part = Quote(record_id=quote.record_id, turn_id=quote.turn_id, start=1, end=3)
    wrote(engine, mei, Change(path="diet", value="喝茶", quotes=(quote, part)))
    whole, cut = tree(engine, mei).leaves["diet"].quotes
    assert (whole.words, cut.words, cut.said_at) == ("我喝茶，不喝咖啡", "喝茶", day(2025))
    assert all("咖啡" not in str(row) for table in ("leaves", "leaf_quotes") for row in dump(engine, table))
    with owner_write(engine, mei) as write:
        write.connection.execute(text("DELETE FROM records"))
    assert [quote.words for quote in tree(engine, mei).leaves["diet"].quotes] == ["", ""]


def dump(engine, table):
    with reading(engine) as connection:
        return connection.execute(text(f"SELECT * FROM {table}")).all()


def test_a_merged_value_rests_on_all_that_it_grew_from(engine, mei):
    quotes = [said(engine, mei, words, day(2025, 1 + at)) for at, words in enumerate(("I run", "my knee", "I swim"))]
    for at, quote in enumerate(quotes):
        wrote(engine, mei, Change(path="diet", value=f"v{at}", quotes=(quote,), merges=True))
    standing = history(engine, mei, "diet")[-1]
    with reading(engine) as connection:
        line = lineage(connection, mei, standing.leaf_id)
    assert [value.leaf.quotes[0].words for value in line] == ["I run", "my knee", "I swim"]
    wrote(engine, mei, Change(path="diet", value="by hand"))
    with reading(engine) as connection:
        assert len(lineage(connection, mei, history(engine, mei, "diet")[-1].leaf_id)) == 1
