"""What clients learn from metadata, and that it is true of the endpoints."""

from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest

from tests.access.oauth.authorization_requests import (
    Browser,
    authorize_path,
    error,
    exchange,
    give_code,
    hidden,
    manager,
    reads,
    refresh,
    revoke,
)
from tests.world import CALLBACK, World

SERVER = "/.well-known/oauth-authorization-server"
RESOURCE = "/.well-known/oauth-protected-resource"


def document(world: World, path: str, **more: Any) -> dict[str, Any]:
    answer = world.request("GET", path, **more)
    assert (answer.status_code, answer.headers["access-control-allow-origin"]) == (200, "*")
    found: dict[str, Any] = answer.json()
    return found


def test_the_metadata_of_the_server_names_the_endpoints_of_the_mall(world: World) -> None:
    found = document(world, SERVER)

    base = f"{world.base_url}/api/v2/oauth"
    assert found["issuer"] == world.base_url
    assert found["authorization_endpoint"] == f"{base}/authorize"
    assert found["token_endpoint"] == f"{base}/token"
    assert found["revocation_endpoint"] == f"{base}/revoke"
    assert found["code_challenge_methods_supported"] == ["S256"]
    assert found["authorization_response_iss_parameter_supported"] is True
    assert "mall.read_product" in found["scopes_supported"]
    assert f"{world.base_url}/api/v2/admin" in found["protected_resources"]


def test_a_refused_call_leads_to_the_server(world: World) -> None:
    refused = world.request("GET", "/api/v2/admin/products")
    challenge = refused.headers["www-authenticate"]

    address = challenge.partition('resource_metadata="')[2].removesuffix('"')
    resource = world.stage.client.get(address).json()
    [server] = resource["authorization_servers"]

    assert challenge.startswith("Bearer ")
    assert resource["resource"] == f"{world.base_url}/api/v2/admin"
    assert resource["bearer_methods_supported"] == ["header"]
    assert world.stage.client.get(f"{server}{SERVER}").json()["issuer"] == server


def test_the_analytics_api_names_the_server_of_the_mall_that_is_asked_for(world: World) -> None:
    host = "https://analytics.openmall.localhost"
    refused = world.stage.client.get(f"{host}/visitors/view?mall_id={world.mall_id}")
    address = refused.headers["www-authenticate"].partition('resource_metadata="')[2][:-1]

    named = world.stage.client.get(address).json()
    unnamed = world.stage.client.get(f"{host}{RESOURCE}").json()
    unknown = world.stage.client.get(f"{host}{RESOURCE}?mall_id=nobody-here")

    assert refused.status_code == 401
    assert (named["resource"], named["authorization_servers"]) == (host, [world.base_url])
    assert "authorization_servers" not in unnamed
    assert unknown.status_code == 404


@pytest.mark.parametrize("path", [f"{SERVER}/x", f"{RESOURCE}/api/v2", "/.well-known/oauth-x"])
def test_there_is_no_other_document(world: World, path: str) -> None:
    assert world.request("GET", path).status_code == 404


def test_a_document_is_read_alone(world: World) -> None:
    answer = world.request("POST", SERVER)

    assert (answer.status_code, answer.headers["allow"]) == (405, "GET, HEAD")


def answered(response: httpx.Response) -> dict[str, str]:
    """Return the parameters of a redirect to the app."""
    location = response.headers["location"]
    assert location.startswith(CALLBACK)
    return {name: values[0] for name, values in parse_qs(urlsplit(location).query).items()}


def decided(world: World, decision: str = "allow", **query: str | None) -> dict[str, str]:
    """Answer an authorization request as the manager, and return what the app is told."""
    manager(world)
    browser = Browser(world)
    page = browser.sign_in(authorize_path(world.full, **query))
    assert page.status_code == 200, page.headers
    return answered(
        browser.submit("/api/v2/oauth/authorize", {**hidden(page), "decision": decision})
    )


@pytest.mark.parametrize("decision", ["allow", "deny"])
def test_the_redirect_names_the_server(world: World, decision: str) -> None:
    assert decided(world, decision)["iss"] == document(world, SERVER)["issuer"]


def test_the_redirect_of_an_invalid_request_names_the_server(world: World) -> None:
    answer = Browser(world).open(authorize_path(world.full, response_type="token"))

    found = answered(answer)
    assert (found["error"], found["iss"]) == ("unsupported_response_type", world.base_url)


def test_a_token_for_one_api_opens_no_other(world: World) -> None:
    code = decided(world, resource=f"{world.base_url}/api/v2/admin")["code"]
    token = exchange(world, code).json()["access_token"]
    elsewhere = decided(world, resource="https://analytics.openmall.localhost")["code"]
    foreign = exchange(world, elsewhere).json()["access_token"]

    assert (reads(world, token), reads(world, foreign)) == (200, 401)


def test_a_token_may_be_limited_after_the_consent(world: World) -> None:
    analytics, admin = "https://analytics.openmall.localhost", f"{world.base_url}/api/v2/admin"
    given = exchange(world, give_code(world), resource=analytics).json()
    again = refresh(world, given["refresh_token"], resource=admin).json()
    whole = refresh(world, again["refresh_token"]).json()

    statuses = [reads(world, each["access_token"]) for each in (given, again, whole)]
    assert statuses == [401, 200, 200]


def test_a_token_cannot_be_extended_after_the_consent(world: World) -> None:
    code = decided(world, resource=f"{world.base_url}/api/v2/admin")["code"]
    wider = {"resource": "https://analytics.openmall.localhost"}

    assert error(exchange(world, code, **wider)) == (400, "invalid_target")
    given = exchange(world, code).json()
    assert error(refresh(world, given["refresh_token"], **wider)) == (400, "invalid_target")
    assert refresh(world, given["refresh_token"]).status_code == 200


@pytest.mark.parametrize("resource", ["https://elsewhere.example.com", "admin", "x#y"])
def test_an_unknown_resource_is_refused(world: World, resource: str) -> None:
    answer = Browser(world).open(authorize_path(world.full, resource=resource))

    assert answered(answer)["error"] == "invalid_target"
    assert error(exchange(world, give_code(world), resource=resource)) == (400, "invalid_target")


def test_two_resources_are_as_good_as_none(world: World) -> None:
    both = [f"{world.base_url}/api/v2/admin", "https://analytics.openmall.localhost"]
    path = authorize_path(world.full) + "".join(f"&resource={each}" for each in both)
    manager(world)
    browser = Browser(world)
    page = browser.sign_in(path)
    allowed = {**hidden(page), "decision": "allow"}

    code = answered(browser.submit("/api/v2/oauth/authorize", allowed))["code"]

    assert reads(world, exchange(world, code).json()["access_token"]) == 200


@pytest.mark.parametrize(
    ("registered", "sent", "status"),
    [
        ("http://127.0.0.1/cb", "http://127.0.0.1:50123/cb", 200),
        ("http://127.0.0.1:8000/cb", "http://127.0.0.1:50123/cb", 200),
        ("http://127.0.0.1:8000/cb", "http://127.0.0.1/cb", 200),
        ("http://[::1]/cb", "http://[::1]:50123/cb", 200),
        ("http://127.0.0.1/cb?a=1", "http://127.0.0.1:50123/cb?a=1", 200),
        ("http://127.0.0.1/cb", "http://127.0.0.1:50123/other", 400),
        ("http://127.0.0.1/cb", "https://127.0.0.1:50123/cb", 400),
        ("http://127.0.0.1/cb", "http://[::1]:50123/cb", 400),
        ("http://127.0.0.1/cb", "http://127.0.0.1:70000/cb", 400),
        ("http://127.0.0.1/cb", "http://127.0.0.1:1@evil.example.com/cb", 400),
        ("http://localhost/cb", "http://localhost:50123/cb", 400),
        ("https://app.example.com/cb", "https://app.example.com:8443/cb", 400),
    ],
)
def test_a_native_app_is_answered_at_any_port_of_its_machine(
    world: World, registered: str, sent: str, status: int
) -> None:
    app = world.install(redirect_uris=[registered])

    answer = Browser(world).open(authorize_path(app, redirect_uri=sent))

    assert answer.status_code == status


def test_a_native_app_is_given_its_tokens(world: World) -> None:
    app = world.install(redirect_uris=["http://127.0.0.1/cb"])
    manager(world)
    browser, sent = Browser(world), "http://127.0.0.1:50123/cb"
    page = browser.sign_in(authorize_path(app, redirect_uri=sent))
    allowed = browser.submit("/api/v2/oauth/authorize", {**hidden(page), "decision": "allow"})
    location = allowed.headers["location"]
    code = parse_qs(urlsplit(location).query)["code"][0]

    assert location.startswith(f"{sent}?code=")
    other = {"redirect_uri": "http://127.0.0.1:50124/cb"}
    assert error(exchange(world, code, app, **other)) == (400, "invalid_grant")
    assert exchange(world, code, app, redirect_uri=sent).status_code == 200


def test_a_revoked_pair_is_not_brought_back_by_its_predecessor(world: World) -> None:
    app = world.install(refresh_overlap=True)
    first = exchange(world, give_code(world, app), app).json()
    second = refresh(world, first["refresh_token"], app).json()

    assert revoke(world, second["access_token"], app).status_code == 200
    assert error(refresh(world, first["refresh_token"], app)) == (400, "invalid_grant")
