"""an owner's chain of digests, and in each row the salt that its digest hashes; rows get theirs with the next write"""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

_SALTED = (
    "owners",
    "heads",
    "records",
    "turns",
    "documents",
    "parents",
    "children",
    "cards",
    "leaves",
    "leaf_quotes",
    "tree_versions",
    "decisions",
    "windows",
    "grants",
    "consents",
    "schemas",
    "hints",
)


def upgrade() -> None:
    name = sa.String(collation="C") if op.get_bind().dialect.name == "postgresql" else sa.String()
    op.create_table(
        "chain",
        sa.Column("owner_id", name, nullable=False),
        sa.Column("seq", sa.BigInteger(), nullable=False),
        sa.Column("part", sa.Integer(), nullable=False),
        sa.Column("tenant", name, nullable=False),
        sa.Column("kind", name, nullable=False),
        sa.Column("cause", name, nullable=False),
        sa.Column("recorded_us", sa.BigInteger(), nullable=False),
        sa.Column("rows", sa.LargeBinary(), nullable=False),
        sa.Column("previous", sa.LargeBinary(), nullable=False),
        sa.Column("hash", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("owner_id", "seq", "part", name=op.f("pk_chain")),
    )
    for table in _SALTED:
        op.add_column(table, sa.Column("salt", sa.LargeBinary(), nullable=True))


def downgrade() -> None:
    for table in _SALTED:
        op.drop_column(table, "salt")
    op.drop_table("chain")
