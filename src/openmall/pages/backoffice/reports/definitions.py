"""Definitions of the report pages: columns, sorting, and the key of a row.

Those of the analytics API are derived from its reports; the sales reports of the admin API are
listed here.
"""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any, Final, Literal

import msgspec
from msgspec import Struct

from openmall.analytics.reports.registry import REPORTS
from openmall.analytics.reports.report import Report
from openmall.pages.backoffice.reports import report_labels

Kind = Literal["text", "number", "money", "percent", "day", "month", "hour"]
RowUnit = Literal["days", "months", "day hours", "hours", "rows", "one"]
"""The unit of a row: a day, a month, an hour of a day, an hour of any day, anything else; or the
report has one row of figures."""

_DAYS: Final = ("date", "order_date", "collection_date")
_HOURS: Final = ("hour", "collection_hour")


class Column(Struct, frozen=True, kw_only=True):
    """A column of a report."""

    name: str
    kind: Kind
    sort: str = ""
    """The value of `sort` that sorts by it; empty: not sortable."""

    @property
    def counted(self) -> bool:
        """True for figures, which can be compared and plotted."""
        return self.kind in ("number", "money", "percent")

    def value(self, row: Mapping[str, Any]) -> Decimal:
        """Return the figure of a row, exactly as it is answered."""
        return Decimal(str(row[self.name]))


class ReportDefinition(Struct, frozen=True, kw_only=True):
    """The definition of a report page."""

    slug: str
    group: str
    """One of `names.GROUPS`."""
    api: Literal["analytics", "admin"]
    path: str
    columns: tuple[Column, ...]
    keys: tuple[str, ...]
    """Columns that form the key of a row."""
    row_unit: RowUnit
    sort: str = ""
    order: Literal["asc", "desc"] = "asc"
    devices: bool = False
    by_hour: bool = False
    """It can be shown by the hour."""
    unpaged: bool = False
    """The API returns it completely, without paging."""
    has_order_filter: bool = False
    """It can be filtered by an order."""
    compared: bool = True
    max_rows: int = 100_000
    """Maximum number of rows of a download."""

    @property
    def counted(self) -> list[Column]:
        """The columns with figures."""
        return [column for column in self.columns if column.counted]

    @property
    def main(self) -> Column:
        """The main figure, used for plots."""
        by_sort = [each for each in self.counted if each.sort and each.sort == self.sort]
        money = [each for each in self.counted if each.kind == "money"]
        return (by_sort or money or self.counted)[0]


def _analytics_definition(report: Report) -> ReportDefinition:
    texts = {by.name for by in report.by} | set(report.newest)
    columns = tuple(
        Column(name=each.name, kind=_kind(each.name, texts), sort=_sort(report, each.name))
        for each in report.figures
    )
    keys = tuple(each.name for each in columns if not each.counted and _is_key(report, each.name))
    return ReportDefinition(
        slug=report.path.replace("/", "-"),
        group=report_labels.GROUP_OF[report.path.partition("/")[0]],
        api="analytics",
        path=report.path,
        columns=columns,
        keys=keys,
        row_unit=_row_unit(report, keys),
        sort=report.sort,
        order=report.order,
        devices=True,
        by_hour=report.by_hour,
        unpaged=not report.sorts,
        has_order_filter="order_id" in keys,
        compared=not report.row_per_order,
    )


def _is_key(report: Report, name: str) -> bool:
    """Return whether a column is part of the key: product names change, product numbers do not."""
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


def _row_unit(report: Report, keys: tuple[str, ...]) -> RowUnit:
    if not keys:
        return "one"
    if report.row_per_order:
        return "rows"
    if "date" in keys:
        return "days"
    return "hours" if keys == ("hour",) else "rows"


def _columns(text: str) -> tuple[Column, ...]:
    columns = (word.partition(":") for word in text.split())
    kinds: dict[str, Kind] = {
        "": "text", "n": "number", "m": "money", "d": "day", "o": "month", "h": "hour"
    }  # fmt: skip
    return tuple(Column(name=name, kind=kinds[kind]) for name, _, kind in columns)


def _sortable_columns(text: str) -> tuple[Column, ...]:
    """Return the columns of an unpaged report, which the page itself sorts."""
    return tuple(msgspec.structs.replace(each, sort=each.name) for each in _columns(text))


_MAX_ADMIN_ROWS: Final = 11_000
"""Maximum number of rows: the largest offset of these operations, and one page."""

_SALES: Final = (
    ReportDefinition(
        slug="daily-sales",
        group="sales",
        api="admin",
        path="financials/dailysales",
        columns=_sortable_columns("date:d sales_count:n payment_amount:m refund_amount:m"),
        keys=("date",),
        row_unit="days",
        sort="date",
        unpaged=True,
    ),
    ReportDefinition(
        slug="monthly-sales",
        group="sales",
        api="admin",
        path="financials/monthlysales",
        columns=_sortable_columns("month:o sales_count:n payment_amount:m refund_amount:m"),
        keys=("month",),
        row_unit="months",
        sort="month",
        unpaged=True,
    ),
    ReportDefinition(
        slug="hourly-sales",
        group="sales",
        api="admin",
        path="reports/hourlysales",
        columns=_columns(
            "collection_date:d collection_hour:h order_count:n item_count:n order_price_amount:m"
            " shipping_fee:m order_sale_price:m coupon_discount_price:m actual_order_amount:m"
            " refund_amount:m sales:m used_points:m used_credits:m refund_points:m refund_credits:m"
        ),
        keys=("collection_date", "collection_hour"),
        row_unit="day hours",
        compared=False,
        max_rows=_MAX_ADMIN_ROWS,
    ),
    ReportDefinition(
        slug="product-sales",
        group="sales",
        api="admin",
        path="reports/productsales",
        columns=_columns(
            "collection_date:d collection_hour:h product_no variants_code product_price:m"
            " settle_count:n refund_count:n sale_count:n exchange_product_count:n"
            " cancel_product_count:n return_product_count:n total_sale_count:n total_cancel_count:n"
        ),
        keys=("collection_date", "collection_hour", "variants_code"),
        row_unit="day hours",
        compared=False,
        max_rows=_MAX_ADMIN_ROWS,
    ),
)

DEFINITIONS: Final = {
    definition.slug: definition
    for definition in (*(_analytics_definition(report) for report in REPORTS.values()), *_SALES)
}
"""Last part of a page's address -> its definition."""
