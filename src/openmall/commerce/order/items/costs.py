"""What each item of an order costs, for the preview of a claim. No API has this operation."""

from collections.abc import Sequence
from decimal import Decimal

from msgspec import Struct

from openmall.commerce.order.orders import arithmetic
from openmall.commerce.order.orders import store as order_store
from openmall.commerce.order.orders.takes import OrderPath
from openmall.commerce.order.states import is_bought
from openmall.contract.call import Call
from openmall.contract.money import ZERO
from openmall.contract.operation import listing
from openmall.contract.params import Flag
from openmall.contract.scopes import READ_ORDER


class ItemCost(Struct, frozen=True, kw_only=True):
    """The cost of an item, of its whole quantity."""

    shop_no: int
    order_item_code: str
    product_name: str
    option_value: str
    quantity: int
    bought: Flag
    """F: it is cancelled or returned."""
    price: Decimal
    """Before any discount."""
    discount: Decimal
    """Its own, and its share of the order's."""
    redeemed: Decimal
    """Its share of the points and credits that pay the order."""
    cost: Decimal
    """What is paid for it in money."""


async def list_costs(call: Call, params: OrderPath) -> Sequence[ItemCost]:
    """Retrieve what the items of an order cost."""
    await order_store.get(call, params.order_id)
    found = []
    for line in (await order_store.lines_of(call, [params.order_id]))[params.order_id]:
        price, cost = arithmetic.list_price(line.item), arithmetic.line_cost(line)
        redeemed = line.share.points + line.share.credits
        found.append(
            ItemCost(
                shop_no=call.shop_no,
                order_item_code=line.item.order_item_code,
                product_name=line.item.product_name,
                option_value=line.item.option_value,
                quantity=line.item.quantity,
                bought="T" if is_bought(line.item.order_status) else "F",
                price=price,
                discount=price - redeemed - cost,
                redeemed=redeemed,
                cost=max(ZERO, cost),
            )
        )
    return found


OPERATIONS = [
    listing(
        "orders/{order_id}/itemcosts",
        list_costs,
        takes=OrderPath,
        gives=ItemCost,
        key="itemcosts",
        scope=READ_ORDER,
    ),
]
