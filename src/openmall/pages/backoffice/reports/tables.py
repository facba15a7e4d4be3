"""The table of a report, its differences from earlier dates, and its plot."""

from decimal import Decimal
from typing import Final

from msgspec import Struct

from openmall.http.web.languages import marked
from openmall.http.web.plots import Plot, Series, Value
from openmall.pages.backoffice.number_format import format_number
from openmall.pages.backoffice.reports import report_labels
from openmall.pages.backoffice.reports.definitions import Column, ReportDefinition
from openmall.pages.backoffice.reports.report_names import Names
from openmall.pages.backoffice.reports.report_query import ReportQuery
from openmall.pages.backoffice.reports.report_rows import (
    Comparison,
    ReportContext,
    Row,
    days_of,
    row_key,
)

MAX_BARS: Final = 10
"""Maximum number of bars of a plot whose rows are neither days nor hours."""
MAX_LINES: Final = 3
MAX_HOURLY_DAYS: Final = 31
"""Maximum number of days of an hourly plot."""
_MAX_LABEL_LENGTH: Final = 24
_MAX_DAYS_WITHOUT_YEAR: Final = 184
"""Maximum number of days of a range whose labels omit the year."""
_HOURS: Final = range(24)
LESS_IS_BETTER: Final = frozenset(
    {"refund_amount", "refund_count", "refund_points", "refund_credits", "cancel_product_count",
     "return_product_count", "total_cancel_count"}
)  # fmt: skip
"""Figures whose rise is bad news."""


class Cell(Struct, frozen=True):
    """A table cell."""

    text: str
    figure: bool = False
    trend: str = ""
    """`up` for a difference that is good news, `down` for one that is not."""
    link: str = ""
    """Address of what the cell names; empty: none."""


class Header(Struct, frozen=True, kw_only=True):
    """The header of a column."""

    text: str
    figure: bool
    link: str = ""
    """Address that sorts by the column; empty: not sortable."""
    sorted: str = ""
    """`ascending` or `descending` if the report is sorted by the column."""


def visible_columns(definition: ReportDefinition, query: ReportQuery) -> list[Column]:
    """Return the columns to show; the hour only in an hourly report."""
    return [
        each
        for each in definition.columns
        if not (definition.by_hour and each.name == "hour" and not query.by_hour)
    ]


def headers(
    context: ReportContext, definition: ReportDefinition, query: ReportQuery, address: str
) -> list[Header]:
    """Return the headers of a report's table."""
    headers = []
    columns = visible_columns(definition, query)
    named = any(each.name == "product_name" for each in columns)
    for column in columns:
        # products are shown by their names where the report has none
        label = "product_name" if column.name == "product_no" and not named else column.name
        is_sorted = bool(column.sort) and column.sort == query.sort
        reversed_order = "desc" if query.order == "asc" else "asc"
        order = reversed_order if is_sorted else ("desc" if column.counted else "asc")
        link = query.link(definition, address, sort=column.sort, order=order) if column.sort else ""
        headers.append(
            Header(
                text=context.translate(report_labels.COLUMNS[label]),
                figure=column.counted,
                link=link,
                sorted=f"{query.order}ending" if is_sorted else "",
            )
        )
        if query.compare and column.counted:
            headers.append(Header(text=context.translate(marked("Difference")), figure=True))
    return headers


def cells(
    context: ReportContext,
    definition: ReportDefinition,
    query: ReportQuery,
    row: Row,
    before: Comparison | None,
    names: Names,
) -> list[Cell]:
    """Return the cells of a report's row; `names`: what its numbers stand for."""
    cells = []
    for column in visible_columns(definition, query):
        text = display_value(context, column, row)
        if column.counted:
            cells.append(Cell(text, figure=True))
        else:
            name = names.name(column.name, row, text)
            cells.append(Cell(name or text, link=names.address(column.name, row)))
        if before is not None and column.counted:
            cells.append(
                _difference(column, column.value(row), before.value_before(definition, row, column))
            )
    return cells


def display_value(context: ReportContext, column: Column, row: Row) -> str:
    """Return the display text of a value."""
    value = row[column.name]
    if value is None:
        return ""
    if column.kind == "hour":
        return f"{int(value):02d}:00"
    if column.kind == "percent":
        return f"{format_number(value)}%"
    if column.counted:
        return format_number(value)
    label = report_labels.VALUES.get(column.name, {}).get(str(value))
    return context.translate(label) if label else str(value)


def _difference(column: Column, now: Decimal, earlier: Decimal | None) -> Cell:
    if earlier is None:
        return Cell("–", figure=True)
    difference = now - earlier
    if difference == 0:
        return Cell("0", figure=True)
    sign = "+" if difference > 0 else "−"
    text = f"{sign}{format_number(abs(difference))}"
    if column.kind == "percent":
        text += "%p"
    elif earlier > 0:
        text += f" ({sign}{abs(difference) / earlier * 100:,.1f}%)"
    better = (difference > 0) != (column.name in LESS_IS_BETTER)
    return Cell(text, figure=True, trend="up" if better else "down")


def plot(
    context: ReportContext,
    definition: ReportDefinition,
    query: ReportQuery,
    rows: list[Row],
    before: Comparison | None,
) -> Plot | None:
    """Return the plot of a report; None without one.

    `rows`: all rows if they are days or hours, else the first ones.
    """
    if definition.row_unit == "day hours" or not rows:
        return None
    title = context.translate(report_labels.TITLES[definition.slug][0])
    if definition.row_unit in ("days", "months"):
        return _over_time(context, definition, query, rows, before, title)
    if definition.row_unit == "one":
        return None
    column = _plot_column(definition, query)
    name = context.translate(report_labels.COLUMNS[column.name])
    if definition.row_unit == "hours":
        by_hour = {row["hour"]: _value(row, column) for row in rows}
        labels = [f"{hour:02d}:00" for hour in _HOURS]
        values: list[Value] = [by_hour.get(hour, 0) for hour in _HOURS]
    else:
        first = rows[:MAX_BARS]
        texts = [each for each in definition.columns if each.kind == "text"]
        label = next((each for each in texts if each.name == "product_name"), texts[0])
        labels = [_shorten(display_value(context, label, row) or "–") for row in first]
        values = [_value(row, column) for row in first]
    return Plot(title=title, labels=labels, series=[Series(name, values)], kind="bars")


def _over_time(
    context: ReportContext,
    definition: ReportDefinition,
    query: ReportQuery,
    rows: list[Row],
    before: Comparison | None,
    title: str,
) -> Plot | None:
    assert query.range is not None
    if query.by_hour and query.range.days > MAX_HOURLY_DAYS:
        return None
    points = _points(definition, query, rows)
    by_key = {row_key(definition, row): row for row in rows}
    main = definition.main
    columns = [
        main,
        *(each for each in definition.counted if each != main and each.kind == main.kind),
    ]
    series = [
        Series(
            context.translate(report_labels.COLUMNS[column.name]),
            [_value(by_key[point], column) if point in by_key else 0 for point in points],
        )
        for column in columns[:MAX_LINES]
    ]
    if before is not None:
        earlier = context.translate(marked("earlier"))
        earlier_rows = [before.rows.get(point) for point in points]
        series.insert(
            1,
            Series(
                f"{series[0].name}, {earlier}",
                [_value(row, main) if row is not None else 0 for row in earlier_rows],
                dashed=True,
            ),
        )
    return Plot(title=title, labels=_labels(query, points), series=series)


def _points(
    definition: ReportDefinition, query: ReportQuery, rows: list[Row]
) -> list[tuple[str | int | None, ...]]:
    """Return every day, hour or month of the range, including empty ones."""
    assert query.range is not None
    if definition.row_unit == "months":
        return [(month,) for month in dict.fromkeys(day[:7] for day in days_of(query.range))]
    if "hour" not in definition.keys:
        return [(day,) for day in days_of(query.range)]
    hours: list[int | None] = list(_HOURS) if query.by_hour else [None]
    return [(day, hour) for day in days_of(query.range) for hour in hours]


def _labels(query: ReportQuery, points: list[tuple[str | int | None, ...]]) -> list[str]:
    """Return the labels of the points; short ranges omit the year."""
    assert query.range is not None
    short = query.range.days <= _MAX_DAYS_WITHOUT_YEAR

    def label(day: object, hour: object = None) -> str:
        text = str(day)
        if text.count("-") > 1:
            text = text[5:] if short else text[2:]
        return text if hour is None else f"{text} {hour!s:0>2}:00"

    return [label(*point) for point in points]


def _plot_column(definition: ReportDefinition, query: ReportQuery) -> Column:
    by_sort = [each for each in definition.counted if each.sort and each.sort == query.sort]
    return (by_sort or [definition.main])[0]


def _value(row: Row, column: Column) -> int | float:
    value = column.value(row)
    return int(value) if value == value.to_integral_value() else float(value)


def _shorten(text: str) -> str:
    return text if len(text) <= _MAX_LABEL_LENGTH else f"{text[: _MAX_LABEL_LENGTH - 1]}…"
