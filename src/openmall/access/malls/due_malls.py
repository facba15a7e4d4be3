"""The search for malls in which a sweep has something to do, by the clock of each.

One statement looks at the rows of all malls, by an index that leads with the mall: a mall with
nothing to do costs one look in it, and is not opened. Of a Citus cluster every node is asked once.
"""

import logging
from collections.abc import Awaitable, Callable, Iterable
from typing import Final

from sqlalchemy import BigInteger, ColumnElement, Table, bindparam, exists, func, select

from openmall.access.malls.tables import MALL
from openmall.access.sandbox.store import SANDBOX
from openmall.contract.moments import Clocks
from openmall.database.schema import fixed
from openmall.database.session import Database
from openmall.database.statements import Statement

log = logging.getLogger("openmall")

AHEAD: Final[ColumnElement[int]] = func.coalesce(SANDBOX.c.ahead, fixed(0))
"""Seconds by which a mall's clock is ahead of the machine's, in a search."""
OWN_NOW: Final[ColumnElement[int]] = bindparam("now", type_=BigInteger()) + AHEAD
"""UTC seconds by a mall's own clock, in a search; `now` is bound to those of the machine."""


def malls_with(table: Table, *conditions: ColumnElement[bool]) -> Statement:
    """Return the search for the malls with a row of `table` that meets `conditions`."""
    return Statement(
        select(MALL.c.mall_id)
        .outerjoin(SANDBOX, SANDBOX.c.mall_id == MALL.c.mall_id)
        .where(exists().where(table.c.mall_id == MALL.c.mall_id, *conditions))
        .order_by(MALL.c.mall_id),
        across_malls="a sweep looks for the malls in which it has something to do",
    )


async def find(database: Database, *searches: Statement, **values: int | str) -> list[str]:
    """Return the malls that one of `searches` finds; `values`: what they bind."""
    found: set[str] = set()
    async with database.reading("") as db:
        for search in searches:
            found.update(mall_id for (mall_id,) in await db.all(search, **values))
    return sorted(found)


async def visit(
    database: Database,
    clocks: Clocks,
    searches: Iterable[Statement],
    work: Callable[[str], Awaitable[int]],
    *,
    mall_ids: Iterable[str] | None = None,
    **values: int | str,
) -> int:
    """Do `work` in `mall_ids`, or in each mall that is found; return the sum of its results.

    `searches`: bind `now` and what else is in `values`. `work`: takes a mall's id. Its failure in
    a mall that was found is logged, and the next search finds the mall again.
    """
    if mall_ids is not None:
        return sum([await work(mall_id) for mall_id in mall_ids])
    found = await find(database, *searches, now=int(clocks.machine.now()), **values)
    return await visit_found(found, work)


async def visit_found(mall_ids: Iterable[str], work: Callable[[str], Awaitable[int]]) -> int:
    """Do `work` in malls that were found; return the sum of its results. Failures are logged."""
    done = 0
    for mall_id in mall_ids:
        try:
            done += await work(mall_id)
        except Exception as error:
            facts = {"mall_id": mall_id, "reason": type(error).__name__}
            log.error("sweep failed in a mall", extra=facts)
    return done
