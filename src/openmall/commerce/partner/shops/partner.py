"""The partner-collection API's operations on shops."""

from openmall.commerce.partner.shops import rules
from openmall.commerce.partner.shops.shape import PartnerShop
from openmall.commerce.partner.shops.takes import ShopQuery
from openmall.contract.operation import listing
from openmall.contract.scopes import READ_PARTNER_SHOP

OPERATIONS = [
    listing(
        "shops",
        rules.listing,
        takes=ShopQuery,
        gives=PartnerShop,
        key="shops",
        scope=READ_PARTNER_SHOP,
    ),
]
