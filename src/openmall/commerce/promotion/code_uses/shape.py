"""The terms of a discount code that an order was placed with, and its quote."""

from decimal import Decimal

from msgspec import Struct

from openmall.commerce.promotion.discount_codes.shape import (
    DiscountCode,
    Products,
    TruncationUnit,
)


class CodeTerms(Struct, frozen=True, kw_only=True):
    """What the discount of a code depends on; stored with an order that it is used for."""

    discount_code_no: int
    discount_code: str
    discount_code_name: str
    discount_value: int
    discount_truncation_unit: TruncationUnit = "F"
    discount_max_price: int
    available_product_type: Products = "A"
    available_product: list[int] = []
    available_category: list[int] | None = None
    available_min_price: int = 0

    @classmethod
    def of(cls, code: DiscountCode) -> "CodeTerms":
        """Return the terms of a discount code."""
        return cls(**{name: getattr(code, name) for name in cls.__struct_fields__})


class QuotedCode(Struct, frozen=True, kw_only=True):
    """A discount code and what it takes off an order."""

    terms: CodeTerms
    off: Decimal
