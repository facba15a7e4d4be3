"""A report as CSV for spreadsheet programs: UTF-8 with byte order mark."""

import csv
import io
from collections.abc import AsyncIterator, Iterable
from typing import Final

from openmall.contract.errors import ApiError
from openmall.contract.json_values import Encodable
from openmall.contract.moments import ZONE_NAME
from openmall.contract.spreadsheets import safe
from openmall.http.web.languages import marked
from openmall.pages.backoffice.page_context import PageContext
from openmall.pages.backoffice.reports import report_labels
from openmall.pages.backoffice.reports.definitions import Kind, ReportDefinition
from openmall.pages.backoffice.reports.report_query import ReportQuery
from openmall.pages.backoffice.reports.report_rows import Comparison, Row, stream_rows
from openmall.pages.backoffice.reports.tables import visible_columns

BYTE_ORDER_MARK: Final = "\ufeff"
"""Without it spreadsheet programs decode Korean text wrongly."""
_TIMES: Final[frozenset[Kind]] = frozenset({"day", "month", "hour"})
"""Kinds of columns whose values begin at midnight or at the hour of a zone."""


def line(values: Iterable[Encodable]) -> str:
    """Return values as a CSV line."""
    out = io.StringIO()
    csv.writer(out, lineterminator="\r\n").writerow([safe(value) for value in values])
    return out.getvalue()


async def lines(
    context: PageContext,
    definition: ReportDefinition,
    query: ReportQuery,
    before: Comparison | None,
) -> AsyncIterator[str]:
    """Yield the file in chunks of lines.

    Raises the ApiError of the first chunk; a later error becomes the file's last line, because a
    truncated file would look complete.
    """
    columns = visible_columns(definition, query)
    head: list[str] = []
    earlier = context.translate(marked("earlier"))
    for column in columns:
        name = context.translate(report_labels.COLUMNS[column.name])
        if column.kind in _TIMES:
            name = f"{name} ({ZONE_NAME})"
        head.append(name)
        if query.compare and column.counted:
            head += [
                f"{name}, {earlier}",
                context.translate(marked("Difference")),
            ]
    text = BYTE_ORDER_MARK + line(head)
    row_count = 0
    try:
        async for rows in stream_rows(context, definition, query):
            chunk = [text, *(line(_values(definition, query, row, before)) for row in rows)]
            yield "".join(chunk)
            row_count, text = row_count + len(rows), ""
    except ApiError as error:
        if not row_count:
            raise
        yield line(
            [context.translate(marked("This file is incomplete.")), error.say(context.translate)]
        )
    else:
        if row_count == definition.max_rows:
            yield line(
                [
                    context.translate(
                        marked("The file ends here: it has the maximum number of rows.")
                    )
                ]
            )


def _values(
    definition: ReportDefinition, query: ReportQuery, row: Row, before: Comparison | None
) -> list[Encodable]:
    values: list[Encodable] = []
    for column in visible_columns(definition, query):
        values.append(row[column.name])
        if before is not None and column.counted:
            earlier = before.value_before(definition, row, column)
            values += [earlier, None if earlier is None else column.value(row) - earlier]
    return values
