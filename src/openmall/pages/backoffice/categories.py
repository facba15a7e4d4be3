"""The categories of a shop, to choose from."""

from typing import Any, Final

from openmall.contract.errors import ApiError
from openmall.pages.backoffice.desk import Desk

_AT_ONCE: Final = 100
MOST: Final = 500
"""Categories to choose from; who has more finds the others by their number."""


async def choices(desk: Desk, shop_no: str = "") -> list[tuple[int, str]]:
    """Return number and name of categories, each name with those above it."""
    found: list[tuple[int, str]] = []
    for offset in range(0, MOST, _AT_ONCE):
        sent: dict[str, Any] = {"limit": _AT_ONCE, "offset": offset}
        try:
            told = await desk.ask("categories", {**sent, "shop_no": shop_no or 1})
        except ApiError:
            # a shop there is not: the list says so beside its own field
            return []
        found += [(each["category_no"], _name(each)) for each in told.content]
        if not told.more:
            break
    return sorted(found, key=lambda each: each[1])


def _name(category: dict[str, Any]) -> str:
    names = category["full_category_name"]
    return " › ".join(names[depth] for depth in sorted(names) if names[depth])
