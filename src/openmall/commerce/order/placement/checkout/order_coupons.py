"""Coupons of an order: whether the settings allow them, their discounts, and their use."""

from collections.abc import Awaitable
from typing import Final, TypeVar

from msgspec import UNSET

from openmall.commerce.order.applied_discounts import AppliedCoupon
from openmall.commerce.order.orders.shape import Method
from openmall.commerce.order.placement.checkout.refusals import POINTS_BESIDE_COUPONS
from openmall.commerce.order.placement.checkout.takes import Checkout, Device
from openmall.commerce.promotion.code_uses.shape import QuotedCode
from openmall.commerce.promotion.coupons.shape import Payment, Site
from openmall.commerce.promotion.uses import rules as use_rules
from openmall.commerce.promotion.uses.shape import Basket, ChosenCoupon, Quote
from openmall.commerce.store.coupons_setting import CouponsSetting
from openmall.contract.call import Call
from openmall.contract.errors import Invalid
from openmall.contract.money import ZERO

T = TypeVar("T")
SITES: Final[dict[Device, Site]] = {"pc": "W", "mobile": "M", "app": "P"}
_PAYMENTS: Final[dict[Method, Payment]] = {
    "cash": "R",
    "icash": "E",
    "card": "C",
    "tcash": "A",
    "cell": "H",
    "point": "M",
    "cvs": "B",
}
_NAMES: Final = {"issue_no": "coupons.issue_no", "line": "coupons.item_no"}


def payment(draft: Checkout) -> Payment | None:
    """Return the payment method in the terms of coupons; None: it is not chosen yet."""
    if draft.payment_method is UNSET:
        return None
    # ways that coupons have no word for, those alone go with that go with all
    return _PAYMENTS.get(draft.payment_method, "all")


def with_points(setting: CouponsSetting, draft: Checkout) -> bool:
    """Return whether coupons may be used beside the points that are spent."""
    return not draft.use_points or setting.allow_using_coupons_with_points == "T"


def require_allowed(setting: CouponsSetting, draft: Checkout) -> None:
    """Raise Invalid (422) for coupons beside points where the shop allows only one."""
    if draft.coupons and not with_points(setting, draft):
        raise Invalid(POINTS_BESIDE_COUPONS, parameter="use_points")


async def quote_coupons(call: Call, member_id: str, basket: Basket, draft: Checkout) -> Quote:
    """Return the quote of the chosen coupons.

    Raises Invalid (422) for a coupon that may not be used, or not with the others.
    """
    if not draft.coupons:
        return Quote(
            used=[],
            of_lines=[ZERO for _ in basket.lines],
            of_order=ZERO,
            of_shipping=ZERO,
            points=ZERO,
            credits=ZERO,
        )
    chosen = [
        ChosenCoupon(
            issue_no=each.issue_no, line=None if each.item_no is UNSET else each.item_no - 1
        )
        for each in draft.coupons
    ]
    return await _with_checkout_parameters(use_rules.quote(call, member_id, basket, chosen))


async def use_coupons(call: Call, quote: Quote, order_id: str, member_id: str) -> None:
    """Use the coupons of an order. Raises Invalid (422) when one of them was used meanwhile."""
    await _with_checkout_parameters(use_rules.use_all(call, quote, order_id, member_id=member_id))


async def _with_checkout_parameters(work: Awaitable[T]) -> T:
    """Await work on coupons; its errors name the parameters of a checkout."""
    try:
        return await work
    except Invalid as refusal:
        name = _NAMES.get(refusal.parameter or "", "coupons")
        raise Invalid(refusal.reason, parameter=name) from None


def applied_coupons(quote: Quote, code: QuotedCode | None) -> list[AppliedCoupon]:
    """Return coupons, and a discount code after them, as they are stored with an order."""
    found = []
    for each in quote.used:
        coupon, worth = each.coupon, each.discount
        rate = coupon.benefit_percentage
        found.append(
            AppliedCoupon(
                item_no=0 if worth.line is None else worth.line + 1,
                coupon_name=coupon.coupon_name,
                coupon_code=coupon.coupon_no,
                coupon_percent=None if rate is None else f"{rate.normalize():f}%",
                coupon_value=worth.worth if coupon.benefit_price is None else coupon.benefit_price,
                coupon_value_final=worth.off,
                points=worth.points,
                credits=worth.credits,
            )
        )
    if code is not None:
        found.append(
            AppliedCoupon(
                coupon_name=code.terms.discount_code_name,
                coupon_code=code.terms.discount_code,
                coupon_percent=f"{code.terms.discount_value}%",
                coupon_value=code.off,
                coupon_value_final=code.off,
            )
        )
    return found
