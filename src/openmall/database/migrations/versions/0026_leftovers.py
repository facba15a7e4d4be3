"""Subscriptions, and orders without automatic calculation."""

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0025"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "order_autocalculation_removed",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("order_id", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint(
            "mall_id", "order_id", name=op.f("pk_order_autocalculation_removed")
        ),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "subscription",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("subscription_id", sa.Text(), nullable=False),
        sa.Column("shop_no", sa.BigInteger(), nullable=False),
        sa.Column("member_id", sa.Text(), nullable=False),
        sa.Column("buyer_name", sa.Text(), nullable=False),
        sa.Column("buyer_phone", sa.Text(), nullable=False),
        sa.Column("buyer_cellphone", sa.Text(), nullable=False),
        sa.Column("subscription_state", sa.String(length=1), nullable=False),
        sa.Column("created_date", sa.BigInteger(), nullable=False),
        sa.Column("terminated_date", sa.BigInteger(), nullable=True),
        sa.Column("content", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("mall_id", "subscription_id", name=op.f("pk_subscription")),
        sqlite_with_rowid=False,
    )
    with op.batch_alter_table("subscription", schema=None) as batch_op:
        batch_op.create_index(
            "ix_subscription_created", ["mall_id", "shop_no", "created_date"], unique=False
        )
        batch_op.create_index("ix_subscription_member", ["mall_id", "member_id"], unique=False)

    op.create_table(
        "subscription_item",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("subscription_item_id", sa.BigInteger(), nullable=False),
        sa.Column("subscription_id", sa.Text(), nullable=False),
        sa.Column("member_id", sa.Text(), nullable=False),
        sa.Column("product_no", sa.BigInteger(), nullable=False),
        sa.Column("product_name", sa.Text(), nullable=False),
        sa.Column("product_code", sa.Text(), nullable=False),
        sa.Column("variant_code", sa.Text(), nullable=False),
        sa.Column("cycle", sa.Text(), nullable=False),
        sa.Column("expected_pay_date", sa.BigInteger(), nullable=False),
        sa.Column("terminated_date", sa.BigInteger(), nullable=True),
        sa.Column("content", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint(
            "mall_id", "subscription_item_id", name=op.f("pk_subscription_item")
        ),
        sqlite_with_rowid=False,
    )
    with op.batch_alter_table("subscription_item", schema=None) as batch_op:
        batch_op.create_index("ix_subscription_item_member", ["mall_id", "member_id"], unique=False)
        batch_op.create_index(
            "ix_subscription_item_of", ["mall_id", "subscription_id"], unique=False
        )
