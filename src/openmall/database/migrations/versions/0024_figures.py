"""Hourly sales figures, and imported orders."""

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "goods_of_hour",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("shop_no", sa.BigInteger(), nullable=False),
        sa.Column("hour", sa.BigInteger(), nullable=False),
        sa.Column("product_no", sa.BigInteger(), nullable=False),
        sa.Column("variant_code", sa.Text(), nullable=False),
        sa.Column("product_price", sa.BigInteger(), nullable=False),
        sa.Column("option_price", sa.BigInteger(), nullable=False),
        sa.Column("mobile", sa.String(length=1), nullable=False),
        sa.Column("delivery_type", sa.String(length=1), nullable=False),
        sa.Column("supplier_id", sa.Text(), nullable=False),
        sa.Column("group_no", sa.BigInteger(), nullable=False),
        sa.Column("entry_no", sa.BigInteger(), nullable=False),
        sa.Column("updated_date", sa.BigInteger(), nullable=False),
        sa.Column("settled", sa.BigInteger(), nullable=False),
        sa.Column("canceled", sa.BigInteger(), nullable=False),
        sa.Column("returned", sa.BigInteger(), nullable=False),
        sa.Column("exchanged", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint(
            "mall_id",
            "shop_no",
            "hour",
            "product_no",
            "variant_code",
            "product_price",
            "option_price",
            "mobile",
            "delivery_type",
            "supplier_id",
            "group_no",
            "entry_no",
            name=op.f("pk_goods_of_hour"),
        ),
        sqlite_with_rowid=False,
    )
    with op.batch_alter_table("goods_of_hour", schema=None) as batch_op:
        batch_op.create_index(
            "ix_goods_of_hour_pending",
            ["mall_id", "entry_no"],
            unique=False,
            sqlite_where=sa.text("entry_no > 0"),
            postgresql_where=sa.text("entry_no > 0"),
        )

    op.create_table(
        "order_brought_in",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("shop_no", sa.BigInteger(), nullable=False),
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("source_no", sa.Text(), nullable=False),
        sa.Column("order_id", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint(
            "mall_id", "shop_no", "source", "source_no", name=op.f("pk_order_brought_in")
        ),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "sales_of_hour",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("shop_no", sa.BigInteger(), nullable=False),
        sa.Column("hour", sa.BigInteger(), nullable=False),
        sa.Column("methods", sa.Text(), nullable=False),
        sa.Column("gateway", sa.Text(), nullable=False),
        sa.Column("entry_no", sa.BigInteger(), nullable=False),
        sa.Column("placed_count", sa.BigInteger(), nullable=False),
        sa.Column("placed_amount", sa.BigInteger(), nullable=False),
        sa.Column("order_count", sa.BigInteger(), nullable=False),
        sa.Column("item_count", sa.BigInteger(), nullable=False),
        sa.Column("order_price_amount", sa.BigInteger(), nullable=False),
        sa.Column("shipping_fee", sa.BigInteger(), nullable=False),
        sa.Column("coupon_discount", sa.BigInteger(), nullable=False),
        sa.Column("actual_amount", sa.BigInteger(), nullable=False),
        sa.Column("points", sa.BigInteger(), nullable=False),
        sa.Column("credits", sa.BigInteger(), nullable=False),
        sa.Column("paid_amount", sa.BigInteger(), nullable=False),
        sa.Column("refund_count", sa.BigInteger(), nullable=False),
        sa.Column("refund_amount", sa.BigInteger(), nullable=False),
        sa.Column("refund_points", sa.BigInteger(), nullable=False),
        sa.Column("refund_credits", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint(
            "mall_id",
            "shop_no",
            "hour",
            "methods",
            "gateway",
            "entry_no",
            name=op.f("pk_sales_of_hour"),
        ),
        sqlite_with_rowid=False,
    )
    with op.batch_alter_table("sales_of_hour", schema=None) as batch_op:
        batch_op.create_index(
            "ix_sales_of_hour_pending",
            ["mall_id", "entry_no"],
            unique=False,
            sqlite_where=sa.text("entry_no > 0"),
            postgresql_where=sa.text("entry_no > 0"),
        )
