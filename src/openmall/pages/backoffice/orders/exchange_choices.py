"""The fields in which a manager chooses the variants that an exchange sends."""

from collections.abc import Sequence
from typing import Any

from openmall.access.oauth.form_fields import Fields
from openmall.api import office_pages
from openmall.pages.backoffice.addresses import shop_parameters
from openmall.pages.backoffice.page_context import PageContext


async def variants_of(context: PageContext, order_id: str) -> dict[str, dict[str, Any]]:
    """Return what each item of an order can be exchanged for, by the code of the item."""
    path, shop = f"orders/{order_id}/exchangevariants", shop_parameters(context)
    found = (await context.call(path, shop, api=office_pages.NAME)).content
    return {each["order_item_code"]: each for each in found}


async def choices_of(
    context: PageContext,
    order_id: str,
    items: Sequence[dict[str, Any]],
    hidden: dict[str, str],
    form: Fields | None,
) -> list[dict[str, Any]]:
    """Return the fields in which a manager chooses replacements, and make the hidden ones theirs.

    A product without options has none.
    """
    known = await variants_of(context, order_id)
    choices = []
    for row, item in enumerate(items):
        field = f"variant-{row}"
        shown = hidden.get(field, "")
        hidden[f"was-{field}"] = shown
        variants = known.get(item["order_item_code"], {"variants": []})["variants"]
        options = [
            (each["variant_code"], each["option_value"])
            for each in variants
            if each["option_value"]
        ]
        if len(options) < 2 and shown in dict(options) | {"": ""}:
            continue
        if shown and shown not in dict(options):
            options.insert(0, (shown, item["option_value"]))
        hidden.pop(field, None)
        chosen = shown if form is None else form.text(field) or shown
        choices.append({"field": field, "item": item, "options": options, "chosen": chosen})
    return choices
