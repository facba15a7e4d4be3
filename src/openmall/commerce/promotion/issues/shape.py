"""Issued coupons as answered, and the parameters of their operations.

Specification: resources of the Promotion area are "not shown"; names and codes as catalogued.
"""

from datetime import datetime
from decimal import Decimal
from typing import Annotated, Final, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from openmall.commerce.customer.customers.takes import MemberId
from openmall.commerce.promotion.coupons.shape import (
    AnyBenefitType,
    OrderPriceType,
    PriceType,
    Site,
)
from openmall.commerce.promotion.coupons.takes import CouponNo, CouponPath, Limit500
from openmall.contract import patterns
from openmall.contract.params import (
    EndDate,
    EntityNo,
    Flag,
    Limit100,
    Offset8000,
    ShopParams,
    StartDate,
)

ISSUE: Final = patterns.pattern(r"^[1-8][0-9]{18}\Z", "a number of 19 digits")
IssueNo = Annotated[str, Meta(pattern=ISSUE)]
Since = Annotated[int, Meta(ge=0, le=9_000_000_000_000_000_000)]
Offset10000 = Annotated[int, Meta(ge=0, le=10_000)]
Each = Annotated[int, Meta(ge=2, le=10)]
Whom = Literal["A", "G", "M"]
"""A all members, G those of a group, M one member."""
Again = Literal["T", "F", "S"]
"""Issue to members who had the coupon before: T: yes, F: no, S: if they have used theirs."""
Occasion = Literal["C", "U", "B", "R", "Z", "Y", "X", "M", "W", "V", "L"]
"""On which event of the shop it was given; only noted."""


class Issued(Struct, frozen=True, kw_only=True):
    """A coupon issued to a customer."""

    shop_no: int
    coupon_no: str
    issue_no: str
    member_id: str
    group_no: int
    """The group they were in when they got it."""
    issued_date: datetime
    expiration_date: datetime
    used_coupon: Flag
    used_date: datetime | None
    related_order_id: str | None


class IssueQuery(CouponPath, frozen=True, kw_only=True):
    """Filters and pages the issues of a coupon."""

    member_id: MemberId | UnsetType = UNSET
    group_no: EntityNo | UnsetType = UNSET
    issued_date: StartDate | UnsetType = UNSET
    """Issued on that day."""
    issued_start_date: StartDate | UnsetType = UNSET
    issued_end_date: EndDate | UnsetType = UNSET
    used_coupon: Flag | UnsetType = UNSET
    since_issue_no: Since | UnsetType = UNSET
    """Issues with a higher number."""
    limit: Limit500 = 10
    offset: Offset8000 = 0


class IssueDraft(CouponPath, frozen=True, kw_only=True):
    """The recipients of a coupon. Fields that are only noted go to the activity log."""

    issued_member_scope: Whom
    group_no: EntityNo | UnsetType = UNSET
    member_id: MemberId | UnsetType = UNSET
    send_sms_for_issue: Flag = "F"
    allow_duplication: Again = "F"
    single_issue_per_once: Flag = "T"
    issue_count_per_once: Each = 2
    """Number of issues for each customer when more than one is issued."""
    issued_place_type: Site | UnsetType = UNSET
    issued_by_action_type: Literal["INSTALLATION", "ACCEPTING_PUSH"] | UnsetType = UNSET
    issued_by_event_type: Occasion | UnsetType = UNSET
    request_admin_id: str | UnsetType = UNSET


class IssueCount(Struct, frozen=True, kw_only=True):
    """The number of issues of a coupon."""

    shop_no: int
    count: dict[str, int]


class CustomerCoupon(Struct, frozen=True, kw_only=True):
    """A customer's coupon that may still be used."""

    shop_no: int
    coupon_no: str
    issue_no: str
    coupon_name: str
    available_price_type: PriceType
    available_price_type_detail: OrderPriceType | None
    available_min_price: Decimal | None
    available_payment_methods: list[str]
    benefit_type: AnyBenefitType
    benefit_price: Decimal | None
    benefit_percentage: Decimal | None
    benefit_percentage_round_unit: str | None
    benefit_percentage_max_price: Decimal | None
    credit_amount: Decimal | None
    """Amount of a coupon that gives credits."""
    issued_date: datetime
    available_begin_datetime: datetime
    available_end_datetime: datetime


class HolderPath(ShopParams, frozen=True, kw_only=True):
    member_id: MemberId


class HeldQuery(HolderPath, frozen=True, kw_only=True):
    offset: Offset10000 = 0
    limit: Limit100 = 10


class Revocation(HolderPath, frozen=True, kw_only=True):
    """The issues of a customer to revoke; UNSET: all unused ones of this coupon."""

    coupon_no: CouponNo
    issue_no: list[IssueNo] | UnsetType = UNSET


class RevokedIssues(Struct, frozen=True, kw_only=True):
    """The revoked issues."""

    shop_no: int
    coupon_no: str
    issue_no: list[str]
