"""Orders of another store: kept for the shop to look up, apart from its own orders.

They count in no report, earn nothing and hold no stock: what they brought was settled in the other
store.
"""

from collections.abc import Sequence
from decimal import Decimal
from typing import Final

from msgspec import UNSET
from msgspec.structs import replace

from openmall.commerce.customer.customers import store as customer_store
from openmall.commerce.order.migrated_orders import store as migrated_store
from openmall.commerce.order.migrated_orders.refusals import MIGRATED_ORDER_EXISTS
from openmall.commerce.order.migrated_orders.shape import (
    ItemChange,
    ItemDraft,
    MigratedChange,
    MigratedDraft,
    MigratedItem,
    MigratedOrder,
    MigratedPath,
    MigratedQuery,
    MigratedReceiver,
)
from openmall.contract.call import Call
from openmall.contract.change import merged, sent_fields
from openmall.contract.errors import Invalid, NotFound, NotModified
from openmall.contract.operation import delete, listing, post, put
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import DOES_NOT_EXIST, END_BEFORE_START, IDENTICAL
from openmall.contract.scopes import READ_ORDER, WRITE_ORDER

_OWN: Final = ("receivers", "items", "mileage_used", "deposit_used")
"""Fields that are not taken over as they are sent."""


async def migrated_orders(call: Call, query: MigratedQuery) -> Sequence[MigratedOrder]:
    """Retrieve orders that were migrated from another store.

    Raises Invalid (422) when the end lies before the start.
    """
    start, end = query.start_date, query.end_date
    if start is not UNSET and end is not UNSET and end < start:
        raise Invalid(END_BEFORE_START, parameter="end_date")
    return await migrated_store.page(call, query)


async def create(call: Call, draft: MigratedDraft) -> MigratedOrder:
    """Create an order that was placed in another store.

    Its items are numbered `{order_id}-01` on. Raises NotFound (404) for a customer the mall does
    not have, Invalid (422) for a number that is taken.
    """
    empty = MigratedOrder(shop_no=call.shop_no, order_id=draft.order_id)
    order = await _written(call, empty, draft)
    if not await migrated_store.add(call, order):
        raise Invalid(MIGRATED_ORDER_EXISTS, parameter="order_id")
    call.journal(_subject(order), {"created": (False, True)})
    return order


async def change(call: Call, params: MigratedChange) -> MigratedOrder:
    """Update an order that was migrated from another store.

    An item whose `order_item_code` the order has is changed, others are added. Receivers are
    replaced. Raises NotFound (404), and NotModified (409) when nothing differs.
    """
    before = await migrated_store.find(call, params.order_id)
    if before is None:
        raise NotFound(DOES_NOT_EXIST, parameter="order_id", resource=Phrase("migration"))
    after = await _written(call, before, params)
    if after == before:
        raise NotModified(IDENTICAL)
    await migrated_store.change(call, after)
    call.journal(_subject(after), {"changed": (False, True)})
    return after


async def remove(call: Call, params: MigratedPath) -> MigratedOrder:
    """Delete an order that was migrated from another store. Raises NotFound (404)."""
    if not await migrated_store.remove(call, params.order_id):
        raise NotFound(DOES_NOT_EXIST, parameter="order_id", resource=Phrase("migration"))
    order = MigratedOrder(shop_no=call.shop_no, order_id=params.order_id)
    call.journal(_subject(order), {"deleted": (False, True)})
    return order


def _subject(order: MigratedOrder) -> str:
    return f"migrated order {order.order_id}"


async def _written(
    call: Call, before: MigratedOrder, params: MigratedDraft | MigratedChange
) -> MigratedOrder:
    """Return an order with what was sent."""
    sent = sent_fields(params)
    member_id = sent.get("member_id", before.member_id)
    if member_id and member_id != before.member_id:
        await customer_store.require(call, member_id, to_change=True)
    after = merged(before, {name: value for name, value in sent.items() if name not in _OWN})
    more: dict[str, Decimal | list[MigratedReceiver] | list[MigratedItem]] = {
        name: Decimal(sent[name]).quantize(Decimal("0.01"))
        for name in ("mileage_used", "deposit_used")
        if name in sent
    }
    if params.receivers is not UNSET:
        more["receivers"] = [
            MigratedReceiver(**sent_fields(receiver)) for receiver in params.receivers
        ]
    if params.items is not UNSET:
        more["items"] = _items(before, params.items)
    return replace(after, **more)


def _items(before: MigratedOrder, sent: Sequence[ItemDraft]) -> list[MigratedItem]:
    """Return the items with those that are sent."""
    items = {item.order_item_code: item for item in before.items}
    for each in sent:
        code = each.order_item_code if isinstance(each, ItemChange) else UNSET
        if code is UNSET:
            code = f"{before.order_id}-{len(items) + 1:02d}"
        known = items.get(code, MigratedItem(order_item_code=code))
        items[code] = merged(known, sent_fields(each))
    return list(items.values())


OPERATIONS = [
    listing(
        "orders/migrations",
        migrated_orders,
        takes=MigratedQuery,
        gives=MigratedOrder,
        key="migrations",
        scope=READ_ORDER,
        restricted=True,
    ),
    post(
        "orders/migrations",
        create,
        takes=MigratedDraft,
        gives=MigratedOrder,
        key="migrations",
        scope=WRITE_ORDER,
        objects=100,
        restricted=True,
    ),
    put(
        "orders/migrations",
        change,
        takes=MigratedChange,
        gives=MigratedOrder,
        key="migrations",
        scope=WRITE_ORDER,
        objects=100,
        restricted=True,
    ),
    delete(
        "orders/migrations/{order_id}",
        remove,
        takes=MigratedPath,
        gives=MigratedOrder,
        key="migration",
        scope=WRITE_ORDER,
        restricted=True,
        shows=("order_id",),
    ),
]
