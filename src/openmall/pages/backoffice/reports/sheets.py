"""A sheet is a report as a page shows it: its columns, what they sort by, what rows are told by.

Those of the analytics API follow from the report's own row; the sales reports of the admin API
are listed here.
"""

from typing import Final, Literal

import msgspec
from msgspec import Struct

from openmall.analytics.reports.registry import REPORTS
from openmall.analytics.reports.report import Report
from openmall.pages.backoffice.reports import names

Kind = Literal["text", "number", "money", "percent", "day", "month", "hour"]
Over = Literal["days", "months", "day hours", "hours", "rows", "one"]
"""A row is: a day, a month, an hour of a day, an hour of any day, anything else; or there is one
row of figures."""

_DAYS: Final = ("date", "order_date", "collection_date")
_HOURS: Final = ("hour", "collection_hour")


class Column(Struct, frozen=True, kw_only=True):
    """A column of a sheet."""

    name: str
    kind: Kind
    sort: str = ""
    """The value of `sort` that orders by it; empty: nothing does."""

    @property
    def counted(self) -> bool:
        """It is a figure, and can be compared and drawn."""
        return self.kind in ("number", "money", "percent")


class Sheet(Struct, frozen=True, kw_only=True):
    """A report as a page shows it."""

    slug: str
    group: str
    """One of `names.GROUPS`."""
    door: Literal["analytics", "admin"]
    path: str
    columns: tuple[Column, ...]
    keys: tuple[str, ...]
    """Columns that tell its rows apart."""
    over: Over
    sort: str = ""
    order: Literal["asc", "desc"] = "asc"
    devices: bool = False
    by_hour: bool = False
    """It goes by the hour when asked to."""
    whole: bool = False
    """It comes whole, whatever page of it is shown."""
    one_order: bool = False
    """It can be asked for one order."""
    compared: bool = True
    most_rows: int = 100_000
    """Of a download."""

    @property
    def counted(self) -> list[Column]:
        """Its figures."""
        return [column for column in self.columns if column.counted]

    @property
    def main(self) -> Column:
        """The figure it is mostly about."""
        by_sort = [each for each in self.counted if each.sort and each.sort == self.sort]
        money = [each for each in self.counted if each.kind == "money"]
        return (by_sort or money or self.counted)[0]


def _of(report: Report) -> Sheet:
    texts = {by.name for by in report.by} | set(report.newest)
    columns = tuple(
        Column(name=each.name, kind=_kind(each.name, texts), sort=_sort(report, each.name))
        for each in report.figures
    )
    keys = tuple(each.name for each in columns if not each.counted and _tells(report, each.name))
    return Sheet(
        slug=report.path.replace("/", "-"),
        group=names.GROUP_OF[report.path.partition("/")[0]],
        door="analytics",
        path=report.path,
        columns=columns,
        keys=keys,
        over=_over(report, keys),
        sort=report.sort,
        order=report.order,
        devices=True,
        by_hour=report.by_hour,
        whole=not report.sorts,
        one_order="order_id" in keys,
        compared=not report.facts_alone,
    )


def _tells(report: Report, name: str) -> bool:
    """Say whether a column tells rows apart: names of products change, their numbers do not."""
    return name not in report.newest


def _kind(name: str, texts: set[str]) -> Kind:
    if name in _DAYS:
        return "day"
    if name in _HOURS:
        return "hour"
    if name in texts:
        return "text"
    if name.endswith("_rate"):
        return "percent"
    return "money" if "amount" in name or "price" in name else "number"


def _sort(report: Report, name: str) -> str:
    for sort, columns in report.sorts.items():
        if sort == name or columns[0] == name:
            return sort
    return ""


def _over(report: Report, keys: tuple[str, ...]) -> Over:
    if not keys:
        return "one"
    if report.facts_alone:
        return "rows"
    if "date" in keys:
        return "days"
    return "hours" if keys == ("hour",) else "rows"


def _columns(text: str) -> tuple[Column, ...]:
    made = (word.partition(":") for word in text.split())
    kinds: dict[str, Kind] = {
        "": "text", "n": "number", "m": "money", "d": "day", "o": "month", "h": "hour"
    }  # fmt: skip
    return tuple(Column(name=name, kind=kinds[kind]) for name, _, kind in made)


def _sorted_here(text: str) -> tuple[Column, ...]:
    """Return columns of a report that comes whole, so that the page itself can sort it."""
    return tuple(msgspec.structs.replace(each, sort=each.name) for each in _columns(text))


_MOST_OF_ADMIN: Final = 11_000
"""Rows: the largest offset these operations take, and a page behind it."""

_SALES: Final = (
    Sheet(
        slug="daily-sales",
        group="sales",
        door="admin",
        path="financials/dailysales",
        columns=_sorted_here("date:d sales_count:n payment_amount:m refund_amount:m"),
        keys=("date",),
        over="days",
        sort="date",
        whole=True,
    ),
    Sheet(
        slug="monthly-sales",
        group="sales",
        door="admin",
        path="financials/monthlysales",
        columns=_sorted_here("month:o sales_count:n payment_amount:m refund_amount:m"),
        keys=("month",),
        over="months",
        sort="month",
        whole=True,
    ),
    Sheet(
        slug="hourly-sales",
        group="sales",
        door="admin",
        path="reports/hourlysales",
        columns=_columns(
            "collection_date:d collection_hour:h order_count:n item_count:n order_price_amount:m"
            " shipping_fee:m order_sale_price:m coupon_discount_price:m actual_order_amount:m"
            " refund_amount:m sales:m used_points:m used_credits:m refund_points:m refund_credits:m"
        ),
        keys=("collection_date", "collection_hour"),
        over="day hours",
        compared=False,
        most_rows=_MOST_OF_ADMIN,
    ),
    Sheet(
        slug="product-sales",
        group="sales",
        door="admin",
        path="reports/productsales",
        columns=_columns(
            "collection_date:d collection_hour:h product_no variants_code product_price:m"
            " settle_count:n refund_count:n sale_count:n exchange_product_count:n"
            " cancel_product_count:n return_product_count:n total_sale_count:n total_cancel_count:n"
        ),
        keys=("collection_date", "collection_hour", "variants_code"),
        over="day hours",
        compared=False,
        most_rows=_MOST_OF_ADMIN,
    ),
)

SHEETS: Final = {
    sheet.slug: sheet for sheet in (*(_of(report) for report in REPORTS.values()), *_SALES)
}
"""Last part of a page's address -> its sheet."""
