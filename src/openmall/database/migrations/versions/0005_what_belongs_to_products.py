"""Tables of dependents of products: SEO settings, memos, custom properties, views."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "product_seo",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("product_no", sa.BigInteger(), nullable=False),
        sa.Column("shop_no", sa.BigInteger(), nullable=False),
        sa.Column("meta_title", sa.Text(), nullable=False),
        sa.Column("meta_author", sa.Text(), nullable=False),
        sa.Column("meta_description", sa.Text(), nullable=False),
        sa.Column("meta_keywords", sa.Text(), nullable=False),
        sa.Column("meta_alt", sa.Text(), nullable=False),
        sa.Column("search_engine_exposure", sa.String(length=1), nullable=False),
        sa.PrimaryKeyConstraint("mall_id", "product_no", "shop_no", name=op.f("pk_product_seo")),
        sqlite_with_rowid=True,
    )
    op.create_table(
        "product_memo",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("product_no", sa.BigInteger(), nullable=False),
        sa.Column("memo_no", sa.BigInteger(), nullable=False),
        sa.Column("author_id", sa.Text(), nullable=False),
        sa.Column("created_date", sa.BigInteger(), nullable=False),
        sa.Column("memo", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("mall_id", "product_no", "memo_no", name=op.f("pk_product_memo")),
        sqlite_with_rowid=True,
    )
    op.create_table(
        "product_hit",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("product_no", sa.BigInteger(), nullable=False),
        sa.Column("shop_no", sa.BigInteger(), nullable=False),
        sa.Column("hits", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("mall_id", "product_no", "shop_no", name=op.f("pk_product_hit")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "custom_property",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("property_no", sa.BigInteger(), nullable=False),
        sa.Column("property_name", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("mall_id", "property_no", name=op.f("pk_custom_property")),
        sa.UniqueConstraint("mall_id", "property_name", name="uq_custom_property_name"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "custom_property_value",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("product_no", sa.BigInteger(), nullable=False),
        sa.Column("shop_no", sa.BigInteger(), nullable=False),
        sa.Column("property_no", sa.BigInteger(), nullable=False),
        sa.Column("property_value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint(
            "mall_id",
            "product_no",
            "shop_no",
            "property_no",
            name=op.f("pk_custom_property_value"),
        ),
        sqlite_with_rowid=True,
    )
    with op.batch_alter_table("custom_property_value", schema=None) as batch_op:
        batch_op.create_index(
            "ix_custom_property_value_property", ["mall_id", "property_no"], unique=False
        )
