"""Promotions, carriers and other definitions become what they were, and are announced."""

from typing import Any

import pytest

from openmall.access.oauth import apps as registered_apps
from tests.commerce.promotion.code_setup import code
from tests.commerce.promotion.coupon_setup import coupon, give, members, shown
from tests.commerce.promotion.test_benefits import SAID as BENEFIT
from tests.commerce.shipping.test_carriers import add as carrier
from tests.commerce.shipping.test_carriers import defaults
from tests.commerce.undo.undo_calls import decide, newest, undo
from tests.world import World


def events(world: World) -> list[int]:
    found: list[dict[str, Any]] = world.get("webhooks/events", limit=100)["events"]
    return [each["event_no"] for each in found]


def undone(world: World) -> None:
    answer = undo(world, newest(world)["write_no"])
    assert answer.status_code == 201, answer.text


def test_a_benefit_goes_changes_back_and_comes_back(world: World) -> None:
    number = world.post("benefits", **BENEFIT)["benefit"]["benefit_no"]
    undone(world)
    assert world.call("GET", f"benefits/{number}").status_code == 404
    assert events(world)[-1] == 90050

    number = world.post("benefits", **BENEFIT)["benefit"]["benefit_no"]
    before = world.get(f"benefits/{number}")
    world.put(f"benefits/{number}", benefit_name="Winter")
    undone(world)
    assert world.get(f"benefits/{number}") == before
    assert events(world)[-1] == 90048

    world.call("DELETE", f"benefits/{number}")
    undone(world)
    assert world.get(f"benefits/{number}") == before
    assert events(world)[-1] == 90047


def test_a_coupon_that_nobody_has_goes(world: World) -> None:
    number = coupon(world)
    undone(world)

    assert world.get("coupons", coupon_no=number, deleted="T,F")["coupons"] == []
    assert events(world)[-1] == 90152


def test_a_coupon_that_somebody_has_is_a_conflict(world: World) -> None:
    members(world, "haneul")
    number = coupon(world)
    write_no = newest(world)["write_no"]
    give(world, number, "haneul")

    answer = undo(world, write_no)

    [conflict] = answer.json()["error"]["more_info"]["conflicts"]
    assert (conflict["resource"], conflict["fields"]) == ("coupon", ["issued"])
    assert shown(world, number)["deleted"] == "F"


def test_a_deleted_and_a_stopped_coupon_are_issued_again(world: World) -> None:
    number = coupon(world)
    world.put(f"coupons/{number}", deleted="D")
    undone(world)
    assert shown(world, number)["deleted"] == "F"
    assert events(world)[-1] == 90153

    world.put(f"coupons/{number}", status="pause")
    assert shown(world, number)["is_stopped_issued_coupon"] == "T"
    undone(world)
    assert shown(world, number)["is_stopped_issued_coupon"] == "F"
    assert events(world)[-1] == 90154


def test_a_discount_code_and_another_with_its_name(world: World) -> None:
    number = code(world)
    world.call("DELETE", f"discountcodes/{number}")
    write_no = newest(world)["write_no"]
    code(world)

    answer = undo(world, write_no)

    assert answer.status_code == 409
    assert "another one has its name" in answer.json()["error"]["message"]
    undone(world)
    assert undo(world, write_no).status_code == 201
    assert world.get(f"discountcodes/{number}")["discountcode"]["discount_code"] == "SPRING"


def test_fees_of_a_carrier_come_back_with_it(world: World) -> None:
    domestic = {"shipping_fee_type": "R", "shipping_fee": "4000.00"}
    number = carrier(
        world,
        shipping_fee_setting="T",
        shipping_fee_setting_detail={"shipping_fee_setting_domestic": domestic},
    )["carrier_id"]
    before = world.get(f"carriers/{number}")
    carrier(world, "0004")

    world.call("DELETE", f"carriers/{number}", params={"delete_default_carrier": "T"})
    undone(world)

    assert before["carrier"]["shipping_fee_setting"] == "T"
    assert world.get(f"carriers/{number}") == before


def test_a_carrier_and_the_default(world: World) -> None:
    first = carrier(world)["carrier_id"]
    second = carrier(world, "0004")["carrier_id"]
    world.put(f"carriers/{second}", default_shipping_carrier="T")
    undone(world)
    assert defaults(world) == {first: "T", second: "F"}
    assert events(world)[-1] == 90101

    world.call("DELETE", f"carriers/{first}", params={"delete_default_carrier": "T"})
    assert defaults(world) == {second: "T"}
    undone(world)
    assert defaults(world) == {first: "T", second: "F"}
    assert events(world)[-1] == 90100

    carrier(world, "0005")
    undone(world)
    assert defaults(world) == {first: "T", second: "F"}
    assert events(world)[-1] == 90102


def test_a_supplier_goes_unless_products_are_of_it(world: World) -> None:
    made = world.post("suppliers", supplier_name="Nuri")["supplier"]
    supplier = made["supplier_code"]
    write_no = newest(world)["write_no"]
    number = world.product(supplier_code=supplier)["product_no"]

    answer = undo(world, write_no)

    [conflict] = answer.json()["error"]["more_info"]["conflicts"]
    assert conflict["fields"] == ["products"]
    decided = undo(world, write_no, decisions=decide("supplier", conflict["object"], "revert"))
    assert decided.status_code == 201, decided.text
    assert events(world)[-1] == 90093
    assert world.get(f"products/{number}")["product"]["supplier_code"] != supplier


def test_a_deleted_supplier_comes_back_with_its_products(world: World) -> None:
    supplier = world.post("suppliers", supplier_name="Nuri")["supplier"]["supplier_code"]
    number = world.product(supplier_code=supplier)["product_no"]
    world.call("DELETE", f"suppliers/{supplier}")

    undone(world)

    assert world.get(f"products/{number}")["product"]["supplier_code"] == supplier
    assert world.get(f"suppliers/{supplier}")["supplier"]["supplier_name"] == "Nuri"
    assert events(world)[-1] == 90090


@pytest.mark.parametrize("gone", [False, True])
def test_a_script_comes_back_as_long_as_its_app_is_there(world: World, gone: bool) -> None:
    app = world.install(restricted=True)
    sent = {"src": "https://widget.example.com/w.js", "display_location": ["MAIN"]}
    made = world.call("POST", "scripttags", json={"request": sent}, app=app)
    number = made.json()["scripttag"]["script_no"]
    world.call("DELETE", f"scripttags/{number}", app=app)
    write_no = newest(world)["write_no"]
    if gone:
        client_id = app.credentials.client_id
        clock = world.stage.clock
        world.in_transaction(lambda db: registered_apps.remove(db, clock, client_id))

    answer = undo(world, write_no)

    assert answer.status_code == (409 if gone else 201), answer.text
