"""The admin API's operations on refunds."""

from openmall.commerce.order.billing.refunds import rules as refund_rules
from openmall.commerce.order.billing.refunds.shape import ListedRefund, Refund, RefundChanged
from openmall.commerce.order.billing.refunds.takes import RefundChange, RefundPath, RefundQuery
from openmall.contract.operation import get, listing, put
from openmall.contract.scopes import READ_ORDER, WRITE_ORDER

OPERATIONS = [
    listing(
        "refunds",
        refund_rules.listing,
        takes=RefundQuery,
        gives=ListedRefund,
        key="refunds",
        scope=READ_ORDER,
    ),
    get(
        "refunds/{refund_code}",
        refund_rules.retrieve,
        takes=RefundPath,
        gives=Refund,
        key="refund",
        scope=READ_ORDER,
        embeds=("items",),
    ),
    put(
        "orders/{order_id}/refunds/{refund_code}",
        refund_rules.change,
        takes=RefundChange,
        gives=RefundChanged,
        key="refund",
        scope=WRITE_ORDER,
    ),
]
