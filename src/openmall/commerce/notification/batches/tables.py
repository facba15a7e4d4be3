"""The table of batches."""

from typing import Final

from sqlalchemy import Index

from openmall.database.policies import blank, left_behind, redact, rows_of_member
from openmall.database.schema import (
    flag,
    number,
    partial_index,
    shop_table,
    text,
)
from openmall.database.undo_policies import MESSAGES_WRITTEN

BATCH: Final = shop_table(
    "message_batch",
    text("code"),
    number("shop_no"),
    text("channel"),
    text("send_type"),
    text("receiver_type"),
    flag("silent"),
    text("member_id"),
    text("content_os_a"),
    text("content_os_b"),
    text("details"),
    text("state"),
    number("due_at", null=True),
    number("group_at"),
    text("member_after"),
    number("count_os_a"),
    number("count_os_b"),
    number("created_at"),
    number("reserved_at", null=True),
    number("sent_at", null=True),
    backup=left_behind("a copy of a mall sends no message a second time"),
    undo=MESSAGES_WRITTEN,
    personal_data=rows_of_member(
        blank("content_os_a", "content_os_b"), redact("details", frozenset({"title"}))
    ),
    key=("code",),
    wide=True,
)
"""A text message or a push message to many. `details`: JSON of the rest.

`state`: waiting, sent, stopped (nothing was left to pay with). `due_at`: UTC second by the mall's
clock from which a worker continues it; null: all of it is in the outbox. `group_at`,
`member_after`: the group that it is written to now, and the last customer who got it. `member_id`:
its only receiver; empty: several.
"""
CONTINUES: Final = BATCH.c.due_at.isnot(None)
partial_index(
    "ix_message_batch_due",
    BATCH.c.mall_id,
    BATCH.c.due_at,
    where=CONTINUES,
)
Index(
    "ix_message_batch_created",
    BATCH.c.mall_id,
    BATCH.c.shop_no,
    BATCH.c.channel,
    BATCH.c.created_at,
    BATCH.c.code,
)
