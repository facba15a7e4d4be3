"""Parameters of orders, receivers, payments and items act as the specification names them."""

from typing import Any

import pytest
from msgspec.structs import replace

from openmall.commerce.order.orders import store as order_store
from openmall.commerce.personal.addresses import store as address_store
from openmall.commerce.personal.addresses.shape import Address
from openmall.commerce.store.accounts import Account, Accounts
from openmall.contract.call import Call
from tests.commerce.customer.customer_setup import do
from tests.commerce.order.checkout_setup import Checkout
from tests.commerce.order.order_setup import BUYER, RECEIVER, order, paid, wanted
from tests.commerce.order.test_added_items import terms
from tests.commerce.order.test_orders_by_discount import found
from tests.commerce.product.stock_setup import stocked
from tests.storefront.shopper_client import Shopper, set_setting
from tests.world import World


@pytest.fixture
def shop(world: World) -> Checkout:
    return Checkout(world)


def refusal(answer: Any) -> tuple[int, str]:
    error = answer.json()["error"]
    return answer.status_code, error["more_info"]["parameter"]


def change(world: World, path: str, **request: Any) -> Any:
    return world.call("PUT", path, json={"request": request})


def test_orders_are_found_by_pronunciations(shop: Checkout) -> None:
    _, code = stocked(shop.world, 5)
    said = 'ミン "キム"'
    by_receiver = order(shop.world, wanted(code), receiver=replace(RECEIVER, name_furigana=said))
    by_buyer = order(shop.world, wanted(code), buyer=replace(BUYER, names_furigana="ハナ"))
    order(shop.world, wanted(code), receiver=replace(RECEIVER, shipping_message=said))

    assert found(shop, name_furigana=said) == [by_receiver]
    assert found(shop, name_furigana="ハナ") == [by_buyer]
    assert found(shop, name_furigana="ハ") == []


def test_orders_are_found_by_fields_of_marketplaces(shop: Checkout) -> None:
    world = shop.world
    _, code = stocked(world, 5)
    seller, asked, carrier, plain = (order(world, wanted(code)) for _ in range(4))

    async def mark(call: Call) -> None:
        for number, field in ((seller, {"market_seller_id": "shop-1"}),
                              (carrier, {"wished_carrier_id": "7"})):  # fmt: skip
            found = await order_store.lock(call, number)
            await order_store.change(call, found.order, replace(found.order, **field))
        found = await order_store.lock(call, asked)
        for line in found.lines:
            line.item = replace(line.item, market_cancel_request="T")
        await order_store.change_lines(call, found.order, found.lines)

    do(world, mark)

    assert found(shop, market_seller_id="shop-1") == [seller]
    assert found(shop, market_seller_id="shop") == []
    assert found(shop, market_cancel_request="T") == [asked]
    assert found(shop, wished_carrier_id="7,8") == [carrier]
    assert found(shop, wished_carrier_id="70") == []
    assert plain in found(shop)
    answer = world.call("GET", "orders", params={"market_cancel_request": "F"})
    assert refusal(answer) == (422, "market_cancel_request")


def test_orders_are_found_whose_parcels_go_to_different_addresses(shop: Checkout) -> None:
    world = shop.world
    _, code = stocked(world, 5)
    number, _ = paid(world, wanted(code), wanted(code)), paid(world, wanted(code))
    world.post(f"orders/{number}/shipments", tracking_no="1", shipping_company_code="0001",
               status="standby", order_item_code=[f"{number}-02"])  # fmt: skip
    parcel = f"orders/{number}/receivers/D-{number}-01"
    change(world, parcel, name="Sora Lee")
    assert found(shop, multiple_addresses="T") == []

    change(world, parcel, address1="2 Sejong-daero")

    assert found(shop, multiple_addresses="T") == [number]
    assert world.get(f"orders/{number}")["order"]["multiple_addresses"] == "T"
    change(world, parcel, address1="1 Sejong-daero")
    assert found(shop, multiple_addresses="T") == []


def book_of(world: World, member_id: str) -> list[Address]:
    return do(world, lambda call: address_store.of_customer(call.db, member_id))


def test_a_receiver_becomes_the_default_address_of_its_member(shop: Checkout) -> None:
    world = shop.world
    number = order(world, wanted(stocked(world, 5)[1]))
    path = f"orders/{number}/receivers/D-{number}-00"

    answer = change(world, path, address1="5 New-ro", change_default_shipping_address="T")

    assert answer.status_code == 200, answer.text
    [own] = book_of(world, "hana")
    assert (own.name, own.address1, own.is_default) == ("Min Kim", "5 New-ro", "T")
    again = change(world, path, address1="5 New-ro", change_default_shipping_address="T")
    assert again.status_code == 409
    change(world, path, address1="6 New-ro", change_default_shipping_address="F")
    assert [each.address1 for each in book_of(world, "hana")] == ["5 New-ro"]
    same = change(world, path, address1="6 New-ro", change_default_shipping_address="T")
    assert same.status_code == 200
    assert [each.address1 for each in book_of(world, "hana")] == ["6 New-ro"]


def test_an_address_that_no_book_takes(world: World) -> None:
    _, code = stocked(world, 5)
    guest = order(world, wanted(code), buyer=replace(BUYER, member_id=""))
    abroad = order(world, wanted(code))
    name = "change_default_shipping_address"
    for number, more in ((guest, {}), (abroad, {"country_code": "US"})):
        path = f"orders/{number}/receivers/D-{number}-00"
        answer = change(world, path, name="Sora Lee", change_default_shipping_address="T", **more)
        assert refusal(answer) == (422, name)
        [kept] = world.get(f"orders/{number}/receivers")["receivers"]
        assert kept["name"] == "Min Kim"


def test_the_account_that_an_unpaid_order_is_transferred_to(world: World) -> None:
    hana = Shopper(world)
    hana.sign_up()
    both = [
        Account(shop_no=1, bank_account_id=at, bank_name=f"Bank {at}", bank_code=f"bank_0{at}",
                bank_account_no=f"100-{at}", bank_account_holder="The shop")
        for at in (1, 2)
    ]  # fmt: skip
    set_setting(world, Accounts(accounts=both))
    number = order(world, wanted(stocked(world, 5)[1]), methods=["card"], gateway="test")

    by_transfer = {"change_payment_method": "T", "payment_method": "cash"}
    answer = terms(world, number, **by_transfer, bank_account_id=2)

    assert answer.status_code == 200, answer.text
    [account] = hana.get(f"orders/{number}")["transfer_accounts"]
    assert account["bank_account_no"] == "100-2"
    assert world.get(f"orders/{number}")["order"]["bank_account_no"] == "100-2"
    assert refusal(terms(world, number, **by_transfer, bank_account_id=3)) == (
        404, "bank_account_id",
    )  # fmt: skip
    on_delivery = {"change_payment_method": "T", "payment_method": "daibiki"}
    assert refusal(terms(world, number, **on_delivery, bank_account_id=1)) == (
        422, "bank_account_id",
    )  # fmt: skip


def test_the_day_on_which_an_item_is_expected_to_be_sent(world: World) -> None:
    hana = Shopper(world)
    hana.sign_up()
    number = paid(world, wanted(stocked(world, 5)[1]))
    path = f"orders/{number}/items/{number}-01"

    answer = change(world, path, shipping_expected_date="2026-12-01")

    assert answer.status_code == 200, answer.text
    assert answer.json()["item"]["shipping_expected_date"] == "2026-12-01"
    [item] = hana.get(f"orders/{number}")["items"]
    assert item["shipping_expected_date"] == "2026-12-01"
    assert change(world, path, shipping_expected_date="2026-12-01").status_code == 409
    world.post(f"orders/{number}/shipments", tracking_no="1", shipping_company_code="0001",
               status="shipping")  # fmt: skip
    late = change(world, path, shipping_expected_date="2026-12-02")
    assert refusal(late) == (422, "shipping_expected_date")


def calculate(shop: Checkout, **more: Any) -> Any:
    items = [
        {"product_no": shop.apron, "variant_code": shop.apron_code, "quantity": 2,
         "product_price": "10000", **more.pop("item", {})},
    ]  # fmt: skip
    request = {"items": items, "member_id": "hana", "payment_method": "cash", **more}
    return shop.world.call("POST", "orders/calculation", json={"request": request})


def test_a_calculated_order_has_coupons_and_points(shop: Checkout) -> None:
    of_order = shop.coupon(discount_amount={"benefit_price": "1000.00"})
    of_item = shop.coupon(discount_amount={"benefit_price": "500.00"}, available_scope="P")

    answer = calculate(
        shop,
        order_coupons=[of_order],
        points_spent_amount="2000",
        item={"product_coupons": [of_item], "option_id": shop.apron_code[-4:]},
    )

    assert answer.status_code == 201, answer.text
    cost = answer.json()["calculation"]
    assert cost["coupon_discount_price"] == "1500.00"
    assert cost["total_discount_amount"] == "1500.00"
    assert cost["points_spent_amount"] == "2000.00"
    assert cost["total_amount_due"] == "19000.00"
    same = shop.order(2, coupons=[{"issue_no": of_order}, {"issue_no": of_item, "item_no": 1}])
    assert same["actual_order_amount"]["coupon_discount_price"] == "1500.00"


def test_a_calculated_order_on_a_device(shop: Checkout) -> None:
    for_app = shop.coupon(available_site=["P"])

    for device, status in (("plusapp", 201), ("pc", 422), ("mobile", 422)):
        answer = calculate(shop, device=device, order_coupons=[for_app], mobile="F")
        assert answer.status_code == status, answer.text


@pytest.mark.parametrize(
    ("more", "parameter"),
    [
        ({"points_spent_amount": "90000"}, "points_spent_amount"),
        ({"points_spent_amount": "1", "member_id": None}, "points_spent_amount"),
        ({"order_coupons": ["999"]}, "order_coupons"),
        ({"item": {"product_coupons": ["999"]}}, "items.product_coupons"),
        ({"item": {"option_id": "ZZZZ"}}, "items.option_id"),
        ({"order_coupons": ["1"] * 15, "item": {"product_coupons": ["1"] * 6}}, "order_coupons"),
    ],
)
def test_what_a_calculated_order_cannot_have(
    shop: Checkout, more: dict[str, Any], parameter: str
) -> None:
    if more.get("member_id", "") is None:
        more = {name: value for name, value in more.items() if name != "member_id"}
        answer = shop.world.call("POST", "orders/calculation", json={"request": {
            "items": [{"product_no": shop.apron, "variant_code": shop.apron_code, "quantity": 1,
                       "product_price": "10000"}], **more,
        }})  # fmt: skip
    else:
        answer = calculate(shop, **more)

    assert refusal(answer) == (422, parameter)
