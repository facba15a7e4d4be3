"""The admin API's operations on payments of orders."""

from openmall.commerce.order.billing.payments import rules as payment_rules
from openmall.commerce.order.billing.payments import terms
from openmall.commerce.order.billing.payments.shape import (
    PaymentChange,
    PaymentChanged,
    TimelineDetail,
    TimelineEntry,
    TimelinePath,
    TimelineQuery,
)
from openmall.commerce.order.billing.payments.terms import TermsChange, TermsChanged
from openmall.contract.operation import get, listing, put
from openmall.contract.scopes import READ_ORDER, WRITE_ORDER

OPERATIONS = [
    listing(
        "orders/{order_id}/paymenttimeline",
        payment_rules.timeline,
        takes=TimelineQuery,
        gives=TimelineEntry,
        key="paymenttimeline",
        scope=READ_ORDER,
    ),
    get(
        "orders/{order_id}/paymenttimeline/{payment_no}",
        payment_rules.timeline_detail,
        takes=TimelinePath,
        gives=TimelineDetail,
        key="paymenttimeline",
        scope=READ_ORDER,
    ),
    put(
        "payments",
        payment_rules.change,
        takes=PaymentChange,
        gives=PaymentChanged,
        key="payments",
        scope=WRITE_ORDER,
        objects=10,
    ),
    put(
        "orders/{order_id}/payments",
        terms.change,
        takes=TermsChange,
        gives=TermsChanged,
        key="payment",
        scope=WRITE_ORDER,
    ),
]
