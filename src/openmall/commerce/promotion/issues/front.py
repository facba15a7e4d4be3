"""The storefront's operations on a shopper's own coupons. All of them are ours."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from openmall.commerce.customer.customers import credentials
from openmall.commerce.promotion.coupons.takes import CouponPath
from openmall.commerce.promotion.issues import rules as issue_rules
from openmall.commerce.promotion.issues import store as issue_store
from openmall.commerce.promotion.issues.shape import (
    CustomerCoupon,
    HolderPath,
    Offset10000,
)
from openmall.commerce.promotion.issues.sorting import in_order
from openmall.commerce.store.coupons_setting import CouponsSetting
from openmall.contract.call import Call
from openmall.contract.crud.settings import current
from openmall.contract.params import Limit100, ShopParams
from openmall.contract.resource import Resource


class OwnCoupons(ShopParams, frozen=True, kw_only=True):
    """A page of one's own coupons."""

    offset: Offset10000 = 0
    limit: Limit100 = 10


class Fetched(Struct, frozen=True, kw_only=True):
    """The number of issues a shopper got of a coupon."""

    shop_no: int
    coupon_no: str
    count: int


async def held(call: Call, query: OwnCoupons) -> Sequence[CustomerCoupon]:
    """Retrieve a list of the shopper's coupons, those that may still be used, in the order that
    the shop sets.
    """
    member_id = await credentials.require(call)
    by = (await current(call, CouponsSetting)).sorting_type
    found = in_order(await issue_store.held(call, member_id), by)
    page = found[query.offset : query.offset + query.limit]
    return [issue_rules.shown(call, each) for each in page]


async def held_count(call: Call, params: ShopParams) -> int:
    """Retrieve a count of the shopper's coupons."""
    member_id = await credentials.require(call)
    return await issue_rules.held_count(
        call, HolderPath(shop_no=params.shop_no, member_id=member_id)
    )


async def fetch(call: Call, params: CouponPath) -> Fetched:
    """Fetch a coupon that the shop lets customers fetch.

    Raises NotFound (404), and Invalid (422) for one that is not fetched, not by this shopper, not
    now or not once more.
    """
    member_id = await credentials.require(call)
    number = await issue_rules.download(call, params.coupon_no, member_id)
    return Fetched(shop_no=call.shop_no, coupon_no=params.coupon_no, count=number)


_COUPONS: Final = Resource(CustomerCoupon, area="personal", key="coupon", listed="coupons")

OPERATIONS = [
    _COUPONS.listing("customers/me/coupons", held, takes=OwnCoupons),
    _COUPONS.count("customers/me/coupons/count", held_count, takes=ShopParams),
    _COUPONS.giving(Fetched).post("customers/me/coupons", fetch, takes=CouponPath),
]
