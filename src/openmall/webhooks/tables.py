"""Where webhooks of apps go, how far each is brought in each mall, and what came of it."""

from typing import Final

from sqlalchemy import Index

from openmall.database.schema import flag, installation_table, number, shop_table, text

SUBSCRIPTION: Final = installation_table(
    "webhook_subscription",
    text("client_id"),
    text("address"),
    text("events"),
    text("api_key"),
    text("secret"),
    text("old_secret"),
    number("old_until"),
    key=("client_id",),
)
"""What an app wants to be told, and where. `events`: their numbers, parted by spaces.

`api_key`, `secret` and `old_secret` are sealed; the old one signs along until `old_until`.
"""

LANE: Final = shop_table(
    "webhook_lane",
    text("client_id"),
    flag("reception"),
    number("sequence"),
    number("previous"),
    number("claimed"),
    text("turn"),
    number("lease_until"),
    number("next_at", null=True),
    number("rests_until"),
    number("failures"),
    number("failing_since", null=True),
    number("given_up"),
    number("warned_at", null=True),
    key=("client_id",),
)
"""How far the events of a mall were brought to an app.

Up to `sequence` each is delivered, given up, or in `webhook_waiting`; `previous`: the last of them
that was for this app. Up to `claimed` some may have been sent. `turn`: the work on it that is
under way until `lease_until`, or was the last; 0: it ended well. `next_at`: when the first that
waits is due. Until `rests_until` nothing is sent, as nothing got through: `failures` in a row since
`failing_since`, `given_up` events in a row. `reception`: T the app receives, F it was switched off.
"""

WAITING: Final = shop_table(
    "webhook_waiting",
    text("client_id"),
    number("sequence"),
    number("event_no"),
    number("previous"),
    number("attempts"),
    number("next_at", null=True),
    text("subjects"),
    key=("client_id", "sequence"),
)
"""An event that failed, or waits behind one that did. `subjects`: JSON list, what it is about."""

LOG: Final = shop_table(
    "webhook_log",
    number("log_no"),
    text("client_id"),
    text("log_type"),
    number("event_no"),
    number("sequence"),
    text("trace_id"),
    number("requested_at"),
    number("took"),
    text("endpoint"),
    number("attempt"),
    flag("success"),
    number("http_code", null=True),
    text("answer", null=True),
    text("failure"),
    text("body"),
    key=("client_id", "log_no"),
    wide=True,
)
"""One try to deliver. `took`: milliseconds; `failure`: why, when no answer came.

What was sent is made of the event, and stands here (`body`) for tests alone: what is erased of a
person in the outbox is erased of the log with it.
"""

Index("ix_webhook_log_sequence", LOG.c.mall_id, LOG.c.client_id, LOG.c.sequence)
Index("ix_webhook_log_requested_at", LOG.c.mall_id, LOG.c.requested_at)

NOTICE: Final = shop_table(
    "webhook_notice",
    text("client_id"),
    number("notice_no"),
    number("at"),
    text("kind"),
    text("sentence"),
    key=("client_id", "notice_no"),
)
"""What the developer of an app should know. `kind`: failing, switched off, switched on."""
