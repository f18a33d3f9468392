"""what rules and people said of rounds in a review"""

from alembic import op
import sqlalchemy as sa


revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    name = sa.String(collation="C") if op.get_bind().dialect.name == "postgresql" else sa.String()
    op.create_table(
        "verdicts",
        sa.Column("owner_id", name, nullable=False),
        sa.Column("verdict_id", sa.BigInteger(), nullable=False),
        sa.Column("tenant", name, nullable=False),
        sa.Column("record_id", name, nullable=False),
        sa.Column("reviewer", name, nullable=False),
        sa.Column("support", sa.SmallInteger(), nullable=True),
        sa.Column("answer", sa.SmallInteger(), nullable=True),
        sa.Column("final", sa.SmallInteger(), nullable=True),
        sa.Column("reasonableness", name, server_default="", nullable=False),
        sa.Column("tone", name, server_default="", nullable=False),
        sa.Column("persona", name, server_default="", nullable=False),
        sa.Column("condition", name, server_default="", nullable=False),
        sa.Column("letter", name, server_default="", nullable=False),
        sa.Column("doubts", name, server_default="", nullable=False),
        sa.Column("note", sa.Text(), server_default="", nullable=False),
        sa.Column("recorded_us", sa.BigInteger(), nullable=False),
        sa.Column("born_seq", sa.BigInteger(), nullable=False),
        sa.Column("died_seq", sa.BigInteger(), nullable=True),
        sa.Column("salt", sa.LargeBinary(), nullable=True),
        sa.PrimaryKeyConstraint("owner_id", "verdict_id", name=op.f("pk_verdicts")),
    )
    op.create_index(op.f("ix_verdicts_owner_id_record_id"), "verdicts", ["owner_id", "record_id"], unique=False)


def downgrade() -> None:
    op.drop_index(op.f("ix_verdicts_owner_id_record_id"), table_name="verdicts")
    op.drop_table("verdicts")
