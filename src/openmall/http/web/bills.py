"""What an order costs, line by line: the same lines on every page, and they add up to its total.

The sums are those of the API (an order amount); tax is contained in the prices and therefore no
line of its own. Names are translated here, as packages of pages may use the same English word for
something else.
"""

from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from typing import Final, Protocol

from msgspec import Struct
from msgspec.structs import asdict

from openmall.http.web.languages import marked
from openmall.translations.catalogues import translate

_CHARGES: Final = {
    "order_price_amount": marked("Products"),
    "shipping_fee": marked("Shipping"),
}
_DISCOUNTS: Final = {
    "set_product_discount_amount": marked("Set discount"),
    "membership_discount_amount": marked("Member discount"),
    "app_discount_amount": marked("App discount"),
    "coupon_discount_price": marked("Coupons and codes"),
    "shipping_fee_discount_amount": marked("Shipping discount"),
    "coupon_shipping_fee_amount": marked("Shipping coupon"),
    "points_spent_amount": marked("Points"),
    "credits_spent_amount": marked("Credits"),
}
"""Field of the API with a deduction -> its label."""
_ZERO: Final = Decimal(0)


class Line(Struct, frozen=True, kw_only=True):
    """An amount and its name in the reader's language; `off`: it is subtracted."""

    name: str
    amount: Decimal
    off: bool = False


class Bill(Struct, frozen=True, kw_only=True):
    """What an order costs in money, and how far that is paid."""

    lines: list[Line]
    """Their sum is the total."""
    total: Line
    settlement: list[Line]
    """What was paid, what is to be paid or refunded; empty where the total says all of it."""
    tax: Decimal
    """Contained in the lines."""


class BilledItem(Protocol):
    """An item of an order that is not placed yet."""

    @property
    def additional_discount_price(self) -> Decimal: ...


class BilledRefund(Protocol):
    """A refund of an order."""

    @property
    def status(self) -> str: ...

    @property
    def refund_amount(self) -> Decimal: ...

    @property
    def return_shipping_fee(self) -> Decimal: ...


def of_estimate(sums: Struct, items: Iterable[BilledItem], language: str) -> Bill:
    """Return the bill of an order that is not placed yet. `sums`: its amounts."""
    benefits = sum((each.additional_discount_price for each in items), _ZERO)
    amounts = asdict(sums)
    due = amounts["total_amount_due"]
    return _bill(amounts, language, benefits=benefits, returns=_ZERO, total=due)


def of_order(
    sums: Struct,
    refunds: Sequence[BilledRefund],
    language: str,
    *,
    payment: Decimal,
    paid: str,
    benefits: Decimal,
) -> Bill:
    """Return the bill of an order as it is now.

    `sums`: its amounts; `payment`: what was paid; `paid`: whether, as the order says; `benefits`:
    what benefits take off the items that are still bought.
    """
    amounts = asdict(sums)
    pending = sum((each.refund_amount for each in refunds if each.status != "T"), _ZERO)
    due = amounts["total_amount_due"]
    return _bill(
        amounts,
        language,
        benefits=benefits,
        returns=-sum((each.return_shipping_fee for each in refunds), _ZERO),
        total=payment + due - pending,
        paid=None if paid == "F" else payment,
        due=due,
        pending=pending,
    )


def _bill(
    sums: Mapping[str, Decimal],
    language: str,
    *,
    benefits: Decimal,
    returns: Decimal,
    total: Decimal,
    paid: Decimal | None = None,
    due: Decimal = _ZERO,
    pending: Decimal = _ZERO,
) -> Bill:
    def line(name: str, amount: Decimal, *, off: bool = False) -> Line:
        return Line(name=translate(language, "web", name), amount=amount, off=off)

    lines = [line(name, sums[key]) for key, name in _CHARGES.items()]
    optional = [
        line(marked("Product discounts"), benefits, off=True),
        *(line(name, sums[key], off=True) for key, name in _DISCOUNTS.items()),
        line(marked("Return shipping"), returns),
    ]
    lines += [each for each in optional if each.amount]
    # what a manager put on top, and whatever an imported order did not say
    differs = total - sum((-each.amount if each.off else each.amount for each in lines), _ZERO)
    if differs:
        lines.append(line(marked("Adjustment"), abs(differs), off=differs < 0))
    name, settlement = marked("To pay"), []
    if paid is not None:
        name = marked("Paid")
        still = line(marked("To pay"), due), line(marked("To be refunded"), pending)
        if due or pending:
            settlement = [line(name, paid), *(each for each in still if each.amount)]
            name = marked("Total")
    return Bill(lines=lines, total=line(name, total), settlement=settlement, tax=sums["tax"])
