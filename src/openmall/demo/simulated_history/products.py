"""The products of a mall's shops, as a world needs them."""

from typing import Final

from msgspec import Struct

from openmall.commerce.category.categories import category_placements
from openmall.commerce.category.categories.shape import CategoryQuery
from openmall.commerce.category.category_service import rules as category_rules
from openmall.commerce.order.placement.placing.pricing import Priced, RequestedItem, priced
from openmall.commerce.product.product_service import rules as product_rules
from openmall.commerce.product.products import store as product_store
from openmall.commerce.product.products.takes import ProductQuery
from openmall.commerce.product.variants import store as variant_store
from openmall.commerce.product.variants.store import OptionNames
from openmall.contract.call import Call
from openmall.contract.money import hundredths
from openmall.demo.catalogue import catalogue
from openmall.demo.simulated_history.history import Bought, Offer, Ware

_PAGE: Final = 100
SPARED: Final = 3
"""Units of each variant that a world leaves on the shelf."""


class Shelves(Struct, frozen=True, kw_only=True):
    """The products of a mall."""

    wares: dict[int, list[Ware]]
    """Shop -> its products, by number."""
    priced: dict[tuple[int, str], Priced]
    """Shop and variant -> one unit of it, as it is ordered."""
    options: dict[tuple[int, int], list[OptionNames]]
    """Shop and product -> what its options are called."""
    stock: dict[str, int]
    """Variant that counts its stock -> how many units a world may sell."""

    def item(self, shop_no: int, bought: Bought) -> Priced:
        """Return units of a variant as they are ordered in a shop."""
        known = self.priced[shop_no, bought.offer.code]
        requested = RequestedItem(variant_code=bought.offer.code, quantity=bought.quantity)
        names = self.options[shop_no, bought.ware.product_no]
        return priced(requested, known.product, names, known.variant)


async def shelves(call: Call) -> Shelves:
    """Return the products of the demo catalogue in every shop of the call's mall."""
    found = Shelves(wares={}, priced={}, options={}, stock={})
    for shop_no in call.mall.shops:
        with call.in_shop(shop_no):
            found.wares[shop_no] = await _shop(call, found)
    return found


async def _shop(call: Call, found: Shelves) -> list[Ware]:
    codes = [each.code for each in catalogue().products]
    numbers: list[int] = []
    while True:
        query = ProductQuery(
            shop_no=call.shop_no, custom_product_code=codes, limit=_PAGE, offset=len(numbers)
        )
        page = await product_rules.listing(call, query)
        numbers += [each.product_no for each in page]
        if len(page) < _PAGE:
            break
    products = await product_store.of_numbers(call, sorted(numbers))
    variants = await variant_store.of_products(
        call, {number: names for number, (_, names) in products.items()}
    )
    named = await _categories(call)
    filed: dict[int, list[tuple[int, str]]] = {}
    for product_no, category_no in await category_placements.of_products(call.db, sorted(numbers)):
        filed.setdefault(product_no, []).append((category_no, named[category_no]))
    wares = []
    for number in sorted(products):
        product, names = products[number]
        found.options[call.shop_no, number] = names
        offers = []
        for variant in variants[number]:
            requested = RequestedItem(variant_code=variant.variant_code, quantity=1)
            item = priced(requested, product, names, variant)
            if "F" in (product.display, product.selling, variant.display, variant.selling):
                continue
            if variant.use_inventory == "T":
                found.stock[variant.variant_code] = max(0, variant.quantity - SPARED)
            price = hundredths(item.costs.product_price + item.costs.option_price)
            offers.append(Offer(variant.variant_code, price))
            found.priced[call.shop_no, variant.variant_code] = item
        if offers:
            wares.append(
                Ware(
                    product_no=number,
                    code=product.product_code,
                    name=product.product_name,
                    offers=offers,
                    categories=sorted(filed.get(number, [])),
                )
            )
    return wares


async def _categories(call: Call) -> dict[int, str]:
    """Return the names of the shop's categories."""
    named: dict[int, str] = {}
    while True:
        query = CategoryQuery(shop_no=call.shop_no, limit=_PAGE, offset=len(named))
        page = await category_rules.listing(call, query)
        named |= {each.category_no: each.category_name for each in page}
        if len(page) < _PAGE:
            return named
