"""Products have a place in main display groups, and may have one of their own in categories."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "main_product",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("shop_no", sa.BigInteger(), nullable=False),
        sa.Column("product_no", sa.BigInteger(), nullable=False),
        sa.Column("display_group", sa.BigInteger(), nullable=False),
        sa.Column("sequence", sa.BigInteger(), nullable=False),
        sa.Column("fixed_sort", sa.String(length=1), nullable=False),
        sa.PrimaryKeyConstraint(
            "mall_id", "shop_no", "product_no", "display_group", name=op.f("pk_main_product")
        ),
        sqlite_with_rowid=False,
    )
    with op.batch_alter_table("main_product", schema=None) as batch_op:
        batch_op.create_index(
            "ix_main_product_order",
            ["mall_id", "shop_no", "display_group", "sequence"],
            unique=False,
        )
        batch_op.create_index("ix_main_product_number", ["mall_id", "product_no"], unique=False)
    op.create_table(
        "category_order",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("category_no", sa.BigInteger(), nullable=False),
        sa.Column("shop_no", sa.BigInteger(), nullable=False),
        sa.Column("display_group", sa.BigInteger(), nullable=False),
        sa.Column("product_no", sa.BigInteger(), nullable=False),
        sa.Column("sequence", sa.BigInteger(), nullable=False),
        sa.Column("auto_sort", sa.String(length=1), nullable=False),
        sa.Column("fixed_sort", sa.String(length=1), nullable=False),
        sa.PrimaryKeyConstraint(
            "mall_id",
            "category_no",
            "shop_no",
            "display_group",
            "product_no",
            name=op.f("pk_category_order"),
        ),
        sqlite_with_rowid=False,
    )
    with op.batch_alter_table("category_order", schema=None) as batch_op:
        batch_op.create_index(
            "ix_category_order_sequence",
            ["mall_id", "category_no", "shop_no", "display_group", "sequence"],
            unique=False,
        )
        batch_op.create_index("ix_category_order_product", ["mall_id", "product_no"], unique=False)
