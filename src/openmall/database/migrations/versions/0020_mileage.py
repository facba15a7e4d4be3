"""Points and credits, wish lists, and search columns of customers."""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "customer_balance",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("member_id", sa.Text(), nullable=False),
        sa.Column("shop_no", sa.BigInteger(), nullable=False),
        sa.Column("points", sa.BigInteger(), nullable=False),
        sa.Column("unavailable_points", sa.BigInteger(), nullable=False),
        sa.Column("unavailable_coupon_points", sa.BigInteger(), nullable=False),
        sa.Column("used_points", sa.BigInteger(), nullable=False),
        sa.Column("credits", sa.BigInteger(), nullable=False),
        sa.Column("entries", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint(
            "mall_id", "member_id", "shop_no", name=op.f("pk_customer_balance")
        ),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "mileage_entry",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("member_id", sa.Text(), nullable=False),
        sa.Column("shop_no", sa.BigInteger(), nullable=False),
        sa.Column("entry_no", sa.BigInteger(), nullable=False),
        sa.Column("pot", sa.Text(), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("balance", sa.BigInteger(), nullable=False),
        sa.Column("remaining", sa.BigInteger(), nullable=False),
        sa.Column("taken_from", sa.Text(), nullable=False),
        sa.Column("used", sa.String(length=1), nullable=False),
        sa.Column("cause", sa.Text(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("order_id", sa.Text(), nullable=False),
        sa.Column("order_date", sa.BigInteger(), nullable=True),
        sa.Column("issued_at", sa.BigInteger(), nullable=False),
        sa.Column("available_at", sa.BigInteger(), nullable=True),
        sa.Column("expires_at", sa.BigInteger(), nullable=True),
        sa.Column("admin_id", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint(
            "mall_id", "member_id", "shop_no", "entry_no", name=op.f("pk_mileage_entry")
        ),
        sqlite_with_rowid=True,
    )
    with op.batch_alter_table("mileage_entry", schema=None) as batch_op:
        batch_op.create_index(
            "ix_mileage_entry_date",
            ["mall_id", "shop_no", "pot", "issued_at", "member_id", "entry_no"],
            unique=False,
        )
        batch_op.create_index(
            "ix_mileage_entry_expires",
            ["mall_id", "expires_at"],
            unique=False,
            sqlite_where=sa.text("expires_at IS NOT NULL AND remaining > 0"),
            postgresql_where=sa.text("expires_at IS NOT NULL AND remaining > 0"),
        )
        batch_op.create_index(
            "ix_mileage_entry_left",
            ["mall_id", "member_id", "shop_no", "pot", "entry_no"],
            unique=False,
            sqlite_where=sa.text("remaining > 0"),
            postgresql_where=sa.text("remaining > 0"),
        )
        batch_op.create_index(
            "ix_mileage_entry_member",
            ["mall_id", "member_id", "shop_no", "pot", "issued_at"],
            unique=False,
        )
        batch_op.create_index(
            "ix_mileage_entry_order",
            ["mall_id", "order_id"],
            unique=False,
            sqlite_where=sa.text("order_id != ''"),
            postgresql_where=sa.text("order_id != ''"),
        )

    op.create_table(
        "points_autoexpiration",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("shop_no", sa.BigInteger(), nullable=False),
        sa.Column("content", sa.Text(), nullable=False),
        sa.Column("due_at", sa.BigInteger(), nullable=False),
        sa.Column("done_until", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("mall_id", "shop_no", name=op.f("pk_points_autoexpiration")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "wish",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("member_id", sa.Text(), nullable=False),
        sa.Column("shop_no", sa.BigInteger(), nullable=False),
        sa.Column("wishlist_no", sa.BigInteger(), nullable=False),
        sa.Column("product_no", sa.BigInteger(), nullable=False),
        sa.Column("variant_code", sa.Text(), nullable=False),
        sa.Column("additional_option", sa.Text(), nullable=False),
        sa.Column("attached_file_option", sa.Text(), nullable=False),
        sa.Column("created_date", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint(
            "mall_id", "member_id", "shop_no", "wishlist_no", name=op.f("pk_wish")
        ),
        sqlite_with_rowid=False,
    )
    with op.batch_alter_table("wish", schema=None) as batch_op:
        batch_op.create_index(
            "ix_wish_product", ["mall_id", "product_no", "shop_no", "member_id"], unique=False
        )
        batch_op.create_index(
            "uq_wish_variant", ["mall_id", "member_id", "shop_no", "variant_code"], unique=True
        )

    with op.batch_alter_table("customer", schema=None) as batch_op:
        batch_op.create_index(
            "ix_customer_awake",
            ["mall_id", "last_login_at", "created_at"],
            unique=False,
            sqlite_where=sa.text("dormant_since IS NULL AND left_at IS NULL"),
            postgresql_where=sa.text("dormant_since IS NULL AND left_at IS NULL"),
        )

    with op.batch_alter_table("customer_person", schema=None) as batch_op:
        batch_op.create_index("ix_customer_person_email", ["mall_id", "email"], unique=False)
        batch_op.create_index("ix_customer_person_name", ["mall_id", "name"], unique=False)
        batch_op.create_index("ix_customer_person_phone", ["mall_id", "phone"], unique=False)
