"""Every operation of the four APIs, as one list a person can read."""

from functools import lru_cache

from openmall.apis import admin, analytics, partner, storefront
from openmall.pipeline.doors import Doors


@lru_cache(maxsize=1)
def doors() -> Doors:
    """Return the four APIs. A row that contradicts itself raises DeclarationError here."""
    return Doors([admin.door(), storefront.door(), partner.door(), analytics.door()])
