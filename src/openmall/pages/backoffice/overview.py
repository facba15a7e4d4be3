"""The first page: how the shop is doing, what waits to be done, and what can be opened.

Suppliers see neither; theirs is the list of the pages they may open.
"""

import asyncio
from datetime import date
from typing import Any, Final

from msgspec import Struct
from starlette.responses import Response

from openmall.commerce.store.backoffice_menu import entries
from openmall.commerce.store.backoffice_menu import pages as menu_pages
from openmall.contract.errors import ApiError
from openmall.contract.moments import moment
from openmall.http.web.languages import marked
from openmall.pages.backoffice.bills import EMBEDDED, bill
from openmall.pages.backoffice.desk import Desk, Time
from openmall.pages.backoffice.figures import written
from openmall.pages.backoffice.hours import FIGURES, Hours, compared, place, plots, since

NEWEST: Final = 8
"""Orders in the list of the newest."""
_QUESTIONS_AT_ONCE: Final = 100
MOST_QUESTIONS: Final = 1000
"""Questions that are counted one by one; beyond, there are simply more."""
_AT_ONCE: Final = 1000
_ASKED_ON: Final = (
    (6, marked("Unanswered product questions")),
    (9, marked("Unanswered inquiries")),
)
"""Boards on which customers ask: about products, and one to one."""
_ORDERS: Final = (
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
"""What waits, the tab of the page of orders that lists it, and the states of items it is of."""
PAID: Final = {"T": marked("paid"), "F": marked("not paid"), "M": marked("paid in part")}


Found = dict[str, dict[int, int | float]]
"""Figure -> number of an hour -> how much."""


class Waiting(Struct, frozen=True):
    """What waits to be done, how much of it, and where it is done."""

    what: str
    number: str
    address: str
    """Empty: the back office has no page for it."""


async def show(desk: Desk) -> Response:
    """`GET /admin`."""
    async with desk.database.reading(desk.mall_id) as db:
        apps = await entries.of_apps(db)
    if desk.user.manager_type == "S":
        return desk.show(
            "overview.html",
            destinations=[page for page in desk.opens() if page != desk.page],
        )
    shop = desk.shop
    now = moment(desk.clock.now())
    sales, visits, waiting, orders = await asyncio.gather(
        _sales(desk, shop.shop_no, now.date()),
        _visits(desk, shop.shop_no, now.date()),
        _waiting(desk, shop.shop_no),
        desk.ask("orders", {"shop_no": shop.shop_no, "limit": NEWEST}, embed=EMBEDDED),
    )
    hours = Hours({**sales, **(visits or {})})
    return desk.show(
        "dashboard.html",
        shop=shop,
        shop_links=[
            (each.name, _address(each.shop_no), each == shop)
            for each in desk.visit.mall.shops.values()
        ],
        away=visits is None,
        glance=compared(desk, hours, now, shop.currency, _known(visits)),
        plots=plots(desk, hours, now.date(), shop.currency, _known(visits)),
        waiting=[each for each in waiting if each.number != "0"],
        orders=[_order(desk, row) for row in orders.content],
        apps=apps,
    )


def _known(visits: Any) -> list[str]:
    """Return the figures that are known: without the engine of reports, no visits."""
    return [name for name in FIGURES if name != "visits" or visits is not None]


async def _sales(desk: Desk, shop_no: int, today: date) -> Found:
    """Return what was paid, and how many orders were, by day and hour."""
    sales: dict[int, int | float] = {}
    orders: dict[int, int | float] = {}
    more, offset = True, 0
    while more:
        told = await desk.ask(
            "reports/hourlysales",
            {
                "shop_no": shop_no,
                "start_date": since(today).isoformat(),
                "end_date": today.isoformat(),
                "limit": _AT_ONCE,
                "offset": offset,
            },
        )
        for row in told.content:
            at = place(date.fromisoformat(row["collection_date"]), int(row["collection_hour"]))
            sales[at] = float(row["actual_order_amount"])
            orders[at] = row["order_count"]
        more, offset = told.more, offset + _AT_ONCE
    return {"sales": sales, "orders": orders}


async def _visits(desk: Desk, shop_no: int, today: date) -> Found | None:
    """Return how many visits began, by day and hour; None while the engine of reports is away."""
    found: dict[int, int | float] = {}
    rows: list[Any] = [None] * _AT_ONCE
    offset = 0
    while len(rows) == _AT_ONCE:
        sent = {
            "mall_id": desk.mall_id,
            "shop_no": shop_no,
            "start_date": since(today).isoformat(),
            "end_date": today.isoformat(),
            "format_type": "hour",
            "limit": _AT_ONCE,
            "offset": offset,
        }
        try:
            rows = (await desk.ask("visitors/view", sent, door="analytics")).content
        except ApiError as error:
            if error.status not in (503, 504):
                raise
            return None
        for row in rows:
            found[place(date.fromisoformat(row["date"]), row["hour"])] = row["visit_count"]
        offset += _AT_ONCE
    return {"visits": found}


async def _waiting(desk: Desk, shop_no: int) -> list[Waiting]:
    found = []
    shop = f"shop_no={shop_no}"
    for what, tab, states in _ORDERS:
        told = await desk.ask("orders/count", {"shop_no": shop_no, "order_status": list(states)})
        address = _page("/admin/orders", f"tab={tab}&{shop}")
        found.append(Waiting(what, written(told.content), address))
    for board_no, what in _ASKED_ON:
        number = await _unanswered(desk, shop_no, board_no)
        address = _page("/admin/boards", f"{shop}&reply_status=N", f"/{board_no}")
        found.append(Waiting(what, number, address))
    [dashboard] = (await desk.ask("dashboard", {"shop_no": shop_no})).content
    number = written(dashboard["sold_out_products_count"])
    address = _page("/admin/products", f"stock=sold-out&{shop}")
    found.append(Waiting(marked("Products with sold-out variants"), number, address))
    return found


async def _unanswered(desk: Desk, shop_no: int, board_no: int) -> str:
    """Count what is not answered on a board, as its list does; `1,000+` where there is more."""
    number, more = 0, True
    while more and number < MOST_QUESTIONS:
        told = await desk.ask(
            f"boards/{board_no}/articles",
            {
                "shop_no": shop_no,
                "reply_status": "N",
                "limit": _QUESTIONS_AT_ONCE,
                "offset": number,
            },
        )
        number, more = number + len(told.content), told.more
    return f"{written(number)}{'+' if more else ''}"


def _page(path: str, query: str = "", below: str = "") -> str:
    """Return the address of a page or `below` it, empty where the back office has none there."""
    if not any(page.path == path for page in menu_pages.PAGES):
        return ""
    return f"{path}{below}?{query}" if query else f"{path}{below}"


def _order(desk: Desk, row: dict[str, Any]) -> dict[str, Any]:
    at = row["order_date"]
    orders = _page("/admin/orders")
    return {
        "order_id": row["order_id"],
        "address": f"{orders}/{row['order_id']}" if orders else "",
        "at": Time(at[:16].replace("T", " "), at),
        "buyer": row["billing_name"] or row["member_id"] or "",
        "amount": f"{written(bill(desk, row).total.amount)} {row['currency']}",
        "paid": desk.said(PAID[row["paid"]]),
        "kind": "good" if row["paid"] == "T" else "",
    }


def _address(shop_no: int) -> str:
    return (
        f"{menu_pages.OVERVIEW.path}?shop_no={shop_no}"
        if shop_no != 1
        else menu_pages.OVERVIEW.path
    )
