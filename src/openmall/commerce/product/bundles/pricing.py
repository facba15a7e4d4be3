"""The price of a bundle: the sum of its parts' prices, less its discount.

The price is stored with the bundle, so that lists filter and sort by it. It is recalculated in the
transaction that changes a part's price, the parts or the discount.
"""

from collections.abc import Sequence
from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_UP, Decimal
from typing import Final

import msgspec

from openmall.commerce.product import partner_updates
from openmall.commerce.product.bundles import store
from openmall.commerce.product.bundles.store import Cost
from openmall.commerce.product.products import store as product_store
from openmall.commerce.product.products.events import ProductUpdated
from openmall.commerce.product.products.pricing import priced
from openmall.contract.call import Call, Shop
from openmall.contract.change import differences
from openmall.contract.moments import moment
from openmall.contract.money import ZERO, in_units, smallest_unit

_UNITS: Final = {str(power): Decimal(10) ** power for power in range(-2, 4)}
_ROUNDING: Final = {"F": ROUND_FLOOR, "R": ROUND_HALF_UP, "C": ROUND_CEILING}


def bundle_price(cost: Cost, shop: Shop) -> Decimal:
    """Return the price of a bundle; below zero where the discount exceeds the sum of its parts.

    Rounded half up to the smallest unit of the currency of its shop, as calculated prices are.
    """
    discount = cost.discount
    off = discount.discount_value
    if discount.discount_type == "P":
        off = cost.parts * off / 100
    if unit := _UNITS.get(discount.discount_round_unit):
        off = (off / unit).quantize(
            Decimal(1), rounding=_ROUNDING[discount.discount_round_type]
        ) * unit
    return in_units(cost.parts - off, smallest_unit(shop.currency))


async def prices(call: Call, product_nos: Sequence[int]) -> dict[tuple[int, int], Decimal]:
    """Return the current prices of bundles: product number and shop -> price, at least zero.

    A part that became cheaper may have left less than the discount.
    """
    costs = await store.costs(call, list(product_nos))
    shops = call.mall.shops
    return {key: max(ZERO, bundle_price(cost, shops[key[1]])) for key, cost in costs.items()}


async def recalculate_for_parts(call: Call, part_nos: list[int]) -> None:
    """Recalculate the bundles that these products are part of."""
    if bundles := await store.bundles_with_parts(call, part_nos):
        await recalculate(call, bundles)


async def recalculate(call: Call, product_nos: list[int]) -> None:
    """Recalculate the prices of bundles in every language; log and announce the changes."""
    now = await prices(call, product_nos)
    written = []
    for product, _ in await product_store.in_every_language(call, product_nos):
        price = now.get((product.product_no, product.shop_no), product.price)
        if price == product.price:
            continue
        at = moment(call.clock.now())
        after = msgspec.structs.replace(product, price=price, updated_date=at)
        after = priced(after, {"price"}, call.mall.shops, new=False)
        changes = differences(product, after)
        written.append((after, changes))
        call.journal(f"product {after.product_no}", {"price": changes["price"]})
        call.publish(ProductUpdated.of(after))
    await product_store.change_several(call, written)
    await partner_updates.update_projection(call, [after.product_no for after, _ in written])
