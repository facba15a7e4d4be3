"""The rows that say what happened; they are added, never changed."""

from typing import Final

from sqlalchemy import Index

from openmall.database.schema import number, shop_table, text

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
    key=("process_no",),
    wide=True,
)
"""One line for each thing done to the shop. `changes`: JSON, field -> [before, after]."""

Index("ix_activity_log_date", ACTIVITY.c.mall_id, ACTIVITY.c.process_date)

EVENT: Final = shop_table(
    "event",
    number("sequence"),
    number("event_no"),
    text("resource"),
    number("created_at"),
    number("browser", later=True),
    text("traceparent", null=True),
    key=("sequence",),
    wide=True,
)
"""The outbox: what was announced, numbered without gaps in each mall. `resource` is JSON.

`browser`: the number of the one in which somebody did it; 0: not known, or nobody's.
`traceparent`: the span in which it was announced, as W3C has it; null: traces are off.
"""
