"""Gifts and free units in the sample shop, without scripts."""

import re

from tests.commerce.order.gift_setup import GiftShop
from tests.commerce.order.order_setup import pay
from tests.pages.sampleshop.shop_browser import Guest, said
from tests.world import World


def names_of(page: str) -> list[str]:
    """Return what is ordered, as the checkout lists it."""
    listed = page.partition('class="ordered"')[2].partition("</ul>")[0]
    return [said(each) for each in re.findall(r"<li>(.*?)</li>", listed, re.S)]


def test_one_gift_is_chosen_at_the_checkout(world: World, guest: Guest) -> None:
    shop = GiftShop(world)
    number = shop.gift(purchase_start_price="10000.00")
    guest.put(shop.apron)
    gift = f"{number}-{shop.tote_code}"

    cart, page = guest.see("/cart"), guest.see("/checkout")
    with_gift = guest.send("/checkout", act="estimate", payment_method="card", gift=gift).text
    order_id = guest.order(gift=gift)

    assert "You can choose a gift at the checkout." in said(cart)
    assert f'type="radio" name="gift" value="{gift}"' in page
    assert re.search(r'name="gift" value="" checked', page)
    assert len(names_of(page)) == 1
    assert f'name="gift" value="{gift}" checked' in with_gift
    assert names_of(with_gift)[1].endswith("× 1 Gift ₩0")
    assert [each["gift"] for each in shop.items(order_id)] == ["F", "T"]
    assert "× 1 Gift" in said(guest.see(f"/orders/{order_id}"))


def test_several_gifts_are_counted(world: World, guest: Guest) -> None:
    shop = GiftShop(world)
    shop.benefits_setting(gift_selection_mode="M")
    listed = [{"product_no": shop.tote, "gift_point": "0.00", "max_count": 2}]
    number = shop.gift(gift_product_list=listed)
    guest.put(shop.apron)
    name = f"gift-{number}-{shop.tote_code}"

    page = guest.see("/checkout")
    too_many = guest.send("/checkout", act="estimate", payment_method="card", **{name: "3"}).text
    no_number = guest.send("/checkout", act="order", payment_method="card", **{name: "two"}).text
    order_id = guest.order(**{name: "2"})

    assert f'type="number" name="{name}" value="0" min="0" max="2"' in page
    assert "At most 2 of this gift." in said(too_many)
    assert "Please enter a whole number." in said(no_number)
    assert [each["quantity"] for each in shop.items(order_id)] == [1, 2]


def test_a_sold_out_gift_is_shown_and_cannot_be_chosen(world: World, guest: Guest) -> None:
    shop = GiftShop(world, totes=0)
    number = shop.gift()
    guest.put(shop.apron)

    page = guest.see("/checkout")
    shop.benefits_setting(display_soldout_gifts="disabled")

    assert re.search(rf'value="{number}-{shop.tote_code}" disabled', page)
    assert "Sold out" in page
    assert "Sold out" not in guest.see("/checkout")


def test_an_automatic_gift_and_free_units_are_shown_in_cart_and_checkout(
    world: World, guest: Guest
) -> None:
    shop = GiftShop(world)
    shop.benefits_setting(gift_grant_type="A")
    shop.gift()
    shop.one_plus(1)
    guest.put(shop.apron, quantity="2")

    cart, page = guest.see("/cart"), guest.see("/checkout")
    order_id = guest.order()

    assert [each[-10:] for each in names_of(page)] == [
        " 1+1 ₩11,000"[-10:],
        "× 1 1+1 ₩0",
        " 1 Gift ₩0",
    ]
    assert [each[-10:] for each in names_of(cart)] == ["× 1 1+1 ₩0", " 1 Gift ₩0"]
    assert "Product discounts -₩11,000" in said(cart).replace("−", "-")
    assert [each["payment_amount"] for each in shop.items(order_id)] == ["11000.00", "0.00", "0.00"]


def test_a_gift_is_chosen_on_the_page_of_the_order(world: World, guest: Guest) -> None:
    shop = GiftShop(world)
    shop.benefits_setting(gift_selection_step="order_detail")
    number = shop.gift()
    guest.put(shop.apron)
    checkout = guest.see("/checkout")
    order_id = guest.order()
    page = f"/orders/{order_id}"

    before = guest.see(page)
    led = guest.done(page, act="gifts", gift=f"{number}-{shop.tote_code}")
    after = guest.see(page)

    assert 'name="gift"' not in checkout
    assert 'value="gifts"' in before
    assert led == f"{page}?done=gift"
    assert "× 1 Gift" in said(after)
    assert 'value="gifts"' not in after


def test_gifts_are_reviewed_where_the_shop_allows_it(world: World, guest: Guest) -> None:
    shop = GiftShop(world)
    number = shop.gift()
    guest.join("bora")
    guest.put(shop.apron)
    order_id = guest.order(gift=f"{number}-{shop.tote_code}")
    assert pay(world, order_id).status_code == 200

    closed = guest.see(f"/orders/{order_id}").count("Write a review")
    shop.benefits_setting(allow_gift_review="T")

    assert (closed, guest.see(f"/orders/{order_id}").count("Write a review")) == (1, 2)
