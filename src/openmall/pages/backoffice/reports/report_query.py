"""The query of a report page: date range, comparison, device, sorting, page."""

import calendar
from collections.abc import Callable
from datetime import date, timedelta
from typing import Final
from urllib.parse import urlencode

from msgspec import Struct

from openmall.access.oauth.form_fields import Fields
from openmall.http.web.languages import marked
from openmall.pages.backoffice.reports.definitions import ReportDefinition

PAGE_SIZE: Final = 50
"""Rows per page: the minimum limit of an analytics report."""
_MAX_PAGE_DIGITS: Final = 6
"""Maximum number of digits of a page number."""
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
INVALID_DATE: Final = marked("This is not a date. Use the format 2026-11-21.")
OUTSIDE: Final = marked("Choose a day from 2000-01-01 to 2100-12-31.")


class DateRange(Struct, frozen=True):
    """A range of days, both ends included."""

    start: date
    end: date

    @property
    def days(self) -> int:
        return (self.end - self.start).days + 1


class ReportQuery(Struct, frozen=True, kw_only=True):
    """The validated query of a report page."""

    range: DateRange | None
    """None: the dates are invalid."""
    start: str
    end: str
    """The dates as typed."""
    device: str
    compare: str
    by_hour: bool
    sort: str
    order: str
    page: int
    shop_no: int
    order_id: str
    problems: dict[str, str]
    """Field of the form -> its error."""

    def link(self, definition: ReportDefinition, address: str, **changed: str | int) -> str:
        """Return the address of this query with changed values, starting at the first page."""
        parameters: dict[str, str | int] = {
            "start": self.start,
            "end": self.end,
            "device": self.device if self.device != "total" else "",
            "compare": self.compare,
            "unit": "hour" if self.by_hour else "",
            "sort": self.sort if self.sort != definition.sort else "",
            "order": self.order
            if (self.sort, self.order) != (definition.sort, definition.order)
            else "",
            "shop_no": self.shop_no if self.shop_no != 1 else "",
            "order_id": self.order_id,
            **changed,
        }
        return (
            f"{address}?{urlencode({name: value for name, value in parameters.items() if value})}"
        )


def read_query(
    query: Fields, definition: ReportDefinition, shop_no: int, today: date
) -> ReportQuery:
    """Return the report query of an address; invalid values except dates are ignored."""
    default_range = preset_range("30", today)
    start, end = query.text("start").strip(), query.text("end").strip()
    if not start and not end:
        start, end = default_range.start.isoformat(), default_range.end.isoformat()
    start_day, end_day = parse_day(start or end), parse_day(end or start)
    # a day that is none is its problem
    problems = {
        name: day for name, day in (("start", start_day), ("end", end_day)) if isinstance(day, str)
    }
    sorts = {column.sort for column in definition.columns if column.sort}
    sort, order = query.text("sort"), query.text("order")
    return ReportQuery(
        range=None
        if isinstance(start_day, str) or isinstance(end_day, str)
        else DateRange(start_day, end_day),
        # fields of dates show this form alone, and other forms of a day are read too
        start=str(start_day) if isinstance(start_day, date) else start or end,
        end=str(end_day) if isinstance(end_day, date) else end or start,
        device=_one_of(query.text("device"), DEVICES, "total") if definition.devices else "total",
        compare=_one_of(query.text("compare"), COMPARISONS, "") if definition.compared else "",
        by_hour=definition.by_hour and query.text("unit") == "hour",
        sort=sort if sort in sorts else definition.sort,
        order=order if order in ("asc", "desc") else definition.order,
        page=_page_number(query.text("page")),
        shop_no=shop_no,
        order_id=query.text("order_id").strip()[:64] if definition.has_order_filter else "",
        problems=problems,
    )


def _one_of(text: str, values: dict[str, str], default: str) -> str:
    return text if text in values else default


def _page_number(text: str) -> int:
    is_number = text.isascii() and text.isdigit() and len(text) <= _MAX_PAGE_DIGITS
    return max(int(text), 1) if is_number else 1


def parse_day(text: str) -> date | str:
    """Return a typed day, or what is wrong with it: no date, or outside the days of reports."""
    try:
        day = date.fromisoformat(text)
    except ValueError:
        return INVALID_DATE
    return day if day.year in _YEARS else OUTSIDE


def preset_range(name: str, today: date) -> DateRange:
    """Return the date range of one of PRESETS."""
    yesterday = today - timedelta(days=1)
    first = today.replace(day=1)
    last_month = first - timedelta(days=1)
    ranges: dict[str, Callable[[], DateRange]] = {
        "today": lambda: DateRange(today, today),
        "yesterday": lambda: DateRange(yesterday, yesterday),
        "7": lambda: DateRange(today - timedelta(days=6), today),
        "30": lambda: DateRange(today - timedelta(days=29), today),
        "month": lambda: DateRange(first, today),
        "last-month": lambda: DateRange(last_month.replace(day=1), last_month),
        "year": lambda: DateRange(today - timedelta(days=364), today),
    }
    return ranges[name]()


def comparison_range(definition: ReportDefinition, query: ReportQuery) -> DateRange:
    """Return the date range to compare with: the previous one, or the same a year earlier."""
    assert query.range is not None
    start, end = query.range.start, query.range.end
    if definition.row_unit == "months":
        length = (end.year - start.year) * 12 + end.month - start.month + 1
        months = 12 if query.compare == "year" else length
        return DateRange(
            months_before(start.replace(day=1), months), months_before(end.replace(day=1), months)
        )
    if query.compare == "year":
        return DateRange(months_before(start, 12), months_before(end, 12))
    length_of_range = timedelta(days=query.range.days)
    return DateRange(start - length_of_range, end - length_of_range)


def months_before(day: date, months: int) -> date:
    """Return the same day `months` earlier; the last day of a shorter month."""
    number = day.year * 12 + day.month - 1 - months
    year, month = number // 12, number % 12 + 1
    return date(year, month, min(day.day, calendar.monthrange(year, month)[1]))
