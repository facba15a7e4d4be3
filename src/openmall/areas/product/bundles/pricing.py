"""What a bundle costs: what its parts cost together, less its discount.

The price is kept with the bundle, so that lists filter and sort by it. It is worked out anew in
the transaction that changes what a part costs, the parts or the discount.
"""

from collections.abc import Sequence
from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_UP, Decimal
from typing import Final

import msgspec

from openmall.areas.product.bundles import store
from openmall.areas.product.bundles.store import Cost
from openmall.areas.product.products import programme
from openmall.areas.product.products import store as products
from openmall.areas.product.products.events import ProductUpdated
from openmall.areas.product.products.pricing import priced
from openmall.contract.call import Call
from openmall.contract.change import differences
from openmall.contract.moments import moment
from openmall.contract.money import ZERO, rounded

_UNITS: Final = {"-2": Decimal("0.01"), "-1": Decimal("0.1"), "0": Decimal(1)}
_WAYS: Final = {"F": ROUND_FLOOR, "R": ROUND_HALF_UP, "C": ROUND_CEILING}


def discounted(cost: Cost) -> Decimal:
    """Return what a bundle costs; it is below zero where the discount is more than its parts."""
    told = cost.discount
    off = told.discount_value
    if told.discount_type == "P":
        off = cost.parts * off / 100
    if unit := _UNITS.get(told.discount_round_unit):
        off = (off / unit).quantize(Decimal(1), rounding=_WAYS[told.discount_round_type]) * unit
    return rounded(cost.parts - off)


async def prices(call: Call, product_nos: Sequence[int]) -> dict[tuple[int, int], Decimal]:
    """Return what bundles cost now: product number and shop -> price, zero at least.

    A part that became cheaper may have left less than the discount.
    """
    costs = await store.costs(call, list(product_nos))
    return {key: max(ZERO, discounted(cost)) for key, cost in costs.items()}


async def follow_parts(call: Call, part_nos: list[int]) -> None:
    """Bring the bundles that products are part of to what the products cost now."""
    if bundles := await store.made_of(call, part_nos):
        await follow(call, bundles)


async def follow(call: Call, product_nos: list[int]) -> None:
    """Bring bundles to what their parts cost now, in every language: logged, announced."""
    now = await prices(call, product_nos)
    touched = []
    for product, _ in await products.in_every_language(call, product_nos):
        price = now.get((product.product_no, product.shop_no), product.price)
        if price == product.price:
            continue
        at = moment(call.clock.now())
        after = msgspec.structs.replace(product, price=price, updated_date=at)
        after = priced(after, {"price"}, new=False)
        changes = differences(product, after)
        await products.change(call, after, changes)
        call.journal(f"product {after.product_no}", {"price": changes["price"]})
        call.announce(ProductUpdated.of(after))
        touched.append(after.product_no)
    await programme.follow(call, touched)
