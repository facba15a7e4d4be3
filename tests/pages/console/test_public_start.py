"""The start page of developers before sign-in: it shows the installation, and no mall."""

import html
import re
from typing import Any

import pytest
from msgspec.structs import replace

from openmall.contract import api_versions
from openmall.database.session import DatabaseAway
from openmall.pages.console import menu
from openmall.pages.console import store as console_store
from tests.pages.console.developer_browser import Developer, copied
from tests.world import World

HOME = "/developers"
TEXT = re.compile(r"<[^>]+>")
LARGEST = 40_000


def shown(page: str) -> str:
    """Return what a page says, without its tags."""
    return " ".join(html.unescape(TEXT.sub(" ", page)).split())


def test_a_visitor_sees_what_it_is_and_where_to_begin(world: World) -> None:
    page = Developer(world).open(HOME)

    links = re.findall(r'<a[^>]* href="([^"]*)"', page.text)
    assert page.status_code == 200
    assert "openmall is a self-hosted commerce platform." in shown(page.text)
    assert {menu.SIGN_UP, menu.SIGN_IN, "/readyz", "/developers/llms.txt"} <= set(links)
    assert {address for address, _ in menu.GUIDES} <= set(links)
    for api in ("admin", "storefront", "partner", "analytics"):
        assert f"{menu.REFERENCE}/{api}" in links
    assert menu.APPS not in links
    assert menu.MALLS not in links
    assert len(page.content) < LARGEST


def test_the_first_call_is_at_the_hosts_of_this_installation(world: World) -> None:
    curl, python, typescript = copied(Developer(world).open(HOME))

    address = "https://MALL.openmall.localhost"
    assert f"'{address}/api/v2/admin/products?limit=3'" in curl
    assert f'Admin("{address}", "ACCESS_TOKEN")' in python
    assert f'admin("{address}", "ACCESS_TOKEN")' in typescript


def test_its_links_lead_somewhere(world: World) -> None:
    visitor = Developer(world)
    links = set(re.findall(r'<a[^>]* href="(/[^"]*)"', visitor.open(HOME).text))

    answers = {each: visitor.open(each).status_code for each in links}

    # the authority of this installation is not in the folder of tests
    assert {path: status for path, status in answers.items() if status not in (200, 303)} == {}


def test_it_is_korean_for_those_who_read_korean(world: World) -> None:
    page = Developer(world)._sent("GET", HOME, more={"Accept-Language": "ko"}).text

    assert '<html lang="ko">' in page
    for said in ("쇼핑몰을 위한 앱 개발", "계정 만들기", "첫 API 호출", "상태"):
        assert said in shown(page)


def test_it_shows_no_mall_app_or_developer(world: World, kim: Developer) -> None:
    app = kim.app(name="Hidden app")
    mall = kim.mall(app)

    page = Developer(world).open(HOME).text

    for secret in (mall.mall_id, world.mall_id, app.client_id, "Hidden app", kim.email):
        assert secret not in page


def test_the_versions_are_those_that_are_served(world: World) -> None:
    page = shown(Developer(world).open(HOME).text)

    assert f"{api_versions.NEWEST} newest" in page
    assert "2024-03-01 served before 2027-02-01" in page
    assert "2023-12-01" not in page


def test_where_sign_up_is_closed_it_offers_sign_in_alone(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    console = world.stage.app._console
    closed = replace(world.stage.app.configuration, developer_sign_up="closed")
    monkeypatch.setattr(console, "_services", replace(console._services, configuration=closed))

    page = Developer(world).open(HOME).text

    assert menu.SIGN_UP not in page
    assert f'<a class="button primary" href="{menu.SIGN_IN}">' in page
    assert "The operator of this installation creates accounts." in page


def test_a_store_that_does_not_respond_is_said_and_the_page_is_shown(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def away(_: Any) -> None:
        raise DatabaseAway("gone")

    visitor = Developer(world)
    before = visitor.open(HOME).text
    monkeypatch.setattr(console_store, "ping", away)

    page = visitor.open(HOME)

    assert '<span class="badge good">available</span>' in before
    assert page.status_code == 200
    assert '<span class="badge bad">not available</span>' in page.text


def test_who_is_signed_in_sees_the_next_steps_instead(kim: Developer) -> None:
    page = kim.open(HOME).text

    assert "Welcome, Kim Haneul" in page
    assert "Build apps for online shops" not in page
