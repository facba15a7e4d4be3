"""Why a coupon is not issued."""

from typing import Final

from openmall.contract.refusal import Refusal

COUPON_ISSUED_AUTOMATICALLY: Final = Refusal(
    "coupon_issued_automatically",
    "This coupon is issued by itself.",
    remedy="Choose a coupon that managers issue.",
)
COUPON_ISSUED_BY_CODES: Final = Refusal(
    "coupon_issued_by_codes",
    "This coupon is issued by its codes.",
    remedy="Give the customer one of its codes.",
)
MEMBER_HAS_COUPON: Final = Refusal(
    "member_has_coupon",
    "The member has this coupon.",
    remedy="Allow duplication to issue it once more.",
)
COUPON_ISSUE_PAUSED: Final = Refusal(
    "coupon_issue_paused",
    "This coupon is not issued at the moment.",
    remedy="Restart the issue of the coupon first.",
)
COUPON_ISSUE_NOT_STARTED: Final = Refusal(
    "coupon_issue_not_started",
    "This coupon is not issued yet.",
    remedy="Issue the coupon from its reserved date on.",
)
COUPON_EXPIRED: Final = Refusal(
    "coupon_expired",
    "This coupon has expired.",
    remedy="Use or issue another coupon.",
)
COUPON_NOT_FOR_DOWNLOAD: Final = Refusal(
    "coupon_not_for_download",
    "This coupon cannot be fetched.",
    remedy="Offer coupons of `issue_type` D for download.",
)
COUPON_NOT_FOR_CUSTOMER: Final = Refusal(
    "coupon_not_for_customer",
    "This coupon is not for you, or not once more.",
    remedy="Offer the coupon to customers who may get it and have not.",
)
RECIPIENT_MISSING: Final = Refusal(
    "recipient_missing",
    "An issue to one member needs the member.",
    remedy="Send `member_id`, or another `issued_member_scope`.",
)
RECIPIENT_GROUP_MISSING: Final = Refusal(
    "recipient_group_missing",
    "An issue to a group needs the group.",
    remedy="Send `group_no`, or another `issued_member_scope`.",
)
TOO_FEW_COUPONS_LEFT: Final = Refusal(
    "too_few_coupons_left",
    "Only {left} of this coupon are left.",
    remedy="Issue to fewer customers, or raise the number of coupons.",
)
