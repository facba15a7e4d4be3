"""The overview: open tasks, figures, newest orders, and apps.

Suppliers see only the list of the pages they may open.
"""

import asyncio
from collections.abc import Sequence
from datetime import date
from typing import Any, Final
from urllib.parse import urlencode

from babel.numbers import get_currency_precision
from msgspec import Struct
from starlette.responses import Response

from openmall.access.malls import staff_rights
from openmall.access.staff_site import office_url
from openmall.commerce.order.order_view import rules as order_view
from openmall.commerce.order.order_view.shape import Order
from openmall.commerce.salesreport import sales_amounts
from openmall.commerce.store.backoffice_menu import entries
from openmall.commerce.store.backoffice_menu import pages as menu_pages
from openmall.contract.errors import ApiError
from openmall.contract.json_values import Encodable
from openmall.contract.moments import moment
from openmall.http.web.languages import marked
from openmall.http.web.plots import Plot
from openmall.pages.backoffice.orders.order_summaries import EMBEDDED, summarize_order
from openmall.pages.backoffice.overview import next_steps, open_tasks, overview_period
from openmall.pages.backoffice.overview.dashboard_figures import (
    FIGURES,
    HourlyFigures,
    hour_number,
    plot,
    summaries,
)
from openmall.pages.backoffice.overview.overview_period import Period
from openmall.pages.backoffice.page_context import PageContext, Time
from openmall.pages.backoffice.rendering import money

NEWEST_ORDERS: Final = 8
"""Number of orders in the list of newest orders."""
_PAGE_SIZE: Final = 1000
PAID: Final = {"T": marked("paid"), "F": marked("not paid"), "M": marked("paid in part")}


HourlySums = dict[str, dict[int, int | float]]
"""Figure -> hour number -> value."""


async def show(context: PageContext) -> Response:
    """Handle `GET /admin`."""
    async with context.database.reading(context.mall_id) as db:
        apps = await entries.of_apps(db)
    # Users of suppliers see no figures of the shop: their page is a list of their entries.
    if context.user.manager_type == "S":
        return context.show(
            "overview.html",
            destinations=[page for page in context.allowed_pages() if page != context.page],
        )
    shop = context.shop
    now = moment(context.clock.now())
    rights = context.user.rights
    reported = rights.may("reports", "view")
    period = overview_period.read_period(context, now.date())
    # One read covers the period and the one before it, for the comparison.
    first, last = period.before.start, period.range.end
    # Each part only with the right to it; concurrently, since each waits for the database.
    sales, visits, tasks, orders, steps, samples = await asyncio.gather(
        _sales(context, shop.shop_no, first, last) if reported else _nothing(),
        _visits(context, shop.shop_no, first, last) if reported else _nothing(),
        open_tasks.find_tasks(context, shop.shop_no),
        _newest_orders(context, shop.shop_no) if rights.may("orders", "view") else _nothing(),
        next_steps.find_steps(context) if rights == staff_rights.ALL else _nothing(),
        next_steps.find_samples(context) if rights == staff_rights.ALL else _nothing(),
    )
    available = [] if sales is None else _available_figures(visits)
    # a new mall has next steps instead of zeros
    if steps and visits is not None and not any(visits["visits"].values()):
        available = []
    hours = HourlyFigures(
        {**(sales or {}), **(visits or {})}, decimals=get_currency_precision(shop.currency)
    )
    return context.show(
        "dashboard.html",
        status=422 if period.problem else 200,
        shop=shop,
        shop_links=[
            (_shop_address(each.shop_no), each.name, each == shop, None)
            for each in context.visit.mall.shops.values()
        ],
        analytics_unavailable=visits is None and reported,
        figures=summaries(context, hours, period, now, shop.currency, available),
        chart=_chart(context, hours, period, available),
        period=period,
        period_links=overview_period.links(context, period),
        answers=rights.may("boards", "view"),
        steps=steps or [],
        samples=samples or next_steps.NO_SAMPLES,
        done=context.translate(next_steps.MESSAGES.get(context.visit.query.text("done"), "")),
        tasks=[each for each in tasks if each.number != "0"],
        shows_orders=orders is not None,
        orders=[_order_row(context, row) for row in orders or []],
        apps=[(app.name, app.below(office_url())) for app in apps],
    )


class Chart(Struct, frozen=True):
    """The plot of one figure, and the links that show another."""

    plot: Plot
    links: list[tuple[str, str, bool, None]]
    """Address and title of each figure, and whether it is shown."""


def _chart(
    context: PageContext, hours: HourlyFigures, period: Period, figures: list[str]
) -> Chart | None:
    """Return the plot of the figure that the address names; None: there are no figures."""
    if not figures:
        return None
    asked = context.visit.query.text("figure")
    shown = asked if asked in figures else figures[0]
    shop_no = context.shop.shop_no
    kept = {**period.query, **({"shop_no": str(shop_no)} if shop_no != 1 else {})}
    return Chart(
        plot(context, hours, period, context.shop.currency, shown),
        [
            (
                f"{context.page.path}?{urlencode({**kept, 'figure': each})}#figures",
                context.translate(FIGURES[each]),
                each == shown,
                None,
            )
            for each in figures
        ],
    )


async def _nothing() -> None:
    """Stand for figures that the manager's role does not include."""


async def _newest_orders(context: PageContext, shop_no: int) -> Sequence[Order]:
    parameters: dict[str, Encodable] = {"shop_no": shop_no, "limit": NEWEST_ORDERS}
    return (await context.call(order_view.listing, parameters, embed=EMBEDDED)).content


def _available_figures(visits: Any) -> list[str]:
    """Return the available figures: no visits while analytics is unavailable."""
    return [name for name in FIGURES if name != "visits" or visits is not None]


async def _sales(context: PageContext, shop_no: int, first: date, last: date) -> HourlySums:
    """Return paid amounts and numbers of paid orders by hour."""
    sales: dict[int, int | float] = {}
    orders: dict[int, int | float] = {}
    more, offset = True, 0
    while more:
        response = await context.call(
            sales_amounts.hourly,
            {
                "shop_no": shop_no,
                "start_date": first.isoformat(),
                "end_date": last.isoformat(),
                "limit": _PAGE_SIZE,
                "offset": offset,
            },
        )
        for row in response.content:
            at = hour_number(row.collection_date, int(row.collection_hour))
            sales[at] = float(row.actual_order_amount)
            orders[at] = row.order_count
        more, offset = response.more, offset + _PAGE_SIZE
    return {"sales": sales, "orders": orders}


async def _visits(context: PageContext, shop_no: int, first: date, last: date) -> HourlySums | None:
    """Return the number of started visits by hour; None while analytics is unavailable."""
    visits: dict[int, int | float] = {}
    offset, is_last = 0, False
    while not is_last:
        parameters: dict[str, Encodable] = {
            "mall_id": context.mall_id,
            "shop_no": shop_no,
            "start_date": first.isoformat(),
            "end_date": last.isoformat(),
            "format_type": "hour",
            "limit": _PAGE_SIZE,
            "offset": offset,
        }
        try:
            rows = (await context.call("visitors/view", parameters, api="analytics")).content
        except ApiError as error:
            if error.status not in (503, 504):
                raise
            return None
        is_last = len(rows) < _PAGE_SIZE
        for row in rows:
            visits[hour_number(date.fromisoformat(row["date"]), row["hour"])] = row["visit_count"]
        offset += _PAGE_SIZE
    return {"visits": visits}


def _order_row(context: PageContext, row: Order) -> dict[str, Encodable]:
    at = "" if row.order_date is None else row.order_date.isoformat()
    orders = open_tasks.page_address("/orders")
    return {
        "order_id": row.order_id,
        "address": f"{orders}/{row.order_id}" if orders else "",
        "at": Time(at[:16].replace("T", " "), at),
        "buyer": row.billing_name or row.member_id or "",
        "amount": money(summarize_order(context, row).total.amount, row.currency),
        "paid": context.translate(PAID[row.paid]),
        "kind": "good" if row.paid == "T" else "",
    }


def _shop_address(shop_no: int) -> str:
    return f"{menu_pages.OVERVIEW.path}?shop_no={shop_no}"
