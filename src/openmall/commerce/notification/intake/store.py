"""SQL of the events that messages are made of, and of how far they were read."""

from collections.abc import Sequence
from typing import Final

from sqlalchemy import and_, bindparam, func, select, update

from openmall.access.malls.tables import MALL
from openmall.commerce.customer.customers.tables import DEVICE
from openmall.commerce.notification.intake.tables import CURSOR
from openmall.commerce.supply.contacts import contacts_of
from openmall.commerce.supply.tables import SUPPLIER
from openmall.contract.journal.tables import EVENT
from openmall.database.schema import fixed_text
from openmall.database.sequences import SEQUENCE
from openmall.database.session import Database, Row, Session
from openmall.database.statements import InList, Statement

_E: Final = EVENT.c
_MALL: Final = CURSOR.c.mall_id == bindparam("mall_id")
_DUE: Final = Statement(
    select(MALL.c.mall_id)
    .select_from(MALL)
    .join(
        SEQUENCE,
        and_(SEQUENCE.c.mall_id == MALL.c.mall_id, SEQUENCE.c.name == fixed_text("event")),
    )
    .outerjoin(CURSOR, CURSOR.c.mall_id == MALL.c.mall_id)
    .where(SEQUENCE.c.value > func.coalesce(CURSOR.c.sequence, 0))
    .order_by(MALL.c.mall_id),
    across_malls="a worker looks for the malls in which something happened",
)
_CURSOR: Final = Statement(select(CURSOR.c.sequence).where(_MALL))
_CURSOR_TO_CHANGE: Final = Statement(select(CURSOR.c.sequence).where(_MALL).with_for_update())
_FIRST: Final = Statement(
    lambda insert: (
        insert(CURSOR)
        .values({c.name: bindparam(c.name) for c in CURSOR.c})
        .on_conflict_do_nothing(index_elements=["mall_id"])
    )
)
_MOVE: Final = Statement(update(CURSOR).where(_MALL).values(sequence=bindparam("sequence")))
_EVENTS: Final = Statement(
    select(_E.sequence, _E.event_no, _E.resource, _E.created_at)
    .where(_E.mall_id == bindparam("mall_id"), _E.sequence > bindparam("after"))
    .order_by(_E.sequence)
    .limit(bindparam("most"))
)
_TAKES_PUSH: Final = Statement(
    select(DEVICE.c.member_id)
    .where(
        DEVICE.c.mall_id == bindparam("mall_id"),
        DEVICE.c.shop_no == bindparam("shop_no"),
        DEVICE.c.member_id == bindparam("member_id"),
        DEVICE.c.use_push_flag == "T",
    )
    .limit(1)
)
_SUPPLIERS: Final = Statement(
    select(SUPPLIER.c.details).where(
        SUPPLIER.c.mall_id == bindparam("mall_id"),
        SUPPLIER.c.shop_no == 1,
        InList(SUPPLIER.c.supplier_code, "codes"),
    )
)


async def malls_with_events(database: Database) -> list[str]:
    """Return the malls with events that were not read yet."""
    async with database.reading("") as db:
        return [mall_id for (mall_id,) in await db.all(_DUE)]


async def cursor(db: Session) -> int | None:
    """Return the number of the last event that was read, locked; None: none ever was."""
    row = await db.one(_CURSOR_TO_CHANGE)
    if row is not None:
        return int(row[0])
    await db.run(_FIRST, sequence=0)
    return None


async def read_up_to(db: Session) -> int:
    """Return the number up to which the events of the session's mall were read."""
    row = await db.one(_CURSOR)
    return 0 if row is None else int(row[0])


async def move_cursor(db: Session, sequence: int) -> None:
    """Write up to which number events were read."""
    await db.run(_MOVE, sequence=sequence)


async def events(db: Session, *, after: int, most: int) -> list[Row]:
    """Return number, kind, JSON and time of the events behind `after`."""
    return await db.all(_EVENTS, after=after, most=most)


async def takes_push(db: Session, *, shop_no: int, member_id: str) -> bool:
    """Say whether a customer has a device that takes push messages."""
    row = await db.one(_TAKES_PUSH, shop_no=shop_no, member_id=member_id)
    return row is not None


async def supplier_emails(db: Session, codes: Sequence[str]) -> list[str]:
    """Return the mail addresses of the contacts of suppliers."""
    rows = await db.all(_SUPPLIERS, codes=list(codes)) if codes else []
    return [each.email for (details,) in rows for each in contacts_of(details) if each.email]
