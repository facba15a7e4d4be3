"""No statement joins across malls: each is carried out where its mall's rows are, but for a few."""

from typing import Any

import pytest
from sqlalchemy import BinaryExpression, Delete, Insert, Select, Update, bindparam, func, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.sql import visitors
from sqlalchemy.sql.elements import ColumnClause
from sqlalchemy.sql.selectable import Alias, FromClause, TableClause

from openmall.database import distribution, tenancy
from openmall.database.schema import metadata
from openmall.database.statements import Statement
from tests.guards.sources import import_all, statements

JOINED_ACROSS = {
    "a sweep looks for the malls in which it has something to do",
    "a worker looks for the malls in which something happened",
    "a worker looks for due delivery queues of all malls",
    "a worker looks for malls in which customers are to be reminded",
    "a worker looks for malls in which nobody was reminded yet",
    "the operator's list of malls",
    "an operator watches how much work waits in the installation",
}
"""Statements across malls that read several tables of malls: each row beside those of its mall."""


def _of_malls(clause: Any) -> set[str]:
    return {
        element.name
        for element in visitors.iterate(clause)
        if isinstance(element, TableClause) and tenancy.MALL in element.c
    }


def _clause(statement: Statement) -> Any:
    return statement.build("postgresql")


def _tenant_tables(clause: Any) -> set[FromClause]:
    """Return the tables and aliases in `clause` that belong to malls."""
    named = [each for each in visitors.iterate(clause) if isinstance(each, ColumnClause)]
    reading = [each for each in visitors.iterate(clause) if isinstance(each, Alias | TableClause)]
    aliased = {each.element for each in reading if isinstance(each, Alias)}
    columns = {each.table for each in named if each.table is not None}
    found = {each for each in reading if each not in aliased or each in columns} | columns
    return {each for each in found if tenancy.MALL in each.c}


def _beside_each_other(clause: Any) -> bool:
    """Say whether every table of malls in `clause` has its mall in common with all the others."""
    pairs = [
        {element.left.table, element.right.table}
        for element in visitors.iterate(clause)
        if isinstance(element, BinaryExpression)
        and getattr(element.left, "name", "") == getattr(element.right, "name", "") == tenancy.MALL
    ]
    tables: set[FromClause] = _tenant_tables(clause)
    together = {next(iter(tables))}
    for _ in pairs:
        for pair in pairs:
            if pair & together:
                together |= pair
    return tables <= together


def test_no_table_has_what_keeps_it_from_being_distributed() -> None:
    import_all()
    assert distribution.obstacles() == []


def test_every_statement_on_rows_of_malls_is_bound_to_one_mall_or_says_why_not() -> None:
    bound = [each for each in statements() if not each.across_malls]
    of_malls = [each for each in bound if _of_malls(_clause(each))]
    assert len(of_malls) > 500
    for statement in bound:
        tenancy.check(_clause(statement))  # raises, for what only PostgreSQL is asked, too


def test_statements_across_malls_read_one_table_or_rows_beside_each_other() -> None:
    across = [each for each in statements() if each.across_malls]
    joined = set()
    for statement in across:
        clause = _clause(statement)
        assert not isinstance(clause, Insert | Update | Delete), "nothing is changed across malls"
        assert " FOR UPDATE" not in statement.on("postgresql").sql
        assert " OVER (" not in statement.on("postgresql").sql
        selects = [each for each in visitors.iterate(clause) if isinstance(each, Select)]
        if len(_of_malls(clause)) > 1 and " UNION " not in statement.on("postgresql").sql:
            joined.add(statement.across_malls)
            assert _beside_each_other(clause), statement.across_malls
        elif " UNION " in statement.on("postgresql").sql:
            assert all(len(_of_malls(each)) == 1 for each in selects)
    assert joined == JOINED_ACROSS


def test_no_statement_moves_a_row_to_another_mall() -> None:
    changed = [
        {getattr(column, "name", column) for column in _clause(each)._values or {}}
        for each in statements()
        if isinstance(_clause(each), Update)
    ]
    assert len(changed) > 50
    assert not any(tenancy.MALL in columns for columns in changed)


@pytest.mark.parametrize("left_out", ["shop", "counter"])
def test_a_join_that_leaves_the_mall_open_is_seen(left_out: str) -> None:
    import_all()
    mall, other = metadata().tables["mall"], metadata().tables[left_out]
    apart = mall.select().join(other, other.c[1] != "")
    beside = mall.select().join(other, other.c.mall_id == mall.c.mall_id)
    assert not _beside_each_other(apart.add_columns(other.c.mall_id))
    assert _beside_each_other(beside)


def _not_for_one_server(clause: Any) -> str:
    """Return what keeps Citus from sending a statement of a mall to the mall's server alone.

    `tenancy.check` refuses one more: a query among the columns that takes the mall from the row.
    """
    if not isinstance(clause, Insert) or tenancy.MALL not in clause.table.c:
        return ""
    if any(isinstance(each, Select) for each in visitors.iterate(clause)) and clause.select is None:
        return "Citus takes no query among the values: INSERT ... SELECT from the row of the mall"
    if clause.select is not None and not _of_malls(clause.select):
        return "Citus gathers rows of no table of malls first: select them with the row of the mall"
    return ""


def test_no_statement_has_a_shape_that_citus_does_not_send_to_one_server() -> None:
    found = {
        statement.on("postgresql").sql: reason
        for statement in statements()
        if not statement.across_malls and (reason := _not_for_one_server(_clause(statement)))
    }
    assert found == {}


@pytest.mark.parametrize("shape", ["value", "conflict", "no table", "all"])
def test_shapes_for_several_servers_are_seen(shape: str) -> None:
    import_all()
    shop = metadata().tables["shop"]
    mall = shop.c.mall_id == bindparam("mall_id")
    last = select(func.max(shop.c.shop_no)).where(mall).scalar_subquery()
    adding = insert(shop).values(mall_id=bindparam("mall_id"), shop_no=bindparam("shop_no"))
    clause = {
        "value": insert(shop).values(mall_id=bindparam("mall_id"), shop_no=last),
        "conflict": adding.on_conflict_do_update(
            index_elements=["mall_id", "shop_no"], set_={"name": last}
        ),
        "no table": insert(shop).from_select(["mall_id"], select(bindparam("mall_id"))),
        "all": insert(shop).from_select(["mall_id"], select(shop.c.mall_id).where(mall)),
    }[shape]
    assert bool(_not_for_one_server(clause)) == (shape != "all")
