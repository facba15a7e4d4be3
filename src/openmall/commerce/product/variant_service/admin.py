"""The admin API's operations on variants."""

from collections.abc import Sequence
from typing import Final

import msgspec

from openmall.commerce.product.products import store as product_store
from openmall.commerce.product.stock import availability_store
from openmall.commerce.product.variant_service import rules as variant_rules
from openmall.commerce.product.variants import store as variant_store
from openmall.commerce.product.variants.shape import (
    DeletedVariant,
    StockChange,
    StoredStock,
    Variant,
    VariantChange,
    VariantFilters,
    VariantKey,
    VariantPath,
)
from openmall.contract.call import Call
from openmall.contract.change import sent_fields
from openmall.contract.errors import NotFound
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import DOES_NOT_EXIST
from openmall.contract.resource import Resource


async def list_variants(call: Call, params: VariantFilters) -> Sequence[Variant]:
    """Retrieve a list of product variants."""
    return [_with_inventory(call, variant) for variant in await _variants(call, params)]


async def retrieve_variant(call: Call, params: VariantPath) -> Variant:
    """Retrieve a product variant."""
    for variant in await _variants(call, params):
        if variant.variant_code == params.variant_code:
            return _with_inventory(call, variant)
    raise NotFound(DOES_NOT_EXIST, parameter="variant_code", resource=Phrase("variant"))


async def _variants(call: Call, params: VariantFilters) -> Sequence[Variant]:
    """Return all variants of a product: the limits of it apply to them together."""
    product, options = await product_store.with_options(call, params.product_no)
    found = await availability_store.variants_of(call, [product], {params.product_no: options})
    return found[params.product_no]


async def lock_product(call: Call, params: VariantPath) -> None:
    """Lock the product of a variant, and with it the variant: each change of it locks both."""
    await product_store.lock(call, params.product_no)


async def change_variant(call: Call, params: VariantChange) -> Variant:
    """Update a product variant, its stock included."""
    values = sent_fields(params)
    product_no, code = values.pop("product_no"), values.pop("variant_code")
    del values["shop_no"]
    after, _ = await variant_rules.change(call, product_no, code, values)
    return msgspec.structs.replace(after, inventories=variant_rules.inventory(after))


async def change_one_variant(call: Call, params: VariantChange) -> Variant:
    """Update a product variant, its stock included. Answers whether its own code is unique."""
    after = await change_variant(call, params)
    shared = await variant_store.shares_custom_code(call, after)
    return msgspec.structs.replace(after, duplicated_custom_variant_code="T" if shared else "F")


async def delete_variant(call: Call, params: VariantKey) -> DeletedVariant:
    """Delete a product variant."""
    await variant_rules.remove(call, params.product_no, params.variant_code)
    return DeletedVariant(product_no=params.product_no, variant_code=params.variant_code)


async def retrieve_stock(call: Call, params: VariantPath) -> StoredStock:
    """Retrieve the inventory of a product variant."""
    _, options = await product_store.with_options(call, params.product_no)
    variant = await variant_store.one(call, params.product_no, params.variant_code, options)
    if variant is None:
        raise NotFound(DOES_NOT_EXIST, parameter="variant_code", resource=Phrase("variant"))
    origin = await variant_store.origin_code(call, params.product_no, params.variant_code)
    return _stock(variant, origin)


async def change_stock(call: Call, params: StockChange) -> StoredStock:
    """Update the inventory of a product variant."""
    values = sent_fields(params)
    product_no, code = values.pop("product_no"), values.pop("variant_code")
    del values["shop_no"]
    after, origin_code = await variant_rules.change(call, product_no, code, values)
    return _stock(after, origin_code)


def _stock(variant: Variant, origin_code: str) -> StoredStock:
    return StoredStock(
        **msgspec.structs.asdict(variant_rules.inventory(variant)), origin_code=origin_code
    )


def _with_inventory(call: Call, variant: Variant) -> Variant:
    if not call.embeds("inventories"):
        return variant
    return msgspec.structs.replace(variant, inventories=variant_rules.inventory(variant))


_VARIANTS: Final = Resource(Variant, area="product", key="variant", listed="variants")
_INVENTORY: Final = Resource(StoredStock, area="product", key="inventory")

OPERATIONS = [
    _VARIANTS.listing(
        "products/{product_no}/variants",
        list_variants,
        takes=VariantFilters,
        embeds=("inventories",),
    ),
    _VARIANTS.get(
        "products/{product_no}/variants/{variant_code}",
        retrieve_variant,
        takes=VariantPath,
        lock=lock_product,
        embeds=("inventories",),
    ),
    _VARIANTS.put(
        "products/{product_no}/variants",
        change_variant,
        takes=VariantChange,
        key="variants",
        objects=100,
    ),
    _VARIANTS.put(
        "products/{product_no}/variants/{variant_code}", change_one_variant, takes=VariantChange
    ),
    _VARIANTS.giving(DeletedVariant).delete(
        "products/{product_no}/variants/{variant_code}", delete_variant, takes=VariantKey
    ),
    _INVENTORY.get(
        "products/{product_no}/variants/{variant_code}/inventories",
        retrieve_stock,
        takes=VariantPath,
        lock=lock_product,
    ),
    _INVENTORY.put(
        "products/{product_no}/variants/{variant_code}/inventories", change_stock, takes=StockChange
    ),
]
