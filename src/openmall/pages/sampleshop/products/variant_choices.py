"""The variants that the page of a product offers, and the one that its address asks for."""

from collections.abc import Sequence
from decimal import Decimal
from typing import Any, Final

import msgspec

from openmall.commerce.design.themes import template_formats
from openmall.commerce.product.stock.availability_store import Availability
from openmall.pages.sampleshop.page_context import PageContext
from openmall.pages.sampleshop.products.shown_prices import percent_off

_FEW: Final = 5
"""Largest stock that the page states, in units."""
Variant = dict[str, Any]
Price = dict[str, Any]


def price(product: dict[str, Any], variant: dict[str, Any], *, reduced: bool = True) -> Decimal:
    """Return the price of one unit of a variant; `reduced`: for this shopper, else the regular."""
    usual = Decimal(product["price"]) + Decimal(variant["additional_amount"])
    return Decimal(variant.get("discount_price", usual)) if reduced else usual


def offered(
    product: dict[str, Any], variant: dict[str, Any], stock: Availability, *, reduced: bool
) -> Variant:
    """Return a variant to choose; its prices are shown where they are not those of the product.

    `usual_price` is the one before discounts, and `percent` by how much it is reduced; empty and 0
    where it is not. `few_left`: units, where these are few.
    """
    own = price(product, variant, reduced=reduced)
    usual = price(product, variant, reduced=False)
    has_own = Decimal(variant["additional_amount"]) and not product["price_content"]
    is_reduced = has_own and own < usual
    left = stock.left.get(variant["variant_code"])
    values = [each["value"] for each in variant["options"]]
    return {
        "price": str(own) if has_own else "",
        "usual_price": str(usual) if is_reduced else "",
        "percent": percent_off(own, usual) if is_reduced else 0,
        "code": variant["variant_code"],
        "name": " / ".join(values),
        "values": values,
        "choice": msgspec.json.encode(values).decode(),
        "additional_amount": float(variant["additional_amount"]),
        "sold_out": variant["variant_code"] not in stock.buyable,
        "few_left": left if left is not None and 0 < left <= _FEW else None,
        "picture": variant["image"],
    }


def chosen(
    context: PageContext, variants: Sequence[Variant], code: str, values: Sequence[str]
) -> Variant | None:
    """Return the variant that a form chose by its code or values, else that of `?variant=`.

    None: neither names one of a product with several.
    """
    if len(variants) < 2:
        return None
    asked = code or ("" if values else context.visit.query.text("variant"))
    for each in variants:
        if each["code"] == asked or (values and each["values"] == list(values)):
            return each
    return None


def prices(context: PageContext, shown: list[Price], variant: Variant | None) -> list[Price]:
    """Return the prices of a product that a page shows for a variant, as of `shown_prices`.

    What is not known of a variant, as the price with a coupon, is left out.
    """
    if variant is None or not variant["price"]:
        return shown
    amounts = {"discount_price": variant["price"]}
    amounts["price"] = variant["usual_price"] or variant["price"]
    currency, language = context.shop.currency, context.language
    return [
        {
            **each,
            "text": template_formats.amount(Decimal(amounts[each["kind"]]), currency, language),
            "percent": variant["percent"] if at == 0 else 0,
        }
        if each["kind"] in amounts
        else each
        for at, each in enumerate(shown)
        if each["kind"] in amounts or each["kind"] == "tax"
    ]


def picture(groups: Sequence[dict[str, Any]], variant: Variant | None) -> str:
    """Return the picture of a variant, else that of its first value with one; empty: none.

    `groups`: the options to choose from, as of `option_choices`.
    """
    if variant is None:
        return ""
    of_values = (
        value["picture"]
        for group, chosen_text in zip(groups, variant["values"], strict=False)
        for value in group["values"]
        if value["text"] == chosen_text and value["picture"]
    )
    return variant["picture"] or next(of_values, "")


def few_left(stock: Availability, variant: Variant | None) -> int | None:
    """Return how many are left of a chosen variant, or of a product without options; None: many."""
    if variant is not None:
        left_of_variant: int | None = variant["few_left"]
        return left_of_variant
    if len(stock.left) != 1 or len(stock.buyable) != 1:
        return None
    [left] = stock.left.values()
    return left if left <= _FEW else None
