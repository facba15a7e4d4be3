"""What a customer group's benefits come to: arithmetic of amounts, and of nothing else.

An amount that a group gets is at least 0, at most the price, and never smaller for a higher price.
Specification: resources of the Customer area are "not shown".
"""

from decimal import ROUND_DOWN, Decimal
from typing import Final

from openmall.areas.customer.customergroups.shape import Benefit, Group
from openmall.contract.money import ZERO, rounded

CASH: Final = frozenset(("cash", "icash", "tcash"))
"""Ways to pay that are cash payments for a group."""
_CENT: Final = Decimal("0.01")
_HUNDRED: Final = Decimal(100)


def hold(group: Group, method: str | None) -> bool:
    """Say whether a group's benefits hold for who pays by a method; None: it is not known yet."""
    if group.benefits_paymethod == "A" or method is None:
        return True
    return (method in CASH) == (group.benefits_paymethod == "B")


def discount(group: Group, price: Decimal, *, mobile: bool) -> Decimal:
    """Return what `group` gets off `price`, both in the shop's currency."""
    if group.buy_benefits not in ("D", "P"):
        return ZERO
    return _worth(
        group.mobile_discount_information if mobile else group.discount_information, price
    )


def discounted(group: Group, price: Decimal, *, mobile: bool) -> Decimal:
    """Return what `group` pays where others pay `price`."""
    return rounded(price - discount(group, price, mobile=mobile))


def points(group: Group, price: Decimal, *, mobile: bool) -> Decimal:
    """Return the points that `group` gets for buying at `price`."""
    if group.buy_benefits not in ("M", "P"):
        return ZERO
    return _worth(group.mobile_points_information if mobile else group.points_information, price)


def limited(group: Group, amount: Decimal, *, had: Decimal, times: int) -> Decimal:
    """Return how much of a discount of `amount` a member of `group` still gets.

    `had` and `times`: the discounts they had in the period, their sum and their number.
    """
    limit = group.discount_limit_information
    if limit.discount_limit_type == "B":
        return rounded(min(amount, max(ZERO, limit.discount_amount_limit - had)))
    if limit.discount_limit_type == "C":
        return amount if times < (limit.number_of_discount_limit or 0) else ZERO
    return amount


def _worth(benefit: Benefit, price: Decimal) -> Decimal:
    if price < benefit.amount_product:
        return ZERO
    worth = benefit.amount_discount
    if benefit.discount_unit == "P":
        unit = max(Decimal(benefit.truncation_unit), _CENT)
        worth = (price * worth / _HUNDRED / unit).to_integral_value(ROUND_DOWN) * unit
    if benefit.max_discount:
        worth = min(worth, benefit.max_discount)
    return rounded(max(ZERO, min(worth, price)))
