"""The partner-collection API's operations on products."""

from typing import Final

from openmall.commerce.partner.products import rules
from openmall.commerce.partner.products.shape import PartnerProduct
from openmall.commerce.partner.products.takes import (
    PartnerProductFilters,
    PartnerProductQuery,
    StoreProductQuery,
)
from openmall.contract.operation import NoEffect, count, listing
from openmall.contract.scopes import READ_PARTNER_PRODUCT

_OF_STORE: Final = tuple(
    name for name in PartnerProduct.__struct_fields__ if name != "product_standard_tags"
)

_DEPTHS: Final = {
    f"collection_product_category.depth{at}": NoEffect(
        "`collection_product_category` takes the code of a category of any depth"
    )
    for at in (1, 2, 3)
}

OPERATIONS = [
    listing(
        "products",
        rules.listing,
        takes=PartnerProductQuery,
        gives=PartnerProduct,
        key="products",
        scope=READ_PARTNER_PRODUCT,
        refuses=_DEPTHS,
    ),
    listing(
        "storeproducts",
        rules.list_of_stores,
        takes=StoreProductQuery,
        gives=PartnerProduct,
        key="store_products",
        scope=READ_PARTNER_PRODUCT,
        shows=_OF_STORE,
    ),
    count("products/count", rules.count, takes=PartnerProductFilters, scope=READ_PARTNER_PRODUCT),
]
