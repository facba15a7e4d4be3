"""The price of a product on each platform of the shop (PC, mobile, app).

Specification: "Products discountprice".
"""

from collections.abc import Sequence
from decimal import Decimal

from msgspec import Struct
from msgspec.structs import replace

from openmall.commerce.product import shopper_group, shopper_prices
from openmall.commerce.product.products import store as product_store
from openmall.commerce.product.products.shape import ListedProduct
from openmall.contract.call import Call
from openmall.contract.operation import get
from openmall.contract.params import EntityNo, ShopParams
from openmall.contract.scopes import READ_PRODUCT


class DiscountPrice(Struct, frozen=True, kw_only=True):
    """The price of one unit on each platform after discounts, in the shop's currency.

    For a shopper: with the discount of their customer group; for apps: as for a guest. Coupons
    are not deducted.
    """

    pc_discount_price: Decimal
    mobile_discount_price: Decimal
    app_discount_price: Decimal


class DiscountPricePath(ShopParams, frozen=True, kw_only=True):
    product_no: EntityNo


async def retrieve(call: Call, params: DiscountPricePath) -> DiscountPrice:
    """Retrieve a product's discounted price."""
    product = await product_store.get(call, params.product_no)
    return (await of_products(call, [product]))[product.product_no]


async def of_products(call: Call, products: Sequence[ListedProduct]) -> dict[int, DiscountPrice]:
    """Return the prices of products for the call's shopper; a call without one is a guest's."""
    pc = await shopper_prices.of_call(call, products, await shopper_group.of_shopper(call))
    mobile, app = (
        replace(pc, visitor=replace(pc.visitor, platform=platform)) for platform in ("M", "A")
    )
    return {
        each.product_no: DiscountPrice(
            pc_discount_price=shopper_prices.discounted_price(pc, each),
            mobile_discount_price=shopper_prices.discounted_price(mobile, each),
            app_discount_price=shopper_prices.discounted_price(app, each),
        )
        for each in products
    }


OPERATIONS = [
    get(
        "products/{product_no}/discountprice",
        retrieve,
        takes=DiscountPricePath,
        gives=DiscountPrice,
        key="discountprice",
        scope=READ_PRODUCT,
    ),
]
