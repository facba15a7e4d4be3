"""The analytics API: reports on visitors of a shop."""

from openmall.api.listed_operations import operation_lists
from openmall.api.pipeline.api_definitions import ApiDefinition


def api() -> ApiDefinition:
    """Return the analytics API (specification: "Limits" 8)."""
    return ApiDefinition(
        "analytics",
        prefix="",
        sites=("analytics", "bare"),
        credential="bearer",
        limited_by="tokens",
        mall_from="query",
        operation_lists=operation_lists("analytics"),
    )
