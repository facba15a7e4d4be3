"""Buyers and the back office see an item's status under the name that the shop gave it."""

import re

from openmall.commerce.mileage.credits import ledger as credit_ledger
from openmall.commerce.mileage.points import cases
from openmall.pages.sampleshop.accounts import member_pages
from openmall.translations.catalogues import translate
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


def test_the_back_office_names_states_in_the_language_of_its_reader(world: World) -> None:
    shop = Checkout(world)
    number = shop.order()["order_id"]
    manager(world)
    office = Browser(world)
    office.sign_in("/api/v2/oauth/sign-in")
    pages = ("orders", f"orders/{number}", f"customers/{HANA}", "dispatch?state=")

    [own] = shop.shopper.get("orders")
    in_english = {path: badges(office.open(f"/admin/{path}").text) for path in pages}
    office.cookies["openmall-language"] = "ko"
    in_korean = {path: badges(office.open(f"/admin/{path}").text) for path in pages}

    name = own["items"][0]["status_text"]
    assert name == "입금 대기"
    for path in pages[:3]:
        assert ("Awaiting Payment" in in_english[path], name in in_english[path]) == (True, False)
        assert name in in_korean[path]
    found = [badge for each in in_english.values() for badge in each]
    assert [each for each in found if not each.isascii()] == []


def test_the_shop_names_states_in_the_language_of_its_reader(world: World) -> None:
    shop = Checkout(world)
    hana = Guest(world)
    hana.done("/sign-in", member_id=HANA, password=PASSWORD)
    number = shop.order()["order_id"]
    paths = ("/orders", f"/orders/{number}")

    hana.cookies["openmall-language"] = "ko"
    in_korean = {path: badges(hana.open(path).text) for path in paths}
    hana.cookies["openmall-language"] = "en"
    in_english = {path: badges(hana.open(path).text) for path in paths}

    for path in paths:
        assert "입금 대기" in in_korean[path]
        assert "Awaiting Payment" in in_english[path]
        assert [each for each in in_english[path] if not each.isascii()] == []


def test_every_reason_of_points_and_credits_is_translated() -> None:
    words = {*cases.WORDS.values(), *credit_ledger.WORDS.values()}

    assert words <= {*member_pages.CASES}
    assert [each for each in words if translate("ko", "sampleshop", each) == each] == []
