"""The partner-collection API: shops and products of malls in the partner programme."""

from openmall.api.listed_operations import operation_lists
from openmall.api.pipeline.api_definitions import ApiDefinition


def api() -> ApiDefinition:
    """Return the partner-collection API (specification: "Limits" 7)."""
    return ApiDefinition(
        "partner",
        prefix="api",
        sites=("collection", "bare"),
        credential="partner",
        limited_by="minute",
        mall_from="nowhere",
        operation_lists=operation_lists("partner"),
    )
