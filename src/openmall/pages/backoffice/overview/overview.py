"""The dashboard: figures, open tasks, newest orders, and apps.

Suppliers see only the list of the pages they may open.
"""

import asyncio
from collections.abc import Sequence
from datetime import date
from typing import Any, Final

from msgspec import Struct
from starlette.responses import Response

from openmall.access.malls import staff_rights
from openmall.access.staff_site import office_url
from openmall.commerce.community.article_service import rules as article_rules
from openmall.commerce.order.billing.gateways.disputes import store as dispute_store
from openmall.commerce.order.order_view import rules as order_view
from openmall.commerce.order.order_view.shape import Order
from openmall.commerce.product.product_service import rules as product_rules
from openmall.commerce.salesreport import sales_amounts
from openmall.commerce.store.backoffice_menu import entries
from openmall.commerce.store.backoffice_menu import pages as menu_pages
from openmall.contract.errors import ApiError
from openmall.contract.json_values import Encodable
from openmall.contract.moments import moment
from openmall.http.web.languages import marked
from openmall.pages.backoffice.number_format import format_number
from openmall.pages.backoffice.orders.order_summaries import EMBEDDED, summarize_order
from openmall.pages.backoffice.overview import next_steps, overview_period
from openmall.pages.backoffice.overview.dashboard_figures import (
    FIGURES,
    HourlyFigures,
    figure_groups,
    first_day,
    hour_number,
    plots,
)
from openmall.pages.backoffice.page_context import PageContext, Time
from openmall.pages.backoffice.rendering import money

NEWEST_ORDERS: Final = 8
"""Number of orders in the list of newest orders."""
_QUESTIONS_PAGE: Final = 100
MAX_QUESTIONS: Final = 1000
"""Maximum number of questions counted; beyond, a `+` follows the number."""
_PAGE_SIZE: Final = 1000
_QUESTION_BOARDS: Final = (
    (6, marked("Unanswered product questions")),
    (9, marked("Unanswered inquiries")),
)
"""Boards with customer questions: about products, and one to one."""
_ORDER_TASKS: Final = (
    (marked("Orders waiting for payment"), "unpaid", ("N00",)),
    (marked("Orders to prepare"), "paid", ("N10",)),
    (marked("Orders to ship"), "prepared", ("N20", "N21")),
    (marked("Orders on hold"), "held", ("N22",)),
    (marked("Cancellations to decide"), "cancelling", ("C00", "C10", "C34", "C36")),
    (
        marked("Returns to decide"),
        "returning",
        ("R00", "R10", "R12", "R13", "R20", "R30", "R31"),
    ),
    (
        marked("Exchanges to decide"),
        "exchanging",
        ("E00", "E10", "E12", "E13", "E20", "E30", "E31"),
    ),
)
"""Label, tab of the order list, and states of the items of each task."""
PAID: Final = {"T": marked("paid"), "F": marked("not paid"), "M": marked("paid in part")}


HourlySums = dict[str, dict[int, int | float]]
"""Figure -> hour number -> value."""


class Task(Struct, frozen=True):
    """An open task: label, count, and the address of its page."""

    label: str
    number: str
    address: str
    """Address; empty without such a page in the back office."""


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
    first, last = first_day(now.date()), now.date()
    # One read covers the period and the one before it, for the comparison.
    if period.range is not None and period.before is not None:
        first, last = period.before.start, period.range.end
    # Each part only with the right to it; concurrently, since each waits for the database.
    sales, visits, tasks, orders, steps, samples = await asyncio.gather(
        _sales(context, shop.shop_no, first, last) if reported else _nothing(),
        _visits(context, shop.shop_no, first, last) if reported else _nothing(),
        _tasks(context, shop.shop_no),
        _newest_orders(context, shop.shop_no) if rights.may("orders", "view") else _nothing(),
        next_steps.find_steps(context) if rights == staff_rights.ALL else _nothing(),
        next_steps.find_samples(context) if rights == staff_rights.ALL else _nothing(),
    )
    available = [] if sales is None else _available_figures(visits)
    hours = HourlyFigures({**(sales or {}), **(visits or {})})
    return context.show(
        "dashboard.html",
        status=422 if period.problem else 200,
        shop=shop,
        shop_links=[
            (each.name, _shop_address(each.shop_no), each == shop)
            for each in context.visit.mall.shops.values()
        ],
        analytics_unavailable=visits is None and reported,
        figure_groups=figure_groups(context, hours, period, now, shop.currency, available),
        plots=plots(context, hours, now.date(), shop.currency, available, period)
        if available
        else [],
        period=period,
        period_links=overview_period.links(context, period),
        answers=rights.may("boards", "view"),
        steps=steps or [],
        samples=samples or next_steps.NO_SAMPLES,
        done=context.translate(next_steps.MESSAGES.get(context.visit.query.text("done"), "")),
        # a new mall has next steps instead of zeros
        empty=bool(steps) and visits is not None and not any(visits["visits"].values()),
        tasks=[each for each in tasks if each.number != "0"],
        shows_orders=orders is not None,
        orders=[_order_row(context, row) for row in orders or []],
        apps=[(app.name, app.below(office_url())) for app in apps],
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


async def _tasks(context: PageContext, shop_no: int) -> list[Task]:
    """Return what waits, of the areas that the manager may view."""
    tasks = []
    shop = f"shop_no={shop_no}"
    rights = context.user.rights
    address = _page_address(menu_pages.APPROVALS.at)
    tasks.append(Task(marked("Proposals to decide"), format_number(context.waiting), address))
    for label, tab, states in _ORDER_TASKS if rights.may("orders", "view") else ():
        response = await context.call(
            order_view.count, {"shop_no": shop_no, "order_status": list(states)}
        )
        address = _page_address("/orders", f"tab={tab}&{shop}")
        tasks.append(Task(label, format_number(response.content), address))
    if rights.may("orders", "view"):
        tasks.append(await _open_disputes(context, shop_no))
    for board_no, label in _QUESTION_BOARDS if rights.may("boards", "view") else ():
        number = await _unanswered(context, shop_no, board_no)
        address = _page_address("/boards", f"{shop}&reply_status=N", f"/{board_no}")
        tasks.append(Task(label, number, address))
    if not rights.may("products", "view"):
        return tasks
    filters: dict[str, Encodable] = {"shop_no": shop_no, "sold_out": "T"}
    number = format_number((await context.call(product_rules.count, filters)).content)
    address = _page_address("/products", f"stock=sold-out&{shop}")
    tasks.append(Task(marked("Sold-out products"), number, address))
    return tasks


async def _open_disputes(context: PageContext, shop_no: int) -> Task:
    """Return how many payments are disputed, with the address of the order to answer first."""
    async with context.database.reading(context.mall_id) as db:
        number = await dispute_store.count_open(db, shop_no)
        oldest = await dispute_store.open_ones(db, shop_no, most=1) if number else []
    address = ""
    if oldest:
        address = _page_address("/orders", f"shop_no={shop_no}", f"/{oldest[0].order_id}")
    return Task(marked("Disputed payments"), format_number(number), address)


async def _unanswered(context: PageContext, shop_no: int, board_no: int) -> str:
    """Count the unanswered posts of a board, as its list does; `1,000+` beyond the maximum."""
    number, more = 0, True
    while more and number < MAX_QUESTIONS:
        response = await context.call(
            article_rules.list_articles,
            {
                "shop_no": shop_no,
                "reply_status": "N",
                "limit": _QUESTIONS_PAGE,
                "offset": number,
                "board_no": board_no,
            },
        )
        number, more = number + len(response.content), response.more
    return f"{format_number(number)}{'+' if more else ''}"


def _page_address(page: str, query: str = "", below: str = "") -> str:
    """Return the address of a page or `below` it; empty without such a page."""
    if not any(each.at == page for each in menu_pages.PAGES):
        return ""
    return office_url(f"{page}{below}?{query}" if query else f"{page}{below}")


def _order_row(context: PageContext, row: Order) -> dict[str, Encodable]:
    at = "" if row.order_date is None else row.order_date.isoformat()
    orders = _page_address("/orders")
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
