"""Coupons, their issues, the ledger of their uses; benefits."""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "benefit",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("benefit_no", sa.BigInteger(), nullable=False),
        sa.Column("shop_no", sa.BigInteger(), nullable=False),
        sa.Column("use_benefit", sa.String(length=1), nullable=False),
        sa.Column("benefit_name", sa.Text(), nullable=False),
        sa.Column("benefit_type", sa.Text(), nullable=False),
        sa.Column("benefit_start_date", sa.BigInteger(), nullable=True),
        sa.Column("benefit_end_date", sa.BigInteger(), nullable=True),
        sa.Column("created_date", sa.BigInteger(), nullable=False),
        sa.Column("platforms", sa.Text(), nullable=False),
        sa.Column("detail", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("mall_id", "benefit_no", name=op.f("pk_benefit")),
        sqlite_with_rowid=True,
    )
    with op.batch_alter_table("benefit", schema=None) as batch_op:
        batch_op.create_index(
            "ix_benefit_listed", ["mall_id", "shop_no", "benefit_no"], unique=False
        )

    op.create_table(
        "coupon",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("coupon_no", sa.Text(), nullable=False),
        sa.Column("shop_no", sa.BigInteger(), nullable=False),
        sa.Column("coupon_type", sa.Text(), nullable=False),
        sa.Column("coupon_name", sa.Text(), nullable=False),
        sa.Column("created_date", sa.BigInteger(), nullable=False),
        sa.Column("deleted", sa.String(length=1), nullable=False),
        sa.Column("is_stopped_issued_coupon", sa.String(length=1), nullable=False),
        sa.Column("pause_begin_datetime", sa.BigInteger(), nullable=True),
        sa.Column("pause_end_datetime", sa.BigInteger(), nullable=True),
        sa.Column("benefit_type", sa.Text(), nullable=False),
        sa.Column("issue_type", sa.Text(), nullable=False),
        sa.Column("issue_sub_type", sa.Text(), nullable=False),
        sa.Column("issue_order_path", sa.Text(), nullable=True),
        sa.Column("issue_order_type", sa.Text(), nullable=False),
        sa.Column("issue_reserved", sa.String(length=1), nullable=False),
        sa.Column("available_period_type", sa.Text(), nullable=False),
        sa.Column("available_begin_datetime", sa.BigInteger(), nullable=True),
        sa.Column("available_end_datetime", sa.BigInteger(), nullable=True),
        sa.Column("available_site", sa.Text(), nullable=False),
        sa.Column("available_scope", sa.Text(), nullable=False),
        sa.Column("available_price_type", sa.Text(), nullable=False),
        sa.Column("available_order_price_type", sa.Text(), nullable=True),
        sa.Column("issued", sa.BigInteger(), nullable=False),
        sa.Column("terms", sa.Text(), nullable=False),
        sa.Column("detail", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("mall_id", "coupon_no", name=op.f("pk_coupon")),
        sqlite_with_rowid=True,
    )
    with op.batch_alter_table("coupon", schema=None) as batch_op:
        batch_op.create_index("ix_coupon_listed", ["mall_id", "shop_no", "coupon_no"], unique=False)

    op.create_table(
        "coupon_issue",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("issue_no", sa.BigInteger(), nullable=False),
        sa.Column("shop_no", sa.BigInteger(), nullable=False),
        sa.Column("coupon_no", sa.Text(), nullable=False),
        sa.Column("member_id", sa.Text(), nullable=False),
        sa.Column("group_no", sa.BigInteger(), nullable=False),
        sa.Column("issued_at", sa.BigInteger(), nullable=False),
        sa.Column("begins_at", sa.BigInteger(), nullable=False),
        sa.Column("ends_at", sa.BigInteger(), nullable=False),
        sa.Column("used_at", sa.BigInteger(), nullable=True),
        sa.Column("order_id", sa.Text(), nullable=False),
        sa.Column("times", sa.BigInteger(), nullable=False),
        sa.Column("taken_at", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("mall_id", "issue_no", name=op.f("pk_coupon_issue")),
        sqlite_with_rowid=False,
    )
    with op.batch_alter_table("coupon_issue", schema=None) as batch_op:
        batch_op.create_index(
            "ix_coupon_issue_coupon", ["mall_id", "coupon_no", "issue_no"], unique=False
        )
        batch_op.create_index(
            "ix_coupon_issue_member", ["mall_id", "member_id", "coupon_no"], unique=False
        )

    op.create_table(
        "coupon_use",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("issue_no", sa.BigInteger(), nullable=False),
        sa.Column("use_no", sa.BigInteger(), nullable=False),
        sa.Column("coupon_no", sa.Text(), nullable=False),
        sa.Column("member_id", sa.Text(), nullable=False),
        sa.Column("order_id", sa.Text(), nullable=False),
        sa.Column("discount", sa.BigInteger(), nullable=False),
        sa.Column("used_at", sa.BigInteger(), nullable=False),
        sa.Column("given_back_at", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("mall_id", "issue_no", "use_no", name=op.f("pk_coupon_use")),
        sqlite_with_rowid=False,
    )
    with op.batch_alter_table("coupon_use", schema=None) as batch_op:
        batch_op.create_index(
            "ix_coupon_use_member", ["mall_id", "member_id", "used_at"], unique=False
        )
        batch_op.create_index("ix_coupon_use_order", ["mall_id", "order_id"], unique=False)
