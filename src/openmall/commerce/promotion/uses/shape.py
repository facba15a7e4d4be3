"""The data of an order that coupons need, and the quotes they answer.

Amounts are of the shop's currency.
"""

from decimal import Decimal
from typing import Literal

from msgspec import Struct

from openmall.commerce.promotion.coupons.shape import Coupon, Payment, Site
from openmall.contract.money import ZERO


class BasketLine(Struct, frozen=True, kw_only=True):
    """An order line of a checkout, before coupons."""

    product_no: int
    category_nos: frozenset[int] = frozenset()
    """Every category the product is in."""
    amount: Decimal
    """Amount of the whole quantity, before any discount."""
    paid: Decimal
    """The amount after benefits and the group's discount, before coupons."""
    takes_coupons: bool = True
    """False: a benefit of the product cannot be combined with coupons."""


class Basket(Struct, frozen=True, kw_only=True):
    """The order a checkout wants to place."""

    lines: list[BasketLine]
    shipping_fee: Decimal = ZERO
    """The basic fee, after benefits of shipping."""
    regional_fee: Decimal = ZERO
    """The regional surcharge."""
    abroad: bool = False
    site: Site = "W"
    payment: Payment | None = None
    """None: not chosen yet, any will do."""


class Discount(Struct, frozen=True, kw_only=True):
    """The discount of one coupon, and the points it gives."""

    line: int | None = None
    """The line a product coupon is used for, from 0; None: the order."""
    goods: Decimal = ZERO
    """Off the line, or off the order."""
    shipping: Decimal = ZERO
    points: Decimal = ZERO
    """Points for the order, when it is delivered or at once, as the kind of coupon says."""
    credits: Decimal = ZERO

    @property
    def off(self) -> Decimal:
        """Return the sum of its discounts."""
        return self.goods + self.shipping

    @property
    def worth(self) -> Decimal:
        """Return its worth to the customer: discounts and points."""
        return self.off + self.points + self.credits


class Usable(Struct, frozen=True, kw_only=True):
    """A coupon usable for a basket, and its discount when used alone."""

    issue_no: str
    coupon: Coupon
    discount: Discount
    """For a product coupon: for the line with the highest discount."""


class ChosenCoupon(Struct, frozen=True, kw_only=True):
    """A coupon chosen for an order; `line`: the line of a product coupon.

    None: for the line where it is worth most.
    """

    issue_no: str
    line: int | None = None


class Quoted(Struct, frozen=True, kw_only=True):
    """A chosen coupon and its discount beside the others."""

    issue_no: str
    coupon: Coupon
    discount: Discount


class Quote(Struct, frozen=True, kw_only=True):
    """The discounts of the chosen coupons together."""

    used: list[Quoted]
    """In the order in which they are applied: of products, of the order, of shipping."""
    of_lines: list[Decimal]
    """The discount of each line, in the basket's order."""
    of_order: Decimal
    of_shipping: Decimal
    points: Decimal
    credits: Decimal


class Difference(Struct, frozen=True, kw_only=True):
    """A value that differs from the ledger."""

    mall_id: str
    subject: Literal["issued", "used", "code", "serial"]
    """issued: the number of issues of a coupon; used: whether an issue is used, and for which
    order; code: the number of uses of a discount code; serial: a code that brought no coupon.
    """
    number: str
    """Number of the coupon, of the issue, or of the discount code."""
    kept: str
    ledger: str


class Report(Struct, frozen=True, kw_only=True):
    """The result of a verification of malls' coupons."""

    malls: int
    differences: list[Difference]
