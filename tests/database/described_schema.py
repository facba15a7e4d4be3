"""The schema of a store as its database has it, in a form that two stores can be compared by."""

import asyncio
import re
from typing import Any, Final

import apsw
import asyncpg

from openmall.configuration import Configuration

Described = dict[str, Any]
_NUMBER: Final = re.compile(r"^'(\d+)'(?:::bigint)?$")
_COMPARISON: Final = (
    r"(?:CASE WHEN )?OLD\.\w+ IS (?:NOT|DISTINCT FROM) NEW\.\w+(?: THEN '[^']*' ELSE '' END)?"
)
_COMPARISONS: Final = re.compile(rf"{_COMPARISON}(?: (?:OR|\|\|) {_COMPARISON})+")
"""Columns of a row that a trigger compares with those of before."""
_COLUMNS: Final = """
    SELECT c.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull,
        coalesce(pg_get_expr(d.adbin, d.adrelid), '')
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
    LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND a.attnum > 0
        AND NOT a.attisdropped
    ORDER BY c.relname, a.attnum"""
_INDEXES: Final = "SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = 'public'"
_COLUMNS_OF: Final = 'PRAGMA index_info("{}")'
_CONSTRAINTS: Final = """
    SELECT conrelid::regclass || ' ' || conname, pg_get_constraintdef(oid) FROM pg_constraint
    WHERE connamespace = 'public'::regnamespace AND contype <> 'n'"""
"""NOT NULL is of the column; PostgreSQL 18 names it after the table that it was made with."""
_TRIGGERS: Final = """
    SELECT tgrelid::regclass || ' ' || tgname, pg_get_triggerdef(oid) FROM pg_trigger
    WHERE NOT tgisinternal"""
_FUNCTIONS: Final = """
    SELECT proname, prosrc FROM pg_proc WHERE pronamespace = 'public'::regnamespace"""
_SEQUENCES: Final = """
    SELECT sequencename, data_type::text || start_value || increment_by FROM pg_sequences
    WHERE schemaname = 'public'"""


def described(configuration: Configuration) -> Described:
    """Return everything that the schema of a store consists of, by kind and name."""
    if configuration.database:
        return asyncio.run(_of_postgresql(configuration.database))
    return _of_sqlite(configuration)


def _of_sqlite(configuration: Configuration) -> Described:
    """Return columns, keys and indexes by what SQLite knows of them, and texts for the rest."""
    store = apsw.Connection(str(configuration.database_path))
    found: Described = {}
    schema = "SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%'"
    for kind, name, table, sql in store.execute(schema).fetchall():
        if kind == "table":
            about: Any = {
                "columns": [
                    (*row[1:4], _value(row[4]), row[5])
                    for row in store.execute(f'PRAGMA table_info("{name}")')
                ],
                "indexes": sorted(
                    (
                        row[2:],
                        # an expression has no name; the text of its index is compared below
                        [each[2] or "" for each in store.execute(_COLUMNS_OF.format(row[1]))],
                    )
                    for row in store.execute(f'PRAGMA index_list("{name}")').fetchall()
                ),
                "constraints": sorted(re.findall(r"CONSTRAINT .*?\)", sql)),
                "rest": sql[sql.rindex(")") :].split(),
            }
        else:
            about = [table, " ".join(sql.replace('"', "").split())]
        found[f"{kind} {name}"] = about
    store.close()
    return found


def _value(default: str | None) -> str | None:
    """Return a default, a number without the quotes that some statements put it into."""
    return default and _NUMBER.sub(r"\1", default)


async def _of_postgresql(url: str) -> Described:
    store = await asyncpg.connect(url)
    found: Described = {}
    for name, *column in await store.fetch(_COLUMNS):
        found.setdefault(f"table {name}", []).append((*column[:3], _value(column[3])))
    for kind, sql in (
        ("index", _INDEXES),
        ("constraint", _CONSTRAINTS),
        ("trigger", _TRIGGERS),
        ("function", _FUNCTIONS),
        ("sequence", _SEQUENCES),
    ):
        found |= {f"{kind} {name}": text for name, text in await store.fetch(sql)}
    await store.close()
    return found


def without_order(schema: Described) -> Described:
    """Return a schema with the columns of each table by name, and so in triggers of the feed.

    No program relies on their order.
    """
    found = {}
    for name, about in schema.items():
        if isinstance(about, dict):
            about = about | {"columns": sorted(about["columns"])}
        elif name.startswith("table "):
            about = sorted(about)
        elif name.startswith(("trigger ", "function ")):
            about = _COMPARISONS.sub(_sorted, about if isinstance(about, str) else about[1])
        found[name] = about
    return found


def _sorted(comparisons: re.Match[str]) -> str:
    return ", ".join(sorted(re.findall(_COMPARISON, comparisons[0])))


def differences(one: Described, other: Described) -> dict[str, tuple[Any, Any]]:
    """Return what two schemas do not have in common: name -> both sides."""
    return {
        name: (one.get(name), other.get(name))
        for name in sorted(one.keys() | other.keys())
        if one.get(name) != other.get(name)
    }
