"""How agents register, are allowed, get tokens, and lose them; what is forged is refused."""

import pytest

from tests.access.oauth.authorization_requests import Browser
from tests.pages.mcp.agent import (
    REDIRECT,
    SHOP,
    Agent,
    allowed,
    authorize_path,
    consent,
    exchange,
    register,
    token_request,
)
from tests.pages.sampleshop.shop_browser import Guest, said
from tests.storefront.shopper_client import PASSWORD
from tests.world import World

HOUR = 3_600


def test_a_refused_call_leads_to_everything(world: World) -> None:
    challenge = Agent(world).unauthorized().headers["www-authenticate"]
    document = f"{world.base_url}/.well-known/oauth-protected-resource{SHOP}"
    resource = world.request("GET", document.removeprefix(world.base_url)).json()
    [issuer] = resource["authorization_servers"]
    server = world.request("GET", f"/.well-known/oauth-authorization-server{SHOP}").json()

    assert challenge == (
        f'Bearer realm="openmall", scope="shopper", resource_metadata="{document}"'
    )
    assert resource["resource"] == issuer == server["issuer"] == world.base_url + SHOP
    assert server["code_challenge_methods_supported"] == ["S256"]
    assert server["token_endpoint_auth_methods_supported"] == ["none"]
    for name in ("authorization", "token", "registration", "revocation"):
        assert server[f"{name}_endpoint"].startswith(world.base_url)


@pytest.mark.both_stores
def test_a_member_allows_an_agent_and_ends_it(world: World, guest: Guest) -> None:
    guest.join()
    client_id = register(world).json()["client_id"]
    page = said(guest.see(authorize_path(world, client_id)))
    told = consent(guest, authorize_path(world, client_id))
    tokens = exchange(world, client_id, told["code"][0]).json()
    agent = Agent(world, token=tokens["access_token"])

    assert "Shopping helper wants to act for you in this shop." in page
    assert "127.0.0.1:7777" in page
    assert (told["state"], told["iss"]) == (["a state"], [world.base_url + SHOP])
    assert (tokens["token_type"], tokens["expires_in"]) == ("Bearer", HOUR)
    assert agent.call("list_orders")["orders"] == []

    listed = guest.see("/account/agents")
    assert "Shopping helper" in listed
    grant = listed.split('name="grant_id" value="')[1].split('"')[0]
    guest.done("/account/agents", grant_id=grant)

    refused = agent.unauthorized()
    assert 'error="invalid_token"' in refused.headers["www-authenticate"]
    assert "You have not allowed any assistant." in said(guest.see("/account/agents"))
    again = token_request(
        world, client_id, grant_type="refresh_token", refresh_token=tokens["refresh_token"]
    )
    assert again.json()["error"] == "invalid_grant"


def test_who_is_not_signed_in_signs_in_first(world: World, guest: Guest) -> None:
    guest.join()
    guest.done("/sign-out", "/account")
    path = authorize_path(world, register(world).json()["client_id"])

    onward = guest.open(path).headers["location"]
    assert onward.startswith("/sign-in?next=/agents/authorize%3F")
    found = guest.done("/sign-in", onward, member_id="hana", password=PASSWORD, next=path)

    assert found.startswith("/agents/authorize?")
    assert "code" in consent(guest, path)


def test_the_consent_page_is_framed_by_nobody_and_leads_to_the_agent_alone(
    world: World, guest: Guest
) -> None:
    guest.join()
    path = authorize_path(world, register(world, client_name="<b>Helper</b>").json()["client_id"])

    page = guest.open(path)

    policy = page.headers["content-security-policy"]
    assert "form-action 'self' https: http:; frame-ancestors 'none'" in policy
    assert page.headers["referrer-policy"] == "strict-origin"
    assert "&lt;b&gt;Helper&lt;/b&gt;" in page.text
    assert "<b>Helper" not in page.text


def test_a_member_denies(world: World, guest: Guest) -> None:
    guest.join()
    path = authorize_path(world, register(world).json()["client_id"])

    told = consent(guest, path, "deny")

    assert (told["error"], "code" in told) == (["access_denied"], False)


def test_the_decision_needs_the_form_of_the_page(world: World, guest: Guest) -> None:
    guest.join()
    client_id = register(world).json()["client_id"]

    answer = guest.submit(
        "/agents/authorize",
        {"client_id": client_id, "redirect_uri": REDIRECT, "decision": "allow"},
    )

    assert answer.status_code == 403


@pytest.mark.parametrize(
    ("changed", "error"),
    [
        ({"code_challenge": ""}, "invalid_request"),
        ({"code_challenge": "short"}, "invalid_request"),
        ({"code_challenge_method": "plain"}, "invalid_request"),
        ({"response_type": "token"}, "unsupported_response_type"),
        ({"resource": "https://other.example.com/api/mcp"}, "invalid_target"),
    ],
)
def test_invalid_requests_go_back_to_an_agent_of_the_same_machine_alone(
    world: World, guest: Guest, changed: dict[str, str], error: str
) -> None:
    guest.join()
    elsewhere = "https://evil.example/cb"
    registered = register(world, redirect_uris=[REDIRECT, elsewhere, "app.evil:/cb"])
    client_id = registered.json()["client_id"]

    answer = guest.open(authorize_path(world, client_id, **changed))

    assert answer.status_code == 302
    assert f"error={error}&" in answer.headers["location"]
    for uri in (elsewhere, "app.evil:/cb"):
        shown = guest.open(authorize_path(world, client_id, redirect_uri=uri, **changed))
        assert (shown.status_code, "location" in shown.headers) == (400, False)
        assert error in shown.text


@pytest.mark.parametrize("redirect", ["https://evil.example.com/", "http://127.0.0.1:7777/other"])
def test_an_address_that_was_not_registered_gets_nothing(
    world: World, guest: Guest, redirect: str
) -> None:
    guest.join()
    client_id = register(world).json()["client_id"]

    answer = guest.open(authorize_path(world, client_id, redirect_uri=redirect))

    assert (answer.status_code, "location" in answer.headers) == (400, False)


def test_forged_and_foreign_clients_are_unknown(world: World, guest: Guest) -> None:
    guest.join()
    client_id = register(world).json()["client_id"]
    other = world.stage.new_world()
    foreign = register(other).json()["client_id"]
    content, _, mac = client_id.partition(".")
    forged = f"{content}.{mac[:-2]}{'AA' if mac[-2:] != 'AA' else 'BB'}"

    for wrong in (foreign, forged, "agent-", "agent-x.y", "x" * 3_000):
        assert guest.open(authorize_path(world, wrong)).status_code == 400
        assert exchange(world, wrong, "code").json()["error"] == "invalid_client"


@pytest.mark.parametrize(
    ("metadata", "error"),
    [
        ({"redirect_uris": []}, "invalid_redirect_uri"),
        ({"redirect_uris": "https://a.example.com/"}, "invalid_redirect_uri"),
        ({"redirect_uris": ["http://a.example.com/"]}, "invalid_redirect_uri"),
        ({"redirect_uris": ["javascript:alert(1)"]}, "invalid_redirect_uri"),
        ({"redirect_uris": ["https://a.example.com/#x"]}, "invalid_redirect_uri"),
        ({"redirect_uris": ["https://a.example.com/" + "x" * 600]}, "invalid_redirect_uri"),
        ({"redirect_uris": [REDIRECT] * 6}, "invalid_redirect_uri"),
        ({"client_name": 5}, "invalid_client_metadata"),
        ({"token_endpoint_auth_method": "private_key_jwt"}, "invalid_client_metadata"),
        (
            {"redirect_uris": [f"https://a.example.com/{at}{'x' * 480}" for at in range(4)]},
            "invalid_client_metadata",
        ),
    ],
)
def test_metadata_is_bounded(world: World, metadata: dict[str, object], error: str) -> None:
    answer = register(world, **metadata)

    assert (answer.status_code, answer.json()["error"]) == (400, error)


def test_a_name_cannot_hide_what_it_says(world: World) -> None:
    registered = register(world, client_name="Shop\u202eevil\n\x00 " + "x" * 500).json()

    assert registered["client_name"].startswith("Shop evil xx")
    assert len(registered["client_name"]) == 80


@pytest.mark.parametrize(
    "changed",
    [
        {"code_verifier": "w" * 64},
        {"redirect_uri": "http://127.0.0.1:7777/other"},
        {"code": "unknown"},
    ],
)
def test_a_code_is_exchanged_by_who_asked_for_it(
    world: World, guest: Guest, changed: dict[str, str]
) -> None:
    guest.join()
    client_id = register(world).json()["client_id"]
    [code] = consent(guest, authorize_path(world, client_id))["code"]

    presented = {"code": code, **changed}

    answer = exchange(world, client_id, **presented)

    assert (answer.status_code, answer.json()["error"]) == (400, "invalid_grant")


@pytest.mark.both_stores
def test_a_code_that_is_used_twice_ends_the_tokens(world: World, guest: Guest) -> None:
    guest.join()
    client_id = register(world).json()["client_id"]
    [code] = consent(guest, authorize_path(world, client_id))["code"]
    tokens = exchange(world, client_id, code).json()

    again = exchange(world, client_id, code)

    assert again.json()["error"] == "invalid_grant"
    Agent(world, token=tokens["access_token"]).unauthorized()


def test_a_code_expires(world: World, guest: Guest) -> None:
    guest.join()
    client_id = register(world).json()["client_id"]
    [code] = consent(guest, authorize_path(world, client_id))["code"]
    world.stage.clock.pass_(61)

    assert exchange(world, client_id, code).json()["error"] == "invalid_grant"


@pytest.mark.both_stores
def test_tokens_expire_are_renewed_and_a_stolen_one_ends_them(world: World, guest: Guest) -> None:
    guest.join()
    client_id, tokens = allowed(world, guest)
    world.stage.clock.pass_(HOUR)
    Agent(world, token=tokens["access_token"]).unauthorized()
    refresh = {"grant_type": "refresh_token", "refresh_token": tokens["refresh_token"]}

    renewed = token_request(world, client_id, **refresh).json()
    agent = Agent(world, token=renewed["access_token"])
    assert agent.call("list_orders")["orders"] == []
    other = register(world, client_name="Other").json()["client_id"]
    assert token_request(world, other, **refresh).json()["error"] == "invalid_grant"
    assert agent.call("list_orders")["orders"] == []
    stolen = token_request(world, client_id, **refresh)

    assert stolen.json()["error"] == "invalid_grant"
    agent.unauthorized()


def test_a_token_of_another_mall_is_unknown(world: World, guest: Guest) -> None:
    guest.join()
    _, tokens = allowed(world, guest)
    other = world.stage.new_world()

    Agent(other, token=tokens["access_token"]).unauthorized()


def test_tokens_of_apps_and_of_agents_are_not_exchangeable(world: World, guest: Guest) -> None:
    guest.join()
    _, tokens = allowed(world, guest)
    app = world.full.token.access_token

    Agent(world, token=app).unauthorized()
    Agent(world, "/api/mcp/admin", tokens["access_token"]).unauthorized("search_operations")
    headers = {"Authorization": f"Bearer {tokens['access_token']}"}
    assert world.request("GET", "/api/v2/admin/products", headers=headers).status_code == 401


def test_a_new_password_ends_what_was_allowed(world: World, guest: Guest) -> None:
    guest.join()
    _, tokens = allowed(world, guest)
    new = "battery horse correct"
    guest.done("/account", act="password", current_password=PASSWORD, password=new)
    world.stage.clock.pass_(6)

    Agent(world, token=tokens["access_token"]).unauthorized()


def test_an_agent_ends_its_own_tokens(world: World, guest: Guest) -> None:
    guest.join()
    client_id, tokens = allowed(world, guest)
    form = {"client_id": client_id, "token": tokens["refresh_token"]}

    revoked = world.request("POST", f"{SHOP}/revoke", data=form)

    assert (revoked.status_code, revoked.json()) == (200, {})
    assert revoked.headers["content-type"] == "application/json; charset=utf-8"

    Agent(world, token=tokens["access_token"]).unauthorized()


def test_members_end_only_their_own(world: World, guest: Guest) -> None:
    guest.join()
    _, tokens = allowed(world, guest)
    grant = guest.see("/account/agents").split('name="grant_id" value="')[1].split('"')[0]
    other = Guest(world)
    other.join("minho", email="minho@example.com")

    other.done("/account/agents", "/account", grant_id=grant)

    assert Agent(world, token=tokens["access_token"]).call("list_orders")["orders"] == []


def test_a_browser_that_is_signed_out_sees_no_agents(world: World) -> None:
    assert Browser(world).open("/account/agents").headers["location"].startswith("/sign-in?")


@pytest.mark.parametrize(
    ("declared", "content", "status"),
    [
        ("application/json", b"[", 400),
        ("application/json", b"[]", 400),
        ("text/plain", b"{}", 400),
        ("application/json", b"x" * 100_000, 400),
    ],
)
def test_a_registration_that_cannot_be_read_is_refused_as_clients_expect(
    world: World, declared: str, content: bytes, status: int
) -> None:
    answer = world.request(
        "POST", f"{SHOP}/register", content=content, headers={"Content-Type": declared}
    )

    assert answer.status_code == status
    assert answer.json()["error"] == "invalid_client_metadata"
    assert isinstance(answer.json()["error_description"], str)
