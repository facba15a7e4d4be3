"""The admin API's operations on products."""

from openmall.areas.product.additionalimages import has_pictures, make_sent
from openmall.areas.product.products import rules
from openmall.areas.product.products.shape import ListedProduct, Product
from openmall.areas.product.products.takes import (
    ProductDraft,
    ProductFilters,
    ProductPath,
    ProductQuery,
    ProductUpdate,
)
from openmall.contract.operation import count, delete, get, listing, post, put
from openmall.contract.scopes import READ_PRODUCT, WRITE_PRODUCT

_NOT_ECHOED = {
    "project_no", "supply_product_name", "separated_mobile_description", "product_tax_type_text",
    "set_product_type", "product_tag", "list_image", "tiny_image", "small_image", "option_type",
    "made_date", "release_date", "origin_place_value", "icon_show_period", "clearance_category_eng",
    "clearance_category_kor", "origin_place_code", "list_icon", "main", "select_one_by_option",
    "approve_status", "sold_out", "market_sync", "options", "variants", "additionalimages",
}  # fmt: skip
ECHOED = tuple(name for name in Product.__struct_fields__ if name not in _NOT_ECHOED)
"""What a create or an update answers."""

OPERATIONS = [
    listing(
        "products",
        rules.listing,
        takes=ProductQuery,
        gives=ListedProduct,
        key="products",
        scope=READ_PRODUCT,
        embeds=("options", "variants", "additionalimages"),
    ),
    count("products/count", rules.count, takes=ProductFilters, scope=READ_PRODUCT),
    get(
        "products/{product_no}",
        rules.retrieve,
        takes=ProductPath,
        gives=Product,
        key="product",
        scope=READ_PRODUCT,
        embeds=("options", "variants", "additionalimages"),
    ),
    post(
        "products",
        rules.create,
        takes=ProductDraft,
        gives=Product,
        key="product",
        scope=WRITE_PRODUCT,
        shows=ECHOED,
        prepare=make_sent,
        prepares=has_pictures,
    ),
    put(
        "products/{product_no}",
        rules.change,
        takes=ProductUpdate,
        gives=Product,
        key="product",
        scope=WRITE_PRODUCT,
        shows=ECHOED,
        prepare=make_sent,
        prepares=has_pictures,
    ),
    delete(
        "products/{product_no}",
        rules.delete,
        takes=ProductPath,
        gives=Product,
        key="product",
        scope=WRITE_PRODUCT,
        shows=("product_no",),
    ),
]
