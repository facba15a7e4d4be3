"""Methods of refunds: their codes, and the payment methods they correspond to."""

from typing import Final

from openmall.commerce.order.billing.refunds.shape import RefundMethod
from openmall.commerce.order.orders.shape import Method

METHODS: Final[dict[RefundMethod, tuple[Method, str]]] = {
    "T": ("cash", "Cash refund"),
    "F": ("card", "Credit card refund"),
    "M": ("point", "Refund to points"),
    "G": ("tcash", "Bank transfer refund"),
    "C": ("cell", "Mobile phone refund"),
    "D": ("credit", "Refund to deposit"),
    "Z": ("cod", "Pay later refund"),
    "O": ("prepaid", "Prepaid balance refund"),
    "V": ("cvs", "Convenience store refund"),
    "J": ("giftcard", "Gift voucher refund"),
    "K": ("pointcard", "Partner points refund"),
    "I": ("etc", "Other refund"),
}
"""Code -> payment method, and its name."""
OF_PAYMENT: Final[dict[Method, RefundMethod]] = {
    **{method: code for code, (method, _) in METHODS.items()},
    "icash": "T",
}
"""Payment method of an order -> default method of its refund."""
