"""Products and categories that are picked in a form: searched by name, added, removed.

Buttons of the form send `deed` as `find`, `add:FIELD:NUMBER` or `drop:FIELD:NUMBER`; nothing is
stored before the form is.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import Struct

from openmall.commerce.product.product_service import rules as product_rules
from openmall.contract.errors import ApiError
from openmall.contract.json_values import Encodable
from openmall.pages.backoffice.addresses import shop_parameters
from openmall.pages.backoffice.categories import categories
from openmall.pages.backoffice.page_context import PageContext
from openmall.pages.backoffice.promotions.form_fields import MOST_PICKED, Section, Values, picked

FIND: Final = "find."
"""Prefix of the field in which products are searched."""
_MOST_FOUND: Final = 10


class Picker(Struct, frozen=True, kw_only=True):
    """The content of a field of products or categories."""

    chosen: Sequence[tuple[str, str]]
    """Number and name."""
    offered: Sequence[tuple[str, str]]
    """Products that match the search, or the categories that can be added."""
    searched: bool


def apply_button(values: Values, action: str) -> dict[str, str]:
    """Return the values after a button of a picker; `action`: of the form."""
    verb, _, rest = action.partition(":")
    name, _, number = rest.rpartition(":")
    changed = dict(values)
    if verb == "add":
        number = number or values.get(f"add.{name}", "")
        if number.isascii() and number.isdigit():
            changed[name] = ",".join([*picked(values, name), number][:MOST_PICKED])
            changed[FIND + name] = ""
    elif verb == "drop":
        changed[name] = ",".join(each for each in picked(values, name) if each != number)
    return changed


async def pickers(
    context: PageContext, sections: Sequence[Section], values: Values
) -> dict[str, Picker]:
    """Return the content of every picker of a form."""
    found = {}
    for section in sections:
        for field in section.fields:
            if field.kind == "products":
                found[field.name] = await _products(context, field.name, values)
            elif field.kind == "categories":
                found[field.name] = await _categories(context, field.name, values)
    return found


async def _products(context: PageContext, name: str, values: Values) -> Picker:
    chosen = [each for each in picked(values, name) if each.isascii() and each.isdigit()]
    names: Mapping[str, str] = {}
    if chosen:
        names = await product_names(context, {"product_no": chosen, "limit": MOST_PICKED})
    typed = values.get(FIND + name, "")
    offered: Mapping[str, str] = {}
    if typed:
        search: dict[str, Encodable] = {"product_name": [typed], "limit": _MOST_FOUND}
        offered = await product_names(context, search)
        if typed.isascii() and typed.isdigit():
            by_number = await product_names(context, {"product_no": [typed], "limit": 1})
            offered = {**by_number, **offered}
    return Picker(
        chosen=[(each, names.get(each, "?")) for each in picked(values, name)],
        offered=[(number, text) for number, text in offered.items() if number not in chosen],
        searched=bool(typed),
    )


async def product_names(context: PageContext, search: Mapping[str, Encodable]) -> dict[str, str]:
    """Return number -> name of products of the page's shop; none for a search that is refused."""
    try:
        response = await context.call(product_rules.listing, {**search, **shop_parameters(context)})
    except ApiError:
        return {}
    return {str(each.product_no): each.product_name for each in response.content}


async def _categories(context: PageContext, name: str, values: Values) -> Picker:
    shop_no = context.visit.query.text("shop_no")
    every = {
        str(number): text for number, text in await categories.category_choices(context, shop_no)
    }
    chosen = picked(values, name)
    return Picker(
        chosen=[(each, every.get(each, "?")) for each in chosen],
        offered=[(number, text) for number, text in every.items() if number not in chosen],
        searched=False,
    )
