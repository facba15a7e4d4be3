"""Errors as problem details (RFC 9457), for clients that accept them, and for no other."""

from typing import Any

import pytest

from tests.world import World

PROBLEM = "application/problem+json"


def _missing_name(world: World, accept: str) -> Any:
    headers = {**world.full.headers, "Accept": accept}
    body = {"request": {"category_name": ""}}
    return world.request("POST", "/api/v2/admin/categories", headers=headers, json=body)


@pytest.mark.parametrize(
    "accept", [PROBLEM, f"application/json, {PROBLEM}", "Application/Problem+JSON;q=0.5, */*"]
)
def test_a_client_that_accepts_them_gets_both_shapes(world: World, accept: str) -> None:
    documented = _missing_name(world, "application/json").json()

    answer = _missing_name(world, accept)

    assert (answer.status_code, answer.headers["content-type"]) == (422, PROBLEM)
    assert answer.json() == {
        "type": "about:blank",
        "title": "Unprocessable Content",
        "status": 422,
        "detail": documented["error"]["message"],
        **documented,
    }
    assert documented["error"]["more_info"]["parameter"] == "category_name"


@pytest.mark.parametrize(
    "accept",
    ["*/*", "application/*", "", f"{PROBLEM};q=0", f"{PROBLEM}; q=0.000, */*", f"x{PROBLEM}"],
)
def test_any_other_client_gets_the_documented_shape(world: World, accept: str) -> None:
    answer = _missing_name(world, accept)

    assert answer.status_code == 422
    assert answer.headers["content-type"] == "application/json; charset=utf-8"
    assert list(answer.json()) == ["error"]


@pytest.mark.parametrize(
    ("path", "status", "title"),
    [
        ("/api/v2/admin/products/2000000000", 404, "Not Found"),
        ("/api/v2/admin/%ff?x=%", 400, "Bad Request"),
        ("/api/v2/products", 401, "Unauthorized"),
        ("/api/v2/admin/openapi.json?version=1", 422, "Unprocessable Content"),
        ("/_test/malls", 403, "Forbidden"),
    ],
)
def test_every_refusal_has_them(world: World, path: str, status: int, title: str) -> None:
    headers = {**(world.full.headers if "admin" in path else {}), "Accept": PROBLEM}

    answer = world.request("GET", path, headers=headers)

    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == PROBLEM
    assert answer.json()["title"] == title
    assert answer.json()["detail"] == answer.json()["error"]["message"]
    assert answer.headers["x-request-id"]


def test_a_host_that_is_unknown_is_refused_in_the_same_way(world: World) -> None:
    client = world.stage.client
    answer = client.get("https://elsewhere.example/", headers={"Accept": PROBLEM})

    assert (answer.status_code, answer.json()["status"]) == (404, 404)


def test_a_success_is_ordinary_json(world: World) -> None:
    headers = {**world.full.headers, "Accept": PROBLEM}

    answer = world.request("GET", "/api/v2/admin/products/count", headers=headers)

    assert answer.headers["content-type"] == "application/json; charset=utf-8"
