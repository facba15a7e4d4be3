"""The back office's operation on categories. No API has it: the specification moves no category."""

from openmall.commerce.category.categories import rules as category_rules
from openmall.commerce.category.categories.shape import Category, CategoryMove
from openmall.contract.resource import Resource

OPERATIONS = [
    Resource(Category, area="category", key="category").put(
        "categories/{category_no}/place", category_rules.move, takes=CategoryMove
    ),
]
