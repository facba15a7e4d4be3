"""Bundles: their parts and their discount."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "bundle_sales",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("product_no", sa.BigInteger(), nullable=False),
        sa.Column("shop_no", sa.BigInteger(), nullable=False),
        sa.Column("discount_value", sa.BigInteger(), nullable=False),
        sa.Column("discount_type", sa.String(length=1), nullable=False),
        sa.Column("discount_round_unit", sa.Text(), nullable=False),
        sa.Column("discount_round_type", sa.String(length=1), nullable=False),
        sa.PrimaryKeyConstraint("mall_id", "product_no", "shop_no", name=op.f("pk_bundle_sales")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "bundle_part",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("product_no", sa.BigInteger(), nullable=False),
        sa.Column("part_no", sa.BigInteger(), nullable=False),
        sa.Column("place", sa.BigInteger(), nullable=False),
        sa.Column("purchase_quantity", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("mall_id", "product_no", "part_no", name=op.f("pk_bundle_part")),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_bundle_part_part", "bundle_part", ["mall_id", "part_no", "product_no"])
