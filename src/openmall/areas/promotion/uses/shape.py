"""What a checkout tells of an order that coupons are used for, and what it hears.

Amounts are of the shop's currency.
"""

from decimal import Decimal
from typing import Literal

from msgspec import Struct

from openmall.areas.promotion.coupons.shape import Coupon, Payment, Site
from openmall.contract.money import ZERO


class Line(Struct, frozen=True, kw_only=True):
    """A line of an order, as the checkout has it before coupons."""

    product_no: int
    category_nos: frozenset[int] = frozenset()
    """Every category the product is in."""
    amount: Decimal
    """Of the whole quantity, before any discount."""
    paid: Decimal
    """What is left of it after benefits and the group's discount, and before coupons."""
    takes_coupons: bool = True
    """False: a benefit of the product does not go together with coupons."""


class Basket(Struct, frozen=True, kw_only=True):
    """What is to be ordered."""

    lines: list[Line]
    shipping_fee: Decimal = ZERO
    """The basic fee, after benefits of shipping."""
    regional_fee: Decimal = ZERO
    """What is added for where it goes."""
    abroad: bool = False
    site: Site = "W"
    payment: Payment | None = None
    """None: not chosen yet, any will do."""


class Discount(Struct, frozen=True, kw_only=True):
    """What one coupon takes off, and what it gives."""

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
        """Return what it takes off all in all."""
        return self.goods + self.shipping

    @property
    def worth(self) -> Decimal:
        """Return what it is worth to who uses it."""
        return self.off + self.points + self.credits


class Usable(Struct, frozen=True, kw_only=True):
    """A coupon that somebody may use for a basket, and what it would come to, used alone."""

    issue_no: str
    coupon: Coupon
    discount: Discount
    """For the line where it is worth most, when it is a product coupon."""


class Chosen(Struct, frozen=True, kw_only=True):
    """A coupon somebody wants to use; `line`: for which, when it is a product coupon.

    None: for the line where it is worth most.
    """

    issue_no: str
    line: int | None = None


class Quoted(Struct, frozen=True, kw_only=True):
    """A coupon that was chosen, with what it comes to beside the others."""

    issue_no: str
    coupon: Coupon
    discount: Discount


class Quote(Struct, frozen=True, kw_only=True):
    """What the coupons that were chosen come to together."""

    used: list[Quoted]
    """In the order in which they are applied: of products, of the order, of shipping."""
    of_lines: list[Decimal]
    """Off each line, in the basket's order."""
    of_order: Decimal
    of_shipping: Decimal
    points: Decimal
    credits: Decimal


class Difference(Struct, frozen=True, kw_only=True):
    """Something that is not what the ledger says."""

    mall_id: str
    subject: Literal["issued", "used"]
    """issued: how many there are of a coupon; used: whether one is used, and for which order."""
    number: str
    """Of the coupon, or of the issued one."""
    kept: str
    ledger: str


class Report(Struct, frozen=True, kw_only=True):
    """What a look through the coupons of malls found."""

    malls: int
    differences: list[Difference]
