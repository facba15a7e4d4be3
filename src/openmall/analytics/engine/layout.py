"""How each engine lays out the tables of facts, from their one declaration."""

from typing import Any, Final, Literal

from sqlalchemy import Column, Table
from sqlalchemy.types import BigInteger, Integer, SmallInteger

from openmall.analytics.facts.tables import SORTED_BY, facts

EngineName = Literal["duckdb", "clickhouse"]
TABLES: Final[dict[str, Table]] = {table.name: table for table in facts.sorted_tables}
OF_BROWSERS: Final = [name for name, table in TABLES.items() if "browser" in table.c]
"""The tables whose rows name a browser."""
_TYPES: Final[dict[EngineName, tuple[str, str, str, str]]] = {
    "duckdb": ("SMALLINT", "BIGINT", "INTEGER", "VARCHAR"),
    "clickhouse": ("Int16", "Int64", "Int32", "String"),
}


def column_type(column: Column[Any], engine: EngineName) -> str:
    """Return what an engine calls the type of a column."""
    small, large, whole, text = _TYPES[engine]
    if isinstance(column.type, SmallInteger):
        return small
    if isinstance(column.type, BigInteger):
        return large
    return whole if isinstance(column.type, Integer) else text


def quoted(*names: str) -> str:
    """Return names as a list within a statement."""
    return ", ".join(f'"{name}"' for name in names)


def _columns(table: Table, engine: EngineName) -> str:
    absent = " NOT NULL" if engine == "duckdb" else ""
    return ", ".join(f'"{each.name}" {column_type(each, engine)}{absent}' for each in table.c)


def duckdb_table(table: Table) -> str:
    """Return the statement that makes a table of facts in DuckDB."""
    return f'CREATE TABLE IF NOT EXISTS "{table.name}" ({_columns(table, "duckdb")})'


def clickhouse_table(table: Table) -> str:
    """Return the statement that makes a table of facts in ClickHouse: sorted within a month.

    It remembers the tokens of the last 10,000 parts that were added, so that a batch that is
    sent again is not added again.
    """
    return (
        f'CREATE TABLE IF NOT EXISTS "{table.name}" ({_columns(table, "clickhouse")})'
        ' ENGINE = MergeTree PARTITION BY intDiv("day", 100)'
        f" ORDER BY ({quoted(*SORTED_BY)})"
        " SETTINGS non_replicated_deduplication_window = 10000"
    )


def month_of(day: int) -> int:
    """Return the month of a day: 20260131 -> 202601."""
    return day // 100
