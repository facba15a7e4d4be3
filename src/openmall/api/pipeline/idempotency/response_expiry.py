"""Sweep of expired responses: of calls with an idempotency key, and of forms (`pages.sent_forms`).

A call deletes some expired responses of its own mall; a mall without calls keeps none either.
"""

from typing import Final

from openmall.access.malls.expiry_sweep import sweep
from openmall.api.pipeline.idempotency import store
from openmall.contract.moments import Clocks
from openmall.database.session import Database

SECONDS: Final = 600.0
"""Between two sweeps of a worker."""
_CONSOLES: Final = ""
"""The tenant of forms of developers and operators, which the search for malls does not find."""


async def remove_expired(
    database: Database, clocks: Clocks, mall_ids: list[str] | None = None
) -> int:
    """Remove the expired responses of `mall_ids`, or of all malls and the consoles.

    Returns their number.
    """
    removed = 0
    for tenants in (mall_ids,) if mall_ids is not None else (None, [_CONSOLES]):
        removed += await sweep(
            database,
            clocks,
            tenants,
            searches=[store.MALLS_WITH_EXPIRED],
            find=store.count_expired,
            remove=store.remove_expired,
        )
    return removed
