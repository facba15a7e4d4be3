"""The parameters of serial coupons."""

from typing import Annotated, Final

from msgspec import UNSET, Meta, Struct, UnsetType, field

from openmall.commerce.promotion.coupons.shape import (
    AmountType,
    AnyBenefitType,
    Choice,
    DiscountAmount,
    DiscountRate,
    OrderPriceType,
    PeriodType,
    PriceType,
    Scope,
    Site,
)
from openmall.commerce.promotion.coupons.takes import (
    Amount,
    CouponName,
    CouponNo,
    CouponPath,
    Limit500,
    To999,
)
from openmall.commerce.promotion.serialcoupons.shape import BenefitType, CodeType, GenerateMethod
from openmall.contract.params import (
    EndDate,
    EntityNo,
    Flag,
    Offset8000,
    ShopParams,
    StartDate,
)

MOST_GENERATED: Final = 100_000
"""Codes that one call generates."""
MOST_REGISTERED: Final = 10_000
"""Codes that one call registers."""
Code = Annotated[str, Meta(min_length=4, max_length=35)]
GeneratedCount = Annotated[int, Meta(ge=1, le=MOST_GENERATED)]
CodeLength = Annotated[int, Meta(ge=8, le=20)]
Offset10000 = Annotated[int, Meta(ge=0, le=10_000)]


def _undeleted() -> list[Flag]:
    return ["F"]


class SerialCouponQuery(ShopParams, frozen=True, kw_only=True):
    """Filters and pages serial coupons."""

    coupon_no: CouponNo | UnsetType = UNSET
    coupon_name: str | UnsetType = UNSET
    """Any part of it."""
    benefit_type: list[AnyBenefitType] | UnsetType = UNSET
    issued_flag: Flag | UnsetType = UNSET
    created_start_date: StartDate | UnsetType = UNSET
    created_end_date: EndDate | UnsetType = UNSET
    deleted: list[Flag] = field(default_factory=_undeleted)
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
    limit: Limit500 = 100
    offset: Offset8000 = 0


class GenerationDraft(Struct, frozen=True, kw_only=True):
    """How codes are generated."""

    issue_max_count: GeneratedCount
    """Number of codes; where all customers use the same code, number of customers."""
    serial_code_length: CodeLength


class SerialCouponDraft(ShopParams, frozen=True, kw_only=True):
    """The fields sent to create a serial coupon."""

    coupon_name: CouponName
    benefit_type: BenefitType
    available_period_type: PeriodType
    available_begin_datetime: StartDate | None = None
    available_end_datetime: EndDate | None = None
    available_day_from_issued: To999 | None = None
    available_site: list[Site]
    available_scope: Scope
    available_product: Choice
    available_product_list: list[EntityNo] = []
    available_category: Choice
    available_category_list: list[EntityNo] = []
    available_amount_type: AmountType
    available_coupon_count_by_order: To999
    available_price_type: PriceType = "U"
    available_order_price_type: OrderPriceType | None = None
    available_min_price: Amount | None = None
    discount_amount: DiscountAmount | None = None
    discount_rate: DiscountRate | None = None
    serial_generate_method: GenerateMethod
    serial_code_type: CodeType
    serial_generate_auto: GenerationDraft | None = None


class CodesQuery(CouponPath, frozen=True, kw_only=True):
    offset: Offset10000 = 0
    limit: Limit500 = 100


class CodesDraft(CouponPath, frozen=True, kw_only=True):
    serial_code_list: Annotated[list[Code], Meta(min_length=1, max_length=MOST_REGISTERED)]


class Redemption(ShopParams, frozen=True, kw_only=True):
    serial_code: Annotated[str, Meta(min_length=1, max_length=40)]
    """Small letters are capitals."""
