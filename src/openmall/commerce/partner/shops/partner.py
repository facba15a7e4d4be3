"""The partner-collection API's operations on shops."""

from openmall.commerce.partner.shops import rules
from openmall.commerce.partner.shops.shape import PartnerShop
from openmall.commerce.partner.shops.takes import ShopQuery
from openmall.contract.operation import NoEffect, listing
from openmall.contract.scopes import READ_PARTNER_SHOP

OPERATIONS = [
    listing(
        "shops",
        rules.listing,
        takes=ShopQuery,
        gives=PartnerShop,
        key="shops",
        scope=READ_PARTNER_SHOP,
        refuses={
            f"collection_store_category.depth{at}": NoEffect(
                "`collection_store_category` takes the code of a category of any depth"
            )
            for at in (1, 2)
        },
    ),
]
