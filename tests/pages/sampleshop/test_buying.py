"""From a product to a paid order, and whatever may go wrong on the way."""

import re

import pytest

from openmall.contract.params import LARGEST_INTEGER
from tests.commerce.order.order_setup import states
from tests.commerce.product.stock_setup import quantity, stocked
from tests.commerce.promotion.coupon_setup import coupon, give
from tests.page_content import form_token
from tests.pages.sampleshop.shop_browser import BUYER, RECEIVER, Guest, said
from tests.storefront.shopper_client import benefit
from tests.world import World


def _most(number: int) -> str:
    return f"Please enter at most {number} characters."


def test_a_guest_buys(world: World, guest: Guest) -> None:
    number, code = stocked(world, 5)

    assert guest.put(number, quantity="2") == "/cart?done=cart"
    cart = said(guest.see("/cart?done=cart"))
    order_id = guest.order()
    till = said(guest.see(f"/orders/{order_id}/payment"))
    onward = guest.done(f"/orders/{order_id}/payment", outcome="approved")

    assert "Added to your cart." in cart
    assert "Products ₩22,000 Shipping ₩0 To pay ₩22,000" in cart
    assert f"Order {order_id} ₩22,000" in till
    assert onward == f"/orders/{order_id}?done=paid"
    page = said(guest.see(onward))
    assert "Thank you! Your payment has arrived." in page
    assert "Products ₩22,000 Shipping ₩0 Paid ₩22,000" in page
    order = world.get(f"orders/{order_id}", embed="buyer,receivers")["order"]
    assert (order["paid"], order["member_id"], order["payment_amount"]) == ("T", "", "22000.00")
    assert (order["buyer"]["name"], order["receivers"][0]["address1"]) == (
        "Guest",
        "1 Sejong-daero",
    )
    assert states(world, order_id) == ["N10"]
    assert quantity(world, number, code) == 3
    assert "Your cart is empty" in guest.see("/cart")


def test_a_quantity_is_bounded_as_by_the_cart(world: World, guest: Guest) -> None:
    number, _ = stocked(world, 20_000)
    guest.put(number, quantity="10000")
    most = f'max="{LARGEST_INTEGER}"'

    assert most in guest.see(f"/products/{number}")
    assert most in guest.see("/cart")
    assert 'value="10000"' in guest.see("/cart")


def test_a_form_that_is_sent_twice_places_one_order(world: World, guest: Guest) -> None:
    number, _ = stocked(world, 5)
    guest.put(number)
    page = guest.open("/checkout").text
    form = dict(re.findall(r'<input type="hidden" name="(form_token|once)" value="([^"]*)">', page))
    form |= {"act": "order", "payment_method": "card", **BUYER, **RECEIVER}

    first = guest.submit("/checkout", form)
    second = guest.submit("/checkout", form)

    assert (first.status_code, second.status_code) == (303, 303)
    assert first.headers["location"] == second.headers["location"]
    assert world.get("orders/count")["count"] == 1
    other = guest.submit("/checkout", {**form, "receiver_name": "Somebody else"})
    assert other.status_code == 422, "the cart is empty by now"
    assert world.get("orders/count")["count"] == 1


def test_a_payment_that_is_sent_twice_is_paid_once(world: World, guest: Guest) -> None:
    number, _ = stocked(world, 5)
    guest.put(number)
    order_id = guest.order()
    path = f"/orders/{order_id}/payment"
    token = form_token(guest.see(path))

    sent = [
        guest.submit(path, {"form_token": token, "outcome": "approved"}).headers["location"]
        for _ in range(2)
    ]

    assert sent == [f"/orders/{order_id}?done=paid", f"/orders/{order_id}"]
    timeline = world.get(f"orders/{order_id}/paymenttimeline")["paymenttimeline"]
    assert [each["paid_amount"] for each in timeline] == ["11000.00"]


def test_a_declined_payment_is_tried_once_more(world: World, guest: Guest) -> None:
    number, _ = stocked(world, 5)
    guest.put(number)
    order_id = guest.order()
    path = f"/orders/{order_id}/payment"

    assert guest.done(path, outcome="declined") == path
    page = said(guest.see(path))
    assert "Payment failed. The test card was declined." in page
    assert "This order is not paid yet. Pay now" in said(guest.see(f"/orders/{order_id}"))
    world.stage.clock.pass_(1)  # tries are told apart by when they began
    assert guest.done(path, act="again") == path
    assert guest.done(path, outcome="approved") == f"/orders/{order_id}?done=paid"
    assert states(world, order_id) == ["N10"]
    assert guest.open(path).headers["location"] == f"/orders/{order_id}"


def test_a_bank_transfer_awaits_the_money(world: World, guest: Guest) -> None:
    number, _ = stocked(world, 5)
    guest.put(number)

    onward = guest.done("/checkout", act="order", payment_method="cash", **BUYER, **RECEIVER)

    assert onward.endswith("?done=ordered")
    page = said(guest.see(onward))
    assert "Thank you! Your order was placed." in page
    assert "Please transfer ₩11,000 to the shop's account." in page
    assert "Pay now" not in page


def test_a_shop_without_a_gateway_says_so(world: World) -> None:
    number, _ = stocked(world, 5)
    guest = Guest(world)
    guest.put(number)

    refused = guest.refused("/checkout", act="order", payment_method="card", **BUYER, **RECEIVER)

    assert refused == (422, "This payment method is not available.")
    assert world.get("orders/count")["count"] == 0


@pytest.mark.parametrize(
    ("wrong", "field", "status", "message"),
    [
        ({"buyer_name": ""}, "buyer_name", 422, "Please enter your contact details."),
        ({"buyer_cellphone": ""}, "buyer_cellphone", 422, "Please enter your contact details."),
        ({"receiver_name": ""}, "receiver_name", 422, "Please fill this in."),
        ({"receiver_address1": " "}, "receiver_address1", 422, "Please fill this in."),
        ({"receiver_name": "x" * 51}, "receiver_name", 422, _most(50)),
        ({"receiver_zipcode": "1" * 15}, "receiver_zipcode", 422, _most(14)),
    ],
)
def test_what_is_wrong_is_said_beside_its_field_and_the_rest_is_kept(
    world: World, guest: Guest, wrong: dict[str, str], field: str, status: int, message: str
) -> None:
    number, _ = stocked(world, 5)
    guest.put(number)
    form = {"act": "order", "payment_method": "card", **BUYER, **RECEIVER, **wrong}

    answer = guest.send("/checkout", **form)

    assert answer.status_code == status
    assert f'id="f-{field}-problem">{message}</p>' in answer.text
    kept = "receiver_address1" if field != "receiver_address1" else "receiver_name"
    assert f'name="{kept}" type="text" value="{RECEIVER[kept]}"' in answer.text
    assert world.get("orders/count")["count"] == 0


def test_everything_that_is_wrong_is_said_at_once_and_linked(world: World, guest: Guest) -> None:
    number, _ = stocked(world, 5)
    guest.put(number)
    wrong = {
        "buyer_name": "",
        "buyer_email": "hana",
        "receiver_name": "",
        "receiver_zipcode": "1" * 15,
    }
    form = {"act": "order", "payment_method": "card", **BUYER, **RECEIVER, **wrong}

    answer = guest.send("/checkout", **form)

    assert answer.status_code == 422
    beside = re.findall(r'id="f-([a-z_0-9]+)-problem">([^<]*)</p>', answer.text)
    assert beside == [
        ("buyer_name", "Please enter your contact details."),
        ("buyer_email", "Please enter an e-mail address, such as name@example.com."),
        ("receiver_name", "Please fill this in."),
        ("receiver_zipcode", _most(14)),
    ]
    alert = answer.text.partition('id="problem">')[2].partition("</p>")[0]
    assert alert == (
        'Please check these fields: <a href="#f-buyer_name">Name</a>, '
        '<a href="#f-buyer_email">E-mail</a>, <a href="#f-receiver_name">Recipient</a>, '
        '<a href="#f-receiver_zipcode">Postal code</a>'
    )
    assert all(f'id="f-{field}"' in answer.text for field in wrong)
    assert world.get("orders/count")["count"] == 0


def test_a_way_to_pay_that_there_is_not_is_said_in_the_language_of_the_page(
    world: World, guest: Guest
) -> None:
    number, _ = stocked(world, 5)
    guest.put(number)
    form = {"act": "order", "payment_method": "gold", **BUYER, **RECEIVER}

    english = guest.send("/checkout", **form)
    guest.cookies["openmall-language"] = "ko"
    korean = guest.send("/checkout", **form)

    assert (english.status_code, korean.status_code) == (422, 422)
    assert '<p class="problem">This payment method is not available.</p>' in english.text
    assert "This payment method is not available." not in korean.text
    assert "Invalid enum value" not in korean.text


def test_too_much_of_something_is_not_put_into_the_cart(world: World, guest: Guest) -> None:
    number, _ = stocked(world, 2)
    code = world.get(f"products/{number}/variants")["variants"][0]["variant_code"]
    path = f"/products/{number}"

    for many, message in (
        ("3", "Not enough stock."),
        ("0", "Quantity: Please enter a number from 1 to 2147483647."),
        ("", "Quantity: Please enter a whole number."),
        ("many", "Quantity: Please enter a whole number."),
    ):
        refused = guest.refused(path, act="cart", variant_code=code, quantity=many)
        assert refused == (422, message), many
    refused = guest.refused(path, act="cart", variant_code="P0000000000A", quantity="1")
    assert refused == (422, "Please choose one of the options.")
    assert "Your cart is empty" in guest.see("/cart")


def test_what_is_sold_out_cannot_be_put_into_the_cart(world: World, guest: Guest) -> None:
    number, code = stocked(world, 0)

    page = guest.see(f"/products/{number}")
    refused = guest.refused(f"/products/{number}", act="cart", variant_code=code, quantity="1")

    assert "This product is currently sold out." in page
    assert 'value="cart"' not in page
    assert refused == (422, "Not enough stock.")


def test_the_cart_is_changed_and_emptied(world: World, guest: Guest) -> None:
    number, _ = stocked(world, 5)
    guest.put(number)
    [item] = re.findall(r'name="item" value="(\d+)"', guest.see("/cart"))

    assert guest.done("/cart", act="change", item=item, quantity="3") == "/cart?done=changed"
    assert "To pay ₩33,000" in said(guest.see("/cart"))
    assert guest.done("/cart", act="change", item=item, quantity="3") == "/cart?done=same"
    assert guest.refused("/cart", act="change", item=item, quantity="6")[0] == 422
    again = guest.send("/cart?done=cart", act="change", item=item, quantity="6")
    assert "Not enough stock." in again.text
    assert "Added to your cart." not in again.text
    assert guest.refused("/cart", act="change", item="../customers/me", quantity="1")[0] == 422
    assert guest.refused("/cart", act="remove", item="999999")[0] == 404
    assert guest.done("/cart", act="remove", item=item) == "/cart?done=changed"
    assert "Your cart is empty" in guest.see("/cart")
    guest.put(number)
    assert guest.done("/cart", act="empty") == "/cart?done=changed"
    assert "Your cart is empty" in guest.see("/cart")


def test_what_is_not_for_sale_any_more_stands_in_the_way(world: World, guest: Guest) -> None:
    number, _ = stocked(world, 5)
    guest.put(number)
    world.put(f"products/{number}", selling="F")

    assert "This product is no longer sold. Please remove it." in guest.see("/cart")
    page = guest.see("/checkout", 422)

    assert "The order cannot be placed." in page
    assert 'value="order"' not in page


def test_a_member_uses_a_coupon_and_points(world: World, guest: Guest) -> None:
    number, _ = stocked(world, 5)
    guest.join()
    issue = give(world, coupon(world), "hana")
    world.post("points", member_id="hana", amount="1000", type="increase", reason="Hello")
    guest.put(number)
    wishes = {"coupon": issue, "use_points": "1,000"}

    page = guest.send("/checkout", act="estimate", **RECEIVER, **wishes)
    wrong = guest.send("/checkout", act="estimate", **RECEIVER, coupon="123", use_points="")
    much = guest.refused(
        "/checkout", act="order", payment_method="card", **RECEIVER, use_points="5000"
    )
    order_id = guest.order(**wishes)

    assert page.status_code == 200
    assert "Coupons and codes −₩3,000 Points −₩1,000 To pay ₩7,000" in said(page.text)
    assert wrong.status_code in (404, 422)
    assert "To pay ₩11,000" in said(wrong.text), "without the coupon there is an estimate as well"
    assert much[0] == 422
    sums = world.get(f"orders/{order_id}")["order"]["actual_order_amount"]
    assert (sums["coupon_discount_price"], sums["points_spent_amount"]) == ("3000.00", "1000.00")


def test_a_member_sees_the_price_of_their_group(world: World, guest: Guest) -> None:
    number, _ = stocked(world, 5)
    group = benefit(world)
    guest.join()
    world.post(f"customergroups/{group}/customers", member_id="hana", fixed_member_group="F")

    page = said(guest.see(f"/products/{number}"))
    shelf = said(guest.see("/"))

    assert "₩9,900 10% off was ₩11,000 Your price" in page
    assert "₩9,900 10% off was ₩11,000" in shelf
    guest.put(number)
    assert "Member discount −₩1,100" in said(guest.see("/cart"))


def test_an_order_belongs_to_the_browser_it_was_placed_in(world: World, guest: Guest) -> None:
    number, _ = stocked(world, 5)
    guest.put(number)
    order_id = guest.order()

    assert order_id in guest.see("/orders")
    stranger = Guest(world)
    assert "No orders in this browser" in stranger.see("/orders")
    assert world.get(f"orders/{order_id}")["order"]["order_id"] == order_id


def test_a_checkout_without_a_key_is_an_order_each_time(world: World, guest: Guest) -> None:
    number, _ = stocked(world, 5)
    orders = []
    for _ in range(2):
        guest.put(number)
        orders.append(guest.order(payment_method="cash", once=""))

    assert len(set(orders)) == 2


@pytest.mark.parametrize("seen", ["nan", "sNaN", "-Infinity"])
def test_a_total_that_is_no_number_breaks_no_checkout(
    guest: Guest, world: World, seen: str
) -> None:
    guest.put(world.product(price=10_000)["product_no"])
    token = form_token(guest.see("/checkout"))
    typed = {"act": "order", "form_token": token, "seen": seen, "payment_method": "card"}

    taken = guest.submit("/checkout", {**typed, **BUYER, **RECEIVER})

    assert taken.status_code == 303


def test_nobody_orders_for_more_than_the_page_showed(world: World, guest: Guest) -> None:
    number = world.product(price=10_000)["product_no"]
    guest.put(number)
    typed = {"act": "order", "payment_method": "card", **BUYER, **RECEIVER}

    def hidden(page: str) -> dict[str, str]:
        pattern = r'name="(form_token|once|seen)" value="([^"]+)"'
        return dict(re.findall(pattern, page.partition('class="with-bill"')[2]))

    shown = hidden(guest.see("/checkout"))
    world.put(f"products/{number}", price="15000")
    refused = guest.submit("/checkout", {**typed, **shown})
    after = hidden(refused.text)
    world.put(f"products/{number}", price="12000")
    taken = guest.submit("/checkout", {**typed, **after})

    assert refused.status_code == 412
    assert "The total is higher than the page showed." in refused.text
    assert "To pay ₩15,000" in said(refused.text)
    assert 'value="Min Kim"' in refused.text
    assert (shown["seen"], after["seen"]) == ("10000.00", "15000.00")
    assert taken.status_code == 303
    [order] = world.get("orders")["orders"]
    assert order["actual_order_amount"]["total_amount_due"] == "12000.00"
