"""Webhooks: subscriptions of apps, delivery cursors, and the delivery log."""

import sqlalchemy as sa
from alembic import op

revision = "0030"
down_revision = "0029"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "webhook_lane",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("client_id", sa.Text(), nullable=False),
        sa.Column("reception", sa.String(length=1), nullable=False),
        sa.Column("sequence", sa.BigInteger(), nullable=False),
        sa.Column("previous", sa.BigInteger(), nullable=False),
        sa.Column("claimed", sa.BigInteger(), nullable=False),
        sa.Column("turn", sa.Text(), nullable=False),
        sa.Column("lease_until", sa.BigInteger(), nullable=False),
        sa.Column("next_at", sa.BigInteger(), nullable=True),
        sa.Column("rests_until", sa.BigInteger(), nullable=False),
        sa.Column("failures", sa.BigInteger(), nullable=False),
        sa.Column("failing_since", sa.BigInteger(), nullable=True),
        sa.Column("given_up", sa.BigInteger(), nullable=False),
        sa.Column("warned_at", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("mall_id", "client_id", name=op.f("pk_webhook_lane")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "webhook_log",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("log_no", sa.BigInteger(), nullable=False),
        sa.Column("client_id", sa.Text(), nullable=False),
        sa.Column("log_type", sa.Text(), nullable=False),
        sa.Column("event_no", sa.BigInteger(), nullable=False),
        sa.Column("sequence", sa.BigInteger(), nullable=False),
        sa.Column("trace_id", sa.Text(), nullable=False),
        sa.Column("requested_at", sa.BigInteger(), nullable=False),
        sa.Column("took", sa.BigInteger(), nullable=False),
        sa.Column("endpoint", sa.Text(), nullable=False),
        sa.Column("attempt", sa.BigInteger(), nullable=False),
        sa.Column("success", sa.String(length=1), nullable=False),
        sa.Column("http_code", sa.BigInteger(), nullable=True),
        sa.Column("answer", sa.Text(), nullable=True),
        sa.Column("failure", sa.Text(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("mall_id", "client_id", "log_no", name=op.f("pk_webhook_log")),
        sqlite_with_rowid=True,
    )
    with op.batch_alter_table("webhook_log", schema=None) as batch_op:
        batch_op.create_index(
            "ix_webhook_log_requested_at", ["mall_id", "requested_at"], unique=False
        )
        batch_op.create_index(
            "ix_webhook_log_sequence", ["mall_id", "client_id", "sequence"], unique=False
        )

    op.create_table(
        "webhook_notice",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("client_id", sa.Text(), nullable=False),
        sa.Column("notice_no", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("sentence", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint(
            "mall_id", "client_id", "notice_no", name=op.f("pk_webhook_notice")
        ),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "webhook_subscription",
        sa.Column("client_id", sa.Text(), nullable=False),
        sa.Column("address", sa.Text(), nullable=False),
        sa.Column("events", sa.Text(), nullable=False),
        sa.Column("api_key", sa.Text(), nullable=False),
        sa.Column("secret", sa.Text(), nullable=False),
        sa.Column("old_secret", sa.Text(), nullable=False),
        sa.Column("old_until", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("client_id", name=op.f("pk_webhook_subscription")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "webhook_waiting",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("client_id", sa.Text(), nullable=False),
        sa.Column("sequence", sa.BigInteger(), nullable=False),
        sa.Column("event_no", sa.BigInteger(), nullable=False),
        sa.Column("previous", sa.BigInteger(), nullable=False),
        sa.Column("attempts", sa.BigInteger(), nullable=False),
        sa.Column("next_at", sa.BigInteger(), nullable=True),
        sa.Column("subjects", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint(
            "mall_id", "client_id", "sequence", name=op.f("pk_webhook_waiting")
        ),
        sqlite_with_rowid=False,
    )
    with op.batch_alter_table("installation", schema=None) as batch_op:
        batch_op.add_column(
            sa.Column("since_event", sa.BigInteger(), server_default="0", nullable=False)
        )
