"""Details of orders: history, memos, labels, benefits, coupons, receipts, channels."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "cash_receipt",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("shop_no", sa.BigInteger(), nullable=False),
        sa.Column("cashreceipt_no", sa.BigInteger(), nullable=False),
        sa.Column("order_id", sa.Text(), nullable=False),
        sa.Column("type", sa.Text(), nullable=False),
        sa.Column("company_registration_no", sa.Text(), nullable=True),
        sa.Column("cellphone", sa.Text(), nullable=False),
        sa.Column("approval_no", sa.Text(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("request_date", sa.BigInteger(), nullable=False),
        sa.Column("tax_amount", sa.BigInteger(), nullable=False),
        sa.Column("tax_free_amount", sa.BigInteger(), nullable=False),
        sa.Column("vat", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("mall_id", "cashreceipt_no", name=op.f("pk_cash_receipt")),
        sqlite_with_rowid=False,
    )
    with op.batch_alter_table("cash_receipt", schema=None) as batch_op:
        batch_op.create_index(
            "ix_cash_receipt_date", ["mall_id", "shop_no", "request_date"], unique=False
        )
        batch_op.create_index("ix_cash_receipt_order", ["mall_id", "order_id"], unique=False)

    op.create_table(
        "inflow",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("group_id", sa.Text(), nullable=False),
        sa.Column("inflow_id", sa.Text(), nullable=False),
        sa.Column("inflow_name", sa.Text(), nullable=False),
        sa.Column("inflow_icon", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("mall_id", "group_id", "inflow_id", name=op.f("pk_inflow")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "inflow_group",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("inflow_group_id", sa.Text(), nullable=False),
        sa.Column("inflow_group_name", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("mall_id", "inflow_group_id", name=op.f("pk_inflow_group")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "order_benefit",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("shop_no", sa.BigInteger(), nullable=False),
        sa.Column("order_id", sa.Text(), nullable=False),
        sa.Column("entry_no", sa.BigInteger(), nullable=False),
        sa.Column("item_no", sa.BigInteger(), nullable=False),
        sa.Column("benefit_no", sa.BigInteger(), nullable=False),
        sa.Column("benefit_title", sa.Text(), nullable=False),
        sa.Column("benefit_name", sa.Text(), nullable=False),
        sa.Column("benefit_code", sa.BigInteger(), nullable=False),
        sa.Column("benefit_percent", sa.Text(), nullable=True),
        sa.Column("benefit_value", sa.BigInteger(), nullable=False),
        sa.Column("benefit_app_key", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("mall_id", "order_id", "entry_no", name=op.f("pk_order_benefit")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "order_coupon",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("shop_no", sa.BigInteger(), nullable=False),
        sa.Column("order_id", sa.Text(), nullable=False),
        sa.Column("entry_no", sa.BigInteger(), nullable=False),
        sa.Column("item_no", sa.BigInteger(), nullable=False),
        sa.Column("coupon_name", sa.Text(), nullable=False),
        sa.Column("coupon_code", sa.Text(), nullable=False),
        sa.Column("coupon_percent", sa.Text(), nullable=True),
        sa.Column("coupon_value", sa.BigInteger(), nullable=False),
        sa.Column("coupon_value_final", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("mall_id", "order_id", "entry_no", name=op.f("pk_order_coupon")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "order_history",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("order_id", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("entry_no", sa.BigInteger(), nullable=False),
        sa.Column("changed_at", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("user_name", sa.Text(), nullable=False),
        sa.Column("document", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint(
            "mall_id", "order_id", "kind", "entry_no", name=op.f("pk_order_history")
        ),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "order_label",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("shop_no", sa.BigInteger(), nullable=False),
        sa.Column("order_id", sa.Text(), nullable=False),
        sa.Column("item_no", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint(
            "mall_id", "order_id", "item_no", "name", name=op.f("pk_order_label")
        ),
        sqlite_with_rowid=False,
    )
    with op.batch_alter_table("order_label", schema=None) as batch_op:
        batch_op.create_index(
            "ix_order_label_name", ["mall_id", "shop_no", "name", "order_id"], unique=False
        )

    op.create_table(
        "order_memo",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("order_id", sa.Text(), nullable=False),
        sa.Column("memo_no", sa.BigInteger(), nullable=False),
        sa.Column("created_date", sa.BigInteger(), nullable=False),
        sa.Column("author_id", sa.Text(), nullable=False),
        sa.Column("ip", sa.Text(), nullable=False),
        sa.Column("use_customer_inquiry", sa.String(length=1), nullable=False),
        sa.Column("topic_type", sa.Text(), nullable=True),
        sa.Column("status", sa.Text(), nullable=True),
        sa.Column("attach_type", sa.String(length=1), nullable=False),
        sa.Column("content", sa.Text(), nullable=False),
        sa.Column("starred_memo", sa.String(length=1), nullable=False),
        sa.Column("fixed", sa.String(length=1), nullable=False),
        sa.Column("product_list", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("mall_id", "order_id", "memo_no", name=op.f("pk_order_memo")),
        sqlite_with_rowid=True,
    )
    op.create_table(
        "sales_channel",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("sales_channel_id", sa.Text(), nullable=False),
        sa.Column("sales_channel_name", sa.Text(), nullable=False),
        sa.Column("sales_channel_icon", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("mall_id", "sales_channel_id", name=op.f("pk_sales_channel")),
        sqlite_with_rowid=False,
    )
