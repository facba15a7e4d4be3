"""Refunds that gateways are requested to make, and when payments are checked next."""

import sqlalchemy as sa
from alembic import op

from openmall.database.online_ddl import add_index

revision = "0047"
down_revision = "0046"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "gateway_refund",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("refund_id", sa.Text(), nullable=False),
        sa.Column("payment_id", sa.Text(), nullable=False),
        sa.Column("order_id", sa.Text(), nullable=False),
        sa.Column("shop_no", sa.BigInteger(), nullable=False),
        sa.Column("refund_code", sa.Text(), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("attempts", sa.BigInteger(), nullable=False),
        sa.Column("next_attempt", sa.BigInteger(), nullable=False),
        sa.Column("transaction_id", sa.Text(), nullable=False),
        sa.Column("failure", sa.Text(), nullable=False),
        sa.Column("created_date", sa.BigInteger(), nullable=False),
        sa.Column("settled_date", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("mall_id", "refund_id", name=op.f("pk_gateway_refund")),
        sqlite_with_rowid=False,
    )
    requested = sa.text("state = 'requested'")
    op.create_index(
        "ix_gateway_refund_due",
        "gateway_refund",
        ["mall_id", "next_attempt"],
        sqlite_where=requested,
        postgresql_where=requested,
    )
    op.create_index("ix_gateway_refund_order", "gateway_refund", ["mall_id", "order_id"])
    op.create_table(
        "test_gateway_refund",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("payment_id", sa.Text(), nullable=False),
        sa.Column("refund_id", sa.Text(), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint(
            "mall_id", "payment_id", "refund_id", name=op.f("pk_test_gateway_refund")
        ),
        sqlite_with_rowid=False,
    )
    op.add_column(
        "gateway_payment",
        sa.Column("return_url", sa.Text(), server_default=sa.text("''"), nullable=False),
    )
    op.add_column("gateway_payment", sa.Column("next_check", sa.BigInteger(), nullable=True))
    add_index(
        "ix_gateway_payment_check",
        "gateway_payment",
        ["mall_id", "next_check"],
        where="next_check IS NOT NULL",
    )
