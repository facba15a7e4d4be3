"""How client programs ask for tokens: with the parameters of the specification, form or JSON."""

from typing import Any

import httpx
import pytest

from openmall.access.oauth import apps as registered_apps
from tests.access.oauth.authorization_requests import (
    Browser,
    authorize_path,
    error,
    give_code,
    hidden,
    manager,
)
from tests.world import CALLBACK, World

TOKEN = "/api/v2/oauth/token"
REVOKE = "/api/v2/oauth/revoke"


def ask(world: World, body_kind: str, path: str = TOKEN, **sent: str) -> httpx.Response:
    """Call a token endpoint with what the specification lists: no grant type."""
    mine = world.full.credentials
    values: dict[str, Any] = {
        "mall_id": world.mall_id,
        "client_id": mine.client_id,
        "client_secret": mine.client_secret,
        **sent,
    }
    return world.request("POST", path, **{body_kind: values})


@pytest.mark.parametrize("body_kind", ["data", "json"])
def test_the_grant_type_may_be_omitted(world: World, body_kind: str) -> None:
    given = ask(world, body_kind, code=give_code(world), redirect_uri=CALLBACK)
    domain, refresh_token = world.base_url, given.json()["refresh_token"]
    refreshed = ask(world, body_kind, domain=domain, refresh_token=refresh_token)
    revoked = ask(world, body_kind, REVOKE, token=refreshed.json()["access_token"])

    assert (given.status_code, refreshed.status_code, revoked.status_code) == (200, 200, 200)
    assert revoked.json() == {}
    assert revoked.headers["content-type"] == "application/json; charset=utf-8"
    assert refreshed.json()["access_token"] != given.json()["access_token"]


def test_a_request_that_implies_no_grant_type_or_two_is_refused(world: World) -> None:
    for sent in ({}, {"code": "a", "refresh_token": "b"}):
        answer = ask(world, "json", **sent)

        assert error(answer) == (400, "invalid_request")
        assert answer.json()["error_description"] == "grant_type is missing"


@pytest.mark.parametrize(
    "content",
    [b"grant_type=x", b'{"code": 1}', b'{"code": "a", "code": "b"}', b"[]", b'{"code": "\xff"}'],
)
def test_a_json_body_that_is_no_object_of_texts_is_refused(world: World, content: bytes) -> None:
    headers = {"Content-Type": "application/json"}

    assert error(world.request("POST", TOKEN, content=content, headers=headers)) == (
        400,
        "invalid_request",
    )


@pytest.mark.parametrize("path", [TOKEN, TOKEN.replace("token", "revoke"), "/api/mcp/token"])
@pytest.mark.parametrize(
    ("declared", "content", "description"),
    [
        (
            "application/x-www-form-urlencoded",
            b' {"grant_type": "authorization_code", "code": "x"}',
            "the body is JSON: send it with Content-Type: application/json",
        ),
        (
            "application/json",
            b"grant_type=authorization_code&code=x",
            "the body is a form: send it with Content-Type: application/x-www-form-urlencoded",
        ),
        ("application/json", b'{"code": x}', "The body is not valid JSON from byte 9 on."),
        ("application/json", b'{"code"', "The body is not valid JSON from byte 7 on."),
    ],
)
def test_a_body_of_another_type_than_it_declares_is_named(
    world: World, path: str, declared: str, content: bytes, description: str
) -> None:
    answer = world.request("POST", path, content=content, headers={"Content-Type": declared})

    assert answer.status_code == 400
    assert answer.json() == {"error": "invalid_request", "error_description": description}


def test_pages_take_forms_alone(world: World) -> None:
    answer = world.request("POST", "/api/v2/oauth/sign-in", json={"user_id": "owner"})

    assert answer.status_code == 400


def test_a_consent_to_fewer_scopes_leaves_the_storefront_alone(world: World) -> None:
    manager(world)
    browser = Browser(world)
    products = {"auth": world.full.basic}
    assert world.request("GET", "/api/v2/products/count", **products).status_code == 200

    page = browser.sign_in(authorize_path(world.full, scope="mall.read_store"))
    browser.submit("/api/v2/oauth/authorize", {**hidden(page), "decision": "allow"})

    assert world.request("GET", "/api/v2/products/count", **products).status_code == 200


def test_what_a_deleted_app_was_granted_is_not_granted_again(world: World) -> None:
    manager(world)
    browser = Browser(world)
    products = {"auth": world.full.basic}

    async def delete() -> None:
        await registered_apps.uninstall(
            world.stage.app.database,
            world.stage.app.counters,
            world.stage.clock,
            mall_id=world.mall_id,
            client_id=world.full.credentials.client_id,
        )

    world.stage.run(delete)

    page = browser.sign_in(authorize_path(world.full, scope="mall.read_store"))
    browser.submit("/api/v2/oauth/authorize", {**hidden(page), "decision": "allow"})

    assert world.request("GET", "/api/v2/products/count", **products).status_code == 403
