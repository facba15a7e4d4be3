"""The storefront's operations on variants: those on display of a product on display."""

from collections.abc import Sequence
from typing import Final

from openmall.areas.product.products import front as products
from openmall.areas.product.products.takes import ProductPath
from openmall.areas.product.variants import admin
from openmall.areas.product.variants.shape import Variant, VariantPath, VariantsOf
from openmall.contract.call import Call
from openmall.contract.errors import NotFound
from openmall.contract.operation import get, listing
from openmall.contract.scopes import READ_PRODUCT

SHOWN: Final = (
    "shop_no", "variant_code", "options", "display", "selling", "additional_amount", "quantity",
    "safety_inventory", "image",
)  # fmt: skip
"""What a shopper may know of a variant."""


async def list_variants(call: Call, params: VariantsOf) -> Sequence[Variant]:
    """Retrieve a list of the variants on display."""
    await _require_on_display(call, params)
    return [each for each in await admin.list_variants(call, params) if each.display == "T"]


async def retrieve_variant(call: Call, params: VariantPath) -> Variant:
    """Retrieve a variant on display."""
    await _require_on_display(call, params)
    variant = await admin.retrieve_variant(call, params)
    if variant.display != "T":
        raise NotFound("The variant does not exist.", parameter="variant_code")
    return variant


async def _require_on_display(call: Call, params: VariantsOf) -> None:
    path = ProductPath(shop_no=params.shop_no, product_no=params.product_no)
    await products.on_display(call, path)


OPERATIONS = [
    listing(
        "products/{product_no}/variants",
        list_variants,
        takes=VariantsOf,
        gives=Variant,
        key="variants",
        scope=READ_PRODUCT,
        embeds=("inventories",),
        shows=(*SHOWN, "inventories"),
    ),
    get(
        "products/{product_no}/variants/{variant_code}",
        retrieve_variant,
        takes=VariantPath,
        gives=Variant,
        key="variant",
        scope=READ_PRODUCT,
        embeds=("inventories",),
        shows=(*SHOWN, "inventories"),
    ),
]
