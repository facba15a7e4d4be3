"""Payment methods that gateways have stored, and the charges of orders of subscriptions."""

import sqlalchemy as sa
from alembic import op

from openmall.database.online_ddl import add_index

revision = "0111"
down_revision = "0110"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "stored_payment_method",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("method_id", sa.Text(), nullable=False),
        sa.Column("shop_no", sa.BigInteger(), nullable=False),
        sa.Column("member_id", sa.Text(), nullable=False),
        sa.Column("gateway", sa.Text(), nullable=False),
        sa.Column("method", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("token", sa.Text(), nullable=False),
        sa.Column("label", sa.Text(), nullable=False),
        sa.Column("agreed_date", sa.BigInteger(), nullable=False),
        sa.Column("stored_date", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("mall_id", "method_id", name=op.f("pk_stored_payment_method")),
        sqlite_with_rowid=False,
    )
    op.create_index(
        "ix_stored_payment_method_member",
        "stored_payment_method",
        ["mall_id", "member_id", "agreed_date"],
    )
    op.create_table(
        "test_gateway_method",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("method_id", sa.Text(), nullable=False),
        sa.Column("token", sa.Text(), nullable=False),
        sa.Column("card", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("mall_id", "method_id", name=op.f("pk_test_gateway_method")),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_test_gateway_method_token", "test_gateway_method", ["mall_id", "token"])
    op.add_column(
        "gateway_payment",
        sa.Column("stored_method", sa.Text(), server_default=sa.text("''"), nullable=False),
    )
    op.add_column(
        "subscription_order",
        sa.Column("failures", sa.BigInteger(), server_default="0", nullable=False),
    )
    for name in ("failed_payment", "outcome"):
        op.add_column(
            "subscription_order",
            sa.Column(name, sa.Text(), server_default=sa.text("''"), nullable=False),
        )
    for name in ("next_charge", "told_date"):
        op.add_column("subscription_order", sa.Column(name, sa.BigInteger(), nullable=True))
    add_index(
        "ix_subscription_order_charge",
        "subscription_order",
        ["mall_id", "next_charge"],
        where="next_charge IS NOT NULL",
    )
    add_index(
        "ix_subscription_order_told",
        "subscription_order",
        ["mall_id", "told_date", "order_id"],
        where="told_date IS NOT NULL",
    )
