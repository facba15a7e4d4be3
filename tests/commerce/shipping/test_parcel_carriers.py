"""The carrier of a parcel by its code and number, in every operation that takes a code."""

from typing import Any

import pytest

from openmall.commerce.shipping import parcel_carriers
from openmall.commerce.shipping.carrier_shape import Carrier
from openmall.contract.fields import fields_of
from tests.commerce.order.order_setup import order, pay, wanted
from tests.commerce.product.stock_setup import stocked
from tests.commerce.shipping.test_carriers import add
from tests.every_operation.registry_rows import every_row
from tests.world import World

FIELD = "shipping_company_code"
SENT = {"tracking_no": "1", "status": "shipping"}


def carrier(number: int, code: str, name: str, default: Any = "F") -> Carrier:
    return Carrier(
        shop_no=1,
        carrier_id=number,
        shipping_carrier_code=code,
        shipping_carrier=name,
        default_shipping_carrier=default,
    )


OWN = (
    carrier(1, "0001", "Van"),
    carrier(2, "0001", "Bike", "T"),
    carrier(3, "0002", "Our CJ"),
)


@pytest.mark.parametrize(
    ("code", "number", "kept", "name"),
    [
        ("0001", 1, "", "Van"),
        ("0001", 3, "", "Our CJ"),  # all can be named by the code of others
        ("0001", 0, "", ""),  # which one of today's it was is not known
        ("0001", 9, "Cart", "Cart"),  # removed since
        ("0002", 0, "", "Our CJ"),
        ("0002", 9, "", "Our CJ"),
        ("0003", 1, "", "Hanjin"),  # the code was changed after the number
        ("0018", 0, "", ""),
        ("CJ", 0, "", "CJ"),  # of a former version
        ("", 0, "", ""),
    ],
)
def test_the_carrier_of_a_parcel(code: str, number: int, kept: str, name: str) -> None:
    assert parcel_carriers.of_parcel(OWN, code=code, carrier_id=number, name=kept).name == name


def test_a_code_alone_names_the_default_before_others() -> None:
    named = [parcel_carriers.chosen(OWN, code).name for code in ("0001", "0002", "0003", "0018")]
    assert named == ["Bike", "Our CJ", "Hanjin", ""]


def paid(world: World) -> str:
    number = order(world, wanted(stocked(world, 9)[1]))
    pay(world, number)
    return number


def test_every_operation_with_a_carrier_refuses_what_is_no_code(world: World) -> None:
    taking = {
        (row.method, row.path)
        for api, row in every_row()
        if api.name == "admin" and FIELD in fields_of(row.takes)
    }
    sent, open_order = paid(world), paid(world)
    world.post(f"orders/{sent}/shipments", **SENT, **{FIELD: "0018"})
    path = f"orders/{sent}/shipments"
    parcel = world.get(path)["shipments"][0]["shipping_code"]
    new, named = {**SENT, "order_id": open_order}, {"shipping_code": parcel}
    calls: dict[tuple[str, str], tuple[str, dict[str, Any]]] = {
        ("POST", "orders/{order_id}/shipments"): (f"orders/{open_order}/shipments", SENT),
        ("PUT", "orders/{order_id}/shipments/{shipping_code}"): (f"{path}/{parcel}", {}),
        ("POST", "shipments"): ("shipments", new),
        ("PUT", "shipments"): ("shipments", named),
        ("POST", "fulfillments"): ("fulfillments", new),
    }
    assert taking == calls.keys()
    before = [world.get(f"orders/{each}/shipments") for each in (sent, open_order)]
    for (method, _), (address, body) in calls.items():
        bulk = "{" not in _ and address in ("shipments", "fulfillments")
        for code in ("CJ", "", "00012", "१२३४", "x" * 10_000):
            request = {**body, FIELD: code}
            json = {"requests": [request]} if bulk else {"request": request}
            answer = world.call(method, address, json=json)
            assert answer.status_code == 422, (address, code, answer.text)
            assert answer.json()["error"]["more_info"]["parameter"] == FIELD
            assert answer.json()["error"]["more_info"]["reason"] == "no_such"
    assert [world.get(f"orders/{each}/shipments") for each in (sent, open_order)] == before
    # a code of the platform's list that is not built in passes
    assert before[0]["shipments"][0][FIELD] == "0018"


def test_a_number_names_one_of_the_shop_with_this_code(world: World) -> None:
    add(world, "0006")
    van = add(world, "0001", shipping_carrier="Van")["carrier_id"]
    number = paid(world)
    path = f"orders/{number}/shipments"

    def ship(code: str, carrier_id: int) -> Any:
        request = {**SENT, FIELD: code, "carrier_id": carrier_id}
        return world.call("POST", path, json={"request": request})

    unknown, other = ship("0001", 99), ship("0006", van)
    assert (unknown.status_code, other.status_code) == (422, 422)
    assert unknown.json()["error"]["more_info"]["parameter"] == "carrier_id"
    assert other.json()["error"]["more_info"]["reason"] == "carrier_has_other_code"
    assert world.get(path)["shipments"] == []

    assert ship("0001", van).json()["shipments"][0]["carrier_id"] == van
    [item] = world.get(f"orders/{number}/items")["items"]
    assert (item["shipping_company_id"], item["shipping_company_name"]) == (str(van), "Van")
    assert [each["order_id"] for each in world.get(
        "orders", carrier_id=van, start_date="2026-11-01", end_date="2026-11-30")["orders"]
    ] == [number]  # fmt: skip

    parcel = world.get(path)["shipments"][0]["shipping_code"]
    world.put(f"{path}/{parcel}", shipping_company_code="0006")
    [item] = world.get(f"orders/{number}/items")["items"]
    assert (item["shipping_company_id"], item["shipping_company_name"]) == ("1", "Logen")
    world.call("DELETE", f"{path}/{parcel}")
    [item] = world.get(f"orders/{number}/items")["items"]
    assert (item["shipping_company_id"], item["shipping_company_name"], item[FIELD]) == ("", "", "")
