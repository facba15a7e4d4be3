"""The discount of a code: pure arithmetic, exact to the currency's smallest unit.

A percentage of what the products it covers cost after benefits, the group's discount and coupons;
rounded down to the code's unit, at most its maximum.
"""

from collections.abc import Sequence
from decimal import Decimal
from typing import Final

from openmall.commerce.promotion.code_uses.refusals import (
    DISCOUNT_CODE_OF_OTHER_PRODUCTS,
    ORDER_TOO_SMALL_FOR_CODE,
)
from openmall.commerce.promotion.code_uses.shape import CodeTerms
from openmall.commerce.promotion.uses.shape import Basket, BasketLine
from openmall.contract.money import ZERO, cut
from openmall.contract.refusal import Refusal

_UNITS: Final[dict[str, Decimal]] = {
    "F": ZERO,
    "C": Decimal("0.01"),
    "B": Decimal("0.1"),
    "O": Decimal(1),
    "T": Decimal(10),
    "M": Decimal(100),
    "H": Decimal(1000),
}
_HUNDRED: Final = Decimal(100)


def is_for(terms: CodeTerms, line: BasketLine) -> bool:
    """Return whether a code covers a line: its product, which a benefit does not exclude."""
    if not line.takes_coupons:
        return False
    if terms.available_product_type == "P":
        return line.product_no in terms.available_product
    if terms.available_product_type == "C":
        return not line.category_nos.isdisjoint(terms.available_category or [])
    return True


def why_not(terms: CodeTerms, basket: Basket) -> Refusal | None:
    """Return why a code takes nothing off a basket, or None."""
    covered = [line for line in basket.lines if is_for(terms, line)]
    if not covered:
        return DISCOUNT_CODE_OF_OTHER_PRODUCTS
    if sum((line.amount for line in covered), ZERO) < terms.available_min_price:
        return ORDER_TOO_SMALL_FOR_CODE
    return None


def discount(
    terms: CodeTerms,
    basket: Basket,
    *,
    of_lines: Sequence[Decimal],
    of_order: Decimal,
    unit: Decimal,
) -> Decimal:
    """Return what a code takes off a basket.

    `of_lines`, `of_order`: what coupons took off each line, and off the order. `unit`: the
    currency's smallest.
    """
    left = [line.paid - off for line, off in zip(basket.lines, of_lines, strict=True)]
    covered = sum(
        (rest for rest, line in zip(left, basket.lines, strict=True) if is_for(terms, line)), ZERO
    )
    base = max(ZERO, min(covered, sum(left, ZERO) - of_order))
    step = max(_UNITS[terms.discount_truncation_unit], unit)
    worth = cut(base * terms.discount_value / _HUNDRED, step)
    return cut(min(worth, Decimal(terms.discount_max_price), base), unit)
