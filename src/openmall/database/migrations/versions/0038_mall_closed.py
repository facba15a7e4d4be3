"""Malls that are closed temporarily."""

import sqlalchemy as sa
from alembic import op

revision = "0038"
down_revision = "0036"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "mall_closed",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("closed_at", sa.BigInteger(), nullable=False),
        sa.Column("notice", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("mall_id", name=op.f("pk_mall_closed")),
        sqlite_with_rowid=False,
    )
