"""Payments to a mall by day and month, and to a shop by hour; read only.

Sales are dated by the completion of payment, refunds by the hour in which they were executed. Days
and months begin at +09:00. A day, month or hour in which no money moved is not listed.
Specification: resources of the Salesreport area are "not shown"; names as catalogued.
"""

from collections.abc import Callable, Sequence
from datetime import date
from decimal import Decimal
from typing import Annotated, Final, Literal, Protocol, TypedDict

from msgspec import UNSET, Meta, Struct, UnsetType

from openmall.commerce.order.figures import search as figure_search
from openmall.commerce.order.figures.store import Figures
from openmall.commerce.order.orders.shape import paying_method
from openmall.commerce.salesreport import financials
from openmall.contract import patterns
from openmall.contract.call import Call
from openmall.contract.errors import Invalid
from openmall.contract.moments import moment, read
from openmall.contract.money import ZERO, money
from openmall.contract.operation import listing
from openmall.contract.params import EndDate, Month, Params, ShopParams, StartDate
from openmall.contract.refusals import END_BEFORE_START
from openmall.contract.scopes import READ_SALESREPORT

PaidWith = Literal["card", "tcash", "icash", "point", "cell"]
"""card, tcash bank transfer, icash virtual account, point prepaid balance, cell mobile phone."""
HOUR_OF_DAY: Final = patterns.pattern(r"^(0?[0-9]|1[0-9]|2[0-3])\Z", "an hour from 0 to 23")
HourOfDay = Annotated[str, Meta(pattern=HOUR_OF_DAY)]
"""An hour of the day at +09:00, `0` to `23`."""
Limit1000 = Annotated[int, Meta(ge=1, le=1000)]
Offset10000 = Annotated[int, Meta(ge=0, le=10_000)]

_PAID: Final = ("paid_amount", "refund_amount", "order_count")
_METHODS: Final[dict[str, frozenset[str]]] = {
    "card": frozenset(("card",)),
    "tcash": frozenset(("tcash",)),
    "icash": frozenset(("icash",)),
    "point": frozenset(("point", "prepaid")),
    "cell": frozenset(("cell",)),
}


class DailySales(Struct, frozen=True, kw_only=True):
    """Payments to a shop and its refunds on one day."""

    shop_no: int
    date: date
    payment_amount: Decimal
    refund_amount: Decimal
    sales_count: int
    """Orders that were paid."""


class MonthlySales(Struct, frozen=True, kw_only=True):
    """Payments to a shop and its refunds in one month."""

    shop_no: int
    month: str
    payment_amount: Decimal
    refund_amount: Decimal
    sales_count: int


class HourlySales(Struct, frozen=True, kw_only=True):
    """Payments to a shop and its refunds in one hour.

    `actual_order_amount` is `order_price_amount` and `shipping_fee` less `order_sale_price`, every
    discount that is no coupon, and `coupon_discount_price`; points and credits are part of it.
    `sales` is what is left of it after refunds in money.
    """

    shop_no: int
    collection_date: date
    collection_hour: str
    order_count: int
    item_count: int
    order_price_amount: Decimal
    shipping_fee: Decimal
    order_sale_price: Decimal
    coupon_discount_price: Decimal
    actual_order_amount: Decimal
    refund_amount: Decimal
    sales: Decimal
    used_points: Decimal
    used_credits: Decimal
    used_portal_points: Decimal = ZERO
    used_portal_cash: Decimal = ZERO
    refund_points: Decimal
    refund_credits: Decimal
    refund_portal_points: Decimal = ZERO
    refund_portal_cash: Decimal = ZERO


class Dated(Protocol):
    """The parameters of a period: its first and last day, or second."""

    @property
    def start_date(self) -> StartDate: ...
    @property
    def end_date(self) -> EndDate: ...


class Ways(Params, frozen=True, kw_only=True):
    """Filters by payment method and gateway."""

    payment_gateway_name: str | UnsetType = UNSET
    partner_id: str | UnsetType = UNSET
    payment_method: PaidWith | UnsetType = UNSET


class DaysQuery(Ways, frozen=True, kw_only=True):
    start_date: StartDate
    end_date: EndDate


class MonthsQuery(Ways, frozen=True, kw_only=True):
    start_month: Month
    end_month: Month


class HoursQuery(ShopParams, frozen=True, kw_only=True):
    start_date: StartDate
    end_date: EndDate
    collection_hour: HourOfDay | UnsetType = UNSET
    limit: Limit1000 = 744
    offset: Offset10000 = 0


def period(query: Dated) -> tuple[int, int]:
    """Return the first and last second of the requested period. Raises Invalid (422)."""
    if query.end_date < query.start_date:
        raise Invalid(END_BEFORE_START, parameter="end_date")
    return query.start_date, query.end_date


async def daily(call: Call, query: DaysQuery) -> Sequence[DailySales]:
    """Retrieve a list of daily sales, of every shop of the mall."""
    found = await _paid(call, query, period(query), _date)
    return [
        DailySales(shop_no=shop_no, date=date.fromisoformat(day), **_moneys(figures))
        for (shop_no, day), figures in sorted(found.items())
    ]


async def monthly(call: Call, query: MonthsQuery) -> Sequence[MonthlySales]:
    """Retrieve a list of monthly sales, of every shop of the mall."""
    start, end = _begins(query.start_month), _begins(query.end_month, after=1) - 1
    if end < start:
        raise Invalid(END_BEFORE_START, parameter="end_month")
    found = await _paid(call, query, (start, end), _month_of)
    return [
        MonthlySales(shop_no=shop_no, month=month, **_moneys(figures))
        for (shop_no, month), figures in sorted(found.items())
    ]


def _date(at: int) -> str:
    return moment(at).date().isoformat()


def _month_of(at: int) -> str:
    return _date(at)[:7]


def _begins(month: str, *, after: int = 0) -> int:
    """Return the UTC second at which a month begins, or one so many months later."""
    digits = month.replace("-", "")
    number = int(digits[:4]) * 12 + int(digits[4:]) - 1 + after
    return read(f"{number // 12:04d}-{number % 12 + 1:02d}-01")


class _Moneys(TypedDict):
    payment_amount: Decimal
    refund_amount: Decimal
    sales_count: int


def _moneys(figures: Figures) -> _Moneys:
    return {
        "payment_amount": money(figures["paid_amount"]),
        "refund_amount": money(figures["refund_amount"]),
        "sales_count": figures["order_count"],
    }


async def _paid(
    call: Call, ways: Ways, within: tuple[int, int], named: Callable[[int], str]
) -> dict[tuple[int, str], Figures]:
    """Return the payments of the filtered methods: shop and name of a day's period -> figures."""
    gateways = await _gateways(call, ways)
    methods = None if ways.payment_method is UNSET else _METHODS[ways.payment_method]
    found: dict[tuple[int, str], Figures] = {}
    for each in await figure_search.days(call.db, within, _PAID):
        if gateways is not None and each.gateway not in gateways:
            continue
        if methods is not None and paying_method(each.methods.split(",")) not in methods:
            continue
        if not any(each.figures.values()):
            continue
        figures = found.setdefault((each.shop_no, named(each.day)), dict.fromkeys(_PAID, 0))
        for name, value in each.figures.items():
            figures[name] += value
    return found


async def _gateways(call: Call, ways: Ways) -> set[str] | None:
    """Return the gateways whose payments count; None: all payments, with or without a gateway."""
    if ways.payment_gateway_name is UNSET and ways.partner_id is UNSET:
        return None
    if ways.partner_id is UNSET:
        assert isinstance(ways.payment_gateway_name, str)
        return {ways.payment_gateway_name}
    found = {
        each.payment_gateway_name
        for each in await financials.contracts(call.db)
        if each.partner_id == ways.partner_id
    }
    if ways.payment_gateway_name is not UNSET:
        found &= {ways.payment_gateway_name}
    return found


async def hourly(call: Call, query: HoursQuery) -> Sequence[HourlySales]:
    """Retrieve the hourly sales of a shop, newest hour first."""
    # one more than asked tells whether a next page exists
    rows = await figure_search.hours(
        call.db,
        call.shop_no,
        period(query),
        of_day=second_of_day(query.collection_hour),
        page=(query.limit + 1, query.offset),
    )
    call.effects.more = len(rows) > query.limit
    return [_hour(call.shop_no, at, figures) for at, figures in rows[: query.limit]]


def second_of_day(hour: str | UnsetType) -> int | None:
    """Return the second of a day at which an hour begins; None when none is named."""
    return None if hour is UNSET else int(hour) * 3_600


def _hour(shop_no: int, at: int, figures: Figures) -> HourlySales:
    full = figures["order_price_amount"] + figures["shipping_fee"]
    coupons, actual = figures["coupon_discount"], figures["actual_amount"]
    return HourlySales(
        shop_no=shop_no,
        collection_date=moment(at).date(),
        collection_hour=f"{moment(at).hour:02d}",
        order_count=figures["order_count"],
        item_count=figures["item_count"],
        order_price_amount=money(figures["order_price_amount"]),
        shipping_fee=money(figures["shipping_fee"]),
        order_sale_price=money(full - coupons - actual),
        coupon_discount_price=money(coupons),
        actual_order_amount=money(actual),
        refund_amount=money(figures["refund_amount"]),
        sales=money(actual - figures["refund_amount"]),
        used_points=money(figures["points"]),
        used_credits=money(figures["credits"]),
        refund_points=money(figures["refund_points"]),
        refund_credits=money(figures["refund_credits"]),
    )


OPERATIONS = [
    listing(
        "financials/dailysales",
        daily,
        takes=DaysQuery,
        gives=DailySales,
        key="dailysales",
        scope=READ_SALESREPORT,
        limit=1,
        restricted=True,
    ),
    listing(
        "financials/monthlysales",
        monthly,
        takes=MonthsQuery,
        gives=MonthlySales,
        key="monthlysales",
        scope=READ_SALESREPORT,
        limit=1,
        restricted=True,
    ),
    listing(
        "reports/hourlysales",
        hourly,
        takes=HoursQuery,
        gives=HourlySales,
        key="hourlysales",
        scope=READ_SALESREPORT,
        restricted=True,
        links=True,
    ),
]
