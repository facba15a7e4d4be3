"""One address opens so many pages of a mall; more are 429."""

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.world import World, open_stage

FORWARDED = {"sample_shop": True, "trusted_proxies": ("127.0.0.1",), "page_capacity": 5}


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    """A mall that serves five pages at once to an address."""
    with open_stage(tmp_path, limits="enforce", **FORWARDED) as stage:
        yield stage.new_world("shop")


def open_page(world: World, path: str = "/", ip: str = "192.0.2.1") -> httpx.Response:
    answer: httpx.Response = world.request("GET", path, headers={"X-Forwarded-For": ip})
    return answer


def test_more_pages_than_the_limit_are_429_until_retry_after(world: World) -> None:
    paths = ["/", "/cart", "/search", "/boards", "/", "/", "/no/such/page"]

    answers = [open_page(world, path) for path in paths]

    assert [each.status_code for each in answers] == [200] * 5 + [429] * 2
    assert "<html" in answers[5].text
    assert answers[5].headers["retry-after"] == "1"
    assert open_page(world, ip="192.0.2.2").status_code == 200
    world.stage.clock.pass_(1)
    assert open_page(world).status_code == 200


def test_addresses_of_one_ipv6_network_are_one_client(world: World) -> None:
    answers = [open_page(world, ip=f"2001:db8:0:1::{number:x}") for number in range(6)]

    assert [each.status_code for each in answers] == [200] * 5 + [429]
    assert open_page(world, ip="2001:db8:0:2::1").status_code == 200


def test_another_mall_has_its_own_limit(world: World) -> None:
    other = world.stage.new_world("other")
    for _ in range(6):
        open_page(world)

    assert open_page(other).status_code == 200


def test_nothing_is_refused_where_limits_are_only_counted(tmp_path: Path) -> None:
    with open_stage(tmp_path, limits="count", **FORWARDED) as stage:
        world = stage.new_world("unlimited")
        answers = [open_page(world) for _ in range(20)]

    assert {each.status_code for each in answers} == {200}
