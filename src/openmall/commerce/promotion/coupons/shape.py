"""A coupon as answered, and its stored terms.

Specification: resources of the Promotion area are "not shown"; names and codes as catalogued.
"""

from datetime import datetime
from decimal import Decimal
from typing import Annotated, Literal

from msgspec import Meta, Struct

from openmall.contract.moments import moment
from openmall.contract.params import Flag, amount_bounds

CouponType = Literal["O", "S"]
"""O online, S with serial codes on paper."""
BenefitType = Literal["A", "B", "C", "D", "E", "I", "H", "J", "F"]
"""A an amount off, B a rate off, C points, D points by rate, E basic shipping free, I a rate off
basic shipping, H an amount off basic shipping, J all shipping free, F points at once."""
AnyBenefitType = Literal["A", "B", "C", "D", "E", "I", "H", "J", "F", "G"]
"""G credits, which older coupons give."""
IssueType = Literal["M", "A", "D", "R"]
"""M: issued by the shop to chosen customers, A: automatically on a condition, D: downloaded by the
customer, R: issued again and again at the times of `recurring_issuance`.
"""
SubType = Literal["J", "D", "A", "P", "O", "F", "Q", "N", "M"]
"""J on joining, D on delivery, A on an anniversary, P for reviews, O on an order, F on a first
order, Q on a quantity bought, N to buyers who have bought nothing for months, M to members as the
shop chooses."""
AnniversaryType = Literal["B", "W"]
"""B birthday, W wedding anniversary."""
OnAnniversary = Literal["S", "P"]
"""S on the same day, P days before it."""
RecurringInterval = Literal["1m", "3m", "6m", "12m"]
"""Months from one issue to the next."""
RecurringDay = Literal["1", "5"]
"""Day of the month."""
AnySubType = Literal["M", "C", "J", "D", "A", "I", "P", "O", "Q", "F", "N", "T", "U"]
"""Values of filters; coupons are issued on the conditions of SubType."""
PeriodType = Literal["F", "R", "M"]
"""F from one date to another, R for days since it was issued, M until that month ends."""
Site = Literal["W", "M", "P"]
"""W the shop's pages, M its mobile pages, P its app."""
Scope = Literal["P", "O"]
"""P of one product, O of the order."""
Choice = Literal["U", "I", "E"]
"""U any, I the listed only, E all but the listed."""
AmountType = Literal["E", "I"]
"""Base of a rate. E: the price before other discounts, I: the price after them."""
PriceType = Literal["U", "O", "P"]
"""Amount that must reach the minimum, before any discount. U: none, O: the order's, P: that of
one product."""
OrderPriceType = Literal["U", "I"]
"""Products that count in an order's amount. U: all, I: those the coupon covers."""
Payment = Literal[
    "all", "R", "E", "C", "A", "H", "M", "K", "P", "N", "O", "S", "V", "B", "D"
]  # fmt: skip
OrderAmount = Literal["O", "S"]
"""O the prices of what was ordered, before discounts; S what was paid for it in money."""
AmountLimit = Literal["U", "L", "S"]
"""U none, L a least amount, S a least and a most amount."""
QuantityType = Literal["P", "O"]
"""P units of one product, O units of the whole order."""


CouponAmount = Annotated[Decimal, Meta(extra=amount_bounds(0, 999_999_999))]


class DiscountAmount(Struct, frozen=True, kw_only=True):
    benefit_price: CouponAmount


class DiscountRate(Struct, frozen=True, kw_only=True):
    benefit_percentage: Decimal
    benefit_percentage_round_unit: Decimal
    """Unit to which the discount is rounded down, in units of currency."""
    benefit_percentage_max_price: CouponAmount
    """The most it takes off; 0: any amount."""


class Coupon(Struct, frozen=True, kw_only=True):
    """A coupon as lists answer it. Defaults are what a row's document leaves out."""

    shop_no: int = 1
    coupon_no: str = ""
    coupon_type: CouponType = "O"
    coupon_name: str = ""
    coupon_description: str | None = None
    created_date: datetime = moment(0)
    deleted: Flag = "F"
    is_stopped_issued_coupon: Flag = "F"
    """T: paused, not issued at present."""
    pause_begin_datetime: datetime | None = None
    pause_end_datetime: datetime | None = None
    benefit_text: str = ""
    benefit_type: AnyBenefitType = "A"
    benefit_price: Decimal | None = None
    benefit_percentage: Decimal | None = None
    benefit_percentage_round_unit: Decimal | None = None
    benefit_percentage_max_price: Decimal | None = None
    include_regional_shipping_rate: Flag | None = None
    include_foreign_delivery: Flag | None = None
    coupon_direct_url: str = ""
    issue_type: IssueType = "M"
    issue_sub_type: SubType = "M"
    issue_member_join: Flag | None = None
    issue_member_join_recommend: Flag | None = None
    issue_member_join_type: str | None = None
    issue_order_amount_type: OrderAmount | None = None
    issue_order_start_date: datetime | None = None
    issue_order_end_date: datetime | None = None
    issue_order_amount_limit: AmountLimit | None = None
    issue_order_amount_min: Decimal | None = None
    issue_order_amount_max: Decimal | None = None
    issue_order_path: Site | None = None
    issue_order_type: Scope = "O"
    issue_order_available_product: Choice = "U"
    issue_order_available_category: Choice = "U"
    issue_anniversary_type: AnniversaryType | None = None
    issue_anniversary_pre_issue_day: int | None = None
    issue_module_type: str | None = None
    issue_review_count: int | None = None
    issue_review_has_image: Flag | None = None
    issue_quantity_min: int | None = None
    issue_quntity_type: QuantityType | None = None
    issue_max_count: int | None = None
    """Maximum number of issues in total."""
    issue_max_count_by_user: int | None = None
    """Maximum number of issues to one customer."""
    issue_count_per_once: int | None = None
    issued_count: str = "0"
    issue_member_group_no: int | None = None
    issue_member_group_name: str | None = None
    issue_no_purchase_period: int | None = None
    issue_reserved: Flag = "F"
    issue_reserved_date: datetime | None = None
    """Not issued before this moment."""
    available_date: str = ""
    available_period_type: PeriodType = "F"
    available_begin_datetime: datetime | None = None
    available_end_datetime: datetime | None = None
    available_site: str = "W,M"
    available_scope: Scope = "O"
    available_day_from_issued: int | None = None
    available_price_type: PriceType = "U"
    available_order_price_type: OrderPriceType | None = None
    available_min_price: Decimal | None = None
    available_amount_type: AmountType = "E"
    available_payment_method: str = "all"
    available_product: Choice = "U"
    available_product_list: list[int] | None = None
    available_category: Choice = "U"
    available_category_list: list[int] | None = None
    available_coupon_count_by_order: int = 1
    """Maximum number of issues of this coupon in one order."""
    serial_generate_method: str | None = None
    coupon_image_type: Literal["B", "C"] = "B"
    coupon_image_path: str | None = None
    show_product_detail: Flag | None = None
    use_notification_when_login: Flag = "F"
    send_sms_for_issue: Flag = "F"
    send_email_for_issue: Flag | None = None


class RecurringIssuance(Struct, frozen=True, kw_only=True):
    """The times at which a coupon is issued, at +09:00."""

    recurring_issuance_interval: RecurringInterval
    recurring_issuance_day: RecurringDay
    recurring_issuance_hour: Annotated[int, Meta(ge=0, le=23)]
    recurring_issuance_minute: Annotated[int, Meta(ge=0, le=59)]


class Terms(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Conditions of issuing that no list answers."""

    same_user_reissue: Flag = "F"
    """T: may be issued again to a customer who had it before."""
    issue_order_available_product_list: list[int] = []
    issue_order_available_category_list: list[int] = []
    exclude_unsubscribed: Flag = "F"
    """T: when issued to many, customers without consent to mails and texts are left out."""
    issue_on_anniversary: OnAnniversary | None = None
    recurring_issuance: RecurringIssuance | None = None
    serial_code_type: Literal["R", "S"] | None = None
    """Of a serial coupon. R: codes differ, S: all customers use the same code."""
    serial_no: str = ""
    """The code that all customers use."""


class CreatedCoupon(Struct, frozen=True, kw_only=True):
    """A coupon in the answer to its creation."""

    shop_no: int
    coupon_no: str
    coupon_name: str
    benefit_type: BenefitType
    issue_type: IssueType
    available_period_type: PeriodType
    available_begin_datetime: datetime | None
    available_end_datetime: datetime | None
    available_day_from_issued: int | None
    available_site: list[Site]
    available_scope: Scope
    available_product: Choice
    available_product_list: list[int]
    available_category: Choice
    available_category_list: list[int]
    available_amount_type: AmountType
    available_coupon_count_by_order: int
    available_price_type: PriceType
    available_order_price_type: OrderPriceType | None
    available_min_price: Decimal | None
    discount_amount: DiscountAmount | None
    discount_rate: DiscountRate | None


class CouponManaged(Struct, frozen=True, kw_only=True):
    """The change applied to a coupon."""

    shop_no: int
    coupon_no: int
    status: Literal["pause", "restart"] | None
    deleted: Flag | None
    immediate_issue_pause: Literal["I"] | None
    immediate_issue_restart: Literal["I"] | None
