"""Customers sign in with the account of a provider, which is linked to them."""

import pytest
from sqlalchemy import bindparam, select

from openmall.commerce.customer.customers import rules as customer_rules
from openmall.contract.crud.settings import SETTING
from openmall.database.session import Session
from openmall.database.statements import Statement
from tests.commerce.customer.customer_setup import do
from tests.commerce.customer.test_grouping import events
from tests.commerce.personal.social.sign_in_client import AGREED, Browser
from tests.openid_provider import ACCOUNT, CLIENT_ID, CLIENT_SECRET, Provider
from tests.storefront.shopper_client import PASSWORD, Shopper
from tests.world import World

_CONTENTS = Statement(select(SETTING.c.content).where(SETTING.c.mall_id == bindparam("mall_id")))


def test_a_first_sign_in_makes_a_customer_and_the_next_one_finds_them(
    browser: Browser, world: World
) -> None:
    first = browser.sign_in()
    assert (first["outcome"], first["member_id"]) == ("unknown", "")
    assert (first["email"], first["name"], first["is_known_email"]) == (
        "hana@example.com",
        "Hana Kim",
        "F",
    )
    joined = browser.send(
        "POST",
        "socials/customers",
        account_token=first["account_token"],
        member_id="hana",
        name="Hana Kim",
        email="hana@example.com",
        **AGREED,
    )
    assert (joined["kind"], joined["member_id"]) == ("member", "hana")
    assert browser.get("customers/me")["has_password"] == "F"

    later = Browser(world, browser.provider)
    signed_in = later.sign_in()
    assert (signed_in["outcome"], signed_in["member_id"]) == ("signed_in", "hana")
    assert later.get("customers/me")["member_id"] == "hana"
    link = world.get("customers/hana/social")["social"]
    assert (link["social_name"], link["social_member_code"]) == ("openid", ACCOUNT["sub"])
    assert [each["member_id"] for each in events(world, 90063)] == ["hana"]


def test_the_shop_lists_the_services_it_is_registered_with(browser: Browser, world: World) -> None:
    world.put("socials/portallogin", use_portallogin="T", client_id="naver", client_secret="key")
    world.put("socials/chatappsync", rest_api_key="rest", javascript_key="script")
    world.put("socials/osaccount", use_osaccount_login="T", client_id="without-a-key")
    offered = browser.get("socials")
    assert [(each["social_name"], each["service_name"]) for each in offered] == [
        ("portal", "Naver"),
        ("chatapp", "Kakao"),
        ("openid", "Example ID"),
    ]
    assert browser.refused("POST", "socials/osaccount/attempts")[0] == 404


def test_joining_asks_what_the_shop_asks(browser: Browser) -> None:
    token = browser.sign_in()["account_token"]
    known = {"account_token": token, "member_id": "hana", "email": "hana@example.com"}
    assert browser.refused("POST", "socials/customers", **known, **AGREED) == (
        422,
        "A required parameter is missing. (parameter.name)",
    )
    status, message = browser.refused("POST", "socials/customers", **known, name="Hana")
    assert (status, "agree_" in message) == (422, True)
    # nothing was spent by what was refused
    browser.send("POST", "socials/customers", **known, **AGREED, name="Hana")


def test_an_account_is_not_given_away_by_a_mail_address(browser: Browser, world: World) -> None:
    Shopper(world).sign_up()
    first = browser.sign_in()
    assert (first["outcome"], first["member_id"], first["is_known_email"]) == ("unknown", "", "T")
    proof = {"account_token": first["account_token"], "member_id": "hana"}
    refused = browser.refused("POST", "socials/links", **proof, password="guessed wrong")
    assert refused[0] == 401
    assert world.call("GET", "customers/hana/social").status_code == 404

    linked = browser.send("POST", "socials/links", **proof, password=PASSWORD)
    assert linked["member_id"] == "hana"
    assert Browser(world, browser.provider).sign_in()["member_id"] == "hana"


def test_an_unverified_mail_address_is_not_told(
    browser: Browser, world: World, provider: Provider
) -> None:
    Shopper(world).sign_up()
    for verified in (False, None, "false", 1):
        provider.claims = {"email_verified": verified}
        first = browser.sign_in()
        assert (first["email"], first["is_known_email"]) == ("", "F"), verified
    provider.claims = {"email_verified": "true"}
    assert browser.sign_in()["email"] == "hana@example.com"


def test_an_address_that_only_userinfo_tells(browser: Browser, provider: Provider) -> None:
    provider.in_userinfo = ("email", "email_verified")
    assert browser.sign_in()["email"] == "hana@example.com"
    # it must be about the same account
    provider.answer = lambda path: (
        (200, {**ACCOUNT, "sub": "somebody"}) if path == "/userinfo" else None
    )
    assert browser.sign_in()["email"] == ""


def test_a_customer_links_and_unlinks_an_account(browser: Browser, world: World) -> None:
    browser.sign_up()
    assert browser.get("customers/me/social") == []
    assert browser.sign_in(link="T")["outcome"] == "linked"
    [linked] = browser.get("customers/me/social")
    assert (linked["social_name"], linked["service_name"]) == ("openid", "Example ID")

    browser.send("DELETE", "customers/me/social/openid")
    assert browser.get("customers/me/social") == []
    assert browser.refused("DELETE", "customers/me/social/openid")[0] == 404
    assert Browser(world, browser.provider).sign_in()["outcome"] == "unknown"


def test_a_link_needs_a_recent_sign_in(browser: Browser, world: World) -> None:
    browser.sign_up()
    world.stage.clock.pass_(3_600)

    status, message = browser.refused("POST", "socials/openid/attempts", link="T")

    assert (status, "recent sign-in" in message) == (403, True)
    assert browser.get("customers/me/social") == []


def test_an_account_belongs_to_one_customer(browser: Browser, world: World) -> None:
    browser.join()
    other = Browser(world, browser.provider)
    other.sign_up("minsu")
    attempt = other.begin(link="T")
    assert other.refused("POST", "socials/sessions", **other.returned(attempt)) == (
        422,
        "The account is linked to another customer. (parameter.social_name)",
    )
    assert other.get("customers/me/social") == []


def test_an_account_is_linked_to_who_began_it(browser: Browser, world: World) -> None:
    browser.sign_up()
    attempt = browser.begin(link="T")
    other = Browser(world, browser.provider)
    other.sign_up("minsu")
    assert other.refused("POST", "socials/sessions", **browser.returned(attempt))[0] == 401
    assert other.get("customers/me/social") == []
    guest = Browser(world, browser.provider)
    assert guest.refused("POST", "socials/openid/attempts", link="T")[0] == 401


def test_the_same_code_of_another_issuer_is_somebody_else(
    browser: Browser, world: World, provider: Provider
) -> None:
    browser.join()
    provider.issuer = provider.issuer + "/other"
    world.put("socials/openid", openid_issuer=provider.issuer)
    assert Browser(world, provider).sign_in()["outcome"] == "unknown"


def test_a_customer_without_a_password_is_not_locked_out(browser: Browser, world: World) -> None:
    browser.join()
    assert browser.refused("DELETE", "customers/me/social/openid") == (
        422,
        "Set a password first: there is no other way to sign in. (parameter.social_name)",
    )
    assert browser.refused("POST", "sessions", member_id="hana", password="")[0] == 422
    # a session of a while ago is not enough
    world.stage.clock.pass_(601)
    assert browser.refused("PUT", "customers/me", password=PASSWORD)[0] == 403
    assert browser.refused("POST", "customers/me/withdrawal")[0] == 403
    browser.sign_in()
    browser.send("PUT", "customers/me", password=PASSWORD)
    assert browser.get("customers/me")["has_password"] == "T"
    assert Shopper(world).send("POST", "sessions", member_id="hana", password=PASSWORD)
    # from now on it is asked for
    refused = browser.refused("PUT", "customers/me", password="another good password")
    assert refused == (422, "A required parameter is missing. (parameter.current_password)")
    assert browser.refused("POST", "customers/me/withdrawal")[0] == 422
    browser.send("DELETE", "customers/me/social/openid")


def test_leaving_deletes_the_link(browser: Browser, world: World) -> None:
    browser.join()
    browser.send("POST", "customers/me/withdrawal")
    assert world.get("social")["social"] == []
    assert Browser(world, browser.provider).sign_in()["outcome"] == "unknown"


def test_a_blocked_customer_does_not_get_in(browser: Browser, world: World) -> None:
    browser.join()
    do(world, lambda call: customer_rules.block(call, "hana", "L"))
    assert Browser(world, browser.provider).refused_sign_in() == (
        403,
        "This customer may not sign in.",
    )


def test_client_secrets_are_sealed(browser: Browser, world: World) -> None:
    async def stored(db: Session) -> list[str]:
        return [content for (content,) in await db.all(_CONTENTS)]

    contents = world.in_transaction(stored)
    assert any(CLIENT_ID in each for each in contents)
    assert not any(CLIENT_SECRET in each for each in contents)


@pytest.mark.parametrize(
    "issuer",
    ["http://provider.test", "https://10.0.0.1", "https://localhost", "https://a.test/?x=1", "x"],
)
def test_an_issuer_that_cannot_be_asked_is_not_stored(world: World, issuer: str) -> None:
    answer = world.call("PUT", "socials/openid", json={"request": {"openid_issuer": issuer}})
    assert answer.status_code == 422
    assert "openid_issuer" in answer.json()["error"]["message"]
