"""The admin API's operations on serial coupons."""

from typing import Final

from openmall.commerce.promotion.coupons.takes import CouponPath
from openmall.commerce.promotion.serialcoupons import rules as serial_rules
from openmall.commerce.promotion.serialcoupons.shape import (
    LISTED,
    CreatedSerialCoupon,
    IssuedCode,
    SerialCode,
    SerialCoupon,
    SerialCouponKey,
)
from openmall.commerce.promotion.serialcoupons.takes import (
    CodesDraft,
    CodesQuery,
    SerialCouponDraft,
    SerialCouponQuery,
)
from openmall.contract.operation import post_list
from openmall.contract.resource import Resource
from openmall.contract.scopes import WRITE_PROMOTION

_SERIAL: Final = Resource(SerialCoupon, area="promotion", key="serialcoupons")
_CODES: Final = "serialcoupons/{coupon_no}/issues"

OPERATIONS = [
    _SERIAL.listing("serialcoupons", serial_rules.listing, takes=SerialCouponQuery, shows=LISTED),
    _SERIAL.giving(CreatedSerialCoupon).post(
        "serialcoupons", serial_rules.create, takes=SerialCouponDraft
    ),
    _SERIAL.giving(SerialCouponKey).delete(
        "serialcoupons/{coupon_no}", serial_rules.delete, takes=CouponPath, key="serialcoupon"
    ),
    _SERIAL.giving(IssuedCode).listing(_CODES, serial_rules.codes, takes=CodesQuery),
    post_list(
        _CODES,
        serial_rules.register,
        takes=CodesDraft,
        gives=SerialCode,
        key="serialcoupons",
        scope=WRITE_PROMOTION,
    ),
]
