"""A link at which merchants install an app: in a language, with the scopes that it shows."""

import html
from urllib.parse import parse_qs, urlsplit

import pytest

from tests.pages.console.developer_browser import Developer, Registered, copied
from tests.world import CALLBACK, World

ORIGIN = "https://developers.openmall.localhost"


@pytest.fixture
def app(kim: Developer) -> Registered:
    return kim.app("mall.read_product", "mall.write_product", "mall.read_order")


def link(kim: Developer, app: Registered, query: str = "") -> str:
    """Return the path of the link that the console shows."""
    page = kim.open(f"{app.home}/install{query}")
    assert page.status_code == 200, page.text
    found = copied(page)[0]
    assert found.startswith(f"{ORIGIN}/developers/install/{app.client_id}?")
    return found.removeprefix(ORIGIN)


def test_anybody_sees_what_the_app_asks_for(world: World, kim: Developer, app: Registered) -> None:
    merchant = Developer(world)

    page = merchant.open(link(kim, app))

    text = html.unescape(page.text)
    assert page.status_code == 200
    assert "Install Stock keeper" in text
    assert "See products, options, stock and prices" in text
    assert "Create, change and delete products, options, stock and prices" in text
    assert "See orders, payments, shipments and claims" in text


def test_a_link_has_its_language_and_its_scopes(
    world: World, kim: Developer, app: Registered
) -> None:
    merchant = Developer(world)

    page = merchant.open(link(kim, app, "?language=ko&mall.read_product=T"))

    assert '<html lang="ko"' in page.text
    assert "상품" in page.text
    assert "mall.write_product" not in page.text


def test_it_leads_to_the_consent_of_the_shop_and_back_to_the_app(
    world: World, kim: Developer, app: Registered
) -> None:
    path = link(kim, app, "?mall.read_product=T")
    merchant = Developer(world)
    # the form of this page is what leads there: `tests/form_targets.py`
    assert merchant.open(path).status_code == 200

    answer = merchant.open(f"{path}&mall=https://{world.mall_id}.openmall.localhost/admin")

    assert answer.status_code == 303
    there = urlsplit(answer.headers["location"])
    asked = {name: value for name, [value] in parse_qs(there.query).items()}
    assert there.netloc == f"{world.mall_id}.openmall.localhost"
    assert there.path == "/api/v2/oauth/authorize"
    assert asked == {
        "response_type": "code",
        "client_id": app.client_id,
        "redirect_uri": CALLBACK,
        "scope": "mall.read_product",
        "state": "install-link",
    }
    consent = world.stage.client.get(answer.headers["location"], follow_redirects=False)
    assert consent.status_code in (200, 303)


def test_a_state_of_the_app_is_passed_on(world: World, kim: Developer, app: Registered) -> None:
    answer = Developer(world).open(f"{link(kim, app)}&state=a+visit&mall={world.mall_id}")

    assert parse_qs(urlsplit(answer.headers["location"]).query)["state"] == ["a visit"]


@pytest.mark.parametrize("mall", ["nobody", "../x", "https://evil.example.com", "x" * 100])
def test_an_unknown_shop_is_asked_for_again(
    world: World, kim: Developer, app: Registered, mall: str
) -> None:
    page = Developer(world).open(f"{link(kim, app)}&mall={mall}")

    assert page.status_code == 422
    assert "There is no shop of this id here." in page.text


@pytest.mark.parametrize(
    "query",
    [
        "scope=mall.write_order",
        "scope=nothing",
        "redirect_uri=https://evil.example.com/",
        f"state={'x' * 501}",
    ],
)
def test_a_changed_link_leads_nowhere(
    world: World, kim: Developer, app: Registered, query: str
) -> None:
    page = Developer(world).open(
        f"/developers/install/{app.client_id}?{query}&mall={world.mall_id}"
    )

    assert page.status_code == 400
    assert "This link is not valid" in page.text


def test_an_app_without_an_address_cannot_be_installed(world: World, kim: Developer) -> None:
    app = kim.app(redirect_uris="")

    assert "no redirect address yet" in kim.open(f"{app.home}/install").text
    assert Developer(world).open(f"/developers/install/{app.client_id}").status_code == 404
    assert Developer(world).open("/developers/install/nobody").status_code == 404
