"""Accounts of other services by which customers sign in, and spent sign-in tokens."""

import sqlalchemy as sa
from alembic import op

from openmall.database.online_ddl import add_index

revision = "0105"
down_revision = "0100"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("customer_social", sa.Column("issuer", sa.Text(), nullable=True))
    op.create_table(
        "social_token_spent",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("digest", sa.Text(), nullable=False),
        sa.Column("expires_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("mall_id", "digest", name=op.f("pk_social_token_spent")),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_social_token_spent", "social_token_spent", ["mall_id", "expires_at"])
    add_index(
        "uq_customer_social_account",
        "customer_social",
        ["mall_id", "social_name", "issuer", "social_member_code"],
        unique=True,
    )
