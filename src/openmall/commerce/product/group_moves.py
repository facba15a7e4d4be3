"""Moves the products of a brand or supplier that is deleted to another, some at a time.

Most of them move before the transaction that deletes, in transactions of their own, so that a brand
of many products does not keep other writes waiting. A deletion that fails meanwhile is repeated,
and goes on where it stopped.
"""

from collections.abc import Sequence
from typing import Final

from openmall.commerce.collection import grouped_products
from openmall.commerce.collection.grouped_products import Group
from openmall.commerce.product import partner_updates
from openmall.commerce.product.products import group_store
from openmall.commerce.product.products.events import ProductUpdated
from openmall.contract.call import Call
from openmall.contract.journal import record
from openmall.contract.moments import moment

BATCH: Final = 200
"""Products of one transaction. So few move in the one that deletes."""


@grouped_products.CHANGE.register
async def change_group(call: Call, group: Group, code: str, instead: str) -> int:
    """Move every product of the brand or supplier `code` to `instead`; return their number.

    Each is announced as updated, in the languages in which it belonged to `code`.
    """
    moved = 0
    while product_nos := await group_store.numbers(call.db, group, code, most=BATCH):
        await _move(call, group, code, instead, product_nos)
        moved += len(product_nos)
    return moved


@grouped_products.MOVE_AHEAD.register
async def move_ahead(call: Call, group: Group, code: str, instead: str) -> None:
    """Move the products of `code` in transactions of their own.

    Called outside the transaction of `call`, whose line in the activity log has their number.
    """
    moved, last = 0, BATCH
    while last == BATCH:
        async with call.database.writing(call.mall.mall_id) as db:
            batch = Call(
                call.clock, db, call.mall, call.shop_no, call.identity, browser=call.browser
            )
            product_nos = await group_store.numbers(db, group, code, most=BATCH)
            await _move(batch, group, code, instead, product_nos)
            await record.write_events(batch)
        last = len(product_nos)
        moved += last
    call.journal(f"{group} {code}", {"products": (moved, 0)})


@grouped_products.HAS_MANY.register
async def has_many(call: Call, group: Group, code: str) -> bool:
    """Return whether a brand or supplier has more products than one transaction moves."""
    return len(await group_store.numbers(call.db, group, code, most=BATCH + 1)) > BATCH


@grouped_products.COUNT.register
async def count(call: Call, group: Group, codes: Sequence[str]) -> dict[str, int]:
    """Return the numbers of the products of brands, suppliers or the like, by their codes."""
    return await group_store.counts(call.db, group, codes, shop_no=call.shop_no)


async def _move(call: Call, group: Group, code: str, instead: str, product_nos: list[int]) -> None:
    now = moment(call.clock.now())
    for product in await group_store.lock(call.db, group, code, product_nos):
        product.updated_date = now
        call.publish(ProductUpdated.of(product))
    await group_store.change(call.db, group, code, instead, product_nos, now)
    await partner_updates.update_projection(call, product_nos)
