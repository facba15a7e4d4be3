"""Coupons may be issued at set times: when each is due, and wedding anniversaries by their day."""

import sqlalchemy as sa
from alembic import op

from openmall.database import capture
from openmall.database.online_ddl import add_index

revision = "0245"
down_revision = "0244"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the table of times, and the index of anniversaries."""
    op.create_table(
        "coupon_schedule",
        sa.Column("mall_id", sa.String(50), nullable=False),
        sa.Column("coupon_no", sa.Text(), nullable=False),
        sa.Column("shop_no", sa.BigInteger(), nullable=False),
        sa.Column("due_at", sa.BigInteger(), nullable=False),
        sa.Column("done_until", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("mall_id", "coupon_no"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_coupon_schedule_due", "coupon_schedule", ["mall_id", "due_at"])
    capture.install(op.get_bind())
    add_index(
        "ix_customer_person_wedding",
        "customer_person",
        ["mall_id", "wedding_anniversary", "member_id"],
        where="wedding_anniversary IS NOT NULL",
    )
