"""The registry of the four APIs and all their operations."""

from functools import lru_cache

from openmall.api import admin, analytics, partner, storefront
from openmall.api.pipeline.api_definitions import ApiDefinitions


@lru_cache(maxsize=1)
def apis() -> ApiDefinitions:
    """Return the four APIs. Raises DeclarationError for an inconsistent row."""
    return ApiDefinitions([admin.api(), storefront.api(), partner.api(), analytics.api()])
