"""A discount code as it is answered, and its terms.

Specification: resources of the Promotion area are "not shown"; names and codes as catalogued.
"""

from datetime import datetime
from typing import Final, Literal

from msgspec import Struct

from openmall.contract.moments import moment

TruncationUnit = Literal["F", "C", "B", "O", "T", "M", "H"]
"""Unit to which the discount is rounded down. F: none, C: 0.01, B: 0.1, O: 1, T: 10, M: 100,
H: 1000.
"""
Products = Literal["A", "P", "C"]
"""A all products, P the listed, C those of listed categories."""
Users = Literal["M", "A"]
"""M members, A everybody."""


class DiscountCode(Struct, frozen=True, kw_only=True):
    """A discount code. Defaults are what a row's document leaves out."""

    shop_no: int = 1
    discount_code_no: int = 0
    discount_code: str = ""
    discount_code_name: str = ""
    discount_value: int = 1
    """Percentage of the products it covers."""
    discount_truncation_unit: TruncationUnit = "F"
    discount_max_price: int = 0
    """The most it takes off."""
    available_start_date: datetime | None = None
    available_end_date: datetime | None = None
    available_product_type: Products = "A"
    available_product: list[int] = []
    available_category: list[int] | None = None
    available_min_price: int = 0
    """Amount that the products it covers must reach, before discounts."""
    available_issue_count: int = 0
    """Maximum number of uses; 0: any number."""
    available_user: Users = "A"
    max_usage_per_user: int = 0
    """Maximum number of uses by one member; 0: any number."""
    created_date: datetime = moment(0)
    issued_count: int = 0
    """Number of uses that were not given back."""


LISTED: Final = (
    "shop_no",
    "discount_code_no",
    "discount_code",
    "discount_code_name",
    "available_product_type",
    "available_start_date",
    "available_end_date",
    "created_date",
    "issued_count",
    "available_issue_count",
)
DETAIL: Final = tuple(
    name for name in DiscountCode.__struct_fields__ if name not in ("created_date", "issued_count")
)
