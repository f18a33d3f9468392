"""on PostgreSQL a plain role sees the rows of one tenant alone; names of the newer tables sort by their characters there"""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0006"
branch_labels = None
depends_on = None

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


def downgrade() -> None:
    for table, _, tenants in _tables():
        if tenants:
            op.execute(f'DROP POLICY one_tenant ON "{table}"')
            op.execute(f'ALTER TABLE "{table}" DISABLE ROW LEVEL SECURITY')
