"""The index of all reports, and the page of a report."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any, Final

from starlette.responses import Response, StreamingResponse

from openmall.commerce.store.backoffice_menu import pages as menu_pages
from openmall.contract.errors import ApiError
from openmall.contract.moments import moment
from openmall.http.web.languages import marked
from openmall.pages.backoffice.page_context import PageContext, PageError
from openmall.pages.backoffice.reports import csv, report_labels, report_names, tables
from openmall.pages.backoffice.reports.definitions import DEFINITIONS, ReportDefinition
from openmall.pages.backoffice.reports.report_names import NO_NAMES, Names
from openmall.pages.backoffice.reports.report_query import (
    COMPARISONS,
    DEVICES,
    PAGE_SIZE,
    PRESETS,
    DateRange,
    ReportQuery,
    preset_range,
    read_query,
)
from openmall.pages.backoffice.reports.report_rows import (
    MAX_ROWS_PER_CALL,
    Comparison,
    Row,
    fetch_comparison,
    fetch_rows,
)

CSV_SUFFIX: Final = ".csv"
"""Suffix of a report's download address."""
_FIELDS: Final = {
    "start_date": "start",
    "end_date": "end",
    "start_month": "start",
    "end_month": "end",
    "order_id": "order_id",
}
"""Parameter of an operation -> field of the form."""


async def index(context: PageContext) -> Response:
    """Handle `GET /admin/reports`: list the reports in groups."""
    groups = {
        title: [
            (f"{menu_pages.REPORTS.path}/{definition.slug}", *report_labels.TITLES[definition.slug])
            for definition in DEFINITIONS.values()
            if definition.group == group
        ]
        for group, title in report_labels.GROUPS.items()
    }
    about = marked("Who visits the shop, where they come from, and what they buy.")
    return context.show("directory.html", title=marked("Reports"), about=about, groups=groups)


async def show(context: PageContext) -> Response:
    """Handle `GET /admin/reports/<report>`: show a report; with the suffix `.csv`, as a file."""
    definition = DEFINITIONS.get(context.subpath.removesuffix(CSV_SUFFIX))
    if definition is None:
        raise PageError(
            marked("Report not found"),
            marked("There is no page at this address."),
            status=404,
        )
    query = read_query(
        context.visit.query, definition, context.shop.shop_no, moment(context.clock.now()).date()
    )
    if context.subpath.endswith(CSV_SUFFIX) and query.range is not None:
        try:
            return await _file(context, definition, query)
        except ApiError as error:
            return _page(context, definition, query, error=error)
    if query.range is None:
        return _page(context, definition, query)
    try:
        return await _report_page(context, definition, query, query.range)
    except ApiError as error:
        return _page(context, definition, query, error=error)


async def _report_page(
    context: PageContext, definition: ReportDefinition, query: ReportQuery, date_range: DateRange
) -> Response:
    # one extra row shows whether there is another page
    page_rows = fetch_rows(
        context,
        definition,
        query,
        date_range,
        limit=PAGE_SIZE + 1,
        offset=(query.page - 1) * PAGE_SIZE,
    )
    rows, plot_rows, before = await asyncio.gather(
        page_rows,
        _plot_rows(context, definition, query, date_range),
        _comparison(context, definition, query),
    )
    return _page(
        context,
        definition,
        query,
        rows=rows[:PAGE_SIZE],
        names=await report_names.find_names(context, definition, rows[:PAGE_SIZE], query.shop_no),
        more=len(rows) > PAGE_SIZE,
        before=before,
        plot=tables.plot(context, definition, query, plot_rows or rows, before)
        if query.page == 1
        else None,
    )


async def _plot_rows(
    context: PageContext, definition: ReportDefinition, query: ReportQuery, date_range: DateRange
) -> list[Row]:
    """Return all rows for a plot of days or hours, independent of the page shown."""
    if query.page > 1 or definition.row_unit not in ("days", "months"):
        return []
    if query.by_hour and date_range.days > tables.MAX_HOURLY_DAYS:
        return []
    return await fetch_rows(
        context, definition, query, date_range, limit=MAX_ROWS_PER_CALL, offset=0
    )


async def _comparison(
    context: PageContext, definition: ReportDefinition, query: ReportQuery
) -> Comparison | None:
    return await fetch_comparison(context, definition, query) if query.compare else None


async def _file(context: PageContext, definition: ReportDefinition, query: ReportQuery) -> Response:
    """Return the report as a file, streamed while it is generated."""
    chunks = csv.lines(context, definition, query, await _comparison(context, definition, query))
    first = await anext(chunks)

    async def stream() -> AsyncIterator[str]:
        yield first
        async for text in chunks:
            yield text

    name = f"{definition.slug}-{query.start}-{query.end}.csv"
    return StreamingResponse(
        stream(),
        media_type="text/csv; charset=utf-8",
        headers={
            "Content-Disposition": f'attachment; filename="{name}"',
            "Cache-Control": "no-store",
            "X-Content-Type-Options": "nosniff",
        },
    )


def _page(
    context: PageContext,
    definition: ReportDefinition,
    query: ReportQuery,
    *,
    rows: list[Row] | None = None,
    names: Names = NO_NAMES,
    more: bool = False,
    before: Comparison | None = None,
    plot: Any = None,
    error: ApiError | None = None,
) -> Response:
    address = f"{menu_pages.REPORTS.path}/{definition.slug}"
    today = moment(context.clock.now()).date()
    problems = dict.fromkeys(_FIELDS.values(), "")
    problems |= {name: context.translate(problem) for name, problem in query.problems.items()}
    # An error of the report belongs to the field that it names, otherwise to the page.
    field = _FIELDS.get(error.parameter or "", "") if error is not None else ""
    if error is not None and field:
        problems[field] = report_labels.error_message(context, error)
    title, about = report_labels.TITLES[definition.slug]
    page_rows = rows or []
    return context.show(
        "report.html",
        status=422 if query.problems else 200 if error is None else error.status,
        title=title,
        about=about,
        definition=definition,
        query=query,
        address=address,
        file=query.link(definition, address + CSV_SUFFIX),
        # Links, not buttons: a report with its period can be bookmarked and shared.
        presets=[
            (
                label,
                query.link(definition, address, start=str(days.start), end=str(days.end)),
                days == query.range,
            )
            for name, label in PRESETS.items()
            for days in [preset_range(name, today)]
        ],
        devices=[(device, context.translate(label)) for device, label in DEVICES.items()],
        comparisons=[(value, context.translate(label)) for value, label in COMPARISONS.items()],
        shops=[(shop.shop_no, shop.name) for shop in context.visit.mall.shops.values()],
        currency=context.visit.mall.shops[query.shop_no].currency,
        problems=problems,
        alert=report_labels.error_message(context, error)
        if error is not None and not field
        else "",
        headers=tables.headers(context, definition, query, address),
        rows=[tables.cells(context, definition, query, row, before, names) for row in page_rows],
        answered=rows is not None,
        incomplete=before is not None and not before.complete,
        plot=plot,
        hourly_plot_omitted=query.by_hour
        and query.range is not None
        and query.range.days > tables.MAX_HOURLY_DAYS,
        max_hourly_days=tables.MAX_HOURLY_DAYS,
        saved_query=query.link(definition, "").removeprefix("?"),
        saved_periods=[(name, context.translate(label)) for name, label in PRESETS.items()],
        # A saved report stores a relative period; other ranges are saved as the last 7 days.
        saved_period=next(
            (name for name in PRESETS if preset_range(name, today) == query.range), "7"
        ),
        newer=query.link(definition, address, page=query.page - 1) if query.page > 1 else "",
        older=query.link(definition, address, page=query.page + 1) if more else "",
    )
