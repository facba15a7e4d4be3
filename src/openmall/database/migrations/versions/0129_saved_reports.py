"""Reports that managers saved, and when the next mail of each is due."""

import sqlalchemy as sa
from alembic import op

revision = "0129"
down_revision = "0120"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "saved_report",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("report_no", sa.BigInteger(), nullable=False),
        sa.Column("shop_no", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("slug", sa.Text(), nullable=False),
        sa.Column("period", sa.Text(), nullable=False),
        sa.Column("query", sa.Text(), nullable=False),
        sa.Column("next_at", sa.BigInteger(), nullable=True),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("mall_id", "report_no", name=op.f("pk_saved_report")),
        sqlite_with_rowid=False,
    )
    condition = sa.text("next_at IS NOT NULL")
    op.create_index(
        "ix_saved_report_due",
        "saved_report",
        ["mall_id", "next_at"],
        sqlite_where=condition,
        postgresql_where=condition,
    )
