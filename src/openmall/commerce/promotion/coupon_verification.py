"""Compares coupons, discount codes and serial coupons with their ledgers."""

from collections.abc import Callable

from openmall.commerce.promotion.code_uses import store as code_use_store
from openmall.commerce.promotion.serialcoupons import store as serial_store
from openmall.commerce.promotion.uses import store as use_store
from openmall.commerce.promotion.uses.shape import Difference, Report
from openmall.database.session import Database


async def verify(
    database: Database, mall_ids: list[str], *, progress: Callable[[float], None]
) -> Report:
    """Compare coupons and discount codes of malls with their ledgers.

    `progress` is called with the completed share, 0 to 1.
    """
    found: list[Difference] = []
    for at, mall_id in enumerate(mall_ids, start=1):
        async with database.reading(mall_id) as db:
            found += await use_store.differences(db)
            found += await code_use_store.differences(db)
            found += await serial_store.differences(db)
        progress(at / len(mall_ids))
    return Report(malls=len(mall_ids), differences=found)
