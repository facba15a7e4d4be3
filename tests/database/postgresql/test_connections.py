"""A worker's connections: found again when they are lost, waited for no longer than a call."""

import asyncio
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import asyncpg
import pytest
from sqlalchemy import bindparam, select, text, update

from openmall.access.malls.tables import SHOP
from openmall.configuration import Configuration
from openmall.database import migrate
from openmall.database.postgres import PostgresDatabase
from openmall.database.postgres_pool import ConnectionSettings
from openmall.database.session import DatabaseAway
from openmall.database.statements import Statement
from openmall.running.server import certificates
from tests import new_store, postgres
from tests.database.postgresql.server_queries import OTHERS, ask
from tests.postgres_proxies import Pooler, tls
from tests.world import Stage, World, open_stage

pytestmark = pytest.mark.journey

NAMES = Statement(
    select(SHOP.c.name).where(SHOP.c.mall_id == bindparam("mall_id")).order_by(SHOP.c.shop_no)
)
RENAME = Statement(
    update(SHOP)
    .where(SHOP.c.mall_id == bindparam("mall_id"))
    .values(name=bindparam("name"))
    .returning(SHOP.c.name)
)
OVER = {"error": {
    "code": "504",
    "message": "The call took longer than its time budget.",
    "more_info": {"reason": "time_budget_spent"},
}}  # fmt: skip


@pytest.fixture
def url() -> str:
    return postgres.server().new_database()


@pytest.fixture
def here(tmp_path: Path, url: str) -> Iterator[Stage]:
    with open_stage(tmp_path, database=url, call_seconds=2.0, connections=2) as made:
        yield made


@pytest.fixture
def world(here: Stage) -> World:
    return here.new_world("pool-1")


def named(stage: Stage) -> list[str]:
    """Return the settings of a worker's connection as the server has them."""

    async def run() -> list[str]:
        names = ("statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout",
                 "client_connection_check_interval")  # fmt: skip
        async with stage.app.database.reading("") as db:
            connection = db.connection  # type: ignore[attr-defined] # this one's session has it
            return [await connection.fetchval(f"SHOW {name}") for name in names]

    return stage.run(run)


def test_a_connection_is_limited_by_the_server_too(here: Stage, world: World, url: str) -> None:
    assert named(here) == ["2s", "1s", "2s", "1s"]
    [(name,)] = ask(url, f"SELECT DISTINCT application_name {OTHERS}")
    assert name.startswith("openmall worker ")


def test_what_the_url_says_of_a_connection_stands(tmp_path: Path, url: str) -> None:
    said = f"{url}&application_name=shop&lock_timeout=700"
    with open_stage(tmp_path, database=said, call_seconds=2.0) as stage:
        assert named(stage) == ["2s", "700ms", "2s", "1s"]
        rows = ask(url, f"SELECT DISTINCT application_name {OTHERS}")
    assert rows == [("shop",)]


@pytest.mark.parametrize("method", ["GET", "PUT"])
def test_connections_the_server_ended_while_they_lay_idle_are_not_noticed(
    world: World, url: str, method: str
) -> None:
    product = world.product()
    ended = ask(url, f"SELECT pg_terminate_backend(pid) {OTHERS}")

    sent = {"json": {"request": {"product_name": "Other"}}} if method == "PUT" else {}
    answer = world.call(method, f"products/{product['product_no']}", **sent)

    assert ended[0] == (True,)
    assert answer.status_code == 200, answer.text


def test_a_free_connection_is_waited_for_as_long_as_the_call_may_take(
    here: Stage, world: World
) -> None:
    async def hold(until: asyncio.Event) -> None:
        async with here.app.database.reading("pool-1"), here.app.database.reading("pool-1"):
            await until.wait()

    async def begin() -> tuple[asyncio.Event, asyncio.Task[None]]:
        until = asyncio.Event()
        task = asyncio.ensure_future(hold(until))
        await asyncio.sleep(0.1)
        return until, task

    async def end() -> None:
        until.set()
        await task

    assert world.call("GET", "products").status_code == 200  # who calls is remembered from here
    until, task = here.run(begin)
    started = time.monotonic()
    answer = world.call("GET", "products")
    took = time.monotonic() - started
    here.run(end)

    assert (answer.status_code, answer.json()) == (504, OVER)
    assert 1.8 < took < 6.0
    assert world.call("GET", "products").status_code == 200


def test_a_server_that_does_not_answer_is_away_for_everybody_who_waits() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        connecting = ConnectionSettings(
            url=f"postgresql://nobody@127.0.0.1:{silent.getsockname()[1]}/none", seconds=2.0
        )

        async def call() -> str:
            database = PostgresDatabase(connecting)
            deadline = time.monotonic() + 2.0

            async def one() -> None:
                async with database.reading("m", deadline=deadline) as db:
                    await db.all(NAMES)

            outcomes = await asyncio.gather(*(one() for _ in range(5)), return_exceptions=True)
            return "|".join(type(each).__name__ for each in outcomes)

        # in half the time of a call; at its end it would be DeadlinePassed
        assert asyncio.run(call()) == "|".join(["DatabaseAway"] * 5)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ("postgresql://postgres@/nowhere?", 'database "nowhere" does not exist'),
        ("postgresql://nobody@/postgres?", 'role "nobody" does not exist'),
    ],
)
def test_a_url_that_leads_nowhere_is_said_to_be_away(wrong: str, said: str) -> None:
    url = wrong + postgres.server().url.partition("?")[2]

    async def call() -> None:
        async with PostgresDatabase(ConnectionSettings(url=url)).reading("m") as db:
            await db.all(NAMES)

    with pytest.raises(DatabaseAway, match=said):
        asyncio.run(call())


def test_what_is_kept_prepared_has_room_for_every_statement() -> None:
    # those of the program alone: other tests of this process may have made some
    counting = "from tests.guards.sources import statements; print(len(statements()))"
    found = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(
        [sys.executable, "-c", counting], check=True, capture_output=True, env=found
    )
    assert 500 < int(done.stdout) < Configuration().prepared_statements


def test_what_is_kept_prepared_is_bounded(url: str, tmp_path: Path) -> None:
    with open_stage(tmp_path, database=url, prepared_statements=5) as stage:
        world = stage.new_world("few")
        world.product()
        assert world.call("GET", "products").status_code == 200

        async def count() -> int:
            async with stage.app.database.reading("") as db:
                connection = db.connection  # type: ignore[attr-defined] # as above
                kept: int = await connection.fetchval("SELECT count(*) FROM pg_prepared_statements")
                return kept

        assert 0 < stage.run(count) <= 6  # what counts them is one more


def test_behind_a_pooler_in_transaction_mode_nothing_is_named(tmp_path: Path, url: str) -> None:
    new_store.prepare(Configuration(data_dir=tmp_path, database=url))
    pooler = Pooler(url)
    with open_stage(
        tmp_path, database=pooler.url, prepared_statements=0, call_seconds=2.0
    ) as stage:
        world = stage.new_world("pooled")
        number = world.product(has_option="T", options=[{"name": "Size", "value": "S,M"}])
        path = f"products/{number['product_no']}/variants"
        objects = [
            {"variant_code": "P000000A000A", "quantity": 7},
            {"variant_code": "P000000A000Z", "quantity": 7},
            {"variant_code": "P000000A000B", "quantity": 8},
        ]
        mixed = world.call("PUT", path, json={"requests": objects})
        kept = [row["quantity"] for row in world.get(path)["variants"]]
        limits = named(stage)
        ask(url, f"SELECT pg_terminate_backend(pid) {OTHERS}")
        again = world.call("GET", path).status_code
        looked_at = world.call("GET", "apps").status_code
        written = world.put(f"{path}/P000000A000A", quantity=9)["variant"]["quantity"]
    pooler.close()

    assert mixed.status_code == 207, mixed.text
    assert [row["status"] for row in mixed.json()["variants"]] == [200, 404, 200]
    assert kept == [7, 8]
    assert limits == ["2s", "1s", "2s", "1s"]
    assert (again, looked_at, written) == (200, 200, 9)
    assert pooler.named == []


@pytest.mark.parametrize("statements", [0, 2_000])
def test_a_session_that_only_reads_waits_for_no_lock(
    world: World, url: str, statements: int
) -> None:
    locking = Statement(
        select(SHOP.c.name).where(SHOP.c.mall_id == bindparam("mall_id")).with_for_update()
    )

    async def read_what_is_locked() -> list[str]:
        settings = ConnectionSettings(url=url, cached_statements=statements, seconds=2.0)
        database, mall_id = PostgresDatabase(settings), world.mall_id
        async with database.writing(mall_id) as db, database.reading(mall_id) as other:
            await db.one(RENAME, name="Renamed")
            found = [row[0] for row in await other.all(locking)]
        await database.close()
        return found

    assert "Renamed" not in asyncio.run(read_what_is_locked())


def test_with_named_statements_such_a_pooler_fails(tmp_path: Path, url: str) -> None:
    """The test above would see it."""
    new_store.prepare(Configuration(data_dir=tmp_path, database=url))
    pooler = Pooler(url)

    async def call() -> None:
        database = PostgresDatabase(ConnectionSettings(url=f"{pooler.url}?statement_timeout=1"))
        async with database.reading("m") as db:
            await db.all(NAMES)

    async def call_twice() -> None:
        connection = await asyncpg.connect(pooler.url)
        for _ in range(2):
            await connection.fetch("SELECT 1")

    with pytest.raises(Exception, match="unsupported startup parameter"):
        asyncio.run(call())
    with pytest.raises(asyncpg.InvalidSQLStatementNameError):
        asyncio.run(call_twice())
    pooler.close()


def test_a_statement_whose_columns_a_migration_changed_is_prepared_anew(
    here: Stage, world: World, url: str
) -> None:
    async def read() -> list[Any]:
        async with here.app.database.reading("pool-1") as db:
            return [row[0] for row in await db.all(NAMES)]

    async def write() -> list[Any]:
        async with here.app.database.writing("pool-1") as db:
            return [row[0] for row in await db.all(RENAME, name="Changed")]

    assert here.run(read) == ["pool-1 ko_KR", "pool-1 en_US"]
    here.run(write)
    ask(url, "ALTER TABLE shop ADD COLUMN later text")
    assert here.run(write) == here.run(read) == ["Changed", "Changed"]
    ask(url, "ALTER TABLE shop ALTER COLUMN name TYPE varchar(200)")

    # in a transaction it cannot be asked again: the call is answered 503, and the next is well
    with pytest.raises(DatabaseAway, match="cached statement plan is invalid"):
        here.run(write)
    assert here.run(write) == here.run(read) == ["Changed", "Changed"]
    ask(url, "ALTER TABLE shop ALTER COLUMN name TYPE text")
    assert here.run(read) == here.run(write) == ["Changed", "Changed"]


def test_a_transaction_that_failed_unseen_is_not_told_to_be_kept(here: Stage) -> None:
    broken = Statement(text("SELECT 1 / 0"))

    async def write() -> None:
        async with here.app.database.writing("pool-1") as db:
            with pytest.raises(asyncpg.DivisionByZeroError):
                await db.one(broken)

    with pytest.raises(DatabaseAway, match="failed before it was committed"):
        here.run(write)


def test_tls_of_the_url_is_spoken_by_workers_and_commands(tmp_path: Path, url: str) -> None:
    own = certificates.ensure(tmp_path, ["127.0.0.1"], now=datetime.now(UTC))
    other = certificates.ensure(tmp_path / "other", ["127.0.0.1"], now=datetime.now(UTC))
    with tls(url, own.certificate, own.key) as through:
        secure = f"{through}?sslmode=verify-full&sslrootcert={own.ca_file}"
        configuration = Configuration(data_dir=tmp_path, database=secure)
        assert migrate.current(configuration) is None
        assert migrate.migrate(configuration) is True
        assert migrate.current(configuration) == migrate.newest()
        with open_stage(tmp_path, database=secure) as stage:
            assert stage.new_world("secure").call("GET", "products").status_code == 200
        strange = f"{through}?sslmode=verify-full&sslrootcert={other.ca_file}"
        with pytest.raises(DatabaseAway, match="CERTIFICATE_VERIFY_FAILED"):
            migrate.current(Configuration(data_dir=tmp_path, database=strange))
        with pytest.raises(DatabaseAway):
            migrate.current(Configuration(data_dir=tmp_path, database=f"{through}?sslmode=disable"))


def test_a_line_that_says_nothing_is_given_up(url: str) -> None:
    pooler = Pooler(url)

    async def options() -> list[int]:
        database = PostgresDatabase(ConnectionSettings(url=pooler.url, cached_statements=0))
        async with database.reading("") as db:
            line = db.connection._transport.get_extra_info("socket")  # type: ignore[attr-defined] # as above
            got = [
                line.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE),
                line.getsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPIDLE),
                line.getsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPCNT),
                line.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT),
            ]
        await database.close()
        return got

    assert asyncio.run(options()) == [1, 15, 3, 30_000]
    pooler.close()
