"""Accounts of identity providers with which staff sign in."""

import sqlalchemy as sa
from alembic import op

revision = "0171"
down_revision = "0170"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "staff_identity",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("issuer", sa.Text(), nullable=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("linked_at", sa.BigInteger(), nullable=False),
        sa.Column("last_used_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("mall_id", "issuer", "subject", name=op.f("pk_staff_identity")),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_staff_identity_user", "staff_identity", ["mall_id", "user_id"])
