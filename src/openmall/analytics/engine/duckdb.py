"""DuckDB: facts in one file that one process owns.

A batch goes in as JSON text: DuckDB reads a row of it in 3.4 us, where an insert with bound
values takes 510 us; arrow or numpy would take 1.5 us and be two more libraries.
"""

import asyncio
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final, TypeVar

import duckdb
import msgspec
from sqlalchemy import SelectBase, Table

from openmall.analytics.engine import layout
from openmall.analytics.engine.engine import Batch, Cell, TooLong, Values
from openmall.analytics.engine.sql_compiler import compile_for_duckdb
from openmall.analytics.facts.tables import SALE_WITHDRAWAL, SORTED_BY, WITHDRAWN
from openmall.analytics.facts.values import Fact

T = TypeVar("T")

FILE: Final = "analytics.duckdb"
ROW_GROUP: Final = 122_880
"""Rows the file keeps together, and a question reads at least."""
_OWN_TABLES: Final = (
    'CREATE TABLE IF NOT EXISTS kept ("source" VARCHAR PRIMARY KEY, "number" BIGINT NOT NULL)',
    'CREATE TABLE IF NOT EXISTS month ("name" VARCHAR, "month" INTEGER, "sorted" BIGINT NOT NULL,'
    ' "added" BIGINT NOT NULL, PRIMARY KEY ("name", "month"))',
)


class DuckFile:
    """The file, opened by the one process that owns it. May be used by several threads."""

    def __init__(
        self, path: Path | str, *, memory: str = "384MB", worth_sorting: int = ROW_GROUP
    ) -> None:
        """Open the file, making it when it is not there.

        `memory`: how much DuckDB may take before it goes to the disk. `worth_sorting`: how many
        rows must have been added to a month before it is sorted anew.
        """
        self._connection = duckdb.connect(str(path), config={"memory_limit": memory})
        self._writing = threading.Lock()
        self._worth_sorting = worth_sorting
        for statement in _OWN_TABLES:
            self._connection.execute(statement)
        for table in layout.TABLES.values():
            self._connection.execute(layout.duckdb_table(table))

    def close(self) -> None:
        """Write everything into the file and close it."""
        self._connection.close()

    def keep(self, batches: Sequence[Batch]) -> None:
        """Keep batches in one transaction; those that were kept before are passed over."""
        with self._transaction() as cursor:
            sources = list({batch.source for batch in batches})
            found = cursor.execute(
                "SELECT source, number FROM kept WHERE list_contains($1, source)", [sources]
            )
            last: dict[str, int] = dict(found.fetchall())
            new = []
            for batch in sorted(batches, key=lambda each: each.number):
                if batch.number > last.get(batch.source, 0):
                    new.append(batch)
                    last[batch.source] = batch.number
            for name in sorted({name for batch in new for name in batch.rows}):
                rows = [row for batch in new for row in batch.rows.get(name, ())]
                if rows:
                    _add(cursor, layout.TABLES[name], rows)
            withdrawals = [row for batch in new for row in batch.rows.get(SALE_WITHDRAWAL.name, ())]
            if withdrawals:
                # after everything was added: what is withdrawn may be of an earlier batch of these
                _withdraw(cursor, withdrawals)
            for source in sorted({batch.source for batch in new}):
                cursor.execute(
                    "INSERT OR REPLACE INTO kept VALUES ($1, $2)", [source, last[source]]
                )

    def ask(self, question: str, values: Values, *, seconds: float) -> list[tuple[Cell, ...]]:
        """Return the rows that answer a question. Raises TooLong after so many seconds."""
        cursor = self._connection.cursor()
        limit = threading.Timer(seconds, cursor.interrupt)
        limit.start()
        try:
            return cursor.execute(question, dict(values)).fetchall()
        except duckdb.InterruptException:
            raise TooLong(f"a question took longer than {seconds:g} seconds") from None
        finally:
            limit.cancel()
            cursor.close()

    def tidy(self) -> None:
        """Sort the months to which enough was added, each in a transaction of its own.

        Enough is a fifth of what is sorted already: so a row is sorted a few times in all, not
        each time something is added to its month.
        """
        cursor = self._connection.cursor()
        changed = cursor.execute(
            'SELECT "name", "month" FROM month'
            ' WHERE "added" >= $1 AND "added" * 5 >= "sorted" ORDER BY 1, 2',
            [self._worth_sorting],
        ).fetchall()
        cursor.close()
        for name, month in changed:
            with self._transaction() as sorting:
                _sort(sorting, name, month)
        if changed:
            with self._writing:
                self._connection.cursor().execute("CHECKPOINT")

    def forget(self, mall_id: str) -> None:
        """Remove all facts of a mall, and that any batch of it was kept."""
        with self._transaction() as cursor:
            for name in layout.TABLES:
                cursor.execute(f'DELETE FROM "{name}" WHERE "mall_id" = $1', [mall_id])  # noqa: S608 # our own tables
            # a mall's own source, and those it begins the name of, such as imports
            cursor.execute(
                'DELETE FROM kept WHERE "source" = $1 OR starts_with("source", $1 || \' \')',
                [mall_id],
            )

    def take_back(self, mall_id: str, first: int, last: int) -> None:
        """Remove the facts of the browsers of a mall with numbers from `first` to `last`."""
        with self._transaction() as cursor:
            for name in layout.OF_BROWSERS:
                cursor.execute(
                    f'DELETE FROM "{name}" WHERE "mall_id" = $1'  # noqa: S608 # our own tables
                    ' AND "browser" BETWEEN $2 AND $3',
                    [mall_id, first, last],
                )

    @contextmanager
    def _transaction(self) -> Iterator[duckdb.DuckDBPyConnection]:
        with self._writing:
            cursor = self._connection.cursor()
            cursor.execute("BEGIN")
            try:
                yield cursor
                cursor.execute("COMMIT")
            except BaseException:
                # a commit on a full disk has rolled back already, and a rollback would fail
                with suppress(duckdb.Error):
                    cursor.execute("ROLLBACK")
                raise
            finally:
                cursor.close()


class Embedded:
    """The engine of a process that owns the file itself: the owner, a command, a test."""

    def __init__(self, file: DuckFile, *, seconds: float = 10.0) -> None:
        """`seconds`: longest a question may take."""
        self.file = file
        self._seconds = seconds

    async def keep(self, batches: Sequence[Batch]) -> None:
        await asyncio.to_thread(self.file.keep, batches)

    async def ask(self, question: SelectBase, values: Values) -> list[tuple[Cell, ...]]:
        text, bound = compile_for_duckdb(question, values)
        return await asyncio.to_thread(self.file.ask, text, bound, seconds=self._seconds)

    async def tidy(self) -> None:
        await asyncio.to_thread(self.file.tidy)

    async def forget(self, mall_id: str) -> None:
        await asyncio.to_thread(self.file.forget, mall_id)

    async def take_back(self, mall_id: str, first: int, last: int) -> None:
        await asyncio.to_thread(self.file.take_back, mall_id, first, last)

    async def close(self) -> None:
        await asyncio.to_thread(self.file.close)


def _add(cursor: duckdb.DuckDBPyConnection, table: Table, rows: Sequence[Sequence[Fact]]) -> None:
    columns = ", ".join(
        f"(r->>{at})::{layout.column_type(column, 'duckdb')}" for at, column in enumerate(table.c)
    )
    cursor.execute(
        f'INSERT INTO "{table.name}" SELECT {columns}'  # noqa: S608 # of our own declaration
        " FROM (SELECT unnest(from_json($1, '[\"JSON\"]')) AS r)",
        [msgspec.json.encode(rows).decode()],
    )
    day = list(table.c.keys()).index("day")
    for month, added in _counts(rows, lambda row: layout.month_of(int(row[day]))):
        cursor.execute(
            'INSERT INTO month VALUES ($1, $2, 0, $3) ON CONFLICT DO UPDATE SET "added" ='
            ' "added" + excluded."added"',
            [table.name, month, added],
        )


def _withdraw(cursor: duckdb.DuckDBPyConnection, rows: Sequence[Sequence[Fact]]) -> None:
    columns = ", ".join(
        f'(r->>{at})::{layout.column_type(column, "duckdb")} AS "{column.name}"'
        for at, column in enumerate(SALE_WITHDRAWAL.c)
    )
    for table in WITHDRAWN:
        cursor.execute(
            f'DELETE FROM "{table.name}" AS sold USING (SELECT {columns}'  # noqa: S608 # ours
            " FROM (SELECT unnest(from_json($1, '[\"JSON\"]')) AS r)) AS withdrawal"
            ' WHERE sold."mall_id" = withdrawal."mall_id"'
            ' AND sold."shop_no" = withdrawal."shop_no"'
            ' AND sold."order_id" = withdrawal."order_id"'
            ' AND sold."day" BETWEEN withdrawal."first_day" AND withdrawal."last_day"'
            ' AND sold."at" % 1000 = withdrawal."millisecond"',
            [msgspec.json.encode(rows).decode()],
        )


def _counts(rows: Iterable[T], key_of: Callable[[T], int]) -> list[tuple[int, int]]:
    return sorted(Counter(map(key_of, rows)).items())


def _sort(cursor: duckdb.DuckDBPyConnection, name: str, month: int) -> None:
    days = [month * 100, month * 100 + 99]
    within = '"day" BETWEEN $1 AND $2'
    order = layout.quoted(*SORTED_BY)
    cursor.execute(
        f'CREATE TEMP TABLE sorting AS SELECT * FROM "{name}" WHERE {within}',  # noqa: S608 # ours
        days,
    )
    cursor.execute(f'DELETE FROM "{name}" WHERE {within}', days)  # noqa: S608 # ours
    cursor.execute(f'INSERT INTO "{name}" SELECT * FROM sorting ORDER BY {order}')  # noqa: S608 # ours
    rows = cursor.execute("SELECT count(*) FROM sorting").fetchone()
    assert rows is not None
    cursor.execute("DROP TABLE sorting")
    cursor.execute(
        'UPDATE month SET "sorted" = $3, "added" = 0 WHERE "name" = $1 AND "month" = $2',
        [name, month, rows[0]],
    )
