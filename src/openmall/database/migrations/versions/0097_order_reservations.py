"""Booked items of orders."""

import sqlalchemy as sa
from alembic import op

revision = "0097"
down_revision = "0096"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "order_reservation",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("order_id", sa.Text(), nullable=False),
        sa.Column("item_no", sa.BigInteger(), nullable=False),
        sa.Column("shop_no", sa.BigInteger(), nullable=False),
        sa.Column("order_item_code", sa.Text(), nullable=False),
        sa.Column("order_date", sa.BigInteger(), nullable=False),
        sa.Column("service_use_date", sa.BigInteger(), nullable=False),
        sa.Column("service_available_start_date", sa.BigInteger(), nullable=False),
        sa.Column("service_available_end_date", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint(
            "mall_id", "order_id", "item_no", name=op.f("pk_order_reservation")
        ),
    )
    for name in ("order_date", "service_use_date"):
        columns = ["mall_id", "shop_no", name, "order_id", "item_no"]
        op.create_index(f"ix_order_reservation_{name}", "order_reservation", columns)
