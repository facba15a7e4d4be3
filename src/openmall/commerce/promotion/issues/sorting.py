"""The order in which a shopper sees coupons, as the shop sets it."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from openmall.commerce.promotion.issues.store import Held
from openmall.commerce.store.coupons_setting import SortingType
from openmall.contract.money import ZERO

_KEYS: Final[dict[SortingType, Callable[[Held], Any]]] = {
    "A": lambda held: held.begins_at,
    "B": lambda held: held.ends_at,
    "C": lambda held: held.issued_at,
    "D": lambda held: -(held.coupon.benefit_price or ZERO),
    "E": lambda held: -(held.coupon.benefit_percentage or ZERO),
}
"""Dates ascending, amounts and rates descending."""


def in_order(held: Sequence[Held], by: SortingType) -> list[Held]:
    """Return coupons in the order of a shop; among equals, the one issued first comes first."""
    return sorted(held, key=lambda each: (_KEYS[by](each), each.issue_no))
