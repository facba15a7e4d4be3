"""The refusals of the properties of list pages and main pages."""

from typing import Final

from openmall.contract.refusal import Refusal

TOO_MANY_PAGE_FIELDS: Final = Refusal(
    "too_many_page_fields",
    "A mall makes at most {most} fields.",
    remedy="Use the fields that the mall has made.",
)
PAGE_CATEGORY_MISSING: Final = Refusal(
    "page_category_missing",
    "`category_no` is required with `separated_category` T.",
    remedy="Send `category_no`, or `separated_category` F.",
)
PROPERTY_NAMED_TWICE: Final = Refusal(
    "property_named_twice",
    "A property is named twice.",
    remedy="Name each property once.",
)
