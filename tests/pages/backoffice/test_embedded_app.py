"""An app that is embedded opens within a page of the back office, another at its own address."""

from typing import Any

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
    assert opened_at(world, app) == world.base_url + page
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
