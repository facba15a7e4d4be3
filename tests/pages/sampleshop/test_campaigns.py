"""Campaigns for customers' data, as a customer meets them in the shop."""

from openmall.http.web import languages
from tests.pages.sampleshop.shop_browser import PERSON, Guest, said
from tests.storefront.shopper_client import PASSWORD
from tests.storefront.test_customer_events import campaign
from tests.world import World


def test_a_customer_is_told_completes_a_campaign_and_has_the_points(
    world: World, guest: Guest
) -> None:
    campaign(world, popup_notification="T", name="New address?", end_date="2026-12-31")
    guest.join()
    guest.done("/sign-out", "/account")

    onward = guest.done("/sign-in", member_id="hana", password=PASSWORD, next="/account")
    assert onward == "/account?done=campaign"
    page = said(guest.see(onward))
    assert "You are signed in. My account has a reward for you." in page
    assert "New address? Update one of these: Postal code, Address" in page
    assert "until 2026-12-31" in page
    address = {"zipcode": "04524", "address1": "", "address2": ""}
    guest.done("/account", act="details", **PERSON, **address)

    assert "New address?" not in guest.see("/account")
    assert "500" in said(guest.see("/points"))


def test_somebody_becomes_a_lifetime_member(world: World, guest: Guest) -> None:
    campaign(world, type="L", name="Stay with us", items=[])
    guest.join()
    assert "Become a lifetime member" in guest.see("/account")

    assert guest.done("/account", act="lifetime", lifetime_member="T") == "/account?done=saved"

    assert "Stay with us" not in guest.see("/account")


def test_without_a_notification_signing_in_says_nothing_of_it(world: World, guest: Guest) -> None:
    campaign(world)
    guest.join()
    guest.done("/sign-out", "/account")

    onward = guest.done("/sign-in", member_id="hana", password=PASSWORD)

    assert onward == "/?done=signed-in"


def test_the_campaign_is_shown_in_korean(world: World, guest: Guest) -> None:
    campaign(world, reward_condition="A")
    guest.join()
    guest.cookies["openmall-language"] = "ko"
    assert "ko" in languages.OFFERED["sampleshop"]

    assert "다음 정보를 모두 수정해 주세요: 우편번호, 주소" in said(guest.see("/account"))
