"""Rules of subscriptions, the day of each item's next order, and the orders that were placed."""

import sqlalchemy as sa
from alembic import op

from openmall.database.online_ddl import add_index

revision = "0082"
down_revision = "0074"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "subscription_rule",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("shop_no", sa.BigInteger(), nullable=False),
        sa.Column("subscription_no", sa.BigInteger(), nullable=False),
        sa.Column("content", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint(
            "mall_id", "shop_no", "subscription_no", name=op.f("pk_subscription_rule")
        ),
    )
    op.create_table(
        "subscription_order",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("subscription_id", sa.Text(), nullable=False),
        sa.Column("order_id", sa.Text(), nullable=False),
        sa.Column("due_date", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint(
            "mall_id", "subscription_id", "order_id", name=op.f("pk_subscription_order")
        ),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_subscription_order_of", "subscription_order", ["mall_id", "order_id"])
    op.add_column("subscription_item", sa.Column("next_order", sa.BigInteger(), nullable=True))
    add_index(
        "ix_subscription_item_due",
        "subscription_item",
        ["mall_id", "next_order"],
        where="next_order IS NOT NULL",
    )
