"""Operations of the back office's own pages: called in the process, served at no address."""

from typing import Final

from openmall.api.pipeline.api_definitions import ApiDefinition
from openmall.commerce.category.category_service import office as category_office
from openmall.commerce.collection import office as collection_office
from openmall.commerce.community.articles import office as article_office
from openmall.commerce.customer import office as customer_office
from openmall.commerce.customer.automatic_groups import office as automatic_group_office
from openmall.commerce.mileage import office as mileage_office
from openmall.commerce.notification.newsletters import office as newsletter_office
from openmall.commerce.order.claims import exchange_variants
from openmall.commerce.order.fulfilment.shipments import office as shipment_office
from openmall.commerce.order.items import costs as item_costs
from openmall.commerce.order.items import edits as order_edits
from openmall.commerce.order.placement.price_previews import rules as price_preview_rules
from openmall.commerce.product import picture_texts, sample_products
from openmall.commerce.product.stock import office as stock_office
from openmall.commerce.product.variant_service import office as variant_office
from openmall.commerce.promotion.benefits import office as benefit_office
from openmall.commerce.shipping import office as shipping_office
from openmall.commerce.undo import office as undo_office
from openmall.events.plans import approvals as plan_approvals

NAME: Final = "office pages"


def api() -> ApiDefinition:
    """Return what the pages of the back office call besides the admin API."""
    return ApiDefinition(
        NAME,
        prefix="",
        sites=(),
        credential="bearer",
        limited_by="bucket",
        mall_from="host",
        operation_lists=[
            sample_products.OPERATIONS,
            picture_texts.OPERATIONS,
            category_office.OPERATIONS,
            collection_office.OPERATIONS,
            stock_office.OPERATIONS,
            article_office.OPERATIONS,
            variant_office.OPERATIONS,
            benefit_office.OPERATIONS,
            customer_office.OPERATIONS,
            automatic_group_office.OPERATIONS,
            mileage_office.OPERATIONS,
            newsletter_office.OPERATIONS,
            order_edits.OPERATIONS,
            item_costs.OPERATIONS,
            exchange_variants.OPERATIONS,
            price_preview_rules.OPERATIONS,
            shipping_office.OPERATIONS,
            shipment_office.OPERATIONS,
            undo_office.OPERATIONS,
            plan_approvals.OPERATIONS,
        ],
    )
