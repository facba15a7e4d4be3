"""Discount codes, coupon codes and storewide promotions on the pages of the shop."""

from tests.commerce.product.stock_setup import stocked
from tests.commerce.promotion.code_setup import code, uses
from tests.commerce.promotion.test_serialcoupons import serial
from tests.pages.sampleshop.shop_browser import BUYER, RECEIVER, Guest, said
from tests.world import World


def test_a_guest_types_a_discount_code(world: World, guest: Guest) -> None:
    number, _ = stocked(world, 5)
    spring = code(world)
    guest.put(number)

    page = guest.send("/checkout", act="estimate", **BUYER, **RECEIVER, discount_code="spring")
    wrong = guest.send("/checkout", act="estimate", **BUYER, **RECEIVER, discount_code="NOSUCH")
    order_id = guest.order(discount_code="spring")

    assert page.status_code == 200
    assert "Coupons and codes −₩1,100 To pay ₩9,900" in said(page.text)
    assert wrong.status_code == 422
    assert "To pay ₩11,000" in said(wrong.text), "without the code there is an estimate as well"
    sums = world.get(f"orders/{order_id}")["order"]["actual_order_amount"]
    assert sums["coupon_discount_price"] == "1100.00"
    assert uses(world, spring) == 1


def test_a_member_redeems_a_coupon_code(world: World, guest: Guest) -> None:
    guest.join()
    number = serial(world, coupon_name="From the leaflet")
    world.post(f"serialcoupons/{number}/issues", serial_code_list=["LEAF-1"])

    assert guest.done("/coupons", coupon_no="leaf-1") == "/coupons?done=coupon"

    assert "From the leaflet" in said(guest.see("/coupons"))
    assert guest.refused("/coupons", coupon_no="leaf-1")[0] == 422


def test_the_page_of_a_product_shows_storewide_promotions(world: World, guest: Guest) -> None:
    number, _ = stocked(world, 5)
    world.post(
        "commonevents",
        name="Spring weeks",
        content="<p>Two for <b>one</b></p><script>alert(1)</script>",
    )
    world.post("commonevents", name="Beside", display_position="side_image")
    world.post("commonevents", name="Over", status="F")

    html = guest.see(f"/products/{number}")

    page = said(html)
    assert "Spring weeks Two for one" in page
    assert "alert(1)" not in page
    assert "Over" not in page
    assert html.index("Beside") < html.index("</article>") < html.index("Spring weeks")
