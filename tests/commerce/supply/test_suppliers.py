"""Suppliers: made, found, changed and deleted; what happens to their products and users."""

from typing import Any

from tests.commerce.collection.collection_setup import refusal, updates
from tests.world import World

NOW = "2026-11-21T09:00:00+09:00"
PERSON: dict[str, Any] = {"password": "correct horse", "permission_shop_no": [1]}


def codes(world: World, **query: Any) -> list[str]:
    return [each["supplier_code"] for each in world.get("suppliers", **query)["suppliers"]]


def test_a_new_mall_supplies_itself_in_each_language(world: World) -> None:
    [own] = world.get("suppliers")["suppliers"]
    [english] = world.get("suppliers", shop_no=2)["suppliers"]

    assert (own["supplier_code"], own["supplier_name"]) == ("S0000000", "자체공급")
    assert english["supplier_name"] == "Own supply"
    assert (own["created_date"], own["updated_date"]) == (NOW, NOW)
    assert world.get("suppliers/count") == {"count": 1}


def test_a_supplier_is_made_with_what_a_new_one_has(world: World) -> None:
    managers = [{"no": 1, "name": "Kim", "email": "kim@example.com"}]

    made = world.post("suppliers", supplier_name="Farm", manager_information=managers)["supplier"]

    assert made["supplier_code"] == "S000000A"
    assert made["commission"] == "10.00"
    assert made["manager_information"] == [
        {"no": 1, "name": "Kim", "phone": "", "email": "kim@example.com", "use_sms": "F"}
    ]
    assert (made["status"], made["trading_type"], made["payment_method"]) == ("A", "D", None)
    assert world.get("suppliers/S000000A") == {"supplier": made}
    assert codes(world) == ["S0000000", "S000000A"]


def test_suppliers_are_found_by_parts_of_their_names(world: World) -> None:
    for name in ("Hill Farm", "Sea Works", "Hill Mill"):
        world.post("suppliers", supplier_name=name)

    assert codes(world, supplier_name="hill") == ["S000000A", "S000000C"]
    assert codes(world, supplier_name="mill,sea") == ["S000000B", "S000000C"]
    assert codes(world, supplier_code="S000000B") == ["S000000B"]
    assert world.get("suppliers/count", supplier_name="HILL") == {"count": 2}


def test_a_change_is_of_one_language_and_says_when(world: World) -> None:
    world.post("suppliers", supplier_name="Farm")
    world.stage.clock.pass_(3_600)

    changed = world.put(
        "suppliers/S000000A", 2, supplier_name="The farm", commission="12.5", payment_start_day="3"
    )["supplier"]

    assert (changed["supplier_name"], changed["commission"]) == ("The farm", "12.50")
    assert changed["payment_start_day"] == "3"
    [_, ours] = world.get("suppliers")["suppliers"]
    [_, theirs] = world.get("suppliers", shop_no=2)["suppliers"]
    assert (ours["supplier_name"], ours["updated_date"]) == ("Farm", NOW)
    assert (theirs["supplier_name"], theirs["updated_date"]) == (
        "The farm",
        "2026-11-21T10:00:00+09:00",
    )
    assert theirs["created_date"] == NOW


def test_the_malls_own_supply_is_nobodys_to_change_or_delete(world: World) -> None:
    change = world.call("PUT", "suppliers/S0000000", json={"request": {"supplier_name": "Us"}})
    delete = world.call("DELETE", "suppliers/S0000000")

    said = "The default supplier cannot be changed. (parameter.supplier_code)"
    assert refusal(change, 422) == refusal(delete, 422) == said


def test_products_name_suppliers_there_are(world: World) -> None:
    world.post("suppliers", supplier_name="Farm")

    made = world.product(supplier_code="S000000A")
    nobodys = world.call(
        "PUT", f"products/{made['product_no']}", json={"request": {"supplier_code": "S00000ZZ"}}
    )

    assert made["supplier_code"] == "S000000A"
    said = "There is no such supplier. (parameter.supplier_code)"
    assert refusal(nobodys, 422) == said


def test_a_supplier_that_goes_leaves_its_products_and_takes_its_users_along(world: World) -> None:
    world.post("suppliers", supplier_name="Farm")
    number = world.product(supplier_code="S000000A")["product_no"]
    other = world.product()["product_no"]
    world.post("suppliers/users", user_id="farm1", supplier_code="S000000A", **PERSON)
    world.stage.clock.pass_(60)
    before = len(updates(world))

    gone = world.call("DELETE", "suppliers/S000000A")

    assert gone.json() == {"supplier": {"supplier_code": "S000000A"}}
    assert codes(world) == ["S0000000"]
    for shop_no in (1, 2):
        product = world.get(f"products/{number}", shop_no=shop_no)["product"]
        assert product["supplier_code"] == "S0000000"
        assert product["updated_date"] == "2026-11-21T09:01:00+09:00"
    assert {each[1] for each in updates(world)[before:]} == {number} != {other}
    assert world.get("suppliers/users") == {"users": []}
    line = world.get("activitylogs", start_date="2026-11-21", end_date="2026-11-21")
    assert "products 1 -> 0" in line["activitylogs"][0]["content"]
