"""Discount codes with the ledger of their uses, and storewide promotions."""

import sqlalchemy as sa
from alembic import op

revision = "0058"
down_revision = "0055"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "discount_code",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("discount_code_no", sa.BigInteger(), nullable=False),
        sa.Column("shop_no", sa.BigInteger(), nullable=False),
        sa.Column("code_key", sa.Text(), nullable=False),
        sa.Column("discount_code", sa.Text(), nullable=False),
        sa.Column("discount_code_name", sa.Text(), nullable=False),
        sa.Column("created_date", sa.BigInteger(), nullable=False),
        sa.Column("available_start_date", sa.BigInteger(), nullable=False),
        sa.Column("available_end_date", sa.BigInteger(), nullable=False),
        sa.Column("available_issue_count", sa.BigInteger(), nullable=False),
        sa.Column("used", sa.BigInteger(), nullable=False),
        sa.Column("detail", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("mall_id", "discount_code_no", name=op.f("pk_discount_code")),
    )
    here = ["mall_id", "shop_no"]
    op.create_index("uq_discount_code_key", "discount_code", [*here, "code_key"], unique=True)
    for name in (
        "discount_code_name",
        "created_date",
        "available_start_date",
        "available_end_date",
    ):
        op.create_index(
            f"ix_discount_code_{name}", "discount_code", [*here, name, "discount_code_no"]
        )
    op.create_table(
        "discount_code_use",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("order_id", sa.Text(), nullable=False),
        sa.Column("discount_code_no", sa.BigInteger(), nullable=False),
        sa.Column("member_id", sa.Text(), nullable=False),
        sa.Column("discount", sa.BigInteger(), nullable=False),
        sa.Column("used_at", sa.BigInteger(), nullable=False),
        sa.Column("given_back_at", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("mall_id", "order_id", name=op.f("pk_discount_code_use")),
        sqlite_with_rowid=False,
    )
    op.create_index(
        "ix_discount_code_use_member",
        "discount_code_use",
        ["mall_id", "discount_code_no", "member_id"],
    )
    op.create_table(
        "common_event",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("shop_no", sa.BigInteger(), nullable=False),
        sa.Column("event_no", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("status", sa.String(length=1), nullable=False),
        sa.Column("category_no", sa.BigInteger(), nullable=False),
        sa.Column("display_position", sa.Text(), nullable=False),
        sa.Column("content", sa.Text(), nullable=False),
        sa.Column("register_date", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("mall_id", "shop_no", "event_no", name=op.f("pk_common_event")),
        sqlite_with_rowid=False,
    )
    op.create_index(
        "ix_common_event_shown",
        "common_event",
        ["mall_id", "shop_no", "status", "category_no", "event_no"],
    )
