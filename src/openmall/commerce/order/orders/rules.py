"""Operations on orders: list, read, move on; and saving an order after any change."""

from collections.abc import Sequence
from typing import Any, Final

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from openmall.commerce.order import order_rewards, status_names
from openmall.commerce.order.billing.refunds import store as refund_store
from openmall.commerce.order.claims import queries as claim_queries
from openmall.commerce.order.claims.shape import KindName
from openmall.commerce.order.figures import rules as figure_rules
from openmall.commerce.order.orders import announcements as order_announcements
from openmall.commerce.order.orders import search as order_search
from openmall.commerce.order.orders import store as order_store
from openmall.commerce.order.orders import transitions
from openmall.commerce.order.orders.events import OrderEvent
from openmall.commerce.order.orders.item_shape import Item
from openmall.commerce.order.orders.shape import Order
from openmall.commerce.order.orders.store import OrderAggregate, OrderLine
from openmall.commerce.order.orders.takes import (
    ItemsPath,
    OrderFilters,
    OrderPath,
    OrderQuery,
    Process,
    Processed,
    Processing,
)
from openmall.commerce.order.payment_attempts import store as attempt_store
from openmall.commerce.order.states import Transition
from openmall.commerce.store.orders_setting import OrdersSetting
from openmall.contract.call import Call
from openmall.contract.crud.settings import current
from openmall.contract.errors import Invalid, NotModified

CHANGED: Final = "What is to be paid changed after the payment was begun."
_CLAIMS: Final[tuple[KindName, ...]] = ("cancellation", "return", "exchange")
_EVENT_CODES: Final[dict[Process, str]] = {
    "prepare": "prepare_order",
    "prepareproduct": "prepare_product",
    "hold": "hold_order",
    "unhold": "unhold_order",
}


async def listing(call: Call, query: OrderQuery) -> Sequence[Order]:
    """Retrieve a list of orders."""
    return await embedded(call, await order_search.page(call, query))


async def count(call: Call, filters: OrderFilters) -> int:
    """Retrieve a count of orders."""
    return await order_search.number(call, filters)


async def retrieve(call: Call, params: OrderPath) -> Order:
    """Retrieve an order."""
    order, group_no, _ = await order_store.get(call, params.order_id)
    [order] = await embedded(call, [order])
    return replace(order, customer_group_no_when_ordering=group_no)


async def lock(call: Call, params: OrderPath) -> None:
    """Lock an order. Raises NotFound (404)."""
    await order_store.lock(call, params.order_id)


async def items(call: Call, params: ItemsPath) -> Sequence[Item]:
    """Retrieve a list of an order's items."""
    order, _, _ = await order_store.get(call, params.order_id)
    found = (await order_store.items_of(call, [params.order_id]))[params.order_id]
    if params.supplier_id is not UNSET:
        found = [item for item in found if item.supplier_id in params.supplier_id]
    names = await status_names.read(call)
    return names.named(found, on_delivery="cod" in order.payment_method)


async def embedded(call: Call, orders: list[Order]) -> list[Order]:
    """Return orders with the requested sub-resources, read in one statement each."""
    if not call.embed or not orders:
        return orders
    numbers = [order.order_id for order in orders]
    extra: dict[str, dict[str, Any]] = {number: {} for number in numbers}
    kinds = [kind for kind in _CLAIMS if call.embeds(kind)]
    if call.embeds("items") or kinds:
        names = await status_names.read(call)
        on_delivery = {each.order_id for each in orders if "cod" in each.payment_method}
    if call.embeds("items"):
        for number, bought in (await order_store.items_of(call, numbers)).items():
            extra[number]["items"] = names.named(bought, on_delivery=number in on_delivery)
    if call.embeds("receivers"):
        for number, parcels in (await order_store.parcels_of(call, numbers)).items():
            extra[number]["receivers"] = [parcel.receiver for parcel in parcels]
    if call.embeds("buyer"):
        for number, buyer in (await order_store.buyers_of(call, numbers)).items():
            extra[number]["buyer"] = buyer
    if kinds:
        claimed = await claim_queries.of_orders(call, numbers, kinds, names, on_delivery)
        for number, claims in claimed.items():
            for kind, found in claims.items():
                extra[number]["return_" if kind == "return" else kind] = found
    if call.embeds("refunds"):
        stored = await refund_store.of_orders(call, numbers)
        for number in numbers:
            extra[number]["refunds"] = [
                each.refund for each in stored if each.refund.order_id == number
            ]
    return [replace(order, **extra[order.order_id]) for order in orders]


async def process(call: Call, params: Processing) -> Processed:
    """Update an order's processing status, its confirmation, or whether its address is shown."""
    aggregate = await order_store.lock(call, params.order_id)
    before = aggregate.order
    codes = None if params.order_item_code is UNSET else params.order_item_code
    lines = transitions.select_lines(aggregate, codes)
    changed: list[OrderLine] = []
    if params.process_status is not UNSET:
        await _allowed(call, params.process_status)
        changed += transitions.move(call, lines, params.process_status)
    if params.purchase_confirmation is not UNSET:
        transition: Transition = "confirm" if params.purchase_confirmation == "T" else "unconfirm"
        changed += transitions.move(call, lines, transition)
    after = transitions.with_summary(aggregate, int(call.clock.now()))
    if params.show_shipping_address is not UNSET:
        after = replace(after, show_shipping_address=params.show_shipping_address)
    if not changed and after == before:
        raise NotModified()
    aggregate.order = after
    code = "confirm_order"
    if params.process_status is not UNSET:
        code = _EVENT_CODES[params.process_status]
    await save_order(call, before, aggregate, changed, None)
    order_announcements.announce_shipping(call, aggregate, code)
    if params.purchase_confirmation == "F" and params.collect_points == "T":
        await order_rewards.hold_again(call, aggregate)
    return Processed(
        shop_no=call.shop_no,
        order_id=params.order_id,
        process_status=_or_none(params.process_status),
        order_item_code=[line.item.order_item_code for line in lines],
        purchase_confirmation=_or_none(params.purchase_confirmation),
        collect_points=params.collect_points,
        show_shipping_address=_or_none(params.show_shipping_address),
    )


async def _allowed(call: Call, status: Process) -> None:
    if status == "prepareproduct":
        setting = await current(call, OrdersSetting)
        if setting.use_product_prepare_status != "T":
            raise Invalid(
                "The shop does not use the state in which products are prepared.",
                parameter="process_status",
            )


def _or_none(value: Any) -> Any:
    return None if value is UNSET else value


async def save_order(
    call: Call,
    before: Order,
    aggregate: OrderAggregate,
    changed: Sequence[OrderLine],
    event: OrderEvent | None,
    *,
    auto_paid: bool | None = None,
) -> None:
    """Save a changed order and its items, with figures, earned points and the activity log.

    `event`: None where the caller announces the change. `auto_paid`: as in the store.
    """
    await _end_payments(call, before, aggregate.order)
    await order_store.change(call, before, aggregate.order, auto_paid=auto_paid)
    await order_store.change_lines(call, aggregate.order, changed)
    await figure_rules.count_transitions(call, aggregate.order, aggregate.group_no, changed)
    await order_rewards.update_hold(call, aggregate, changed)
    states = [(line.item.order_item_code, line.item.order_status) for line in changed]
    call.journal(
        f"order {aggregate.order.order_id}",
        {code: (None, status) for code, status in states} or _differences(before, aggregate.order),
    )
    if event is not None:
        call.publish(event)


async def _end_payments(call: Call, before: Order, after: Order) -> None:
    """Supersede open payment attempts when the amount due or the payment method changed."""
    if (
        before.actual_order_amount.total_amount_due != after.actual_order_amount.total_amount_due
        or before.payment_method != after.payment_method
    ):
        await attempt_store.supersede(call, after.order_id, reason=CHANGED)


def _differences(before: Order, after: Order) -> dict[str, tuple[Any, Any]]:
    old, new = msgspec.structs.asdict(before), msgspec.structs.asdict(after)
    return {name: (old[name], new[name]) for name in old if old[name] != new[name]}
