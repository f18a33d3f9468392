"""what was forgotten: a ledger of ids, and tombstones"""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


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


def downgrade() -> None:
    op.drop_table("tombstones")
    op.drop_table("forgettings")
