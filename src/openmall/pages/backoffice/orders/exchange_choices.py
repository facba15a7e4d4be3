"""The fields in which a manager chooses the variants that an exchange sends."""

from collections.abc import Sequence

from msgspec import Struct

from openmall.access.oauth.form_fields import Fields
from openmall.commerce.order.claims import exchange_variants
from openmall.commerce.order.claims.exchange_variants import ExchangeVariants
from openmall.commerce.order.orders.item_shape import Item
from openmall.pages.backoffice.addresses import shop_parameters
from openmall.pages.backoffice.page_context import PageContext


class Choice(Struct, frozen=True, kw_only=True):
    """A field in which a replacement is chosen: what for, and among which variants."""

    field: str
    item: Item
    options: list[tuple[str, str]]
    """Empty: there is no other variant at the same price in stock."""
    chosen: str


async def variants_of(context: PageContext, order_id: str) -> dict[str, ExchangeVariants]:
    """Return what each item of an order can be exchanged for, by the code of the item."""
    shop = shop_parameters(context)
    found = (
        await context.call(exchange_variants.list_for_shop, {**shop, "order_id": order_id})
    ).content
    return {each.order_item_code: each for each in found}


def options_of(exchangeable: ExchangeVariants | None) -> list[tuple[str, str]]:
    """Return code and name of what an item can be exchanged for; empty without options."""
    variants = [] if exchangeable is None else exchangeable.variants
    return [(each.variant_code, each.option_value) for each in variants if each.option_value]


async def choices_of(
    context: PageContext,
    order_id: str,
    items: Sequence[Item],
    hidden: dict[str, str],
    form: Fields | None,
) -> list[Choice]:
    """Return the fields in which a manager chooses replacements, and make the hidden ones theirs.

    A product without options has none; an item without another variant has one without options.
    """
    known = await variants_of(context, order_id)
    choices = []
    for row, item in enumerate(items):
        field = f"variant-{row}"
        shown = hidden.get(field, "")
        hidden[f"was-{field}"] = shown
        options = options_of(known.get(item.order_item_code))
        if len(options) < 2 and shown in dict(options) | {"": ""}:
            if item.option_value:
                choices.append(Choice(field=field, item=item, options=[], chosen=shown))
            continue
        if shown and shown not in dict(options):
            options.insert(0, (shown, item.option_value))
        hidden.pop(field, None)
        chosen = shown if form is None else form.text(field) or shown
        choices.append(Choice(field=field, item=item, options=options, chosen=chosen))
    return choices
