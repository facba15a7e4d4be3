"""Figures of the dashboard: hourly values of the last two months, summed by day, week and month."""

from datetime import date, datetime, timedelta
from typing import Final
from urllib.parse import urlencode

from msgspec import Struct

from openmall.commerce.store.backoffice_menu import pages as menu_pages
from openmall.http.web.languages import marked
from openmall.http.web.plots import Plot, Series, Value
from openmall.pages.backoffice.number_format import format_number
from openmall.pages.backoffice.overview.overview_period import Period, until
from openmall.pages.backoffice.page_context import PageContext
from openmall.pages.backoffice.rendering import money

DAYS: Final = 30
"""Days of a plot; it is compared with the same number of days before."""
FIGURES: Final = {
    "sales": marked("Sales"),
    "orders": marked("Orders"),
    "visits": marked("Visits"),
}
_TITLES: Final = {
    ("today", "sales"): marked("Sales today"),
    ("today", "orders"): marked("Orders today"),
    ("today", "visits"): marked("Visits today"),
    ("week", "sales"): marked("Sales this week"),
    ("week", "orders"): marked("Orders this week"),
    ("week", "visits"): marked("Visits this week"),
    ("month", "sales"): marked("Sales this month"),
    ("month", "orders"): marked("Orders this month"),
    ("month", "visits"): marked("Visits this month"),
}
_PREVIOUS: Final = {
    "today": marked("same time yesterday"),
    "week": marked("same time last week"),
    "month": marked("same time last month"),
}


class HourlyFigures(Struct, frozen=True):
    """Hourly values by figure and hour number; a missing hour is zero."""

    by_figure: dict[str, dict[int, int | float]]

    def total(self, figure: str, start: datetime, end: datetime) -> int | float:
        """Return the sum of a figure from the hour of `start` to the hour of `end`, inclusive."""
        first, last = hour_number(start.date(), start.hour), hour_number(end.date(), end.hour)
        return sum(value for at, value in self.by_figure[figure].items() if first <= at <= last)

    def days(self, figure: str, days: list[date]) -> list[Value]:
        """Return the sum of a figure for each day."""
        sums: dict[int, int | float] = {}
        for at, value in self.by_figure[figure].items():
            sums[at // 24] = sums.get(at // 24, 0) + value
        return [sums.get(day.toordinal(), 0) for day in days]


def hour_number(day: date, hour: int) -> int:
    """Return the number of an hour; consecutive hours have consecutive numbers."""
    return day.toordinal() * 24 + hour


class FigureSummary(Struct, frozen=True):
    """A figure of the current period, compared with the same time of the previous one."""

    title: str
    text: str
    difference: str
    trend: str
    """`up`, `down`, or empty without a difference."""
    before: str
    """The value of the previous period, and its name."""
    address: str
    """Address of the list whose rows the figure counts or sums."""


def first_day(today: date) -> date:
    """Return the first day of the data that the dashboard needs."""
    last_month = (today.replace(day=1) - timedelta(days=1)).replace(day=1)
    return min(last_month, today - timedelta(days=2 * DAYS - 1))


def compare_periods(
    context: PageContext, hours: HourlyFigures, now: datetime, currency: str, figures: list[str]
) -> list[list[FigureSummary]]:
    """Return the figures of today, this week and this month, compared with the previous ones."""
    groups = []
    for name, (start, previous_start, previous_end) in _periods(now).items():
        group = []
        for figure in figures:
            value, previous = (
                hours.total(figure, start, now),
                hours.total(figure, previous_start, previous_end),
            )
            group.append(
                FigureSummary(
                    title=context.translate(_TITLES[name, figure]),
                    text=_text(figure, value, currency),
                    difference=_difference(value, previous),
                    trend="up" if value > previous else "down" if value < previous else "",
                    before=f"{_text(figure, previous, currency)} "
                    f"{context.translate(_PREVIOUS[name])}",
                    address=_list_address(figure, start.date(), now.date(), context.shop.shop_no),
                )
            )
        groups.append(group)
    return groups


def _list_address(figure: str, first: date, last: date, shop_no: int) -> str:
    """Return the address of the list behind a figure."""
    if figure == "orders":
        return f"{menu_pages.ORDERS.path}?" + urlencode(
            {"shop_no": shop_no, "date_type": "pay_date", "from": first, "to": last}
        )
    report = {"sales": "hourly-sales", "visits": "visitors-view"}[figure]
    query = {"start": first, "end": last, "shop_no": shop_no}
    return f"{menu_pages.REPORTS.path}/{report}?{urlencode(query)}"


def _periods(now: datetime) -> dict[str, tuple[datetime, datetime, datetime]]:
    """Return each period's start, and start and end of the previous one."""
    today = now.replace(hour=0, minute=0, second=0, microsecond=0)
    week = today - timedelta(days=today.weekday())
    month = today.replace(day=1)
    last = (month - timedelta(days=1)).replace(day=1)
    # the 31st is compared with all of a shorter month
    same = min(last + (now - month), month - timedelta(hours=1))
    return {
        "today": (today, today - timedelta(days=1), now - timedelta(days=1)),
        "week": (week, week - timedelta(days=7), now - timedelta(days=7)),
        "month": (month, last, same),
    }


def _text(figure: str, value: int | float, currency: str) -> str:
    return money(str(value), currency) if figure == "sales" else format_number(value)


def _difference(value: int | float, previous: int | float) -> str:
    if value == previous:
        return "±0"
    sign = "+" if value > previous else "−"
    if not previous:
        return f"{sign}{format_number(abs(value - previous))}"
    return f"{sign}{abs(value - previous) / previous * 100:,.1f}%"


def period_figures(
    context: PageContext,
    hours: HourlyFigures,
    period: Period,
    now: datetime,
    currency: str,
    figures: list[str],
) -> list[FigureSummary]:
    """Return the figures of a selected period, compared with the same number of days before."""
    assert period.range is not None
    start = datetime.combine(period.range.start, datetime.min.time(), now.tzinfo)
    end, length = until(period.range.end, now), timedelta(days=period.range.days)
    name = context.translate(marked("in the period before"))
    summaries = []
    for figure in figures:
        value = hours.total(figure, start, end)
        previous = hours.total(figure, start - length, end - length)
        summaries.append(
            FigureSummary(
                title=context.translate(FIGURES[figure]),
                text=_text(figure, value, currency),
                difference=_difference(value, previous),
                trend="up" if value > previous else "down" if value < previous else "",
                before=f"{_text(figure, previous, currency)} {name}",
                address=_list_address(
                    figure, period.range.start, period.range.end, context.shop.shop_no
                ),
            )
        )
    return summaries


def plots(
    context: PageContext,
    hours: HourlyFigures,
    today: date,
    currency: str,
    figures: list[str],
    period: Period | None = None,
) -> list[Plot]:
    """Return a plot of each figure over the last days, compared with the days before.

    `period`: the days of a selected one instead.
    """
    selected = period.range if period is not None else None
    length = DAYS if selected is None else selected.days
    last = today if selected is None else selected.end
    days = [last - timedelta(days=ago) for ago in reversed(range(length))]
    before = [day - timedelta(days=length) for day in days]
    names = (
        (marked("Last 30 days"), marked("Previous 30 days"))
        if selected is None
        else (marked("Selected period"), marked("Period before"))
    )
    return [
        Plot(
            title=context.translate(FIGURES[figure]),
            labels=[f"{day:%m-%d}" for day in days],
            series=[
                Series(context.translate(names[0]), hours.days(figure, days)),
                Series(context.translate(names[1]), hours.days(figure, before), dashed=True),
            ],
            unit=f" {currency}" if figure == "sales" else "",
        )
        for figure in figures
    ]


def figure_groups(
    context: PageContext,
    hours: HourlyFigures,
    period: Period,
    now: datetime,
    currency: str,
    figures: list[str],
) -> list[list[FigureSummary]]:
    """Return the figures of the selected period, else of today, this week and this month."""
    if not figures:
        return []
    if period.range is None:
        return compare_periods(context, hours, now, currency, figures)
    return [period_figures(context, hours, period, now, currency, figures)]
