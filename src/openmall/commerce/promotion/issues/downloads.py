"""Coupons that customers download: which ones the shop offers to a customer at the moment."""

from collections.abc import Sequence
from typing import Final

from openmall.commerce.customer.customers import credentials
from openmall.commerce.promotion.coupons import search
from openmall.commerce.promotion.coupons.shape import Coupon
from openmall.commerce.promotion.coupons.takes import CouponQuery
from openmall.commerce.promotion.issues import rules as issue_rules
from openmall.contract.call import Call
from openmall.contract.params import ShopParams
from openmall.contract.resource import Resource

_MOST: Final = 100
"""Newest coupons of the shop that are looked at."""


async def offered(call: Call, params: ShopParams) -> Sequence[Coupon]:
    """Return the coupons that the shopper can download now, the newest first.

    Raises Unauthorized (401) without a member.
    """
    member_id = await credentials.require(call)
    query = CouponQuery(shop_no=params.shop_no, issue_type=["D"], deleted=["F"], limit=_MOST)
    found = await search.pairs(call, query)
    return [
        coupon
        for coupon, terms in found
        if await issue_rules.can_download(call, coupon, terms, member_id)
    ]


_OFFERED: Final = Resource(Coupon, area="personal", key="coupon", listed="coupons")

OPERATIONS = [_OFFERED.listing("customers/me/coupons/downloads", offered, takes=ShopParams)]
