"""Batches of generated coupon codes, which are computed instead of stored."""

import sqlalchemy as sa
from alembic import op

revision = "0092"
down_revision = "0088"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "serial_batch",
        sa.Column("mall_id", sa.String(50), nullable=False),
        sa.Column("first_no", sa.BigInteger(), nullable=False),
        sa.Column("coupon_no", sa.Text(), nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("length", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("mall_id", "first_no", name=op.f("pk_serial_batch")),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_serial_batch_coupon", "serial_batch", ["mall_id", "coupon_no"])
