"""Who waits for notices that a product is back in stock, and for which stock somebody does."""

import sqlalchemy as sa
from alembic import op

revision = "0110"
down_revision = "0109"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "restock_request",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("shop_no", sa.BigInteger(), nullable=False),
        sa.Column("product_no", sa.BigInteger(), nullable=False),
        sa.Column("variant_code", sa.Text(), nullable=False),
        sa.Column("member_id", sa.Text(), nullable=False),
        sa.Column("email", sa.Text(), nullable=False),
        sa.Column("request_no", sa.BigInteger(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("expires_at", sa.BigInteger(), nullable=False),
        sa.Column("notified_at", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint(
            "mall_id",
            "shop_no",
            "product_no",
            "variant_code",
            "member_id",
            "email",
            name=op.f("pk_restock_request"),
        ),
        sqlite_with_rowid=False,
    )
    condition = sa.text("notified_at IS NULL")
    op.create_index(
        "ix_restock_request_waiting",
        "restock_request",
        ["mall_id", "shop_no", "product_no", "variant_code", "created_at", "request_no"],
        sqlite_where=condition,
        postgresql_where=condition,
    )
    op.create_index("ix_restock_request_number", "restock_request", ["mall_id", "request_no"])
    op.create_index(
        "ix_restock_request_member", "restock_request", ["mall_id", "member_id", "email"]
    )
    op.create_index("ix_restock_request_expiry", "restock_request", ["mall_id", "expires_at"])
    op.create_table(
        "restock_target",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("shop_no", sa.BigInteger(), nullable=False),
        sa.Column("product_no", sa.BigInteger(), nullable=False),
        sa.Column("variant_code", sa.Text(), nullable=False),
        sa.Column("due_at", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint(
            "mall_id",
            "shop_no",
            "product_no",
            "variant_code",
            name=op.f("pk_restock_target"),
        ),
        sqlite_with_rowid=False,
    )
    condition = sa.text("due_at IS NOT NULL")
    op.create_index(
        "ix_restock_target_due",
        "restock_target",
        ["mall_id", "due_at"],
        sqlite_where=condition,
        postgresql_where=condition,
    )
    op.create_index("ix_restock_target_product", "restock_target", ["mall_id", "product_no"])
