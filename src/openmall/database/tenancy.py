"""Tenant isolation: refuses statements that are not bound to one mall, when they are declared."""

from typing import Any

from sqlalchemy import Delete, Insert, Select, Update
from sqlalchemy.sql import operators, visitors
from sqlalchemy.sql.elements import BinaryExpression, BindParameter, ClauseElement, ColumnClause
from sqlalchemy.sql.selectable import Alias, FromClause, TableClause

MALL = "mall_id"


class UnboundStatement(Exception):
    """A statement reads or writes a shop's table without binding the mall."""


def check(clause: ClauseElement) -> None:
    """Raise UnboundStatement unless every shop table of `clause` is bound to one mall.

    A table is bound when its `mall_id` equals the parameter `:mall_id`, or the `mall_id` of a bound
    table.
    """
    if isinstance(clause, Insert):
        _check_insert(clause)
        return
    tenant_tables = _tenant_tables(clause)
    bound_tables = _bound_tables(clause)
    if isinstance(clause, Update | Delete | Select) and tenant_tables - bound_tables:
        names = ", ".join(
            sorted(str(getattr(table, "name", table)) for table in tenant_tables - bound_tables)
        )
        raise UnboundStatement(f"{names}: mall_id is not bound in: {clause}")


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


def _tenant_tables(clause: ClauseElement) -> set[FromClause]:
    """Return the tables and aliases in `clause` that belong to malls."""
    tables: set[FromClause] = set()
    aliased: set[FromClause] = set()
    for element in visitors.iterate(clause):
        if isinstance(element, Alias):
            aliased.add(element.element)
        if isinstance(element, Alias | TableClause) and MALL in element.c:
            tables.add(element)
        if isinstance(element, ColumnClause) and _owner(element) is not None:
            tables.add(_owner(element))  # type: ignore[arg-type] # just checked
    for element in list(tables):
        # iterating an alias also visits what it aliases
        if element in aliased and not _used_unaliased(clause, element):
            tables.discard(element)
    return tables


def _used_unaliased(clause: ClauseElement, table: FromClause) -> bool:
    return any(
        isinstance(element, ColumnClause) and element.table is table
        for element in visitors.iterate(clause)
    )


def _owner(column: ColumnClause[object]) -> FromClause | None:
    table = column.table
    return table if table is not None and MALL in table.c else None


def _bound_tables(clause: ClauseElement) -> set[FromClause]:
    bound: set[FromClause] = set()
    equal: list[tuple[FromClause, FromClause]] = []
    for element in visitors.iterate(clause):
        if not isinstance(element, BinaryExpression) or element.operator is not operators.eq:
            continue
        sides = [element.left, element.right]
        columns = [s for s in sides if isinstance(s, ColumnClause) and s.name == MALL]
        if len(columns) == 2:
            equal.append((columns[0].table, columns[1].table))  # type: ignore[arg-type] # has one
        elif columns and any(isinstance(s, BindParameter) and s.key == MALL for s in sides):
            bound.add(columns[0].table)  # type: ignore[arg-type] # a tenant column has a table
    for _ in equal:
        for one, other in equal:
            if one in bound or other in bound:
                bound |= {one, other}
    return bound
