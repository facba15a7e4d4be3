"""Serial coupons as they are answered, and their codes.

Specification: resources of the Promotion area are "not shown"; names and codes as catalogued.
"""

from datetime import datetime
from decimal import Decimal
from typing import Final, Literal

from msgspec import Struct

from openmall.commerce.promotion.coupons.shape import (
    AmountType,
    Choice,
    Coupon,
    DiscountAmount,
    DiscountRate,
    OrderPriceType,
    PeriodType,
    PriceType,
    Scope,
    Site,
)
from openmall.contract.params import Flag

BenefitType = Literal["A", "B"]
"""A an amount off, B a rate off."""
GenerateMethod = Literal["A", "M"]
"""A the shop generates the codes, M they are registered."""
CodeType = Literal["R", "S"]
"""R codes differ and each is used once, S all customers use the same code."""


class SerialCoupon(Coupon, frozen=True, kw_only=True):
    """A serial coupon as lists answer it."""

    serial_no: str = ""
    """The code that all customers use; empty where codes differ."""


_OF_OTHERS: Final = frozenset(
    {
        "coupon_type",
        "coupon_direct_url",
        "issue_type",
        "issue_sub_type",
        "send_sms_for_issue",
        "send_email_for_issue",
    }
)
LISTED: Final = tuple(name for name in SerialCoupon.__struct_fields__ if name not in _OF_OTHERS)


class Generation(Struct, frozen=True, kw_only=True):
    """How codes are generated."""

    issue_max_count: int
    serial_code_length: int


class CreatedSerialCoupon(Struct, frozen=True, kw_only=True):
    """A serial coupon in the answer to its creation."""

    shop_no: int
    coupon_no: str
    coupon_name: str
    benefit_type: BenefitType
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
    serial_generate_method: GenerateMethod
    serial_code_type: CodeType
    serial_generate_auto: Generation | None


class SerialCouponKey(Struct, frozen=True, kw_only=True):
    coupon_no: str


class SerialCode(Struct, frozen=True, kw_only=True):
    """A code of a serial coupon."""

    shop_no: int
    coupon_no: str
    serial_code: str


class IssuedCode(SerialCode, frozen=True, kw_only=True):
    """A code of a serial coupon, and the customer who got the coupon by it."""

    member_id: str
    """Empty until a customer has got it."""
    verify: Literal["Y", "N"]
    """Y: a customer has got the coupon by it."""
    verify_datetime: str
    used_datetime: str
    """When the coupon was used for an order."""
    deleted: Flag


class RedeemedCode(Struct, frozen=True, kw_only=True):
    """The coupon that a shopper got by a code."""

    shop_no: int
    coupon_no: str
    coupon_name: str
    issue_no: str
