"""The admin API's operations on issued coupons."""

from typing import Final

from openmall.commerce.promotion.issues import rules as issue_rules
from openmall.commerce.promotion.issues.shape import (
    CustomerCoupon,
    HeldQuery,
    HolderPath,
    IssueCount,
    Issued,
    IssueDraft,
    IssueQuery,
    Revocation,
    RevokedIssues,
)
from openmall.contract.resource import Resource

_ISSUES: Final = Resource(Issued, area="promotion", key="issues")
_COUPONS: Final = Resource(CustomerCoupon, area="promotion", key="coupon", listed="coupons")

OPERATIONS = [
    _ISSUES.listing(
        "coupons/{coupon_no}/issues", issue_rules.listing, takes=IssueQuery, links=True
    ),
    _ISSUES.giving(IssueCount).post(
        "coupons/{coupon_no}/issues", issue_rules.create, takes=IssueDraft
    ),
    _COUPONS.listing("customers/{member_id}/coupons", issue_rules.held, takes=HeldQuery),
    _COUPONS.count("customers/{member_id}/coupons/count", issue_rules.held_count, takes=HolderPath),
    _COUPONS.giving(RevokedIssues).delete(
        "customers/{member_id}/coupons/{coupon_no}", issue_rules.revoke, takes=Revocation
    ),
]
