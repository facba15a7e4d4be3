"""What a write created is removed by the rules of its deletion; what it deleted comes back."""

from typing import Any

from openmall.commerce.personal.wishlist import rules as wishlist_rules
from tests.commerce.customer.customer_setup import do, join
from tests.commerce.product.stock_setup import ledger, quantity, stocked
from tests.commerce.undo.undo_calls import decide, differences, newest, undo
from tests.world import World


def events(world: World) -> list[int]:
    return [each["event_no"] for each in world.get("webhooks/events", limit=100)["events"]]


def found(world: World, **filters: Any) -> list[int]:
    return [each["product_no"] for each in world.get("products", **filters)["products"]]


def conflict(world: World, write_no: int) -> dict[str, Any]:
    refused = undo(world, write_no)
    assert refused.status_code == 409, refused.text
    [only] = refused.json()["error"]["more_info"]["conflicts"]
    return dict(only)


def test_a_created_product_is_deleted_and_its_number_is_not_used_again(world: World) -> None:
    number = world.product(product_name="Apron")["product_no"]
    write = newest(world)
    assert (write["operation"], write["state"]) == ("POST products", "open")

    answer = undo(world, write["write_no"])

    assert answer.status_code == 201, answer.text
    assert world.call("GET", f"products/{number}").status_code == 404
    assert found(world, product_name="Apron") == []
    assert events(world)[-1] == 90003
    assert world.product()["product_no"] == number + 1
    assert differences(world) == []


def test_a_deleted_product_comes_back_with_what_belongs_to_it(world: World) -> None:
    category = world.post("categories", category_name="Aprons")["category"]["category_no"]
    number, code = stocked(world, 7)
    world.put(
        f"products/{number}",
        product_name="Linen apron",
        product_tag=["linen"],
        add_category_no=[{"category_no": category, "recommend": "F", "new": "T"}],
    )
    world.post(f"products/{number}/memos", author_id="owner", memo="one")
    before = world.get(f"products/{number}", embed="variants,memos")["product"]
    world.call("DELETE", f"products/{number}")
    assert found(world, product_name="Linen") == []

    answer = undo(world, newest(world)["write_no"])

    assert answer.status_code == 201, answer.text
    after = world.get(f"products/{number}", embed="variants,memos")["product"]
    assert after | {"updated_date": ""} == before | {"updated_date": ""}
    assert quantity(world, number, code) == 7
    assert [entry[2:5] for entry in ledger(world)] == [
        (0, 7, "set"),
        (7, 0, "removed"),
        (0, 7, "undone"),
    ]
    assert found(world, product_name="Linen") == [number]
    assert found(world, product_tag="linen") == [number]
    assert found(world, category=category) == [number]
    assert 90001 in events(world)[-2:]
    assert differences(world) == []


def test_a_product_that_came_back_goes_again(world: World) -> None:
    number, _ = stocked(world, 7)
    world.call("DELETE", f"products/{number}")
    undo(world, newest(world)["write_no"])

    assert undo(world, newest(world)["write_no"]).status_code == 201

    assert world.call("GET", f"products/{number}").status_code == 404
    assert differences(world) == []


def test_a_created_product_that_others_changed_is_a_conflict(world: World) -> None:
    number = world.product(price="12000")["product_no"]
    write_no = newest(world)["write_no"]
    world.put(f"products/{number}", price="9900")

    shown = conflict(world, write_no)

    assert (shown["resource"], shown["object"]) == ("product", f"1,{number}")
    assert "price" in shown["fields"]
    decided = undo(world, write_no, decisions=decide("product", f"1,{number}", "revert"))
    assert decided.status_code == 201, decided.text
    assert world.call("GET", f"products/{number}").status_code == 404


def test_a_created_product_whose_stock_moved_is_a_conflict(world: World) -> None:
    number = world.product()["product_no"]
    write_no = newest(world)["write_no"]
    [variant] = world.get(f"products/{number}/variants")["variants"]
    code = variant["variant_code"]
    world.put(f"products/{number}/variants/{code}/inventories", use_inventory="T", quantity=5)

    assert conflict(world, write_no)["resource"] == "variant"

    kept = undo(world, write_no, decisions=decide("variant", f"{number},{code}", "keep"))
    assert kept.json()["write"]["reverted"] == 0
    assert quantity(world, number, code) == 5


def test_a_created_product_in_a_bundle_is_a_conflict(world: World) -> None:
    number = world.product(price="1000", display="T", selling="T")["product_no"]
    write_no = newest(world)["write_no"]
    world.post(
        "bundleproducts",
        product_name="Set",
        display="T",
        bundle_product_components=[{"product_no": number, "purchase_quantity": 2}],
        bundle_product_sales={
            "discount_value": "10",
            "discount_type": "P",
            "discount_round_unit": "F",
            "discount_round_type": "F",
        },
    )

    assert conflict(world, write_no)["fields"] == ["bundles"]
    decided = undo(world, write_no, decisions=decide("product", f"1,{number}", "revert"))
    assert decided.status_code == 409
    assert "part of bundle" in decided.json()["error"]["message"]


def test_a_created_category_is_deleted_unless_something_is_in_it(world: World) -> None:
    category = world.post("categories", category_name="Aprons")["category"]["category_no"]
    write_no = newest(world)["write_no"]
    below = world.post("categories", category_name="Linen", parent_category_no=category)
    child = newest(world)["write_no"]
    world.product(add_category_no=[{"category_no": category, "recommend": "F", "new": "F"}])

    assert conflict(world, write_no)["fields"] == ["categories", "products"]
    assert undo(world, child).status_code == 201
    assert conflict(world, write_no)["fields"] == ["products"]
    decided = undo(world, write_no, decisions=decide("category", f"1,{category}", "revert"))

    assert decided.status_code == 201, decided.text
    assert events(world)[-1] == 90044
    gone = below["category"]["category_no"]
    for number in (category, gone):
        assert world.call("GET", f"categories/{number}").status_code == 404


def test_a_deleted_category_comes_back_with_its_products_and_those_below(world: World) -> None:
    category = world.post("categories", category_name="Aprons")["category"]["category_no"]
    below = world.post("categories", category_name="Linen", parent_category_no=category)
    inner = below["category"]["category_no"]
    number = world.product(add_category_no=[{"category_no": inner, "recommend": "F", "new": "F"}])[
        "product_no"
    ]
    world.call("DELETE", f"categories/{category}")

    answer = undo(world, newest(world)["write_no"])

    assert answer.status_code == 201, answer.text
    shown = world.get(f"categories/{inner}")["category"]
    assert shown["parent_category_no"] == category
    assert found(world, category=category, include_sub_category="T") == [number]
    assert 90042 in events(world)[-2:]


def test_a_category_below_one_that_is_gone_does_not_come_back(world: World) -> None:
    category = world.post("categories", category_name="Aprons")["category"]["category_no"]
    below = world.post("categories", category_name="Linen", parent_category_no=category)
    world.call("DELETE", f"categories/{below['category']['category_no']}")
    write_no = newest(world)["write_no"]
    world.call("DELETE", f"categories/{category}")

    answer = undo(world, write_no)

    assert answer.status_code == 409
    assert "belongs to a category that is gone" in answer.json()["error"]["message"]


def test_a_created_brand_is_deleted_unless_products_are_of_it(world: World) -> None:
    brand = world.post("brands", brand_name="Haneul")["brand"]["brand_code"]
    write_no = newest(world)["write_no"]
    number = world.product(brand_code=brand)["product_no"]

    assert conflict(world, write_no)["fields"] == ["products"]
    world.call("DELETE", f"products/{number}")

    assert undo(world, write_no).status_code == 201
    assert world.call("GET", f"brands/{brand}").status_code == 404


def test_a_custom_property_with_values_is_a_conflict(world: World) -> None:
    made = world.post("products/customproperties", custom_properties=[{"property_name": "Weave"}])
    write_no = newest(world)["write_no"]
    [prop] = made["product"]["custom_properties"]
    number = world.product()["product_no"]
    world.put(f"products/{number}/customproperties/{prop['property_no']}", property_value="twill")

    assert conflict(world, write_no)["fields"] == ["products"]


def test_what_customers_had_of_a_product_does_not_come_back(world: World) -> None:
    join(world)
    number = world.product(display="T", selling="T", price="1000")["product_no"]
    [variant] = world.get(f"products/{number}/variants")["variants"]
    do(world, lambda call: wishlist_rules.add(call, "haneul", variant["variant_code"]))
    world.call("DELETE", f"products/{number}")
    write_no = newest(world)["write_no"]

    shown = world.get(f"writes/{write_no}")["write"]
    assert shown["not_restored"] == [{"resource": "wish", "count": 1}]
    answer = undo(world, write_no)

    assert answer.status_code == 201, answer.text
    assert world.get(f"products/{number}")["product"]["price"] == "1000.00"


def test_places_in_categories_and_on_the_main_page_become_what_they_were(world: World) -> None:
    category = world.post("categories", category_name="Aprons")["category"]["category_no"]
    number = world.product()["product_no"]
    world.post(f"categories/{category}/products", display_group=1, product_no=[number])
    filed = newest(world)["write_no"]
    assert found(world, category=category) == [number]
    world.call("DELETE", f"categories/{category}/products/{number}", params={"display_group": 1})
    undo(world, newest(world)["write_no"])
    assert found(world, category=category) == [number]
    undo(world, newest(world)["write_no"])

    assert found(world, category=category) == []
    assert newest(world)["undoes"] == newest(world)["write_no"] - 1
    assert undo(world, filed).status_code == 409
