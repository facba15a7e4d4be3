"""The log keeps so many days, and of each app so many calls; its figures stay longer."""

from pathlib import Path

import pytest

from openmall.events.request_log import store, writer
from tests.events.request_log.log_reader import Log
from tests.world import open_stage

HOUR = 3_600
DAY = 24 * HOUR


@pytest.mark.one_store
def test_of_each_app_the_newest_calls_stay(tmp_path: Path) -> None:
    with open_stage(tmp_path, call_log_rows=10) as stage:
        world = stage.new_world("rows")
        log = Log(world)
        for number in range(12):
            world.call("GET", f"products/{number + 1}")

        paths = [line.path for line in log.lines()]

        assert paths == [f"/api/v2/admin/products/{number}" for number in range(12, 2, -1)]
        [minute] = log.minutes()
        assert minute.calls == 12


@pytest.mark.one_store
def test_calls_without_proof_push_out_no_others(tmp_path: Path) -> None:
    with open_stage(tmp_path, call_log_rows=10) as stage:
        world = stage.new_world("apart")
        log = Log(world)
        true = [f"/api/v2/admin/products/{number + 1}" for number in range(8)]
        for path in true:
            world.request("GET", path, headers=world.full.headers)
        log.write()
        named = {"X-Platform-Client-Id": log.client_id}

        for at in range(40):
            headers, auth = (named, None) if at % 2 else ({}, (log.client_id, "a wrong key"))
            world.request("GET", "/api/v2/products/count", headers=headers, auth=auth)
            log.write()

        paths = [line.path for line in log.lines()]
        assert [path for path in paths if path in true] == true[::-1]
        # pruned when a quarter of what is kept was written
        assert len(paths) <= len(true) + 10 + 3


@pytest.mark.one_store
def test_many_go_in_several_transactions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with open_stage(tmp_path, call_log_rows=10) as stage:
        log = Log(stage.new_world("many"))
        for _ in range(40):
            log.world.call("POST", "products", json={})
        monkeypatch.setattr(store, "BATCH_ROWS", 7)

        assert len(log.lines()) == 10
        assert all(row.answered for row in log.rows())


def test_what_is_old_goes_and_figures_stay(log: Log) -> None:
    log.world.get("products")
    log.write()
    # a clock that was set back a little numbers calls on from where it was, for up to a minute
    log.world.stage.clock.pass_(7 * DAY + 61)
    log.world.full = log.world.install(restricted=True)

    log.write()

    assert log.lines() == []
    assert log.minutes() == []
    assert log.called() == {"admin GET products"}
    # when: more than a year later
    log.world.stage.clock.pass_(writer.KEPT_DAYS)
    log.write()
    assert log.called() == set()


def test_what_is_not_yet_old_stays(log: Log) -> None:
    log.world.get("products")
    log.world.stage.clock.pass_(DAY + 2 * HOUR)

    log.write()

    assert len(log.lines()) == 1
    assert len(log.minutes()) == 1
