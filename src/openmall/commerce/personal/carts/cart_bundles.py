"""Bundles in carts: a line has the variants that were chosen of the parts.

They are what the line is priced and ordered by; a bundle that has other parts meanwhile cannot be
ordered until it is put into the cart again.
"""

from collections.abc import Collection, Sequence
from typing import Final, NamedTuple

from openmall.commerce.personal.carts import store as cart_store
from openmall.commerce.personal.carts.contents_store import CartContent
from openmall.commerce.personal.carts.store import CartLine, Item
from openmall.commerce.personal.carts.takes import VariantQuantity
from openmall.commerce.product import bundle_choices
from openmall.commerce.product.bundle_choices import Choice
from openmall.commerce.product.products.shape import Product
from openmall.commerce.product.refusals import OUT_OF_STOCK
from openmall.commerce.product.variants.shape import Variant
from openmall.contract.call import Call
from openmall.contract.errors import Invalid
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import NO_SUCH

PARTS: Final = "variants.bundle_product_components"
"""What errors about the parts of bundles name."""


class LineOffer(NamedTuple):
    """A line of a cart with what it is of today."""

    line: CartLine
    product: Product
    variant: Variant | None
    """None: it cannot be ordered any more."""
    option_value: str


async def require_choices(
    call: Call, product: Product, variants: Sequence[VariantQuantity]
) -> list[Choice]:
    """Return the choice of each requested unit of a bundle; none for another product.

    Raises Invalid (422) for parts of a product that is no bundle, and as `bundle_choices.choose`.
    """
    if product.set_product_type is None:
        if any(each.bundle_product_components for each in variants):
            raise Invalid(NO_SUCH, parameter=PARTS, resource=Phrase("bundle"))
        return []
    parts = (await bundle_choices.offered_parts(call, [product.product_no]))[product.product_no]
    wanted = [
        [part.variants_code for part in each.bundle_product_components] for each in variants
    ] or [[]]
    return [bundle_choices.choose(product, parts, each, parameter=PARTS) for each in wanted]


async def require_choice(call: Call, product: Product, codes: Collection[str]) -> Choice:
    """Return the choice of a line of a cart. Raises Invalid (422) where it does not fit today."""
    return await bundle_choices.require_choice(call, product, codes, parameter="basket_product_no")


def require_left(
    lines: Sequence[CartLine], choices: Sequence[Choice], before: dict[Item, CartLine]
) -> None:
    """Raise Invalid (422) for more bundles of a choice than the parts suffice for.

    `before`: the lines of the cart, whose bundles of the same choice count, too. What other lines
    take of the same parts is found when the cart is ordered.
    """
    for line, choice in zip(lines, choices, strict=False):
        there = before.get(line.item)
        wanted = line.quantity + (0 if there is None else there.quantity)
        if choice.left is not None and wanted > choice.left:
            raise Invalid(OUT_OF_STOCK, parameter="variants.quantity")


async def with_choices(call: Call, found: Sequence[CartContent]) -> list[LineOffer]:
    """Return the lines of a cart with what they are of today, in three statements for bundles."""
    bundles = {each.line.product_no for each in found if each.its.product.set_product_type}
    parts = await bundle_choices.offered_parts(call, bundles)
    offers = []
    for line, its in found:
        product, variant = its.product, its.variant
        text = "" if variant is None else bundle_choices.option_text(variant)
        if line.product_no in bundles:
            variant, text = None, ""
            codes = cart_store.part_variants(line)
            try:
                choice = bundle_choices.choose(product, parts[line.product_no], codes, parameter="")
            except Invalid:
                pass  # it has other parts now, or one is not sold
            else:
                variant, text = choice.variant, choice.text
        offers.append(LineOffer(line, product, variant, text))
    return offers
