"""The admin API's operation on the customers to whom a coupon would be issued."""

from typing import Final

from openmall.commerce.promotion.issuancecustomers import rules as eligible_rules
from openmall.commerce.promotion.issuancecustomers.shape import EligibleCustomer, EligibleQuery
from openmall.contract.resource import Resource

_ELIGIBLE: Final = Resource(EligibleCustomer, area="promotion", key="issuancecustomers")

OPERATIONS = [
    _ELIGIBLE.listing(
        "coupons/{coupon_no}/issuancecustomers", eligible_rules.listing, takes=EligibleQuery
    ),
]
