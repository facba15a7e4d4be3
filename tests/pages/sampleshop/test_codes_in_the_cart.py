"""A coupon code is typed in the cart, which shows what it takes off before anything is ordered."""

import re

import pytest

from openmall.commerce.promotion.discount_codes.takes import LONGEST_CODE
from tests.commerce.promotion.code_setup import code, uses
from tests.pages.sampleshop.shop_browser import BUYER, RECEIVER, Guest, said
from tests.storefront.shopper_client import PASSWORD
from tests.world import World

SERIAL = {
    "coupon_name": "Leaflet",
    "benefit_type": "A",
    "available_period_type": "R",
    "available_day_from_issued": 7,
    "available_site": ["W", "M", "P"],
    "available_scope": "O",
    "available_product": "U",
    "available_category": "U",
    "available_amount_type": "E",
    "available_coupon_count_by_order": 1,
    "discount_amount": {"benefit_price": "3000.00"},
    "serial_code_type": "S",
    "serial_generate_method": "M",
}
UNKNOWN = (422, "There is no such code. Please check it.")


@pytest.fixture
def cart(world: World, guest: Guest) -> Guest:
    """A guest with goods for 22,000 in the cart, and a shop with the code SPRING (10 %)."""
    code(world)
    guest.put(world.product(price=11_000)["product_no"], quantity="2")
    return guest


def test_a_code_takes_something_off_the_cart_and_the_order(world: World, cart: Guest) -> None:
    before = said(cart.see("/cart"))

    assert cart.done("/cart", act="code", code=" spring ") == "/cart?done=code"

    page = said(cart.see("/cart?done=code"))
    assert "To pay ₩22,000" in before
    assert "The code was applied." in page
    assert "Coupons and codes −₩2,200" in page
    assert "To pay ₩19,800" in page
    assert "Coupon code: Spring −₩2,200 Remove the code" in page
    assert 'name="discount_code" type="text" value="spring"' in cart.see("/checkout")
    order = world.get(f"orders/{cart.order(discount_code='spring')}")["order"]
    assert order["actual_order_amount"]["total_amount_due"] == "19800.00"
    assert uses(world, 1) == 1
    cart.put(world.product(price=11_000)["product_no"])
    assert "Spring" not in cart.see("/cart"), "it was for one order"


def test_every_field_of_a_code_takes_as_many_characters(cart: Guest) -> None:
    """Those that a code has at most, by the reference."""
    shop = cart.see("/cart") + cart.see("/checkout")

    fields = re.findall(r'<input[^>]*name="(?:code|discount_code)"[^>]*>', shop)

    assert LONGEST_CODE == 35
    assert len(fields) == 2
    assert all('maxlength="35"' in each for each in fields)


def test_a_code_is_removed(cart: Guest) -> None:
    cart.done("/cart", act="code", code="SPRING")

    assert cart.done("/cart", act="uncode") == "/cart?done=code-removed"

    page = said(cart.see("/cart"))
    assert "To pay ₩22,000" in page
    assert "Remove the code" not in page


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("WINTER", UNKNOWN[1]),
        ("", "Please fill this in."),
        ("x" * 36, "Please enter at most 35 characters."),
        ("SPRING'--", UNKNOWN[1]),
    ],
)
def test_a_wrong_code_is_refused_beside_its_field(cart: Guest, typed: str, message: str) -> None:
    answer = cart.send("/cart", act="code", code=typed)

    assert answer.status_code == 422
    assert f'id="f-code-problem">{message}</p>' in answer.text
    assert "To pay ₩22,000" in said(answer.text)
    assert "Remove the code" not in cart.see("/cart")


@pytest.mark.parametrize(
    ("terms", "message"),
    [
        ({"available_start_date": "2026-12-01"}, "This code cannot be used yet."),
        ({"available_end_date": "2026-11-02"}, "This code has expired."),
        ({"available_user": "M"}, "Sign in to use this code."),
    ],
)
def test_a_code_that_does_not_hold_says_why(
    world: World, cart: Guest, terms: dict[str, str], message: str
) -> None:
    code(world, discount_code="OTHER", discount_code_name="Other", **terms)

    assert cart.refused("/cart", act="code", code="OTHER") == (422, message)


def test_a_code_that_expires_in_the_cart_says_so_and_is_left_out(world: World, cart: Guest) -> None:
    cart.done("/cart", act="code", code="SPRING")
    world.put("discountcodes/1", available_end_date="2026-11-20", discount_code_name="Spring")

    page = said(cart.see("/cart"))

    assert "This code has expired." in page
    assert "To pay ₩22,000" in page
    assert "Remove the code" in page


def test_a_code_gives_a_member_its_coupon(world: World, cart: Guest) -> None:
    coupon = world.post("serialcoupons", **SERIAL)["serialcoupons"]["coupon_no"]
    world.post(f"serialcoupons/{coupon}/issues", serial_code_list=["LEAFLET2026"])
    as_guest = cart.refused("/cart", act="code", code="LEAFLET2026")
    cart.join()

    assert cart.done("/cart", act="code", code="leaflet2026") == "/cart?done=code"

    page = said(cart.see("/cart"))
    assert as_guest == UNKNOWN
    assert "Coupon code: Leaflet −₩3,000" in page
    assert "To pay ₩19,000" in page
    assert cart.refused("/cart", act="code", code="leaflet2026") == (
        422,
        "You have used this code already.",
    )
    assert "To pay ₩19,000" in said(cart.see("/cart")), "the coupon stays chosen"
    assert " selected>Leaflet" in cart.see("/checkout")
    cart.done("/sign-out", "/account")
    assert "Leaflet" not in cart.see("/cart")
    cart.done("/sign-in", member_id="hana", password=PASSWORD)
    assert "To pay ₩22,000" in said(cart.see("/cart"))


def test_a_forged_cookie_is_no_code(cart: Guest) -> None:
    for value in ("c%%%", "cw6k", "x" * 400, "i" + "MQ=="):
        cart.cookies["__Host-openmall-code-1"] = value
        assert "To pay ₩22,000" in said(cart.see("/cart")), value


def test_a_code_is_no_part_of_an_order_without_it(world: World, cart: Guest) -> None:
    cart.done("/cart", act="code", code="SPRING")

    form = {"act": "order", "payment_method": "card", **BUYER, **RECEIVER}
    path = cart.done("/checkout", **form, discount_code="")

    order = world.get(f"orders/{path.split('/')[2]}")["order"]
    assert order["actual_order_amount"]["total_amount_due"] == "22000.00"
