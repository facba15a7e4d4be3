"""A report as a file that spreadsheet programs open: UTF-8 with its mark, one line a row."""

import csv
import io
from collections.abc import AsyncIterator, Iterable
from decimal import Decimal
from typing import Any, Final

from openmall.contract.errors import ApiError
from openmall.contract.spreadsheets import safe
from openmall.http.web.languages import marked
from openmall.pages.backoffice.desk import Desk
from openmall.pages.backoffice.reports import names
from openmall.pages.backoffice.reports.asked import Asked
from openmall.pages.backoffice.reports.asking import Earlier, Row, all_rows
from openmall.pages.backoffice.reports.sheets import Sheet
from openmall.pages.backoffice.reports.showing import columns

MARK: Final = "\ufeff"
"""Without it a spreadsheet program reads Korean as something else."""


def line(values: Iterable[Any]) -> str:
    """Return values as a line of the file."""
    out = io.StringIO()
    csv.writer(out, lineterminator="\r\n").writerow([safe(value) for value in values])
    return out.getvalue()


async def lines(
    desk: Desk, sheet: Sheet, asked: Asked, before: Earlier | None
) -> AsyncIterator[str]:
    """Yield the file, some lines at a time.

    Raises the ApiError of the first rows; what comes between later stands in the file's last line,
    because a file that merely ends would pass for whole.
    """
    shown = columns(sheet, asked)
    head: list[str] = []
    for column in shown:
        name = desk.said(names.COLUMNS[column.name])
        head.append(name)
        if asked.compare and column.counted:
            head += [f"{name}, {desk.said(marked('earlier'))}", desk.said(marked("Difference"))]
    text = MARK + line(head)
    sent = 0
    try:
        async for rows in all_rows(desk, sheet, asked):
            made = [text, *(line(_values(sheet, asked, row, before)) for row in rows)]
            yield "".join(made)
            sent, text = sent + len(rows), ""
    except ApiError as error:
        if not sent:
            raise
        yield line([desk.said(marked("This file is incomplete.")), error.message])
    else:
        if sent == sheet.most_rows:
            yield line(
                [desk.said(marked("The file ends here: it has the maximum number of rows."))]
            )


def _values(sheet: Sheet, asked: Asked, row: Row, before: Earlier | None) -> list[Any]:
    values: list[Any] = []
    for column in columns(sheet, asked):
        values.append(row[column.name])
        if before is not None and column.counted:
            then = before.of(sheet, row, column)
            values += [then, None if then is None else Decimal(row[column.name]) - then]
    return values
