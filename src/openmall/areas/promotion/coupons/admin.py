"""The admin API's operations on coupons."""

from openmall.areas.promotion.coupons import rules
from openmall.areas.promotion.coupons.shape import Coupon, CouponMade, CouponManaged
from openmall.areas.promotion.coupons.takes import (
    CouponDraft,
    CouponFilters,
    CouponQuery,
    Management,
)
from openmall.contract.operation import count, listing, post, put
from openmall.contract.scopes import READ_PROMOTION, WRITE_PROMOTION

OPERATIONS = [
    listing(
        "coupons",
        rules.listing,
        takes=CouponQuery,
        gives=Coupon,
        key="coupons",
        scope=READ_PROMOTION,
    ),
    count("coupons/count", rules.count, takes=CouponFilters, scope=READ_PROMOTION),
    post(
        "coupons",
        rules.create,
        takes=CouponDraft,
        gives=CouponMade,
        key="coupon",
        scope=WRITE_PROMOTION,
    ),
    put(
        "coupons/{coupon_no}",
        rules.manage,
        takes=Management,
        gives=CouponManaged,
        key="coupon",
        scope=WRITE_PROMOTION,
    ),
]
