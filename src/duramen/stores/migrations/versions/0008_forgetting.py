"""what was forgotten: a ledger of ids, tombstones, and no statistics of columns that hold words"""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
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


def upgrade() -> None:
    name = sa.String(collation="C") if op.get_bind().dialect.name == "postgresql" else sa.String()
    op.create_table(
        "forgettings",
        sa.Column("owner_id", name, nullable=False),
        sa.Column("forgetting_id", name, nullable=False),
        sa.Column("tenant", name, nullable=False),
        sa.Column("salt", sa.LargeBinary),
        sa.Column("scope", name, nullable=False),
        sa.Column("entry", sa.Text, nullable=False),
        sa.Column("recorded_us", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("owner_id", "forgetting_id", name="pk_forgettings"),
    )
    op.create_index("ix_forgettings_forgetting_id", "forgettings", ["forgetting_id"])
    op.create_table(
        "tombstones",
        sa.Column("owner_id", name, nullable=False),
        sa.Column("tombstone", sa.LargeBinary, nullable=False),
        sa.Column("tenant", name, nullable=False),
        sa.Column("salt", sa.LargeBinary),
        sa.Column("forgetting_id", name, nullable=False),
        sa.PrimaryKeyConstraint("owner_id", "tombstone", name="pk_tombstones"),
    )
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
    op.drop_table("tombstones")
    op.drop_table("forgettings")
