"""The amounts of a customer group's benefits: pure arithmetic.

The amount of a benefit is at least 0, at most the price, and never smaller for a higher price.
Specification: resources of the Customer area are "not shown".
"""

from decimal import ROUND_DOWN, Decimal
from typing import Final

from openmall.commerce.customer.customergroups.shape import Group, GroupBenefit
from openmall.contract.money import ZERO, rounded

CASH: Final = frozenset(("cash", "icash", "tcash"))
"""Payment methods that count as cash payments."""
_CENT: Final = Decimal("0.01")
_HUNDRED: Final = Decimal(100)


def apply(group: Group, method: str | None) -> bool:
    """Return whether a group's benefits apply to a payment method; None: not chosen yet."""
    if group.benefits_paymethod == "A" or method is None:
        return True
    return (method in CASH) == (group.benefits_paymethod == "B")


def discount(group: Group, price: Decimal, *, mobile: bool) -> Decimal:
    """Return the discount of `group` on `price`, both in the shop's currency."""
    if group.buy_benefits not in ("D", "P"):
        return ZERO
    return _worth(
        group.mobile_discount_information if mobile else group.discount_information, price
    )


def discounted_price(group: Group, price: Decimal, *, mobile: bool) -> Decimal:
    """Return `price` less the discount of `group`."""
    return rounded(price - discount(group, price, mobile=mobile))


def points(group: Group, price: Decimal, *, mobile: bool) -> Decimal:
    """Return the points `group` earns for a purchase at `price`."""
    if group.buy_benefits not in ("M", "P"):
        return ZERO
    return _worth(group.mobile_points_information if mobile else group.points_information, price)


def limited(group: Group, amount: Decimal, *, had: Decimal, times: int) -> Decimal:
    """Return how much of a discount of `amount` the period limit of `group` still allows.

    `had` and `times`: sum and number of the member's discounts in the period.
    """
    limit = group.discount_limit_information
    if limit.discount_limit_type == "B":
        return rounded(min(amount, max(ZERO, limit.discount_amount_limit - had)))
    if limit.discount_limit_type == "C":
        return amount if times < (limit.number_of_discount_limit or 0) else ZERO
    return amount


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
