"""Variants through the admin API: their order, price, stock, and their end."""

from typing import Any

from openmall.contract import api_versions
from tests.commerce.product.stock_setup import ledger, sold_out, stocked
from tests.world import World

OLD = {api_versions.HEADER: "2024-03-01"}
NEW = {api_versions.HEADER: "2026-03-01"}


def two(world: World) -> tuple[int, list[str]]:
    options = [{"name": "Colour", "value": "Sand,Ink"}]
    number = world.product(has_option="T", options=options)["product_no"]
    return number, codes(world, number)


def codes(world: World, number: int) -> list[str]:
    found = world.get(f"products/{number}/variants")["variants"]
    return [variant["variant_code"] for variant in found]


def changed(world: World, path: str, headers: dict[str, str], **request: Any) -> Any:
    answer = world.call("PUT", path, headers=headers, json={"request": request})
    assert answer.status_code == 200, answer.text
    return answer.json()["variant"]


def test_variants_are_listed_in_their_order_and_then_in_that_of_their_codes(world: World) -> None:
    number, [first, second] = two(world)

    made = changed(world, f"products/{number}/variants/{first}", NEW, display_order=2)

    assert made["display_order"] == 2
    assert codes(world, number) == [second, first]
    embedded = world.get(f"products/{number}", embed="variants")["product"]["variants"]
    assert [variant["variant_code"] for variant in embedded] == [second, first]


def test_order_and_price_are_told_and_taken_since_2026_03_01(world: World) -> None:
    number, [first, _] = two(world)
    path = f"products/{number}/variants/{first}"
    sent = {"display_order": 7, "supply_price": "9999999999", "selling": "F"}

    before = changed(world, path, OLD, **sent)
    assert before.keys().isdisjoint({"display_order", "supply_price"})
    untouched = world.call("GET", path, headers=NEW).json()["variant"]
    assert (untouched["display_order"], untouched["supply_price"]) == (1, "0.00")

    after = changed(world, path, NEW, **sent)
    assert (after["display_order"], after["supply_price"]) == (7, "9999999999.00")
    read = world.call("GET", path, headers=OLD).json()["variant"].keys()
    assert read - {"sold_out"} == before.keys() - {"inventories", "duplicated_custom_variant_code"}
    for headers, told in ((OLD, False), (NEW, True)):
        answer = world.call(
            "GET", f"products/{number}", headers=headers, params={"embed": "variants"}
        )
        [*_, variant] = answer.json()["product"]["variants"]
        assert ("supply_price" in variant, "display_order" in variant) == (told, told)


def test_an_update_tells_whether_another_variant_has_the_same_code_of_its_own(
    world: World,
) -> None:
    number, [first, second] = two(world)
    other, [elsewhere, _] = two(world)

    def told(product: int, code: str, own: str) -> str:
        path = f"products/{product}/variants/{code}"
        return str(
            changed(world, path, NEW, custom_variant_code=own)["duplicated_custom_variant_code"]
        )

    assert told(number, first, "KITE-1") == "F"
    assert told(number, second, "KITE-2") == "F"
    assert told(number, second, "KITE-1") == "T"
    assert told(other, elsewhere, "KITE-1") == "T"
    assert told(number, second, "") == "F"
    read = world.get(f"products/{number}/variants/{first}")["variant"]
    assert "duplicated_custom_variant_code" not in read


def test_shoppers_are_not_told_what_a_variant_costs_the_merchant(world: World) -> None:
    number, [first, _] = two(world)
    changed(world, f"products/{number}/variants/{first}", NEW, supply_price="500")
    single, several = f"/api/v2/products/{number}", "/api/v2/products"

    for path in (single, several):
        answer = world.request(
            "GET", path, params={"embed": "variants"}, auth=world.full.basic, headers=NEW
        )
        body = answer.json()
        product = body["product"] if path == single else body["products"][0]
        assert [variant["display_order"] for variant in product["variants"]] == [1, 1]
        assert "supply_price" not in answer.text


def test_stock_is_read_and_changed_on_its_own(world: World) -> None:
    number, [first, _] = two(world)
    path = f"products/{number}/variants/{first}/inventories"
    app = world.full.credentials.client_id
    fresh = {
        "shop_no": 1,
        "variant_code": first,
        "use_inventory": "F",
        "important_inventory": "A",
        "inventory_control_type": "B",
        "display_soldout": "F",
        "quantity": 0,
        "safety_inventory": 0,
        "origin_code": "",
    }
    assert world.get(path) == {"inventory": fresh}
    wanted = {
        "use_inventory": "T",
        "important_inventory": "B",
        "inventory_control_type": "A",
        "display_soldout": "T",
        "quantity": 12,
        "safety_inventory": 2,
        "origin_code": "W00000BT",
    }

    answer = world.put(path, **wanted)

    assert answer == {"inventory": {**fresh, **wanted}}
    assert world.get(path) == answer
    variant = world.get(f"products/{number}/variants/{first}")["variant"]
    assert {name: variant[name] for name in wanted if name != "origin_code"} == {
        name: value for name, value in wanted.items() if name != "origin_code"
    }
    assert ledger(world) == [(first, 1, 0, 12, "set", app)]


def test_identical_stock_is_409_and_leaves_no_entry(world: World) -> None:
    number, code = stocked(world, 3)
    path = f"products/{number}/variants/{code}/inventories"
    before = ledger(world)

    again = world.call("PUT", path, json={"request": {"quantity": 3}})

    assert (again.status_code, ledger(world)) == (409, before)
    assert world.put(path, origin_code="W00000BT")["inventory"]["origin_code"] == "W00000BT"
    assert ledger(world) == before


def test_stock_that_is_used_up_makes_the_product_sold_out_in_every_language(world: World) -> None:
    number, code = stocked(world, 1)
    path = f"products/{number}/variants/{code}/inventories"

    world.put(path, 2, quantity=0)
    assert sold_out(world, number) == ["T", "T"]

    world.put(path, quantity=1)
    assert sold_out(world, number) == ["F", "F"]


def test_a_deleted_variant_is_gone_and_the_others_keep_what_they_have(world: World) -> None:
    number, [first, second] = two(world)
    world.put(f"products/{number}/variants/{first}", quantity=4)
    world.put(f"products/{number}/variants/{second}", quantity=9)
    kept = world.get(f"products/{number}/variants/{second}")
    app = world.full.credentials.client_id

    gone = world.call("DELETE", f"products/{number}/variants/{first}")

    assert gone.json() == {"variant": {"product_no": number, "variant_code": first}}
    assert world.call("GET", f"products/{number}/variants/{first}").status_code == 404
    assert world.get(f"products/{number}/variants/{second}") == kept
    assert ledger(world) == [
        (first, 1, 0, 4, "set", app),
        (first, 2, 4, 0, "removed", ""),
        (second, 1, 0, 9, "set", app),
    ]


def test_the_last_variant_of_a_product_cannot_be_deleted(world: World) -> None:
    number, code = stocked(world, 3)

    refused = world.call("DELETE", f"products/{number}/variants/{code}")

    assert (refused.status_code, codes(world, number)) == (422, [code])
    assert refused.json()["error"]["message"].endswith("(parameter.variant_code)")


def test_deleting_what_could_still_be_bought_makes_the_product_sold_out(world: World) -> None:
    number, [first, second] = two(world)
    none_left = {"use_inventory": "T", "display_soldout": "T", "quantity": 0}
    world.put(f"products/{number}/variants/{first}", **none_left)
    assert sold_out(world, number) == ["F", "F"]

    world.call("DELETE", f"products/{number}/variants/{second}")

    assert sold_out(world, number) == ["T", "T"]
