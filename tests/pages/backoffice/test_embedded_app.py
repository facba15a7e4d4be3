"""An app that is embedded opens within a page of the back office, another at its own address."""

import html
import re
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from openmall.events.webhooks import rules as webhook_rules
from openmall.pages.backoffice.apps import app_requests
from tests.access.oauth.authorization_requests import Browser
from tests.world import Installed, World

START = "https://app.example.com/start?from=menu"


def opened_at(world: World, app: Installed) -> str:
    """Return where the menu of the shop opens an app."""
    menus: list[dict[str, Any]] = world.get("menus", contains_app_url="T")["menus"]
    [path] = [menu["path"] for menu in menus if menu["name"] == "Test app"]
    assert app.credentials.client_id
    return str(path)


def set_kind(world: World, app: Installed, kind: str) -> None:
    """Say as the app how it is opened."""
    answer = world.call("PUT", "apps", app=app, json={"request": {"extension_type": kind}})
    assert answer.status_code == 200, answer.text


def test_a_menu_opens_an_embedded_app_within_the_back_office(world: World, owner: Browser) -> None:
    app = world.install(launch_url=START)
    page = f"/admin/apps?open={app.credentials.client_id}"
    before = opened_at(world, app), owner.open(page).status_code

    set_kind(world, app, "embedded")
    answer = owner.open(page)

    assert before == (START, 404)
    assert opened_at(world, app) == page.replace("/admin", world.staff_address)
    assert f'<iframe class="embedded" src="{START}"' in answer.text
    assert "frame-src https://app.example.com;" in answer.headers["content-security-policy"]
    assert f'href="{page}"' in owner.open("/admin/apps").text
    set_kind(world, app, "section")
    assert opened_at(world, app) == START
    assert owner.open(page).status_code == 404


def test_other_pages_of_the_back_office_show_no_frames(world: World, owner: Browser) -> None:
    assert "frame-src" not in owner.open("/admin/apps").headers["content-security-policy"]


def test_an_embedded_app_without_a_start_page_is_not_opened(world: World, owner: Browser) -> None:
    app = world.install()
    set_kind(world, app, "embedded")

    assert owner.open(f"/admin/apps?open={app.credentials.client_id}").status_code == 404
    assert world.get("menus", contains_app_url="T")["menus"] == []


def documented() -> dict[str, Any]:
    """Return the names of the app in docs/embedded-apps.md."""
    text = (Path(__file__).parents[3] / "docs" / "embedded-apps.md").read_text()
    names: dict[str, Any] = {"__name__": "app"}
    exec(text.partition("```python\n")[2].partition("```")[0], names)
    return names


def signing_secret(world: World, app: Installed) -> str:
    """Give an app the keys of webhooks; return the secret that signs."""
    context = world.stage.app.periodic_tasks.webhooks.context
    client_id = app.credentials.client_id
    secret: str = world.stage.run(lambda: webhook_rules.rotate(context, client_id)).secret
    return secret


def opened_query(owner: Browser, app: Installed) -> str:
    """Return the raw query of the address that the frame of an app shows."""
    page = owner.open(f"/admin/apps?open={app.credentials.client_id}").text
    found = re.search(r'<iframe class="embedded" src="([^"]*)"', page)
    assert found
    return urlsplit(html.unescape(found[1])).query


def test_an_app_verifies_who_opens_it_by_the_documented_code(world: World, owner: Browser) -> None:
    app = world.install(launch_url=START)
    set_kind(world, app, "embedded")
    secret = signing_secret(world, app)
    query = opened_query(owner, app)
    verified, now = documented()["verified"], world.stage.clock.now()

    values = verified(query, secret, now)

    assert values == {
        "from": "menu",
        "mall_id": world.mall_id,
        "shop_no": "1",
        "client_id": app.credentials.client_id,
        "user_id": "owner",
        "user_name": "Kim Owner",
        "user_type": "P",
        "lang": "en",
        "timestamp": str(int(now)),
    }
    for changed, at in (
        (query.replace("user_id=owner", "user_id=other"), now),
        (query.replace("from=menu", "from=mail"), now),
        (query.partition("&hmac=")[0], now),
        (query, now + 301),
        (query, now - 301),
    ):
        with pytest.raises(ValueError, match=r"signature|too old"):
            verified(changed, secret, at)
    with pytest.raises(ValueError, match="signature"):
        verified(query, secret + "x", now)


def test_an_app_without_a_secret_is_opened_unsigned(world: World, owner: Browser) -> None:
    app = world.install(launch_url=START)
    set_kind(world, app, "embedded")

    assert opened_query(owner, app) == "from=menu"


@pytest.mark.parametrize(
    ("launch_url", "begins", "ends"),
    [
        ("https://a.example/", "https://a.example/?mall_id=m&hmac=", "%3D"),
        ("https://a.example/x?y=1#/home", "https://a.example/x?y=1&mall_id=m&hmac=", "#/home"),
    ],
)
def test_where_the_signature_stands(launch_url: str, begins: str, ends: str) -> None:
    address = app_requests.signed(launch_url, {"mall_id": "m"}, "secret")

    assert address.startswith(begins)
    assert address.endswith(ends)
