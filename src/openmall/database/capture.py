"""Captures the rows that a transaction changes, as they were and as they are.

SQLite's session extension records the changes of every table while it is attached. On PostgreSQL
triggers record rows in `captured_row`, only in a transaction that set `openmall.capture`; others
pay for the comparison of that setting. Both see writes of every path, also those of triggers, and
forget what a savepoint undid. Decision 61.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from typing import Any, Final, Protocol

import apsw
import msgspec
from msgspec import Struct
from sqlalchemy import (
    BigInteger,
    Connection,
    Text,
    bindparam,
    cast,
    column,
    delete,
    func,
    literal_column,
    select,
)
from sqlalchemy import (
    table as named_table,
)

from openmall.database.policies import left_behind, no_personal_data, policies_of
from openmall.database.schema import metadata, number, shop_table, text
from openmall.database.statements import Statement
from openmall.database.undo_policies import NotCaptured
from openmall.database.values import BoundValue

CAPTURED: Final = shop_table(
    "captured_row",
    number("transaction_no"),
    number("captured_at"),
    number("captured_id"),
    text("name"),
    text("before"),
    text("after"),
    backup=left_behind("rows exist only within the transaction that captures them"),
    undo=NotCaptured("rows are what was captured"),
    personal_data=no_personal_data("rows exist only within the transaction that captures them"),
    key=("transaction_no", "captured_at", "captured_id"),
)
"""On PostgreSQL, the rows that a capturing transaction has changed; it deletes them at its end.

`captured_at`: UTC microseconds; `captured_id`: parts those of one microsecond. `name`: the table.
`before`, `after`: the row as JSON; empty: there was none, or is none.
"""
Values = dict[str, Any]
_OWN: Final = (
    CAPTURED.c.mall_id == bindparam("mall_id"),
    CAPTURED.c.transaction_no == bindparam("transaction_no"),
)
_ROWS: Final = Statement(
    select(CAPTURED.c.name, CAPTURED.c.before, CAPTURED.c.after)
    .where(*_OWN, CAPTURED.c.captured_at >= bindparam("since"))
    .order_by(CAPTURED.c.captured_at, CAPTURED.c.captured_id)
)
_DELETE: Final = Statement(delete(CAPTURED).where(*_OWN))
_MALL: Final = named_table("mall", column("mall_id", Text))
_BEGIN: Final = Statement(
    select(
        func.coalesce(
            func.current_setting("openmall.capture", literal_column("true")), literal_column("''")
        ),
        func.set_config("openmall.capture", literal_column("'on'"), literal_column("true")),
        cast(cast(func.pg_current_xact_id(), Text), BigInteger),
        literal_column("(extract(epoch FROM clock_timestamp()) * 1000000)::bigint"),
    ).where(_MALL.c.mall_id == bindparam("mall_id"))
)
"""Whether the transaction captured before, its number, and the moment in microseconds.

From a row of the mall: on a distributed store these are of the server that has the mall's rows,
where the triggers are, and not of the one that the program is connected to.
"""
_END: Final = Statement(
    select(
        func.set_config("openmall.capture", literal_column("'off'"), literal_column("true"))
    ).where(_MALL.c.mall_id == bindparam("mall_id"))
)


class RowChange(Struct, frozen=True, dict=True):
    """A row that a transaction has created, updated or deleted."""

    table: str
    key: tuple[Any, ...]
    """The primary key, without the mall."""
    before: Values | None
    """Every column; None: the transaction created the row."""
    after: Values | None
    """None: it deleted the row."""

    @cached_property
    def changed(self) -> frozenset[str]:
        """Return the columns whose values differ; all of them where only one side exists."""
        if self.before is None or self.after is None:
            return frozenset(self.before or self.after or ())
        before = self.before
        return frozenset(name for name, value in self.after.items() if before.get(name) != value)


class Capture(Protocol):
    """What a transaction has changed since the capture began."""

    async def changes(self) -> list[RowChange]:
        """Return the changed rows of the session's mall, by table and key; it ends the capture."""
        ...


@cache
def keys() -> Mapping[str, tuple[str, ...]]:
    """Return the captured tables, and the columns of the key of each without the mall."""
    return {
        table.name: tuple(each.name for each in table.primary_key if each.name != "mall_id")
        for table in metadata().sorted_tables
        if policies_of(table).undo is not None
        and not isinstance(policies_of(table).undo, NotCaptured)
    }


class SqliteCapture:
    """The capture of a transaction on SQLite."""

    def __init__(self, connection: apsw.Connection, mall_id: str) -> None:
        self._connection = connection
        self._mall_id = mall_id

    async def __aenter__(self) -> "SqliteCapture":
        self._session = apsw.Session(self._connection, "main")
        captured = keys()
        self._session.table_filter(lambda name: name in captured)
        self._session.attach()
        return self

    async def __aexit__(self, *rest: object) -> None:
        self._session.close()

    async def changes(self) -> list[RowChange]:
        return sorted(self._changes(self._session.changeset()), key=_place)

    def _changes(self, changeset: bytes) -> Iterator[RowChange]:
        columns: dict[str, list[str]] = {}
        for change in apsw.Changeset.iter(changeset):
            names = columns.get(change.name)
            if names is None:
                info = self._connection.execute(f'PRAGMA table_info("{change.name}")')
                names = columns[change.name] = [row[1] for row in info]
            old, new = _known(names, change.old), _known(names, change.new)
            if {**old, **new}["mall_id"] != self._mall_id:
                continue
            key = tuple({**old, **new}[name] for name in keys()[change.name])
            if change.op == "UPDATE":
                new = self._current(change.name, names, key)
                old = {**new, **old}
            yield RowChange(change.name, key, old or None, new or None)

    def _current(self, table: str, names: list[str], key: tuple[Any, ...]) -> Values:
        """Return a row, of which a changeset only has the changed columns."""
        found = "".join(f' AND "{name}" = ?' for name in keys()[table])
        sql = f'SELECT * FROM "{table}" WHERE mall_id = ?{found}'  # noqa: S608 # names of the schema
        [row] = self._connection.execute(sql, (self._mall_id, *key))
        return dict(zip(names, row, strict=True))


def _known(names: list[str], row: tuple[Any, ...] | None) -> Values:
    if row is None:
        return {}
    pairs = zip(names, row, strict=True)
    return {name: value for name, value in pairs if value is not apsw.no_change}


class PostgresWriter(Protocol):
    """What a capture uses of a session on PostgreSQL."""

    mall_id: str

    async def one(self, statement: Statement, **values: BoundValue) -> Sequence[Any] | None: ...

    async def all(self, statement: Statement, **values: BoundValue) -> list[Sequence[Any]]: ...

    async def run(self, statement: Statement, **values: BoundValue) -> int: ...

    async def send_deferred(self) -> None: ...


class PostgresCapture:
    """The capture of a transaction on PostgreSQL; it may lie within another one."""

    def __init__(self, session: PostgresWriter) -> None:
        self._session = session

    async def __aenter__(self) -> "PostgresCapture":
        row = await self._session.one(_BEGIN)
        assert row is not None
        self._is_inner = row[0] == "on"
        self._transaction_no: int = row[2]
        self._since: int = row[3]
        return self

    async def __aexit__(self, *rest: object) -> None:
        return None

    async def changes(self) -> list[RowChange]:
        # a read of another table would not send them
        await self._session.send_deferred()
        transaction_no = self._transaction_no
        rows = await self._session.all(_ROWS, transaction_no=transaction_no, since=self._since)
        if not self._is_inner:
            # what is written later in the transaction would stay
            await self._session.all(_END)
            await self._session.run(_DELETE, transaction_no=transaction_no)
        return merged(self._session.mall_id, ((row[0], row[1], row[2]) for row in rows))


def merged(mall_id: str, captured: Iterable[tuple[str, str, str]]) -> list[RowChange]:
    """Return one change a row of what triggers recorded in order: table, before, after."""
    found: dict[tuple[str, tuple[Any, ...]], list[Values | None]] = {}
    for table, before, after in captured:
        # an updated key is a row that went and one that came
        for at, row in enumerate((_decoded(before), _decoded(after))):
            if row is None:
                continue
            key = tuple(row[name] for name in keys()[table])
            sides = found.setdefault((table, key), [row if at == 0 else None, None])
            sides[1] = row if at == 1 else None
    return sorted(
        (
            RowChange(table, key, before, after)
            for (table, key), (before, after) in found.items()
            if before != after and (before or after or {})["mall_id"] == mall_id
        ),
        key=_place,
    )


def _decoded(row: str) -> Values | None:
    decoded: Values | None = msgspec.json.decode(row) if row else None
    return decoded


def _place(change: RowChange) -> tuple[str, str]:
    return change.table, msgspec.json.encode(change.key).decode()


FUNCTION: Final = (
    "CREATE OR REPLACE FUNCTION capture_row() RETURNS trigger LANGUAGE plpgsql AS $$"
    " DECLARE mall text; was text := ''; new_row text := '';"
    " BEGIN"
    " IF TG_OP <> 'INSERT' THEN was := to_json(OLD)::text; mall := OLD.mall_id; END IF;"
    " IF TG_OP <> 'DELETE' THEN new_row := to_json(NEW)::text; mall := NEW.mall_id; END IF;"
    " INSERT INTO captured_row"
    " (mall_id, transaction_no, captured_at, captured_id, name, before, after) VALUES"
    " (mall, pg_current_xact_id()::text::bigint,"
    " (extract(epoch FROM clock_timestamp()) * 1000000)::bigint,"
    " (random() * 9000000000000000)::bigint,"
    # on a distributed store the trigger is that of a shard, whose number follows the name
    r" regexp_replace(TG_TABLE_NAME, '_\d{6,}$', ''), was, new_row);"
    " RETURN NULL; END $$"
)
_WITHOUT_TRIGGER: Final = (
    "SELECT c.relname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid"
    " WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p')"
    " AND a.attname = 'mall_id' AND NOT a.attisdropped AND c.relname NOT IN"
    " ('captured_row', 'recorded_write', 'recorded_personal_rows')"
    " AND NOT EXISTS (SELECT FROM pg_trigger t WHERE t.tgrelid = c.oid AND t.tgname = 'capture')"
    " ORDER BY c.relname"
)


def install(connection: Connection) -> None:
    """Add the trigger to each table of malls' rows that has none.

    A migration that adds a table calls it after that. Programs of before go on. SQLite needs no
    triggers: its sessions capture changed rows themselves.
    """
    if connection.dialect.name != "postgresql":
        return
    connection.exec_driver_sql(FUNCTION)
    for row in connection.exec_driver_sql(_WITHOUT_TRIGGER).all():
        connection.exec_driver_sql(
            f'CREATE TRIGGER capture AFTER INSERT OR UPDATE OR DELETE ON "{row[0]}" FOR EACH ROW'
            " WHEN (current_setting('openmall.capture', true) = 'on')"
            " EXECUTE FUNCTION capture_row()"
        )
