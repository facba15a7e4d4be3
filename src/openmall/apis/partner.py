"""The partner-collection API: shops and products of the malls that take part in a programme."""

from openmall.areas.partner.products import partner as products
from openmall.areas.partner.shops import partner as shops
from openmall.pipeline.doors import Door


def door() -> Door:
    """Return the partner-collection API (specification: "Limits" 7)."""
    return Door(
        "partner",
        prefix="api",
        sites=("collection", "bare"),
        credential="partner",
        limited_by="minute",
        mall_from="nowhere",
        rooms=[shops.OPERATIONS, products.OPERATIONS],
    )
