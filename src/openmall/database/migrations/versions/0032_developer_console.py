"""Developers, their sessions and test malls; owners of apps, and overlapping app secrets."""

import sqlalchemy as sa
from alembic import op

revision = "0032"
down_revision = "0031"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "developer",
        sa.Column("developer_no", sa.BigInteger(), nullable=False),
        sa.Column("email", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("password_hash", sa.Text(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("developer_no", name=op.f("pk_developer")),
        sqlite_with_rowid=False,
    )
    with op.batch_alter_table("developer", schema=None) as batch_op:
        batch_op.create_index("ix_developer_email", ["email"], unique=True)

    op.create_table(
        "developer_session",
        sa.Column("session_hash", sa.Text(), nullable=False),
        sa.Column("developer_no", sa.BigInteger(), nullable=False),
        sa.Column("password_digest", sa.Text(), nullable=False),
        sa.Column("expires_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("session_hash", name=op.f("pk_developer_session")),
        sqlite_with_rowid=False,
    )
    with op.batch_alter_table("developer_session", schema=None) as batch_op:
        batch_op.create_index("ix_developer_session_expires", ["expires_at"], unique=False)

    op.create_table(
        "test_mall",
        sa.Column("store_id", sa.Text(), nullable=False),
        sa.Column("developer_no", sa.BigInteger(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("store_id", name=op.f("pk_test_mall")),
        sqlite_with_rowid=False,
    )
    with op.batch_alter_table("test_mall", schema=None) as batch_op:
        batch_op.create_index("ix_test_mall_developer", ["developer_no"], unique=False)

    with op.batch_alter_table("app", schema=None) as batch_op:
        batch_op.add_column(
            sa.Column("developer_no", sa.BigInteger(), server_default="0", nullable=False)
        )
        batch_op.add_column(sa.Column("earlier_secret_hash", sa.Text(), nullable=True))
        batch_op.add_column(
            sa.Column("earlier_secret_until", sa.BigInteger(), server_default="0", nullable=False)
        )
        batch_op.add_column(sa.Column("earlier_key_hash", sa.Text(), nullable=True))
        batch_op.add_column(
            sa.Column("earlier_key_until", sa.BigInteger(), server_default="0", nullable=False)
        )
        batch_op.create_index("ix_app_developer", ["developer_no"], unique=False)
