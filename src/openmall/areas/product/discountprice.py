"""What a shopper really pays for a product on each way into the shop.

Specification: "Products discountprice".
"""

from decimal import Decimal

from msgspec import Struct

from openmall.areas.product.products import store as products
from openmall.areas.product.products.shape import ListedProduct
from openmall.contract.call import Call
from openmall.contract.operation import get
from openmall.contract.params import EntityNo, ShopParams
from openmall.contract.scopes import READ_PRODUCT


class DiscountPrice(Struct, frozen=True, kw_only=True):
    """The price of a product less what every shopper is let off, in the shop's currency."""

    pc_discount_price: Decimal
    mobile_discount_price: Decimal
    app_discount_price: Decimal


class DiscountPriceOf(ShopParams, frozen=True, kw_only=True):
    product_no: EntityNo


def discounted(product: ListedProduct) -> DiscountPrice:
    """Return what a product costs after discounts.

    This is the one place that knows: promotions, of which there are none yet, take off here.
    """
    return DiscountPrice(
        pc_discount_price=product.price,
        mobile_discount_price=product.price,
        app_discount_price=product.price,
    )


def price_for(call: Call, product: ListedProduct, *, mobile: bool = False) -> Decimal:
    """Return what the call's shopper pays for one unit of a product, before coupons and points.

    `mobile`: on the way into the shop that mobile pages are. This is the one place that knows who
    shops and what it costs: what members of a group are let off is taken off here.
    """
    prices = discounted(product)
    return prices.mobile_discount_price if mobile else prices.pc_discount_price


async def retrieve(call: Call, params: DiscountPriceOf) -> DiscountPrice:
    """Retrieve a product's discounted price."""
    return discounted(await products.get(call, params.product_no))


OPERATIONS = [
    get(
        "products/{product_no}/discountprice",
        retrieve,
        takes=DiscountPriceOf,
        gives=DiscountPrice,
        key="discountprice",
        scope=READ_PRODUCT,
    ),
]
