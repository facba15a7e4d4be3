"""Marks customers dormant who have not signed in for months; signing in wakes them.

Specification: events 90145 and 90146 as catalogued. The period is a setting of the mall.
"""

from typing import Annotated, Any, Final

from msgspec import Meta
from sqlalchemy import bindparam, select, update

from openmall.commerce.customer.customers.events import CustomersRest
from openmall.commerce.customer.customers.tables import AWAKE, CUSTOMER
from openmall.contract.call import Call
from openmall.contract.crud.settings import Setting, current
from openmall.contract.journal import batch as journal_batch
from openmall.contract.moments import Clock, Clocks, moment
from openmall.database.session import Database
from openmall.database.statements import InList, Statement

BATCH_SIZE: Final = 100
"""Customers in one transaction and one event."""
SECONDS: Final = 3_600.0
"""Between two sweeps of a worker."""
_A_MONTH: Final = 30.4375 * 86_400
Months = Annotated[int, Meta(ge=0, le=120)]


class DormancySetting(Setting, frozen=True, kw_only=True):
    """The dormancy setting of a mall; that of its basic shop applies."""

    months: Months = 12
    """Months without signing in after which a customer is dormant; 0: never."""


_C: Final = CUSTOMER.c
_SIGNED_IN_BEFORE: Final = Statement(
    select(_C.member_id)
    .where(_C.mall_id == bindparam("mall_id"), AWAKE, _C.last_login_at <= bindparam("before"))
    .order_by(_C.last_login_at)
    .limit(bindparam("limit"))
    .with_for_update(skip_locked=True)
)
_NEVER_SIGNED_IN: Final = Statement(
    select(_C.member_id)
    .where(
        _C.mall_id == bindparam("mall_id"),
        AWAKE,
        _C.last_login_at.is_(None),
        _C.created_at <= bindparam("before"),
    )
    .order_by(_C.created_at)
    .limit(bindparam("limit"))
    .with_for_update(skip_locked=True)
)
_MARK_DORMANT: Final = Statement(
    update(CUSTOMER)
    .where(_C.mall_id == bindparam("mall_id"), InList(_C.member_id, "member_ids"), AWAKE)
    .values(dormant_since=bindparam("now"))
)


async def mark_dormant(database: Database, clocks: Clocks, mall_ids: list[str]) -> int:
    """Mark customers of malls dormant who have not signed in for long; return their number.

    Each batch is a transaction that locks its customers; those another process has locked are
    skipped until the next sweep.
    """
    number = 0
    for mall_id in mall_ids:
        for statement in (_SIGNED_IN_BEFORE, _NEVER_SIGNED_IN):
            while some := await _mark_batch(database, clocks.of(mall_id), mall_id, statement):
                number += some
                if some < BATCH_SIZE:
                    break
    return number


async def _mark_batch(database: Database, clock: Clock, mall_id: str, statement: Statement) -> int:
    call = Call(clock)
    now = int(clock.now())
    async with database.writing(mall_id) as call.db:
        setting = await current(call, DormancySetting)
        if not setting.months:
            return 0
        before = now - int(setting.months * _A_MONTH)
        rows: list[Any] = await call.db.all(statement, before=before, limit=BATCH_SIZE)
        members = [member_id for (member_id,) in rows]
        if members:
            await call.db.run(_MARK_DORMANT, member_ids=members, now=now)
            event = CustomersRest(event_shop_no="1", member_id=", ".join(sorted(members)))
            await journal_batch.publish(call.db, clock, [event])
            content = f"{len(members)} customers rest since {moment(now).date()}"
            await journal_batch.write_activity(
                call.db, clock, "customers", "customer rest", content
            )
    return len(members)
