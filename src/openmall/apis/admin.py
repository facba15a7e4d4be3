"""The admin API: a shop's administrator, through an app, sees and changes everything."""

from openmall.areas.category.categories import admin as categories
from openmall.areas.product.products import admin as products
from openmall.areas.product.variants import admin as variants
from openmall.areas.store import activitylogs, coupons_setting, menus, redirects
from openmall.pipeline.doors import Door


def door() -> Door:
    """Return the admin API (specification: "Admin path prefix", "Limits" 1)."""
    return Door(
        "admin",
        prefix="api/v2/admin",
        sites=("mall", "bare"),
        credential="bearer",
        limited_by="bucket",
        mall_from="host",
        rooms=[
            activitylogs.OPERATIONS,
            coupons_setting.OPERATIONS,
            menus.OPERATIONS,
            redirects.OPERATIONS,
            products.OPERATIONS,
            variants.OPERATIONS,
            categories.OPERATIONS,
        ],
    )
