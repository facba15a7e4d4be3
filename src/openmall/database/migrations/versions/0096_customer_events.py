"""Campaigns that ask customers to bring their data up to date."""

import sqlalchemy as sa
from alembic import op

revision = "0096"
down_revision = "0095"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "customer_event",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("no", sa.BigInteger(), nullable=False),
        sa.Column("shop_no", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("start_day", sa.Text(), nullable=False),
        sa.Column("end_day", sa.Text(), nullable=False),
        sa.Column("created_date", sa.BigInteger(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("detail", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("mall_id", "no", name=op.f("pk_customer_event")),
    )
    op.create_index("ix_customer_event_listed", "customer_event", ["mall_id", "shop_no", "no"])
    op.create_index(
        "ix_customer_event_running", "customer_event", ["mall_id", "shop_no", "state", "end_day"]
    )
    op.create_table(
        "customer_event_participation",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("member_id", sa.Text(), nullable=False),
        sa.Column("no", sa.BigInteger(), nullable=False),
        sa.Column("shop_no", sa.BigInteger(), nullable=False),
        sa.Column("type", sa.String(length=1), nullable=False),
        sa.Column("updated", sa.Text(), nullable=False),
        sa.Column("completed_at", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint(
            "mall_id", "member_id", "no", name=op.f("pk_customer_event_participation")
        ),
    )
