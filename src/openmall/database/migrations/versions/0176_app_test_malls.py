"""Malls that programs create to test apps in."""

import sqlalchemy as sa
from alembic import op

revision = "0176"
down_revision = "0175"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "app_test_mall",
        sa.Column("store_id", sa.Text(), nullable=False),
        sa.Column("client_id", sa.Text(), nullable=False),
        sa.Column("own_app", sa.String(length=1), nullable=False),
        sa.Column("scopes", sa.Text(), nullable=False),
        sa.Column("contents", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("used_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("store_id", name=op.f("pk_app_test_mall")),
        sqlite_with_rowid=False,
    )
