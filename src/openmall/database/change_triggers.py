"""Triggers that record which objects of a mall were changed, for the change feed.

A trigger records writes of every path: operations, imports, pages, periodic work, restores. It adds
a row to `change_mark` in the transaction of the write, and only in malls whose changes are read.
What a mark means, and how marks become numbered changes, is in `commerce/changes/`.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from msgspec import Struct
from sqlalchemy import Connection

from openmall.database.feed_policies import WHOLE, Dependents
from openmall.database.statements import DialectName

_COLUMNS: Final = "mall_id, mark_no, mark_id, resource, object, fields, transaction_no, marked_at"
_SQLITE_MILLISECONDS: Final = "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)"
_SQLITE_NEXT: Final = (
    "(SELECT coalesce(max(mark_no), 0) FROM change_mark WHERE mall_id = {row}.mall_id)"
)
_POSTGRES_MICROSECONDS: Final = "(extract(epoch FROM clock_timestamp()) * 1000000)::bigint"
_POSTGRES_UNIQUE: Final = "(random() * 9000000000000000)::bigint"
"""Of marks of one microsecond. A sequence would be on another server than a distributed table."""
_POSTGRES_TRANSACTION: Final = "pg_current_xact_id()::text::bigint"


class Tracked(Struct, frozen=True, kw_only=True):
    """A table whose rows are represented in a resource."""

    table: str
    resource: str
    """SQL of the resource; `{row}` is the changed row."""
    object: str
    """The column with the id of the object."""
    fields: Mapping[str, str]
    """Column -> field of the resource, or WHOLE. Updates of other columns are not recorded."""
    dependents: tuple[Dependents, ...] = ()


def create(dialect: DialectName, tables: Sequence[Tracked]) -> list[str]:
    """Return the statements that create the triggers of `tables`."""
    of = _sqlite if dialect == "sqlite" else _postgresql
    return [sql for table in tables for sql in of(table)]


def trigger_names(dialect: DialectName, tables: Sequence[Tracked]) -> set[str]:
    """Return the names of the triggers of `tables`."""
    if dialect == "postgresql":
        return {f"change_{each.table}" for each in tables}
    return {f"change_{each.table}_{event}" for each in tables for event in _EVENTS}


_EVENTS: Final = {"insert": "NEW", "update": "NEW", "delete": "OLD"}


def _sqlite(tracked: Tracked) -> Iterator[str]:
    for event, row in _EVENTS.items():
        condition = f"EXISTS (SELECT 1 FROM change_feed WHERE mall_id = {row}.mall_id)"  # noqa: S608 # names of this program
        fields = f"'{WHOLE}'"
        if event == "update":
            changes = " OR ".join(f"OLD.{name} IS NOT NEW.{name}" for name in tracked.fields)
            condition += f" AND ({changes})"
            fields = " || ".join(
                f"CASE WHEN OLD.{name} IS NOT NEW.{name} THEN '{field},' ELSE '' END"
                for name, field in tracked.fields.items()
            )
        next_ = _SQLITE_NEXT.format(row=row)
        body = [
            f"INSERT INTO change_mark ({_COLUMNS}) VALUES ({row}.mall_id, {next_} + 1, 0,"  # noqa: S608 # names of this program
            f" {tracked.resource.format(row=row)}, {row}.{tracked.object}, {fields}, 0,"
            f" {_SQLITE_MILLISECONDS});"
        ]
        for each in tracked.dependents:
            where = f"d.mall_id = {row}.mall_id AND {each.condition.format(row=row)}"
            if each.columns and event != "update":
                continue
            if each.columns:
                differ = " OR ".join(f"OLD.{name} IS NOT NEW.{name}" for name in each.columns)
                where += f" AND ({differ})"
            body.append(
                f"INSERT INTO change_mark ({_COLUMNS}) SELECT d.mall_id,"  # noqa: S608 # names of this program
                f" {next_} + row_number() OVER (), 0, {each.resource}, d.{each.object},"
                f" '{each.fields}', 0, {_SQLITE_MILLISECONDS} FROM {each.table} AS d WHERE {where};"
            )
        yield (
            f"CREATE TRIGGER change_{tracked.table}_{event} AFTER {event.upper()} ON"
            f" {tracked.table} WHEN {condition} BEGIN {' '.join(body)} END"
        )


def _postgresql(tracked: Tracked) -> Iterator[str]:
    numbers = f"{_POSTGRES_MICROSECONDS}, {_POSTGRES_UNIQUE}"
    rest = f"{_POSTGRES_TRANSACTION}, {_POSTGRES_MICROSECONDS} / 1000"
    changes = " || ".join(
        f"CASE WHEN OLD.{name} IS DISTINCT FROM NEW.{name} THEN '{field},' ELSE '' END"
        for name, field in tracked.fields.items()
    )
    body = [
        f"INSERT INTO change_mark ({_COLUMNS}) VALUES (r.mall_id, {numbers},"  # noqa: S608 # names of this program
        f" {tracked.resource.format(row='r')}, r.{tracked.object}, changed, {rest});"
    ]
    for each in tracked.dependents:
        insertion = (
            f"INSERT INTO change_mark ({_COLUMNS}) SELECT d.mall_id, {numbers}, {each.resource},"  # noqa: S608 # names of this program
            f" d.{each.object}, '{each.fields}', {rest} FROM {each.table} AS d"
            f" WHERE d.mall_id = r.mall_id AND {each.condition.format(row='r')};"
        )
        if each.columns:
            differ = " OR ".join(f"OLD.{name} IS DISTINCT FROM NEW.{name}" for name in each.columns)
            insertion = f"IF TG_OP = 'UPDATE' THEN IF {differ} THEN {insertion} END IF; END IF;"
        body.append(insertion)
    yield (
        f"CREATE OR REPLACE FUNCTION change_{tracked.table}() RETURNS trigger LANGUAGE plpgsql"
        " AS $$"
        f" DECLARE r {tracked.table}%ROWTYPE; changed text := '{WHOLE}';"
        " BEGIN"
        " IF TG_OP = 'DELETE' THEN r := OLD; ELSE r := NEW; END IF;"
        " IF NOT EXISTS (SELECT FROM change_feed WHERE mall_id = r.mall_id)"
        " THEN RETURN NULL; END IF;"
        f" IF TG_OP = 'UPDATE' THEN changed := {changes};"
        " IF changed = '' THEN RETURN NULL; END IF; END IF;"
        f" {' '.join(body)}"
        " RETURN NULL; END $$"
    )
    yield (
        f"CREATE TRIGGER change_{tracked.table} AFTER INSERT OR UPDATE OR DELETE ON"
        f" {tracked.table} FOR EACH ROW EXECUTE FUNCTION change_{tracked.table}()"
    )


def of_causes(dialect: DialectName) -> list[str]:
    """Return the statements that link each row of `change_cause` to the marks of its transaction.

    PostgreSQL numbers transactions. On SQLite writers take turns: what was marked since a
    transaction began is its own.
    """
    if dialect == "sqlite":
        return [
            "CREATE TRIGGER change_cause_insert AFTER INSERT ON change_cause BEGIN"
            " UPDATE change_mark SET transaction_no = NEW.cause_no WHERE mall_id = NEW.mall_id"
            " AND transaction_no = 0 AND marked_at >= NEW.began_at;"
            " UPDATE change_cause SET transaction_no = NEW.cause_no"
            " WHERE mall_id = NEW.mall_id AND cause_no = NEW.cause_no; END"
        ]
    return [
        "CREATE OR REPLACE FUNCTION change_cause() RETURNS trigger LANGUAGE plpgsql AS $$"
        f" BEGIN NEW.transaction_no := {_POSTGRES_TRANSACTION}; RETURN NEW; END $$",
        "CREATE TRIGGER change_cause BEFORE INSERT ON change_cause"
        " FOR EACH ROW EXECUTE FUNCTION change_cause()",
    ]


def replace(dialect: DialectName, tables: Sequence[Tracked]) -> list[str]:
    """Return the statements that replace the triggers of `tables`, for a later migration."""
    drops = [
        f"DROP TRIGGER IF EXISTS {name}" + (f" ON {table.table}" if dialect == "postgresql" else "")
        for table in tables
        for name in sorted(trigger_names(dialect, [table]))
    ]
    return [*drops, *create(dialect, tables)]


def install(connection: Connection, tables: Sequence[Tracked]) -> None:
    """Create the triggers of `tables` and of causes, in a migration.

    Programs of before go on: a table is locked against writes only while a trigger is created.
    """
    dialect: DialectName = "sqlite" if connection.dialect.name == "sqlite" else "postgresql"
    for sql in (*of_causes(dialect), *create(dialect, tables)):
        connection.exec_driver_sql(sql)
