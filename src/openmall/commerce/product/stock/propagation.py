"""Announces changes of stock and updates the products they affect.

Called by name in the transaction of the change: the outbox, the update time of products and the
partner projection change together with the stock.
"""

from collections.abc import Iterable

from msgspec import Struct

from openmall.commerce.product import partner_updates
from openmall.commerce.product.stock import availability_store
from openmall.commerce.product.stock.events import InventoryChanged, StockStatusChanged
from openmall.contract.call import Call
from openmall.contract.moments import moment


class Restocked(Struct, frozen=True, kw_only=True):
    """A variant after its stock changed."""

    product_no: int
    variant_code: str
    quantity: int
    display_soldout: str
    """F for a variant that was removed."""


async def update(call: Call, product_nos: Iterable[int], restocked: Iterable[Restocked]) -> None:
    """Update products to their variants' current stock, and announce the changes.

    `product_nos`: products whose variants changed, locked by this transaction; those that were
    deleted in it are passed over. Each of `restocked` is announced once (90075), a product that
    sold out or is in stock again once (90150). All languages are marked as updated.
    """
    changed: dict[int, list[Restocked]] = {number: [] for number in product_nos}
    for variant in restocked:
        changed[variant.product_no].append(variant)
    if not changed:
        return
    found = await availability_store.sold_out_states(call, sorted(changed))
    now = int(call.clock.now())
    moved = [
        each for each in found if changed[each.product.product_no] or each.after != each.before
    ]
    await availability_store.write_sold_out(call.db, moved, now=now)
    await partner_updates.mark_updated(call, [each.product.product_no for each in moved], now=now)
    for each in moved:
        product = each.product
        for variant in changed[product.product_no]:
            call.publish(
                InventoryChanged.of(
                    product,
                    updated_date=moment(now),
                    variant_code=variant.variant_code,
                    quantity=variant.quantity,
                    use_soldout=variant.display_soldout,
                    sold_out=each.sold_out,
                )
            )
        if each.after != each.before:
            call.publish(
                StockStatusChanged(
                    event_shop_no=str(product.shop_no),
                    sold_out_by_current_shop=each.sold_out,
                    product_no=str(product.product_no),
                    sold_out={
                        str(shop_no): each.after.get(shop_no, each.sold_out)
                        for shop_no in call.mall.shops
                    },
                )
            )
