"""The parameters of discount codes."""

from typing import Annotated, Final, Literal

from msgspec import UNSET, Meta, UnsetType

from openmall.commerce.promotion.discount_codes.shape import Products, TruncationUnit, Users
from openmall.contract.crud.changes import updates_of
from openmall.contract.params import (
    EndDate,
    EntityNo,
    Limit100,
    Offset8000,
    Order,
    ShopParams,
    StartDate,
)

LONGEST_CODE: Final = 35
"""Characters of a code, of a coupon as well."""
Code = Annotated[str, Meta(min_length=1, max_length=LONGEST_CODE)]
EnteredCode = Annotated[str, Meta(max_length=LONGEST_CODE)]
"""What a buyer entered; empty: nothing."""
CodeName = Annotated[str, Meta(min_length=1, max_length=50)]
Percentage = Annotated[int, Meta(ge=1, le=99)]
MaxPrice = Annotated[int, Meta(ge=1, le=999_999_999)]
MinPrice = Annotated[int, Meta(ge=0, le=999_999_999)]
IssueCount = Annotated[int, Meta(ge=0, le=10_000)]
UsageCount = Annotated[int, Meta(ge=0, le=999)]


class DiscountCodeQuery(ShopParams, frozen=True, kw_only=True):
    discount_code_name: str | UnsetType = UNSET
    """Any part of it."""
    discount_code: str | UnsetType = UNSET
    """Any part of it."""
    search_date_type: (
        Literal["available_start_date", "available_end_date", "created_date"] | UnsetType
    ) = UNSET
    """The date that `start_date` and `end_date` limit; the creation where it is not sent."""
    start_date: StartDate | UnsetType = UNSET
    end_date: EndDate | UnsetType = UNSET
    offset: Offset8000 = 0
    limit: Limit100 = 10
    sort: Literal[
        "discount_code_name",
        "discount_code",
        "created_date",
        "available_start_date",
        "available_end_date",
    ] = "created_date"
    order: Order = "desc"


class DiscountCodePath(ShopParams, frozen=True, kw_only=True):
    discount_code_no: EntityNo


class DiscountCodeDraft(ShopParams, frozen=True, kw_only=True):
    """The fields sent to create a discount code."""

    discount_code: Code
    discount_code_name: CodeName
    discount_value: Percentage
    discount_truncation_unit: TruncationUnit
    discount_max_price: MaxPrice
    available_start_date: StartDate
    available_end_date: EndDate
    available_product_type: Products = "A"
    available_product: list[EntityNo] = []
    available_category: list[EntityNo] | None = None
    available_min_price: MinPrice = 0
    available_issue_count: IssueCount = 0
    available_user: Users = "A"
    max_usage_per_user: UsageCount = 0


DiscountCodeChange: Final = updates_of(
    DiscountCodeDraft, DiscountCodePath, required=("discount_code_name",)
)
