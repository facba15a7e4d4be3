"""Items that are booked for a day: at the checkout, and as apps list them."""

from typing import Any

import pytest

from openmall.commerce.privacy.data_subject import rules as data_subject_rules
from tests.commerce.customer.customer_setup import do
from tests.commerce.order.checkout_setup import HANA, Checkout
from tests.commerce.order.order_setup import pay
from tests.commerce.order.reservation_setup import book, bookable
from tests.world import World


@pytest.fixture
def checkout(world: World) -> Checkout:
    made = Checkout(world)
    bookable(world, made.apron)
    return made


def listed(world: World, **filters: Any) -> list[str]:
    return [each["order_id"] for each in world.get("reservations", **filters)["reservations"]]


def test_a_booked_item_is_listed_with_its_days(world: World, checkout: Checkout) -> None:
    number = book(checkout, "2026-12-01", aprons=2)
    [found] = world.get("reservations")["reservations"]
    item = world.get(f"orders/{number}/items")["items"][0]
    order = world.get(f"orders/{number}")["order"]
    assert found == {
        "shop_no": 1,
        "order_id": number,
        "order_item_code": f"{number}-01",
        "order_date": order["order_date"],
        "payment_date": None,
        "member_id": HANA,
        "buyer_name": "Hana Kim",
        "order_status": "N00",
        "paid": "F",
        "product_no": checkout.apron,
        "product_name": item["product_name"],
        "product_price": item["product_price"],
        "option_price": item["option_price"],
        "quantity": 2,
        "option_value": item["option_value"],
        "additional_option_values": [],
        "payment_amount": item["payment_amount"],
        "service_use_date": "2026-12-01T00:00:00+09:00",
        "service_available_start_date": "2026-11-25T00:00:00+09:00",
        "service_available_end_date": "2026-12-24T00:00:00+09:00",
        "service_completion_date": None,
        "payment_method": ["cash"],
    }


def test_only_bookable_items_are_reservations(world: World, checkout: Checkout) -> None:
    number = book(checkout, "2026-12-24", aprons=1, cups=2)
    assert listed(world) == [number]
    checkout.order(aprons=0, cups=1)
    assert listed(world) == [number]


@pytest.mark.parametrize("day", ["2026-11-24", "2026-12-25", "2026-11-20"])
def test_a_day_that_cannot_be_booked_is_refused(world: World, checkout: Checkout, day: str) -> None:
    booking = {"variants_code": checkout.apron_code, "service_use_date": day}
    request = {**checkout.wants(), "bookings": [booking]}
    answer = checkout.shopper.ask("POST", "orders", json={"request": request})
    assert answer.status_code == 422
    assert answer.json()["error"]["more_info"]["parameter"] == "bookings.service_use_date"
    assert world.get("orders/count")["count"] == 0


def test_a_passed_day_is_refused(world: World, checkout: Checkout) -> None:
    bookable(world, checkout.apron, first="2026-11-01")
    booking = {"variants_code": checkout.apron_code, "service_use_date": "2026-11-10"}
    status, _ = checkout.shopper.refused("POST", "orders", **checkout.wants(), bookings=[booking])
    assert status == 422


def test_a_bookable_item_needs_a_day_and_others_take_none(world: World, checkout: Checkout) -> None:
    status, message = checkout.shopper.refused("POST", "orders", **checkout.wants())
    assert (status, "bookings" in message) == (422, True)
    booking = {"variants_code": checkout.cup_code, "service_use_date": "2026-12-01"}
    wants = checkout.wants(aprons=0, cups=1)
    assert checkout.shopper.refused("POST", "orders", **wants, bookings=[booking])[0] == 422


def test_a_shop_that_accepts_no_bookings_asks_for_none(world: World, checkout: Checkout) -> None:
    world.put("orderform/setting", reservation_order="F")
    checkout.order()
    assert listed(world) == []


def test_the_estimate_names_what_has_to_be_booked(world: World, checkout: Checkout) -> None:
    wants = checkout.wants(cups=1)
    wants.pop("receiver")
    [item] = checkout.shopper.send("POST", "orders/estimate", **wants)["bookable_items"]
    assert item["variant_code"] == checkout.apron_code
    assert item["service_available_end_date"] == "2026-12-24T00:00:00+09:00"


def test_the_list_is_sorted_and_paged(world: World, checkout: Checkout) -> None:
    late = book(checkout, "2026-12-20")
    world.stage.clock.pass_(60)
    early = book(checkout, "2026-12-01")
    assert listed(world) == [early, late]
    assert listed(world, sort="service_use_date") == [late, early]
    assert listed(world, sort="service_use_date", order="asc") == [early, late]
    assert listed(world, limit=1, offset=1) == [late]


@pytest.mark.both_stores
def test_every_filter_finds_its_items_only(world: World, checkout: Checkout) -> None:
    one = book(checkout, "2026-12-20")
    other = book(checkout, "2026-12-01")
    pay(world, one)
    supplier = world.get(f"orders/{one}/items")["items"][0]["supplier_id"]
    both = sorted([one, other])
    december = {"start_date": "2026-12-02", "end_date": "2026-12-31"}
    year = {"start_date": "2026-01-01", "end_date": "2026-12-31"}
    for filters, expected in (
        ({"date_type": "service_use_date", **december}, [one]),
        ({"date_type": "pay_date", **year}, [one]),
        (year, both),
        ({"order_id": one}, [one]),
        ({"order_item_code": f"{other}-01"}, [other]),
        ({"buyer_name": "Hana Kim"}, both),
        ({"buyer_name": "Nobody"}, []),
        ({"member_id": HANA}, both),
        ({"member_id": "nobody"}, []),
        ({"member_email": "hana@example.com"}, both),
        ({"buyer_email": "other@example.com"}, []),
        ({"buyer_cellphone": "010-0000-0000"}, both),
        ({"product_no": checkout.apron}, both),
        ({"product_no": checkout.cup}, []),
        ({"order_status": "N00"}, [other]),
        ({"payment_status": "P"}, [one]),
        ({"payment_status": "F"}, [other]),
        ({"receiver_name": "Min Kim"}, both),
        ({"receiver_cellphone": "010-9999-9999"}, []),
        ({"receiver_cellphone": "010-1111-1111"}, both),
        ({"receiver_cellphone": "+82 10 1111 1111"}, both),
        ({"buyer_cellphone": "01000000000"}, both),
        ({"supplier_id": supplier}, both),
        ({"supplier_id": "S0000ZZZ"}, []),
        ({"supplier_name": "Nobody"}, []),
    ):
        assert sorted(listed(world, **filters)) == expected, filters


def test_the_member_of_a_booking_is_erased(world: World, checkout: Checkout) -> None:
    book(checkout, "2026-12-01")
    do(world, lambda call: data_subject_rules.erase(call, HANA))
    assert "Hana Kim" not in str(world.get("reservations"))
