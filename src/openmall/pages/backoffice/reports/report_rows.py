"""Fetches the rows of a report, and those of the earlier dates it is compared with."""

from collections.abc import AsyncIterator, Mapping
from datetime import date, timedelta
from decimal import Decimal
from typing import Any, Final, Protocol

from msgspec import Struct

from openmall.api.pipeline.operation_call import InternalResponse
from openmall.pages.backoffice.reports.definitions import Column, ReportDefinition
from openmall.pages.backoffice.reports.report_query import (
    DateRange,
    ReportQuery,
    comparison_range,
    months_before,
)

MAX_ROWS_PER_CALL: Final = 1000
"""Maximum number of rows an operation returns."""
MAX_COMPARISON_CALLS: Final = 2
"""Maximum number of calls for the earlier dates; later rows are not compared."""


class ReportContext(Protocol):
    """What the rows and texts of a report need: a page, or the worker that mails reports."""

    @property
    def mall_id(self) -> str: ...

    def translate(self, message: str) -> str:
        """Translate a text of the back office."""
        ...

    async def call(
        self, path: str, parameters: Mapping[str, Any] | None = None, *, api: str = "admin"
    ) -> InternalResponse[Any]:
        """Call an operation that reads."""
        ...


Row = dict[str, Any]
Key = tuple[Any, ...]


class Comparison(Struct, frozen=True):
    """The rows to compare with, by the key of the current rows."""

    rows: dict[Key, Row]
    complete: bool
    """False: there are more rows, so a missing row may exist."""

    def value_before(
        self, definition: ReportDefinition, row: Row, column: Column
    ) -> Decimal | None:
        """Return the earlier value of a row; None if unknown."""
        row_before = self.rows.get(row_key(definition, row))
        if row_before is None:
            return Decimal(0) if self.complete else None
        return column.value(row_before)


def row_key(definition: ReportDefinition, row: Row) -> Key:
    """Return the key of a report's row."""
    return tuple(row[name] for name in definition.keys)


async def fetch_rows(
    context: ReportContext,
    definition: ReportDefinition,
    query: ReportQuery,
    date_range: DateRange,
    *,
    limit: int,
    offset: int,
) -> list[Row]:
    """Return sorted rows of a report. Raises the ApiError of the operation."""
    if definition.unpaged:
        complete = await _fetch_complete(context, definition, query, date_range)
        return complete[offset : offset + limit]
    parameters = {
        **_range_parameters(definition, date_range),
        "shop_no": query.shop_no,
        "limit": limit,
        "offset": offset,
    }
    if definition.api == "analytics":
        parameters |= {
            "mall_id": context.mall_id,
            "device_type": query.device,
            "sort": query.sort,
            "order": query.order,
        }
        if definition.by_hour:
            parameters["format_type"] = "hour" if query.by_hour else "day"
        if query.order_id:
            parameters["order_id"] = query.order_id
    response = await context.call(definition.path, parameters, api=definition.api)
    rows: list[Row] = response.content
    return rows


async def _fetch_complete(
    context: ReportContext, definition: ReportDefinition, query: ReportQuery, date_range: DateRange
) -> list[Row]:
    parameters: dict[str, Any] = _range_parameters(definition, date_range)
    if definition.api == "analytics":
        parameters |= {
            "mall_id": context.mall_id, "shop_no": query.shop_no, "device_type": query.device
        }  # fmt: skip
        response = await context.call(definition.path, parameters, api="analytics")
        content: list[Row] = response.content
        return content
    response = await context.call(definition.path, parameters)
    rows: list[Row] = [row for row in response.content if row["shop_no"] == query.shop_no]
    column = next(each for each in definition.columns if each.sort == query.sort)

    def sort_value(row: Row) -> Any:
        return column.value(row) if column.counted else row[column.name]

    return sorted(rows, key=sort_value, reverse=query.order == "desc")


def _range_parameters(definition: ReportDefinition, date_range: DateRange) -> dict[str, str]:
    start, end = date_range.start.isoformat(), date_range.end.isoformat()
    if definition.row_unit == "months":
        return {"start_month": start[:7], "end_month": end[:7]}
    return {"start_date": start, "end_date": end}


async def stream_rows(
    context: ReportContext, definition: ReportDefinition, query: ReportQuery
) -> AsyncIterator[list[Row]]:
    """Yield the complete report in chunks of rows, up to `max_rows`."""
    assert query.range is not None
    for offset in range(0, definition.max_rows, MAX_ROWS_PER_CALL):
        limit = min(MAX_ROWS_PER_CALL, definition.max_rows - offset)
        rows = await fetch_rows(context, definition, query, query.range, limit=limit, offset=offset)
        yield rows
        if len(rows) < limit:
            return


async def fetch_comparison(
    context: ReportContext, definition: ReportDefinition, query: ReportQuery
) -> Comparison:
    """Return the rows of the earlier dates, keyed by the current dates."""
    assert query.range is not None
    earlier_range = comparison_range(definition, query)
    earlier_rows: list[Row] = []
    complete = False
    for number in range(MAX_COMPARISON_CALLS):
        rows = await fetch_rows(
            context,
            definition,
            query,
            earlier_range,
            limit=MAX_ROWS_PER_CALL,
            offset=number * MAX_ROWS_PER_CALL,
        )
        earlier_rows += rows
        if len(rows) < MAX_ROWS_PER_CALL:
            complete = True
            break
    aligned = (_aligned(definition, query, row, earlier_range) for row in earlier_rows)
    return Comparison({row_key(definition, row): row for row in aligned}, complete)


def _aligned(
    definition: ReportDefinition, query: ReportQuery, row: Row, earlier_range: DateRange
) -> Row:
    """Return an earlier row with the current date it is compared with."""
    assert query.range is not None
    if definition.row_unit == "days":
        offset = date.fromisoformat(row["date"]) - earlier_range.start
        return {**row, "date": (query.range.start + offset).isoformat()}
    if definition.row_unit == "months":
        start = query.range.start
        months = (
            (start.year - earlier_range.start.year) * 12 + start.month - earlier_range.start.month
        )
        return {
            **row,
            "month": months_before(date.fromisoformat(f"{row['month']}-01"), -months).isoformat()[
                :7
            ],
        }
    return row


def days_of(date_range: DateRange) -> list[str]:
    """Return the days of a range in ISO 8601, as reports have them."""
    return [(date_range.start + timedelta(days=ago)).isoformat() for ago in range(date_range.days)]
