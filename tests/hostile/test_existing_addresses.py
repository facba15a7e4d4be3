"""Nobody gets an account by registering, linking or naming an address that another one has.

Every operation of shoppers that takes a mail address, a member ID or a token is tried by somebody
who knows the victim's address, member ID and phone number, and has an account of their own with
another service at which they call themselves by that address.
"""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest

from openmall.access import signed_links
from openmall.access.signed_links import Link
from openmall.database.seal import configured_seal
from tests.access.oauth.authorization_requests import Browser as StaffBrowser
from tests.access.oauth.authorization_requests import manager
from tests.commerce.customer import customer_setup
from tests.commerce.notification.outbox_reading import may_send, outbox
from tests.commerce.notification.test_password_links import token as link_token
from tests.every_operation.operation_calls import rows
from tests.every_operation.registry_rows import every_row
from tests.page_content import form_token
from tests.storefront.shopper_client import BUYER, PASSWORD, Shopper
from tests.world import World

_AGREED = {"name": "T", "agree_terms": "T", "agree_privacy": "T", "email": "t@example.com"}
VICTIM = {"member_id": "hana", "email": "hana@example.com", "cellphone": "010-0000-0000"}
_ADDRESSES = {"email", "member_id", "cellphone", "contact", "token", "account_token", "buyer"}
"""Parameters that name an account, or prove one."""
TRIED = {
    "POST customers",
    "PUT customers/me",
    "POST sessions",
    "POST socials/{social_name}/attempts",
    "POST socials/customers",
    "POST socials/links",
    "POST socials/sessions",
    "POST customers/passwordlinks",
    "POST customers/password",
    "POST customers/unsubscriptions",
    "POST orders",
}
_ACCOUNT_TABLES = ("customer", "customer_person", "customer_social", "customer_session_ended")


def _of_victim(world: World) -> dict[str, list[str]]:
    found = rows(world)
    return {
        name: [each for each in found[name] if '"hana"' in each and "last_login" not in each]
        for name in _ACCOUNT_TABLES
    }


def _join(world: World, member_id: str, **person: str) -> httpx.Response:
    """Sign up as a client with a connection of its own."""
    request = {"member_id": member_id, "password": PASSWORD, **_AGREED, **person}
    return Shopper(world).ask("POST", "customers", json={"request": request})


@pytest.fixture
def victim(world: World) -> Shopper:
    shopper = Shopper(world)
    shopper.sign_up(**VICTIM)
    return shopper


@pytest.fixture
def thief(victim: Shopper) -> Shopper:
    """A customer of the same shop."""
    shopper = Shopper(victim.world)
    person = {"email": "thief@example.com", "cellphone": "010-9999-9999", "name": "T"}
    shopper.sign_up("thief", **person)
    return shopper


def test_every_operation_that_takes_an_address_is_tried() -> None:
    taking = {
        row[1].name
        for row in every_row()
        if row[0].name == "storefront" and row[1].writes and _ADDRESSES & row[1].fields.keys()
    }
    taking -= {name for name in taking if name.startswith(("POST orders/", "PUT orders/"))}
    assert taking - TRIED == set(), "try it below: can it give somebody the account of another?"


class TestRegistration:
    @pytest.mark.parametrize("member_id", ["hana", "HANA", "Hana", " hana", "hana ", "hana\u200b"])
    def test_a_member_id_that_is_taken(self, victim: Shopper, member_id: str) -> None:
        before = _of_victim(victim.world)
        answer = Shopper(victim.world).ask(
            "POST",
            "customers",
            json={
                "request": {
                    **VICTIM,
                    "member_id": member_id,
                    "password": "another password",
                    "name": "T",
                    "agree_terms": "T",
                    "agree_privacy": "T",
                }
            },
        )
        assert answer.status_code == 422, answer.text
        assert _of_victim(victim.world) == before

    @pytest.mark.parametrize(
        "email",
        ["hana@example.com", "Hana@Example.COM", " hana@example.com ", "ha\u200bna@example.com"],
    )
    def test_the_address_of_a_customer_is_refused(self, victim: Shopper, email: str) -> None:
        before = rows(victim.world)["customer"]
        answer = _join(victim.world, "second", email=email)

        assert answer.status_code == 422, answer.text
        error = answer.json()["error"]
        assert "(parameter.email)" in error["message"]
        assert error["more_info"]["reason"] == "email_taken"
        assert rows(victim.world)["customer"] == before

    def test_the_address_of_who_left_is_free(self, victim: Shopper) -> None:
        victim.send("POST", "customers/me/withdrawal", current_password=PASSWORD)

        assert _join(victim.world, "second", email=VICTIM["email"]).status_code == 201

    def test_in_another_mall_or_where_the_shop_asks_for_none(self, victim: Shopper) -> None:
        other = victim.world.stage.new_world()
        assert _join(other, "second", email=VICTIM["email"]).status_code == 201
        unasked = {"type": "join", "properties": [{"key": "email", "use": "F"}]}
        victim.world.put("customers/properties", **unasked)
        assert _join(victim.world, "second", email=VICTIM["email"]).status_code == 201
        [kept] = victim.world.get("customersprivacy", member_id="second")["customersprivacy"]
        assert kept["email"] == ""

    def test_the_shop_lets_customers_share_an_address(self, victim: Shopper) -> None:
        world = victim.world
        customer_setup.join(world, "second", name="T", email="Hana@example.com")
        world.put("customersprivacy/second", email=VICTIM["email"])

        found = world.get("customersprivacy", search_field="mail", keyword="hana@example.com")
        assert {each["member_id"] for each in found["customersprivacy"]} == {"hana", "second"}

    @pytest.mark.both_stores
    def test_of_two_who_join_at_once_with_an_address_one_is_refused(self, world: World) -> None:
        with ThreadPoolExecutor(6) as pool:
            answers = list(
                pool.map(
                    lambda at: _join(
                        world, f"twin{at}", email=("t@example.com", "T@Example.com")[at % 2]
                    ),
                    range(6),
                )
            )

        assert sorted(each.status_code for each in answers) == [201] + [422] * 5

    def test_orders_of_a_guest_with_the_address_stay_the_guests(self, world: World) -> None:
        guest = Shopper(world)
        guest.put(world.product()["product_no"])
        buyer = {"name": "Hana", "email": VICTIM["email"], "cellphone": VICTIM["cellphone"]}
        order_id = guest.order("cash", buyer=buyer)["order_id"]
        joined = Shopper(world)
        joined.sign_up(**VICTIM)

        assert joined.get("orders") == []
        assert joined.ask("GET", f"orders/{order_id}").status_code == 404


class TestChangeOfAddress:
    def test_to_that_of_another_customer_is_refused(self, victim: Shopper, thief: Shopper) -> None:
        for email in (VICTIM["email"], "HANA@example.com"):
            for proof in ({}, {"current_password": PASSWORD}):
                status, message = thief.refused("PUT", "customers/me", email=email, **proof)
                assert (status, "belongs to an account already" in message) == (422, True)
        assert thief.get("customers/me")["email"] == "thief@example.com"

    def test_of_ones_own_in_another_case_or_shared_before_is_kept(
        self, victim: Shopper, thief: Shopper
    ) -> None:
        changed = victim.send("PUT", "customers/me", email="Hana@Example.com")
        assert changed["email"] == "Hana@Example.com"
        victim.world.put("customersprivacy/thief", email=VICTIM["email"])
        same = thief.send("PUT", "customers/me", email=VICTIM["email"], name="Thea")
        assert (same["email"], same["name"]) == (VICTIM["email"], "Thea")

    def test_to_a_shared_one_opens_nothing_of_the_others(
        self, victim: Shopper, thief: Shopper
    ) -> None:
        victim.world.put("customersprivacy/thief", email=VICTIM["email"])
        before = _of_victim(victim.world)
        answered = thief.send("POST", "customers/passwordlinks", member_id="hana", email="x@y.zz")
        assert answered
        assert [each for each in rows(victim.world)["message"] if "password?token" in each] == []
        assert _of_victim(victim.world) == before

    def test_needs_a_recent_sign_in_or_the_password(self, victim: Shopper) -> None:
        victim.world.stage.clock.pass_(3_600)
        for new in ({"email": "thief@example.com"}, {"cellphone": "010-9999-9999"}):
            status, message = victim.refused("PUT", "customers/me", **new)
            assert (status, "recent sign-in" in message) == (403, True)
            wrong = {**new, "current_password": "a wrong one"}
            assert victim.refused("PUT", "customers/me", **wrong)[0] == 401
        known = victim.get("customers/me")
        assert {name: known[name] for name in VICTIM} == VICTIM
        assert outbox(victim.world) == []

        same = {"email": VICTIM["email"], "cellphone": VICTIM["cellphone"]}
        victim.send("PUT", "customers/me", **same, name="Hana Lee")
        assert outbox(victim.world) == []
        victim.send("PUT", "customers/me", email="new@example.com", current_password=PASSWORD)
        assert victim.get("customers/me")["email"] == "new@example.com"
        assert victim.get("customers/me")["name"] == "Hana Lee"

    def test_a_wrong_password_counts_whatever_else_is_changed(self, victim: Shopper) -> None:
        wrong = {"nick_name": "H", "current_password": "a wrong one"}
        answers = [victim.refused("PUT", "customers/me", **wrong)[0] for _ in range(12)]
        assert (answers[0], answers[-1]) == (401, 429)

    @pytest.mark.parametrize(
        "new", [{"email": "new@example.com"}, {"cellphone": "010-3333-4444"}, {"email": "a@b.cc"}]
    )
    def test_the_former_address_is_told(self, victim: Shopper, new: dict[str, str]) -> None:
        victim.send("PUT", "customers/me", **new)
        [mail] = outbox(victim.world)
        assert (mail.channel, mail.occasion) == ("email", "contact_changed")
        assert mail.recipient == VICTIM["email"]
        assert "hana" in mail.body
        assert not any(value in mail.body for value in new.values())

    def test_the_former_phone_is_told_where_the_shop_sends_text_messages(
        self, victim: Shopper
    ) -> None:
        may_send(victim.world)
        victim.send("PUT", "customers/me", cellphone="010-3333-4444")
        told = {(each.channel, each.recipient) for each in outbox(victim.world)}
        assert told == {("email", VICTIM["email"]), ("sms", VICTIM["cellphone"])}

    def test_no_shop_switches_the_notice_off(self, victim: Shopper) -> None:
        change = {"request": {"type": "contact_changed", "use_customer": "F"}}
        assert victim.world.call("PUT", "automails", json=change).status_code == 422

    def test_to_that_of_a_guest_shows_nothing_of_their_orders(self, thief: Shopper) -> None:
        guest = Shopper(thief.world)
        guest.put(thief.world.product()["product_no"])
        order_id = guest.order("cash", buyer=BUYER)["order_id"]
        thief.send("PUT", "customers/me", email=BUYER["email"], cellphone=BUYER["cellphone"])
        assert thief.get("orders") == []
        assert thief.ask("GET", f"orders/{order_id}").status_code == 404


class TestSharedAddress:
    def test_a_link_opens_the_account_that_it_was_asked_for(self, victim: Shopper) -> None:
        world, shared = victim.world, VICTIM["email"]
        for member_id in ("hanb", "hanc"):
            Shopper(world).sign_up(member_id)
            world.put(f"customersprivacy/{member_id}", email=shared)
        new = {"hanb": "the new one of hanb", "hana": "the new one of hana"}
        for member_id, password in new.items():
            before = len(outbox(world))
            asked = Shopper(world)
            asked.send("POST", "customers/passwordlinks", member_id=member_id, email=shared)
            [mail] = outbox(world)[before:]
            assert mail.recipient == shared
            opened = asked.send(
                "POST", "customers/password", token=link_token(mail), password=password
            )
            assert opened["member_id"] == member_id

        for member_id in ("hana", "hanb", "hanc"):
            for password in (PASSWORD, *new.values()):
                own = new.get(member_id, PASSWORD)
                tried = {"request": {"member_id": member_id, "password": password}}
                answer = Shopper(world).ask("POST", "sessions", json=tried)
                assert answer.is_success == (password == own), (member_id, password)


class TestTokens:
    @pytest.mark.parametrize(
        ("path", "purpose", "more"),
        [
            ("customers/password", "password", {"password": "another password"}),
            ("customers/unsubscriptions", "unsubscribe", {}),
            ("socials/links", "", {"member_id": "hana", "password": "a wrong one"}),
            ("socials/customers", "", {"member_id": "hanb", **_AGREED}),
        ],
    )
    def test_of_another_purpose_or_mall_are_none(
        self, victim: Shopper, path: str, purpose: str, more: dict[str, Any]
    ) -> None:
        world = victim.world
        other = world.stage.new_world()
        Shopper(other).sign_up(**VICTIM)
        before, there = _of_victim(world), _of_victim(other)
        name = "account_token" if path.startswith("socials") else "token"
        seal = configured_seal(world.stage.app.configuration)
        tokens = ["", "a.b", victim.session]
        for mall_id in (world.mall_id, other.mall_id):
            link = Link(
                mall_id=mall_id,
                shop_no=1,
                member_id="hana",
                number=0,
                expires_at=int(world.stage.clock.now()) + 600,
            )
            for each in ("password", "unsubscribe", "newsletter", "restock"):
                if (mall_id, each) != (world.mall_id, purpose):
                    tokens.append(signed_links.issue(seal, each, link))
            if mall_id == world.mall_id and purpose:
                tokens.append(signed_links.issue(seal, purpose, link)[:-4] + "AAAA")

        for token in tokens:
            answer = Shopper(world).ask("POST", path, json={"request": {name: token, **more}})
            assert answer.status_code in (401, 422), (token, answer.text)

        assert (_of_victim(world), _of_victim(other)) == (before, there)


def test_a_forgotten_password_of_staff_is_sent_to_their_own_address_alone(world: World) -> None:
    manager(world)
    browser = StaffBrowser(world)
    page = browser.open("/admin/forgotten-password").text
    token = form_token(page)
    for email in ("thief@example.com", "", "%", "owner"):
        form = {"form_token": token, "user_id": "owner", "email": email}
        assert browser.submit("/admin/forgotten-password", form).status_code == 303
    assert rows(world)["message"] == []
