"""Orders as the APIs show them: listed, counted, read with what is embedded."""

from collections.abc import Sequence
from typing import Final

from msgspec import UNSET
from msgspec.structs import replace

from openmall.commerce.order import status_names
from openmall.commerce.order.billing.refunds import store as refund_store
from openmall.commerce.order.billing.refunds.shape import Refund
from openmall.commerce.order.claims import queries as claim_queries
from openmall.commerce.order.claims.shape import KindName
from openmall.commerce.order.order_view import search as order_search
from openmall.commerce.order.order_view.shape import Order
from openmall.commerce.order.order_view.takes import ItemsPath, OrderFilters, OrderQuery
from openmall.commerce.order.orders import store as order_store
from openmall.commerce.order.orders.item_shape import Item
from openmall.commerce.order.orders.shape import Buyer, Receiver
from openmall.commerce.order.orders.takes import OrderPath
from openmall.contract.call import Call

_CLAIMS: Final[tuple[KindName, ...]] = ("cancellation", "return", "exchange")


async def listing(call: Call, query: OrderQuery) -> Sequence[Order]:
    """Retrieve a list of orders."""
    return await embedded(call, await order_search.page(call, query))


async def count(call: Call, filters: OrderFilters) -> int:
    """Retrieve a count of orders."""
    return await order_search.number(call, filters)


async def retrieve(call: Call, params: OrderPath) -> Order:
    """Retrieve an order."""
    stored, group_no, _ = await order_store.get(call, params.order_id)
    [order] = await embedded(call, [Order.of(stored)])
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
    names = await status_names.read(call, [params.order_id])
    return names.named(found, on_delivery="cod" in order.payment_method)


_Embedded = list[Item] | list[Receiver] | Buyer | list[Refund] | list[claim_queries.ShownClaim]


async def embedded(call: Call, orders: list[Order]) -> list[Order]:
    """Return orders with the requested sub-resources, read in one statement each."""
    if not call.embed or not orders:
        return orders
    numbers = [order.order_id for order in orders]
    extra: dict[str, dict[str, _Embedded]] = {number: {} for number in numbers}
    kinds = [kind for kind in _CLAIMS if call.embeds(kind)]
    # Claims show items as well, with the same names of statuses.
    if call.embeds("items") or kinds:
        names = await status_names.read(call, numbers)
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
                # `return` is a keyword of Python: its field is `return_`.
                extra[number]["return_" if kind == "return" else kind] = found
    if call.embeds("refunds"):
        # Orders without refunds get an empty list: an embedded resource is never absent.
        stored = await refund_store.of_orders(call, numbers)
        for number in numbers:
            extra[number]["refunds"] = [
                each.refund for each in stored if each.refund.order_id == number
            ]
    return [replace(order, **extra[order.order_id]) for order in orders]
