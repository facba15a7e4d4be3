"""The admin API's operations on variants."""

from collections.abc import Sequence

import msgspec

from openmall.areas.product.products import store as products
from openmall.areas.product.variants import rules, store
from openmall.areas.product.variants.shape import (
    StockChange,
    StockKept,
    Variant,
    VariantChange,
    VariantGone,
    VariantKey,
    VariantPath,
    VariantsOf,
)
from openmall.contract.call import Call
from openmall.contract.change import sent
from openmall.contract.errors import NotFound
from openmall.contract.operation import delete, get, listing, put
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
    wanted = sent(params)
    product_no, code = wanted.pop("product_no"), wanted.pop("variant_code")
    del wanted["shop_no"]
    after, _ = await rules.change(call, product_no, code, wanted)
    return msgspec.structs.replace(after, inventories=rules.inventory(after))


async def delete_variant(call: Call, params: VariantKey) -> VariantGone:
    """Delete a product variant."""
    await rules.remove(call, params.product_no, params.variant_code)
    return VariantGone(product_no=params.product_no, variant_code=params.variant_code)


async def retrieve_stock(call: Call, params: VariantPath) -> StockKept:
    """Retrieve the inventory of a product variant."""
    _, options = await products.with_options(call, params.product_no)
    variant = await store.one(call, params.product_no, params.variant_code, options)
    if variant is None:
        raise NotFound("The variant does not exist.", parameter="variant_code")
    origin = await store.origin_code(call, params.product_no, params.variant_code)
    return _stock(variant, origin)


async def change_stock(call: Call, params: StockChange) -> StockKept:
    """Update the inventory of a product variant."""
    wanted = sent(params)
    product_no, code = wanted.pop("product_no"), wanted.pop("variant_code")
    del wanted["shop_no"]
    after, origin_code = await rules.change(call, product_no, code, wanted)
    return _stock(after, origin_code)


def _stock(variant: Variant, origin_code: str) -> StockKept:
    return StockKept(**msgspec.structs.asdict(rules.inventory(variant)), origin_code=origin_code)


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
    delete(
        "products/{product_no}/variants/{variant_code}",
        delete_variant,
        takes=VariantKey,
        gives=VariantGone,
        key="variant",
        scope=WRITE_PRODUCT,
    ),
    get(
        "products/{product_no}/variants/{variant_code}/inventories",
        retrieve_stock,
        takes=VariantPath,
        gives=StockKept,
        key="inventory",
        scope=READ_PRODUCT,
    ),
    put(
        "products/{product_no}/variants/{variant_code}/inventories",
        change_stock,
        takes=StockChange,
        gives=StockKept,
        key="inventory",
        scope=WRITE_PRODUCT,
    ),
]
