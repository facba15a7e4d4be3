"""The partner-collection API: shops and products of malls in the partner programme."""

from openmall.api.pipeline.api_definitions import ApiDefinition
from openmall.commerce.partner.products import partner as partner_product_operations
from openmall.commerce.partner.products import standard_tags
from openmall.commerce.partner.shops import partner as partner_shop_operations


def api() -> ApiDefinition:
    """Return the partner-collection API (specification: "Limits" 7)."""
    return ApiDefinition(
        "partner",
        prefix="api",
        sites=("collection", "bare"),
        credential="partner",
        limited_by="minute",
        mall_from="nowhere",
        operation_lists=[
            partner_shop_operations.OPERATIONS,
            partner_product_operations.OPERATIONS,
            standard_tags.OPERATIONS,
        ],
    )
