"""What changes of categories are refused for: a tree that is too deep, or no tree."""

from typing import Final

from openmall.contract.refusal import Refusal

CATEGORIES_TOO_DEEP: Final = Refusal(
    "categories_too_deep",
    "Categories are at most {most} levels deep.",
    remedy="Choose a parent that is nearer to the top.",
)
CATEGORY_BELOW_ITSELF: Final = Refusal(
    "category_below_itself",
    "A category cannot be below itself.",
    remedy="Choose a parent that is not below the category.",
)
NOT_A_SIBLING: Final = Refusal(
    "not_a_sibling",
    "`after_category_no` is not below the same category.",
    remedy="Name a category with the same parent.",
)
