"""The generated Python client makes the calls that every generated client is checked with.

`checks/clients/calls.json` is what `python -m checks.clients` runs with each generator; here, in
this process, with the operations and types of `clients/python`.
"""

import json
import re
from pathlib import Path
from typing import Any

import httpx
import pytest

import openmall_client as client
from tests.commerce.order.order_setup import order, wanted
from tests.commerce.product.stock_setup import stocked
from tests.world import World

CALLS = Path(__file__).parents[2] / "checks" / "clients" / "calls.json"
_ELSEWHERE = frozenset({"partner", "analytics"})
"""APIs of other hosts, which journeys call."""


class WorldTransport(httpx.BaseTransport):
    """Sends the client's requests to the application in this process."""

    def __init__(self, world: World) -> None:
        self._world = world
        self.statuses: list[int] = []

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        answer = self._world.request(
            request.method,
            request.url.raw_path.decode(),
            headers=dict(request.headers),
            content=request.read(),
        )
        self.statuses.append(answer.status_code)
        return httpx.Response(
            answer.status_code, headers=dict(answer.headers), content=answer.content
        )


def _filled(part: Any, values: dict[str, Any]) -> Any:
    if isinstance(part, dict):
        return {name: _filled(each, values) for name, each in part.items()}
    if isinstance(part, list):
        return [_filled(each, values) for each in part]
    if isinstance(part, str) and part.startswith("$"):
        return re.sub(r"\$(\w+)", lambda name: str(values[name[1]]), part)
    return part


def _found(body: Any, path: str) -> Any:
    for step in path.split("."):
        body = body[int(step)] if step.isdigit() else body[step]
    return body


@pytest.mark.parametrize("api", ["admin", "storefront"])
def test_a_generated_client_makes_real_calls(world: World, api: str) -> None:
    # given a mall with products on sale and an order
    _, code = stocked(world, 9)
    stocked(world, 9)
    order(world, wanted(code))
    transport = WorldTransport(world)
    opened: Any
    if api == "admin":
        opened = client.Admin(world.base_url, world.full.token.access_token)
    else:
        opened = client.Storefront(world.base_url, world.full.credentials.client_id)
    opened.transport._http = httpx.Client(transport=transport)
    calls = [each for each in json.loads(CALLS.read_text()) if each["api"] == api]
    values: dict[str, Any] = {"run": "run1", "mall_id": world.mall_id}

    # when it makes the calls
    wrong = []
    for call in calls:
        call = _filled(call, values)
        arguments = {**call.get("path", {}), **call.get("query", {}), **call.get("body", {})}
        if "header" in call:
            arguments["headers"] = call["header"]
        body: Any = None
        try:
            body = getattr(opened, call["operation"])(**arguments)
        except client.ApiError as error:
            body = error
        if transport.statuses[-1] != call["status"]:
            wrong.append((call["operation"], transport.statuses[-1], str(body)))
            continue
        for name, path in call.get("keep", {}).items():
            values[name] = _found(body, path)

    # then each ends as it should
    assert wrong == []
    assert len(calls) >= (30 if api == "admin" else 6)


def test_every_call_is_one_of_a_generated_client() -> None:
    operations = {
        "admin": client.Admin,
        "storefront": client.Storefront,
        "partner": client.Partner,
        "analytics": client.Analytics,
    }

    for call in json.loads(CALLS.read_text()):
        assert hasattr(operations[call["api"]], call["operation"]), call
