"""An operator makes facts of what visitors did, and looks after them."""

import time

import apsw
import msgspec
import pytest

from openmall.analytics.engine.duckdb import FILE, DuckFile
from tests.analytics.sessionising.event_reporting import seen
from tests.cli.command_line import Shell


def collect(shell: Shell, *ages: int) -> None:
    """Write down a batch of pages that were seen so many seconds ago."""
    now = int(time.time() * 1000)
    events = [seen(now - age * 1000) for age in ages]
    connection = apsw.Connection(str(shell.data_dir / "openmall.sqlite"))
    [[number]] = connection.execute("SELECT count(*) FROM collected").fetchall()
    connection.execute(
        "INSERT INTO collected VALUES ('myshop', ?, ?, ?, ?, ?, ?)",
        (number + 1, now, max(each.at for each in events), len(events),
         msgspec.json.encode(events).decode(), min(each.at for each in events)),
    )  # fmt: skip
    connection.close()


def kept(shell: Shell) -> list[tuple[object, ...]]:
    file = DuckFile(shell.data_dir / FILE)
    rows = file.ask("SELECT count(*), count(DISTINCT visit) FROM pageview", {}, seconds=10)
    file.close()
    return rows


def test_facts_are_made_of_what_had_its_time_and_of_the_rest_on_demand(shop: Shell) -> None:
    collect(shop, 600, 500, 5)

    assert shop.json("analytics", "sessionise") == {"events": 2, "imported": 0, "batches": 1}
    assert kept(shop) == [(2, 1)]
    text = shop.text("analytics", "sessionise", "--mall", "myshop", "--now")
    assert text == "1 events and 0 imported sales were done, 1 batches of facts kept.\n"
    assert kept(shop) == [(3, 1)]
    # and nothing is left
    assert shop.json("analytics", "sessionise", "--now") == {
        "events": 0,
        "imported": 0,
        "batches": 0,
    }
    assert shop.text("analytics", "tidy") == "The facts are in order.\n"


def test_a_mall_that_is_not_there_is_said(shop: Shell) -> None:
    told = shop.fails("analytics", "sessionise", "--mall", "nobody")
    assert told == "there is no mall 'nobody'"


def test_facts_wait_while_the_engine_is_away(shop: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    # given a server of facts that is not there
    collect(shop, 600)
    with monkeypatch.context() as away:
        away.setenv("OPENMALL_ANALYTICS_ENGINE", "clickhouse://127.0.0.1:1/facts")
        told = shop.fails("analytics", "sessionise")
    assert told.startswith("the facts wait, the engine is away: Connect")
    # when it is there again, they are given to it
    assert shop.json("analytics", "sessionise") == {"events": 0, "imported": 0, "batches": 1}
    assert kept(shop) == [(1, 1)]


def test_a_setting_that_names_no_engine_is_refused_before_anything_is_served(
    shop: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENMALL_ANALYTICS_ENGINE", "http://localhost")
    told = shop.fails("serve")
    assert told == "analytics_engine: expected clickhouse://user:password@host/database"
