"""Indexes of outgoing messages by recipient, and of those that were not delivered."""

from openmall.database.online_ddl import add_index

revision = "0086"
down_revision = "0085"
branch_labels = None
depends_on = None


def upgrade() -> None:
    add_index("ix_message_recipient", "message", ["mall_id", "recipient", "message_no"])
    add_index(
        "ix_message_undelivered",
        "message",
        ["mall_id", "message_no"],
        where="state = 'failed' OR state = 'unknown'",
    )
