"""Marks customers dormant who have not signed in for months; signing in wakes them.

Specification: events 90145 and 90146 as catalogued. The period is a setting of the mall.
"""

from typing import Annotated, Final

import msgspec
from msgspec import Meta
from sqlalchemy import BigInteger, bindparam, select, update

from openmall.access.malls import due_malls
from openmall.access.malls.due_malls import OWN_NOW, malls_with
from openmall.commerce.customer.customers.events import CustomersRest
from openmall.commerce.customer.customers.tables import AWAKE, CUSTOMER
from openmall.contract.call import Call
from openmall.contract.crud.settings import SETTING, Setting, current
from openmall.contract.journal import batch as journal_batch
from openmall.contract.moments import Clock, Clocks, moment
from openmall.database.schema import fixed, fixed_code, partial_index
from openmall.database.session import Database
from openmall.database.statements import InList, Statement

BATCH_SIZE: Final = 100
"""Customers in one transaction and one event."""
SECONDS: Final = 3_600.0
"""Between two sweeps of a worker."""
_BASIC_SHOP: Final = 1
_A_MONTH: Final = 30.4375 * 86_400
Months = Annotated[int, Meta(ge=0, le=120)]


class DormancySetting(Setting, frozen=True, kw_only=True):
    """The dormancy setting of a mall; that of its basic shop applies."""

    months: Months = 12
    """Months without signing in after which a customer is dormant; 0: never."""


_S: Final = SETTING.c
_OF_DORMANCY: Final = _S.name == fixed_code(DormancySetting.__name__)
partial_index("ix_setting_of_dormancy", _S.mall_id, _S.shop_no, where=_OF_DORMANCY)
_SETTINGS: Final = Statement(
    select(_S.mall_id, _S.content).where(_OF_DORMANCY, _S.shop_no == fixed(_BASIC_SHOP)),
    across_malls="a worker looks for malls whose customers rest after other months",
)
_C: Final = CUSTOMER.c
_LONG_AGO: Final = OWN_NOW - bindparam("period", type_=BigInteger())
_SEARCHES: Final = (
    malls_with(CUSTOMER, AWAKE, _C.last_login_at <= _LONG_AGO),
    malls_with(CUSTOMER, AWAKE, _C.last_login_at.is_(None), _C.created_at <= _LONG_AGO),
)
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


async def mark_dormant(
    database: Database, clocks: Clocks, mall_ids: list[str] | None = None
) -> int:
    """Mark customers dormant who have not signed in for long; return their number.

    Of `mall_ids`, or of all malls. Each batch is a transaction that locks its customers; those
    another process has locked are skipped until the next sweep.
    """

    async def mark_all(mall_id: str) -> int:
        number = 0
        for statement in (_SIGNED_IN_BEFORE, _NEVER_SIGNED_IN):
            while some := await _mark_batch(database, clocks.of(mall_id), mall_id, statement):
                number += some
                if some < BATCH_SIZE:
                    break
        return number

    if mall_ids is not None:
        return sum([await mark_all(mall_id) for mall_id in mall_ids])
    return await due_malls.visit_found(await _malls_with_due(database, clocks), mark_all)


async def _malls_with_due(database: Database, clocks: Clocks) -> list[str]:
    """Return the malls with customers to be marked: each period that malls have is asked for."""
    async with database.reading("") as db:
        rows = await db.all(_SETTINGS)
    own = {
        mall_id: msgspec.json.decode(content, type=DormancySetting).months
        for mall_id, content in rows
    }
    of_others = DormancySetting().months
    now, due = int(clocks.machine.now()), list[str]()
    for months in sorted({of_others, *own.values()} - {0}):
        period = int(months * _A_MONTH)
        found = await due_malls.find(database, *_SEARCHES, now=now, period=period)
        due += [mall_id for mall_id in found if own.get(mall_id, of_others) == months]
    return due


async def _mark_batch(database: Database, clock: Clock, mall_id: str, statement: Statement) -> int:
    now = int(clock.now())
    async with database.writing(mall_id) as db:
        setting = await current(Call(clock, db), DormancySetting)
        if not setting.months:
            return 0
        before = now - int(setting.months * _A_MONTH)
        rows = await db.all(statement, before=before, limit=BATCH_SIZE)
        members = [member_id for (member_id,) in rows]
        if members:
            await db.run(_MARK_DORMANT, member_ids=members, now=now)
            event = CustomersRest(event_shop_no="1", member_id=", ".join(sorted(members)))
            await journal_batch.publish(db, clock, [event])
            content = f"{len(members)} customers rest since {moment(now).date()}"
            await journal_batch.write_activity(db, clock, "customers", "customer rest", content)
    return len(members)
