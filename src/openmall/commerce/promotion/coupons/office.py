"""The times at which coupons are issued, for the back office. No API answers them."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated

from msgspec import Meta, Struct

from openmall.commerce.promotion.coupons import schedule_store
from openmall.commerce.promotion.coupons.set_times import NEVER
from openmall.commerce.promotion.coupons.shape import RecurringIssuance
from openmall.commerce.promotion.coupons.takes import CouponNo
from openmall.contract.call import Call
from openmall.contract.moments import moment
from openmall.contract.operation import listing
from openmall.contract.params import ShopParams
from openmall.contract.scopes import READ_PROMOTION


class CouponTimesQuery(ShopParams, frozen=True, kw_only=True):
    coupon_no: Annotated[list[CouponNo], Meta(max_length=100)]


class CouponTimes(Struct, frozen=True, kw_only=True):
    """When a coupon is issued."""

    coupon_no: str
    recurring_issuance: RecurringIssuance | None
    """None: it is issued on days of its customers."""
    next_issue: datetime | None
    """The next time at which its customers are looked for; None: it cannot be used any more."""


async def list_times(call: Call, query: CouponTimesQuery) -> Sequence[CouponTimes]:
    """Retrieve a list of the times of those of some coupons that are issued at set times."""
    return [
        CouponTimes(
            coupon_no=coupon_no,
            recurring_issuance=terms.recurring_issuance,
            next_issue=moment(due_at) if due_at < NEVER else None,
        )
        for coupon_no, due_at, terms in await schedule_store.of_coupons(call, query.coupon_no)
    ]


OPERATIONS = [
    listing(
        "coupons/times",
        list_times,
        takes=CouponTimesQuery,
        gives=CouponTimes,
        key="times",
        scope=READ_PROMOTION,
    ),
]
