"""Stored responses for idempotency keys, and payment attempts at gateways."""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "gateway_payment",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("payment_id", sa.Text(), nullable=False),
        sa.Column("order_id", sa.Text(), nullable=False),
        sa.Column("shop_no", sa.BigInteger(), nullable=False),
        sa.Column("gateway", sa.Text(), nullable=False),
        sa.Column("method", sa.Text(), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("currency", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("transaction_id", sa.Text(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("created_date", sa.BigInteger(), nullable=False),
        sa.Column("settled_date", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("mall_id", "payment_id", name=op.f("pk_gateway_payment")),
        sqlite_with_rowid=False,
    )
    with op.batch_alter_table("gateway_payment", schema=None) as batch_op:
        batch_op.create_index(
            "ix_gateway_payment_order", ["mall_id", "order_id", "created_date"], unique=False
        )

    op.create_table(
        "order_of_guest",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("order_id", sa.Text(), nullable=False),
        sa.Column("shop_no", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("mall_id", "order_id", name=op.f("pk_order_of_guest")),
        sqlite_with_rowid=False,
    )
    with op.batch_alter_table("order_of_guest", schema=None) as batch_op:
        batch_op.create_index("ix_order_of_guest_name", ["mall_id", "name"], unique=False)

    op.create_table(
        "repeatable_answer",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("owner", sa.Text(), nullable=False),
        sa.Column("operation", sa.Text(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("asked", sa.Text(), nullable=False),
        sa.Column("status", sa.BigInteger(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("session", sa.Text(), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint(
            "mall_id", "owner", "operation", "key", name=op.f("pk_repeatable_answer")
        ),
        sqlite_with_rowid=True,
    )
    with op.batch_alter_table("repeatable_answer", schema=None) as batch_op:
        batch_op.create_index("ix_repeatable_answer_until", ["mall_id", "until"], unique=False)

    op.create_table(
        "test_gateway_payment",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("payment_id", sa.Text(), nullable=False),
        sa.Column("order_id", sa.Text(), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("currency", sa.Text(), nullable=False),
        sa.Column("result", sa.Text(), nullable=False),
        sa.Column("transaction_id", sa.Text(), nullable=False),
        sa.Column("cancelled", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("mall_id", "payment_id", name=op.f("pk_test_gateway_payment")),
        sqlite_with_rowid=False,
    )
