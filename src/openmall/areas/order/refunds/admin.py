"""The admin API's operations on refunds."""

from openmall.areas.order.refunds import rules
from openmall.areas.order.refunds.shape import (
    Listed,
    Refund,
    RefundChanged,
)
from openmall.areas.order.refunds.takes import RefundChange, RefundPath, RefundQuery
from openmall.contract.operation import get, listing, put
from openmall.contract.scopes import READ_ORDER, WRITE_ORDER

OPERATIONS = [
    listing(
        "refunds",
        rules.listing,
        takes=RefundQuery,
        gives=Listed,
        key="refunds",
        scope=READ_ORDER,
    ),
    get(
        "refunds/{refund_code}",
        rules.retrieve,
        takes=RefundPath,
        gives=Refund,
        key="refund",
        scope=READ_ORDER,
        embeds=("items",),
    ),
    put(
        "orders/{order_id}/refunds/{refund_code}",
        rules.change,
        takes=RefundChange,
        gives=RefundChanged,
        key="refund",
        scope=WRITE_ORDER,
    ),
]
