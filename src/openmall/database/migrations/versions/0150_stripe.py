"""PaymentIntents of Stripe, and disputes at gateways."""

import sqlalchemy as sa
from alembic import op

revision = "0150"
down_revision = "0144"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "stripe_payment",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("payment_id", sa.Text(), nullable=False),
        sa.Column("intent_id", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("mall_id", "payment_id", name=op.f("pk_stripe_payment")),
    )
    op.create_index("ix_stripe_payment_intent", "stripe_payment", ["mall_id", "intent_id"])
    op.create_table(
        "gateway_dispute",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("dispute_id", sa.Text(), nullable=False),
        sa.Column("payment_id", sa.Text(), nullable=False),
        sa.Column("order_id", sa.Text(), nullable=False),
        sa.Column("shop_no", sa.BigInteger(), nullable=False),
        sa.Column("gateway", sa.Text(), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("currency", sa.Text(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("created_date", sa.BigInteger(), nullable=False),
        sa.Column("respond_by", sa.BigInteger(), nullable=True),
        sa.Column("reported_date", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("mall_id", "dispute_id", name=op.f("pk_gateway_dispute")),
    )
    op.create_index("ix_gateway_dispute_order", "gateway_dispute", ["mall_id", "order_id"])
    op.create_index("ix_gateway_dispute_state", "gateway_dispute", ["mall_id", "shop_no", "state"])
