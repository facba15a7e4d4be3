"""Suppliers and their users, carriers, shipping origins."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "supplier",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("shop_no", sa.BigInteger(), nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("supplier_code", sa.Text(), nullable=False),
        sa.Column("supplier_name", sa.Text(), nullable=False),
        sa.Column("details", sa.Text(), nullable=False),
        sa.Column("use_supplier", sa.String(length=1), nullable=False),
        sa.Column("created_date", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("mall_id", "supplier_code", "shop_no", name=op.f("pk_supplier")),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_supplier_number", "supplier", ["mall_id", "shop_no", "number"])
    op.create_index("ix_product_supplier", "product", ["mall_id", "supplier_code", "shop_no"])
    op.create_table(
        "supplier_user",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("supplier_code", sa.Text(), nullable=False),
        sa.Column("details", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("mall_id", "user_id", name=op.f("pk_supplier_user")),
    )
    op.create_index("ix_supplier_user_number", "supplier_user", ["mall_id", "number"])
    op.create_index("ix_supplier_user_supplier", "supplier_user", ["mall_id", "supplier_code"])
    op.create_table(
        "carrier",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("shop_no", sa.BigInteger(), nullable=False),
        sa.Column("carrier_id", sa.BigInteger(), nullable=False),
        sa.Column("default_shipping_carrier", sa.String(length=1), nullable=False),
        sa.Column("details", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("mall_id", "shop_no", "carrier_id", name=op.f("pk_carrier")),
    )
    op.create_table(
        "shipping_origin",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("origin_code", sa.Text(), nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("origin_name", sa.Text(), nullable=False),
        sa.Column("default", sa.String(length=1), nullable=False),
        sa.Column("contact", sa.Text(), nullable=False),
        sa.Column("secondary_contact", sa.Text(), nullable=False),
        sa.Column("zipcode", sa.Text(), nullable=False),
        sa.Column("country_code", sa.Text(), nullable=False),
        sa.Column("address1", sa.Text(), nullable=False),
        sa.Column("address2", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("mall_id", "origin_code", name=op.f("pk_shipping_origin")),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_shipping_origin_number", "shipping_origin", ["mall_id", "number"])
