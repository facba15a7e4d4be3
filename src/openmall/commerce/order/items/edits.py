"""Edit an order in the back office: units and items are added and taken out in one step.

What is added costs today's price. An unpaid order is quoted again as a whole, with its shipping,
discounts, points and credits; what a paid order gets is to be paid. No API has this operation.
"""

from collections.abc import Sequence
from typing import Annotated, Final

from msgspec import UNSET, Meta, Struct, UnsetType

from openmall.commerce.order.billing.refunds.recalculation import recalculate_order
from openmall.commerce.order.claims import rules as claim_rules
from openmall.commerce.order.claims.takes import CancellationDraft, ItemQuantity
from openmall.commerce.order.items import rules as item_rules
from openmall.commerce.order.items.refusals import ITEM_NOT_REMOVABLE
from openmall.commerce.order.order_saving import save_order
from openmall.commerce.order.order_view import rules as order_view
from openmall.commerce.order.order_view.shape import Order
from openmall.commerce.order.orders import store as order_store
from openmall.commerce.order.orders.store import OrderAggregate
from openmall.commerce.order.orders.takes import ItemCode, OrderPath
from openmall.commerce.order.placement.checkout import order_requote
from openmall.commerce.order.placement.placing.pricing import VariantCode
from openmall.commerce.order.refusals import ORDER_CANCELLED
from openmall.contract.call import Call
from openmall.contract.errors import Invalid, NotModified
from openmall.contract.refusals import ITEM_NAMED_TWICE
from openmall.contract.resource import Resource

MOST_ITEMS: Final = 100
"""Maximum number of items that one edit names or adds."""
Units = Annotated[int, Meta(ge=0, le=9999)]


class NewQuantity(Struct, frozen=True, kw_only=True):
    """How many units of an item the order has from now on; 0 takes it out."""

    order_item_code: ItemCode
    quantity: Units


class NewItem(Struct, frozen=True, kw_only=True):
    """Units of a variant that the order gets."""

    variant_code: VariantCode
    quantity: Annotated[int, Meta(ge=1, le=9999)]


class OrderEdit(OrderPath, frozen=True, kw_only=True):
    """New quantities of items, and items to add; items that are not named stay as they are."""

    items: Annotated[list[NewQuantity], Meta(max_length=MOST_ITEMS)] | UnsetType = UNSET
    added: Annotated[list[NewItem], Meta(max_length=MOST_ITEMS)] | UnsetType = UNSET


async def edit(call: Call, change: OrderEdit) -> Order:
    """Set quantities of an order's items, and add items.

    Units that an item gets are an item of their own, because they cost today's price. Raises
    NotModified (409) where nothing changes, and Invalid (422) for units to take out that are paid:
    they are cancelled with a refund.
    """
    aggregate = await order_store.lock(call, change.order_id)
    if aggregate.order.canceled == "T":
        raise Invalid(ORDER_CANCELLED, parameter="order_id")
    fewer, more = _differences(aggregate, [] if change.items is UNSET else change.items)
    added = [] if change.added is UNSET else change.added
    if not fewer and not more and not added:
        raise NotModified()
    for parameter, units in (("items.quantity", more), ("added.variant_code", added)):
        for each in units:
            await item_rules.add_units(
                call,
                aggregate,
                variant_code=each.variant_code,
                quantity=each.quantity,
                parameter=parameter,
            )
    if fewer:
        # the cancellation quotes what stays, the new items included
        await claim_rules.cancel(
            call,
            CancellationDraft(
                shop_no=change.shop_no, order_id=change.order_id, status="canceled", items=fewer
            ),
        )
    else:
        await _requote(call, aggregate)
    return await order_view.retrieve(
        call, OrderPath(shop_no=change.shop_no, order_id=change.order_id)
    )


def _differences(
    aggregate: OrderAggregate, wanted: Sequence[NewQuantity]
) -> tuple[list[ItemQuantity], list[NewItem]]:
    """Return the units to cancel of items, and the units to add of variants."""
    fewer, more = [], []
    codes = [each.order_item_code for each in wanted]
    if len(set(codes)) < len(codes):
        raise Invalid(ITEM_NAMED_TWICE, parameter="order_item_code")
    for each in wanted:
        item = order_store.find_line(aggregate.lines, each.order_item_code).item
        change = each.quantity - item.quantity
        if change and (item.gift == "T" or (item.order_status != "N00" and change < 0)):
            raise Invalid(ITEM_NOT_REMOVABLE, parameter="quantity")
        if change < 0:
            fewer.append(ItemQuantity(order_item_code=each.order_item_code, quantity=-change))
        elif change > 0:
            more.append(NewItem(variant_code=item.variant_code, quantity=change))
    return fewer, more


async def _requote(call: Call, aggregate: OrderAggregate) -> None:
    """Quote an unpaid order again with what it got, and save it."""
    before = aggregate.order
    if await order_requote.requote_remainder(call, aggregate):
        await recalculate_order(call, aggregate)
        await order_store.change_lines(call, aggregate.order, aggregate.lines)
        await save_order(call, before, aggregate, [], None)


_ORDERS: Final = Resource(Order, area="order", key="order")

OPERATIONS = [_ORDERS.put("orders/{order_id}/items", edit, takes=OrderEdit)]
