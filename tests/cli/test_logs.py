"""`openmall logs tail`: which calls it prints, and how it ends."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from openmall.cli.apps import logs
from tests.cli.command_line import Shell
from tests.cli.test_calls import add, app, row
from tests.world import NOVEMBER_2026

__all__ = ["app"]


def lines(shop: Shell, *words: str) -> list[dict[str, Any]]:
    """Return the calls that are printed as JSON lines."""
    return [json.loads(line) for line in shop.text("logs", "tail", *words, "--json").splitlines()]


def test_calls_of_before_are_json_lines_the_oldest_first(shop: Shell, app: str) -> None:
    found = lines(shop, app, "--once")

    assert [each["status"] for each in found] == [200, 404, 429]
    assert found[1] | {"number": 0} == {
        "app": app, "time": "2026-11-21T09:00:01.250+09:00", "number": 0,
        "at": int((NOVEMBER_2026 + 1.25) * 1e6), "mall": "myshop", "operation": "",
        "method": "GET", "path": "/api/v2/admin/prodcts", "query": "", "status": 404,
        "took": 1_500, "used": 1, "capacity": 40, "request_id": "r-1", "parameter": "",
        "message": "There is no such operation at this URL.",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("words", "statuses"),
    [
        (["--status", "4xx"], [404, 429]),
        (["--status", "429"], [429]),
        (["--operation", "admin GET products"], [200, 429]),
        (["--text", "prodcts"], [404]),
        (["--slow", "1.5"], [200, 404, 429]),
        (["--rows", "2"], [404, 429]),
        (["--first"], [200]),
        (["--status", "4xx", "--first", "--timeout", "5"], [404]),
    ],
)
def test_options_narrow_what_is_printed(
    shop: Shell, app: str, words: list[str], statuses: list[int]
) -> None:
    once = [] if "--timeout" in words else ["--once"]

    assert [each["status"] for each in lines(shop, app, *words, *once)] == statuses


def test_a_call_is_found_by_its_number(shop: Shell, app: str) -> None:
    add(shop, row(app, NOVEMBER_2026 + 3, request_id="wanted", status=500))

    [found] = lines(shop, app, "--request", "wanted")

    assert found["status"] == 500


def test_a_mall_shows_the_calls_of_its_apps(shop: Shell, app: str) -> None:
    other = shop.json("app", "create", "--name", "Other", "--all-scopes")["client_id"]
    for each in (app, other):
        shop.text("app", "install", each, "--mall", "myshop")
    add(shop, row(other, NOVEMBER_2026 + 1, status=201))

    found = lines(shop, "--mall", "myshop", "--once")

    assert [(each["app"], each["status"]) for each in found] == [
        (app, 200), (other, 201), (app, 404)
    ]  # fmt: skip


def test_later_calls_follow_each_once(
    shop: Shell, app: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin: Callable[..., Any] = logs._Follower.next
    looks = 0

    async def look(self: Any, most: int) -> Any:
        nonlocal looks
        looks += 1
        found = await begin(self, most)
        if looks == 1:
            from openmall.events.request_log import store

            now = self._opened.clock.now()
            async with self._opened.database.writing("") as db:
                await store.add(db, [row(app, now + 0.1, status=202)])
        return found

    monkeypatch.setattr(logs._Follower, "next", look)
    monkeypatch.setattr(logs, "EVERY", 0.05)

    found = lines(shop, app, "--timeout", "1")

    assert looks > 2
    assert [each["status"] for each in found] == [200, 404, 429, 202]


@pytest.mark.parametrize(
    ("words", "status"),
    [
        (["unknown-app", "--once"], 1),
        (["--mall", "unknown-mall", "--once"], 1),
        (["--once"], 2),
        (["APP", "--status", "many"], 2),
        (["APP", "--status", "500", "--once"], logs.NO_CALL),
        (["APP", "--status", "500", "--timeout", "0"], logs.NO_CALL),
        (["APP", "--rows", "0", "--timeout", "0"], logs.NO_CALL),
    ],
)
def test_how_it_ends_is_its_exit_status(
    shop: Shell, app: str, words: list[str], status: int
) -> None:
    done = shop.run("logs", "tail", *(app if each == "APP" else each for each in words))

    assert done.exit_code == status
