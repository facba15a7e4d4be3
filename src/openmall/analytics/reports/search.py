"""A report as a question: SQLAlchemy Core that runs unchanged on DuckDB and ClickHouse.

What is shown has names of its own (`by_...`, `n_...`), as in ClickHouse the name given to an
expression is used for it everywhere in the statement, also where a column has that name.
Days before 2023 are answered from the legacy sums, later ones from facts; both add up.
"""

from collections.abc import Iterator
from typing import Final, Literal, NamedTuple

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    FromClause,
    SelectBase,
    and_,
    bindparam,
    cast,
    func,
    or_,
    select,
    union_all,
)

from openmall.analytics.engine.engine import Values
from openmall.analytics.facts.tables import COUNTS, LABELS, LEGACY_STAT
from openmall.analytics.reports.report import (
    FIRST,
    MANY,
    NO_TEXT,
    Expression,
    Order,
    Part,
    Report,
    total,
)
from openmall.database.schema import fixed

Span = Literal["facts", "legacy", "both"]

FIRST_DAY: Final = 20230101
"""From this day on there are facts; before it, legacy sums (specification: "What the service
does")."""
_NOTHING: Final = fixed(0)
_OWN_COLUMNS: Final = ("day", "hour", "product_no", "category_no")
"""What legacy sums have columns of the same name for."""


class QuestionShape(NamedTuple):
    """The parts of a request that change the text of the question, not only its values."""

    span: Span = "facts"
    device: bool = False
    by_hour: bool = False
    sort: str = ""
    order: Order = "asc"
    order_id: bool = False


def span_of(first: int, last: int) -> Span:
    """Return what the days from `first` to `last`, YYYYMMDD, are answered from."""
    if last < FIRST_DAY:
        return "legacy"
    return "facts" if first >= FIRST_DAY else "both"


def range_of(first: int, last: int) -> dict[str, int]:
    """Return the days as a question wants them: those with facts, and those without."""
    return {
        "first_day": max(first, FIRST_DAY),
        "last_day": last,
        "first_legacy": first,
        "last_legacy": min(last, FIRST_DAY - 1),
    }


def question(report: Report, shape: QuestionShape) -> SelectBase:
    """Return the question of a report; its values are those of `range_of`, and of the request.

    A row has the report's `columns()`.
    """
    grouped = _grouped(report, shape)
    value_columns: dict[str, Expression] = {
        name: grouped.c[label] for name, label in _labels(report, shape).items()
    }
    value_columns |= {
        name: expression(value_columns) for name, expression in report.derived.items()
    }
    answer = select(*(value_columns[name].label(f"is_{name}") for name in columns(report, shape)))
    if not report.sorts:
        return answer
    sorted_by = [name for name in report.sorts[shape.sort] if name in value_columns]
    tie_breakers = [each for each in dims(report, shape) if each not in sorted_by]
    keys = [
        value_columns[name].desc() if shape.order == "desc" else value_columns[name]
        for name in sorted_by
    ]
    return (
        answer.order_by(*keys, *(value_columns[name] for name in tie_breakers))
        .limit(bindparam("limit", type_=BigInteger))
        .offset(bindparam("offset", type_=BigInteger))
    )


def columns(report: Report, shape: QuestionShape) -> list[str]:
    """Return the names of what a row of the answer holds, in order."""
    return [*_labels(report, shape), *report.derived]


def dims(report: Report, shape: QuestionShape) -> list[str]:
    """Return what the rows go by."""
    names = [by.name for by in report.by]
    return [name for name in names if name != "hour" or shape.by_hour or not report.by_hour]


def legacy(report: Report) -> dict[str, Expression]:
    """Return which column of the legacy sums holds what: by, newest and counts of a report."""
    labels, counts = iter(LABELS), iter(COUNTS)
    dimension_names = [by.name for by in report.by]
    legacy_columns = {
        name: LEGACY_STAT.c[name if name in _OWN_COLUMNS else next(labels)]
        for name in (*dimension_names, *report.newest)
    }
    return {
        **legacy_columns,
        **{count.name: LEGACY_STAT.c[next(counts)] for count in report.counts},
    }


def behind(report: Report, part: Part, shape: QuestionShape, row: Values) -> SelectBase:
    """Return the facts of one table behind a row: its values are bound as `row_<name>`."""
    of_row = [
        by.shown(part.by[by.name]) == bindparam(f"row_{by.name}", type_=part.by[by.name].type)
        for by in report.by
        if by.name in row
    ]
    return (
        select(*part.table.c)
        .where(*_conditions(report, part, shape), *of_row)
        .order_by(*part.table.c)
        .limit(bindparam("limit", type_=BigInteger))
    )


def sources(report: Report, shape: QuestionShape) -> Iterator[Part]:
    """Return the tables a question reads, facts and legacy sums alike."""
    if shape.span != "legacy":
        yield from report.parts
    if shape.span != "facts":
        yield _legacy_part(report)


def _labels(report: Report, shape: QuestionShape) -> dict[str, str]:
    return {
        **{name: f"by_{name}" for name in dims(report, shape)},
        **{name: f"newest_{name}" for name in report.newest},
        **{count.name: f"n_{count.name}" for count in report.counts},
    }


def _grouped(report: Report, shape: QuestionShape) -> FromClause:
    """Return the rows of a report, neither sorted nor cut into pages."""
    parts = [_selected(report, part, shape) for part in sources(report, shape)]
    if len(parts) == 1:
        return parts[0].subquery()
    together = union_all(*parts).subquery()
    keys = [together.c[f"by_{name}"] for name in dims(report, shape)]
    newest = [
        func.argMax(together.c[f"newest_{name}"], together.c.seen_at).label(f"newest_{name}")
        for name in report.newest
    ]
    count_columns = [
        total(together.c[f"n_{count.name}"]).label(f"n_{count.name}") for count in report.counts
    ]
    return select(*keys, *newest, *count_columns).group_by(*keys).subquery()


def _selected(report: Report, part: Part, shape: QuestionShape) -> SelectBase:
    """Return the selection from one table, with the columns all parts of a report have."""
    keys = [
        by.shown(part.by[by.name]).label(f"by_{by.name}")
        for by in report.by
        if by.name in dims(report, shape)
    ]
    newest = [
        # DuckDB knows it by this name of ClickHouse's as well
        func.argMax(part.newest[name], part.table.c.at).label(f"newest_{name}")
        for name in report.newest
    ]
    if newest:
        newest.append(func.max(part.table.c.at).label("seen_at"))
    count_columns = [
        cast(part.counts.get(count.name, _NOTHING), BigInteger).label(f"n_{count.name}")
        for count in report.counts
    ]
    conditions = _conditions(report, part, shape)
    if part.once is not None:
        many = [func.count().label(MANY.name), func.max(part.table.c.first).label(FIRST.name)]
        groups = [*(each.element for each in keys), part.once]
        each = select(*keys, *many).where(*conditions).group_by(*groups).subquery()
        key_columns = [each.c[key.name] for key in keys]
        return select(*key_columns, *count_columns).select_from(each).group_by(*key_columns)
    selected = select(*keys, *newest, *count_columns).where(*conditions)
    selected = selected.group_by(*(each.element for each in keys))
    if part.table is LEGACY_STAT and keys:
        # an import that was taken back left the same numbers below zero
        selected = selected.having(or_(*(each != 0 for each in part.counts.values())))
    return selected


def _conditions(report: Report, part: Part, shape: QuestionShape) -> list[ColumnElement[bool]]:
    table = part.table
    older = table is LEGACY_STAT
    first, last = ("first_legacy", "last_legacy") if older else ("first_day", "last_day")
    conditions = [
        table.c.mall_id == bindparam("mall_id", type_=table.c.mall_id.type),
        table.c.shop_no == bindparam("shop_no", type_=table.c.shop_no.type),
        and_(table.c.day >= bindparam(first), table.c.day <= bindparam(last)),
        *part.where,
    ]
    if shape.device:
        conditions.append(table.c.device == bindparam("device_type", type_=table.c.device.type))
    if shape.order_id:
        conditions.append(
            part.by["order_id"] == bindparam("order_id", type_=part.by["order_id"].type)
        )
    if "bot" in table.c:
        conditions.append(table.c.bot == NO_TEXT)
    return conditions + [part.by[name] != NO_TEXT for name in report.needs]


def _legacy_part(report: Report) -> Part:
    legacy_columns = legacy(report)
    return Part(
        table=LEGACY_STAT,
        by={by.name: legacy_columns[by.name] for by in report.by},
        newest={name: legacy_columns[name] for name in report.newest},
        counts={count.name: total(legacy_columns[count.name]) for count in report.counts},
        where=(LEGACY_STAT.c.report == report.path,),
    )
