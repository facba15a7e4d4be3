"""Operations of the sample shop's own pages: called in the process, served at no address."""

from typing import Final

from openmall.api.listed_operations import operation_lists
from openmall.api.pipeline.api_definitions import ApiDefinition

NAME: Final = "shop pages"


def api() -> ApiDefinition:
    """Return what the pages of the sample shop call besides the storefront API."""
    return ApiDefinition(
        NAME,
        prefix="",
        sites=(),
        credential="storefront",
        limited_by="bucket",
        mall_from="host",
        operation_lists=operation_lists(NAME),
    )
