"""The partner-collection API: shops and products of a programme. It has no operations yet."""

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
        rooms=[],
    )
