"""The page of all reports, and the one page every report is shown on."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any, Final

from starlette.responses import Response, StreamingResponse

from openmall.commerce.store.backoffice_menu import pages as menu_pages
from openmall.contract.errors import ApiError
from openmall.contract.moments import moment
from openmall.http.web.languages import marked
from openmall.pages.backoffice.desk import Desk, Failed
from openmall.pages.backoffice.reports import csv, names, showing
from openmall.pages.backoffice.reports.asked import (
    COMPARISONS,
    DEVICES,
    PAGE,
    PRESETS,
    Asked,
    Range,
    preset,
    read,
)
from openmall.pages.backoffice.reports.asking import AT_ONCE, Earlier, Row, compared, some
from openmall.pages.backoffice.reports.sheets import SHEETS, Sheet

FILE: Final = ".csv"
"""What follows a report's address where it is downloaded."""
_FIELDS: Final = {
    "start_date": "start",
    "end_date": "end",
    "start_month": "start",
    "end_month": "end",
    "order_id": "order_id",
}
"""Parameter of an operation -> field of the form."""


async def index(desk: Desk) -> Response:
    """`GET /admin/reports`: the reports there are, in groups."""
    groups = {
        title: [
            (f"{menu_pages.REPORTS.path}/{sheet.slug}", *names.TITLES[sheet.slug])
            for sheet in SHEETS.values()
            if sheet.group == group
        ]
        for group, title in names.GROUPS.items()
    }
    about = marked("Who visits the shop, where they come from, and what they buy.")
    return desk.show("directory.html", title=marked("Reports"), about=about, groups=groups)


async def show(desk: Desk) -> Response:
    """`GET /admin/reports/<report>`: a report as a page; with `.csv` behind it, as a file."""
    sheet = SHEETS.get(desk.below.removesuffix(FILE))
    if sheet is None:
        raise Failed(
            marked("Report not found"),
            marked("There is no page at this address."),
            status=404,
        )
    asked = read(desk.visit.query, sheet, desk.shop.shop_no, moment(desk.clock.now()).date())
    if desk.below.endswith(FILE) and asked.range is not None:
        try:
            return await _file(desk, sheet, asked)
        except ApiError as error:
            return _page(desk, sheet, asked, error=error)
    if asked.range is None:
        return _page(desk, sheet, asked)
    try:
        return await _filled(desk, sheet, asked, asked.range)
    except ApiError as error:
        return _page(desk, sheet, asked, error=error)


async def _filled(desk: Desk, sheet: Sheet, asked: Asked, within: Range) -> Response:
    # one row more than a page tells whether there is another page
    wanted = some(desk, sheet, asked, within, limit=PAGE + 1, offset=(asked.page - 1) * PAGE)
    rows, drawn, before = await asyncio.gather(
        wanted, _drawn(desk, sheet, asked, within), _before(desk, sheet, asked)
    )
    return _page(
        desk,
        sheet,
        asked,
        rows=rows[:PAGE],
        more=len(rows) > PAGE,
        before=before,
        plot=showing.plot(desk, sheet, asked, drawn or rows, before) if asked.page == 1 else None,
    )


async def _drawn(desk: Desk, sheet: Sheet, asked: Asked, within: Range) -> list[Row]:
    """Return what a plot of days or hours needs: all rows, whatever page of them is shown."""
    if asked.page > 1 or sheet.over not in ("days", "months"):
        return []
    if asked.by_hour and within.days > showing.MOST_HOURS:
        return []
    return await some(desk, sheet, asked, within, limit=AT_ONCE, offset=0)


async def _before(desk: Desk, sheet: Sheet, asked: Asked) -> Earlier | None:
    return await compared(desk, sheet, asked) if asked.compare else None


async def _file(desk: Desk, sheet: Sheet, asked: Asked) -> Response:
    """Return the report as a file, which is sent while it is made."""
    rest = csv.lines(desk, sheet, asked, await _before(desk, sheet, asked))
    first = await anext(rest)

    async def all_of_it() -> AsyncIterator[str]:
        yield first
        async for text in rest:
            yield text

    name = f"{sheet.slug}-{asked.start}-{asked.end}.csv"
    return StreamingResponse(
        all_of_it(),
        media_type="text/csv; charset=utf-8",
        headers={
            "Content-Disposition": f'attachment; filename="{name}"',
            "Cache-Control": "no-store",
            "X-Content-Type-Options": "nosniff",
        },
    )


def _page(
    desk: Desk,
    sheet: Sheet,
    asked: Asked,
    *,
    rows: list[Row] | None = None,
    more: bool = False,
    before: Earlier | None = None,
    plot: Any = None,
    error: ApiError | None = None,
) -> Response:
    address = f"{menu_pages.REPORTS.path}/{sheet.slug}"
    today = moment(desk.clock.now()).date()
    problems = dict.fromkeys(_FIELDS.values(), "")
    problems |= {name: desk.said(problem) for name, problem in asked.problems.items()}
    beside = _FIELDS.get(error.parameter or "", "") if error is not None else ""
    if error is not None and beside:
        problems[beside] = names.refusal(desk, error)
    title, about = names.TITLES[sheet.slug]
    shown = rows or []
    return desk.show(
        "report.html",
        status=422 if asked.problems else 200 if error is None else error.status,
        title=title,
        about=about,
        sheet=sheet,
        asked=asked,
        address=address,
        file=asked.link(sheet, address + FILE),
        presets=[
            (
                said,
                asked.link(sheet, address, start=str(days.start), end=str(days.end)),
                days == asked.range,
            )
            for name, said in PRESETS.items()
            for days in [preset(name, today)]
        ],
        devices=[(device, desk.said(said)) for device, said in DEVICES.items()],
        comparisons=[(value, desk.said(said)) for value, said in COMPARISONS.items()],
        shops=[(shop.shop_no, shop.name) for shop in desk.visit.mall.shops.values()],
        currency=desk.visit.mall.shops[asked.shop_no].currency,
        problems=problems,
        alert=names.refusal(desk, error) if error is not None and not beside else "",
        heads=showing.heads(desk, sheet, asked, address),
        rows=[showing.cells(desk, sheet, asked, row, before) for row in shown],
        answered=rows is not None,
        incomplete=before is not None and not before.complete,
        plot=plot,
        undrawn=asked.by_hour and asked.range is not None and asked.range.days > showing.MOST_HOURS,
        most_hours=showing.MOST_HOURS,
        newer=asked.link(sheet, address, page=asked.page - 1) if asked.page > 1 else "",
        older=asked.link(sheet, address, page=asked.page + 1) if more else "",
    )
