"""The analytics API: what visitors do in a shop."""

from openmall.analytics.reports import operations
from openmall.pipeline.doors import Door


def door() -> Door:
    """Return the analytics API (specification: "Limits" 8)."""
    return Door(
        "analytics",
        prefix="",
        sites=("analytics", "bare"),
        credential="bearer",
        limited_by="tokens",
        mall_from="query",
        rooms=[operations.OPERATIONS],
    )
