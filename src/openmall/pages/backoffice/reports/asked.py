"""What a reader asks of a report: from when to when, compared with when, of which device."""

import calendar
from collections.abc import Callable
from datetime import date, timedelta
from typing import Final
from urllib.parse import urlencode

from msgspec import Struct

from openmall.access.oauth.form_fields import Fields
from openmall.http.web.languages import marked
from openmall.pages.backoffice.reports.sheets import Sheet

PAGE: Final = 50
"""Rows on a page, the fewest a report of the analytics API may be asked for."""
_LONGEST_PAGE: Final = 6
"""Digits of the number of a page."""
_YEARS: Final = range(2000, 2101)

PRESETS: Final = {
    "today": marked("Today"),
    "yesterday": marked("Yesterday"),
    "7": marked("Last 7 days"),
    "30": marked("Last 30 days"),
    "month": marked("This month"),
    "last-month": marked("Last month"),
    "year": marked("Last 12 months"),
}
DEVICES: Final = {
    "total": marked("All devices"),
    "pc": marked("Computers"),
    "mobile": marked("Mobile devices"),
}
COMPARISONS: Final = {
    "": marked("Nothing"),
    "before": marked("Previous period"),
    "year": marked("Same period last year"),
}
_NO_DATE: Final = marked("This is not a date. Use the format 2026-11-21.")


class Range(Struct, frozen=True):
    """From a day to a day, both included."""

    start: date
    end: date

    @property
    def days(self) -> int:
        return (self.end - self.start).days + 1


class Asked(Struct, frozen=True, kw_only=True):
    """What is asked of a report."""

    range: Range | None
    """None: the days cannot be read."""
    start: str
    end: str
    """As they were typed."""
    device: str
    compare: str
    by_hour: bool
    sort: str
    order: str
    page: int
    shop_no: int
    order_id: str
    problems: dict[str, str]
    """Field of the form -> what is wrong with it."""

    def link(self, sheet: Sheet, address: str, **changed: str | int) -> str:
        """Return the address of the same question with something changed; from its first page."""
        said: dict[str, str | int] = {
            "start": self.start,
            "end": self.end,
            "device": self.device if self.device != "total" else "",
            "compare": self.compare,
            "unit": "hour" if self.by_hour else "",
            "sort": self.sort if self.sort != sheet.sort else "",
            "order": self.order if (self.sort, self.order) != (sheet.sort, sheet.order) else "",
            "shop_no": self.shop_no if self.shop_no != 1 else "",
            "order_id": self.order_id,
            **changed,
        }
        return f"{address}?{urlencode({name: value for name, value in said.items() if value})}"


def read(query: Fields, sheet: Sheet, shop_no: int, today: date) -> Asked:
    """Return what a query asks; what makes no sense there is as if it was not said, save days."""
    first = preset("30", today)
    start, end = query.text("start").strip(), query.text("end").strip()
    if not start and not end:
        start, end = first.start.isoformat(), first.end.isoformat()
    start_day, end_day = _day(start or end), _day(end or start)
    problems = {
        name: _NO_DATE for name, day in (("start", start_day), ("end", end_day)) if day is None
    }
    sorts = {column.sort for column in sheet.columns if column.sort}
    sort, order = query.text("sort"), query.text("order")
    return Asked(
        range=Range(start_day, end_day) if start_day and end_day else None,
        start=start or end,
        end=end or start,
        device=_one(query.text("device"), DEVICES, "total") if sheet.devices else "total",
        compare=_one(query.text("compare"), COMPARISONS, "") if sheet.compared else "",
        by_hour=sheet.by_hour and query.text("unit") == "hour",
        sort=sort if sort in sorts else sheet.sort,
        order=order if order in ("asc", "desc") else sheet.order,
        page=_page(query.text("page")),
        shop_no=shop_no,
        order_id=query.text("order_id").strip()[:64] if sheet.one_order else "",
        problems=problems,
    )


def _one(text: str, known: dict[str, str], otherwise: str) -> str:
    return text if text in known else otherwise


def _page(text: str) -> int:
    known = text.isascii() and text.isdigit() and len(text) <= _LONGEST_PAGE
    return max(int(text), 1) if known else 1


def _day(text: str) -> date | None:
    try:
        day = date.fromisoformat(text)
    except ValueError:
        return None
    return day if day.year in _YEARS else None


def preset(name: str, today: date) -> Range:
    """Return the days that one of PRESETS stands for."""
    yesterday = today - timedelta(days=1)
    first = today.replace(day=1)
    last_month = first - timedelta(days=1)
    made: dict[str, Callable[[], Range]] = {
        "today": lambda: Range(today, today),
        "yesterday": lambda: Range(yesterday, yesterday),
        "7": lambda: Range(today - timedelta(days=6), today),
        "30": lambda: Range(today - timedelta(days=29), today),
        "month": lambda: Range(first, today),
        "last-month": lambda: Range(last_month.replace(day=1), last_month),
        "year": lambda: Range(today - timedelta(days=364), today),
    }
    return made[name]()


def earlier(sheet: Sheet, asked: Asked) -> Range:
    """Return the days to compare with: as many just before, or those of the year before."""
    assert asked.range is not None
    start, end = asked.range.start, asked.range.end
    if sheet.over == "months":
        length = (end.year - start.year) * 12 + end.month - start.month + 1
        months = 12 if asked.compare == "year" else length
        return Range(back(start.replace(day=1), months), back(end.replace(day=1), months))
    if asked.compare == "year":
        return Range(back(start, 12), back(end, 12))
    passed = timedelta(days=asked.range.days)
    return Range(start - passed, end - passed)


def back(day: date, months: int) -> date:
    """Return the same day so many months before; the month's last where it is shorter."""
    number = day.year * 12 + day.month - 1 - months
    year, month = number // 12, number % 12 + 1
    return date(year, month, min(day.day, calendar.monthrange(year, month)[1]))
