"""The page of an app says where it may only propose, and how it asks for that."""

import html

import pytest

from openmall.pages.console import proposal_scopes
from tests.pages.console.developer_browser import Developer, copied
from tests.pages.console.plan_calls import in_merchants_mall, shown
from tests.world import World

PROPOSED = "mall.write_product.propose"


def test_malls_are_named_in_which_the_app_may_only_propose(kim: Developer, world: World) -> None:
    app = kim.app("mall.read_product", "mall.write_product")
    in_merchants_mall(kim, world, app, "mall.read_product", PROPOSED)
    kim.mall(app)

    page = kim.open(app.home)

    text = shown(page)
    assert "Malls in which the app may only propose" in text
    assert f"{world.mall_id} {PROPOSED}" in text
    # there, as what to ask for, and in the link
    assert text.count(PROPOSED) == 3


def test_a_link_asks_for_every_write_as_a_proposal(kim: Developer) -> None:
    app = kim.app("mall.read_product", "mall.write_product", "mall.write_order")

    page = kim.open(app.home)
    [example, link] = [each for each in copied(page) if "propose" in each]
    seen = kim.open(link.removeprefix("https://developers.openmall.localhost"))

    assert "In no mall:" in page.text
    assert example == PROPOSED
    assert seen.status_code == 200
    assert "propose" in html.unescape(seen.text).lower()
    assert 'value="mall.read_product,mall.write_product.propose,mall.write_order.propose"' in (
        seen.text
    )


def test_an_app_that_only_reads_is_told_so(kim: Developer) -> None:
    app = kim.app("mall.read_product")

    assert "The app writes nothing." in kim.open(app.home).text


def test_only_the_first_malls_are_looked_up(
    kim: Developer, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = kim.app("mall.read_product", PROPOSED)
    kim.mall(app)
    kim.mall(app)
    monkeypatch.setattr(proposal_scopes, "MOST_MALLS", 1)

    text = shown(kim.open(app.home))

    assert "Only the first malls of the app were looked up." in text
