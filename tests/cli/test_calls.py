"""The log of an app's calls on a terminal."""

import asyncio
from typing import Any

import pytest

from openmall.access.limits.shared_counters import SharedCounters
from openmall.cli.apps.calls import follow_calls
from openmall.cli.installation import Installation
from openmall.configuration import Configuration
from openmall.database.factory import open_database
from openmall.events.request_log import store
from openmall.events.request_log.row_builder import number_of
from openmall.events.request_log.store import Row
from tests.cli.command_line import Shell
from tests.world import NOVEMBER_2026, MovableClock


def row(client_id: str, at: float, **said: Any) -> Row:
    columns: dict[str, Any] = {
        "client_id": client_id, "number": number_of(at), "at": int(at * 1e6), "mall": "myshop",
        "operation": "admin GET products", "method": "GET", "path": "/api/v2/admin/products",
        "query": "", "status": 200, "took": 1_500, "used": 1, "capacity": 40, "limits": "",
        "version": "2024-03-01", "request_id": "r-1", "ip": "", "parameter": "", "message": "",
        "sent_size": 0, "answered_size": 2, "sent": "", "answered": "", "unproven": 0,
        **said,
    }  # fmt: skip
    return Row(**columns)


def add(shell: Shell, *rows: Row) -> None:
    """Write calls into the log, as a worker does."""

    async def work() -> None:
        database = open_database(Configuration(data_dir=shell.data_dir))
        async with database.writing("") as db:
            await store.add(db, rows)
        await database.close()

    asyncio.run(work())


@pytest.fixture
def app(shop: Shell) -> str:
    """An app with three calls in its log."""
    client_id: str = shop.json("app", "create", "--name", "My app", "--all-scopes")["client_id"]
    add(
        shop,
        row(client_id, NOVEMBER_2026, query="limit=2"),
        row(
            client_id, NOVEMBER_2026 + 1.25, path="/api/v2/admin/prodcts", status=404, operation="",
            message="There is no such operation at this URL.",
        ),
        row(client_id, NOVEMBER_2026 + 2, mall="another", status=429, used=40),
    )  # fmt: skip
    return client_id


def test_calls_are_printed_the_newest_last(shop: Shell, app: str) -> None:
    lines = [line.split() for line in shop.text("app", "calls", app).splitlines() if line.strip()]

    assert lines[0] == ["time", "status", "call", "mall", "took", "bucket", "told"]
    assert lines[2] == [
        "2026-11-21", "09:00:00.000", "200", "GET", "/api/v2/admin/products?limit=2", "myshop",
        "1.5", "ms", "1/40",
    ]  # fmt: skip
    assert lines[3][:7] == [
        "2026-11-21", "09:00:01.250", "404", "GET", "/api/v2/admin/prodcts", "myshop", "1.5",
    ]  # fmt: skip
    assert " ".join(lines[3]).endswith("There is no such operation at this URL.")
    assert lines[4][2] == "429"
    assert len(lines) == 5


def test_only_what_is_asked_for_is_printed(shop: Shell, app: str) -> None:
    def found(*words: str) -> list[int]:
        lines = shop.text("app", "calls", app, "--json", *words).splitlines()
        return [int(line.partition('"status":')[2][:3]) for line in lines]

    assert found() == [200, 404, 429]
    assert found("--rows", "2") == [404, 429]
    assert found("--status", "4xx") == [404, 429]
    assert found("--status", "429") == [429]
    assert found("--mall", "another") == [429]
    assert found("--text", "prodcts") == [404]
    assert found("--operation", "admin GET products") == [200, 429]
    assert found("--operation", "admin GET nothing") == []


def test_an_empty_log_says_so(shop: Shell, app: str) -> None:
    assert (
        shop.text("app", "calls", app, "--status", "5xx") == "There is no such call in the log.\n"
    )
    assert shop.text("app", "calls", app, "--status", "5xx", "--json") == ""


def test_nothing_is_coloured_where_nobody_looks(shop: Shell, app: str) -> None:
    assert "\x1b" not in shop.text("app", "calls", app)


@pytest.mark.parametrize("status", ["4x", "abc", "999", "44", ""])
def test_a_wrong_status_is_refused(shop: Shell, app: str, status: str) -> None:
    said = shop.fails("app", "calls", app, "--status", status, status=2)
    assert said.startswith("--status: a number such as 404, or 4xx")


def test_an_app_there_is_not_is_refused(shop: Shell) -> None:
    assert shop.fails("app", "calls", "nobody") == "there is no app 'nobody'"


def test_whoever_follows_sees_each_call_once_also_those_that_come_late(
    shop: Shell, app: str
) -> None:
    async def work() -> list[list[int]]:
        configuration = Configuration(data_dir=shop.data_dir)
        opened = Installation(configuration, SharedCounters(shop.data_dir / "counters"))
        clock = opened.clock = MovableClock()
        clock.at = NOVEMBER_2026 + 5
        seen = []
        following = follow_calls(opened, app, {}, lines_shown=[], every=0.0)
        for rows in (
            [row(app, clock.at + 3, status=201)],
            [row(app, clock.at + 2, status=202), row(app, clock.at + 4, status=203)],
            [row(app, clock.at + 1, status=204)],
        ):
            async with opened.database.writing("") as db:
                await store.add(db, rows)
            clock.pass_(1)
            seen.append([line.status for line in await anext(following)])
        await opened.database.close()
        return seen

    assert asyncio.run(work()) == [[201], [202, 203], [204]]
