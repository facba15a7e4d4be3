"""Sample products of a new mall: shown but not for sale, and removed again without a trace.

They are told by their codes. One whose code a manager changes is the shop's own from then on. No
API has these operations; a page of the back office calls them.
"""

from collections.abc import Sequence
from decimal import Decimal
from typing import Final

from babel.numbers import get_currency_precision
from msgspec import Struct

from openmall.commerce.product.product_service import rules as product_rules
from openmall.commerce.product.products import names
from openmall.commerce.product.products.shape import ListedProduct
from openmall.commerce.product.products.takes import (
    ProductDraft,
    ProductFilters,
    ProductPath,
    ProductQuery,
)
from openmall.commerce.product.refusals import NO_SAMPLE_PRODUCTS, SHOP_HAS_PRODUCTS
from openmall.commerce.product.stock import store as stock_store
from openmall.contract.call import Call
from openmall.contract.errors import Invalid, NotFound
from openmall.contract.params import ShopParams
from openmall.contract.resource import Resource
from openmall.database import ngrams
from openmall.translations.catalogues import Message

_SAMPLES: Final = (
    (Message("Linen apron", "sample"), 32_000),
    (Message("Stoneware bowl", "sample"), 18_000),
    (Message("Oak cutting board", "sample"), 45_000),
    (Message("Glass teapot", "sample"), 27_000),
)
"""Name, and price in won."""
CODES: Final = tuple(f"openmall-sample-{number}" for number in range(1, len(_SAMPLES) + 1))
_ABOUT: Final = Message("A sample product. It is not for sale; remove it on the overview.")
_WON: Final = 1_000
"""What an amount in won is divided by for a currency with two places."""


class SampleProducts(Struct, frozen=True, kw_only=True):
    """How many sample products there are, and how many of the shop's own."""

    installed: int
    own: int


async def retrieve(call: Call, params: ShopParams) -> SampleProducts:
    """Retrieve how many sample products there are, and how many of the shop's own."""
    installed = len(await _find(call))
    return SampleProducts(
        installed=installed, own=await product_rules.count(call, ProductFilters()) - installed
    )


async def install(call: Call, params: ShopParams) -> SampleProducts:
    """Create the sample products. Raises Invalid (422) where there are products already."""
    if await product_rules.count(call, ProductFilters()):
        raise Invalid(SHOP_HAS_PRODUCTS, parameter="shop_no")
    shop = call.mall.shops[call.shop_no]
    for code, (name, won) in zip(CODES, _SAMPLES, strict=True):
        whole = get_currency_precision(shop.currency) == 0
        price = Decimal(won) if whole else Decimal(won) / _WON
        draft = ProductDraft(
            shop_no=call.shop_no,
            product_name=name.translate(shop.language),
            summary_description=_ABOUT.translate(shop.language),
            custom_product_code=code,
            price=price,
            supply_price=Decimal(0),
            display="T",
            selling="F",
        )
        await product_rules.create(call, draft)
    return await retrieve(call, params)


async def remove(call: Call, params: ShopParams) -> SampleProducts:
    """Delete the sample products. Raises NotFound (404) where there are none."""
    found = await _find(call)
    if not found:
        raise NotFound(NO_SAMPLE_PRODUCTS, parameter="shop_no")
    numbers = [each.product_no for each in found]
    for number in numbers:
        await product_rules.delete(call, ProductPath(product_no=number))
    # what a deleted product leaves: its ledger of stock, and pieces of names without a product
    await stock_store.forget(call.db, numbers)
    for shop_no in sorted(call.mall.shops):
        for block in sorted({number // ngrams.BLOCK for number in numbers}):
            await names.renew(call.db, shop_no, block)
    return await retrieve(call, params)


async def _find(call: Call) -> Sequence[ListedProduct]:
    query = ProductQuery(shop_no=call.shop_no, custom_product_code=list(CODES), limit=100)
    more = call.effects.more
    found = await product_rules.listing(call, query)
    call.effects.more = more
    return found


_RESOURCE: Final = Resource(SampleProducts, area="product", key="sampleproducts")

OPERATIONS = [
    _RESOURCE.get("sampleproducts", retrieve, takes=ShopParams),
    _RESOURCE.post("sampleproducts", install, takes=ShopParams),
    _RESOURCE.delete("sampleproducts", remove, takes=ShopParams),
]
