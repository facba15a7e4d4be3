"""The admin API's operations on discount codes."""

from typing import Final

from openmall.commerce.promotion.discount_codes import rules as discount_code_rules
from openmall.commerce.promotion.discount_codes.shape import DETAIL, LISTED, DiscountCode
from openmall.commerce.promotion.discount_codes.takes import (
    DiscountCodeChange,
    DiscountCodeDraft,
    DiscountCodePath,
    DiscountCodeQuery,
)
from openmall.contract.resource import Resource

_CODES: Final = Resource(DiscountCode, area="promotion", key="discountcode", listed="discountcodes")

OPERATIONS = [
    _CODES.listing(
        "discountcodes", discount_code_rules.listing, takes=DiscountCodeQuery, shows=LISTED
    ),
    _CODES.get(
        "discountcodes/{discount_code_no}",
        discount_code_rules.retrieve,
        takes=DiscountCodePath,
        shows=DETAIL,
    ),
    _CODES.post("discountcodes", discount_code_rules.create, takes=DiscountCodeDraft, shows=DETAIL),
    _CODES.put(
        "discountcodes/{discount_code_no}",
        discount_code_rules.change,
        takes=DiscountCodeChange,
        shows=DETAIL,
    ),
    _CODES.delete(
        "discountcodes/{discount_code_no}",
        discount_code_rules.delete,
        takes=DiscountCodePath,
        shows=("discount_code_no",),
    ),
]
