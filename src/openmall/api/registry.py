"""The registry of the four APIs and all their operations."""

from functools import lru_cache

from openmall.api import admin, analytics, office_pages, partner, shop_pages, storefront
from openmall.api.pipeline.api_definitions import ApiDefinitions


@lru_cache(maxsize=1)
def apis() -> ApiDefinitions:
    """Return the four APIs, and what pages call besides.

    Raises DeclarationError for an inconsistent row.
    """
    served = [admin.api(), storefront.api(), partner.api(), analytics.api()]
    return ApiDefinitions(served, own=[shop_pages.api(), office_pages.api()])
