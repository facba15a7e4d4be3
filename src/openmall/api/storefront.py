"""The storefront API: the operations open to shoppers."""

from typing import Final

from openmall.api.listed_operations import operation_lists
from openmall.api.pipeline.api_definitions import ApiDefinition

BODY_LIMIT: Final = 1024 * 1024
"""Bytes: its callers are strangers, and the longest article fits, however it is escaped."""


def api() -> ApiDefinition:
    """Return the storefront API (specification: "Storefront path prefix")."""
    return ApiDefinition(
        "storefront",
        prefix="api/v2",
        sites=("mall", "bare"),
        credential="storefront",
        limited_by="bucket",
        mall_from="host",
        operation_lists=operation_lists("storefront"),
        has_validators=True,
        body_limit=BODY_LIMIT,
    )
