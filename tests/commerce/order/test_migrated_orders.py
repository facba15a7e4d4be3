"""Orders of another store are kept apart from the shop's own."""

from typing import Any

import pytest

from openmall.commerce.privacy.data_subject import rules as data_subject_rules
from tests.commerce.order.order_detail_setup import refused
from tests.commerce.product.stock_setup import as_call
from tests.storefront.shopper_client import Shopper
from tests.world import World

pytestmark = pytest.mark.both_stores
PATH = "orders/migrations"
ORDER = {
    "order_id": "OLD-7",
    "order_date": "2024-05-01",
    "mileage_used": 500,
    "payment_status": "T",
    "order_status": "delivered",
    "payed_amount": "15000",
    "bank_code_name": "Old Bank",
    "bank_account_owner_name": "Hana Kim",
    "payment_method": "transfer",
    "buyer": {"name": "Hana Kim", "phone": "02-0000-0000", "cellphone": "010-0000-0000"},
    "receivers": [{"name": "Min Kim", "zipcode": "04524"}, {"name": "Sora Lee"}],
    "items": [
        {"product_name": "Kite", "option": "red", "quantity": 2, "product_price": "7500"},
        {"product_name": "String"},
    ],
}
NOTHING = {"zipcode": "", "address": "", "phone": "", "cellphone": ""}
ITEM = {
    "product_no": None,
    "option": "",
    "quantity": 1,
    "product_price": "0.00",
    "payment_status": "F",
    "order_status": "",
    "payed_amount": "0.00",
    "total_payed_amount": "0.00",
}


def write(world: World, method: str, *orders: dict[str, Any]) -> Any:
    return world.call(method, PATH, json={"requests": list(orders)})


def found(world: World, **query: Any) -> list[str]:
    return [each["order_id"] for each in world.get(PATH, **query)["migrations"]]


def test_a_migrated_order_is_listed_as_it_was_sent(world: World) -> None:
    answer = write(world, "POST", ORDER)

    expected = {
        **ORDER,
        "shop_no": 1,
        "order_date": "2024-05-01T00:00:00+09:00",
        "member_id": "",
        "mileage_used": "500.00",
        "deposit_used": "0.00",
        "payed_amount": "15000.00",
        "buyer": {**NOTHING, "email": "", "message": "", **ORDER["buyer"]},  # type: ignore[dict-item] # it is a dict
        "receivers": [
            {**NOTHING, "name": "Min Kim", "zipcode": "04524"},
            {**NOTHING, "name": "Sora Lee"},
        ],
        "items": [
            {
                **ITEM,
                "order_item_code": "OLD-7-01",
                "product_name": "Kite",
                "option": "red",
                "quantity": 2,
                "product_price": "7500.00",
            },
            {**ITEM, "order_item_code": "OLD-7-02", "product_name": "String"},
        ],
    }
    assert (answer.status_code, answer.json()) == (201, {"migrations": [expected]})
    assert world.get(PATH) == {"migrations": [expected]}


def test_it_counts_in_nothing_of_the_shop(world: World) -> None:
    write(world, "POST", ORDER)

    assert world.get("orders/count") == {"count": 0}
    assert world.get("orders/dashboard")["dashboard"]["total_order_count"] == 0
    assert found(world, shop_no=2) == []


def test_named_items_change_and_others_are_added(world: World) -> None:
    write(world, "POST", ORDER)

    change = {
        "order_id": "OLD-7",
        "buyer": {"email": "hana@example.com"},
        "receivers": [{"name": "Jin Park"}],
        "items": [
            {"order_item_code": "OLD-7-02", "quantity": 3},
            {"product_name": "Reel"},
        ],
    }
    [after] = write(world, "PUT", change).json()["migrations"]

    assert (after["buyer"]["name"], after["buyer"]["email"]) == ("Hana Kim", "hana@example.com")
    assert [each["name"] for each in after["receivers"]] == ["Jin Park"]
    names = [(e["order_item_code"], e["product_name"], e["quantity"]) for e in after["items"]]
    assert names == [("OLD-7-01", "Kite", 2), ("OLD-7-02", "String", 3), ("OLD-7-03", "Reel", 1)]
    assert found(world, receiver_name="Jin Park") == ["OLD-7"]
    assert found(world, receiver_name="Min Kim") == []
    refused(write(world, "PUT", {"order_id": "OLD-7", "buyer": {"name": "Hana Kim"}}), 409)
    own = {"order_id": "OLD-7", "items": [{"order_item_code": "X-9", "product_name": "Tail"}]}
    [after] = write(world, "PUT", own).json()["migrations"]
    assert after["items"][3:] == [{**ITEM, "order_item_code": "X-9", "product_name": "Tail"}]
    refused(write(world, "PUT", {"order_id": "OLD-8", "payment_method": "card"}), 404)


def test_filters_and_sorting_find_orders(world: World) -> None:
    write(world, "POST", ORDER, {"order_id": "B", "order_date": "2024-06-01"}, {"order_id": "C"})

    assert found(world) == ["B", "OLD-7", "C"]
    assert found(world, sort="paid_amount", limit=1) == ["OLD-7"]
    assert found(world, order="asc", offset=1) == ["OLD-7", "B"]
    assert found(world, start_date="2024-05-01", end_date="2024-05-01") == ["OLD-7"]
    for name, value in {
        "order_id": "OLD-7",
        "order_status": "delivered",
        "payment_status": "T",
        "buyer_name": "Hana Kim",
        "buyer_phone": "02-0000-0000",
        "buyer_cellphone": "010-0000-0000",
        "receiver_name": "Min Kim",
    }.items():
        assert found(world, **{name: value}) == ["OLD-7"]


def test_a_number_is_taken_once_and_free_again_after_it_is_deleted(world: World) -> None:
    write(world, "POST", ORDER)
    refused(write(world, "POST", ORDER), 422)

    answer = world.call("DELETE", f"{PATH}/OLD-7")

    assert answer.json() == {"migration": {"order_id": "OLD-7"}}
    assert found(world) == []
    refused(world.call("DELETE", f"{PATH}/OLD-7"), 404)
    assert write(world, "POST", ORDER).status_code == 201


def test_what_a_customer_ordered_elsewhere_is_erased_with_them(world: World) -> None:
    Shopper(world).sign_up()
    refused(write(world, "POST", {**ORDER, "member_id": "nobody"}), 404)
    write(world, "POST", {**ORDER, "member_id": "hana"})
    assert found(world, member_id="hana") == ["OLD-7"]

    as_call(world, lambda call: data_subject_rules.erase(call, "hana"))

    [left] = world.get(PATH)["migrations"]
    assert (left["buyer"]["name"], left["receivers"], left["bank_account_owner_name"]) == (
        "",
        [],
        "",
    )
    assert (left["order_id"], left["payed_amount"]) == ("OLD-7", "15000.00")
    assert found(world, buyer_name="Hana Kim") == []
