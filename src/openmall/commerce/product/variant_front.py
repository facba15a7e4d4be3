"""The storefront's operations on variants: those on display of a product on display."""

from collections.abc import Sequence
from typing import Final

from openmall.commerce.product import shopper_group, shopper_prices
from openmall.commerce.product.product_service import front as product_front
from openmall.commerce.product.products.shape import Product
from openmall.commerce.product.products.takes import ProductPath
from openmall.commerce.product.shopper_prices import PriceTerms
from openmall.commerce.product.variant_service import admin as variant_admin
from openmall.commerce.product.variants import bundle_variant
from openmall.commerce.product.variants.shape import (
    Variant,
    VariantFilters,
    VariantPath,
)
from openmall.commerce.product.variants.shopper_shape import Variant as ShopperVariant
from openmall.contract.call import Call
from openmall.contract.errors import NotFound
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import DOES_NOT_EXIST
from openmall.contract.resource import Resource

SHOWN: Final = (
    "shop_no", "variant_code", "options", "display", "selling", "additional_amount", "quantity",
    "safety_inventory", "image", "sold_out", "discount_price",
)  # fmt: skip
"""The fields of a variant that shoppers see."""


async def list_variants(call: Call, params: VariantFilters) -> Sequence[ShopperVariant]:
    """Retrieve a list of the variants on display."""
    product, terms = await _priced(call, params)
    own = await variant_admin.list_variants(call, params)
    if product.set_product_type is not None:
        own = [_of_bundle(product)]
    return [shopper_prices.for_shopper(terms, product, each) for each in own if each.display == "T"]


async def retrieve_variant(call: Call, params: VariantPath) -> ShopperVariant:
    """Retrieve a variant on display."""
    product, terms = await _priced(call, params)
    if product.set_product_type is not None and params.variant_code == (
        bundle_variant.code_of(product.product_code)
    ):
        return shopper_prices.for_shopper(terms, product, _of_bundle(product))
    variant = await variant_admin.retrieve_variant(call, params)
    if variant.display != "T":
        raise NotFound(DOES_NOT_EXIST, parameter="variant_code", resource=Phrase("variant"))
    return shopper_prices.for_shopper(terms, product, variant)


def _of_bundle(product: Product) -> Variant:
    return bundle_variant.variant_of(
        product.shop_no, product.product_code, sold_out=product.sold_out
    )


async def _priced(call: Call, params: VariantFilters) -> tuple[Product, PriceTerms]:
    """Return the product on display, and the terms of its shopper's price."""
    path = ProductPath(shop_no=params.shop_no, product_no=params.product_no)
    product = await product_front.on_display(call, path)
    group = await shopper_group.of_shopper(call)
    return product, await shopper_prices.of_call(call, [product], group)


_VARIANTS: Final = Resource(ShopperVariant, area="product", key="variant", listed="variants")

OPERATIONS = [
    _VARIANTS.listing(
        "products/{product_no}/variants",
        list_variants,
        takes=VariantFilters,
        embeds=("inventories",),
        shows=(*SHOWN, "inventories"),
        cacheable=True,
    ),
    _VARIANTS.get(
        "products/{product_no}/variants/{variant_code}",
        retrieve_variant,
        takes=VariantPath,
        embeds=("inventories",),
        shows=(*SHOWN, "inventories"),
        cacheable=True,
    ),
]
