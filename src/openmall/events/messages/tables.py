"""The tables of outgoing messages: the outbox, and the log of attempts to deliver them."""

from typing import Final

from sqlalchemy import Index, and_, or_

from openmall.database.policies import blank, left_behind, no_personal_data, rows_of_member
from openmall.database.schema import (
    EMPTY,
    fixed_code,
    number,
    partial_index,
    shop_table,
    text,
)
from openmall.database.text_search import mail_addresses
from openmall.database.undo_policies import MESSAGES_WRITTEN

_SENT_ONCE: Final = left_behind("a copy of a mall sends no message a second time")

MESSAGE: Final = shop_table(
    "message",
    number("message_no"),
    number("shop_no"),
    text("channel"),
    text("occasion"),
    text("member_id"),
    text("recipient"),
    text("sender"),
    text("reply_to"),
    text("language"),
    text("subject"),
    text("body"),
    text("html"),
    text("extra"),
    text("batch"),
    text("state"),
    number("attempts"),
    number("next_at", null=True),
    text("lease"),
    number("cost"),
    number("created_at"),
    number("ended_at", null=True),
    text("fallback", later=True),
    text("sealed", later=True),
    backup=_SENT_ONCE,
    undo=MESSAGES_WRITTEN,
    personal_data=rows_of_member(
        blank("recipient", "subject", "body", "html", "extra", "fallback", "sealed")
    ),
    key=("message_no",),
    wide=True,
)
"""The outbox. `channel`: email, sms, push or chatapp. `extra`: JSON of what the channel needs
besides. `batch`: code of the call that sent it; empty: an automatic message.

`state`: queued, sending (claimed by a worker), handed_over (all of it was sent, the answer is
awaited), sent, failed, unknown (the answer never came), mailbox (kept here, delivered nowhere).
`next_at`: UTC second by the machine's clock from which a worker may take it; null: it has ended.
`lease`: token of the worker that claimed it. `cost`: tenths of a text message charged for it.
`sealed`: body and HTML where they have a link that opens an account; empty: they are in clear.
`fallback`: JSON of the ways to try when it fails, the next one first; empty: none is left.
"""
WAITS: Final = MESSAGE.c.next_at.isnot(None)
partial_index(
    "ix_message_due",
    MESSAGE.c.mall_id,
    MESSAGE.c.next_at,
    where=WAITS,
)
Index("ix_message_created", MESSAGE.c.mall_id, MESSAGE.c.created_at)
Index("ix_message_member", MESSAGE.c.mall_id, MESSAGE.c.member_id)
Index("ix_message_batch", MESSAGE.c.mall_id, MESSAGE.c.batch)
UNDELIVERED: Final = or_(
    MESSAGE.c.state == fixed_code("failed"), MESSAGE.c.state == fixed_code("unknown")
)
partial_index(
    "ix_message_undelivered",
    MESSAGE.c.mall_id,
    MESSAGE.c.message_no,
    where=UNDELIVERED,
)
FALLS_BACK: Final = and_(MESSAGE.c.state == fixed_code("failed"), MESSAGE.c.fallback != EMPTY)
partial_index("ix_message_fallback", MESSAGE.c.mall_id, MESSAGE.c.message_no, where=FALLS_BACK)
Index(
    "ix_message_recipient_lower",
    MESSAGE.c.mall_id,
    mail_addresses.Comparable(MESSAGE.c.recipient),
    MESSAGE.c.message_no,
)

ATTEMPT: Final = shop_table(
    "message_attempt",
    number("message_no"),
    number("attempt"),
    number("attempted_at"),
    text("outcome"),
    text("answer"),
    backup=_SENT_ONCE,
    undo=MESSAGES_WRITTEN,
    personal_data=no_personal_data("answers of servers, in which the recipient is masked"),
    key=("message_no", "attempt"),
)
"""Attempts to deliver a message. `outcome`: accepted, refused, retry, unknown or mailbox."""
