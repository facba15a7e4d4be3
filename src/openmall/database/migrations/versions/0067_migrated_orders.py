"""Orders that were migrated from another store."""

import sqlalchemy as sa
from alembic import op

revision = "0067"
down_revision = "0066"
branch_labels = None
depends_on = None

FILTERS = (
    "order_status",
    "payment_status",
    "buyer_name",
    "member_id",
    "receiver_name",
    "buyer_cellphone",
    "buyer_phone",
)


def upgrade() -> None:
    op.create_table(
        "migrated_order",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("shop_no", sa.BigInteger(), nullable=False),
        sa.Column("order_id", sa.Text(), nullable=False),
        sa.Column("order_date", sa.BigInteger(), nullable=False),
        sa.Column("member_id", sa.Text(), nullable=False),
        sa.Column("payment_status", sa.String(length=1), nullable=False),
        sa.Column("order_status", sa.Text(), nullable=False),
        sa.Column("payed_amount", sa.BigInteger(), nullable=False),
        sa.Column("buyer_name", sa.Text(), nullable=False),
        sa.Column("buyer_phone", sa.Text(), nullable=False),
        sa.Column("buyer_cellphone", sa.Text(), nullable=False),
        sa.Column("receiver_name", sa.Text(), nullable=False),
        sa.Column("document", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("mall_id", "shop_no", "order_id", name=op.f("pk_migrated_order")),
    )
    for name in ("order_date", "payed_amount"):
        columns = ["mall_id", "shop_no", name, "order_id"]
        op.create_index(f"ix_migrated_order_{name}", "migrated_order", columns)
    for name in FILTERS:
        columns = ["mall_id", "shop_no", name, "order_date", "order_id"]
        op.create_index(f"ix_migrated_order_{name}", "migrated_order", columns)
