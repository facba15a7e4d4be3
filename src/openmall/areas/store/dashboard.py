"""The dashboard: what a shop owner wants to know first in the morning; read only.

There are no orders yet, so nothing was sold and every figure of sales is the default of its
struct. When there are, `_day` and the two periods in `retrieve_dashboard` are where they come in.
Specification: "Dashboard"; "Retrieve dashboard".
"""

from collections.abc import Sequence
from datetime import date, timedelta
from decimal import Decimal
from typing import Final, Literal

from msgspec import Struct

from openmall.areas.community.articles import search as articles
from openmall.areas.community.boards import rules as boards
from openmall.areas.customer.customers import store as customers
from openmall.areas.product.products import search as products
from openmall.contract import moments
from openmall.contract.call import Call
from openmall.contract.languages import Words
from openmall.contract.money import ZERO
from openmall.contract.operation import listing
from openmall.contract.params import ShopParams
from openmall.contract.scopes import READ_STORE

DAYS: Final = 7
"""Days shown one by one, today being the last."""

_MONTHS: Final = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
)  # fmt: skip
_TITLE: Final = Words(ko="{month}월 {day}일", en="{name} {day}", ja="{month}月{day}日")


class DailySales(Struct, frozen=True, kw_only=True):
    """What happened on one day of the platform's time zone; amounts in the shop's currency."""

    title: str
    date: date
    order_price: Decimal = ZERO
    paid_price: Decimal = ZERO
    refund_price: Decimal = ZERO
    order_count: int = 0
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


class SalesOfPeriod(Struct, frozen=True, kw_only=True):
    """What was sold in a week or a month, and on average on a day of it."""

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
    page_url: str = ""
    """Its page in the back office, which has none for boards yet."""


class Dashboard(Struct, frozen=True, kw_only=True):
    """A shop at a glance."""

    shop_no: int
    daily_sales_stats: list[DailySales]
    weekly_sales_stats: SalesOfPeriod
    monthly_sales_stats: SalesOfPeriod
    sold_out_products_count: int
    """Products with a variant that shows as sold out, counts its stock, and has none left."""
    new_members_count: int
    """Customers of the mall, in whichever of its shops, who joined today."""
    board_list: list[BoardNews]


async def retrieve_dashboard(call: Call, params: ShopParams) -> Sequence[Dashboard]:
    """Retrieve the dashboard, a list of one.

    Days begin at 00:00 +09:00, whatever the language of the shop.
    """
    today = moments.moment(call.clock.now()).date()
    language = call.mall.shops[call.shop_no].language
    days = [today - timedelta(days=ago) for ago in reversed(range(DAYS))]
    return [
        Dashboard(
            shop_no=call.shop_no,
            daily_sales_stats=[_day(day, language) for day in days],
            weekly_sales_stats=SalesOfPeriod(),
            monthly_sales_stats=SalesOfPeriod(),
            sold_out_products_count=await products.number_with_used_up_stock(call),
            new_members_count=await customers.joined_since(
                call.db, moments.read(today.isoformat())
            ),
            board_list=await _boards(call, moments.read(today.isoformat())),
        )
    ]


async def _boards(call: Call, since: int) -> list[BoardNews]:
    used = [board for board in await boards.every(call) if board.use_board == "T"]
    written = await articles.new_since(call, [board.board_no for board in used], since)
    return [
        BoardNews(
            board_no=board.board_no,
            board_name=board.board_name,
            new_registered_count=written.get(board.board_no, 0),
        )
        for board in used
    ]


def _day(day: date, language: str) -> DailySales:
    title = _TITLE.spoken(language).format(
        month=day.month, day=day.day, name=_MONTHS[day.month - 1]
    )
    return DailySales(title=title, date=day)


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
