"""A store is brought up while programs use it: added to, filled, and then taken from."""

import asyncio
import itertools
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import asyncpg
import msgspec
import pytest
from click.testing import CliRunner

from openmall.cli.main import openmall
from openmall.configuration import Configuration
from openmall.database import migrate, phases
from openmall.database.backfill import StillWritten
from openmall.database.factory import open_database
from openmall.database.phases import NotNow, StoreState
from openmall.database.session import DatabaseAway, Session
from tests import postgres
from tests.database import evolving_table
from tests.journeys.demo_server import ENVIRONMENT
from tests.launcher import write_program

pytestmark = pytest.mark.journey

ROWS = evolving_table.ROWS


@pytest.fixture(params=["sqlite", "postgresql"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Configuration:
    url = postgres.server().new_database() if request.param == "postgresql" else ""
    return Configuration(data_dir=tmp_path / "data", database=url)


def with_store(configuration: Configuration, work: Callable[[Session], Any]) -> Any:
    async def run() -> Any:
        database = open_database(configuration)
        try:
            async with database.writing("m") as db:
                return await work(db)
        finally:
            await database.close()

    return asyncio.run(run())


@contextmanager
def used(configuration: Configuration, how: str, folder: Path) -> Iterator[list[int]]:
    """Let a program of another process use the store meanwhile; give what it did so far."""
    where = [str(configuration.data_dir), configuration.database]
    program = subprocess.Popen(
        [str(write_program(folder / "using", "tests.database.evolving_table_client")), *where, how],
        env=ENVIRONMENT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert program.stdin is not None
    lines: Iterable[str] = program.stdout or ()
    done: list[int] = []

    def listen() -> None:
        done.extend(int(line) for line in lines)

    def some_more() -> None:
        seen = len(done)
        while len(done) < seen + 3 and program.poll() is None:
            time.sleep(0.01)

    listening = threading.Thread(target=listen)
    listening.start()
    some_more()
    try:
        yield done
        some_more()
    finally:
        program.stdin.close()
        status = program.wait()
        listening.join()
    assert status == 0


def shell(configuration: Configuration, *words: str) -> Any:
    where = {"OPENMALL_DATA_DIR": str(configuration.data_dir),
             "OPENMALL_DATABASE": configuration.database}  # fmt: skip
    done = CliRunner(env=where).invoke(openmall, ["db", *words, "--json"], prog_name="openmall")
    if done.exit_code:
        return done.stderr.removeprefix("error: ").strip()
    return msgspec.json.decode(done.stdout)


def begun(configuration: Configuration, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bring a store to 9001, with a diary in it; from then on this is the program of 9003."""
    evolving_table.release(monkeypatch, tmp_path, 9001)
    migrate.migrate(configuration)

    async def write(db: Session) -> None:
        await db.many(
            evolving_table.OLD_WRITE,
            [{"page": f"p{at:05}", "words": f"words {at}"} for at in range(ROWS)],
        )

    with_store(configuration, write)
    evolving_table.release(monkeypatch, tmp_path, 9003)


def of_the_example(found: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return backfills without those of the program's own migrations."""
    return [each for each in found if each["migration"] > "9000"]


def test_a_column_is_replaced_while_programs_of_before_and_after_serve(
    store: Configuration, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun(store, tmp_path, monkeypatch)
    status = shell(store, "status")
    assert status | {"backfills": of_the_example(status["backfills"])} == {
        "schema": "9001", "newest": "9003", "needed": "9002", "usable": False, "backfills": [],
        "next": "openmall db migrate --expand",
    }  # fmt: skip

    with used(store, "before", tmp_path) as before:
        assert shell(store, "migrate", "--expand") == {
            "before": "9001", "schema": "9002", "changed": True,
        }  # fmt: skip
        evolving_table.release(monkeypatch, tmp_path, 9001)
        assert phases.usable(migrate.state(store)), "a program of before may even start again"
        evolving_table.release(monkeypatch, tmp_path, 9003)
        assert phases.usable(migrate.state(store))
    status = shell(store, "status")
    assert of_the_example(status["backfills"]) == [
        {"migration": "9002", "rows": 0, "total": 0, "ended": False}
    ]
    assert status["next"] == "openmall db backfill, when every program that serves is new"
    assert "9002 is not filled" in shell(store, "migrate", "--contract")

    with used(store, "after", tmp_path) as after:
        [filled] = of_the_example(shell(store, "backfill", "--batch", "200", "--pace", "0"))
    assert 0 < filled["rows"] <= ROWS + len(before)
    assert shell(store, "status")["next"] == (
        "openmall db migrate --contract, when every program that serves is new"
    )

    with used(store, "last", tmp_path):
        assert shell(store, "migrate", "--contract")["schema"] == "9003"
    assert shell(store, "status") == {
        "schema": "9003", "newest": "9003", "needed": "9002", "usable": True, "backfills": [],
        "next": "",
    }  # fmt: skip
    evolving_table.release(monkeypatch, tmp_path, 9001)
    assert migrate.state(store) == StoreState("9003", "9002")
    assert not phases.usable(migrate.state(store)), "what a program of before needs is gone"

    rows = dict(with_store(store, lambda db: db.all(evolving_table.LAST_READ)))
    wanted = {f"p{at:05}": f"WORDS {at}" for at in range(ROWS)}
    wanted |= {f"b{at}": f"WRITTEN BEFORE {at}" for at in before}
    for at in after:
        wanted |= dict.fromkeys((f"a{at}", f"p{at % ROWS:05}"), f"WRITTEN AFTER {at}")
    assert rows == wanted


def test_a_backfill_that_is_killed_goes_on_where_it_was(
    store: Configuration, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun(store, tmp_path, monkeypatch)
    migrate.expand(store)
    program = (
        "import pathlib, sys; from openmall.database import phases;"
        f"phases.MIGRATIONS = pathlib.Path({str(phases.MIGRATIONS)!r});"
        "from openmall.cli.main import openmall; openmall()"
    )
    where = {**os.environ, "OPENMALL_DATA_DIR": str(store.data_dir),
             "OPENMALL_DATABASE": store.database}  # fmt: skip
    command = [sys.executable, "-c", program, "db", "backfill", "--batch", "100", "--pace", "400"]
    process = subprocess.Popen(command, env=where)
    while migrate.filled(store)["9002"].rows < 200:
        time.sleep(0.05)
    process.send_signal(signal.SIGKILL)
    process.wait()
    kept = migrate.filled(store)["9002"]

    told: list[tuple[str, int]] = []
    done = migrate.fill(
        store,
        batch=1_000,
        on_progress=lambda number, progress: told.append((number, progress.rows)),
    )

    assert 200 <= kept.rows < ROWS
    assert (kept.total, kept.ended) == (ROWS, False)
    assert next(rows for number, rows in told if number == "9002") == min(kept.rows + 1_000, ROWS)
    assert (done["9002"].rows, done["9002"].ended) == (ROWS, True)


def test_what_a_program_of_before_still_writes_is_not_lost(
    store: Configuration, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun(store, tmp_path, monkeypatch)
    migrate.expand(store)
    migrate.fill(store)
    with_store(store, lambda db: db.run(evolving_table.OLD_WRITE, page="late", words="late"))

    with pytest.raises(NotNow, match="9002 is not filled"):
        migrate.contract(store)
    pages = itertools.count()

    def write_on(*_: object) -> None:
        written = threading.Thread(
            target=with_store,
            args=[
                store,
                lambda db: db.run(evolving_table.OLD_WRITE, page=f"{next(pages):09}", words="w"),
            ],
        )
        written.start()
        written.join()

    with pytest.raises(StillWritten, match="9002: rows keep coming"):
        migrate.fill(store, batch=10, on_progress=write_on)
    migrate.fill(store)

    assert [step.number for step in migrate.contract(store)] == ["9003"]


def test_everything_at_once_where_nothing_serves(
    store: Configuration, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun(store, tmp_path, monkeypatch)

    assert shell(store, "migrate") == {"before": "9001", "schema": "9003", "changed": True}

    rows = with_store(store, lambda db: db.all(evolving_table.LAST_READ))
    assert [tuple(row) for row in rows] == [(f"p{at:05}", f"WORDS {at}") for at in range(ROWS)]


def test_an_index_is_made_anew_where_a_try_before_was_broken_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """PostgreSQL only: a transaction in progress holds up the index, and nobody else."""
    url = postgres.server().new_database()
    store = Configuration(data_dir=tmp_path, database=url)
    begun(store, tmp_path, monkeypatch)

    async def valid() -> Any:
        connection = await asyncpg.connect(url)
        found = await connection.fetchval(
            "SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass('ix_diary_body')"
        )
        await connection.close()
        return found

    async def broken_off() -> None:
        holder, other = await asyncpg.connect(url), await asyncpg.connect(url)
        await other.execute("ALTER TABLE diary ADD COLUMN body text")
        async with holder.transaction():
            await holder.execute("UPDATE diary SET words = words WHERE page = 'p00000'")
            await other.execute("SET statement_timeout = 500")
            with pytest.raises(asyncpg.QueryCanceledError):
                await other.execute(
                    "CREATE INDEX CONCURRENTLY ix_diary_body ON diary (mall_id, body)"
                )
        await other.execute("ALTER TABLE diary DROP COLUMN body")
        await holder.execute("CREATE INDEX ix_diary_body ON diary (mall_id)")
        await holder.execute(
            "UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'ix_diary_body'::regclass"
        )
        await holder.close()
        await other.close()

    asyncio.run(broken_off())
    assert asyncio.run(valid()) is False
    with used(store, "before", tmp_path):
        migrate.expand(store)
    assert asyncio.run(valid()) is True


def test_a_table_that_is_in_use_is_waited_for_in_turns(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """PostgreSQL only: while a long transaction reads, others get through between the tries."""
    url = postgres.server().new_database()
    store = Configuration(data_dir=tmp_path, database=url)
    begun(store, tmp_path, monkeypatch)
    monkeypatch.setattr(migrate, "LOCK_WAIT", 0.3)
    monkeypatch.setattr(migrate, "_RETRY_SECONDS", 0.2)
    monkeypatch.setattr(migrate, "_MAX_TRIES", 3)
    begin, ending = threading.Event(), threading.Event()

    async def hold() -> None:
        connection = await asyncpg.connect(url)
        async with connection.transaction():
            await connection.fetch("SELECT 1 FROM diary")
            begin.set()
            await asyncio.to_thread(ending.wait)
        await connection.close()

    def holding() -> None:
        asyncio.run(hold())

    thread = threading.Thread(target=holding, daemon=True)
    thread.start()
    begin.wait()
    with used(store, "before", tmp_path) as served:
        with pytest.raises(DatabaseAway, match="a table stays in use"):
            migrate.expand(store)
        assert len(served) > 10
        assert migrate.current(store) == "9001"
        ending.set()
        thread.join()
        assert [step.number for step in migrate.expand(store)] == ["9002"]


def test_phases_come_in_their_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    evolving_table.release(monkeypatch, tmp_path, 9003)
    head = "\n\nrevision = '{}'\ndown_revision = '{}'\ndef upgrade() -> None: ...\n"
    versions = phases.MIGRATIONS / "versions"
    (versions / "9004_more.py").write_text(head.format("9004", "9003"))
    (versions / "9005_standstill_keys.py").write_text(head.format("9005", "9004"))

    assert (phases.newest(), phases.needed()) == ("9005", "9005")
    with pytest.raises(NotNow, match="9003 takes something away and comes first"):
        phases.to_expand("9002")
    with pytest.raises(NotNow, match="9005 can only be done while nothing serves"):
        phases.to_expand("9003")
    with pytest.raises(NotNow, match="schema 0033 is too old"):
        phases.to_expand("0033")
    with pytest.raises(NotNow, match="0240 can only be done while nothing serves"):
        phases.to_expand("0230")
    with pytest.raises(NotNow, match="9002 comes first: `openmall db migrate --expand`"):
        phases.to_contract("9001")
    assert [step.number for step in phases.to_contract("9002")] == ["9003"]
    assert (phases.to_contract("9004"), phases.to_expand("9005")) == ([], [])
    assert [phases.program_for(each) for each in ("0240", "9002", "9003", "9004", "9005")] == [
        "0240", "0246", "9002", "9002", "9005",
    ]  # fmt: skip
    assert phases.next_step(StoreState("0033"), filled=True).startswith("schema 0033 is too old")
    assert phases.next_step(StoreState(None), filled=True) == "openmall db migrate"
    assert phases.next_step(StoreState("9999", "9998"), filled=True) == (
        "install a program that knows schema 9998"
    )
