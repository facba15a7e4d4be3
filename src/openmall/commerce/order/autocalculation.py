"""Automatic calculation of an order's amounts when some of its items are claimed.

With it, discounts, points and credits are shared out again as the shop's settings say, and the
shipping fee is refunded with the last item. Once it is removed, a claimed item takes along exactly
its share from the placement of the order.
"""

from typing import Final

from msgspec import Struct
from sqlalchemy import bindparam, insert, select

from openmall.commerce.order.orders import store as order_store
from openmall.commerce.order.orders.takes import OrderPath
from openmall.contract.call import Call
from openmall.contract.errors import NotFound
from openmall.contract.operation import delete
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import DOES_NOT_EXIST
from openmall.contract.scopes import WRITE_ORDER
from openmall.database.policies import WITH_MALL, rows_of_order
from openmall.database.schema import shop_table, text
from openmall.database.statements import Statement
from openmall.database.undo_policies import REVERTED

REMOVED: Final = shop_table(
    "order_autocalculation_removed",
    text("order_id"),
    backup=WITH_MALL,
    undo=REVERTED,
    personal_data=rows_of_order(),
    key=("order_id",),
)
"""The orders whose automatic calculation was removed; all others have it."""

_IS_REMOVED: Final = Statement(
    select(REMOVED.c.order_id).where(
        REMOVED.c.mall_id == bindparam("mall_id"), REMOVED.c.order_id == bindparam("order_id")
    )
)
_REMOVE: Final = Statement(insert(REMOVED).values({c.name: bindparam(c.name) for c in REMOVED.c}))


class Removed(Struct, frozen=True, kw_only=True):
    shop_no: int
    order_id: str


async def is_on(call: Call, order_id: str) -> bool:
    """Return whether an order has its automatic calculation."""
    return await call.db.one(_IS_REMOVED, order_id=order_id) is None


async def remove(call: Call, order_id: str) -> None:
    """Remove the automatic calculation of an order; the caller holds its lock."""
    await call.db.run(_REMOVE, order_id=order_id)
    call.journal(f"order {order_id}", {"auto_calculation": ("T", "F")})


async def remove_from_order(call: Call, params: OrderPath) -> Removed:
    """Delete an order's automatic calculation; it cannot be restored.

    Raises NotFound (404) when it was removed before.
    """
    await order_store.get(call, params.order_id, to_change=True)
    if not await is_on(call, params.order_id):
        raise NotFound(
            DOES_NOT_EXIST, parameter="order_id", resource=Phrase("automatic calculation")
        )
    await remove(call, params.order_id)
    return Removed(shop_no=call.shop_no, order_id=params.order_id)


OPERATIONS = [
    delete(
        "orders/{order_id}/autocalculation",
        remove_from_order,
        takes=OrderPath,
        gives=Removed,
        key="autocalculation",
        scope=WRITE_ORDER,
        restricted=True,
    ),
]
