"""The admin API's operations on coupons."""

from typing import Final

from openmall.commerce.promotion.coupons import rules as coupon_rules
from openmall.commerce.promotion.coupons.shape import Coupon, CouponManaged, CreatedCoupon
from openmall.commerce.promotion.coupons.takes import (
    CouponDraft,
    CouponFilters,
    CouponQuery,
    Management,
)
from openmall.contract.operation import NoEffect
from openmall.contract.resource import Resource

_COUPONS: Final = Resource(Coupon, area="promotion", key="coupon", listed="coupons")

OPERATIONS = [
    _COUPONS.listing("coupons", coupon_rules.listing, takes=CouponQuery),
    _COUPONS.count("coupons/count", coupon_rules.count, takes=CouponFilters),
    _COUPONS.giving(CreatedCoupon).post(
        "coupons",
        coupon_rules.create,
        takes=CouponDraft,
        refuses={
            "issue_member_join_type": NoEffect("Members join in one way", harmless="N"),
            "additional_targets": NoEffect("The meaning of its code is not specified"),
            "additional_conditions": NoEffect("The meaning of its codes is not specified"),
        },
    ),
    _COUPONS.giving(CouponManaged).put(
        "coupons/{coupon_no}", coupon_rules.manage, takes=Management
    ),
]
