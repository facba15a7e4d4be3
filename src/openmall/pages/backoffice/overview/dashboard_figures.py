"""Figures of the overview: hourly values of a period and of the one before, summed by day."""

from datetime import date, datetime, timedelta
from typing import Final
from urllib.parse import urlencode

from msgspec import Struct

from openmall.commerce.store.backoffice_menu import pages as menu_pages
from openmall.http.web import plots
from openmall.http.web.languages import marked
from openmall.http.web.plots import Plot, Series, Value
from openmall.pages.backoffice.number_format import format_number
from openmall.pages.backoffice.overview.overview_period import Period, until
from openmall.pages.backoffice.page_context import PageContext
from openmall.pages.backoffice.rendering import money

AVERAGE: Final = "average"
FIGURES: Final = {
    "sales": marked("Sales"),
    "orders": marked("Orders"),
    AVERAGE: marked("Average order"),
    "visits": marked("Visits"),
}
_PARTS: Final = {AVERAGE: ("sales", "orders")}
"""A figure that is a quotient -> the figures it is made of."""
_MONEY: Final = frozenset(("sales", AVERAGE))
_REPORTS: Final = {"sales": "hourly-sales", "visits": "visitors-view"}


class HourlyFigures(Struct, frozen=True):
    """Hourly values by figure and hour number; a missing hour is zero."""

    by_figure: dict[str, dict[int, int | float]]
    decimals: int
    """Of amounts in the currency of the shop."""

    def total(self, figure: str, start: datetime, end: datetime) -> int | float:
        """Return a figure from the hour of `start` to the hour of `end`, inclusive."""
        first, last = hour_number(start.date(), start.hour), hour_number(end.date(), end.hour)
        return self._of_hours(figure, first, last)

    def days(self, figure: str, days: list[date]) -> list[Value]:
        """Return a figure for each day."""
        first_hours = [hour_number(day, 0) for day in days]
        return [self._of_hours(figure, first, first + 23) for first in first_hours]

    def hours(self, figure: str, day: date) -> list[Value]:
        """Return a figure for each hour of a day."""
        first = hour_number(day, 0)
        return [self._of_hours(figure, first + hour, first + hour) for hour in range(24)]

    def _of_hours(self, figure: str, first: int, last: int) -> int | float:
        if figure in _PARTS:
            amount, number = (self._of_hours(part, first, last) for part in _PARTS[figure])
            return round(amount / number, self.decimals) if number else 0
        values = self.by_figure[figure]
        return sum(values.get(hour, 0) for hour in range(first, last + 1))


def hour_number(day: date, hour: int) -> int:
    """Return the number of an hour; consecutive hours have consecutive numbers."""
    return day.toordinal() * 24 + hour


class FigureSummary(Struct, frozen=True):
    """A figure of the period, compared with the period before."""

    title: str
    text: str
    difference: str
    trend: str
    """`up`, `down`, or empty without a difference."""
    before: str
    """The value of the period before, and its name."""
    address: str
    """Address of the list whose rows the figure counts or sums; empty: there is none."""
    line: str
    """Points of its small plot."""


def summaries(
    context: PageContext,
    hours: HourlyFigures,
    period: Period,
    now: datetime,
    currency: str,
    figures: list[str],
) -> list[FigureSummary]:
    """Return the figures of a period, compared with the same number of days before.

    A period that is not over is compared with the same hours before.
    """
    start = datetime.combine(period.range.start, datetime.min.time(), now.tzinfo)
    end, length = until(period.range.end, now), timedelta(days=period.range.days)
    name = context.translate(marked("in the period before"))
    found = []
    for figure in figures:
        value = hours.total(figure, start, end)
        previous = hours.total(figure, start - length, end - length)
        found.append(
            FigureSummary(
                title=context.translate(FIGURES[figure]),
                text=_text(figure, value, currency),
                difference=_difference(value, previous),
                trend="up" if value > previous else "down" if value < previous else "",
                before=f"{_text(figure, previous, currency)} {name}",
                address=_list_address(
                    figure, period.range.start, period.range.end, context.shop.shop_no
                ),
                line=plots.line_points(_values(hours, figure, period, start.date())),
            )
        )
    return found


def plot(
    context: PageContext,
    hours: HourlyFigures,
    period: Period,
    currency: str,
    figure: str,
) -> Plot:
    """Return the plot of a figure over the period, compared with the period before.

    Its points are days; the hours of a single day.
    """
    start, length = period.range.start, period.range.days
    labels = (
        [f"{hour:02}:00" for hour in range(24)]
        if length == 1
        else [f"{start + timedelta(days=day):%m-%d}" for day in range(length)]
    )
    before = start - timedelta(days=length)
    return Plot(
        title=context.translate(FIGURES[figure]),
        labels=labels,
        series=[
            Series(
                context.translate(marked("Selected period")), _values(hours, figure, period, start)
            ),
            Series(
                context.translate(marked("Period before")),
                _values(hours, figure, period, before),
                dashed=True,
            ),
        ],
        unit=f" {currency}" if figure in _MONEY else "",
    )


def _values(hours: HourlyFigures, figure: str, period: Period, start: date) -> list[Value]:
    """Return the points of as many days as the period has, from `start`."""
    length = period.range.days
    if length == 1:
        return hours.hours(figure, start)
    return hours.days(figure, [start + timedelta(days=day) for day in range(length)])


def _list_address(figure: str, first: date, last: date, shop_no: int) -> str:
    """Return the address of the list behind a figure."""
    if figure == "orders":
        return f"{menu_pages.ORDERS.path}?" + urlencode(
            {"shop_no": shop_no, "date_type": "pay_date", "from": first, "to": last}
        )
    if figure not in _REPORTS:
        return ""
    query = {"start": first, "end": last, "shop_no": shop_no}
    return f"{menu_pages.REPORTS.path}/{_REPORTS[figure]}?{urlencode(query)}"


def _text(figure: str, value: int | float, currency: str) -> str:
    if figure not in _MONEY:
        return format_number(value)
    return money(str(value), currency)


def _difference(value: int | float, previous: int | float) -> str:
    if value == previous:
        return "±0"
    sign = "+" if value > previous else "−"
    if not previous:
        return f"{sign}{format_number(round(abs(value - previous), 2))}"
    return f"{sign}{abs(value - previous) / previous * 100:,.1f}%"
