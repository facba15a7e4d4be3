"""Additional fields of the checkout: asked, answered, stored with the order."""

from typing import Any

import pytest

from openmall.commerce.privacy.data_subject import rules as data_subject_rules
from tests.commerce.customer.customer_setup import do
from tests.commerce.order.checkout_setup import HANA, Checkout
from tests.commerce.product.autodisplay_setup import category
from tests.world import World

FIELD: dict[str, Any] = {
    "input_type": "T",
    "is_required": "F",
    "subject": "Engraving",
    "available_product_type": "A",
    "input_scope": "A",
}


@pytest.fixture
def checkout(world: World) -> Checkout:
    world.put("orderform/setting", orderform_additional_enabled="T")
    return Checkout(world)


def create(world: World, **said: Any) -> int:
    answer = world.call("POST", "orderform/properties", json={"requests": [{**FIELD, **said}]})
    assert answer.status_code == 201, answer.text
    return int(answer.json()["properties"][0]["orderform_property_id"])


def refused(checkout: Checkout, *answers: dict[str, Any], **said: Any) -> tuple[int, str]:
    request = {**checkout.wants(**said), "additional_order_info": list(answers)}
    answer = checkout.shopper.ask("POST", "orders", json={"request": request})
    assert checkout.world.get("orders/count")["count"] == 0
    return answer.status_code, answer.json()["error"]["more_info"].get("parameter", "")


def answered(checkout: Checkout, *answers: dict[str, Any], **said: Any) -> list[dict[str, Any]]:
    number = checkout.order(**said, additional_order_info=list(answers))["order_id"]
    stored = checkout.world.get(f"orders/{number}")["order"]["additional_order_info_list"]
    own = checkout.shopper.get(f"orders/{number}")["additional_order_info_list"]
    assert own == stored
    found: list[dict[str, Any]] = stored
    return found


def test_an_answer_is_stored_with_the_order(world: World, checkout: Checkout) -> None:
    number = create(world)
    apron = world.get(f"products/{checkout.apron}")["product"]
    assert answered(checkout, {"id": number, "value": "For Min"}) == [
        {
            "id": number,
            "name": "Engraving",
            "value": "For Min",
            "input_type": "A",
            "product_type": "A",
            "applied_product_list": [apron["product_name"]],
        }
    ]


def test_an_answer_for_each_product(world: World, checkout: Checkout) -> None:
    number = create(world, input_scope="P")
    stored = answered(
        checkout,
        {"id": number, "product_no": checkout.apron, "value": "A"},
        {"id": number, "product_no": checkout.cup, "value": "C"},
        aprons=1,
        cups=1,
    )
    assert [each["value"] for each in stored] == ["A", "C"]
    assert all(len(each["applied_product_list"]) == 1 for each in stored)


def test_without_the_setting_nothing_is_asked(world: World, checkout: Checkout) -> None:
    number = create(world, is_required="T")
    world.put("orderform/setting", orderform_additional_enabled="F")
    wants = checkout.wants()
    wants.pop("receiver")
    assert checkout.shopper.send("POST", "orders/estimate", **wants)["additional_fields"] == []
    assert refused(checkout, {"id": number, "value": "x"}) == (422, "additional_order_info.id")
    assert answered(checkout) == []


def test_the_estimate_names_what_is_asked(world: World, checkout: Checkout) -> None:
    number = create(world, input_type="R", option_values=["Yes", "No"], is_required="T")
    wants = checkout.wants()
    wants.pop("receiver")
    [asked] = checkout.shopper.send("POST", "orders/estimate", **wants)["additional_fields"]
    assert asked["orderform_property_id"] == str(number)
    assert asked["option_values"] == ["Yes", "No"]
    assert [each["product_no"] for each in asked["products"]] == [checkout.apron]


@pytest.mark.parametrize(
    ("said", "bad", "good"),
    [
        ({"max_input_length": 3}, "four", "tri"),
        ({}, "two\nlines", "one line"),
        ({"input_type": "R", "option_values": ["Yes", "No"]}, "Maybe", "No"),
        ({"input_type": "S", "option_values": ["Yes", "No"]}, "yes", "Yes"),
        ({"input_type": "D"}, "2026-02-30", "2026-02-28"),
        ({"input_type": "I"}, "24:00", "23:59"),
    ],
)
def test_unsuitable_answers_are_refused(
    world: World, checkout: Checkout, said: dict[str, Any], bad: str, good: str
) -> None:
    number = create(world, **said)
    assert refused(checkout, {"id": number, "value": bad}) == (422, "additional_order_info.value")
    [stored] = answered(checkout, {"id": number, "value": good})
    assert stored["value"] == good


def test_several_options_are_joined(world: World, checkout: Checkout) -> None:
    number = create(world, input_type="C", option_values=["Box", "Card", "Bag"])
    twice = [{"id": number, "value": "Box"}] * 2
    assert refused(checkout, *twice) == (422, "additional_order_info.id")
    [stored] = answered(checkout, {"id": number, "value": "Box"}, {"id": number, "value": "Bag"})
    assert stored["value"] == "Box, Bag"


def test_a_required_answer_must_not_be_missing_or_blank(world: World, checkout: Checkout) -> None:
    number = create(world, is_required="T")
    assert refused(checkout) == (422, "additional_order_info")
    assert refused(checkout, {"id": number, "value": "  "}) == (422, "additional_order_info")


def test_a_field_of_a_product_is_asked_of_that_product_only(
    world: World, checkout: Checkout
) -> None:
    number = create(world, available_product_type="P", product_no=checkout.cup, is_required="T")
    assert refused(checkout, {"id": number, "value": "x"}) == (422, "additional_order_info.id")
    assert refused(checkout, cups=1) == (422, "additional_order_info")
    assert answered(checkout) == []


def test_a_field_of_a_category_is_asked_of_its_products(world: World, checkout: Checkout) -> None:
    kitchen = category(world, checkout.cup)
    create(world, available_product_type="C", category_no=kitchen, is_required="T")
    assert answered(checkout) == []
    status, _ = checkout.shopper.refused("POST", "orders", **checkout.wants(cups=1))
    assert status == 422


@pytest.mark.parametrize(
    ("said", "parameter"),
    [
        ({"input_type": "R"}, "option_values"),
        ({"input_type": "C", "option_values": ["A", "A"]}, "option_values"),
        ({"available_product_type": "P"}, "product_no"),
        ({"available_product_type": "P", "product_no": 999999}, "product_no"),
        ({"available_product_type": "C", "category_no": 999999}, "category_no"),
    ],
)
def test_a_field_nobody_could_answer_is_refused(
    world: World, said: dict[str, Any], parameter: str
) -> None:
    answer = world.call("POST", "orderform/properties", json={"requests": [{**FIELD, **said}]})
    assert (answer.status_code, parameter in answer.text) == (422, True)
    assert world.get("orderform/properties")["properties"] == []


def test_a_deleted_field_is_not_asked_and_its_answers_stay(
    world: World, checkout: Checkout
) -> None:
    number = create(world)
    order_id = checkout.order(additional_order_info=[{"id": number, "value": "Min"}])["order_id"]
    assert world.call("DELETE", f"orderform/properties/{number}").status_code == 200
    assert world.get("orderform/properties")["properties"] == []
    [kept] = world.get(f"orders/{order_id}")["order"]["additional_order_info_list"]
    assert kept["value"] == "Min"


def test_answers_are_erased_with_the_customer(world: World, checkout: Checkout) -> None:
    number = create(world)
    order_id = checkout.order(additional_order_info=[{"id": number, "value": "Secret"}])["order_id"]
    do(world, lambda call: data_subject_rules.erase(call, HANA))
    assert "Secret" not in str(world.get(f"orders/{order_id}"))
