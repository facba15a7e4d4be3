"""The dashboard: sales, orders, customers and boards at a glance; read only.

Money and orders are sums over the hours of a period; the states of items are counted among the
orders of the seven days. Specification: "Dashboard"; "Retrieve dashboard".
"""

from collections.abc import Sequence
from datetime import date, timedelta
from decimal import Decimal
from typing import Final, Literal

from msgspec import Struct

from openmall.commerce.community.articles import search as article_search
from openmall.commerce.community.boards import rules as board_rules
from openmall.commerce.customer.customers import store as customer_store
from openmall.commerce.order.figures import search as figure_search
from openmall.commerce.order.order_view import item_states_store
from openmall.commerce.order.states import Status
from openmall.commerce.product.products import search as product_search
from openmall.contract import moments
from openmall.contract.call import Call
from openmall.contract.money import ZERO, cut, money, smallest_unit
from openmall.contract.operation import listing
from openmall.contract.params import ShopParams
from openmall.contract.scopes import READ_STORE
from openmall.translations.catalogues import Message

DAYS: Final = 7
"""Days shown one by one, today being the last."""

_MONTHS: Final = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
)  # fmt: skip
_BOARD_PAGE: Final = "/boards"
"""The page of boards, below the address of staff pages."""
_TITLE: Final = Message("{name} {day}")


class DailySales(Struct, frozen=True, kw_only=True):
    """Sales of one day of the platform's time zone; amounts in the shop's currency."""

    title: str
    date: date
    order_price: Decimal = ZERO
    paid_price: Decimal = ZERO
    refund_price: Decimal = ZERO
    order_count: int = 0
    """Placed orders."""
    payed_count: int = 0
    refund_count: int = 0
    prepareproduct_count: int = 0
    prepare_count: int = 0
    standby_count: int = 0
    shipping_count: int = 0
    shipped_count: int = 0
    canceled_count: int = 0
    returned_count: int = 0
    exchanged_count: int = 0
    ordered_total_count: int = 0
    """Items of the placed orders in any state; the counts above are of these."""


class SalesOfPeriod(Struct, frozen=True, kw_only=True):
    """Sales of a week or a month, and their daily average."""

    ordered_total_price: Decimal = ZERO
    payed_total_price: Decimal = ZERO
    refunded_total_price: Decimal = ZERO
    ordered_count: int = 0
    payed_count: int = 0
    refunded_count: int = 0
    ordered_average_total_price: Decimal = ZERO
    payed_average_total_price: Decimal = ZERO
    refunded_average_total_price: Decimal = ZERO
    ordered_average_count: int = 0
    payed_average_count: int = 0
    refunded_average_count: int = 0


class BoardNews(Struct, frozen=True, kw_only=True):
    """A board, and how much was written on it today."""

    type: Literal["B"] = "B"
    board_no: int
    board_name: str
    new_registered_count: int
    page_url: str
    """Address of its page in the back office."""


class Dashboard(Struct, frozen=True, kw_only=True):
    """A shop at a glance."""

    shop_no: int
    daily_sales_stats: list[DailySales]
    weekly_sales_stats: SalesOfPeriod
    monthly_sales_stats: SalesOfPeriod
    sold_out_products_count: int
    """Products with `sold_out: T`: each variant shows as sold out, counts its stock, has none."""
    new_members_count: int
    """Customers of the mall, in whichever of its shops, who joined today."""
    board_list: list[BoardNews]


async def retrieve_dashboard(call: Call, params: ShopParams) -> Sequence[Dashboard]:
    """Retrieve the dashboard, a list of one.

    Days begin at 00:00 +09:00 in shops of every language.
    """
    today = moments.moment(call.clock.now()).date()
    shop = call.mall.shops[call.shop_no]
    language, unit = shop.language, smallest_unit(shop.currency)
    days = [today - timedelta(days=ago) for ago in reversed(range(DAYS))]
    week = await _sums(call, days[0], today)
    month = await _sums(call, today.replace(day=1), today)
    states = await item_states_store.states_by_day(call, [_second(day) for day in days])
    return [
        Dashboard(
            shop_no=call.shop_no,
            daily_sales_stats=[_day(day, language, week, states) for day in days],
            weekly_sales_stats=_period(week, DAYS, unit),
            monthly_sales_stats=_period(month, today.day, unit),
            sold_out_products_count=await product_search.number_sold_out(call),
            new_members_count=await customer_store.joined_since(call.db, _second(today)),
            board_list=await _boards(call, _second(today)),
        )
    ]


async def _boards(call: Call, since: int) -> list[BoardNews]:
    used = [board for board in await board_rules.every(call) if board.use_board == "T"]
    written = await article_search.new_since(call, [board.board_no for board in used], since)
    return [
        BoardNews(
            board_no=board.board_no,
            board_name=board.board_name,
            new_registered_count=written.get(board.board_no, 0),
            page_url=f"{call.staff}{_BOARD_PAGE}/{board.board_no}?shop_no={call.shop_no}",
        )
        for board in used
    ]


def _second(day: date) -> int:
    """Return the UTC second at which a day begins."""
    return moments.read(day.isoformat())


_FIGURES: Final = (
    "placed_amount", "paid_amount", "refund_amount", "placed_count", "order_count", "refund_count",
)  # fmt: skip


async def _sums(call: Call, start: date, end: date) -> dict[int, dict[str, int]]:
    """Return the figures of days in which something happened, by the second they begin at."""
    found: dict[int, dict[str, int]] = {}
    period = _second(start), moments.read(end.isoformat(), end=True)
    for each in await figure_search.days(call.db, period, _FIGURES, shop_no=call.shop_no):
        figures = found.setdefault(each.day, dict.fromkeys(_FIGURES, 0))
        for name in _FIGURES:
            figures[name] += each.figures[name]
    return found


def _period(days: dict[int, dict[str, int]], length: int, unit: Decimal) -> SalesOfPeriod:
    """Return the sums of days, and their part of `length` days, cut to `unit` of the currency."""
    sums = {name: sum(each[name] for each in days.values()) for name in _FIGURES}
    return SalesOfPeriod(
        ordered_total_price=money(sums["placed_amount"]),
        payed_total_price=money(sums["paid_amount"]),
        refunded_total_price=money(sums["refund_amount"]),
        ordered_count=sums["placed_count"],
        payed_count=sums["order_count"],
        refunded_count=sums["refund_count"],
        ordered_average_total_price=cut(money(sums["placed_amount"]) / length, unit),
        payed_average_total_price=cut(money(sums["paid_amount"]) / length, unit),
        refunded_average_total_price=cut(money(sums["refund_amount"]) / length, unit),
        ordered_average_count=sums["placed_count"] // length,
        payed_average_count=sums["order_count"] // length,
        refunded_average_count=sums["refund_count"] // length,
    )


_STATES: Final[dict[str, tuple[Status, ...]]] = {
    "prepareproduct_count": ("N10",),
    "prepare_count": ("N20", "N22"),
    "standby_count": ("N21",),
    "shipping_count": ("N30",),
    "shipped_count": ("N40", "N50"),
    "canceled_count": ("C40", "C41", "C42", "C43", "C47", "C48", "C49"),
    "returned_count": ("R40", "R41", "R42", "R43"),
    "exchanged_count": ("E40",),
}


def _day(
    day: date,
    language: str,
    sums: dict[int, dict[str, int]],
    states: dict[tuple[int, str], int],
) -> DailySales:
    title = _TITLE.translate(language).format(
        month=day.month, day=day.day, name=_MONTHS[day.month - 1]
    )
    at = _second(day)
    figures = sums.get(at, dict.fromkeys(_FIGURES, 0))
    counts = {
        name: sum(states.get((at, status), 0) for status in counted)
        for name, counted in _STATES.items()
    }
    return DailySales(
        title=title,
        date=day,
        order_price=money(figures["placed_amount"]),
        paid_price=money(figures["paid_amount"]),
        refund_price=money(figures["refund_amount"]),
        order_count=figures["placed_count"],
        payed_count=figures["order_count"],
        refund_count=figures["refund_count"],
        ordered_total_count=sum(number for (of, _), number in states.items() if of == at),
        **counts,
    )


OPERATIONS = [
    listing(
        "dashboard",
        retrieve_dashboard,
        takes=ShopParams,
        gives=Dashboard,
        key="dashboard",
        scope=READ_STORE,
    ),
]
