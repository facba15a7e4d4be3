"""How many coupons may be used: for a product, in an order, with others."""

from collections.abc import Sequence

from openmall.commerce.promotion.coupons.shape import Coupon
from openmall.commerce.promotion.uses.refusals import (
    COUPONS_NOT_TOGETHER,
    TOO_MANY_COUPONS_OF_ORDER,
    TOO_MANY_COUPONS_OF_PRODUCT,
    TOO_MANY_OF_COUPON,
)
from openmall.commerce.promotion.uses.shape import Quote
from openmall.commerce.store.coupons_setting import CouponsSetting
from openmall.contract.errors import Invalid


def additional_coupons(setting: CouponsSetting) -> frozenset[str]:
    """Return the coupons that may be used beyond the numbers of coupons that the shop allows."""
    if setting.use_additional_coupon != "T":
        return frozenset()
    return frozenset(each.coupon_no for each in setting.additional_coupon_no)


def may_be_used_alone(coupon: Coupon, setting: CouponsSetting) -> bool:
    """Return whether the numbers of coupons that the shop allows admit one like this."""
    if coupon.coupon_no in additional_coupons(setting):
        return coupon.available_coupon_count_by_order > 0
    most = setting.max_coupon_count
    if coupon.available_scope == "P":
        allowed = min(most.product_per_order, most.product_per_product)
    else:
        allowed = most.order_per_order
    return min(allowed, most.product_and_order_per_day, coupon.available_coupon_count_by_order) > 0


def together(coupons: Sequence[Coupon], setting: CouponsSetting) -> None:
    """Raise Invalid (422) for coupons that may not be used in one order."""
    scopes = {coupon.available_scope for coupon in coupons}
    if len(scopes) > 1 and setting.allow_using_product_and_order_coupons != "T":
        raise Invalid(COUPONS_NOT_TOGETHER, parameter="issue_no")
    counted = [coupon for coupon in coupons if coupon.coupon_no not in additional_coupons(setting)]
    of_products = sum(coupon.available_scope == "P" for coupon in counted)
    of_order = len(counted) - of_products
    most = setting.max_coupon_count
    if of_products and of_order and len(counted) > most.product_and_order_per_order:
        raise Invalid(TOO_MANY_COUPONS_OF_ORDER, parameter="issue_no")
    if of_products > most.product_per_order or of_order > most.order_per_order:
        raise Invalid(TOO_MANY_COUPONS_OF_ORDER, parameter="issue_no")
    for coupon in coupons:
        same = sum(each.coupon_no == coupon.coupon_no for each in coupons)
        if same > coupon.available_coupon_count_by_order:
            raise Invalid(TOO_MANY_OF_COUPON, parameter="issue_no")


def check_lines(found: Quote, setting: CouponsSetting) -> None:
    """Raise Invalid (422) for too many coupons for one product."""
    additional = additional_coupons(setting)
    lines = [
        each.discount.line
        for each in found.used
        if each.discount.line is not None and each.coupon.coupon_no not in additional
    ]
    if any(lines.count(at) > setting.max_coupon_count.product_per_product for at in lines):
        raise Invalid(TOO_MANY_COUPONS_OF_PRODUCT, parameter="issue_no")
