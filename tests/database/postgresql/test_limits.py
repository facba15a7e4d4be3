"""What a call, a killed or a hanging worker began on the server ends there by itself."""

import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests import postgres
from tests.database.postgresql.server_queries import OTHERS, ask
from tests.world import Stage, World, open_stage

pytestmark = pytest.mark.journey

BUSY = f"SELECT state, query {OTHERS} AND state != 'idle' AND query NOT LIKE 'LOCK%'"


@pytest.fixture
def url() -> str:
    return postgres.server().new_database()


@pytest.fixture
def here(tmp_path: Path, url: str) -> Iterator[Stage]:
    with open_stage(tmp_path, database=url, call_seconds=2.0) as made:
        yield made


@pytest.fixture
def world(here: Stage) -> World:
    return here.new_world("limits-1")


@contextmanager
def held(url: str, table: str) -> Iterator[None]:
    """Hold a table in another session, so that nobody else reads or writes it."""
    holding = threading.Thread(
        target=ask, args=[url, f"DO $$ BEGIN LOCK {table}; PERFORM pg_sleep(60); END $$"]
    )
    holding.start()
    until(lambda: ask(url, f"SELECT 1 FROM pg_locks WHERE relation = '{table}'::regclass"
                      " AND mode = 'AccessExclusiveLock' AND granted") == [(1,)])  # fmt: skip
    try:
        yield
    finally:
        # what holds it is ended by the server, as an operator would
        ask(url, f"SELECT pg_terminate_backend(pid) {OTHERS} AND query LIKE 'DO %'")
        holding.join()


def until(so: Callable[[], bool], seconds: float = 10.0) -> float:
    """Return how long it took until something was so."""
    started = time.monotonic()
    while not so():
        assert time.monotonic() - started < seconds, "it did not come to that"
        time.sleep(0.02)
    return time.monotonic() - started


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_lock_somebody_holds_is_503_in_half_the_time_of_a_call(world: World, url: str) -> None:
    number = world.product()["product_no"]
    answers = []
    with held(url, "product"):
        for method, sent in (("GET", {}), ("PUT", {"json": {"request": {"product_name": "B"}}})):
            started = time.monotonic()
            answer = world.call(method, f"products/{number}", **sent)
            answers.append((answer.status_code, answer.headers["Retry-After"]))
            assert 0.8 < time.monotonic() - started < 4.0
            assert ask(url, BUSY + " AND query NOT LIKE 'DO %'") == []

    assert answers == [(503, "1"), (503, "1")]
    assert world.get(f"products/{number}")["product"]["product_name"] == "Linen apron"


SLOW = """
    CREATE FUNCTION slowly() RETURNS trigger AS
    'BEGIN PERFORM pg_sleep(20); RETURN NEW; END' LANGUAGE plpgsql;
"""


def test_a_statement_that_takes_too_long_is_504_and_stopped_on_the_server(
    world: World, url: str
) -> None:
    number = world.product()["product_no"]
    ask(url, SLOW)
    ask(url, "CREATE TRIGGER slow BEFORE UPDATE ON product FOR EACH ROW EXECUTE FUNCTION slowly()")

    started = time.monotonic()
    answer = world.call("PUT", f"products/{number}", json={"request": {"product_name": "B"}})
    took = time.monotonic() - started
    left = ask(url, BUSY)
    ask(url, "DROP TRIGGER slow ON product")

    assert answer.status_code == 504
    assert 1.8 < took < 6.0
    assert left == []
    assert world.get(f"products/{number}")["product"]["product_name"] == "Linen apron"
    assert world.put(f"products/{number}", product_name="C")["product"]["product_name"] == "C"


WORKER = """
    import asyncio, sys, time
    from sqlalchemy import text
    from openmall.configuration import Configuration
    from openmall.database.factory import open_database
    from openmall.database.statements import Statement
    from pathlib import Path

    async def work():
        configuration = Configuration(
            data_dir=Path("."), database=sys.argv[1], call_seconds=float(sys.argv[3])
        )
        async with open_database(configuration).writing("m") as db:
            await db.run(Statement(text("INSERT INTO mall (mall_id, name, country, created_at)"
                                        " VALUES ('m', 'm', 'KR', 1)")))
            print("begun", flush=True)
            if sys.argv[2] == "hangs":
                time.sleep(60)
            await db.one(Statement(text("SELECT pg_sleep(60)")))

    asyncio.run(work())
"""


@pytest.mark.parametrize(
    ("what", "seconds", "within"), [("killed", 40, 15), ("hangs", 3, 15), ("stopped", 3, 15)]
)
def test_a_worker_that_is_gone_leaves_nothing_running(
    here: Stage, url: str, what: str, seconds: int, within: float
) -> None:
    """Killed: seen within a second. Hanging in a transaction, stopped in a statement: limited."""
    worker = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(WORKER), url, what, str(seconds)],
        stdout=subprocess.PIPE,
    )
    assert worker.stdout is not None
    assert worker.stdout.readline() == b"begun\n"
    mine = f"SELECT 1 {OTHERS} AND application_name LIKE 'openmall worker {worker.pid} %'"
    if what != "hangs":
        until(lambda: ask(url, f"{mine} AND query LIKE '%pg_sleep%'") == [(1,)])
        os.kill(worker.pid, signal.SIGKILL if what == "killed" else signal.SIGSTOP)
    else:
        assert ask(url, f"{mine} AND state LIKE 'idle in%'") == [(1,)]

    # an aborted transaction of a stopped worker holds nothing, and is ended in its turn
    took = until(lambda: ask(url, f"{mine} AND state NOT LIKE '%(aborted)'") == [], 20.0)
    worker.kill()
    worker.wait()

    assert took < within
    assert ask(url, "SELECT 1 FROM mall WHERE mall_id = 'm'") == []
