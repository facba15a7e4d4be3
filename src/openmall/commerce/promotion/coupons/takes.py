"""The parameters of coupons."""

from decimal import Decimal
from typing import Annotated, Final, Literal

from msgspec import UNSET, Meta, UnsetType, field

from openmall.commerce.promotion.coupons.shape import (
    AmountLimit,
    AmountType,
    AnniversaryType,
    AnyBenefitType,
    AnySubType,
    BenefitType,
    Choice,
    CouponType,
    DiscountAmount,
    DiscountRate,
    IssueType,
    OnAnniversary,
    OrderAmount,
    OrderPriceType,
    Payment,
    PeriodType,
    PriceType,
    QuantityType,
    RecurringIssuance,
    Scope,
    Site,
    SubType,
)
from openmall.contract import patterns
from openmall.contract.params import (
    EndDate,
    EntityNo,
    Flag,
    Offset8000,
    ShopParams,
    StartDate,
    amount_bounds,
)

COUPON: Final = patterns.pattern(r"^[0-9]{19}\Z", "a number of 19 digits")
CouponNo = Annotated[str, Meta(pattern=COUPON)]
CouponName = Annotated[str, Meta(min_length=1, max_length=50)]
To999 = Annotated[int, Meta(ge=1, le=999)]
From0To999 = Annotated[int, Meta(ge=0, le=999)]
From0To365 = Annotated[int, Meta(ge=0, le=365)]
To12 = Annotated[int, Meta(ge=1, le=12)]
To10 = Annotated[int, Meta(ge=1, le=10)]
Amount = Annotated[Decimal, Meta(extra=amount_bounds(Decimal("0.01"), 999_999_999))]
Limit500 = Annotated[int, Meta(ge=1, le=500)]


def _undeleted() -> list[Flag]:
    return ["F"]


class CouponFilters(ShopParams, frozen=True, kw_only=True):
    """Filters of lists and counts of coupons."""

    coupon_no: CouponNo | UnsetType = UNSET
    coupon_type: CouponType | UnsetType = UNSET
    coupon_name: str | UnsetType = UNSET
    """Any part of it."""
    benefit_type: list[AnyBenefitType] | UnsetType = UNSET
    issue_type: list[IssueType] | UnsetType = UNSET
    issue_sub_type: AnySubType | UnsetType = UNSET
    issued_flag: Flag | UnsetType = UNSET
    created_start_date: StartDate | UnsetType = UNSET
    created_end_date: EndDate | UnsetType = UNSET
    deleted: list[Flag] = field(default_factory=_undeleted)
    pause_begin_date: StartDate | UnsetType = UNSET
    pause_end_date: EndDate | UnsetType = UNSET
    issue_order_path: Site | UnsetType = UNSET
    issue_order_type: Scope | UnsetType = UNSET
    issue_reserved: Flag | UnsetType = UNSET
    available_period_type: list[PeriodType] | UnsetType = UNSET
    available_datetime: StartDate | UnsetType = UNSET
    """Coupons that may be used at that moment."""
    available_site: list[Site] | UnsetType = UNSET
    available_scope: Scope | UnsetType = UNSET
    available_price_type: PriceType | UnsetType = UNSET
    available_order_price_type: OrderPriceType | UnsetType = UNSET


class CouponQuery(CouponFilters, frozen=True, kw_only=True):
    limit: Limit500 = 100
    offset: Offset8000 = 0


class CouponPath(ShopParams, frozen=True, kw_only=True):
    coupon_no: CouponNo


class CouponDraft(ShopParams, frozen=True, kw_only=True):
    """The fields sent to create a coupon."""

    coupon_name: CouponName
    benefit_type: BenefitType
    issue_type: IssueType
    available_period_type: PeriodType
    available_begin_datetime: StartDate | None = None
    available_end_datetime: EndDate | None = None
    available_day_from_issued: To999 | None = None
    available_site: list[Site]
    available_scope: Scope = "O"
    available_product: Choice = "U"
    available_product_list: list[EntityNo] = []
    available_category: Choice = "U"
    available_category_list: list[EntityNo] = []
    available_amount_type: AmountType = "E"
    available_coupon_count_by_order: To999
    available_price_type: PriceType = "U"
    available_order_price_type: OrderPriceType | None = None
    available_min_price: Amount | None = None
    discount_amount: DiscountAmount | None = None
    discount_rate: DiscountRate | None = None
    issue_sub_type: SubType | UnsetType = UNSET
    issue_member_join: Flag | None = None
    issue_member_join_recommend: Flag | None = None
    issue_anniversary_type: AnniversaryType | None = None
    issue_on_anniversary: OnAnniversary | None = None
    """Left out: P where `issue_anniversary_pre_issue_day` is above 0, S else."""
    issue_anniversary_pre_issue_day: From0To365 | None = None
    """Days before the anniversary."""
    issue_no_purchase_period: To12 | None = None
    """Months since the last paid order."""
    recurring_issuance: RecurringIssuance | None = None
    issue_review_count: EntityNo | None = None
    issue_review_has_image: Flag | None = None
    issue_limit: Flag | UnsetType = UNSET
    same_user_reissue: Flag | UnsetType = UNSET
    """F: issued once to a customer; T: as often as the occasion comes. Left out: T for coupons on
    anniversaries, to inactive buyers and with `recurring_issuance`, F for all others."""
    issue_reserved: Flag = "F"
    issue_reserved_date: StartDate | None = None
    show_product_detail: Flag | None = None
    include_regional_shipping_rate: Flag | None = None
    include_foreign_delivery: Flag | None = None
    issue_max_count: To999 | None = None
    issue_max_count_by_user: From0To999 | None = None
    """0: as many as are issued."""
    issue_order_path: Site | None = None
    issue_order_date: Flag | UnsetType = UNSET
    issue_order_start_date: StartDate | None = None
    issue_order_end_date: EndDate | None = None
    issue_member_group_no: EntityNo | None = None
    issue_member_group_name: str | UnsetType = UNSET
    issue_order_amount_type: OrderAmount | None = None
    issue_order_amount_limit: AmountLimit | None = None
    issue_order_amount_min: Amount | None = None
    issue_order_amount_max: Amount | None = None
    issue_count_per_once: To10 | None = None
    issue_order_type: Scope = "O"
    issue_order_available_product: Choice = "U"
    issue_order_available_product_list: list[EntityNo] = []
    issue_order_available_category: Choice = "U"
    issue_order_available_category_list: list[EntityNo] = []
    issue_quntity_type: QuantityType | None = None
    issue_quantity_min: To999 | None = None
    available_payment_method: Payment = "all"
    use_notification_when_login: Flag = "F"
    send_sms_for_issue: Flag = "F"
    send_email_for_issue: Flag | None = None
    exclude_unsubscribed: Flag = "F"


class Management(CouponPath, frozen=True, kw_only=True):
    """The change to a coupon: stop issuing it, issue it again, or delete it."""

    status: Literal["pause", "restart"] | UnsetType = UNSET
    deleted: Literal["D"] | UnsetType = UNSET
    immediate_issue_pause: Literal["I"] | UnsetType = UNSET
    immediate_issue_restart: Literal["I"] | UnsetType = UNSET
