"""The admin API's operations on issued coupons."""

from openmall.areas.promotion.issues import rules
from openmall.areas.promotion.issues.shape import (
    CustomerCoupon,
    HeldQuery,
    HolderPath,
    Issued,
    IssueDraft,
    IssueQuery,
    IssuesMade,
    Taken,
    Taking,
)
from openmall.contract.operation import count, delete, listing, post
from openmall.contract.scopes import READ_PROMOTION, WRITE_PROMOTION

OPERATIONS = [
    listing(
        "coupons/{coupon_no}/issues",
        rules.listing,
        takes=IssueQuery,
        gives=Issued,
        key="issues",
        scope=READ_PROMOTION,
        links=True,
    ),
    post(
        "coupons/{coupon_no}/issues",
        rules.create,
        takes=IssueDraft,
        gives=IssuesMade,
        key="issues",
        scope=WRITE_PROMOTION,
    ),
    listing(
        "customers/{member_id}/coupons",
        rules.held,
        takes=HeldQuery,
        gives=CustomerCoupon,
        key="coupons",
        scope=READ_PROMOTION,
    ),
    count(
        "customers/{member_id}/coupons/count",
        rules.held_count,
        takes=HolderPath,
        scope=READ_PROMOTION,
    ),
    delete(
        "customers/{member_id}/coupons/{coupon_no}",
        rules.take_away,
        takes=Taking,
        gives=Taken,
        key="coupon",
        scope=WRITE_PROMOTION,
    ),
]
