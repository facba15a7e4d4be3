"""What an order comes to, line by line, as its buyer reads it."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Final

from msgspec import Struct

from openmall.web.languages import marked

_OFF: Final = {
    "membership_discount_amount": marked("Member discount"),
    "set_product_discount_amount": marked("Set discount"),
    "app_discount_amount": marked("App discount"),
    "coupon_discount_price": marked("Coupons"),
    "shipping_fee_discount_amount": marked("Shipping discount"),
    "coupon_shipping_fee_amount": marked("Shipping coupon"),
    "points_spent_amount": marked("Points"),
    "credits_spent_amount": marked("Credits"),
}
"""Sum of the API that is taken off -> what it is called."""
_TO_PAY: Final = marked("To pay")
_PAID: Final = marked("Paid")


class Line(Struct, frozen=True, kw_only=True):
    """An amount and its name, in English; `off`: it is taken off."""

    name: str
    amount: Decimal
    off: bool = False


def lines(sums: Mapping[str, str], paid: str | None = None) -> list[Line]:
    """Return what an order costs, what is taken off, what is left.

    `sums`: an order amount of the API. `paid`: what was paid for it already. The sums do not name
    what benefits take off each item: it is what the others leave.
    """
    price, fee = Decimal(sums["order_price_amount"]), Decimal(sums["shipping_fee"])
    off = [
        Line(name=name, amount=Decimal(sums[key]), off=True)
        for key, name in _OFF.items()
        if Decimal(sums[key])
    ]
    left = Decimal(sums["total_amount_due"] if paid is None else paid)
    benefits = price + fee - sum(each.amount for each in off) - left
    if benefits > 0:
        off.insert(0, Line(name=marked("Benefits"), amount=benefits, off=True))
    return [
        Line(name=marked("Products"), amount=price),
        Line(name=marked("Shipping"), amount=fee),
        *off,
        Line(name=_TO_PAY if paid is None else _PAID, amount=left),
    ]
