"""What happened in each hour of the last two months, added up to days, weeks and months."""

from datetime import date, datetime, timedelta
from typing import Final
from urllib.parse import urlencode

from msgspec import Struct

from openmall.commerce.store.backoffice_menu import pages as menu_pages
from openmall.http.web.languages import marked
from openmall.http.web.plots import Plot, Series, Value
from openmall.pages.backoffice.desk import Desk
from openmall.pages.backoffice.figures import written

DAYS: Final = 30
"""Days of a plot; as many before them are its comparison."""
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
_BEFORE: Final = {
    "today": marked("same time yesterday"),
    "week": marked("same time last week"),
    "month": marked("same time last month"),
}


class Hours(Struct, frozen=True):
    """Figures by what they are of and the number of their hour; what is not there is nothing."""

    found: dict[str, dict[int, int | float]]

    def total(self, figure: str, start: datetime, end: datetime) -> int | float:
        """Return a figure from the hour of `start` to the hour of `end`, both included."""
        first, last = place(start.date(), start.hour), place(end.date(), end.hour)
        return sum(value for at, value in self.found[figure].items() if first <= at <= last)

    def days(self, figure: str, days: list[date]) -> list[Value]:
        """Return a figure of each day."""
        sums: dict[int, int | float] = {}
        for at, value in self.found[figure].items():
            sums[at // 24] = sums.get(at // 24, 0) + value
        return [sums.get(day.toordinal(), 0) for day in days]


def place(day: date, hour: int) -> int:
    """Return the number of an hour: each is one more than the one before."""
    return day.toordinal() * 24 + hour


class Glance(Struct, frozen=True):
    """A figure of a time until now, and how it differs from the same time before."""

    title: str
    text: str
    difference: str
    trend: str
    """`up`, `down`, or empty where nothing differs."""
    before: str
    """What it was, and when."""
    address: str
    """Of the list that the figure is the number, or the sum, of."""


def since(today: date) -> date:
    """Return the first day that is looked at."""
    last_month = (today.replace(day=1) - timedelta(days=1)).replace(day=1)
    return min(last_month, today - timedelta(days=2 * DAYS - 1))


def compared(
    desk: Desk, hours: Hours, now: datetime, currency: str, known: list[str]
) -> list[list[Glance]]:
    """Return the figures of today, this week and this month beside the same time before."""
    found = []
    for name, (start, then, until) in _periods(now).items():
        made = []
        for figure in known:
            value, before = hours.total(figure, start, now), hours.total(figure, then, until)
            unit = f" {currency}" if figure == "sales" else ""
            made.append(
                Glance(
                    title=desk.said(_TITLES[name, figure]),
                    text=f"{written(value)}{unit}",
                    difference=_difference(value, before),
                    trend="up" if value > before else "down" if value < before else "",
                    before=f"{written(before)}{unit} {desk.said(_BEFORE[name])}",
                    address=_list_of(figure, start.date(), now.date(), desk.shop.shop_no),
                )
            )
        found.append(made)
    return found


def _list_of(figure: str, first: date, last: date, shop_no: int) -> str:
    """Return the address of what a figure of some days is made of."""
    if figure == "orders":
        return f"{menu_pages.ORDERS.path}?" + urlencode(
            {"shop_no": shop_no, "date_type": "pay_date", "from": first, "to": last}
        )
    sheet = {"sales": "hourly-sales", "visits": "visitors-view"}[figure]
    asked = {"start": first, "end": last, "shop_no": shop_no}
    return f"{menu_pages.REPORTS.path}/{sheet}?{urlencode(asked)}"


def _periods(now: datetime) -> dict[str, tuple[datetime, datetime, datetime]]:
    """Return of each time its beginning, and beginning and end of the one before."""
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


def _difference(value: int | float, before: int | float) -> str:
    if value == before:
        return "±0"
    sign = "+" if value > before else "−"
    if not before:
        return f"{sign}{written(abs(value - before))}"
    return f"{sign}{abs(value - before) / before * 100:,.1f}%"


def plots(desk: Desk, hours: Hours, today: date, currency: str, known: list[str]) -> list[Plot]:
    """Return a plot of each figure over the last days, with those before as comparison."""
    days = [today - timedelta(days=ago) for ago in reversed(range(DAYS))]
    before = [day - timedelta(days=DAYS) for day in days]
    return [
        Plot(
            title=desk.said(FIGURES[figure]),
            labels=[f"{day:%m-%d}" for day in days],
            series=[
                Series(desk.said(marked("Last 30 days")), hours.days(figure, days)),
                Series(
                    desk.said(marked("Previous 30 days")), hours.days(figure, before), dashed=True
                ),
            ],
            unit=f" {currency}" if figure == "sales" else "",
        )
        for figure in known
    ]
