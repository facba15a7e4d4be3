"""The storefront API: what a shopper may see of a shop."""

from openmall.areas.category.categories import front as categories
from openmall.areas.community.inquiring import front as inquiring
from openmall.areas.community.posting import front as posting
from openmall.areas.mileage import own as mileage
from openmall.areas.order.checkout import front as checkout
from openmall.areas.order.selfservice import front as selfservice
from openmall.areas.personal.accounts import front as accounts
from openmall.areas.personal.carts import front as carts
from openmall.areas.personal.wishlist import front as wishlist
from openmall.areas.product import front as belongings
from openmall.areas.product.products import front as products
from openmall.areas.product.shopwindow import front as shopwindow
from openmall.areas.product.variants import front as variants
from openmall.areas.promotion.issues import front as coupons
from openmall.pipeline.doors import Door


def door() -> Door:
    """Return the storefront API (specification: "Storefront path prefix")."""
    return Door(
        "storefront",
        prefix="api/v2",
        sites=("mall", "bare"),
        credential="storefront",
        limited_by="bucket",
        mall_from="host",
        rooms=[
            products.OPERATIONS,
            variants.OPERATIONS,
            belongings.OPERATIONS,
            shopwindow.OPERATIONS,
            categories.OPERATIONS,
            carts.OPERATIONS,
            accounts.OPERATIONS,
            checkout.OPERATIONS,
            posting.OPERATIONS,
            wishlist.OPERATIONS,
            coupons.OPERATIONS,
            mileage.OPERATIONS,
            selfservice.OPERATIONS,
            inquiring.OPERATIONS,
        ],
        kept_by_clients=True,
    )
