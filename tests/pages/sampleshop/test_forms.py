"""Forms are taken from this shop's own pages only, and nobody sees what is another's."""

import re

import pytest

from openmall.pages.sampleshop.routes import PAGES
from tests.commerce.product.stock_setup import stocked
from tests.page_content import form_token
from tests.pages.sampleshop.shop_browser import BUYER, RECEIVER, Guest, said
from tests.storefront.shopper_client import PASSWORD, Shopper
from tests.world import World

# a page with a link's token is posted to by mail programs as well
TAKING = [page.pattern.pattern for page in PAGES if page.submit is not None and not page.signed]
NAMES = {
    "([1-9][0-9]{0,17})": "5",
    "([0-9]{8}-[0-9]{7,12})": "20261121-0000001",
    "([0-9a-f]{32})": "0" * 32,
    "([a-z]{1,20})": "websearch",
}


def path_of(pattern: str) -> str:
    for form, value in NAMES.items():
        pattern = pattern.replace(form, value)
    return pattern


@pytest.mark.parametrize("pattern", TAKING)
@pytest.mark.one_store
def test_a_form_of_another_site_is_refused(world: World, guest: Guest, pattern: str) -> None:
    guest.join()
    path = path_of(pattern)
    other = Guest(world)
    theirs = form_token(other.see("/sign-in"))

    for token in ("", "0" * 64, theirs, "ü"):
        answer = guest.submit(path, {"form_token": token, "act": "order"})
        assert answer.status_code == 403, (path, token)
        assert "set-cookie" not in answer.headers
    bare = Guest(world)
    assert bare.submit(path, {"form_token": theirs}).status_code == 403


def test_a_form_shown_before_signing_in_or_out_is_refused_afterwards(
    world: World, guest: Guest
) -> None:
    before = form_token(guest.see("/sign-in"))
    guest.join()
    during = form_token(guest.see("/account"))
    assert guest.submit("/sign-out", {"form_token": before}).status_code == 403
    guest.done("/sign-out", "/account")

    assert guest.submit("/sign-out", {"form_token": during}).status_code == 403
    assert len({before, during}) == 2


def test_a_page_that_expired_says_so(guest: Guest) -> None:
    answer = guest.submit("/join", {"form_token": "0" * 64})

    assert "This page has expired. Go back, reload it and try again." in said(answer.text)


def test_signing_in_gives_a_session_that_nobody_had_before(world: World, guest: Guest) -> None:
    number, _ = stocked(world, 5)
    guest.put(number)
    planted = dict(guest.cookies)
    Shopper(world).sign_up()

    guest.done("/sign-in", member_id="hana", password=PASSWORD)

    session, form = "__Host-openmall-shopper-1", "__Host-openmall-aisle"
    assert guest.cookies[session] != planted[session]
    assert guest.cookies[form] != planted[form]
    attacker = Guest(world)
    attacker.cookies |= planted
    assert attacker.open("/account").status_code == 303
    assert "Your cart is empty" in attacker.see("/cart"), "it went with the member"
    assert "Linen apron" in guest.see("/cart")


def test_cookies_are_for_this_host_alone_and_for_no_script(world: World, guest: Guest) -> None:
    number, _ = stocked(world, 5)
    page = guest.open(f"/products/{number}")
    token = form_token(page.text)
    code = re.findall(r'name="variant_code" value="([^"]*)"', page.text)[0]
    form = {"form_token": token, "act": "cart", "variant_code": code, "quantity": "1"}
    answer = guest.submit(f"/products/{number}", form)

    for cookie in (*page.headers.get_list("set-cookie"), *answer.headers.get_list("set-cookie")):
        assert cookie.startswith("__Host-")
        assert cookie.endswith("; Path=/; HttpOnly; Secure; SameSite=Lax")


def test_orders_of_others_are_not_there(world: World, guest: Guest) -> None:
    number, _ = stocked(world, 5)
    guest.put(number)
    order_id = guest.order()
    guest.done(f"/orders/{order_id}/payment", outcome="approved")
    item = f"{order_id}-01"
    stranger, member, other = Guest(world), Guest(world), Guest(world)
    member.join("minsu")
    other.put(number)

    for somebody in (member, other):
        for path in (
            f"/orders/{order_id}",
            f"/orders/{order_id}/payment",
            f"/orders/{order_id}/claim?kind=cancel&item={item}",
        ):
            page = somebody.see(path, 404)
            assert "Guest" not in page
            assert "Sejong-daero" not in page
        for path, form in (
            (f"/orders/{order_id}", {"act": "confirm"}),
            (f"/orders/{order_id}", {"act": "withdraw", "claim": "C1"}),
            (f"/orders/{order_id}/payment", {"outcome": "approved"}),
            (
                f"/orders/{order_id}/claim",
                {
                    "kind": "cancel",
                    "item": item,
                    "quantity": "1",
                    "reason_type": "A",
                    "reason": "x",
                },
            ),
        ):
            answer = somebody.send(path, "/sign-in", **form)
            assert answer.status_code == 404, (path, answer.status_code)
        assert order_id not in somebody.see("/orders")
    for path in (f"/orders/{order_id}", f"/orders/{order_id}/payment"):
        answer = stranger.open(path)
        assert answer.headers["location"] == f"/sign-in?next={path}"
    seen = world.get(f"orders/{order_id}", embed="items")["order"]
    assert seen["items"][0]["order_status"] == "N10"


@pytest.mark.parametrize(
    "address",
    ["//evil.example", "https://evil.example", "/\\evil.example", "javascript:alert(1)", "evil",
     "/%0d%0aSet-Cookie:a=b\r\nX: y", "/\tevil", ""],
)  # fmt: skip
def test_nobody_is_led_elsewhere(world: World, guest: Guest, address: str) -> None:
    guest.world.stage.forget_counts()
    Shopper(world).sign_up()

    signed_in = guest.done("/sign-in", member_id="hana", password=PASSWORD, next=address)

    assert re.fullmatch(r"/(%0d%0aSet-Cookie:a=b)?\??(done=signed-in)?", signed_in), signed_in
    page = Guest(world).open("/sign-in?next=//evil.example").text
    assert "evil.example" not in page.partition("<main")[2].partition("</main")[0]


def test_the_alert_names_the_field_and_leads_to_it(world: World, guest: Guest) -> None:
    guest.put(stocked(world, 5)[0])

    page = guest.send(
        "/checkout",
        act="order",
        payment_method="card",
        **{**BUYER, **RECEIVER, "receiver_name": ""},
    ).text

    assert '<a href="#f-receiver_name">Recipient:</a> Please fill this in.' in page
    assert page.count("Please fill this in.") == 2
