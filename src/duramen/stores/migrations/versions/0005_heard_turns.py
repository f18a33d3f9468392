"""how far a person was heard is a turn's id, and is named so"""

from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

_RENAMED = (
    ("heads", "listened_upto", "heard_upto"),
    ("windows", "after_seq", "after_turn"),
    ("windows", "upto_seq", "upto_turn"),
)


def upgrade() -> None:
    # Renamed in place: batch mode would copy the tables.
    op.drop_index("ix_windows_owner_id_upto_seq", table_name="windows")
    for table, old, new in _RENAMED:
        op.execute(f"ALTER TABLE {table} RENAME COLUMN {old} TO {new}")
    op.create_index("ix_windows_owner_id_upto_turn", "windows", ["owner_id", "upto_turn"], unique=False)


def downgrade() -> None:
    op.drop_index("ix_windows_owner_id_upto_turn", table_name="windows")
    for table, old, new in _RENAMED:
        op.execute(f"ALTER TABLE {table} RENAME COLUMN {new} TO {old}")
    op.create_index("ix_windows_owner_id_upto_seq", "windows", ["owner_id", "upto_seq"], unique=False)
