"""The categories of a shop, as choices of a form."""

from collections.abc import Callable
from typing import Final

from openmall.commerce.category.categories.shape import Category
from openmall.commerce.category.category_service import rules as category_rules
from openmall.contract.errors import ApiError
from openmall.contract.operation import Operation
from openmall.pages.backoffice.page_context import PageContext

_PAGE_SIZE: Final = 100
MAX_CATEGORIES: Final = 500
"""Maximum number of categories offered as choices."""


async def category_choices(
    context: PageContext,
    shop_no: str = "",
    permits: Callable[[Operation], bool] | None = None,
) -> list[tuple[int, str]]:
    """Return number and full name of the categories, sorted by name.

    `shop_no`: empty for the shop of the page.
    `permits`: as of `PageContext.call`.
    """
    choices: list[tuple[int, str]] = []
    for offset in range(0, MAX_CATEGORIES, _PAGE_SIZE):
        parameters = {
            "limit": _PAGE_SIZE,
            "offset": offset,
            "shop_no": shop_no or context.shop.shop_no,
        }
        try:
            response = await context.call(category_rules.listing, parameters, permits=permits)
        except ApiError:
            # unknown shop: the list shows the error beside its own field
            return []
        choices += [(each.category_no, _name(each)) for each in response.content]
        if not response.more:
            break
    return sorted(choices, key=lambda each: each[1])


def _name(category: Category) -> str:
    names = category.full_category_name
    return " › ".join(name for _, name in sorted(names.items()) if name)
