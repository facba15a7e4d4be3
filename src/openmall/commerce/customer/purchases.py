"""Earlier purchases of a member, which their group, prices and limits of products depend on.

Orders stand above customers, products and coupons, which ask for them here: `order/purchases.py`
answers.
"""

from abc import ABC, abstractmethod
from collections import Counter
from decimal import Decimal
from functools import cache
from typing import Literal

from msgspec import Struct
from sqlalchemy import ColumnElement

from openmall import declarations
from openmall.contract.call import Call

AmountStandard = Literal["total_order_amount", "total_paid_amount", "credit_price"]


class Totals(Struct, frozen=True, kw_only=True):
    """The sums of what a member bought."""

    amount: Decimal
    orders: int
    units: int


class TimesBought(Struct, frozen=True):
    """The number of a member's orders with a product, and with a variant."""

    of_product: Counter[int] = Counter()
    of_variant: Counter[str] = Counter()


class PurchaseRecords(ABC):
    """Questions about earlier purchases. One subclass answers them; see `records`."""

    @abstractmethod
    async def totals_of(
        self,
        call: Call,
        member_ids: list[str],
        *,
        since: int,
        standard: AmountStandard,
        delivered: bool,
        with_claimed: bool,
    ) -> dict[str, Totals]:
        """Return what members bought in the call's shop since `since` (UTC seconds): paid items.

        `delivered`: only what has arrived. `with_claimed`: also what was cancelled or returned
        later. Members who bought nothing are left out.
        """

    @abstractmethod
    async def times_bought(self, call: Call, member_id: str, product_nos: list[int]) -> TimesBought:
        """Return how often a member bought products in the call's shop: paid and not returned."""

    @abstractmethod
    async def ordered_products(
        self, call: Call, member_id: str, product_nos: list[int]
    ) -> set[int]:
        """Return which products a member has ordered in the call's shop, paid for or not yet.

        What was cancelled or returned does not count.
        """

    @abstractmethod
    async def discounts_had(
        self, call: Call, member_id: str, since: int, *, but: str
    ) -> list[Decimal]:
        """Return the group discount of each order of a member since `since` (UTC seconds).

        `but`: an order to leave out; empty: none. Cancelled items do not count.
        """

    @abstractmethod
    def has_no_orders(self, member_id: ColumnElement[str]) -> ColumnElement[bool]:
        """Return the condition that a customer of a column has never ordered in a shop."""


@cache
def records() -> PurchaseRecords:
    """Return what answers: the subclass that the area of orders declares."""
    declarations.load()
    [answering] = PurchaseRecords.__subclasses__()
    return answering()
