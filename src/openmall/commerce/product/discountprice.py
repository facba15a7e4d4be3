"""The price a shopper pays for a product on each platform of the shop (PC, mobile, app).

Specification: "Products discountprice".
"""

from decimal import Decimal

from msgspec import Struct

from openmall.commerce.customer.customergroups import benefits as customergroup_benefits
from openmall.commerce.customer.customergroups.shape import Group
from openmall.commerce.product import shopper_group
from openmall.commerce.product.products import store as product_store
from openmall.commerce.product.products.shape import ListedProduct
from openmall.contract.call import Call
from openmall.contract.operation import get
from openmall.contract.params import EntityNo, ShopParams
from openmall.contract.scopes import READ_PRODUCT


class DiscountPrice(Struct, frozen=True, kw_only=True):
    """The price of one unit on each platform, in the shop's currency.

    For apps before any discount; for shoppers after the discount of their customer group.
    """

    pc_discount_price: Decimal
    mobile_discount_price: Decimal
    app_discount_price: Decimal


class DiscountPricePath(ShopParams, frozen=True, kw_only=True):
    product_no: EntityNo


def undiscounted(product: ListedProduct) -> DiscountPrice:
    """Return the price of a product on each platform, without any discount.

    `price_for` deducts the discount of a group; benefits and coupons are applied by the quote.
    """
    return DiscountPrice(
        pc_discount_price=product.price,
        mobile_discount_price=product.price,
        app_discount_price=product.price,
    )


def price_for(product: ListedProduct, group: Group | None, *, mobile: bool = False) -> Decimal:
    """Return the price of one unit for a shopper, before benefits, coupons and points.

    `group`: the shopper's customer group (`shopper_group.of_shopper`), whose discount is deducted.
    `mobile`: the price on the mobile pages of the shop.
    """
    prices = undiscounted(product)
    price = prices.mobile_discount_price if mobile else prices.pc_discount_price
    return (
        price
        if group is None
        else customergroup_benefits.discounted_price(group, price, mobile=mobile)
    )


async def retrieve(call: Call, params: DiscountPricePath) -> DiscountPrice:
    """Retrieve a product's discounted price."""
    return undiscounted(await product_store.get(call, params.product_no))


async def of_shopper(call: Call, params: DiscountPricePath) -> DiscountPrice:
    """Retrieve the price of a product for the shopper."""
    product = await product_store.get(call, params.product_no)
    group = await shopper_group.of_shopper(call)
    mobile = price_for(product, group, mobile=True)
    return DiscountPrice(
        pc_discount_price=price_for(product, group),
        mobile_discount_price=mobile,
        app_discount_price=mobile,
    )


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
