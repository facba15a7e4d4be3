"""How far customers were reminded, and the indexes of what they are reminded of."""

import sqlalchemy as sa
from alembic import op

from openmall.database.online_ddl import add_index

revision = "0085"
down_revision = "0082"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "message_reminder",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("shop_no", sa.BigInteger(), nullable=False),
        sa.Column("done_until", sa.BigInteger(), nullable=False),
        sa.Column("done_after", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("mall_id", "kind", "shop_no", name=op.f("pk_message_reminder")),
    )
    add_index("ix_coupon_issue_ends", "coupon_issue", ["mall_id", "ends_at", "issue_no"])
    add_index(
        "ix_urgent_inquiry_reply_date",
        "urgent_inquiry_reply",
        ["mall_id", "created_date", "article_no"],
    )
    add_index(
        "ix_customer_person_birthday",
        "customer_person",
        ["mall_id", "birthday", "member_id"],
        where="birthday IS NOT NULL",
    )
