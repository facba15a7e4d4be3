"""Who gets an order and who placed it may be changed, and what it was before is remembered."""

from typing import Any

from tests.commerce.order.order_detail_setup import log, refused, ship, told
from tests.commerce.order.order_setup import order, paid, wanted
from tests.commerce.product.stock_setup import stocked
from tests.world import World

RECEIVER = {
    "shop_no": 1,
    "name": "Min Kim",
    "name_furigana": "",
    "phone": "",
    "cellphone": "010-1111-1111",
    "virtual_phone_no": None,
    "zipcode": "04524",
    "address1": "1 Sejong-daero",
    "address2": "Room 3",
    "name_en": None,
    "city_en": None,
    "state_en": None,
    "street_en": None,
    "country_code": "KR",
    "country_name": None,
    "country_name_en": None,
    "shipping_message": "Leave it at the door",
    "clearance_information_type": None,
    "clearance_information": "",
    "wished_delivery_date": "",
    "wished_delivery_time": None,
}


def put(world: World, path: str, **request: Any) -> Any:
    return world.call("PUT", path, json={"request": request})


def test_a_receiver_is_changed_and_what_it_was_is_remembered(world: World) -> None:
    number = order(world, wanted(stocked(world, 5)[1]))
    parcel = f"D-{number}-00"
    assert world.get(f"orders/{number}/receivers") == {
        "receivers": [{**RECEIVER, "shipping_code": parcel}]
    }

    world.stage.clock.pass_(60)
    answer = world.put(
        f"orders/{number}/receivers/{parcel}",
        name="Sora Lee",
        country_code="US",
        address_state="Oregon",
        address_city="Bend",
        wished_delivery_date="2026-12-24",
        wished_delivery_time={"start_hour": "08", "end_hour": "12"},
    )

    expected = {**RECEIVER, "name": "Sora Lee", "country_code": "US", "country_name": "미국"}
    assert answer["receiver"] == {
        **expected,
        "country_name_en": "United States",
        "address_state": "Oregon",
        "address_city": "Bend",
        "address_street": "1 Sejong-daero",
        "address_full": "1 Sejong-daero Room 3",
        "wished_delivery_date": "2026-12-24",
        "use_fast_delivery_date": "F",
        "wished_delivery_time": {"start_hour": "08", "end_hour": "12"},
        "use_fast_delivery_time": "F",
    }
    [now] = world.get(f"orders/{number}/receivers", shipping_code=parcel)["receivers"]
    assert (now["name"], now["wished_delivery_time"]) == ("Sora Lee", "08-12")
    [found] = world.get("orders", receiver_name="Sora Lee", embed="receivers")["orders"]
    assert (found["order_id"], found["receivers"][0]["name"]) == (number, "Sora Lee")
    assert world.get("orders/count", receiver_name="Min Kim") == {"count": 0}
    [before] = world.get(f"orders/{number}/receivers/history")["history"]
    assert before == {
        "shop_no": 1,
        "name": "Min Kim",
        "phone": "",
        "cellphone": "010-1111-1111",
        "zipcode": "04524",
        "address1": "1 Sejong-daero",
        "address2": "Room 3",
        "address_state": "",
        "address_city": "",
        "address_street": "",
        "address_full": "1 Sejong-daero Room 3",
        "name_en": None,
        "city_en": None,
        "state_en": None,
        "street_en": None,
        "country_code": "KR",
        "country_name": None,
        "country_name_en": None,
        "shipping_message": "Leave it at the door",
        "updated_date": "2026-11-21T09:01:00+09:00",
        "user_id": "owner",
        "user_name": "Test app",
        "shipping_code": parcel,
    }
    assert told(world, 90064) == [
        (
            90064,
            {
                "event_shop_no": "1",
                "event_code": "changing_recipient_information",
                "order_id": number,
                "order_place_id": "platform",
            },
        )
    ]
    assert "Sora" not in log(world)
    assert "Min Kim" not in log(world)


def test_the_last_of_several_changes_comes_first(world: World) -> None:
    number = order(world, wanted(stocked(world, 5)[1]))
    path = f"orders/{number}/receivers/D-{number}-00"

    for name in ("Sora Lee", "Jun Park"):
        world.put(path, name=name)

    past = world.get(f"orders/{number}/receivers/history")["history"]
    assert [each["name"] for each in past] == ["Sora Lee", "Min Kim"]
    assert put(world, path, name="Jun Park").status_code == 409


def test_a_wish_is_taken_back(world: World) -> None:
    number = order(world, wanted(stocked(world, 5)[1]))
    path = f"orders/{number}/receivers/D-{number}-00"
    world.put(path, wished_delivery_date="2026-12-24", wished_delivery_time={"start_hour": "08"})

    answer = world.put(path, use_fast_delivery_date="T", use_fast_delivery_time="T")["receiver"]

    assert (answer["wished_delivery_date"], answer["use_fast_delivery_date"]) == ("", "T")
    assert (answer["wished_delivery_time"], answer["use_fast_delivery_time"]) == (None, "T")


def test_what_was_sent_keeps_its_receiver(world: World) -> None:
    _, code = stocked(world, 5)
    number = paid(world, wanted(code), wanted(code))
    world.post(
        f"orders/{number}/shipments",
        tracking_no="1",
        shipping_company_code="0001",
        status="shipping",
        order_item_code=[f"{number}-02"],
    )
    first, second = f"D-{number}-00", f"D-{number}-01"

    requests = [
        {"name": "Sora Lee"},
        {"name": "Sora Lee", "shipping_code": first},
        {"name": "Sora Lee", "shipping_code": second},
        {"name": "Sora Lee", "shipping_code": "D-1-00"},
        {"country_code": "US", "shipping_code": first},
    ]
    answer = world.call("PUT", f"orders/{number}/receivers", json={"requests": requests})

    assert answer.status_code == 207
    said = [(each.get("status"), each.get("message")) for each in answer.json()["receivers"]]
    assert said == [
        (422, "The order has several parcels."),
        (200, None),
        (422, "The parcel has been sent."),
        (404, "The parcel does not exist."),
        (200, None),
    ]
    names = [each["name"] for each in world.get(f"orders/{number}/receivers")["receivers"]]
    assert names == ["Sora Lee", "Min Kim"]
    assert len(world.get(f"orders/{number}/receivers/history")["history"]) == 2
    path = f"orders/{number}/receivers/{first}"
    message = refused(put(world, path, country_code="Atlantis"), 422)
    assert message == "There is no country Atlantis. (parameter.country_code)"


def test_a_buyer_is_changed_and_what_it_was_is_remembered(world: World) -> None:
    number = order(world, wanted(stocked(world, 5)[1]))
    world.stage.clock.pass_(60)

    answer = world.put(f"orders/{number}/buyer", name="Sora Lee", email="sora@example.com")

    same = {"phone": "02-0000-0000", "cellphone": "010-0000-0000", "customer_notification": ""}
    changed = {"shop_no": 1, "name": "Sora Lee", "email": "sora@example.com", **same}
    assert answer["buyer"] == {**changed, "order_id": number}
    who = {"updated_date": "2026-11-21T09:01:00+09:00", "user_id": "owner", "user_name": "Test app"}
    assert world.get(f"orders/{number}/buyer")["buyer"] == {
        **changed,
        **who,
        "member_id": "hana",
        "member_group_no": 1,
        "names_furigana": "",
        "company_name": "",
        "company_registration_no": "",
        "buyer_zipcode": "",
        "buyer_address1": "",
        "buyer_address2": "",
    }
    before = {"shop_no": 1, "name": "Hana Kim", "email": "hana@example.com", **same, **who}
    assert world.get(f"orders/{number}/buyer/history") == {"history": [before]}
    assert world.get("orders/count", buyer_name="Sora Lee") == {"count": 1}
    assert put(world, f"orders/{number}/buyer", name="Sora Lee").status_code == 409
    assert "ana" not in log(world)
    assert "Sora" not in log(world)


def test_a_buyer_may_be_changed_when_everything_is_sent(world: World) -> None:
    number = paid(world, wanted(stocked(world, 5)[1]))
    ship(world, number)

    world.put(f"orders/{number}/buyer", customer_notification="It is on its way")

    found = world.get(f"orders/{number}/buyer")["buyer"]
    assert found["customer_notification"] == "It is on its way"
    assert world.call("GET", "orders/20200101-0000001/buyer").status_code == 404
