"""Keys as a PostgreSQL distributed by Citus needs them: rows of one owner together, and no rule that spans owners."""

import pytest
from sqlalchemy import UniqueConstraint

from duramen.stores.tables import metadata

# Small tables that every node holds whole (docs/design/postgres.md).
REFERENCE = ("owners", "store_facts")
DISTRIBUTED = [table for table in metadata.sorted_tables if table.name not in REFERENCE]


@pytest.mark.parametrize("table", DISTRIBUTED, ids=lambda table: table.name)
def test_each_distributed_table_is_keyed_by_its_owner_first(table):
    assert table.primary_key.columns.keys()[0] == "owner_id"
    assert not table.c.owner_id.nullable


@pytest.mark.parametrize("table", DISTRIBUTED, ids=lambda table: table.name)
def test_what_must_be_unique_is_so_within_an_owner(table):
    unique = [one.columns for one in table.constraints if isinstance(one, UniqueConstraint)]
    unique += [index.columns for index in table.indexes if index.unique]
    assert all("owner_id" in columns for columns in unique)


@pytest.mark.parametrize("table", DISTRIBUTED, ids=lambda table: table.name)
def test_rows_refer_to_rows_of_the_same_owner_or_to_tables_that_are_everywhere(table):
    for rule in table.foreign_key_constraints:
        pairs = [(key.parent.name, key.column.name) for key in rule.elements]
        assert ("owner_id", "owner_id") in pairs or rule.referred_table.name in REFERENCE


@pytest.mark.parametrize("table", DISTRIBUTED, ids=lambda table: table.name)
def test_no_key_is_a_counter_of_the_database(table):
    assert all(column.identity is None and column.server_default is None for column in table.primary_key)
    assert table.autoincrement_column is None or table.autoincrement_column.autoincrement is not True
