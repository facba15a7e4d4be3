"""Messages, registrations and the calls behind tools are limited."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.pages.mcp.agent import Agent, admin, call_message, register
from tests.world import World, open_stage


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    """A mall that enforces its limits; time stands still."""
    with open_stage(tmp_path, limits="enforce", sample_shop=True) as stage:
        yield stage.new_world("shop")


def test_messages_of_one_address_are_limited(world: World) -> None:
    message = {"jsonrpc": "2.0", "id": 1, "method": "ping"}

    answers = [Agent(world).post(message) for _ in range(62)]

    assert [each.status_code for each in answers] == [200] * 60 + [429] * 2
    assert int(answers[-1].headers["retry-after"]) > 0


def test_tools_count_as_calls_of_the_storefront(world: World) -> None:
    results = [Agent(world).post(call_message("list_categories")).json() for _ in range(45)]
    last = results[-1]["result"]

    assert not results[0]["result"]["isError"]
    assert (last["isError"], last["structuredContent"]["status"]) == (True, 429)


def test_tools_count_as_calls_of_the_app(world: World) -> None:
    agent = admin(world)
    for _ in range(45):
        result = agent.ask(
            "tools/call",
            name="read_operation",
            arguments={"operation": "GET products/count"},
        )

    assert result["structuredContent"]["status"] == 429
    headers = world.full.headers
    refused = world.request("GET", "/api/v2/admin/products/count", headers=headers)
    assert refused.status_code == 429


def test_registrations_of_one_address_are_limited(world: World) -> None:
    statuses = [register(world).status_code for _ in range(31)]

    assert statuses == [201] * 30 + [429]
