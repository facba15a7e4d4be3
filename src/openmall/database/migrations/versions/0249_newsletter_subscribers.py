"""Visitors without an account get newsletters: a table of their mail addresses."""

import sqlalchemy as sa
from alembic import op

from openmall.database import capture

revision = "0249"
down_revision = "0248"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the table."""
    op.create_table(
        "newsletter_subscriber",
        sa.Column("mall_id", sa.String(50), nullable=False),
        sa.Column("shop_no", sa.BigInteger(), nullable=False),
        sa.Column("email", sa.Text(), nullable=False),
        sa.Column("request_no", sa.BigInteger(), nullable=False),
        sa.Column("expires_at", sa.BigInteger(), nullable=False),
        sa.Column("confirmed_at", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("mall_id", "shop_no", "email"),
        sqlite_with_rowid=False,
    )
    for name in ("request_no", "email"):
        op.create_index(
            f"ix_newsletter_subscriber_{name.removesuffix('_no')}",
            "newsletter_subscriber",
            ["mall_id", name],
        )
    waiting = sa.text("confirmed_at IS NULL")
    op.create_index(
        "ix_newsletter_subscriber_expiry",
        "newsletter_subscriber",
        ["mall_id", "expires_at"],
        sqlite_where=waiting,
        postgresql_where=waiting,
    )
    capture.install(op.get_bind())
