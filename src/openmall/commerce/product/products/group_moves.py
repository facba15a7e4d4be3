"""Moves the products of a brand or supplier that is deleted to another, some at a time.

Most of them move before the transaction that deletes, in transactions of their own, so that a brand
of many products does not keep other writes waiting. A deletion that fails meanwhile is repeated,
and goes on where it stopped.
"""

from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

from msgspec import Struct

from openmall.commerce.product.products import group_store, partner_updates
from openmall.commerce.product.products.events import ProductUpdated
from openmall.commerce.product.products.group_store import Group
from openmall.contract.call import Call
from openmall.contract.journal import record
from openmall.contract.moments import moment

BATCH: Final = 200
"""Products of one transaction. So few move in the one that deletes."""

P = TypeVar("P", bound=Struct)


async def change_group(call: Call, group: Group, code: str, instead: str) -> int:
    """Move every product of the brand or supplier `code` to `instead`; return their number.

    Each is announced as updated, in the languages in which it belonged to `code`.
    """
    moved = 0
    while product_nos := await group_store.numbers(call.db, group, code, most=BATCH):
        await _move(call, group, code, instead, product_nos)
        moved += len(product_nos)
    return moved


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


def moving_ahead(
    group: Group, instead: str, find: Callable[[Call, P], Awaitable[str]]
) -> Callable[[Call, P], Awaitable[Callable[[], Awaitable[P]]]]:
    """Return the `prepare` of an operation that deletes a brand or supplier.

    `find`: returns its code, or raises when there is none.
    """

    async def prepare(call: Call, params: P) -> Callable[[], Awaitable[P]]:
        code = await find(call, params)
        found = await group_store.numbers(call.db, group, code, most=BATCH + 1)
        has_many = len(found) > BATCH and code != instead and not call.dry_run

        async def work() -> P:
            if has_many:
                await move_ahead(call, group, code, instead)
            return params

        return work

    return prepare


async def _move(call: Call, group: Group, code: str, instead: str, product_nos: list[int]) -> None:
    now = moment(call.clock.now())
    for product in await group_store.lock(call.db, group, code, product_nos):
        product.updated_date = now
        call.publish(ProductUpdated.of(product))
    await group_store.change(call.db, group, code, instead, product_nos, now)
    await partner_updates.update_projection(call, product_nos)
