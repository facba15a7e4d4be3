"""Scopes of writes that an app may only propose: registered, consented to, issued."""

from urllib.parse import parse_qs, urlsplit

import pytest

from openmall.access.malls import staff_rights
from openmall.access.oauth import apps as registered_apps
from openmall.access.oauth.cache_invalidation import invalidating_transaction
from openmall.access.oauth.scope_descriptions import describe
from openmall.contract import scopes as scope_names
from openmall.contract.scopes import AGENT_WRITES, AREAS, ON_REQUEST, SENTENCES
from tests.access.oauth.authorization_requests import (
    AUTHORIZE,
    Browser,
    authorize_path,
    exchange,
    hidden,
    manager,
)
from tests.world import Installed, World

PROPOSES = "mall.write_product.propose"
REGISTERED = ["mall.read_product", PROPOSES]


@pytest.fixture
def browser(world: World) -> Browser:
    """The owner's browser; the owner may sign in."""
    manager(world)
    return Browser(world)


def answered(browser: Browser, app: Installed, scope: str) -> dict[str, list[str]]:
    """Return what an app is answered to a request for scopes that the owner allows."""
    page = browser.sign_in(authorize_path(app, scope=scope))
    answer = browser.submit(AUTHORIZE, {**hidden(page), "decision": "allow"})
    return parse_qs(urlsplit(answer.headers["location"]).query)


def test_every_area_can_be_proposed() -> None:
    assert {scope for scope in ON_REQUEST if scope != AGENT_WRITES} == {
        f"mall.write_{area}.propose" for area in AREAS
    }
    assert {scope: describe(scope, "en") for scope in ON_REQUEST} == ON_REQUEST
    assert ON_REQUEST.keys().isdisjoint(SENTENCES)
    assert scope_names.unknown([*ON_REQUEST, "mall.read_product.propose"]) == [
        "mall.read_product.propose"
    ]


def test_a_merchant_sees_what_an_app_would_propose(browser: Browser) -> None:
    app = browser.world.install(REGISTERED, in_mall=False)

    page = browser.sign_in(authorize_path(app, scope=",".join(REGISTERED)))

    assert "Propose <span" in page.text
    what = "products, options, stock and prices"
    assert f"Propose changes of {what}, which the shop approves" in page.text
    answer = browser.submit(AUTHORIZE, {**hidden(page), "decision": "allow"})
    [code] = parse_qs(urlsplit(answer.headers["location"]).query)["code"]
    given = exchange(browser.world, code, app).json()
    assert given["scopes"] == REGISTERED
    number = browser.world.product()["product_no"]
    written = browser.world.request(
        "PUT",
        f"/api/v2/admin/products/{number}",
        json={"request": {"price": "9900"}},
        headers={"Authorization": f"Bearer {given['access_token']}"},
    )
    assert (written.status_code, written.json()["plan"]["state"]) == (202, "waiting")


def test_who_is_registered_to_write_may_ask_to_propose(browser: Browser) -> None:
    app = browser.world.install(["mall.write_product"])
    [code] = answered(browser, app, PROPOSES)["code"]
    assert exchange(browser.world, code, app).json()["scopes"] == [PROPOSES]


def test_who_is_registered_to_propose_may_not_ask_to_write(browser: Browser) -> None:
    app = browser.world.install(REGISTERED)
    for scope in ("mall.write_product", AGENT_WRITES):
        location = browser.open(authorize_path(app, scope=scope)).headers["location"]
        assert parse_qs(urlsplit(location).query)["error"] == ["invalid_scope"]


def test_a_refresh_does_not_turn_a_proposal_into_a_write(browser: Browser) -> None:
    app = browser.world.install(["mall.write_product"])
    [code] = answered(browser, app, PROPOSES)["code"]
    given = exchange(browser.world, code, app).json()
    credentials = app.credentials
    refused = browser.world.request(
        "POST",
        "/api/v2/oauth/token",
        data={
            "grant_type": "refresh_token",
            "refresh_token": given["refresh_token"],
            "scope": "mall.write_product",
        },
        auth=(credentials.client_id, credentials.client_secret),
    )
    assert (refused.status_code, refused.json()["error"]) == (400, "invalid_scope")


def test_scopes_on_request_are_not_advertised_for_clients_ask_for_all_that_are(
    world: World,
) -> None:
    path = "/.well-known/oauth-authorization-server"
    supported = world.request("GET", path).json()["scopes_supported"]
    assert supported == list(SENTENCES)


def test_direct_changes_are_given_to_the_app_and_to_each_of_its_tokens(world: World) -> None:
    app = world.install(["mall.read_product"])
    client_id = app.credentials.client_id

    async def scopes() -> frozenset[str]:
        found = await world.stage.app.directory.token(world.mall_id, app.token.access_token)
        assert found is not None
        return found.identity.scopes

    before = world.stage.run(scopes)

    async def grant() -> None:
        stage = world.stage
        async with invalidating_transaction(
            stage.app.database, stage.app.counters, world.mall_id
        ) as db:
            await registered_apps.install(
                db, stage.clock, client_id, ["mall.read_product", AGENT_WRITES]
            )

    world.stage.run(grant)

    assert before == {"mall.read_product"}
    assert world.stage.run(scopes) == {"mall.read_product", AGENT_WRITES}


@pytest.mark.parametrize(
    ("rights", "granted"),
    [
        ("products:edit apps:edit", [PROPOSES]),
        ("products:view apps:edit", []),
        ("orders:edit apps:edit", []),
    ],
)
def test_nobody_lets_an_app_propose_more_than_they_may_write(
    rights: str, granted: list[str]
) -> None:
    held = staff_rights.of_text(rights)
    assert [scope for scope in (PROPOSES, AGENT_WRITES) if held.permits_scope(scope)] == granted
    assert staff_rights.ALL.permits_scope(AGENT_WRITES)
