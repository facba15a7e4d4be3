"""`python -m bench.capture`: what it costs to capture the rows that a transaction changes.

A transaction updates two rows of `variant` and adds a row to `activity_log`. The ways alternate in
rounds; the figure of each is the least CPU time of a round, of this process and, on PostgreSQL, of
the server's process of the connection, a transaction. Decision 61.
"""

import argparse
import asyncio
import json
import os
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Final

from sqlalchemy import BigInteger, Table, bindparam, insert, select, text, update

from openmall.commerce.product.variants.store import VARIANT
from openmall.configuration import Configuration
from openmall.contract.journal.tables import ACTIVITY
from openmall.database.factory import open_database
from openmall.database.migrate import migrate
from openmall.database.session import Database, Session
from openmall.database.statements import Statement

ROWS: Final = 1_000
TICKS: Final = os.sysconf("SC_CLK_TCK")
_THIS: Final = (
    VARIANT.c.mall_id == bindparam("mall_id"),
    VARIANT.c.variant_code == bindparam("code"),
)
_UPDATE: Final = update(VARIANT).where(*_THIS).values(quantity=bindparam("to"))
UPDATE: Final = Statement(_UPDATE)
ROW: Final = Statement(select(VARIANT).where(*_THIS))
RETURNED: Final = Statement(
    _UPDATE.returning(text("old.*"), text("new.*")), across_malls="binds the mall"
)
PROCESS: Final = Statement(select(text("pg_backend_pid()")), across_malls="reads no table")
Way = Callable[[Session, int], Awaitable[None]]


def main() -> None:
    """Parse the command line, measure, print."""
    parser = argparse.ArgumentParser(prog="python -m bench.capture", description=__doc__)
    parser.add_argument("--database", default="", help="URL of an empty PostgreSQL database")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--transactions", type=int, default=400)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        configuration = Configuration(data_dir=Path(folder), database=given.database)
        migrate(configuration)
        print(json.dumps(asyncio.run(_measured(configuration, given)), indent=1))


async def _measured(configuration: Configuration, given: argparse.Namespace) -> dict[str, Any]:
    database = open_database(configuration)
    async with database.writing("measured") as db:
        for table, at in ((VARIANT, each) for each in range(ROWS)):
            values = _row(table) | {"variant_code": f"P{at:011}", "product_no": at}
            await db.run(
                Statement(insert(table).values(values | {"mall_id": bindparam("mall_id")}))
            )
    ways: dict[str, Way] = {"ready": _plain, "captured": _captured, "read": _read}
    if database.dialect == "postgresql":
        ways = {"plain": _plain} | ways
        async with database.reading("measured") as db:
            row = await db.one(
                Statement(
                    select(text("current_setting('server_version_num')::int")), across_malls="-"
                )
            )
        if row and row[0] >= 180_000:
            ways["returned"] = _returned
    least: dict[str, float] = {}
    try:
        for _ in range(given.rounds):
            for name, way in ways.items():
                await _triggers(database, enabled=name != "plain")
                took = await _round(database, way, given.transactions)
                least[name] = min(took, least.get(name, took))
    finally:
        await database.close()
    first = next(iter(least.values()))
    return {
        name: {"microseconds": round(took * 1e6, 1), "ratio": round(took / first, 2)}
        for name, took in least.items()
    }


def _row(table: Table) -> dict[str, Any]:
    return {c.name: 0 if isinstance(c.type, BigInteger) else "" for c in table.c}


async def _triggers(database: Database, *, enabled: bool) -> None:
    if database.dialect == "sqlite":
        return
    word = "ENABLE" if enabled else "DISABLE"
    async with database.writing("measured") as db:
        for table in (VARIANT, ACTIVITY):
            sql = f"ALTER TABLE {table.name} {word} TRIGGER capture"
            await db.one(Statement(text(sql), across_malls="a table"))


async def _round(database: Database, way: Way, transactions: int) -> float:
    """Return the seconds of CPU time of a transaction."""
    process = 0
    if database.dialect == "postgresql":
        async with database.writing("measured") as db:
            found = await db.one(PROCESS)
            assert found is not None
            process = found[0]
    began, server = time.process_time(), _server_seconds(process)
    for at in range(transactions):
        async with database.writing("measured") as db:
            await way(db, at)
            values = _row(ACTIVITY) | {"process_no": time.monotonic_ns()}
            values.pop("mall_id")
            await db.run(ADD_LINE, **values)
    return (time.process_time() - began + _server_seconds(process) - server) / transactions


ADD_LINE: Final = Statement(
    insert(ACTIVITY).values({c.name: bindparam(c.name) for c in ACTIVITY.c})
)


def _server_seconds(process: int) -> float:
    if not process:
        return 0.0
    # nanoseconds on a processor, of which /proc/<pid>/stat only has hundredths of seconds
    return int(Path(f"/proc/{process}/schedstat").read_text().split()[0]) / 1e9


async def _plain(db: Session, at: int) -> None:
    for each in (at, at + 1):
        await db.run(UPDATE, code=f"P{each % ROWS:011}", to=time.monotonic_ns() % 1_000_000)


async def _captured(db: Session, at: int) -> None:
    async with db.capture() as capture:
        await _plain(db, at)
        assert len(await capture.changes()) == 2  # the rows updated


async def _read(db: Session, at: int) -> None:
    for each in (at, at + 1):
        code = f"P{each % ROWS:011}"
        await db.one(ROW, code=code)
        await db.run(UPDATE, code=code, to=time.monotonic_ns() % 1_000_000)
        await db.one(ROW, code=code)


async def _returned(db: Session, at: int) -> None:
    for each in (at, at + 1):
        await db.one(RETURNED, code=f"P{each % ROWS:011}", to=time.monotonic_ns() % 1_000_000)


if __name__ == "__main__":
    main()
