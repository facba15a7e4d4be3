"""Tenant isolation: refuses statements that are not bound to one mall, when they are declared.

Each SELECT, UPDATE and DELETE of a statement is checked by itself, those within it as well: every
shop table that it reads or writes has to be bound by conditions that hold for all its rows. These
are the terms of its WHERE that are joined by AND, and of the ON of its joins. What stands below OR
or NOT, in another SELECT or among the columns, binds nothing.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from sqlalchemy import CompoundSelect, Delete, Insert, Select, Update
from sqlalchemy.sql import operators
from sqlalchemy.sql.elements import (
    BinaryExpression,
    BindParameter,
    BooleanClauseList,
    ClauseElement,
    ColumnClause,
    Grouping,
)
from sqlalchemy.sql.selectable import (
    CTE,
    Alias,
    FromClause,
    Join,
    SelectState,
    Subquery,
    TableClause,
)
from sqlalchemy.sql.visitors import HasTraverseInternals

from openmall.database.values import StoredRow

MALL = "mall_id"
_QUERIES = (Select, CompoundSelect)


class _Froms(SelectState):
    """What a SELECT reads from: a `SelectState` without the names of its columns.

    Only a compiler needs the names, and they would stay in memory with the statement.
    """

    def __init__(self, statement: Select[*StoredRow]) -> None:
        self.statement = statement
        self.from_clauses = statement._from_obj
        if statement._setup_joins:
            self._setup_joins(statement._setup_joins, statement._raw_columns)
        self.froms = self._get_froms(statement)


class UnboundStatement(Exception):
    """A statement reads or writes a shop's table without binding the mall."""


def check(clause: ClauseElement) -> None:
    """Raise UnboundStatement unless every shop table of `clause` is bound to one mall.

    A table is bound when its `mall_id` equals the parameter `:mall_id`, or the `mall_id` of a bound
    table of the same SELECT or of the one around whose WHERE it is in. A SELECT among the columns,
    in ORDER BY, GROUP BY, HAVING or SET has to name `:mall_id` itself: where it takes the mall from
    the row around it, Citus asks every server, or refuses to lock the row.
    """
    if isinstance(clause, Insert):
        _check_insert(clause)
    elif isinstance(clause, Update | Delete):
        _check_write(clause)
    elif isinstance(clause, _QUERIES):
        _check_query(clause, set(), set(), set())


def _check_insert(clause: Insert) -> None:
    rows: list[Any] = [clause._values or {}]
    if clause._multi_values:
        rows = [row for several in clause._multi_values for row in several]
    names = set.intersection(*({getattr(column, "key", column) for column in row} for row in rows))
    if clause.select is not None:
        check(clause.select)
        names |= set(clause._select_names or ())
    if MALL in clause.table.c and MALL not in names:
        raise UnboundStatement(f"{clause.table}: mall_id is not among the inserted values")
    values = [value for row in rows for value in row.values() if isinstance(value, ClauseElement)]
    # a row under the same key is of the same mall: every key of a shop's table leads with it
    for query in _within([*values, *_parts(clause._post_values_clause)]):
        _check_query(query, {clause.table}, {clause.table}, set())


def _parts(conflict: ClauseElement | None) -> list[ClauseElement]:
    """Return what an ON CONFLICT is made of."""
    if conflict is None:
        return []
    values = (getattr(conflict, "update_values_to_set", None) or {}).values()
    where = getattr(conflict, "update_whereclause", None)
    return [each for each in (*values, where) if isinstance(each, ClauseElement)]


def _check_write(clause: Update | Delete) -> None:
    table = clause.table
    others = [each for each in _mentioned(clause._where_criteria) if each is not table]
    bound = _bound([table, *others], clause._where_criteria, set())
    _require([table, *others], bound, clause)
    for query in _within(clause._where_criteria):
        _check_query(query, {table, *others}, bound, set())
    values: Any = clause._values or {} if isinstance(clause, Update) else {}
    written = [value for value in values.values() if isinstance(value, ClauseElement)]
    for query in _within(written):
        _check_query(query, {table, *others}, set(), set())


def _mentioned(elements: Iterable[HasTraverseInternals]) -> set[FromClause]:
    """Return the tables of columns in elements, without those of SELECTs within."""
    found: set[FromClause] = set()
    for element in elements:
        if isinstance(element, ColumnClause):
            if element.table is not None:
                found.add(element.table)
        elif isinstance(element, ClauseElement) and not isinstance(element, _QUERIES):
            found |= _mentioned(element.get_children())
    return found


def _check_query(
    query: ClauseElement, around: set[FromClause], bound_around: set[FromClause], seen: set[int]
) -> None:
    """Check a SELECT or UNION, and those within it.

    `around`: the tables of the statements around it, which it may refer to; `seen`: CTEs that are
    being checked, which may refer to themselves.
    """
    if isinstance(query, CompoundSelect):
        for each in query.selects:
            _check_query(getattr(each, "element", each), around, bound_around, seen)
        return
    if not isinstance(query, Select):
        return
    froms = _Froms(query)._get_display_froms()
    # a table of the statement around it is that one's, unless it would be left with none
    froms = [each for each in froms if each not in around] or froms
    own = [table for each in froms for table in _tables(each)]
    conditions = [*query._where_criteria]
    bound = _bound(own, conditions, bound_around, joins=[*_joins(froms)])
    _require(own, bound, query)
    inner: list[ClauseElement] = [*conditions]
    inner += [each.onclause for each in _joins(froms) if each.onclause is not None]
    inner += [each for each in own if isinstance(each, Subquery | CTE)]
    for within in _within(inner, seen):
        _check_query(within, {*around, *own}, {*bound_around, *bound}, seen)
    columns: list[ClauseElement] = [*query._raw_columns, *query._having_criteria]
    columns += [*query._order_by_clauses, *query._group_by_clauses]
    for within in _within(columns, seen):
        _check_query(within, {*around, *own}, set(), seen)


def _require(tables: Iterable[FromClause], bound: set[FromClause], clause: ClauseElement) -> None:
    unbound = {each for each in tables if _is_shops(each)} - bound
    if unbound:
        names = ", ".join(sorted(str(getattr(table, "name", table)) for table in unbound))
        raise UnboundStatement(f"{names}: mall_id is not bound in a {type(clause).__name__}")


def _is_shops(table: FromClause) -> bool:
    """Say whether rows of a table belong to malls; what a SELECT gives is checked within it."""
    return isinstance(table, Alias | TableClause) and MALL in table.c


def _tables(element: ClauseElement) -> Iterator[FromClause]:
    """Yield the tables, aliases and subqueries of an entry of FROM."""
    if isinstance(element, Join):
        yield from _tables(element.left)
        yield from _tables(element.right)
    elif isinstance(element, Grouping):
        assert isinstance(element.element, ClauseElement)
        yield from _tables(element.element)
    else:
        assert isinstance(element, FromClause)
        yield element


def _joins(froms: Iterable[FromClause]) -> Iterator[Join]:
    for each in froms:
        if isinstance(each, Join):
            yield each
            yield from _joins([each.left, each.right])


def _bound(
    tables: list[FromClause],
    conditions: Iterable[ClauseElement],
    bound_around: set[FromClause],
    joins: Iterable[Join] = (),
) -> set[FromClause]:
    """Return which of the tables are bound by conditions that hold for every row."""
    bound = {each for each in tables if isinstance(each, Subquery | CTE)} | bound_around
    # A table is bound by `mall_id = :mall`, or by equality of its mall with that of a bound table.
    equal: list[tuple[FromClause, FromClause]] = []
    terms = [(term, None) for each in conditions for term in _terms(each)]
    # Each term with the tables that it restricts; None: every table that it names.
    restricted: list[tuple[ClauseElement, set[FromClause] | None]] = [*terms]
    for join in joins:
        # an outer join gives every row of its left side, whatever its condition says of it
        right = set(_tables(join.right)) if join.isouter or join.full else None
        if not join.full:
            restricted += [(term, right) for term in _terms(join.onclause)]
    for term, only in restricted:
        # Only equalities of the top level: a term inside OR does not hold for every row.
        if not isinstance(term, BinaryExpression) or term.operator is not operators.eq:
            continue
        sides = [term.left, term.right]
        found = [
            each.table for each in sides if isinstance(each, ColumnClause) and each.name == MALL
        ]
        if len(found) == 2:
            for one, other in (found, found[::-1]):
                if only is None or other in only:
                    equal.append((one, other))  # type: ignore[arg-type] # columns of tables
        elif found and _names_mall(sides) and (only is None or found[0] in only):
            bound.add(found[0])  # type: ignore[arg-type] # a column of a table
    # Transitive closure: each round binds at least one further table, or the rest stays unbound.
    for _ in equal:
        bound |= {other for one, other in equal if one in bound}
    return bound


def _names_mall(sides: Iterable[ClauseElement]) -> bool:
    return any(isinstance(each, BindParameter) and each.key == MALL for each in sides)


def _terms(condition: ClauseElement | None) -> Iterator[ClauseElement]:
    """Yield the terms of a condition that are joined by AND."""
    if isinstance(condition, Grouping):
        assert isinstance(condition.element, ClauseElement)
        yield from _terms(condition.element)
    elif isinstance(condition, BooleanClauseList) and condition.operator is operators.and_:
        for each in condition.clauses:
            yield from _terms(each)
    elif condition is not None:
        yield condition


def _within(
    elements: Iterable[HasTraverseInternals], seen: set[int] | None = None
) -> Iterator[ClauseElement]:
    """Yield the outermost SELECTs and UNIONs within elements."""
    seen = set() if seen is None else seen
    for element in elements:
        if isinstance(element, _QUERIES):
            yield element
        elif isinstance(element, CTE):
            if id(element) not in seen:
                seen.add(id(element))
                yield element.element
        elif isinstance(element, Subquery | Alias):
            yield from _within([element.element], seen)
        elif isinstance(element, ClauseElement) and not isinstance(element, TableClause):
            yield from _within(element.get_children(), seen)
