"""The storefront's operations on the sub-resources of a product on display."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final, TypeVar

from msgspec import Struct

from openmall.commerce.category.categories import category_placements
from openmall.commerce.product import decorationimages, discountprice, hits, variant_front
from openmall.commerce.product.icons import rules as icon_rules
from openmall.commerce.product.icons.shape import ProductIcons, ProductIconsPath
from openmall.commerce.product.options import rules as option_rules
from openmall.commerce.product.options.takes import OptionsPath
from openmall.commerce.product.product_service.front import on_display
from openmall.commerce.product.products.takes import ProductPath
from openmall.commerce.product.variant_service.admin import retrieve_stock
from openmall.commerce.product.variants.shape import ProductOptions, StoredStock, VariantPath
from openmall.commerce.promotion import common_events
from openmall.commerce.promotion.common_events import ShownEvent
from openmall.contract.call import Call
from openmall.contract.operation import count, get, listing
from openmall.contract.scopes import READ_PRODUCT

P = TypeVar("P", bound=Struct)
A = TypeVar("A")

_OPTIONS: Final = (
    "shop_no", "product_no", "has_option", "option_type", "option_list_type", "options",
    "select_one_by_option", "use_additional_option", "additional_options",
    "use_attached_file_option", "attached_file_option",
)  # fmt: skip
_STOCK: Final = ("shop_no", "variant_code", "quantity", "safety_inventory", "origin_code")


def shown(
    handler: Callable[[Call, P], Awaitable[A]],
) -> Callable[[Call, P], Awaitable[A]]:
    """Wrap `handler` so that it answers only while the product is on display."""

    async def retrieve(call: Call, params: P) -> A:
        path: Any = params
        await on_display(call, ProductPath(shop_no=path.shop_no, product_no=path.product_no))
        return await handler(call, params)

    retrieve.__doc__ = handler.__doc__
    return retrieve


async def stock_on_display(call: Call, params: VariantPath) -> StoredStock:
    """Retrieve the inventory of a variant on display."""
    await variant_front.retrieve_variant(call, params)
    return await retrieve_stock(call, params)


async def storewide_promotions(call: Call, params: ProductPath) -> Sequence[ShownEvent]:
    """Retrieve a list of the storewide promotions that are shown with a product on display."""
    await on_display(call, params)
    placed = await category_placements.around(call.db, [params.product_no])
    return await common_events.shown(call, placed[params.product_no])


OPERATIONS = [
    listing(
        "products/{product_no}/commonevents",
        storewide_promotions,
        takes=ProductPath,
        gives=ShownEvent,
        key="commonevents",
        scope=READ_PRODUCT,
        cacheable=True,
    ),
    get(
        "products/{product_no}/options",
        shown(option_rules.retrieve),
        takes=OptionsPath,
        gives=ProductOptions,
        key="options",
        scope=READ_PRODUCT,
        shows=_OPTIONS,
        cacheable=True,
    ),
    get(
        "products/{product_no}/variants/{variant_code}/inventories",
        stock_on_display,
        takes=VariantPath,
        gives=StoredStock,
        key="inventory",
        scope=READ_PRODUCT,
        shows=_STOCK,
        cacheable=True,
    ),
    get(
        "products/{product_no}/icons",
        shown(icon_rules.retrieve),
        takes=ProductIconsPath,
        gives=ProductIcons,
        key="icons",
        scope=READ_PRODUCT,
        cacheable=True,
    ),
    get(
        "products/{product_no}/decorationimages",
        shown(decorationimages.retrieve),
        takes=ProductPath,
        gives=decorationimages.Decoration,
        key="decorationimage",
        scope=READ_PRODUCT,
        shows=("use_show_date", "show_start_date", "show_end_date", "image_list"),
        cacheable=True,
    ),
    get(
        "products/{product_no}/discountprice",
        shown(discountprice.retrieve),
        takes=discountprice.DiscountPricePath,
        gives=discountprice.DiscountPrice,
        key="discountprice",
        scope=READ_PRODUCT,
        cacheable=True,
    ),
    count(
        "products/{product_no}/hits/count",
        shown(hits.retrieve),
        takes=hits.HitQuery,
        scope=READ_PRODUCT,
        cacheable=True,
    ),
]
