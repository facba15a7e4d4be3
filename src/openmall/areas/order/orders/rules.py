"""What a shop owner would recognise: finding orders, reading one, moving it on."""

from collections.abc import Sequence
from typing import Any, Final

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from openmall.areas.order import earning
from openmall.areas.order.claims import reading as claiming
from openmall.areas.order.claims.shape import KindName
from openmall.areas.order.figures import rules as figures
from openmall.areas.order.gateways import store as attempts
from openmall.areas.order.orders import moving, search, store, telling
from openmall.areas.order.orders.events import OrderEvent
from openmall.areas.order.orders.item_shape import Item
from openmall.areas.order.orders.shape import Order
from openmall.areas.order.orders.store import Line, Whole
from openmall.areas.order.orders.takes import (
    ItemsPath,
    OrderFilters,
    OrderPath,
    OrderQuery,
    Process,
    Processed,
    Processing,
)
from openmall.areas.order.refunds import store as refunds
from openmall.areas.order.states import Deed
from openmall.areas.store.orders_setting import OrdersSetting
from openmall.contract.call import Call
from openmall.contract.errors import Invalid, NotModified
from openmall.standard.settings import current

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
    return await embedded(call, await search.page(call, query))


async def count(call: Call, filters: OrderFilters) -> int:
    """Retrieve a count of orders."""
    return await search.number(call, filters)


async def retrieve(call: Call, params: OrderPath) -> Order:
    """Retrieve an order."""
    order, _, _ = await store.get(call, params.order_id)
    [order] = await embedded(call, [order])
    return order


async def items(call: Call, params: ItemsPath) -> Sequence[Item]:
    """Retrieve a list of an order's items."""
    await store.get(call, params.order_id)
    found = (await store.items_of(call, [params.order_id]))[params.order_id]
    if params.supplier_id is not UNSET:
        found = [item for item in found if item.supplier_id in params.supplier_id]
    return found


async def embedded(call: Call, orders: list[Order]) -> list[Order]:
    """Return orders with the sub-resources the client asked for, in a statement each."""
    if not call.embed or not orders:
        return orders
    numbers = [order.order_id for order in orders]
    extra: dict[str, dict[str, Any]] = {number: {} for number in numbers}
    if call.embeds("items"):
        for number, bought in (await store.items_of(call, numbers)).items():
            extra[number]["items"] = bought
    if call.embeds("receivers"):
        for number, parcels in (await store.parcels_of(call, numbers)).items():
            extra[number]["receivers"] = [parcel.receiver for parcel in parcels]
    if call.embeds("buyer"):
        for number, buyer in (await store.buyers_of(call, numbers)).items():
            extra[number]["buyer"] = buyer
    if kinds := [kind for kind in _CLAIMS if call.embeds(kind)]:
        for number, claims in (await claiming.of_orders(call, numbers, kinds)).items():
            for kind, found in claims.items():
                extra[number]["return_" if kind == "return" else kind] = found
    if call.embeds("refunds"):
        kept = await refunds.of_orders(call, numbers)
        for number in numbers:
            extra[number]["refunds"] = [
                each.refund for each in kept if each.refund.order_id == number
            ]
    return [replace(order, **extra[order.order_id]) for order in orders]


async def process(call: Call, params: Processing) -> Processed:
    """Update an order's processing status, its confirmation, or whether its address is shown."""
    whole = await store.whole(call, params.order_id)
    before = whole.order
    codes = None if params.order_item_code is UNSET else params.order_item_code
    lines = moving.chosen(whole, codes)
    changed: list[Line] = []
    if params.process_status is not UNSET:
        await _allowed(call, params.process_status)
        changed += moving.move(call, lines, params.process_status)
    if params.purchase_confirmation is not UNSET:
        deed: Deed = "confirm" if params.purchase_confirmation == "T" else "unconfirm"
        changed += moving.move(call, lines, deed)
    after = moving.summed_up(whole, int(call.clock.now()))
    if params.show_shipping_address is not UNSET:
        after = replace(after, show_shipping_address=params.show_shipping_address)
    if not changed and after == before:
        raise NotModified()
    whole.order = after
    code = "confirm_order"
    if params.process_status is not UNSET:
        code = _EVENT_CODES[params.process_status]
    await keep(call, before, whole, changed, None)
    telling.shipped(call, whole, code)
    if params.purchase_confirmation == "F" and params.collect_points == "T":
        await earning.wait_again(call, whole)
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


async def keep(
    call: Call,
    before: Order,
    whole: Whole,
    changed: Sequence[Line],
    event: OrderEvent | None,
    *,
    auto_paid: bool | None = None,
) -> None:
    """Write what became of an order and its items, and tell of it.

    `event`: None where the caller tells of it otherwise. `auto_paid`: as of a store.
    """
    await _end_payments(call, before, whole.order)
    await store.change(call, before, whole.order, auto_paid=auto_paid)
    await store.change_lines(call, whole.order, changed)
    await figures.moved(call, whole.order, whole.group_no, changed)
    await earning.follow(call, whole, changed)
    states = [(line.item.order_item_code, line.item.order_status) for line in changed]
    call.journal(
        f"order {whole.order.order_id}",
        {code: (None, status) for code, status in states} or _differences(before, whole.order),
    )
    if event is not None:
        call.announce(event)


async def _end_payments(call: Call, before: Order, after: Order) -> None:
    """End the open payments of an order that would pay it otherwise than it is to be paid now."""
    if (
        before.actual_order_amount.total_amount_due != after.actual_order_amount.total_amount_due
        or before.payment_method != after.payment_method
    ):
        await attempts.supersede(call, after.order_id, reason=CHANGED)


def _differences(before: Order, after: Order) -> dict[str, tuple[Any, Any]]:
    old, new = msgspec.structs.asdict(before), msgspec.structs.asdict(after)
    return {name: (old[name], new[name]) for name in old if old[name] != new[name]}
