"""Charges in the admin API."""

from typing import Final

from openmall.commerce.application.appstore import rules as appstore_rules
from openmall.commerce.application.appstore.shape import AppOrder, AppPayment, CreatedOrder
from openmall.commerce.application.appstore.takes import (
    OrderDraft,
    OrderPath,
    PaymentFilters,
    PaymentQuery,
)
from openmall.contract.resource import Resource

_ORDERS: Final = Resource(AppOrder, area="application", key="order", limit=10)
_PAYMENTS: Final = Resource(AppPayment, area="application", key="payments", limit=10)

OPERATIONS: Final = [
    _ORDERS.giving(CreatedOrder).post("appstore/orders", appstore_rules.create, takes=OrderDraft),
    _ORDERS.get("appstore/orders/{order_id}", appstore_rules.retrieve, takes=OrderPath),
    _PAYMENTS.listing("appstore/payments", appstore_rules.list_payments, takes=PaymentQuery),
    _PAYMENTS.count("appstore/payments/count", appstore_rules.count_payments, takes=PaymentFilters),
]
