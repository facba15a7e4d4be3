"""Declares a report as a row: dimensions, counts, sources, and answered figures.

Specification: "Analytics API", the table of operations; "Meanings of aggregates".
"""

from collections.abc import Callable, Mapping
from typing import Final, Literal

from msgspec import Struct
from sqlalchemy import BigInteger, ColumnElement, Table, case, cast, column, func

from openmall.analytics.reports.figures import Figure
from openmall.database.schema import fixed, fixed_text

Expression = ColumnElement[int] | ColumnElement[str] | ColumnElement[int | str]
Columns = Mapping[str, Expression]
Order = Literal["asc", "desc"]

NO_DOMAIN: Final = "no referring domain"
"""Direct entry, bookmarks, apps, ads without source."""
NO_CHANNEL: Final = "no channel"
"""Visits that no ad with `utm_source` led to."""

NO_TEXT: Final[ColumnElement[str]] = fixed_text("")
HOW_MANY: Final[ColumnElement[int]] = func.count()
MANY: Final[ColumnElement[int]] = column("n_many", BigInteger)
FIRST: Final[ColumnElement[int]] = column("n_first", BigInteger)
"""Of a part that counts something once: how many facts there are of each, and whether it was the
browser's first visit."""


def distinct(of: Expression) -> ColumnElement[int]:
    """Return how many different values there are."""
    return func.count(of.distinct())


def total(of: Expression) -> ColumnElement[int]:
    """Return the sum, also of nothing, as a number both engines have: DuckDB's would be wider."""
    return cast(func.coalesce(func.sum(of), fixed(0)), BigInteger)


class Dimension(Struct, frozen=True):
    """A dimension of a report: it has a row for each value."""

    name: str
    blank: str = ""
    """What an empty text is called."""

    def shown(self, of: Expression) -> Expression:
        """Return a column as it is shown."""
        if not self.blank:
            return of
        return case((of == NO_TEXT, fixed_text(self.blank)), else_=of)


class Metric(Struct, frozen=True):
    """A number a report counts. `money`: an amount in hundredths."""

    name: str
    money: bool = False


class Part(Struct, frozen=True, kw_only=True):
    """What a report takes from one table of facts."""

    table: Table
    by: Columns = {}
    """Its dimensions, each one of the report's."""
    counts: Columns
    """Those of the report's counts that this table tells; the others are nothing here."""
    newest: Columns = {}
    once: Expression | None = None
    """What is counted once each: `counts` are then of MANY and FIRST of each. One grouping more
    costs less than counting what is different twice."""
    where: tuple[ColumnElement[bool], ...] = ()


class Report(Struct, frozen=True, kw_only=True):
    """One operation of the analytics API."""

    path: str
    answer_key: str = ""
    """The name the answer is keyed by, where that is not the last segment of the path."""
    summary: str
    """What it answers, in a sentence."""
    by: tuple[Dimension, ...] = ()
    counts: tuple[Metric, ...]
    newest: tuple[str, ...] = ()
    """Texts shown as they were last: names change, numbers do not."""
    parts: tuple[Part, ...]
    figures: tuple[Figure, ...]
    """What is answered, made of the above."""
    sorts: Mapping[str, tuple[str, ...]] = {}
    """Value of `sort` -> the columns to sort by; empty: one row, and no pages."""
    sort: str = ""
    order: Order = "asc"
    derived: Mapping[str, Callable[[Columns], Expression]] = {}
    """Columns made of those of all rows."""
    needs: tuple[str, ...] = ()
    """Texts without which a row is not listed: visits without a keyword in reports of keywords."""
    row_per_order: bool = False
    """Rows are single orders, which no other period has."""
    by_hour: bool = False
    """`format_type` decides whether rows are by the hour."""

    @property
    def key(self) -> str:
        """The name the answer is keyed by."""
        return self.answer_key or self.path.rpartition("/")[2]
