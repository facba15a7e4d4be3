"""Users of suppliers: they sign in to the back office, until their supplier or they go."""

from typing import Any

from openmall.access import passwords
from openmall.access.malls import rules as mall_rules
from tests.commerce.collection.collection_setup import refusal
from tests.world import World

PERSON: dict[str, Any] = {"password": "correct horse", "permission_shop_no": [1, 2]}
OLD = {"X-Platform-Api-Version": "2024-03-01"}
NEW = {"X-Platform-Api-Version": "2026-03-01"}


def farm(world: World, **said: Any) -> dict[str, Any]:
    world.post("suppliers", supplier_name="Hill Farm")
    user = {"user_id": "farm1", "supplier_code": "S000000A", **PERSON, **said}
    made: dict[str, Any] = world.post("suppliers/users", **user)["user"]
    return made


def manager(world: World, user_id: str = "farm1") -> mall_rules.Manager | None:
    return world.in_transaction(lambda db: mall_rules.manager(db, user_id))


def test_a_user_may_sign_in_as_a_supplier(world: World) -> None:
    world = world.speaking("2024-03-01")
    names = [{"shop_no": 2, "user_name": "Kim"}, {"shop_no": 1, "user_name": "김"}]

    made = farm(world, user_name=names)

    assert made == {
        "user_id": "farm1",
        "supplier_code": "S000000A",
        "user_name": names,
        "nick_name": [],
        "use_nick_name_icon": "F",
        "use_writer_name_icon": "F",
        "email": "",
        "phone": "",
        "permission_shop_no": [1, 2],
        "permission_category_select": "T",
        "permitted_category_list": [],
        "permission_product_modify": "T",
        "permission_product_display": "T",
        "permission_product_selling": "T",
        "permission_product_delete": "T",
        "permission_board_manage": "F",
        "permission_amount_inquiry": "F",
        "permission_order_menu": "T",
    }
    found = manager(world)
    assert found is not None
    assert (found.name, found.manager_type) == ("김", "S")
    assert passwords.matches("correct horse", found.password_hash)
    assert "correct horse" not in str(world.get("activitylogs", limit=1, **TODAY))


TODAY = {"start_date": "2026-11-21", "end_date": "2026-11-21"}


def test_a_user_has_a_name_and_a_supplier_in_each_language(world: World) -> None:
    farm(world, user_name=[{"shop_no": 2, "user_name": "Kim"}])
    world.put("suppliers/S000000A", 2, supplier_name="The hill farm")

    ours = world.get("suppliers/users/farm1")["user"]
    theirs = world.get("suppliers/users/farm1", shop_no=2)["user"]

    assert (ours["user_name"], ours["supplier_name"]) == ("", "Hill Farm")
    assert (theirs["user_name"], theirs["supplier_name"]) == ("Kim", "The hill farm")
    assert "password" not in ours


def test_users_are_found_by_who_they_are_and_whose(world: World) -> None:
    farm(world)
    world.post("suppliers/users", user_id="own1", supplier_code="S0000000", **PERSON)

    def found(**query: Any) -> list[str]:
        return [each["user_id"] for each in world.get("suppliers/users", **query)["users"]]

    assert found() == ["farm1", "own1"]
    assert found(user_id="FARM1") == ["farm1"]
    assert found(supplier_code="S0000000") == ["own1"]
    assert found(supplier_name="own", shop_no=2) == ["own1"]
    assert found(supplier_name="hill") == ["farm1"]
    assert world.get("suppliers/users/count", supplier_name="hill") == {"count": 1}


def test_a_new_password_replaces_the_old_one_and_names_stay(world: World) -> None:
    farm(world)

    body = {"request": {"password": "staple battery"}}
    assert world.call("PUT", "suppliers/users/farm1", json=body).status_code == 200

    found = manager(world)
    assert found is not None
    assert passwords.matches("staple battery", found.password_hash)
    world.put("suppliers/users/farm1", email="kim@example.com")
    after = manager(world)
    assert after == found


def test_nobody_takes_the_name_of_a_manager(world: World) -> None:
    farm(world)

    body = {"user_id": "farm1", "supplier_code": "S0000000", **PERSON}
    answer = world.call("POST", "suppliers/users", json={"request": body})

    assert refusal(answer, 422) == "There is a user of this name already. (parameter.user_id)"
    assert world.get("suppliers/users/count") == {"count": 1}


def test_a_user_is_of_a_supplier_shops_and_categories_there_are(world: World) -> None:
    wrong: dict[str, Any] = {
        "supplier_code": "S00000ZZ",
        "permission_shop_no": [3],
        "permitted_category_list": [99],
    }

    for name, value in wrong.items():
        body = {"user_id": "farm9", "supplier_code": "S0000000", **PERSON, name: value}
        answer = world.call("POST", "suppliers/users", json={"request": body})
        assert refusal(answer, 422).endswith(f"(parameter.{name})")
    assert manager(world, "farm9") is None


def test_who_is_deleted_can_no_longer_sign_in_and_leaves_no_settings(world: World) -> None:
    farm(world)
    world.put("shipping/suppliers/farm1", shipping_fee_type="R", shipping_fee="3000")

    gone = world.call("DELETE", "suppliers/users/farm1")

    assert gone.json() == {"user": {"user_id": "farm1"}}
    assert manager(world) is None
    world.post("suppliers/users", user_id="farm1", supplier_code="S000000A", **PERSON)
    assert world.get("shipping/suppliers/farm1")["supplier"]["shipping_fee_type"] == "T"


def test_earlier_versions_know_no_pages_and_fewer_permissions(world: World) -> None:
    farm(world, permission_order_cs="T")
    for at in range(11):
        world.post("suppliers/users", user_id=f"more{at}", supplier_code="S000000A", **PERSON)

    old = world.call("GET", "suppliers/users", headers=OLD).json()["users"]
    new = world.call("GET", "suppliers/users", headers=NEW).json()["users"]
    before = world.call("GET", "suppliers/users/farm1", headers=OLD).json()["user"]
    after = world.call("GET", "suppliers/users/farm1", headers=NEW).json()["user"]

    assert (len(old), len(new)) == (12, 10)
    added = {
        "permission_order_cs",
        "permission_order_refund",
        "permission_delivery_fee_inquiry",
    }
    assert after.keys() - before.keys() == added
