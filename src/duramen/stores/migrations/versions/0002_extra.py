"""what an export says of a message beside its words; which turns wait for a vector"""

from alembic import op
import sqlalchemy as sa


revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # Not in batch mode, which would copy every row with its vectors.
    op.add_column("turns", sa.Column("extra", sa.Text(), server_default="{}", nullable=False))
    op.create_index(
        op.f("ix_turns_owner_id_turn_id"),
        "turns",
        ["owner_id", "turn_id"],
        unique=False,
        sqlite_where=sa.text("vector IS NULL"),
        postgresql_where=sa.text("vector IS NULL"),
    )


def downgrade() -> None:
    op.drop_index(op.f("ix_turns_owner_id_turn_id"), table_name="turns")
    with op.batch_alter_table("turns", schema=None) as batch_op:
        batch_op.drop_column("extra")
