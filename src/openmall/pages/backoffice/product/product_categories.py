"""The categories of a product, as boxes of its form: only those ticked or cleared are saved."""

import re
from collections.abc import Sequence
from typing import Final

from openmall.access.oauth.form_fields import Fields
from openmall.commerce.product.product_service import rules as product_rules
from openmall.contract.errors import NotModified
from openmall.contract.json_values import Encodable
from openmall.pages.backoffice import shown_values
from openmall.pages.backoffice.page_context import PageContext

FIELD: Final = "in-"
"""Before the number of a category: the name of its box."""
_SHOWN: Final = re.compile(rf"{shown_values.PREFIX}{FIELD}([1-9][0-9]{{0,9}})")


def choices(
    categories: Sequence[tuple[int, str]], chosen: Sequence[int]
) -> list[tuple[int, str, bool]]:
    """Return number, full name and state of each category, those of the product first.

    `categories`: those that are offered; `chosen`: those of the product, offered or not.
    """
    names = dict(categories)
    own = sorted((names.get(each, str(each)), each) for each in set(chosen))
    others = [(number, name, False) for number, name in categories if number not in chosen]
    return [(number, name, True) for name, number in own] + others


def ticked(form: Fields) -> list[int]:
    """Return the numbers of the categories that are ticked."""
    return [each for each in _shown(form) if form.text(f"{FIELD}{each}")]


def _shown(form: Fields) -> list[int]:
    return [int(found[1]) for name in form.names() if (found := _SHOWN.fullmatch(name))]


async def save(context: PageContext, form: Fields, product_no: str, shop: dict[str, str]) -> None:
    """Add the product to the categories that were ticked, and remove it from those cleared.

    Raises NotModified (409) without a change.
    """
    now = set(ticked(form))
    before = {
        each for each in _shown(form) if form.text(f"{shown_values.PREFIX}{FIELD}{each}") == "T"
    }
    parameters: dict[str, Encodable] = {}
    if now - before:
        parameters["add_category_no"] = [{"category_no": each} for each in sorted(now - before)]
    if before - now:
        parameters["delete_category_no"] = sorted(before - now)
    if not parameters:
        raise NotModified()
    await context.call(product_rules.change, {**parameters, **shop, "product_no": product_no})
