"""Reports that managers saved in the back office, some of them mailed to their owner every week."""

from typing import Final

from msgspec import Struct
from sqlalchemy import bindparam, delete, insert, select, update

from openmall.database import sequences
from openmall.database.policies import no_personal_data, with_same_mall
from openmall.database.schema import number, partial_index, shop_table, text
from openmall.database.session import Database, Row, Session
from openmall.database.statements import Statement
from openmall.database.undo_policies import FIGURES_CHANGED

SAVED_REPORT: Final = shop_table(
    "saved_report",
    number("report_no"),
    number("shop_no"),
    text("user_id"),
    text("name"),
    text("slug"),
    text("period"),
    text("query"),
    number("next_at", null=True),
    number("created_at"),
    backup=with_same_mall("a copy mails nobody", watched=True),
    undo=FIGURES_CHANGED,
    personal_data=no_personal_data("what managers look at, by their user id"),
    key=("report_no",),
)
"""`slug`: the report. `period`: its days, such as `7` for the last ones. `query`: the rest of its
filters, URL-encoded. `next_at`: UTC second of the next mail by the mall's clock; null: none.
"""
_S: Final = SAVED_REPORT.c
MAILED: Final = _S.next_at.isnot(None)
partial_index("ix_saved_report_due", _S.mall_id, _S.next_at, where=MAILED)
MOST: Final = 100
"""Saved reports of a mall."""


class SavedReport(Struct, frozen=True, kw_only=True):
    """A saved report, as the columns of its table."""

    report_no: int
    shop_no: int
    user_id: str
    name: str
    slug: str
    period: str
    query: str
    next_at: int | None
    created_at: int


_MALL: Final = _S.mall_id == bindparam("mall_id")
_THIS: Final = (_MALL, _S.report_no == bindparam("report_no"))
_COLUMNS: Final = tuple(_S[name] for name in SavedReport.__struct_fields__)
_LIST: Final = Statement(
    select(*_COLUMNS).where(_MALL).order_by(_S.report_no.desc()).limit(bindparam("limit"))
)
_GET: Final = Statement(select(*_COLUMNS).where(*_THIS))
_GET_TO_CHANGE: Final = Statement(select(*_COLUMNS).where(*_THIS).with_for_update())
_ADD: Final = Statement(insert(SAVED_REPORT).values({c.name: bindparam(c.name) for c in _S}))
_SET_NEXT: Final = Statement(
    update(SAVED_REPORT).where(*_THIS).values(next_at=bindparam("next_at"))
)
_DELETE: Final = Statement(delete(SAVED_REPORT).where(*_THIS))
_MALLS: Final = Statement(
    select(_S.mall_id).where(MAILED, _S.next_at <= bindparam("now")).distinct(),
    across_malls="a worker looks for reports to mail",
)
_DUE: Final = Statement(
    select(*_COLUMNS)
    .where(_MALL, MAILED, _S.next_at <= bindparam("now"))
    .order_by(_S.next_at, _S.report_no)
    .limit(bindparam("limit"))
)


async def listing(db: Session) -> list[SavedReport]:
    """Return the saved reports of the session's mall, the newest first."""
    return [_report(row) for row in await db.all(_LIST, limit=MOST)]


async def get(db: Session, report_no: int, *, to_change: bool = False) -> SavedReport | None:
    """Return a saved report; None: there is none."""
    statement = _GET_TO_CHANGE if to_change else _GET
    row = await db.one(statement, report_no=report_no)
    return None if row is None else _report(row)


async def add(db: Session, report: SavedReport) -> int:
    """Add a report under the next number, which is returned."""
    report_no = await sequences.allocate(db, "saved_report")
    values = {name: getattr(report, name) for name in SavedReport.__struct_fields__}
    await db.run(_ADD, **{**values, "report_no": report_no})
    return report_no


async def set_next(db: Session, report_no: int, next_at: int | None) -> None:
    """Write when a report is mailed next; None: no more."""
    await db.run(_SET_NEXT, report_no=report_no, next_at=next_at)


async def remove(db: Session, report_no: int) -> bool:
    """Delete a saved report; False: there is none."""
    return bool(await db.run(_DELETE, report_no=report_no))


async def malls_with_due(database: Database, now: float) -> list[str]:
    """Return the malls with reports to be mailed."""
    async with database.reading("") as db:
        return [mall_id for (mall_id,) in await db.all(_MALLS, now=int(now))]


async def due(db: Session, now: float) -> list[SavedReport]:
    """Return the reports of the session's mall to be mailed, the longest overdue first."""
    return [_report(row) for row in await db.all(_DUE, now=int(now), limit=MOST)]


def _report(row: Row) -> SavedReport:
    return SavedReport(**dict(zip(SavedReport.__struct_fields__, row, strict=True)))
