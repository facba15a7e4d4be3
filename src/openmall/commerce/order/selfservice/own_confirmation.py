"""The items of a shopper's order whose receipt the buyer may confirm. No API has it."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from openmall.commerce.order.orders import store as order_store
from openmall.commerce.order.orders.takes import OrderPath
from openmall.commerce.order.placement.checkout import rules as checkout_rules
from openmall.commerce.order.selfservice import rules
from openmall.contract.call import Call
from openmall.contract.operation import listing
from openmall.contract.scopes import READ_PERSONAL

_MOST: Final = 100
"""Items that one confirmation takes; further ones are listed once these are confirmed."""


class ConfirmableItem(Struct, frozen=True, kw_only=True):
    """An item that has arrived and is not confirmed yet."""

    order_item_code: str
    product_name: str
    option_value: str
    quantity: int


async def list_own(call: Call, params: OrderPath) -> Sequence[ConfirmableItem]:
    """Retrieve a list of the items of one's own order whose receipt may be confirmed now.

    None where the shop confirms purchases itself.
    """
    await checkout_rules.require_own(call, params.order_id)
    found = (await order_store.items_of(call, [params.order_id]))[params.order_id]
    arrived = [item for item in found if rules.has_arrived(item)]
    if not arrived:
        return []
    order, _, _ = await order_store.get(call, params.order_id)
    if not await rules.may_confirm(call, order):
        return []
    return [
        ConfirmableItem(**{name: getattr(item, name) for name in ConfirmableItem.__struct_fields__})
        for item in arrived[:_MOST]
    ]


OPERATIONS = [
    listing(
        "orders/{order_id}/confirmableitems",
        list_own,
        takes=OrderPath,
        gives=ConfirmableItem,
        key="confirmableitems",
        scope=READ_PERSONAL,
    ),
]
