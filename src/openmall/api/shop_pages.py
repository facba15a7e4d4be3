"""Operations of the sample shop's own pages: called in the process, served at no address."""

from typing import Final

from openmall.api.pipeline.api_definitions import ApiDefinition
from openmall.commerce.notification.restock import front as restock_front
from openmall.commerce.order.placement.checkout import guest_lookup
from openmall.commerce.order.selfservice import exchange_choice
from openmall.commerce.personal.addresses import front as address_front
from openmall.commerce.product import shelf, shop_displays
from openmall.commerce.promotion.issues import downloads

NAME: Final = "shop pages"


def api() -> ApiDefinition:
    """Return what the pages of the sample shop call besides the storefront API."""
    return ApiDefinition(
        NAME,
        prefix="",
        sites=(),
        credential="storefront",
        limited_by="bucket",
        mall_from="host",
        operation_lists=[
            restock_front.OPERATIONS,
            shelf.OPERATIONS,
            shop_displays.OPERATIONS,
            guest_lookup.OPERATIONS,
            exchange_choice.OPERATIONS,
            address_front.OPERATIONS,
            downloads.OPERATIONS,
        ],
    )
