"""The admin API's operations on variants."""

from collections.abc import Sequence

import msgspec

from openmall.areas.product.products import store as products
from openmall.areas.product.variants import rules, store
from openmall.areas.product.variants.shape import (
    Variant,
    VariantChange,
    VariantPath,
    VariantsOf,
)
from openmall.contract.call import Call
from openmall.contract.change import differences, patched
from openmall.contract.errors import NotFound
from openmall.contract.operation import get, listing, put
from openmall.contract.scopes import READ_PRODUCT, WRITE_PRODUCT


async def list_variants(call: Call, params: VariantsOf) -> Sequence[Variant]:
    """Retrieve a list of product variants."""
    _, options = await products.with_options(call, params.product_no)
    found = await store.of_products(call, {params.product_no: options})
    return [_with_inventory(call, variant) for variant in found[params.product_no]]


async def retrieve_variant(call: Call, params: VariantPath) -> Variant:
    """Retrieve a product variant."""
    _, options = await products.with_options(call, params.product_no)
    variant = await store.one(call, params.product_no, params.variant_code, options)
    if variant is None:
        raise NotFound("The variant does not exist.", parameter="variant_code")
    return _with_inventory(call, variant)


async def change_variant(call: Call, params: VariantChange) -> Variant:
    """Update a product variant, its stock included."""
    product, options = await products.with_options(call, params.product_no, to_change=True)
    before = await store.one(call, params.product_no, params.variant_code, options, to_change=True)
    if before is None:
        raise NotFound("The variant does not exist.", parameter="variant_code")
    after = patched(before, params)
    await store.change(call, params.product_no, after)
    all_of_it = await store.of_products(call, {params.product_no: options})
    sold_out = rules.sold_out(all_of_it[params.product_no])
    if sold_out != (product.sold_out == "T"):
        await products.set_sold_out(call, params.product_no, sold_out=sold_out)
    call.journal(f"variant {after.variant_code}", differences(before, after))
    return msgspec.structs.replace(after, inventories=rules.inventory(after))


def _with_inventory(call: Call, variant: Variant) -> Variant:
    if not call.embeds("inventories"):
        return variant
    return msgspec.structs.replace(variant, inventories=rules.inventory(variant))


OPERATIONS = [
    listing(
        "products/{product_no}/variants",
        list_variants,
        takes=VariantsOf,
        gives=Variant,
        key="variants",
        scope=READ_PRODUCT,
        embeds=("inventories",),
    ),
    get(
        "products/{product_no}/variants/{variant_code}",
        retrieve_variant,
        takes=VariantPath,
        gives=Variant,
        key="variant",
        scope=READ_PRODUCT,
        embeds=("inventories",),
    ),
    put(
        "products/{product_no}/variants",
        change_variant,
        takes=VariantChange,
        gives=Variant,
        key="variants",
        scope=WRITE_PRODUCT,
        objects=100,
    ),
    put(
        "products/{product_no}/variants/{variant_code}",
        change_variant,
        takes=VariantChange,
        gives=Variant,
        key="variant",
        scope=WRITE_PRODUCT,
    ),
]
