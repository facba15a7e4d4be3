"""The log of state transitions of order items."""

import sqlalchemy as sa
from alembic import op

revision = "0066"
down_revision = "0064"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "order_item_transition",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("order_id", sa.Text(), nullable=False),
        sa.Column("item_no", sa.BigInteger(), nullable=False),
        sa.Column("entry_no", sa.BigInteger(), nullable=False),
        sa.Column("shop_no", sa.BigInteger(), nullable=False),
        sa.Column("changed_at", sa.BigInteger(), nullable=False),
        sa.Column("previous_status", sa.Text(), nullable=True),
        sa.Column("order_status", sa.Text(), nullable=False),
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("user_name", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint(
            "mall_id", "order_id", "item_no", "entry_no", name=op.f("pk_order_item_transition")
        ),
        sqlite_with_rowid=False,
    )
    op.create_index(
        "ix_order_item_transition_date",
        "order_item_transition",
        ["mall_id", "changed_at", "order_id", "item_no", "entry_no"],
    )
    op.add_column(
        "order_item",
        sa.Column("transitions", sa.BigInteger(), server_default="0", nullable=False),
    )
