"""The table of state transitions of items."""

from typing import Final

from sqlalchemy import Index

from openmall.database.policies import WITH_MALL, rows_of_order
from openmall.database.schema import number, shop_table, text
from openmall.database.undo_policies import ORDER_HISTORY_LEFT

TRANSITION: Final = shop_table(
    "order_item_transition",
    text("order_id"),
    number("item_no"),
    number("entry_no"),
    number("shop_no"),
    number("changed_at"),
    text("previous_status", null=True),
    text("order_status"),
    text("user_id"),
    text("user_name"),
    backup=WITH_MALL,
    undo=ORDER_HISTORY_LEFT,
    personal_data=rows_of_order(),
    key=("order_id", "item_no", "entry_no"),
)
"""A row for each state that an item entered, from 1 on. `previous_status`: null where the item was
new. `user_id`, `user_name`: manager and app; empty where the buyer or time moved the item."""

Index(
    "ix_order_item_transition_date",
    TRANSITION.c.mall_id,
    TRANSITION.c.changed_at,
    TRANSITION.c.order_id,
    TRANSITION.c.item_no,
    TRANSITION.c.entry_no,
)
