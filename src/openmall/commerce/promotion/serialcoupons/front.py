"""The storefront's operation on codes of serial coupons, which is ours."""

from typing import Final

from openmall.commerce.customer.customers import credentials
from openmall.commerce.promotion.serialcoupons import rules as serial_rules
from openmall.commerce.promotion.serialcoupons.shape import RedeemedCode
from openmall.commerce.promotion.serialcoupons.takes import Redemption
from openmall.contract.call import Call
from openmall.contract.resource import Resource


async def redeem(call: Call, params: Redemption) -> RedeemedCode:
    """Redeem a coupon code: the shopper gets its coupon.

    Raises Invalid (422) for an unknown code, one that was used, and a coupon that is not issued at
    the moment.
    """
    member_id = await credentials.require(call)
    return await serial_rules.redeem(call, params.serial_code, member_id)


_REDEEMED: Final = Resource(RedeemedCode, area="personal", key="serialcoupon")

OPERATIONS = [_REDEEMED.post("customers/me/serialcoupons", redeem, takes=Redemption)]
