"""The storefront API: the operations open to shoppers."""

from typing import Final

from openmall.api.pipeline.api_definitions import ApiDefinition
from openmall.commerce.category.category_service import front as category_front
from openmall.commerce.community.own_inquiries import front as own_inquiries_front
from openmall.commerce.community.storefront_boards import front as storefront_boards_front
from openmall.commerce.mileage import own_entries
from openmall.commerce.notification import own_account
from openmall.commerce.notification.password_links import front as password_link_front
from openmall.commerce.notification.unsubscription import front as unsubscription_front
from openmall.commerce.order.billing import paymentservices
from openmall.commerce.order.placement.checkout import front as checkout_front
from openmall.commerce.order.placement.subscriptions import front as subscription_front
from openmall.commerce.order.selfservice import front as selfservice_front
from openmall.commerce.personal.accounts import front as account_front
from openmall.commerce.personal.campaigns import front as campaign_front
from openmall.commerce.personal.carts import front as cart_front
from openmall.commerce.personal.social import front as social_front
from openmall.commerce.personal.wishlist import front as wishlist_front
from openmall.commerce.product import front as product_area_front
from openmall.commerce.product import variant_front
from openmall.commerce.product.product_service import front as product_front
from openmall.commerce.promotion.issues import front as issue_front
from openmall.commerce.promotion.serialcoupons import front as serial_front
from openmall.commerce.shopwindow import front as shopwindow_front
from openmall.commerce.shopwindow import shown_prices
from openmall.commerce.store import information, portalshopping

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
        operation_lists=[
            product_front.OPERATIONS,
            variant_front.OPERATIONS,
            product_area_front.OPERATIONS,
            shopwindow_front.OPERATIONS,
            category_front.OPERATIONS,
            cart_front.OPERATIONS,
            account_front.OPERATIONS,
            own_account.OPERATIONS,
            social_front.OPERATIONS,
            password_link_front.OPERATIONS,
            unsubscription_front.OPERATIONS,
            checkout_front.OPERATIONS,
            subscription_front.OPERATIONS,
            storefront_boards_front.OPERATIONS,
            wishlist_front.OPERATIONS,
            issue_front.OPERATIONS,
            campaign_front.OPERATIONS,
            serial_front.OPERATIONS,
            own_entries.OPERATIONS,
            selfservice_front.OPERATIONS,
            own_inquiries_front.OPERATIONS,
            shown_prices.OPERATIONS,
            information.FRONT_OPERATIONS,
            paymentservices.FRONT_OPERATIONS,
            portalshopping.FRONT_OPERATIONS,
        ],
        has_validators=True,
        body_limit=BODY_LIMIT,
    )
