"""Codes of serial coupons."""

import sqlalchemy as sa
from alembic import op

revision = "0059"
down_revision = "0058"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "serial_code",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("serial_code", sa.Text(), nullable=False),
        sa.Column("coupon_no", sa.Text(), nullable=False),
        sa.Column("code_no", sa.BigInteger(), nullable=False),
        sa.Column("member_id", sa.Text(), nullable=True),
        sa.Column("verified_at", sa.BigInteger(), nullable=True),
        sa.Column("issue_no", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("mall_id", "serial_code", name=op.f("pk_serial_code")),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_serial_code_coupon", "serial_code", ["mall_id", "coupon_no", "code_no"])
    redeemed = sa.text("member_id IS NOT NULL")
    op.create_index(
        "ix_serial_code_member",
        "serial_code",
        ["mall_id", "member_id"],
        sqlite_where=redeemed,
        postgresql_where=redeemed,
    )
