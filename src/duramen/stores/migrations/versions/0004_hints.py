"""what a person says of how much was read for a round, and where the router's thresholds stand since"""

from alembic import op
import sqlalchemy as sa


revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "hints",
        sa.Column("owner_id", sa.String(), nullable=False),
        sa.Column("hint_id", sa.BigInteger(), nullable=False),
        sa.Column("tenant", sa.String(), nullable=False),
        sa.Column("record_id", sa.String(), nullable=False),
        sa.Column("hint", sa.String(), nullable=False),
        sa.Column("thresholds", sa.Text(), nullable=False),
        sa.Column("recorded_us", sa.BigInteger(), nullable=False),
        sa.Column("born_seq", sa.BigInteger(), nullable=False),
        sa.Column("died_seq", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("owner_id", "hint_id", name=op.f("pk_hints")),
    )
    op.create_index(op.f("ix_hints_owner_id_record_id"), "hints", ["owner_id", "record_id"], unique=False)


def downgrade() -> None:
    op.drop_index(op.f("ix_hints_owner_id_record_id"), table_name="hints")
    op.drop_table("hints")
