"""Bundles are bought: a line of a cart has the variants of their parts."""

import sqlalchemy as sa
from alembic import op

revision = "0248"
down_revision = "0247"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column."""
    op.add_column("cart_line", sa.Column("parts", sa.Text(), server_default="", nullable=False))
