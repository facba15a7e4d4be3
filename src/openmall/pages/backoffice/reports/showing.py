"""A report as people read it: its table, how it differs from earlier days, and its plot."""

from decimal import Decimal
from typing import Final

from msgspec import Struct

from openmall.http.web.languages import marked
from openmall.http.web.plots import Plot, Series, Value
from openmall.pages.backoffice.desk import Desk
from openmall.pages.backoffice.figures import written
from openmall.pages.backoffice.reports import names
from openmall.pages.backoffice.reports.asked import Asked
from openmall.pages.backoffice.reports.asking import Earlier, Row, days, key
from openmall.pages.backoffice.reports.sheets import Column, Sheet

TOP: Final = 10
"""Bars of a report whose rows are neither days nor hours."""
MOST_LINES: Final = 3
MOST_HOURS: Final = 31
"""Days whose every hour is drawn."""
_LONGEST_LABEL: Final = 24
_WITHOUT_YEAR: Final = 184
"""Days of a range whose labels need no year."""
_HOURS: Final = range(24)


class Cell(Struct, frozen=True):
    """A value as it is shown."""

    text: str
    figure: bool = False
    trend: str = ""
    """`up` or `down`, of a difference."""


class Head(Struct, frozen=True, kw_only=True):
    """The head of a column."""

    text: str
    figure: bool
    link: str = ""
    """Sorts by it; empty: nothing does."""
    sorted: str = ""
    """`ascending` or `descending`, where the report is sorted by it."""


def columns(sheet: Sheet, asked: Asked) -> list[Column]:
    """Return the columns to show: the hour only where hours are told apart."""
    return [
        each
        for each in sheet.columns
        if not (sheet.by_hour and each.name == "hour" and not asked.by_hour)
    ]


def heads(desk: Desk, sheet: Sheet, asked: Asked, address: str) -> list[Head]:
    """Return the heads of a report's table."""
    made = []
    for column in columns(sheet, asked):
        here = bool(column.sort) and column.sort == asked.sort
        turned = "desc" if asked.order == "asc" else "asc"
        order = turned if here else ("desc" if column.counted else "asc")
        link = asked.link(sheet, address, sort=column.sort, order=order) if column.sort else ""
        made.append(
            Head(
                text=desk.said(names.COLUMNS[column.name]),
                figure=column.counted,
                link=link,
                sorted=f"{asked.order}ending" if here else "",
            )
        )
        if asked.compare and column.counted:
            made.append(Head(text=desk.said(marked("Difference")), figure=True))
    return made


def cells(desk: Desk, sheet: Sheet, asked: Asked, row: Row, before: Earlier | None) -> list[Cell]:
    """Return a row of a report's table."""
    made = []
    for column in columns(sheet, asked):
        made.append(Cell(shown(desk, column, row), column.counted))
        if before is not None and column.counted:
            made.append(
                _difference(column, Decimal(row[column.name]), before.of(sheet, row, column))
            )
    return made


def shown(desk: Desk, column: Column, row: Row) -> str:
    """Return a value as people read it."""
    value = row[column.name]
    if value is None:
        return ""
    if column.kind == "hour":
        return f"{int(value):02d}:00"
    if column.kind == "percent":
        return f"{written(value)}%"
    if column.counted:
        return written(value)
    told = names.VALUES.get(column.name, {}).get(str(value))
    return desk.said(told) if told else str(value)


def _difference(column: Column, now: Decimal, then: Decimal | None) -> Cell:
    if then is None:
        return Cell("–", figure=True)
    by = now - then
    if by == 0:
        return Cell("0", figure=True)
    sign = "+" if by > 0 else "−"
    text = f"{sign}{written(abs(by))}"
    if column.kind == "percent":
        text += "%p"
    elif then > 0:
        text += f" ({sign}{abs(by) / then * 100:,.1f}%)"
    return Cell(text, figure=True, trend="up" if by > 0 else "down")


def plot(
    desk: Desk, sheet: Sheet, asked: Asked, rows: list[Row], before: Earlier | None
) -> Plot | None:
    """Return what is drawn of a report; None where nothing is.

    `rows`: all of them where they are days or hours, else those that come first.
    """
    if sheet.over == "day hours" or not rows:
        return None
    title = desk.said(names.TITLES[sheet.slug][0])
    if sheet.over in ("days", "months"):
        return _over_time(desk, sheet, asked, rows, before, title)
    if sheet.over == "one":
        return None
    drawn = _drawn(sheet, asked)
    name = desk.said(names.COLUMNS[drawn.name])
    if sheet.over == "hours":
        found = {row["hour"]: _value(row, drawn) for row in rows}
        labels = [f"{hour:02d}:00" for hour in _HOURS]
        values: list[Value] = [found.get(hour, 0) for hour in _HOURS]
    else:
        first = rows[:TOP]
        texts = [each for each in sheet.columns if each.kind == "text"]
        label = next((each for each in texts if each.name == "product_name"), texts[0])
        labels = [_cut(shown(desk, label, row) or "–") for row in first]
        values = [_value(row, drawn) for row in first]
    return Plot(title=title, labels=labels, series=[Series(name, values)], kind="bars")


def _over_time(
    desk: Desk, sheet: Sheet, asked: Asked, rows: list[Row], before: Earlier | None, title: str
) -> Plot | None:
    assert asked.range is not None
    if asked.by_hour and asked.range.days > MOST_HOURS:
        return None
    points = _points(sheet, asked, rows)
    found = {key(sheet, row): row for row in rows}
    main = sheet.main
    drawn = [main, *(each for each in sheet.counted if each != main and each.kind == main.kind)]
    series = [
        Series(
            desk.said(names.COLUMNS[column.name]),
            [_value(found[point], column) if point in found else 0 for point in points],
        )
        for column in drawn[:MOST_LINES]
    ]
    if before is not None:
        then = [before.rows.get(point) for point in points]
        series.insert(
            1,
            Series(
                f"{series[0].name}, {desk.said(marked('earlier'))}",
                [_value(row, main) if row is not None else 0 for row in then],
                dashed=True,
            ),
        )
    return Plot(title=title, labels=_labels(asked, points), series=series)


def _points(sheet: Sheet, asked: Asked, rows: list[Row]) -> list[tuple[str | int | None, ...]]:
    """Return every day, hour or month of the range, also those without anything."""
    assert asked.range is not None
    if sheet.over == "months":
        return [(month,) for month in dict.fromkeys(day[:7] for day in days(asked.range))]
    if "hour" not in sheet.keys:
        return [(day,) for day in days(asked.range)]
    hours: list[int | None] = list(_HOURS) if asked.by_hour else [None]
    return [(day, hour) for day in days(asked.range) for hour in hours]


def _labels(asked: Asked, points: list[tuple[str | int | None, ...]]) -> list[str]:
    """Return what stands below the points: days without their year where it goes without saying."""
    assert asked.range is not None
    short = asked.range.days <= _WITHOUT_YEAR

    def label(day: object, hour: object = None) -> str:
        text = str(day)
        if text.count("-") > 1:
            text = text[5:] if short else text[2:]
        return text if hour is None else f"{text} {hour!s:0>2}:00"

    return [label(*point) for point in points]


def _drawn(sheet: Sheet, asked: Asked) -> Column:
    by_sort = [each for each in sheet.counted if each.sort and each.sort == asked.sort]
    return (by_sort or [sheet.main])[0]


def _value(row: Row, column: Column) -> int | float:
    value = Decimal(row[column.name])
    return int(value) if value == value.to_integral_value() else float(value)


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST_LABEL else f"{text[: _LONGEST_LABEL - 1]}…"
