"""What shops call the states of their orders; what the dashboard counts."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

_USED_UP = sa.text("use_inventory = 'T' AND display_soldout = 'T' AND quantity <= safety_inventory")


def upgrade() -> None:
    op.create_table(
        "shown_status",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("shop_no", sa.BigInteger(), nullable=False),
        sa.Column("status_name_id", sa.BigInteger(), nullable=False),
        sa.Column("custom_name", sa.Text(), nullable=True),
        sa.Column("reservation_custom_name", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint(
            "mall_id", "shop_no", "status_name_id", name=op.f("pk_shown_status")
        ),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_customer_created", "customer", ["mall_id", "created_at"])
    op.create_index(
        "ix_variant_used_up",
        "variant",
        ["mall_id", "product_no"],
        sqlite_where=_USED_UP,
        postgresql_where=_USED_UP,
    )
