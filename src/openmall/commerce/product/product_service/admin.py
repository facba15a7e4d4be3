"""The admin API's operations on products."""

from typing import Final

from openmall.commerce.product.additionalimages import has_pictures, make_sent
from openmall.commerce.product.product_service import rules as product_rules
from openmall.commerce.product.products import store as product_store
from openmall.commerce.product.products.shape import ListedProduct, Product
from openmall.commerce.product.products.takes import (
    ProductDraft,
    ProductFilters,
    ProductPath,
    ProductQuery,
    ProductUpdate,
)
from openmall.contract.call import Call
from openmall.contract.resource import Resource


async def lock_product(call: Call, params: ProductPath) -> None:
    """Lock a product in every language."""
    await product_store.lock(call, params.product_no)


_NOT_ECHOED = {
    "project_no", "supply_product_name", "separated_mobile_description", "product_tax_type_text",
    "set_product_type", "product_tag", "list_image", "tiny_image", "small_image", "option_type",
    "made_date", "release_date", "origin_place_value", "icon_show_period", "clearance_category_eng",
    "clearance_category_kor", "origin_place_code", "list_icon", "main", "select_one_by_option",
    "approve_status", "sold_out", "market_sync", "options", "variants", "additionalimages",
}  # fmt: skip
ECHOED = tuple(name for name in Product.__struct_fields__ if name not in _NOT_ECHOED)
"""The fields answered by a create or an update."""

_PRODUCTS: Final = Resource(Product, area="product", key="product", listed="products")

OPERATIONS = [
    _PRODUCTS.giving(ListedProduct).listing(
        "products",
        product_rules.listing,
        takes=ProductQuery,
        embeds=("options", "variants", "additionalimages"),
    ),
    _PRODUCTS.count("products/count", product_rules.count, takes=ProductFilters),
    _PRODUCTS.get(
        "products/{product_no}",
        product_rules.retrieve,
        takes=ProductPath,
        lock=lock_product,
        embeds=("options", "variants", "additionalimages"),
    ),
    _PRODUCTS.post(
        "products",
        product_rules.create,
        takes=ProductDraft,
        shows=ECHOED,
        prepare=make_sent,
        prepares=has_pictures,
    ),
    _PRODUCTS.put(
        "products/{product_no}",
        product_rules.change,
        takes=ProductUpdate,
        shows=ECHOED,
        prepare=make_sent,
        prepares=has_pictures,
    ),
    _PRODUCTS.delete(
        "products/{product_no}", product_rules.delete, takes=ProductPath, shows=("product_no",)
    ),
]
