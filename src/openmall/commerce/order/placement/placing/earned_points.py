"""Points that the items of an order earn, calculated once, when it is placed."""

from decimal import ROUND_DOWN, ROUND_HALF_UP, ROUND_UP, Decimal
from typing import Final

from msgspec import Struct

from openmall.commerce.customer.customergroups import benefits as customergroup_benefits
from openmall.commerce.customer.customergroups.shape import Group
from openmall.commerce.order.amounts import Share
from openmall.commerce.order.orders.shape import Method
from openmall.commerce.order.placement.placing.pricing import Priced
from openmall.commerce.product.products.shape import Product
from openmall.commerce.store.points_setting import PointsSetting, RoundType
from openmall.contract.call import Call
from openmall.contract.crud.settings import current
from openmall.contract.money import ZERO, rounded

_ROUNDINGS: Final[dict[RoundType, str]] = {"A": ROUND_DOWN, "B": ROUND_HALF_UP, "C": ROUND_UP}
_OF_PRODUCTS: Final[dict[Method, str]] = {"credit": "deposit", "point": "mileage"}
"""Payment methods with another name in a product's points than in orders."""


class EarningTerms(Struct, frozen=True, kw_only=True):
    """Terms on which a buyer earns points: the shop's settings, and payment and device."""

    setting: PointsSetting
    group: Group | None
    """Group whose benefits apply to this payment method; None: none do."""
    method: Method
    mobile: bool

    def of(self, each: Priced, share: Share) -> Decimal:
        """Return the points of an item; `share`: its share of the order's discounts.

        What is paid with points or credits earns none.
        """
        paid = each.costs.payment_amount - share.discount - share.points - share.credits
        if paid <= 0:
            return ZERO
        points = self._of_product(each.product, each.costs.quantity, paid)
        if self.group is not None and each.product.except_member_points != "T":
            points += customergroup_benefits.points(self.group, paid, mobile=self.mobile)
        return self._rounded(points)

    def _of_product(self, product: Product, quantity: int, paid: Decimal) -> Decimal:
        rates = product.points_amount if product.points_by_product == "T" else []
        if product.points_setting_by_payment == "C":
            method = _OF_PRODUCTS.get(self.method, self.method)
            rates = [each for each in rates if each.payment_method == method]
        if not rates or not rates[0].points_rate:
            return ZERO
        rate = Decimal(rates[0].points_rate)
        return rate * quantity if rates[0].points_unit_by_payment == "W" else paid * rate / 100

    def _rounded(self, points: Decimal) -> Decimal:
        if self.setting.round_unit == "F":
            return rounded(points)
        unit = Decimal(self.setting.round_unit)
        rounding = _ROUNDINGS[self.setting.round_type]
        return rounded((points / unit).to_integral_value(rounding) * unit)


async def terms(
    call: Call, group: Group | None, *, method: Method, mobile: bool
) -> EarningTerms | None:
    """Return the terms on which a member of a group earns points; None: a guest earns none."""
    if group is None:
        return None
    return EarningTerms(
        setting=await current(call, PointsSetting),
        group=group if customergroup_benefits.apply(group, method) else None,
        method=method,
        mobile=mobile,
    )
