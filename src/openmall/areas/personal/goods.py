"""What lies in carts and on wish lists, with today's names and prices."""

from collections.abc import Sequence

from msgspec import Struct

from openmall.areas.product.products import store as products
from openmall.areas.product.products.shape import Product
from openmall.areas.product.variants import codes
from openmall.areas.product.variants import store as variants
from openmall.areas.product.variants.shape import Variant
from openmall.contract.call import Call


class Good(Struct, frozen=True, kw_only=True):
    """A variant that can be looked at, and its product."""

    product: Product
    variant: Variant


async def of_codes(call: Call, variant_codes: Sequence[str]) -> dict[str, Good]:
    """Return what the call's shop has of variants, by their codes."""
    numbers = sorted({codes.product_no(code) for code in variant_codes})
    found = await products.of_numbers(call, numbers)
    of_products = await variants.of_products(
        call, {number: options for number, (_, options) in found.items()}
    )
    return {
        variant.variant_code: Good(product=found[number][0], variant=variant)
        for number, some in of_products.items()
        for variant in some
    }
