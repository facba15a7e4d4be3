"""The admin API: apps read and change a shop on behalf of its administrator."""

from openmall.api.listed_operations import operation_lists
from openmall.api.pipeline.api_definitions import ApiDefinition


def api() -> ApiDefinition:
    """Return the admin API (specification: "Admin path prefix", "Limits" 1)."""
    return ApiDefinition(
        "admin",
        prefix="api/v2/admin",
        sites=("mall", "bare"),
        credential="bearer",
        limited_by="bucket",
        mall_from="host",
        operation_lists=operation_lists("admin"),
    )
