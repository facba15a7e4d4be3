"""Members of the shop: joining, signing in, their details and what they have."""

import re

import pytest

from tests.commerce.product.stock_setup import stocked
from tests.commerce.promotion.coupon_setup import coupon, give
from tests.pages.sampleshop.shop_browser import AGREED, PERSON, Guest, said
from tests.storefront.shopper_client import PASSWORD
from tests.world import World


def test_somebody_joins_and_the_cart_comes_along(world: World, guest: Guest) -> None:
    number, _ = stocked(world, 5)
    guest.put(number)

    onward = guest.join(next="/checkout", news_mail="T")

    assert onward == "/checkout?done=joined"
    assert "Welcome! You are signed in now." in guest.see(onward)
    assert 'value="Hana Kim"' in guest.see("/checkout")
    assert "Linen apron" in guest.see("/cart")
    kept = world.get("customersprivacy", member_id="hana")["customersprivacy"][0]
    assert (kept["name"], kept["email"]) == ("Hana Kim", "hana@example.com")
    assert 'name="news_mail" value="T" checked' in guest.see("/account")
    assert 'name="sms" value="T" checked' not in guest.see("/account")


@pytest.mark.parametrize(
    ("wrong", "field", "message"),
    [
        ({"member_id": "ab"}, "member_id", "Please enter at least 4 characters."),
        (
            {"member_id": "HANA KIM!"},
            "member_id",
            re.escape("Please enter 4 to 16 lowercase letters (a to z) and digits."),
        ),
        ({"password": "short"}, "password", "Please enter at least 8 characters."),
        ({"name": "x" * 51}, "name", "Please enter at most 50 characters."),
        ({"name": ""}, "name", "Please fill this in."),
        ({"email": "no address"}, "email", "Please enter an e-mail address, such as"),
        ({"agree_terms": ""}, "agree_terms", "Please fill this in."),
    ],
)
def test_who_joins_wrongly_is_told_beside_the_field(
    world: World, guest: Guest, wrong: dict[str, str], field: str, message: str
) -> None:
    form = {"member_id": "hana", "password": PASSWORD, **PERSON, **AGREED, **wrong}

    answer = guest.send("/join", **form)

    assert answer.status_code == 422
    id_ = field if field.startswith("agree") else f"f-{field}"
    assert re.search(rf'id="(f-)?{field}-problem">{message}', answer.text), id_
    assert PASSWORD not in answer.text
    assert f'value="{PERSON["cellphone"]}"' in answer.text, "what was typed is kept"
    assert world.get("customers", member_id="hana")["customers"] == []


def test_a_name_that_is_taken(world: World, guest: Guest) -> None:
    guest.join()

    status, _ = Guest(world).refused(
        "/join", member_id="hana", password=PASSWORD, **PERSON, **AGREED
    )

    assert status == 422


def test_an_address_that_is_taken(world: World, guest: Guest) -> None:
    guest.join()
    taken = {"email": "HANA@example.com", "password": PASSWORD, "name": "Min", **AGREED}

    answer = Guest(world).send("/join", member_id="minsu", **taken)

    assert answer.status_code == 422
    told = "This e-mail address belongs to an account already. Sign in, ask for a new password"
    assert f'id="f-email-problem">{told}' in answer.text
    assert 'value="HANA@example.com"' in answer.text, "what was typed is kept"
    other = Guest(world)
    other.join("minsu")
    details = {"name": "Min", "cellphone": "", "zipcode": "", "address1": "", "address2": ""}
    changed = other.send("/account", **details, email=taken["email"])
    assert changed.status_code == 422
    assert f'id="f-email-problem">{told}' in changed.text


def test_signing_in_and_out(world: World, guest: Guest) -> None:
    guest.join()
    assert guest.done("/sign-out", "/account") == "/?done=signed-out"
    assert guest.open("/account").headers["location"] == "/sign-in?next=/account"

    wrong = guest.refused("/sign-in", member_id="hana", password="wrong")
    nobody = guest.refused("/sign-in", member_id="nobody", password=PASSWORD)
    empty = guest.refused("/sign-in", member_id="", password="")
    onward = guest.done("/sign-in", member_id="hana", password=PASSWORD, next="/account")

    assert wrong == nobody == (401, "The member ID or the password is wrong.")
    assert empty[0] == 422
    assert onward == "/account?done=signed-in"
    assert "Hello, Hana Kim" in guest.see(onward)


def test_who_guesses_passwords_waits(world: World, guest: Guest) -> None:
    guest.join()
    guest.done("/sign-out", "/account")
    answers = [guest.send("/sign-in", member_id="hana", password=f"guess {at}") for at in range(12)]

    last = answers[-1]
    assert last.status_code == 429
    assert int(last.headers["retry-after"]) > 0
    assert "Too many attempts. Please try again later." in said(last.text)


def test_details_and_password_are_changed(world: World, guest: Guest) -> None:
    guest.join()
    details = {**PERSON, "zipcode": "04524", "address1": "1 Sejong-daero", "address2": ""}

    assert guest.done("/account", act="details", **details) == "/account?done=saved"
    assert guest.done("/account", act="details", **details) == "/account?done=same"
    assert 'value="1 Sejong-daero"' in guest.see("/account")
    refused = guest.refused("/account", act="details", **{**details, "email": "no"})
    new = "battery horse correct"
    wrong = guest.send("/account", act="password", current_password="guess", password=new)
    assert refused[0] == 422
    assert wrong.status_code == 401
    assert "Hello, Hana Kim" in wrong.text, "who mistypes stays signed in"
    done = guest.done("/account", act="password", current_password=PASSWORD, password=new)
    assert done == "/account?done=saved"
    guest.done("/sign-out", "/account")
    assert guest.refused("/sign-in", member_id="hana", password=PASSWORD)[0] == 401
    guest.done("/sign-in", member_id="hana", password=new)


def test_a_new_address_needs_the_password_after_a_while(world: World, guest: Guest) -> None:
    guest.join()
    world.stage.clock.pass_(3_600)
    new = {**PERSON, "email": "new@example.com"}

    status, message = guest.refused("/account", act="details", **new)
    guess = guest.send("/account", act="details", contact_password="guess", **new)

    assert status == 422
    assert message.startswith("Enter your current password, or sign out and in again")
    assert 'value="new@example.com"' in guess.text
    assert (guess.status_code, "guess" in guess.text) == (401, False)
    done = guest.done("/account", act="details", contact_password=PASSWORD, **new)
    assert done == "/account?done=saved"
    assert 'value="new@example.com"' in guest.see("/account")


def test_somebody_leaves(world: World, guest: Guest) -> None:
    guest.join()

    assert guest.send("/account/leave", current_password="guess").status_code == 401
    assert guest.done("/account/leave", current_password=PASSWORD) == "/?done=left"
    assert guest.open("/account").status_code == 303
    assert world.get("customers", member_id="hana")["customers"] == []


def test_wishes(world: World, guest: Guest) -> None:
    number, code = stocked(world, 5)
    path = f"/products/{number}"
    assert guest.done(path, act="wish", variant_code=code) == f"/sign-in?next={path}"
    guest.join()

    assert "Your wish list is empty" in guest.see("/wishlist")
    assert guest.done(path, act="wish", variant_code=code) == f"{path}?done=wished"
    assert guest.refused(path, act="wish", variant_code=code)[0] == 422
    page = guest.see("/wishlist")
    [wish] = re.findall(r'name="wish" value="(\d+)"', page)
    assert "Linen apron" in page
    assert guest.refused("/wishlist", wish="../../carts")[0] == 422
    assert guest.done("/wishlist", wish=wish) == "/wishlist?done=unwished"
    assert guest.refused("/wishlist", "/account", wish=wish)[0] == 404


def test_a_wish_without_an_option_asks_for_one(world: World, guest: Guest) -> None:
    number, _ = stocked(world, 5)

    refused = guest.refused(f"/products/{number}", act="wish", variant_code="")

    assert refused == (422, "Please choose one of the options.")


def test_coupons_and_points(world: World, guest: Guest) -> None:
    guest.join()
    give(world, coupon(world, coupon_name="Ten for you"), "hana")
    fetched = coupon(world, issue_type="D", coupon_name="Fetch me")
    world.post("points", member_id="hana", amount="1500", type="increase", reason="Birthday")

    page = said(guest.see("/coupons"))
    assert "Ten for you" in page
    assert "Fetch me" in page.partition("Coupons for you to download")[2]
    assert guest.done("/coupons", coupon_no=fetched) == "/coupons?done=coupon"
    had = said(guest.see("/coupons"))
    assert "Fetch me" in had
    assert "Coupons for you to download" not in had, "it is issued to a customer once"
    assert guest.refused("/coupons", coupon_no="123")[0] in (404, 422)
    points = said(guest.see("/points"))
    assert "Available points ₩1,500" in points
    assert "Birthday +₩1,500 ₩1,500" in points
    guest.cookies["openmall-language"] = "ko"
    in_korean = said(guest.see("/points"))
    assert "쇼핑몰에서 조정 – Birthday" in in_korean
    assert "Changed by the shop" not in in_korean


@pytest.mark.parametrize("path", ["/account", "/account/leave", "/wishlist", "/coupons", "/points"])
def test_what_is_for_members_asks_to_sign_in(guest: Guest, path: str) -> None:
    answer = guest.open(path)

    assert (answer.status_code, answer.headers["location"]) == (303, f"/sign-in?next={path}")


def test_a_claim_is_asked_for_and_withdrawn(world: World, guest: Guest) -> None:
    number, _ = stocked(world, 5)
    guest.join()
    guest.put(number, quantity="2")
    order_id = guest.order()
    guest.done(f"/orders/{order_id}/payment", outcome="approved")
    path = f"/orders/{order_id}/claim"
    asking = f"{path}?kind=cancel&item={order_id}-01"
    form = {"kind": "cancel", "item": f"{order_id}-01", "quantity": "2", "reason_type": "A"}

    assert f"/orders/{order_id}/claim?kind=cancel" in guest.see(f"/orders/{order_id}")
    assert guest.refused(path, asking, **{**form, "quantity": "3"}, reason="x")[0] == 422
    assert guest.refused(path, asking, **{**form, "kind": "other"}, reason="x")[0] == 404
    assert guest.done(path, asking, **form, reason="Too big") == f"/orders/{order_id}?done=asked"
    page = guest.see(f"/orders/{order_id}")
    assert "Cancellation – requested" in said(page)
    assert "Too big" in page
    [claim] = re.findall(r'name="claim" value="([^"]+)"', page)
    # going back to the form of what was asked for leads to the order
    assert guest.open(asking).headers["location"].endswith(f"/orders/{order_id}")
    assert guest.done(f"/orders/{order_id}", act="withdraw", claim=claim) == (
        f"/orders/{order_id}?done=withdrawn"
    )
    refused = guest.refused(f"/orders/{order_id}", "/account", act="withdraw", claim="../x")
    assert refused[0] == 422
    assert (
        world.get(f"orders/{order_id}", embed="items")["order"]["items"][0]["order_status"] == "N10"
    )


def test_whoever_left_in_another_browser_is_a_stranger_in_this_one(
    world: World, guest: Guest
) -> None:
    stocked(world, 5)
    guest.join()
    other = Guest(world)
    other.done("/sign-in", member_id="hana", password=PASSWORD)
    other.done("/account/leave", current_password=PASSWORD)

    answer = guest.open("/account")

    assert answer.headers["location"] == "/sign-in?next=/account&why=expired"
    assert guest.see("/")
    assert guest.see("/cart")
    assert "My account" not in guest.see("/sign-in")


def test_a_session_that_was_ended_elsewhere_opens_no_page(world: World, guest: Guest) -> None:
    guest.join()
    thief = Guest(world)
    thief.cookies |= guest.cookies
    assert thief.open("/account").status_code == 200

    guest.done("/sign-out", "/account")

    answer = thief.open("/account")
    assert (answer.status_code, "/sign-in" in answer.headers["location"]) == (303, True)
