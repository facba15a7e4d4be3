"""Orders, their items, parcels and payments."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "order_item",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("order_id", sa.Text(), nullable=False),
        sa.Column("item_no", sa.BigInteger(), nullable=False),
        sa.Column("shop_no", sa.BigInteger(), nullable=False),
        sa.Column("product_no", sa.BigInteger(), nullable=False),
        sa.Column("variant_code", sa.Text(), nullable=False),
        sa.Column("quantity", sa.BigInteger(), nullable=False),
        sa.Column("order_status", sa.Text(), nullable=False),
        sa.Column("order_status_before_cs", sa.Text(), nullable=True),
        sa.Column("product_price", sa.BigInteger(), nullable=False),
        sa.Column("option_price", sa.BigInteger(), nullable=False),
        sa.Column("additional_discount_price", sa.BigInteger(), nullable=False),
        sa.Column("coupon_discount_price", sa.BigInteger(), nullable=False),
        sa.Column("app_item_discount_amount", sa.BigInteger(), nullable=False),
        sa.Column("payment_amount", sa.BigInteger(), nullable=False),
        sa.Column("supplier_id", sa.Text(), nullable=False),
        sa.Column("shipping_code", sa.Text(), nullable=False),
        sa.Column("claim_code", sa.Text(), nullable=False),
        sa.Column("ordered_date", sa.BigInteger(), nullable=False),
        sa.Column("placed_date", sa.BigInteger(), nullable=True),
        sa.Column("shipped_date", sa.BigInteger(), nullable=True),
        sa.Column("delivered_date", sa.BigInteger(), nullable=True),
        sa.Column("purchaseconfirmation_date", sa.BigInteger(), nullable=True),
        sa.Column("share_discount", sa.BigInteger(), nullable=False),
        sa.Column("share_points", sa.BigInteger(), nullable=False),
        sa.Column("share_credits", sa.BigInteger(), nullable=False),
        sa.Column("stock_taken", sa.String(length=1), nullable=False),
        sa.Column("detail", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("mall_id", "order_id", "item_no", name=op.f("pk_order_item")),
        sqlite_with_rowid=True,
    )
    with op.batch_alter_table("order_item", schema=None) as batch_op:
        batch_op.create_index(
            "ix_order_item_product",
            ["mall_id", "product_no", "shop_no", "ordered_date"],
            unique=False,
        )
        batch_op.create_index(
            "ix_order_item_status",
            ["mall_id", "shop_no", "order_status", "ordered_date"],
            unique=False,
        )

    op.create_table(
        "order_parcel",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("order_id", sa.Text(), nullable=False),
        sa.Column("shipping_code", sa.Text(), nullable=False),
        sa.Column("receiver_name", sa.Text(), nullable=False),
        sa.Column("receiver_address", sa.Text(), nullable=False),
        sa.Column("receiver", sa.Text(), nullable=False),
        sa.Column("tracking_no", sa.Text(), nullable=False),
        sa.Column("shipping_company_code", sa.Text(), nullable=False),
        sa.Column("carrier_id", sa.BigInteger(), nullable=False),
        sa.Column("tracking_no_updated_date", sa.BigInteger(), nullable=True),
        sa.Column("status_additional_info", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint(
            "mall_id", "order_id", "shipping_code", name=op.f("pk_order_parcel")
        ),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "order_payment",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("order_id", sa.Text(), nullable=False),
        sa.Column("payment_no", sa.BigInteger(), nullable=False),
        sa.Column("shop_no", sa.BigInteger(), nullable=False),
        sa.Column("payment_settle_type", sa.String(length=1), nullable=False),
        sa.Column("payment_methods", sa.Text(), nullable=False),
        sa.Column("order_amount", sa.BigInteger(), nullable=False),
        sa.Column("additional_payment_amount", sa.BigInteger(), nullable=False),
        sa.Column("paid_amount", sa.BigInteger(), nullable=False),
        sa.Column("payment_datetime", sa.BigInteger(), nullable=True),
        sa.Column("created_datetime", sa.BigInteger(), nullable=False),
        sa.Column("claim_code", sa.Text(), nullable=False),
        sa.Column("gateway", sa.Text(), nullable=False),
        sa.Column("transaction_id", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("mall_id", "order_id", "payment_no", name=op.f("pk_order_payment")),
        sqlite_with_rowid=False,
    )
    with op.batch_alter_table("order_payment", schema=None) as batch_op:
        batch_op.create_index(
            "ix_order_payment_date", ["mall_id", "shop_no", "payment_datetime"], unique=False
        )

    op.create_table(
        "shop_order",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("order_id", sa.Text(), nullable=False),
        sa.Column("shop_no", sa.BigInteger(), nullable=False),
        sa.Column("member_id", sa.Text(), nullable=False),
        sa.Column("member_email", sa.Text(), nullable=False),
        sa.Column("group_no", sa.BigInteger(), nullable=False),
        sa.Column("order_date", sa.BigInteger(), nullable=False),
        sa.Column("payment_date", sa.BigInteger(), nullable=True),
        sa.Column("cancel_date", sa.BigInteger(), nullable=True),
        sa.Column("paid", sa.String(length=1), nullable=False),
        sa.Column("auto_paid", sa.String(length=1), nullable=False),
        sa.Column("canceled", sa.String(length=1), nullable=False),
        sa.Column("shipping_status", sa.String(length=1), nullable=False),
        sa.Column("payment_amount", sa.BigInteger(), nullable=False),
        sa.Column("order_place_id", sa.Text(), nullable=False),
        sa.Column("market_order_no", sa.Text(), nullable=True),
        sa.Column("subscription", sa.String(length=1), nullable=False),
        sa.Column("first_order", sa.String(length=1), nullable=False),
        sa.Column("methods", sa.Text(), nullable=False),
        sa.Column("gateway", sa.Text(), nullable=False),
        sa.Column("buyer_name", sa.Text(), nullable=False),
        sa.Column("buyer_email", sa.Text(), nullable=False),
        sa.Column("buyer_phone", sa.Text(), nullable=False),
        sa.Column("buyer_cellphone", sa.Text(), nullable=False),
        sa.Column("buyer", sa.Text(), nullable=False),
        sa.Column("detail", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("mall_id", "order_id", name=op.f("pk_shop_order")),
        sqlite_with_rowid=True,
    )
    with op.batch_alter_table("shop_order", schema=None) as batch_op:
        batch_op.create_index(
            "ix_shop_order_date", ["mall_id", "shop_no", "order_date", "order_id"], unique=False
        )
        batch_op.create_index(
            "ix_shop_order_member", ["mall_id", "member_id", "order_date"], unique=False
        )
        batch_op.create_index(
            "ix_shop_order_paid", ["mall_id", "shop_no", "payment_date"], unique=False
        )
