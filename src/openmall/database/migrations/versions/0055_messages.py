"""Outgoing messages, their recipient groups, and what text messages need."""

import sqlalchemy as sa
from alembic import op

revision = "0055"
down_revision = "0054"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "message",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("message_no", sa.BigInteger(), nullable=False),
        sa.Column("shop_no", sa.BigInteger(), nullable=False),
        sa.Column("channel", sa.Text(), nullable=False),
        sa.Column("occasion", sa.Text(), nullable=False),
        sa.Column("member_id", sa.Text(), nullable=False),
        sa.Column("recipient", sa.Text(), nullable=False),
        sa.Column("sender", sa.Text(), nullable=False),
        sa.Column("reply_to", sa.Text(), nullable=False),
        sa.Column("language", sa.Text(), nullable=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("html", sa.Text(), nullable=False),
        sa.Column("extra", sa.Text(), nullable=False),
        sa.Column("batch", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("attempts", sa.BigInteger(), nullable=False),
        sa.Column("next_at", sa.BigInteger(), nullable=True),
        sa.Column("lease", sa.Text(), nullable=False),
        sa.Column("cost", sa.BigInteger(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("ended_at", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("mall_id", "message_no", name=op.f("pk_message")),
        sqlite_with_rowid=True,
    )
    op.create_index("ix_message_batch", "message", ["mall_id", "batch"])
    op.create_index("ix_message_created", "message", ["mall_id", "created_at"])
    condition = sa.text("next_at IS NOT NULL")
    op.create_index(
        "ix_message_due",
        "message",
        ["mall_id", "next_at"],
        sqlite_where=condition,
        postgresql_where=condition,
    )
    op.create_index("ix_message_member", "message", ["mall_id", "member_id"])
    op.create_table(
        "message_attempt",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("message_no", sa.BigInteger(), nullable=False),
        sa.Column("attempt", sa.BigInteger(), nullable=False),
        sa.Column("attempted_at", sa.BigInteger(), nullable=False),
        sa.Column("outcome", sa.Text(), nullable=False),
        sa.Column("answer", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint(
            "mall_id", "message_no", "attempt", name=op.f("pk_message_attempt")
        ),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "message_cursor",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("sequence", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("mall_id", name=op.f("pk_message_cursor")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "message_batch",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("code", sa.Text(), nullable=False),
        sa.Column("shop_no", sa.BigInteger(), nullable=False),
        sa.Column("channel", sa.Text(), nullable=False),
        sa.Column("send_type", sa.Text(), nullable=False),
        sa.Column("receiver_type", sa.Text(), nullable=False),
        sa.Column("silent", sa.String(length=1), nullable=False),
        sa.Column("member_id", sa.Text(), nullable=False),
        sa.Column("content_os_a", sa.Text(), nullable=False),
        sa.Column("content_os_b", sa.Text(), nullable=False),
        sa.Column("details", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("due_at", sa.BigInteger(), nullable=True),
        sa.Column("group_at", sa.BigInteger(), nullable=False),
        sa.Column("member_after", sa.Text(), nullable=False),
        sa.Column("count_os_a", sa.BigInteger(), nullable=False),
        sa.Column("count_os_b", sa.BigInteger(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("reserved_at", sa.BigInteger(), nullable=True),
        sa.Column("sent_at", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("mall_id", "code", name=op.f("pk_message_batch")),
        sqlite_with_rowid=True,
    )
    op.create_index(
        "ix_message_batch_created",
        "message_batch",
        ["mall_id", "shop_no", "channel", "created_at", "code"],
    )
    condition = sa.text("due_at IS NOT NULL")
    op.create_index(
        "ix_message_batch_due",
        "message_batch",
        ["mall_id", "due_at"],
        sqlite_where=condition,
        postgresql_where=condition,
    )
    op.create_table(
        "recipient_group",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("shop_no", sa.BigInteger(), nullable=False),
        sa.Column("group_no", sa.BigInteger(), nullable=False),
        sa.Column("group_name", sa.Text(), nullable=False),
        sa.Column("group_description", sa.Text(), nullable=False),
        sa.Column("conditions", sa.Text(), nullable=False),
        sa.Column("member_count", sa.BigInteger(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("mall_id", "shop_no", "group_no", name=op.f("pk_recipient_group")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "sms_sender",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("sender_no", sa.BigInteger(), nullable=False),
        sa.Column("sender", sa.Text(), nullable=False),
        sa.Column("auth_status", sa.Text(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("mall_id", "sender_no", name=op.f("pk_sms_sender")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "sms_balance",
        sa.Column("mall_id", sa.String(length=50), nullable=False),
        sa.Column("tenths", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("mall_id", name=op.f("pk_sms_balance")),
        sqlite_with_rowid=False,
    )
