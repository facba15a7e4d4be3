"""Announces that stock changed, and lets everybody find the products whose stock did.

Called by name in the transaction of the change: the outbox, the time a product was last updated
and what partners read of it change exactly when the stock does.
"""

from collections.abc import Iterable

from msgspec import Struct

from openmall.areas.product.products import programme
from openmall.areas.product.products import shelving_store as store
from openmall.areas.product.stock.events import InventoryChanged, StockStatusChanged
from openmall.contract.call import Call
from openmall.contract.moments import moment


class Restocked(Struct, frozen=True, kw_only=True):
    """A variant whose stock changed, as it is now."""

    product_no: int
    variant_code: str
    quantity: int
    display_soldout: str
    """F for a variant that was removed."""


async def update(call: Call, product_nos: Iterable[int], restocked: Iterable[Restocked]) -> None:
    """Bring products to what their variants' stock is now, and announce what changed.

    `product_nos`: products whose variants changed, locked by this transaction; those that were
    deleted in it are passed over. Each of `restocked` is announced once (90075), a product that
    sold out or is in stock again once (90150). All languages are marked as updated.
    """
    changed: dict[int, list[Restocked]] = {number: [] for number in product_nos}
    for variant in restocked:
        changed[variant.product_no].append(variant)
    if not changed:
        return
    found = await store.standings(call, sorted(changed))
    now = int(call.clock.now())
    moved = [
        each
        for each in found
        if changed[each.product.product_no] or each.sold_out != each.product.sold_out
    ]
    await store.settle(call.db, moved, now=now)
    await programme.date(call, [each.product.product_no for each in moved], now=now)
    for each in moved:
        product = each.product
        for variant in changed[product.product_no]:
            call.announce(
                InventoryChanged.of(
                    product,
                    updated_date=moment(now),
                    variant_code=variant.variant_code,
                    quantity=variant.quantity,
                    use_soldout=variant.display_soldout,
                    sold_out=each.sold_out,
                )
            )
        if each.sold_out != product.sold_out:
            call.announce(
                StockStatusChanged(
                    event_shop_no=str(product.shop_no),
                    sold_out_by_current_shop=each.sold_out,
                    product_no=str(product.product_no),
                    sold_out={str(shop_no): each.sold_out for shop_no in call.mall.shops},
                )
            )
