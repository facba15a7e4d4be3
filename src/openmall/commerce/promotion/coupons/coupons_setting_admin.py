"""The operations on coupon settings, whose additional coupons are coupons of the shop."""

from collections.abc import Awaitable, Callable
from typing import Any, Final

from msgspec import UNSET
from msgspec.structs import replace

from openmall.commerce.promotion.coupons import store as coupon_store
from openmall.commerce.promotion.coupons.refusals import (
    COUPON_NAMED_TWICE,
    UNKNOWN_ADDITIONAL_COUPON,
)
from openmall.commerce.store.coupons_setting import CouponsSetting
from openmall.contract.call import Call
from openmall.contract.crud.changes import changes_of
from openmall.contract.crud.settings import change_setting, read_setting
from openmall.contract.errors import Invalid
from openmall.contract.params import ShopParams
from openmall.contract.resource import Resource

CouponsSettingChange: Final = changes_of(CouponsSetting)
_ADDITIONAL: Final = "additional_coupon_no.coupon_no"

_read: Final[Callable[[Call, ShopParams], Awaitable[CouponsSetting]]] = read_setting(CouponsSetting)
_change: Final = change_setting(CouponsSetting, CouponsSettingChange)


async def retrieve_setting(call: Call, params: ShopParams) -> CouponsSetting:
    """Retrieve coupons setting."""
    return _answered(await _read(call, params))


async def update_setting(call: Call, params: Any) -> CouponsSetting:
    """Update coupons setting.

    Raises Invalid (422) for an additional coupon that the shop does not have, or that is named
    twice.
    """
    if params.additional_coupon_no is not UNSET:
        numbers = [each.coupon_no for each in params.additional_coupon_no]
        if len(set(numbers)) < len(numbers):
            raise Invalid(COUPON_NAMED_TWICE, parameter=_ADDITIONAL)
        there = await coupon_store.of_numbers(call, numbers) if numbers else {}
        for number in numbers:
            if number not in there or there[number].deleted == "T":
                raise Invalid(UNKNOWN_ADDITIONAL_COUPON, parameter=_ADDITIONAL, coupon_no=number)
    return _answered(await _change(call, params))


def _answered(setting: CouponsSetting) -> CouponsSetting:
    most = setting.max_coupon_count
    return replace(
        setting, max_coupon_count=replace(most, product_per_item=most.product_per_product)
    )


_COUPONS_SETTING: Final = Resource(CouponsSetting, area="store", key="coupon")

OPERATIONS = [
    _COUPONS_SETTING.get("coupons/setting", retrieve_setting, takes=ShopParams),
    _COUPONS_SETTING.put("coupons/setting", update_setting, takes=CouponsSettingChange),
]
