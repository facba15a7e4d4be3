"""The partner programme's read model."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "partner_category",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("category_no", sa.BigInteger(), nullable=False),
        sa.Column("depth1", sa.Text(), nullable=False),
        sa.Column("depth2", sa.Text(), nullable=False),
        sa.Column("depth3", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("mall_id", "category_no", name=op.f("pk_partner_category")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "partner_figures",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("product_no", sa.BigInteger(), nullable=False),
        sa.Column("shop_no", sa.BigInteger(), nullable=False),
        sa.Column("figures", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint(
            "mall_id", "product_no", "shop_no", name=op.f("pk_partner_figures")
        ),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "partner_product",
        sa.Column("store_id", sa.Text(), nullable=False),
        sa.Column("product_no", sa.BigInteger(), nullable=False),
        sa.Column("shop_no", sa.BigInteger(), nullable=False),
        sa.Column("product_ukey", sa.Text(), nullable=False),
        sa.Column("category_no", sa.BigInteger(), nullable=True),
        sa.Column("depth1", sa.Text(), nullable=False),
        sa.Column("depth2", sa.Text(), nullable=False),
        sa.Column("depth3", sa.Text(), nullable=False),
        sa.Column("product_name", sa.Text(), nullable=False),
        sa.Column("product_status_type", sa.Text(), nullable=False),
        sa.Column("price", sa.BigInteger(), nullable=False),
        sa.Column("pc_discount_price", sa.BigInteger(), nullable=False),
        sa.Column("mobile_discount_price", sa.BigInteger(), nullable=False),
        sa.Column("pc_discount_rate", sa.BigInteger(), nullable=False),
        sa.Column("mobile_discount_rate", sa.BigInteger(), nullable=False),
        sa.Column("is_pc_discount", sa.String(length=1), nullable=False),
        sa.Column("is_mobile_discount", sa.String(length=1), nullable=False),
        sa.Column("is_free_shipping", sa.String(length=1), nullable=False),
        sa.Column("is_international_shipping", sa.String(length=1), nullable=False),
        sa.Column("is_free_gift", sa.String(length=1), nullable=False),
        sa.Column("is_coupon_discount", sa.String(length=1), nullable=False),
        sa.Column("product_popular_age", sa.Text(), nullable=False),
        sa.Column("review_count", sa.BigInteger(), nullable=False),
        sa.Column("review_score", sa.BigInteger(), nullable=False),
        sa.Column("hits_count", sa.BigInteger(), nullable=False),
        sa.Column("popularity_score", sa.BigInteger(), nullable=False),
        sa.Column("created_date", sa.BigInteger(), nullable=False),
        sa.Column("updated_date", sa.BigInteger(), nullable=False),
        sa.Column("shown", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint(
            "store_id", "product_no", "shop_no", name=op.f("pk_partner_product")
        ),
        sqlite_with_rowid=True,
    )
    with op.batch_alter_table("partner_product", schema=None) as batch_op:
        batch_op.create_index(
            "ix_partner_product_category", ["store_id", "category_no"], unique=False
        )
        batch_op.create_index(
            "ix_partner_product_created_date",
            ["created_date", "store_id", "product_no", "shop_no"],
            unique=False,
        )
        batch_op.create_index(
            "ix_partner_product_hits_count",
            ["hits_count", "store_id", "product_no", "shop_no"],
            unique=False,
        )
        batch_op.create_index(
            "ix_partner_product_mobile_discount_price",
            ["mobile_discount_price", "store_id", "product_no", "shop_no"],
            unique=False,
        )
        batch_op.create_index(
            "ix_partner_product_mobile_discount_rate",
            ["mobile_discount_rate", "store_id", "product_no", "shop_no"],
            unique=False,
        )
        batch_op.create_index(
            "ix_partner_product_pc_discount_price",
            ["pc_discount_price", "store_id", "product_no", "shop_no"],
            unique=False,
        )
        batch_op.create_index(
            "ix_partner_product_pc_discount_rate",
            ["pc_discount_rate", "store_id", "product_no", "shop_no"],
            unique=False,
        )
        batch_op.create_index(
            "ix_partner_product_popularity_score",
            ["popularity_score", "store_id", "product_no", "shop_no"],
            unique=False,
        )
        batch_op.create_index(
            "ix_partner_product_price", ["price", "store_id", "product_no", "shop_no"], unique=False
        )
        batch_op.create_index(
            "ix_partner_product_product_name",
            ["product_name", "store_id", "product_no", "shop_no"],
            unique=False,
        )
        batch_op.create_index(
            "ix_partner_product_review_count",
            ["review_count", "store_id", "product_no", "shop_no"],
            unique=False,
        )
        batch_op.create_index(
            "ix_partner_product_review_score",
            ["review_score", "store_id", "product_no", "shop_no"],
            unique=False,
        )
        batch_op.create_index("ix_partner_product_ukey", ["product_ukey"], unique=False)
        batch_op.create_index("ix_partner_product_updated_date", ["updated_date"], unique=False)

    op.create_table(
        "partner_product_word",
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("word", sa.Text(), nullable=False),
        sa.Column("product_ukey", sa.Text(), nullable=False),
        sa.Column("store_id", sa.Text(), nullable=False),
        sa.Column("product_no", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint(
            "kind", "word", "product_ukey", name=op.f("pk_partner_product_word")
        ),
        sqlite_with_rowid=False,
    )
    with op.batch_alter_table("partner_product_word", schema=None) as batch_op:
        batch_op.create_index(
            "ix_partner_product_word_product", ["store_id", "product_no"], unique=False
        )

    op.create_table(
        "partner_shop",
        sa.Column("store_id", sa.Text(), nullable=False),
        sa.Column("shop_no", sa.BigInteger(), nullable=False),
        sa.Column("shop_name", sa.Text(), nullable=False),
        sa.Column("shop_language", sa.Text(), nullable=False),
        sa.Column("shop_currency_code", sa.Text(), nullable=False),
        sa.Column("score", sa.BigInteger(), nullable=False),
        sa.Column("shop_grade", sa.Text(), nullable=False),
        sa.Column("shop_popular_age", sa.Text(), nullable=False),
        sa.Column("shop_sex", sa.Text(), nullable=False),
        sa.Column("shop_region", sa.Text(), nullable=False),
        sa.Column("use_platformpay", sa.String(length=1), nullable=False),
        sa.Column("use_portalpay", sa.String(length=1), nullable=False),
        sa.Column("use_carrier_y", sa.String(length=1), nullable=False),
        sa.Column("shipping_fee_type", sa.Text(), nullable=False),
        sa.Column("depth1", sa.Text(), nullable=False),
        sa.Column("depth2", sa.Text(), nullable=False),
        sa.Column("lists", sa.Text(), nullable=False),
        sa.Column("created_date", sa.BigInteger(), nullable=False),
        sa.Column("updated_date", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("store_id", "shop_no", name=op.f("pk_partner_shop")),
        sqlite_with_rowid=True,
    )
    with op.batch_alter_table("partner_shop", schema=None) as batch_op:
        batch_op.create_index(
            "ix_partner_shop_created", ["created_date", "store_id", "shop_no"], unique=False
        )
        batch_op.create_index(
            "ix_partner_shop_name", ["shop_name", "store_id", "shop_no"], unique=False
        )

    op.create_table(
        "partner_shop_word",
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("word", sa.Text(), nullable=False),
        sa.Column("store_id", sa.Text(), nullable=False),
        sa.Column("shop_no", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint(
            "kind", "word", "store_id", "shop_no", name=op.f("pk_partner_shop_word")
        ),
        sqlite_with_rowid=False,
    )
    with op.batch_alter_table("partner_shop_word", schema=None) as batch_op:
        batch_op.create_index("ix_partner_shop_word_shop", ["store_id", "shop_no"], unique=False)
