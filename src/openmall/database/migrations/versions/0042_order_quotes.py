"""The basis of orders' quotes, so that the remainder of an unpaid order can be quoted again."""

import sqlalchemy as sa
from alembic import op

revision = "0042"
down_revision = "0041"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "order_quote",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("order_id", sa.Text(), nullable=False),
        sa.Column("basis", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("mall_id", "order_id", name=op.f("pk_order_quote")),
        sqlite_with_rowid=False,
    )
