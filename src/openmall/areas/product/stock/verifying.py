"""Compares every quantity of a mall with what its ledger says, and tidies its reservations."""

from collections.abc import Callable
from typing import Final

from msgspec import Struct

from openmall.areas.product.products import store as products
from openmall.areas.product.stock import store
from openmall.contract.call import Call
from openmall.contract.moments import Clock, Clocks
from openmall.database import numbers
from openmall.database.session import Database

_AT_ONCE: Final = 500
"""Products of one look, so that a running server is never kept waiting."""


class Difference(Struct, frozen=True, kw_only=True):
    """A variant that has another quantity than its ledger says."""

    mall_id: str
    product_no: int
    variant_code: str
    quantity: int
    ledger: int


class Report(Struct, frozen=True, kw_only=True):
    """What a look through malls found."""

    malls: int
    variants: int
    differences: list[Difference]
    expired_reservations: int
    """Whose time is over: nobody has those units put by any more."""


async def verify(
    database: Database,
    clocks: Clocks,
    mall_ids: list[str],
    *,
    remove_expired: bool = False,
    progress: Callable[[float], None],
) -> Report:
    """Recompute every quantity of malls from the ledger.

    `remove_expired`: reservations whose time is over are removed, those of a product at a time.
    `progress` is called with the share of the work that is done, 0 to 1.
    """
    variants = expired = 0
    found = []
    for at, mall_id in enumerate(mall_ids):
        clock = clocks.of(mall_id)
        async with database.reading(mall_id) as db:
            highest = await numbers.taken(db, "product")
        for after in range(0, highest, _AT_ONCE):
            async with database.reading(mall_id) as db:
                rows = await store.compared(db, after, after + _AT_ONCE)
                now = int(clock.now())
                late = await store.with_run_out(db, after, after + _AT_ONCE, now=now)
            expired += sum(number for _, number in late)
            if remove_expired:
                for product_no, _ in late:
                    await _remove_expired(database, clock, mall_id, product_no)
            variants += len(rows)
            found += [
                Difference(
                    mall_id=mall_id,
                    product_no=product_no,
                    variant_code=variant_code,
                    quantity=quantity,
                    ledger=ledger,
                )
                for product_no, variant_code, quantity, ledger in rows
                if quantity != ledger
            ]
            progress((at + min(1.0, (after + _AT_ONCE) / highest)) / len(mall_ids))
    return Report(
        malls=len(mall_ids),
        variants=variants,
        differences=found,
        expired_reservations=expired,
    )


async def _remove_expired(database: Database, clock: Clock, mall_id: str, product_no: int) -> None:
    while True:
        async with database.writing(mall_id) as db:
            call = Call(clock)
            call.db = db
            await products.lock(call, product_no)
            gone = await store.run_out(db, product_no, now=int(clock.now()))
        if gone < store.RUN_OUT_AT_ONCE:
            return
