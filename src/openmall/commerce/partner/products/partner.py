"""The partner-collection API's operations on products."""

from typing import Final

from openmall.commerce.partner.products import rules
from openmall.commerce.partner.products.shape import PartnerProduct
from openmall.commerce.partner.products.takes import (
    PartnerProductFilters,
    PartnerProductQuery,
    StoreProductQuery,
)
from openmall.contract.operation import count, listing
from openmall.contract.scopes import READ_PARTNER_PRODUCT

_OF_STORE: Final = tuple(
    name for name in PartnerProduct.__struct_fields__ if name != "product_standard_tags"
)

OPERATIONS = [
    listing(
        "products",
        rules.listing,
        takes=PartnerProductQuery,
        gives=PartnerProduct,
        key="products",
        scope=READ_PARTNER_PRODUCT,
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
