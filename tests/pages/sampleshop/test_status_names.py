"""Buyers and the back office see an item's status under the name that the shop gave it."""

import re

from tests.access.oauth.authorization_requests import Browser, manager
from tests.commerce.order.checkout_setup import HANA, Checkout
from tests.pages.sampleshop.shop_browser import Guest
from tests.storefront.shopper_client import PASSWORD
from tests.world import World


def badges(page: str) -> list[str]:
    return re.findall(r'class="badge[^"]*">([^<]*)<', page)


def test_shoppers_and_pages_show_the_name(world: World) -> None:
    shop = Checkout(world)
    hana = Guest(world)
    hana.done("/sign-in", member_id=HANA, password=PASSWORD)
    manager(world)
    office = Browser(world)
    office.sign_in("/api/v2/oauth/sign-in")
    world.put("orders/status", status_name_id=2, custom_name="돈 기다림")
    number = shop.order()["order_id"]

    [own] = shop.shopper.get("orders")
    claimable = shop.shopper.get(f"orders/{number}/claimableitems")

    assert [item["status_text"] for item in own["items"]] == ["돈 기다림"]
    assert [item["status_text"] for item in claimable] == ["돈 기다림"]
    for page in (hana.open("/orders"), hana.open(f"/orders/{number}")):
        assert "돈 기다림" in badges(page.text)
    for path in ("orders", f"orders/{number}", f"customers/{HANA}"):
        assert "돈 기다림" in badges(office.open(f"/admin/{path}").text)
