"""Claims on orders, and their refunds."""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "order_claim",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("claim_code", sa.Text(), nullable=False),
        sa.Column("shop_no", sa.BigInteger(), nullable=False),
        sa.Column("order_id", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("requested_date", sa.BigInteger(), nullable=True),
        sa.Column("accepted_date", sa.BigInteger(), nullable=True),
        sa.Column("completed_date", sa.BigInteger(), nullable=True),
        sa.Column("request_no", sa.BigInteger(), nullable=True),
        sa.Column("content", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("mall_id", "claim_code", name=op.f("pk_order_claim")),
        sqlite_with_rowid=False,
    )
    with op.batch_alter_table("order_claim", schema=None) as batch_op:
        batch_op.create_index("ix_order_claim_collection", ["mall_id", "request_no"], unique=False)
        batch_op.create_index("ix_order_claim_order", ["mall_id", "order_id"], unique=False)

    op.create_table(
        "order_refund",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("refund_code", sa.Text(), nullable=False),
        sa.Column("shop_no", sa.BigInteger(), nullable=False),
        sa.Column("order_id", sa.Text(), nullable=False),
        sa.Column("member_id", sa.Text(), nullable=False),
        sa.Column("member_email", sa.Text(), nullable=False),
        sa.Column("buyer_email", sa.Text(), nullable=False),
        sa.Column("accepted_refund_date", sa.BigInteger(), nullable=False),
        sa.Column("refund_date", sa.BigInteger(), nullable=True),
        sa.Column("status", sa.String(length=1), nullable=False),
        sa.Column("content", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("mall_id", "refund_code", name=op.f("pk_order_refund")),
        sqlite_with_rowid=False,
    )
    with op.batch_alter_table("order_refund", schema=None) as batch_op:
        batch_op.create_index(
            "ix_order_refund_accepted", ["mall_id", "shop_no", "accepted_refund_date"], unique=False
        )
        batch_op.create_index(
            "ix_order_refund_date", ["mall_id", "shop_no", "refund_date"], unique=False
        )
        batch_op.create_index("ix_order_refund_order", ["mall_id", "order_id"], unique=False)
