"""The back office's operation on categories. No API has it: the specification moves no category."""

from openmall.commerce.category.categories.shape import Category, CategoryMove
from openmall.commerce.category.category_service import rules as category_rules
from openmall.contract.resource import Resource

OPERATIONS = [
    Resource(Category, area="category", key="category").put(
        "categories/{category_no}/place", category_rules.move, takes=CategoryMove
    ),
]
