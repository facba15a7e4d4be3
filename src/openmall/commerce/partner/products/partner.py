"""The partner-collection API's operations on products."""

from openmall.commerce.partner.products import rules
from openmall.commerce.partner.products.shape import PartnerProduct
from openmall.commerce.partner.products.takes import PartnerProductFilters, PartnerProductQuery
from openmall.contract.operation import count, listing
from openmall.contract.scopes import READ_PARTNER_PRODUCT

OPERATIONS = [
    listing(
        "products",
        rules.listing,
        takes=PartnerProductQuery,
        gives=PartnerProduct,
        key="products",
        scope=READ_PARTNER_PRODUCT,
    ),
    count("products/count", rules.count, takes=PartnerProductFilters, scope=READ_PARTNER_PRODUCT),
]
