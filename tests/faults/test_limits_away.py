"""When the store of limits is gone, calls are refused or counted here, until it is back."""

import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest

from tests.access.oauth.authorization_requests import SIGN_IN, Browser, manager
from tests.redis import Server
from tests.world import World, open_stage


@pytest.fixture
def redis() -> Iterator[Server]:
    with Server() as server:
        yield server


def back(call: Callable[[], httpx.Response]) -> bool:
    """Say whether a call succeeds again within ten seconds."""
    for _ in range(100):
        if call().status_code == 200:
            return True
        time.sleep(0.1)
    return False


def every_way(world: World) -> dict[str, httpx.Response]:
    """Return what is answered wherever something is counted."""
    return {
        "admin": world.call("GET", "products"),
        "storefront": world.request("GET", "/api/v2/products", auth=world.full.basic),
        "visits": world.request(
            "POST", "/collect", content=b"{}", headers={"Content-Type": "text/plain"}
        ),
        "sign-in": Browser(world).sign_in(SIGN_IN),
    }


def test_calls_are_refused_with_when_to_try_again(redis: Server) -> None:
    with (
        tempfile.TemporaryDirectory() as folder,
        open_stage(
            Path(folder), limits="enforce", limits_store=redis.url, limits_away="refuse"
        ) as stage,
    ):
        world = stage.new_world("away-1")
        manager(world)
        assert world.call("GET", "products").status_code == 200
        redis.kill()
        world.call("GET", "products")
        refused = every_way(world)
        redis.start()
        again = back(lambda: world.call("GET", "products"))

    told = {
        name: (each.status_code, each.headers.get("Retry-After")) for name, each in refused.items()
    }
    assert told == {**dict.fromkeys(refused, (503, "1")), "sign-in": (503, told["sign-in"][1])}
    assert refused["admin"].json() == {
        "error": {
            "code": "503",
            "message": "Calls cannot be counted for a moment, try again.",
            "more_info": {"reason": "calls_uncounted"},
        }
    }
    assert again


def test_calls_are_counted_here_and_limits_hold(redis: Server) -> None:
    with (
        tempfile.TemporaryDirectory() as folder,
        open_stage(
            Path(folder), limits="enforce", limits_store=redis.url, shop_drain=0.001
        ) as stage,
    ):
        world = stage.new_world("away-1")
        before = [world.call("GET", "products").status_code for _ in range(30)]
        redis.kill()
        away = [world.call("GET", "products").status_code for _ in range(50)]
        redis.start()
        again = back(lambda: world.call("GET", "products"))

    assert before == [200] * 30
    assert away == [200] * 40 + [429] * 10
    assert again
