"""names sort by their characters on PostgreSQL too, whatever the database's language"""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def _set(collation: str) -> None:
    connection = op.get_bind()
    if connection.dialect.name != "postgresql":
        return  # SQLite compares bytes
    inspector = sa.inspect(connection)
    for table in inspector.get_table_names():
        names = [column["name"] for column in inspector.get_columns(table) if isinstance(column["type"], sa.VARCHAR)]
        changes = ", ".join(f'ALTER COLUMN "{name}" TYPE varchar COLLATE {collation}' for name in names)
        if changes and table != "alembic_version":
            op.execute(f'ALTER TABLE "{table}" {changes}')


def upgrade() -> None:
    _set('"C"')


def downgrade() -> None:
    _set('pg_catalog."default"')
