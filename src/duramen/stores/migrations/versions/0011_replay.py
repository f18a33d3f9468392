"""a window says in which states it was judged, and a round which queries a model wrote: for replays"""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("records", sa.Column("queries", sa.Text(), nullable=False, server_default=""))
    op.add_column("windows", sa.Column("trace", sa.Text(), nullable=False, server_default=""))


def downgrade() -> None:
    with op.batch_alter_table("windows") as batch_op:
        batch_op.drop_column("trace")
    with op.batch_alter_table("records") as batch_op:
        batch_op.drop_column("queries")
