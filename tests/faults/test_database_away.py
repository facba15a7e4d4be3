"""When the database is gone, full or slow, calls say so, and recover without a hand."""

import tempfile
from pathlib import Path

import pytest

from openmall.database import sqlite
from openmall.database.session import DatabaseAway
from tests import postgres
from tests.world import Stage, open_stage


def error_of(stage: Stage, mall_id: str = "away-1") -> tuple[int, str]:
    world = stage.new_world(mall_id)
    answer = world.call("GET", "products")
    return answer.status_code, answer.json()["error"]["message"]


def test_a_postgresql_that_goes_away_is_503_and_comes_back() -> None:
    server = postgres.Server()
    with (
        tempfile.TemporaryDirectory() as folder,
        open_stage(Path(folder), database=server.new_database()) as stage,
    ):
        world = stage.new_world("away-1")
        server.stop()
        answer = world.call("GET", "products")
        written = world.call("POST", "products", json={"request": _CUP})
        server.start()
        again = [world.call("GET", "products").status_code for _ in range(3)]

    assert answer.status_code == 503
    assert answer.json()["error"]["code"] == "503"
    assert answer.headers["Retry-After"] == "1"
    assert written.status_code == 503
    assert again[-1] == 200


def test_a_locked_sqlite_is_503(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite, "LOCK_WAIT", 0.05)
    with tempfile.TemporaryDirectory() as folder, open_stage(Path(folder)) as stage:
        world = stage.new_world("away-1")
        other = sqlite.SqliteDatabase(stage.app.configuration.database_path)
        other.writer.execute("BEGIN IMMEDIATE")
        refused = world.call("POST", "products", json={"request": _CUP})
        read = world.call("GET", "products")
        other.writer.execute("ROLLBACK")
        taken = world.call("POST", "products", json={"request": _CUP})

    assert (refused.status_code, read.status_code, taken.status_code) == (503, 200, 201)


@pytest.mark.parametrize("store", ["sqlite", "postgresql"])
def test_a_call_over_its_time_budget_is_504(monkeypatch: pytest.MonkeyPatch, store: str) -> None:
    monkeypatch.setattr(sqlite, "_CHECK_INSTRUCTIONS", 1)
    database = postgres.server().new_database() if store == "postgresql" else ""
    with (
        tempfile.TemporaryDirectory() as folder,
        open_stage(Path(folder), database=database, call_seconds=1e-9) as stage,
    ):
        status, message = error_of(stage)

    assert status == 504
    assert message == "The call took longer than its time budget."


def test_a_fault_of_ours_is_quotable_and_tells_nothing(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("inner workings")

    monkeypatch.setattr("openmall.commerce.product.products.search.as_listed", broken)
    with tempfile.TemporaryDirectory() as folder, open_stage(Path(folder)) as stage:
        world = stage.new_world("away-1")
        world.product()
        answer = world.call("GET", "products")

    error = answer.json()["error"]
    assert (answer.status_code, error["code"]) == (500, "500")
    assert error["more_info"].keys() == {"reason", "values"}
    assert answer.headers["X-Request-Id"] in error["message"]
    assert "inner workings" not in answer.text
    assert any("inner workings" in str(record.exc_info) for record in caplog.records)


def test_a_file_that_is_no_database_is_said_to_be_away() -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "openmall.sqlite"
        path.write_bytes(b"not a database at all, but long enough to look like one" * 100)
        with pytest.raises(DatabaseAway):
            sqlite.SqliteDatabase(path)


_CUP = {"product_name": "Cup", "supply_price": "1"}
