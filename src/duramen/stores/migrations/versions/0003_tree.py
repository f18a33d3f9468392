"""the tree: leaves with their quotes and versions, decisions, windows, permissions, consents, added schemas"""

from alembic import op
import sqlalchemy as sa


revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "consents",
        sa.Column("owner_id", sa.String(), nullable=False),
        sa.Column("consent_id", sa.BigInteger(), nullable=False),
        sa.Column("tenant", sa.String(), nullable=False),
        sa.Column("tier", sa.String(), server_default="", nullable=False),
        sa.Column("path", sa.String(), server_default="", nullable=False),
        sa.Column("purpose", sa.Text(), nullable=False),
        sa.Column("writer", sa.String(), nullable=False),
        sa.Column("recorded_us", sa.BigInteger(), nullable=False),
        sa.Column("withdrawn_us", sa.BigInteger(), nullable=True),
        sa.Column("born_seq", sa.BigInteger(), nullable=False),
        sa.Column("died_seq", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("owner_id", "consent_id", name=op.f("pk_consents")),
    )

    op.create_table(
        "decisions",
        sa.Column("owner_id", sa.String(), nullable=False),
        sa.Column("decision_id", sa.BigInteger(), nullable=False),
        sa.Column("tenant", sa.String(), nullable=False),
        sa.Column("version", sa.BigInteger(), nullable=False),
        sa.Column("window_id", sa.String(), server_default="", nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("path", sa.String(), nullable=False),
        sa.Column("value", sa.Text(), nullable=True),
        sa.Column("leaf_id", sa.BigInteger(), nullable=True),
        sa.Column("outcome", sa.String(), nullable=False),
        sa.Column("code", sa.String(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("nearest", sa.Text(), server_default="[]", nullable=False),
        sa.Column("evidence", sa.Text(), server_default="{}", nullable=False),
        sa.Column("state", sa.String(), server_default="", nullable=False),
        sa.Column("settled_us", sa.BigInteger(), nullable=True),
        sa.Column("writer", sa.String(), nullable=False),
        sa.Column("recorded_us", sa.BigInteger(), nullable=False),
        sa.Column("seq", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("owner_id", "decision_id", name=op.f("pk_decisions")),
    )
    with op.batch_alter_table("decisions", schema=None) as batch_op:
        batch_op.create_index(
            "ix_decisions_open",
            ["owner_id", "decision_id"],
            unique=False,
            sqlite_where=sa.text("state = 'open'"),
            postgresql_where=sa.text("state = 'open'"),
        )
        batch_op.create_index(
            batch_op.f("ix_decisions_owner_id_version_decision_id"),
            ["owner_id", "version", "decision_id"],
            unique=False,
        )
        batch_op.create_index(
            batch_op.f("ix_decisions_owner_id_window_id_decision_id"),
            ["owner_id", "window_id", "decision_id"],
            unique=False,
        )

    op.create_table(
        "grants",
        sa.Column("owner_id", sa.String(), nullable=False),
        sa.Column("grant_id", sa.BigInteger(), nullable=False),
        sa.Column("tenant", sa.String(), nullable=False),
        sa.Column("path", sa.String(), nullable=False),
        sa.Column("permission", sa.String(), nullable=False),
        sa.Column("allowed", sa.SmallInteger(), nullable=False),
        sa.Column("character", sa.String(), server_default="", nullable=False),
        sa.Column("session", sa.String(), server_default="", nullable=False),
        sa.Column("writer", sa.String(), nullable=False),
        sa.Column("recorded_us", sa.BigInteger(), nullable=False),
        sa.Column("born_seq", sa.BigInteger(), nullable=False),
        sa.Column("died_seq", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("owner_id", "grant_id", name=op.f("pk_grants")),
    )
    with op.batch_alter_table("grants", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_grants_owner_id_path"), ["owner_id", "path"], unique=False)

    op.create_table(
        "leaves",
        sa.Column("owner_id", sa.String(), nullable=False),
        sa.Column("leaf_id", sa.BigInteger(), nullable=False),
        sa.Column("tenant", sa.String(), nullable=False),
        sa.Column("path", sa.String(), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.Column("born_version", sa.BigInteger(), nullable=False),
        sa.Column("died_version", sa.BigInteger(), nullable=True),
        sa.Column("from_us", sa.BigInteger(), nullable=True),
        sa.Column("from_zone", sa.String(), server_default="UTC", nullable=False),
        sa.Column("from_offset_minutes", sa.Integer(), server_default="0", nullable=False),
        sa.Column("from_precision", sa.String(), server_default="unknown", nullable=False),
        sa.Column("to_us", sa.BigInteger(), nullable=True),
        sa.Column("to_zone", sa.String(), server_default="UTC", nullable=False),
        sa.Column("to_offset_minutes", sa.Integer(), server_default="0", nullable=False),
        sa.Column("to_precision", sa.String(), server_default="unknown", nullable=False),
        sa.Column("to_told", sa.SmallInteger(), nullable=False),
        sa.Column("begin_us", sa.BigInteger(), nullable=False),
        sa.Column("end_us", sa.BigInteger(), nullable=True),
        sa.Column("recorded_us", sa.BigInteger(), nullable=False),
        sa.Column("ended_us", sa.BigInteger(), nullable=True),
        sa.Column("writer", sa.String(), nullable=False),
        sa.Column("ended_by", sa.String(), server_default="", nullable=False),
        sa.Column("reason", sa.Text(), server_default="", nullable=False),
        sa.Column("end_reason", sa.Text(), server_default="", nullable=False),
        sa.Column("stated", sa.SmallInteger(), nullable=False),
        sa.Column("confidence", sa.Float(), nullable=False),
        sa.Column("grown_from", sa.BigInteger(), nullable=True),
        sa.Column("born_seq", sa.BigInteger(), nullable=False),
        sa.Column("died_seq", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("owner_id", "leaf_id", name=op.f("pk_leaves")),
        sa.UniqueConstraint("owner_id", "path", "born_version", name=op.f("uq_leaves_owner_id_path_born_version")),
    )
    with op.batch_alter_table("leaves", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_leaves_owner_id_path_begin_us_born_version"),
            ["owner_id", "path", "begin_us", "born_version"],
            unique=False,
        )
        batch_op.create_index(
            "uq_leaves_active",
            ["owner_id", "path"],
            unique=True,
            sqlite_where=sa.text("died_version IS NULL"),
            postgresql_where=sa.text("died_version IS NULL"),
        )

    op.create_table(
        "schemas",
        sa.Column("owner_id", sa.String(), nullable=False),
        sa.Column("schema_id", sa.BigInteger(), nullable=False),
        sa.Column("tenant", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("version", sa.BigInteger(), nullable=False),
        sa.Column("data", sa.Text(), nullable=False),
        sa.Column("recorded_us", sa.BigInteger(), nullable=False),
        sa.Column("born_seq", sa.BigInteger(), nullable=False),
        sa.Column("died_seq", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("owner_id", "schema_id", name=op.f("pk_schemas")),
    )
    with op.batch_alter_table("schemas", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_schemas_owner_id_name"), ["owner_id", "name"], unique=False)

    op.create_table(
        "tree_versions",
        sa.Column("owner_id", sa.String(), nullable=False),
        sa.Column("version", sa.BigInteger(), nullable=False),
        sa.Column("tenant", sa.String(), nullable=False),
        sa.Column("schema", sa.String(), nullable=False),
        sa.Column("schema_version", sa.BigInteger(), nullable=False),
        sa.Column("cause", sa.String(), nullable=False),
        sa.Column("writer", sa.String(), nullable=False),
        sa.Column("recorded_us", sa.BigInteger(), nullable=False),
        sa.Column("seq", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("owner_id", "version", name=op.f("pk_tree_versions")),
    )
    op.create_table(
        "windows",
        sa.Column("owner_id", sa.String(), nullable=False),
        sa.Column("window_id", sa.String(), nullable=False),
        sa.Column("tenant", sa.String(), nullable=False),
        sa.Column("after_seq", sa.BigInteger(), nullable=False),
        sa.Column("upto_seq", sa.BigInteger(), nullable=False),
        sa.Column("listener", sa.String(), nullable=False),
        sa.Column("raw", sa.Text(), server_default="", nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("problem", sa.Text(), server_default="", nullable=False),
        sa.Column("recorded_us", sa.BigInteger(), nullable=False),
        sa.Column("seq", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("owner_id", "window_id", name=op.f("pk_windows")),
    )
    with op.batch_alter_table("windows", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_windows_owner_id_state"), ["owner_id", "state"], unique=False)
        batch_op.create_index(batch_op.f("ix_windows_owner_id_upto_seq"), ["owner_id", "upto_seq"], unique=False)

    op.create_table(
        "leaf_quotes",
        sa.Column("owner_id", sa.String(), nullable=False),
        sa.Column("leaf_id", sa.BigInteger(), nullable=False),
        sa.Column("position", sa.SmallInteger(), nullable=False),
        sa.Column("tenant", sa.String(), nullable=False),
        sa.Column("source_id", sa.String(), nullable=False),
        sa.Column("record_id", sa.String(), nullable=False),
        sa.Column("turn_id", sa.BigInteger(), nullable=False),
        sa.Column("start", sa.Integer(), nullable=False),
        sa.Column("end", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["owner_id", "leaf_id"],
            ["leaves.owner_id", "leaves.leaf_id"],
            name=op.f("fk_leaf_quotes_owner_id_leaf_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("owner_id", "leaf_id", "position", name=op.f("pk_leaf_quotes")),
    )
    with op.batch_alter_table("leaf_quotes", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_leaf_quotes_owner_id_record_id"), ["owner_id", "record_id"], unique=False)


def downgrade() -> None:
    with op.batch_alter_table("leaf_quotes", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_leaf_quotes_owner_id_record_id"))

    op.drop_table("leaf_quotes")
    with op.batch_alter_table("windows", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_windows_owner_id_upto_seq"))
        batch_op.drop_index(batch_op.f("ix_windows_owner_id_state"))

    op.drop_table("windows")
    op.drop_table("tree_versions")
    with op.batch_alter_table("schemas", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_schemas_owner_id_name"))

    op.drop_table("schemas")
    with op.batch_alter_table("leaves", schema=None) as batch_op:
        batch_op.drop_index(
            "uq_leaves_active",
            sqlite_where=sa.text("died_version IS NULL"),
            postgresql_where=sa.text("died_version IS NULL"),
        )
        batch_op.drop_index(batch_op.f("ix_leaves_owner_id_path_begin_us_born_version"))

    op.drop_table("leaves")
    with op.batch_alter_table("grants", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_grants_owner_id_path"))

    op.drop_table("grants")
    with op.batch_alter_table("decisions", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_decisions_owner_id_window_id_decision_id"))
        batch_op.drop_index(batch_op.f("ix_decisions_owner_id_version_decision_id"))
        batch_op.drop_index(
            "ix_decisions_open", sqlite_where=sa.text("state = 'open'"), postgresql_where=sa.text("state = 'open'")
        )

    op.drop_table("decisions")
    op.drop_table("consents")
