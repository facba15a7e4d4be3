"""The operations on orders: listed and read as `order_view` shows them, and moved on."""

from typing import Final, Literal, TypeVar

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from openmall.commerce.order import order_rewards
from openmall.commerce.order.order_saving import save_order
from openmall.commerce.order.order_view import rules as order_view
from openmall.commerce.order.order_view.shape import Order
from openmall.commerce.order.order_view.takes import ItemsPath, OrderFilters, OrderQuery
from openmall.commerce.order.orders import announcements as order_announcements
from openmall.commerce.order.orders import store as order_store
from openmall.commerce.order.orders import transitions
from openmall.commerce.order.orders.item_shape import Item
from openmall.commerce.order.orders.store import OrderLine
from openmall.commerce.order.orders.takes import ItemCode, OrderId, OrderPath
from openmall.commerce.order.refusals import PREPARING_STATE_NOT_USED
from openmall.commerce.order.states import Transition
from openmall.commerce.store.orders_setting import OrdersSetting
from openmall.contract.call import Call
from openmall.contract.crud.settings import current
from openmall.contract.errors import Invalid, NotModified
from openmall.contract.operation import NoEffect, count, get, listing, put
from openmall.contract.params import Flag, Params, ShopParams
from openmall.contract.scopes import READ_ORDER, WRITE_ORDER

T = TypeVar("T")

Process = Literal["prepare", "prepareproduct", "hold", "unhold"]
"""To N20, N10, N22, and from N22 back to N20."""
_EMBEDS = ("items", "receivers", "buyer", "return", "cancellation", "exchange", "refunds")
_EVENT_CODES: Final[dict[Process, str]] = {
    "prepare": "prepare_order",
    "prepareproduct": "prepare_product",
    "hold": "hold_order",
    "unhold": "unhold_order",
}


class Processing(ShopParams, frozen=True, kw_only=True):
    """A change of items of one order; of all its items when none is named."""

    order_id: OrderId
    process_status: Process | UnsetType = UNSET
    order_item_code: list[ItemCode] | UnsetType = UNSET
    purchase_confirmation: Flag | UnsetType = UNSET
    collect_points: Flag = "F"
    """T: points that the purchase earned are revoked with its confirmation."""
    show_shipping_address: Flag | UnsetType = UNSET


class Processed(Params, frozen=True, kw_only=True):
    """The result of a change of items."""

    shop_no: int
    order_id: str
    process_status: Process | None
    order_item_code: list[str]
    purchase_confirmation: Flag | None
    collect_points: Flag
    show_shipping_address: Flag | None


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
            raise Invalid(PREPARING_STATE_NOT_USED, parameter="process_status")


def _or_none(value: T | UnsetType) -> T | None:
    return None if value is UNSET else value


_NO_FILTERS: Final = {
    "inflow_path": NoEffect("The sources of orders are in the analytics API, `sales/orderdetails`")
}

OPERATIONS = [
    listing(
        "orders",
        order_view.listing,
        takes=OrderQuery,
        gives=Order,
        key="orders",
        scope=READ_ORDER,
        embeds=_EMBEDS,
        links=True,
        refuses=_NO_FILTERS,
    ),
    count(
        "orders/count",
        order_view.count,
        takes=OrderFilters,
        scope=READ_ORDER,
        refuses=_NO_FILTERS,
    ),
    get(
        "orders/{order_id}",
        order_view.retrieve,
        takes=OrderPath,
        lock=order_view.lock,
        tagged_with=("items",),
        gives=Order,
        key="order",
        scope=READ_ORDER,
        embeds=_EMBEDS,
    ),
    listing(
        "orders/{order_id}/items",
        order_view.items,
        takes=ItemsPath,
        gives=Item,
        key="items",
        scope=READ_ORDER,
    ),
    put(
        "orders",
        process,
        takes=Processing,
        gives=Processed,
        key="orders",
        scope=WRITE_ORDER,
        objects=100,
    ),
    put(
        "orders/{order_id}",
        process,
        takes=Processing,
        gives=Processed,
        key="order",
        scope=WRITE_ORDER,
        shows=(
            "shop_no", "process_status", "order_item_code", "purchase_confirmation",
            "collect_points", "show_shipping_address",
        ),
    ),
]  # fmt: skip
