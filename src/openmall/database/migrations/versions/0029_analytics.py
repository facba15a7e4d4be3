"""Collected page views awaiting conversion to facts, and the state of the sessioniser."""

import sqlalchemy as sa
from alembic import op

revision = "0029"
down_revision = "0028"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "address_key",
        sa.Column("day", sa.BigInteger(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("day", name=op.f("pk_address_key")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "browser",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("shop_no", sa.BigInteger(), nullable=False),
        sa.Column("browser", sa.BigInteger(), nullable=False),
        sa.Column("visits", sa.BigInteger(), nullable=False),
        sa.Column("visit", sa.BigInteger(), nullable=False),
        sa.Column("began_at", sa.BigInteger(), nullable=False),
        sa.Column("active_at", sa.BigInteger(), nullable=False),
        sa.Column("source", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("mall_id", "shop_no", "browser", name=op.f("pk_browser")),
        sqlite_with_rowid=True,
    )
    op.create_table(
        "collected",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("sequence", sa.BigInteger(), nullable=False),
        sa.Column("received_at", sa.BigInteger(), nullable=False),
        sa.Column("last_at", sa.BigInteger(), nullable=False),
        sa.Column("events", sa.BigInteger(), nullable=False),
        sa.Column("content", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("mall_id", "sequence", name=op.f("pk_collected")),
        sqlite_with_rowid=True,
    )
    op.create_table(
        "collected_batch",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("batch_id", sa.Text(), nullable=False),
        sa.Column("received_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("mall_id", "batch_id", name=op.f("pk_collected_batch")),
        sqlite_with_rowid=False,
    )
    with op.batch_alter_table("collected_batch", schema=None) as batch_op:
        batch_op.create_index(
            "ix_collected_batch_received", ["mall_id", "received_at"], unique=False
        )

    op.create_table(
        "fact_batch",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("batch_no", sa.BigInteger(), nullable=False),
        sa.Column("content", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("mall_id", "batch_no", name=op.f("pk_fact_batch")),
        sqlite_with_rowid=True,
    )
    op.create_table(
        "order_visit",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("order_id", sa.Text(), nullable=False),
        sa.Column("visit", sa.BigInteger(), nullable=False),
        sa.Column("content", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("mall_id", "order_id", name=op.f("pk_order_visit")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "sessionised",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("sequence", sa.BigInteger(), nullable=False),
        sa.Column("event_sequence", sa.BigInteger(), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=False),
        sa.Column("batch_no", sa.BigInteger(), nullable=False),
        sa.Column("event_floor", sa.BigInteger(), server_default="0", nullable=False),
        sa.PrimaryKeyConstraint("mall_id", name=op.f("pk_sessionised")),
        sqlite_with_rowid=False,
    )
    with op.batch_alter_table("event", schema=None) as batch_op:
        batch_op.add_column(
            sa.Column("browser", sa.BigInteger(), server_default="0", nullable=False)
        )
