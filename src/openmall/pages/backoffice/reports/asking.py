"""Asks the APIs for a report, and for the earlier days it is compared with."""

from collections.abc import AsyncIterator
from datetime import date, timedelta
from decimal import Decimal
from typing import Any, Final

from msgspec import Struct

from openmall.pages.backoffice.desk import Desk
from openmall.pages.backoffice.reports.asked import Asked, Range, back, earlier
from openmall.pages.backoffice.reports.sheets import Column, Sheet

AT_ONCE: Final = 1000
"""Rows of one question, the most an operation answers."""
MOST_COMPARED: Final = 2
"""Questions for the earlier days: beyond, rows are compared only where they are among these."""

Row = dict[str, Any]
Key = tuple[Any, ...]


class Earlier(Struct, frozen=True):
    """The rows to compare with, by what tells them apart now."""

    rows: dict[Key, Row]
    complete: bool
    """False: there are more; a row that is not found may have been there."""

    def of(self, sheet: Sheet, row: Row, column: Column) -> Decimal | None:
        """Return the figure a row had then; None: not known."""
        found = self.rows.get(key(sheet, row))
        if found is None:
            return Decimal(0) if self.complete else None
        return Decimal(found[column.name])


def key(sheet: Sheet, row: Row) -> Key:
    """Return what tells a row of a report from the others."""
    return tuple(row[name] for name in sheet.keys)


async def some(
    desk: Desk, sheet: Sheet, asked: Asked, within: Range, *, limit: int, offset: int
) -> list[Row]:
    """Return rows of a report, as it is sorted. Raises the ApiError a program would be answered."""
    if sheet.whole:
        found = await _whole(desk, sheet, asked, within)
        return found[offset : offset + limit]
    sent = {**_range(sheet, within), "shop_no": asked.shop_no, "limit": limit, "offset": offset}
    if sheet.door == "analytics":
        sent |= {
            "mall_id": desk.mall_id,
            "device_type": asked.device,
            "sort": asked.sort,
            "order": asked.order,
        }
        if sheet.by_hour:
            sent["format_type"] = "hour" if asked.by_hour else "day"
        if asked.order_id:
            sent["order_id"] = asked.order_id
    told = await desk.ask(sheet.path, sent, door=sheet.door)
    rows: list[Row] = told.content
    return rows


async def _whole(desk: Desk, sheet: Sheet, asked: Asked, within: Range) -> list[Row]:
    sent: dict[str, Any] = _range(sheet, within)
    if sheet.door == "analytics":
        sent |= {
            "mall_id": desk.mall_id, "shop_no": asked.shop_no, "device_type": asked.device
        }  # fmt: skip
        told = await desk.ask(sheet.path, sent, door="analytics")
        found: list[Row] = told.content
        return found
    told = await desk.ask(sheet.path, sent)
    rows: list[Row] = [row for row in told.content if row["shop_no"] == asked.shop_no]
    column = next(each for each in sheet.columns if each.sort == asked.sort)

    def place(row: Row) -> Any:
        return Decimal(row[column.name]) if column.counted else row[column.name]

    return sorted(rows, key=place, reverse=asked.order == "desc")


def _range(sheet: Sheet, within: Range) -> dict[str, str]:
    start, end = within.start.isoformat(), within.end.isoformat()
    if sheet.over == "months":
        return {"start_month": start[:7], "end_month": end[:7]}
    return {"start_date": start, "end_date": end}


async def all_rows(desk: Desk, sheet: Sheet, asked: Asked) -> AsyncIterator[list[Row]]:
    """Yield the whole report up to the sheet's bound, some rows at a time."""
    assert asked.range is not None
    for offset in range(0, sheet.most_rows, AT_ONCE):
        limit = min(AT_ONCE, sheet.most_rows - offset)
        rows = await some(desk, sheet, asked, asked.range, limit=limit, offset=offset)
        yield rows
        if len(rows) < limit:
            return


async def compared(desk: Desk, sheet: Sheet, asked: Asked) -> Earlier:
    """Return the rows of the earlier days, under the days of now they are compared with."""
    assert asked.range is not None
    then = earlier(sheet, asked)
    found: list[Row] = []
    complete = False
    for number in range(MOST_COMPARED):
        rows = await some(desk, sheet, asked, then, limit=AT_ONCE, offset=number * AT_ONCE)
        found += rows
        if len(rows) < AT_ONCE:
            complete = True
            break
    moved = (_moved(sheet, asked, row, then) for row in found)
    return Earlier({key(sheet, row): row for row in moved}, complete)


def _moved(sheet: Sheet, asked: Asked, row: Row, then: Range) -> Row:
    """Return a row of earlier days under the day of now that it is compared with."""
    assert asked.range is not None
    if sheet.over == "days":
        passed = date.fromisoformat(row["date"]) - then.start
        return {**row, "date": (asked.range.start + passed).isoformat()}
    if sheet.over == "months":
        start = asked.range.start
        months = (start.year - then.start.year) * 12 + start.month - then.start.month
        return {
            **row,
            "month": back(date.fromisoformat(f"{row['month']}-01"), -months).isoformat()[:7],
        }
    return row


def days(within: Range) -> list[str]:
    """Return the days of a range, as reports write them."""
    return [(within.start + timedelta(days=ago)).isoformat() for ago in range(within.days)]
