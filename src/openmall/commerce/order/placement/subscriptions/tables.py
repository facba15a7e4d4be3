"""The tables of subscriptions and their items."""

from typing import Final

from sqlalchemy import Index

from openmall.database.policies import WITH_MALL, rows_of_member, rows_of_order, with_mall
from openmall.database.schema import flag, number, partial_index, shop_table, text
from openmall.database.undo_policies import ORDERS_CHANGED

SUBSCRIPTION: Final = shop_table(
    "subscription",
    text("subscription_id"),
    number("shop_no"),
    text("member_id"),
    text("buyer_name"),
    text("buyer_phone"),
    text("buyer_cellphone"),
    flag("subscription_state"),
    number("created_date"),
    number("terminated_date", null=True),
    text("content"),
    backup=WITH_MALL,
    undo=ORDERS_CHANGED,
    personal_data=rows_of_member(),
    deleted_with=("customer",),
    key=("subscription_id",),
)
"""`content`: JSON of a Subscription without its items."""

Index(
    "ix_subscription_created",
    SUBSCRIPTION.c.mall_id,
    SUBSCRIPTION.c.shop_no,
    SUBSCRIPTION.c.created_date,
)
Index("ix_subscription_member", SUBSCRIPTION.c.mall_id, SUBSCRIPTION.c.member_id)

ITEM: Final = shop_table(
    "subscription_item",
    number("subscription_item_id"),
    text("subscription_id"),
    text("member_id"),
    number("product_no"),
    text("product_name"),
    text("product_code"),
    text("variant_code"),
    text("cycle"),
    number("expected_pay_date"),
    number("terminated_date", null=True),
    text("content"),
    number("next_order", null=True),
    backup=with_mall(watched=True),
    undo=ORDERS_CHANGED,
    personal_data=rows_of_member(),
    deleted_with=("customer",),
    key=("subscription_item_id",),
)
"""`product_name`: in lower case, to be searched. `expected_pay_date`: start of that day in UTC
seconds. `content`: JSON of a SubscriptionItem. `next_order`: when the next order is placed; None:
paused or ended."""

Index("ix_subscription_item_subscription", ITEM.c.mall_id, ITEM.c.subscription_id)
Index("ix_subscription_item_member", ITEM.c.mall_id, ITEM.c.member_id)
partial_index(
    "ix_subscription_item_due",
    ITEM.c.mall_id,
    ITEM.c.next_order,
    where=ITEM.c.next_order.is_not(None),
)

PLACED: Final = shop_table(
    "subscription_order",
    text("subscription_id"),
    text("order_id"),
    number("due_date"),
    number("failures", later=True),
    number("next_charge", null=True),
    text("failed_payment", later=True),
    text("outcome", later=True),
    number("notify_date", null=True),
    backup=with_mall(watched=True),
    undo=ORDERS_CHANGED,
    personal_data=rows_of_order(),
    key=("subscription_id", "order_id"),
)
"""The orders that subscriptions have placed; `due_date`: as `expected_pay_date` of their items.
`next_charge`: when a worker looks at its payment next; None: not any more, or it awaits
a deposit. `failures`: charges that failed, or could not be begun; `failed_payment`: the attempt
that failed last.
`outcome`: what the customer is told of at `notify_date`: `failed`, or `ended`."""
partial_index(
    "ix_subscription_order_charge",
    PLACED.c.mall_id,
    PLACED.c.next_charge,
    where=PLACED.c.next_charge.is_not(None),
)
partial_index(
    "ix_subscription_order_notify",
    PLACED.c.mall_id,
    PLACED.c.notify_date,
    PLACED.c.order_id,
    where=PLACED.c.notify_date.is_not(None),
)
Index("ix_subscription_order_order", PLACED.c.mall_id, PLACED.c.order_id)
