"""The amounts of a customer group's benefits: pure arithmetic.

The amount of a benefit is at least 0, at most the price, and never smaller for a higher price.
Specification: resources of the Customer area are "not shown".
"""

from decimal import ROUND_DOWN, Decimal
from typing import Final

from openmall.commerce.customer.customergroups.shape import Group, GroupBenefit
from openmall.contract.money import ZERO, cut, rounded

CASH: Final = frozenset(("cash", "icash", "tcash"))
"""Payment methods that count as cash payments."""
_CENT: Final = Decimal("0.01")
_HUNDRED: Final = Decimal(100)


def apply(group: Group, method: str | None) -> bool:
    """Return whether a group's benefits apply to a payment method.

    None: not chosen yet; only benefits that apply to every method do.
    """
    if group.benefits_paymethod == "A" or method is None:
        return group.benefits_paymethod == "A"
    return (method in CASH) == (group.benefits_paymethod == "B")


def gives_discount(group: Group) -> bool:
    """Return whether members of `group` get a discount."""
    return group.buy_benefits in ("D", "P")


def discount(group: Group, price: Decimal, *, mobile: bool, unit: Decimal = _CENT) -> Decimal:
    """Return the discount of `group` on `price`; `unit`: the smallest of their currency."""
    if not gives_discount(group):
        return ZERO
    benefit = group.mobile_discount_information if mobile else group.discount_information
    return cut(_worth(benefit, price), unit)


def points(group: Group, price: Decimal, *, mobile: bool) -> Decimal:
    """Return the points `group` earns for a purchase at `price`."""
    if group.buy_benefits not in ("M", "P"):
        return ZERO
    return _worth(group.mobile_points_information if mobile else group.points_information, price)


def remaining(group: Group, *, had: Decimal, times: int) -> Decimal | None:
    """Return what the period limit of `group` leaves of its discounts; None: no limit is reached.

    `had` and `times`: sum and number of the member's discounts in the period.
    """
    limit = group.discount_limit_information
    if limit.discount_limit_type == "B":
        return rounded(max(ZERO, limit.discount_amount_limit - had))
    if limit.discount_limit_type == "C" and times >= (limit.number_of_discount_limit or 0):
        return ZERO
    return None


def _worth(benefit: GroupBenefit, price: Decimal) -> Decimal:
    if price < benefit.amount_product:
        return ZERO
    worth = benefit.amount_discount
    if benefit.discount_unit == "P":
        unit = max(Decimal(benefit.truncation_unit), _CENT)
        worth = (price * worth / _HUNDRED / unit).to_integral_value(ROUND_DOWN) * unit
    if benefit.max_discount:
        worth = min(worth, benefit.max_discount)
    return rounded(max(ZERO, min(worth, price)))
