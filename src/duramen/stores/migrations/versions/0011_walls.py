"""on PostgreSQL: a plain role sees one tenant's rows alone, newer names sort by their characters, no statistics of words"""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None

# Columns of text that never hold what somebody said: the planner may know what stands in them.
_NO_WORDS = frozenset(
    [
        "owner_id",
        "tenant",
        "kind",
        "state",
        "role",
        "channel",
        "precision",
        "zone",
        "from_zone",
        "to_zone",
        "from_precision",
        "to_precision",
        "model",
        "preset",
        "template_hash",
        "prompt_hash",
        "reply_state",
        "record_id",
        "document_id",
        "window_id",
        "forgetting_id",
        "source_id",
        "outcome",
        "code",
        "permission",
        "tier",
        "hint",
        "scope",
        "cause",
        "writer",
        "ended_by",
        "listener",
        "media_type",
        "encoding",
        "version_num",
    ]
)
# Nobody's rows where no tenant is set: after a transaction the setting reads as '', which is no tenant's name.
_MINE = "tenant = current_setting('duramen.tenant', true)"


def _tables() -> list[tuple[str, list[str], bool]]:
    """Return each table with its names that do not sort by characters as yet, and whether its rows have a tenant."""
    connection = op.get_bind()
    if connection.dialect.name != "postgresql":
        return []  # a file has one user
    inspector = sa.inspect(connection)
    found = []
    for table in inspector.get_table_names():
        if table != "alembic_version":
            columns = {column["name"]: column["type"] for column in inspector.get_columns(table)}
            names = [n for n, kind in columns.items() if isinstance(kind, sa.VARCHAR) and kind.collation != "C"]
            found.append((table, names, "tenant" in columns))
    return found


def upgrade() -> None:
    for table, names, tenants in _tables():
        changes = ", ".join(f'ALTER COLUMN "{name}" TYPE varchar COLLATE "C"' for name in names)
        if changes:
            op.execute(f'ALTER TABLE "{table}" {changes}')
        if tenants:
            op.execute(f'ALTER TABLE "{table}" ENABLE ROW LEVEL SECURITY')
            op.execute(f'CREATE POLICY one_tenant ON "{table}" USING ({_MINE}) WITH CHECK ({_MINE})')
    _statistics()


def _statistics() -> None:
    """Have PostgreSQL keep no samples of words: its statistics would hold what was erased until the next ANALYZE."""
    connection = op.get_bind()
    if connection.dialect.name != "postgresql":
        return
    inspector = sa.inspect(connection)
    for table in inspector.get_table_names():
        for column in inspector.get_columns(table):
            name, kind = column["name"], column["type"]
            if name in _NO_WORDS or not isinstance(kind, sa.String | sa.LargeBinary):
                continue
            # The same type once more: that drops the statistics there are; nothing is written anew.
            written = (
                "bytea"
                if isinstance(kind, sa.LargeBinary)
                else "text"
                if isinstance(kind, sa.Text)
                else 'varchar COLLATE "C"'
            )
            op.execute(f'ALTER TABLE "{table}" ALTER COLUMN "{name}" TYPE {written}')
            op.execute(f'ALTER TABLE "{table}" ALTER COLUMN "{name}" SET STATISTICS 0')


def downgrade() -> None:
    for table, _, tenants in _tables():
        if tenants:
            op.execute(f'DROP POLICY one_tenant ON "{table}"')
            op.execute(f'ALTER TABLE "{table}" DISABLE ROW LEVEL SECURITY')
