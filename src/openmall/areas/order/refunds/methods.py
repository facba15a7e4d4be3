"""By what money is given back: the codes of refunds, and what they are called as payments."""

from typing import Final

from openmall.areas.order.orders.shape import Method
from openmall.areas.order.refunds.shape import RefundMethod

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
"""Code -> what it is paid back by, and its name."""
OF_PAYMENT: Final[dict[Method, RefundMethod]] = {
    **{method: code for code, (method, _) in METHODS.items()},
    "icash": "T",
}
"""How an order was paid -> how it is paid back where nobody says otherwise."""
