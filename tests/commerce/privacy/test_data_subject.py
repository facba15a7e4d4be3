"""A person asks for all that is known of them, and to be forgotten."""

from decimal import Decimal
from typing import Any

import pytest
from msgspec.structs import replace

from openmall.commerce.mileage.points import ledger as point_ledger
from openmall.commerce.privacy.data_subject import rules as data_subject_rules
from openmall.contract.errors import NotFound
from tests.commerce.customer.customer_setup import do, join
from tests.commerce.mileage.balance_setup import differences
from tests.commerce.order.order_setup import BUYER, paid, wanted
from tests.commerce.personal.cart_client import member, put
from tests.every_operation.operation_calls import rows
from tests.world import World

NAMES = ("Haneul", "haneul@example.com", "0000-0001", "Sample Road", "Hana", "hana@", "Min Kim")
PERSONAL: dict[str, Any] = {
    "name": "Kim Haneul",
    "email": "haneul@example.com",
    "cellphone": "010-0000-0001",
    "address1": "1 Sample Road",
}


def known(world: World) -> list[str]:
    """Return the tables of the mall that say something of the person."""
    return [
        table
        for table, lines in rows(world).items()
        if any(name in line for line in lines for name in NAMES)
    ]


def used(world: World) -> None:
    """Let somebody join, get points, fill a cart, and be written about."""
    join(world, **PERSONAL)
    number = world.product()["product_no"]
    put(world, number, session=member(world, "haneul"))
    [variant] = world.get(f"products/{number}/variants")["variants"]
    paid(world, wanted(variant["variant_code"]), buyer=replace(BUYER, member_id="haneul"))
    world.post("points", member_id="haneul", amount="500", type="increase")
    do(world, lambda call: point_ledger.spend(call, "haneul", Decimal(100), "20261121-0000001"))
    world.post("customers/haneul/memos", author_id="owner", memo="Haneul likes linen")


def test_everything_that_is_kept_is_handed_over(world: World) -> None:
    used(world)

    found = do(world, lambda call: data_subject_rules.export(call, "haneul"))

    assert sorted(found) == [
        "activity_log",
        "cart",
        "cart_line",
        "customer",
        "customer_balance",
        "customer_memo",
        "customer_person",
        "event",
        "mileage_entry",
        "order_item",
        "order_item_transition",
        "order_parcel",
        "order_payment",
        "shop_order",
    ]
    [person] = found["customer_person"]
    assert {name: person[name] for name in PERSONAL} == PERSONAL
    assert [each["amount"] for each in found["mileage_entry"]] == [50_000, -10_000]
    assert "password_hash" not in found["customer"][0]
    with pytest.raises(NotFound):
        do(world, lambda call: data_subject_rules.export(call, "nobody"))


def test_a_person_is_forgotten_and_the_books_stay_right(world: World) -> None:
    used(world)
    assert known(world) != []
    points, payments = rows(world)["mileage_entry"], rows(world)["order_payment"]
    [order] = world.get("orders", member_id="haneul")["orders"]

    done = do(world, lambda call: data_subject_rules.erase(call, "haneul"))
    again = do(world, lambda call: data_subject_rules.erase(call, "haneul"))

    assert (done.left, again.left) == (True, False)
    assert known(world) == []
    assert rows(world)["mileage_entry"] == points
    assert rows(world)["order_payment"] == payments
    assert world.get("orders", member_id="haneul")["orders"] == [
        {**order, "member_email": "", "billing_name": ""}
    ]
    assert differences(world) == []
    with pytest.raises(NotFound):
        do(world, lambda call: data_subject_rules.erase(call, "nobody"))
