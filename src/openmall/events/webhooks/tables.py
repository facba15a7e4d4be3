"""Tables of webhooks: subscriptions, delivery queues, waiting events, delivery log, notices."""

from typing import Final

from sqlalchemy import Index

from openmall.database.policies import left_behind, no_personal_data, of_app, with_same_mall
from openmall.database.schema import flag, installation_table, number, shop_table, text
from openmall.database.undo_policies import DELIVERY_LEFT, RIGHTS_CHANGED

SUBSCRIPTION: Final = installation_table(
    "webhook_subscription",
    text("client_id"),
    text("address"),
    text("events"),
    text("api_key"),
    text("secret"),
    text("old_secret"),
    number("old_until"),
    text("changed_fields", later=True),
    backup=of_app(watched=True),
    personal_data=no_personal_data(
        "which events were brought to apps, by their numbers, and how the apps' programs answered"
    ),
    key=("client_id",),
)
"""The events that an app receives, and where. `events`: their numbers, separated by spaces.

`changed_fields`: `90002:price,display 90024:items`; of these events the app receives those in which
one of the fields changed. `api_key`, `secret` and `old_secret` are sealed; the old secret signs
along until `old_until`.
"""

DELIVERY_QUEUE: Final = shop_table(
    "webhook_queue",
    text("client_id"),
    flag("reception"),
    number("sequence"),
    number("previous"),
    number("claimed"),
    text("holder"),
    number("lease_until"),
    number("next_at", null=True),
    number("paused_until"),
    number("failures"),
    number("failing_since", null=True),
    number("given_up"),
    number("warned_at", null=True),
    backup=with_same_mall("goes with the app that is told", watched=True),
    undo=DELIVERY_LEFT,
    personal_data=no_personal_data(
        "which events were brought to apps, by their numbers, and how the apps' programs answered"
    ),
    key=("client_id",),
)
"""A delivery queue: how far delivery of the events of a mall to an app is.

Up to `sequence` each event is delivered, given up, or in `webhook_pending`; `previous`: the last of
them that was for this app. Up to `claimed` events may have been sent. `holder`: fencing token of
the run that holds or held the lease; `lease_until`: its end, 0: it was released. `next_at`:
when the first waiting event is due. `paused_until`: end of an open circuit breaker; `failures` in a
row since `failing_since`, `given_up` events in a row. `reception`: T events are delivered, F
delivery is switched off.
"""

WAITING: Final = shop_table(
    "webhook_pending",
    text("client_id"),
    number("sequence"),
    number("event_no"),
    number("previous"),
    number("attempts"),
    number("next_at", null=True),
    text("subjects"),
    backup=with_same_mall("goes with the app that is told"),
    undo=DELIVERY_LEFT,
    personal_data=no_personal_data(
        "which events were brought to apps, by their numbers, and how the apps' programs answered"
    ),
    key=("client_id", "sequence"),
)
"""An event that waits for a retry, or behind such an event. `subjects`: JSON list of texts."""

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
    backup=with_same_mall("goes with the app that was told"),
    undo=DELIVERY_LEFT,
    personal_data=no_personal_data(
        "which events were brought to apps, by their numbers, and how the apps' programs answered"
    ),
    key=("client_id", "log_no"),
    wide=True,
)
"""One attempt to deliver. `took`: milliseconds; `failure`: why, when no answer came.

`body` is stored for tests only. The body of an event is composed from the outbox, so that data of
a person that is erased there is erased from the log too.
"""

FIRST_EVENT: Final = shop_table(
    "first_event",
    number("created_at"),
    backup=left_behind("is read again from the events"),
    undo=DELIVERY_LEFT,
    personal_data=no_personal_data("when something happened in a mall, and not what"),
    key=(),
)
"""When the mall's first event was created that was left by the last sweep of events.

Events have no index by their time: every write of a mall would keep it. No row: no sweep was there.
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
    backup=with_same_mall("goes with the app that was told"),
    undo=DELIVERY_LEFT,
    personal_data=no_personal_data(
        "which events were brought to apps, by their numbers, and how the apps' programs answered"
    ),
    key=("client_id", "notice_no"),
)
"""A notice to the developer of an app. `kind`: failing, switched off, switched on."""

RECIPE: Final = shop_table(
    "webhook_recipe",
    text("client_id"),
    text("recipe_code"),
    number("event_no"),
    text("settings"),
    number("created_at"),
    backup=with_same_mall("apps are let into a copy by its users"),
    undo=RIGHTS_CHANGED,
    personal_data=no_personal_data("which events an app wants, by their fields"),
    deleted_with=("app",),
    key=("client_id", "recipe_code"),
)
"""Conditions on events of a kind, one of which they meet to be delivered to an app.

`settings`: JSON list of trigger settings.
"""
