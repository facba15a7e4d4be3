"""Carts of shoppers, and their lines."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "cart",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("shop_no", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("created_date", sa.BigInteger(), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("mall_id", "shop_no", "kind", "name", name=op.f("pk_cart")),
        sqlite_with_rowid=False,
    )
    with op.batch_alter_table("cart", schema=None) as batch_op:
        batch_op.create_index("ix_cart_until", ["mall_id", "until"], unique=False)

    op.create_table(
        "cart_line",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("shop_no", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("variant_code", sa.Text(), nullable=False),
        sa.Column("basket_type", sa.Text(), nullable=False),
        sa.Column("mark", sa.Text(), nullable=False),
        sa.Column("basket_product_no", sa.BigInteger(), nullable=False),
        sa.Column("product_no", sa.BigInteger(), nullable=False),
        sa.Column("quantity", sa.BigInteger(), nullable=False),
        sa.Column("prepaid_shipping_fee", sa.Text(), nullable=False),
        sa.Column("additional_option_values", sa.Text(), nullable=False),
        sa.Column("created_date", sa.BigInteger(), nullable=False),
        sa.Column("updated_date", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint(
            "mall_id",
            "shop_no",
            "kind",
            "name",
            "variant_code",
            "basket_type",
            "mark",
            name=op.f("pk_cart_line"),
        ),
        sqlite_with_rowid=False,
    )
    with op.batch_alter_table("cart_line", schema=None) as batch_op:
        batch_op.create_index(
            "ix_cart_line_product",
            ["mall_id", "product_no", "shop_no", "kind", "name"],
            unique=False,
        )
