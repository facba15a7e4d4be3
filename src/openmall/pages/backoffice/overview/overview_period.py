"""The period that a manager selects on the overview; the last 30 days at first."""

from datetime import date, datetime, timedelta
from typing import Final
from urllib.parse import urlencode

from msgspec import Struct

from openmall.http.web.languages import marked
from openmall.pages.backoffice.page_context import PageContext
from openmall.pages.backoffice.reports.report_query import (
    PRESETS,
    DateRange,
    parse_day,
    preset_range,
)

NAMES: Final = ("today", "yesterday", "7", "30", "month", "last-month")
_DEFAULT: Final = "30"
MAX_DAYS: Final = 92
_BACKWARDS: Final = marked("The end date is before the start date.")
_TOO_LONG: Final = marked("Choose up to 92 days.")


class Period(Struct, frozen=True, kw_only=True):
    """The selected days, and what is wrong with dates that were typed."""

    range: DateRange
    """The default where the dates are wrong."""
    name: str = ""
    """Of NAMES; empty: the dates were typed."""
    start: str = ""
    """As typed, or as the name says; so is `end`."""
    end: str = ""
    problem: str = ""
    field: str = ""
    """`start` or `end`, which the problem belongs to."""

    @property
    def before(self) -> DateRange:
        """The same number of days before the period."""
        length = timedelta(days=self.range.days)
        return DateRange(self.range.start - length, self.range.end - length)

    @property
    def query(self) -> dict[str, str]:
        """The period as part of an address; empty for the default."""
        if self.name:
            return {"period": self.name} if self.name != _DEFAULT else {}
        return {"start": self.start, "end": self.end}


def read_period(context: PageContext, today: date) -> Period:
    """Return the period of the address."""
    query = context.visit.query
    name, start, end = (query.text(each).strip() for each in ("period", "start", "end"))
    if name in NAMES or not (start or end):
        return _named(name if name in NAMES else _DEFAULT, today)
    typed = {"start": start or end, "end": end or start}

    def wrong(problem: str, field: str) -> Period:
        default = preset_range(_DEFAULT, today)
        return Period(
            range=default, start=typed["start"], end=typed["end"], problem=problem, field=field
        )

    days_typed = {}
    for field, text in typed.items():
        day = parse_day(text)
        if isinstance(day, str):
            return wrong(day, field)
        days_typed[field] = day
        # fields of dates show this form alone, and other forms of a day are read too
        typed[field] = str(day)
    days = DateRange(days_typed["start"], days_typed["end"])
    if days.days < 1:
        return wrong(_BACKWARDS, "end")
    if days.days > MAX_DAYS:
        return wrong(_TOO_LONG, "end")
    return Period(start=str(days.start), end=str(days.end), range=days)


def _named(name: str, today: date) -> Period:
    days = preset_range(name, today)
    return Period(range=days, name=name, start=str(days.start), end=str(days.end))


def links(context: PageContext, period: Period) -> list[tuple[str, str, bool, None]]:
    """Return address and label of each period to select, and whether it is selected."""
    shop_no = context.shop.shop_no
    shop = {"shop_no": str(shop_no)} if shop_no != 1 else {}
    found: list[tuple[str, str, bool, None]] = []
    for name in NAMES:
        query = {**shop, **({"period": name} if name != _DEFAULT else {})}
        address = f"{context.page.path}?{urlencode(query)}" if query else context.page.path
        found.append((address, context.translate(PRESETS[name]), period.name == name, None))
    return found


def until(period_end: date, now: datetime) -> datetime:
    """Return the last hour of a period: now, for one that is not over."""
    if period_end >= now.date():
        return now
    return datetime.combine(period_end, datetime.min.time(), now.tzinfo) + timedelta(hours=23)
