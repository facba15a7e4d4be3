"""Variants of carts and wish lists, with current names and prices."""

from collections.abc import Sequence

from msgspec import Struct

from openmall.commerce.product.products import store as product_store
from openmall.commerce.product.products.shape import Product
from openmall.commerce.product.variants import bundle_variant, codes
from openmall.commerce.product.variants import store as variant_store
from openmall.commerce.product.variants.shape import Variant
from openmall.contract.call import Call


class Good(Struct, frozen=True, kw_only=True):
    """A variant on display, and its product."""

    product: Product
    variant: Variant


async def of_codes(call: Call, variant_codes: Sequence[str]) -> dict[str, Good]:
    """Return the variants of the call's shop with these codes, by code."""
    numbers = sorted({codes.product_no(code) for code in variant_codes})
    found = await product_store.of_numbers(call, numbers)
    of_products = await variant_store.of_products(
        call, {number: options for number, (_, options) in found.items()}
    )
    goods = {
        variant.variant_code: Good(product=found[number][0], variant=variant)
        for number, some in of_products.items()
        for variant in some
    }
    for product, _ in found.values():
        if product.set_product_type is not None:
            variant = bundle_variant.variant_of(product.shop_no, product.product_code)
            goods[variant.variant_code] = Good(product=product, variant=variant)
    return goods
