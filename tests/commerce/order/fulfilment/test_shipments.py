"""Items are sent, together or in several parcels."""

from typing import Any

from tests.commerce.order.order_setup import paid, states, wanted
from tests.commerce.product.stock_setup import stocked
from tests.world import World


def send(world: World, number: str, *items: int, **more: Any) -> dict[str, Any]:
    request: dict[str, Any] = {
        "tracking_no": "111122223333",
        "shipping_company_code": "0001",
        "status": "shipping",
        **more,
    }
    if items:
        request["order_item_code"] = [f"{number}-{each:02d}" for each in items]
    [made] = world.post(f"orders/{number}/shipments", **request)["shipments"]
    found: dict[str, Any] = made
    return found


def test_a_whole_order_travels_in_its_one_parcel(world: World) -> None:
    _, code = stocked(world, 5)
    number = paid(world, wanted(code), wanted(code))

    made = send(world, number)

    assert made == {
        "shop_no": 1,
        "shipping_code": f"D-{number}-00",
        "order_id": number,
        "status": "shipping",
        "tracking_no": "111122223333",
        "shipping_company_code": "0001",
        "order_item_code": [f"{number}-01", f"{number}-02"],
        "carrier_id": 0,
    }
    assert states(world, number) == ["N30", "N30"]
    order = world.get(f"orders/{number}", embed="items")["order"]
    assert order["shipping_status"] == "M"
    assert {item["tracking_no"] for item in order["items"]} == {"111122223333"}
    assert order["items"][0]["shipped_date"] == "2026-11-21T09:00:00+09:00"


def test_items_can_be_sent_one_by_one(world: World) -> None:
    _, code = stocked(world, 5)
    number = paid(world, wanted(code), wanted(code), wanted(code))

    first = send(world, number, 2)
    rest = send(world, number, tracking_no="444", status="standby")

    assert (first["shipping_code"], rest["shipping_code"]) == (
        f"D-{number}-01",
        f"D-{number}-00",
    )
    assert states(world, number) == ["N21", "N30", "N21"]
    shipments = world.get(f"orders/{number}/shipments")["shipments"]
    assert [(each["tracking_no"], each["items"]) for each in shipments] == [
        (
            "444",
            [
                {"order_item_code": f"{number}-01", "status": "standby"},
                {"order_item_code": f"{number}-03", "status": "standby"},
            ],
        ),
        ("111122223333", [{"order_item_code": f"{number}-02", "status": "shipping"}]),
    ]
    receivers = world.get(f"orders/{number}", embed="receivers")["order"]["receivers"]
    assert [each["shipping_code"] for each in receivers] == [
        f"D-{number}-00",
        f"D-{number}-01",
    ]


def test_a_parcel_arrives_and_the_order_is_delivered(world: World) -> None:
    _, code = stocked(world, 5)
    number = paid(world, wanted(code))
    parcel = send(world, number)["shipping_code"]

    answer = world.put(f"orders/{number}/shipments/{parcel}", status="shipped")

    assert answer["shipment"] == {
        "shop_no": 1,
        "status": "shipped",
        "status_additional_info": "",
        "tracking_no": "111122223333",
        "shipping_company_code": "0001",
    }
    assert states(world, number) == ["N40"]
    assert world.get(f"orders/{number}")["order"]["shipping_status"] == "T"
    world.put(f"orders/{number}", purchase_confirmation="T")
    assert states(world, number) == ["N50"]


def test_what_was_sent_by_mistake_is_prepared_again(world: World) -> None:
    _, code = stocked(world, 5)
    number = paid(world, wanted(code))
    parcel = send(world, number)["shipping_code"]

    answer = world.call("DELETE", f"orders/{number}/shipments/{parcel}")

    assert answer.json()["shipment"]["order_item_code"] == [f"{number}-01"]
    assert states(world, number) == ["N20"]
    assert world.get(f"orders/{number}/shipments")["shipments"] == []
    again = world.call("DELETE", f"orders/{number}/shipments/{parcel}")
    assert again.status_code == 404


def test_what_is_not_paid_cannot_be_sent(world: World) -> None:
    _, code = stocked(world, 5)
    number = paid(world, wanted(code))
    world.call("PUT", "payments", json={"requests": [{"order_id": number, "status": "unpaid"}]})
    request = {
        "order_id": number,
        "tracking_no": "1",
        "shipping_company_code": "0001",
        "status": "shipping",
    }

    answer = world.call("POST", "shipments", json={"requests": [request]})

    assert answer.status_code == 422
    assert states(world, number) == ["N00"]
