"""The tables of the activity log and the outbox; rows are appended, never updated."""

from typing import Final

from sqlalchemy import Index

from openmall.database.policies import WITH_MALL, mentions, with_same_mall
from openmall.database.schema import number, shop_table, text
from openmall.database.undo_policies import RECORD_LEFT

ACTIVITY: Final = shop_table(
    "activity_log",
    number("process_no"),
    text("mode"),
    text("type"),
    text("content"),
    text("action"),
    number("process_date"),
    text("manager_id"),
    text("account"),
    text("manager_type"),
    text("client_id"),
    number("shop_no"),
    text("changes"),
    backup=WITH_MALL,
    undo=RECORD_LEFT,
    personal_data=mentions("content", "changes"),
    key=("process_no",),
    wide=True,
)
"""The activity log, a row for each action. `changes`: JSON, field -> [before, after]."""

Index("ix_activity_log_date", ACTIVITY.c.mall_id, ACTIVITY.c.process_date)

EVENT: Final = shop_table(
    "event",
    number("sequence"),
    number("event_no"),
    text("resource"),
    number("created_at"),
    number("browser", later=True),
    text("traceparent", null=True),
    text("changed_fields", null=True),
    text("request_id", null=True),
    backup=with_same_mall(
        "what was announced under an id is not told again under another", watched=True
    ),
    undo=RECORD_LEFT,
    personal_data=mentions("resource"),
    key=("sequence",),
    wide=True,
)
"""The outbox: events numbered without gaps in each mall. `resource` is JSON.

`browser`: number of the visitor's browser; 0: not known, or no browser.
`traceparent`: W3C trace context of the call that caused it; null: traces are off.
`changed_fields`: names of fields of the object, parted by commas; null: not known.
`request_id`: id of the call or page that caused it; null: work without a call.
"""
