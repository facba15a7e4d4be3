"""Customers who have not signed in for a long time rest, until they come back.

Specification: events 90145 and 90146 as catalogued; how long, is the mall's to say.
"""

from typing import Annotated, Any, Final

from msgspec import Meta
from sqlalchemy import bindparam, select, update

from openmall.areas.customer.customers.events import CustomersRest
from openmall.areas.customer.customers.tables import AWAKE, CUSTOMER
from openmall.contract.call import Call
from openmall.contract.moments import Clock, Clocks, moment
from openmall.database.session import Database
from openmall.database.statements import InList, Statement
from openmall.journal import batch
from openmall.standard.settings import Setting, current

AT_ONCE: Final = 100
"""Customers of one transaction, and of one event."""
SECONDS: Final = 3_600.0
"""Between two looks of a worker."""
_A_MONTH: Final = 30.4375 * 86_400
Months = Annotated[int, Meta(ge=0, le=120)]


class DormancySetting(Setting, frozen=True, kw_only=True):
    """When customers of a mall rest; its basic shop's counts."""

    months: Months = 12
    """Without signing in; 0: nobody does."""


_C: Final = CUSTOMER.c
_SEEN_LONG_AGO: Final = Statement(
    select(_C.member_id)
    .where(_C.mall_id == bindparam("mall_id"), AWAKE, _C.last_login_at <= bindparam("before"))
    .order_by(_C.last_login_at)
    .limit(bindparam("limit"))
    .with_for_update(skip_locked=True)
)
_NEVER_SEEN: Final = Statement(
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
_REST: Final = Statement(
    update(CUSTOMER)
    .where(_C.mall_id == bindparam("mall_id"), InList(_C.member_id, "member_ids"), AWAKE)
    .values(dormant_since=bindparam("now"))
)


async def let_rest(database: Database, clocks: Clocks, mall_ids: list[str]) -> int:
    """Let those customers of malls rest who have not signed in for long; return how many.

    Some at a time, each time in a transaction of its own, which locks them: what another process
    has locked is passed over, and looked at the next time.
    """
    number = 0
    for mall_id in mall_ids:
        for statement in (_SEEN_LONG_AGO, _NEVER_SEEN):
            while some := await _some(database, clocks.of(mall_id), mall_id, statement):
                number += some
                if some < AT_ONCE:
                    break
    return number


async def _some(database: Database, clock: Clock, mall_id: str, statement: Statement) -> int:
    call = Call(clock)
    now = int(clock.now())
    async with database.writing(mall_id) as call.db:
        setting = await current(call, DormancySetting)
        if not setting.months:
            return 0
        before = now - int(setting.months * _A_MONTH)
        rows: list[Any] = await call.db.all(statement, before=before, limit=AT_ONCE)
        members = [member_id for (member_id,) in rows]
        if members:
            await call.db.run(_REST, member_ids=members, now=now)
            event = CustomersRest(event_shop_no="1", member_id=", ".join(sorted(members)))
            await batch.announce(call.db, clock, [event])
            content = f"{len(members)} customers rest since {moment(now).date()}"
            await batch.log(call.db, clock, "customers", "customer rest", content)
    return len(members)
