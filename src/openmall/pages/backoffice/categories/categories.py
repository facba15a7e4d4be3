"""The categories of a shop, as choices of a form."""

from collections.abc import Callable
from typing import Any, Final

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

    `permits`: as of `PageContext.call`.
    """
    choices: list[tuple[int, str]] = []
    for offset in range(0, MAX_CATEGORIES, _PAGE_SIZE):
        parameters: dict[str, Any] = {"limit": _PAGE_SIZE, "offset": offset}
        try:
            response = await context.call(
                "categories", {**parameters, "shop_no": shop_no or 1}, permits=permits
            )
        except ApiError:
            # unknown shop: the list shows the error beside its own field
            return []
        choices += [(each["category_no"], _name(each)) for each in response.content]
        if not response.more:
            break
    return sorted(choices, key=lambda each: each[1])


def _name(category: dict[str, Any]) -> str:
    names = category["full_category_name"]
    return " › ".join(names[depth] for depth in sorted(names) if names[depth])
