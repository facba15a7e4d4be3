"""Products through the admin API: what a merchant's app does with them."""

from typing import Any

import msgspec
import pytest
from sqlalchemy import bindparam, select

from openmall.contract.journal.tables import EVENT
from openmall.database.statements import Statement
from tests.commerce.product.stock_setup import stocked
from tests.world import Stage, World


def options() -> list[dict[str, Any]]:
    return [{"name": "Colour", "value": "Sand,Ink"}, {"name": "Size", "value": ["S", "M", "L"]}]


def test_a_created_product_is_read_back(world: World) -> None:
    made = world.product(product_name="Linen apron", price="11000", product_weight="0.35")

    read = world.get(f"products/{made['product_no']}")["product"]

    assert (made["product_no"], read["product_code"]) == (1, "P000000A")
    assert read["product_name"] == "Linen apron"
    assert (read["price"], read["price_excluding_tax"]) == ("11000.00", "10000.00")
    assert read["product_weight"] == "0.35"
    assert read["created_date"] == "2026-11-21T09:00:00+09:00"


def test_the_answer_of_a_create_is_what_the_detail_says(world: World) -> None:
    made = world.product(product_tag=["linen", "kitchen"])

    read = world.get(f"products/{made['product_no']}")["product"]

    assert made == {name: read.get(name, made[name]) for name in made}


@pytest.mark.parametrize(
    ("sent", "price", "excluding"),
    [
        ({"price": "1100"}, "1100.00", "1000.00"),
        ({"price_excluding_tax": "1000"}, "1100.00", "1000.00"),
        ({"price": "999", "price_excluding_tax": "500"}, "999.00", "500.00"),
        ({"supply_price": "1000", "margin_rate": "20"}, "1200.00", "1090.91"),
        ({"price": "1100", "tax_type": "B"}, "1100.00", "1100.00"),
        ({"price": "1050", "tax_rate": 5}, "1050.00", "1000.00"),
    ],
)
def test_price_tax_and_margin_agree(
    world: World, sent: dict[str, Any], price: str, excluding: str
) -> None:
    body = {"product_name": "Cup", "supply_price": "700", **sent}

    made = world.post("products", **body)["product"]

    assert (made["price"], made["price_excluding_tax"]) == (price, excluding)


def test_a_price_without_tax_of_ones_own_stays_when_something_else_changes(world: World) -> None:
    number = world.product(price="999", price_excluding_tax="500")["product_no"]

    changed = world.put(f"products/{number}", selling="F")["product"]

    assert (changed["price"], changed["price_excluding_tax"]) == ("999.00", "500.00")


def test_options_make_a_variant_for_each_combination(world: World) -> None:
    made = world.product(has_option="T", options=options())
    number = made["product_no"]

    embedded = world.get(f"products/{number}", embed="options,variants")["product"]

    names = [[choice["value"] for choice in variant["options"]] for variant in embedded["variants"]]
    assert names == [[c, s] for c in ("Sand", "Ink") for s in ("S", "M", "L")]
    assert [variant["variant_code"] for variant in embedded["variants"]][:2] == [
        "P000000A000A",
        "P000000A000B",
    ]
    assert [option["option_name"] for option in embedded["options"]["options"]] == [
        "Colour",
        "Size",
    ]


def test_a_product_without_options_has_one_variant(world: World) -> None:
    number = world.product()["product_no"]

    variants = world.get(f"products/{number}/variants")["variants"]

    assert [variant["variant_code"] for variant in variants] == ["P000000A000A"]
    assert variants[0]["options"] == []


@pytest.mark.parametrize(
    "wrong",
    [
        {"has_option": "T"},
        {"options": [{"name": "Colour", "value": "Sand"}]},
        {"has_option": "T", "options": [{"name": "Colour", "value": "Sand,Sand"}]},
        {"has_option": "T", "options": [{"name": "Colour", "value": "Sand,,Ink"}]},
        {
            "has_option": "T",
            "options": [{"name": f"O{n}", "value": "a,b,c,d,e,f,g,h"} for n in range(4)],
        },
    ],
)
def test_options_that_cannot_combine_are_refused(world: World, wrong: dict[str, Any]) -> None:
    body = {"product_name": "Cup", "supply_price": "700", **wrong}

    answer = world.call("POST", "products", json={"request": body})

    assert answer.status_code == 422
    assert "(parameter.options" in answer.json()["error"]["message"]
    assert world.get("products/count") == {"count": 0}


def test_stock_sells_a_product_out_and_back(world: World) -> None:
    number = world.product(has_option="T", options=[{"name": "Size", "value": "S,M"}])["product_no"]
    path = f"products/{number}/variants"
    codes = [each["variant_code"] for each in world.get(path)["variants"]]
    empty = {"use_inventory": "T", "display_soldout": "T", "quantity": 0}

    world.put(f"{path}/{codes[0]}", **empty)
    half = world.get(f"products/{number}")["product"]["sold_out"]
    world.put(f"{path}/{codes[1]}", **empty, safety_inventory=2)
    none = world.get(f"products/{number}")["product"]
    world.put(f"{path}/{codes[1]}", quantity=3)
    again = world.get(f"products/{number}")["product"]["sold_out"]

    assert (half, none["sold_out"], again) == ("F", "T", "F")
    assert none["list_icon"]["soldout_icon"] is True
    again_icon = world.get(f"products/{number}")["product"]["list_icon"]
    assert again_icon["soldout_icon"] is False


def test_several_variants_in_one_call_end_each_in_its_own_way(world: World) -> None:
    number = world.product(has_option="T", options=[{"name": "Size", "value": "S,M"}])["product_no"]
    objects = [
        {"variant_code": "P000000A000A", "quantity": 7},
        {"variant_code": "P000000A000Z", "quantity": 7},
        {"variant_code": "P000000A000B", "quantity": "many"},
        {"variant_code": "P000000A000B", "custom_variant_code": "M-1"},
    ]

    answer = world.call("PUT", f"products/{number}/variants", json={"requests": objects})

    assert answer.status_code == 207
    rows = answer.json()["variants"]
    assert [row["status"] for row in rows] == [200, 404, 422, 200]
    assert rows[1]["variant_code"] == "P000000A000Z"
    assert rows[2]["more_info"]["parameter"] == "quantity"
    kept = world.get(f"products/{number}/variants")["variants"]
    assert [(row["quantity"], row["custom_variant_code"]) for row in kept] == [(7, ""), (0, "M-1")]


def test_each_language_has_its_own_name_price_and_visibility(rested: Stage) -> None:
    world = rested.new_world(currencies=("KRW", "USD"))
    number = world.product(product_name="앞치마", price="11000")["product_no"]

    hidden = world.get(f"products/{number}", shop_no=2)["product"]
    world.put(f"products/{number}", 2, product_name="Apron", price="9.90", display="T")

    korean = world.get(f"products/{number}")["product"]
    english = world.get(f"products/{number}", shop_no=2)["product"]
    assert (hidden["shop_no"], hidden["display"], hidden["product_name"]) == (2, "F", "앞치마")
    assert (korean["product_name"], korean["price"]) == ("앞치마", "11000.00")
    assert (english["product_name"], english["price"]) == ("Apron", "9.90")


def test_a_shop_the_mall_does_not_have_is_not_found(world: World) -> None:
    answer = world.call("GET", "products", params={"shop_no": 3})

    assert answer.status_code == 404
    assert "(parameter.shop_no)" in answer.json()["error"]["message"]


def test_an_update_echoes_the_change_and_moves_the_date(world: World) -> None:
    number = world.product()["product_no"]
    world.stage.clock.pass_(60)

    changed = world.put(f"products/{number}", price="2200", selling="F")["product"]

    assert (changed["price"], changed["selling"]) == ("2200.00", "F")
    assert changed["updated_date"] > changed["created_date"]


def test_identical_content_of_a_sold_out_product_is_a_conflict(world: World) -> None:
    number = world.product(price="2200")["product_no"]
    empty = {"use_inventory": "T", "display_soldout": "T"}
    world.put(f"products/{number}/variants/P000000A000A", **empty)

    answer = world.call("PUT", f"products/{number}", json={"request": {"price": "2200"}})

    assert answer.status_code == 409


def test_identical_content_is_a_conflict(world: World) -> None:
    number = world.product(price="2200")["product_no"]

    answer = world.call("PUT", f"products/{number}", json={"request": {"price": "2200.0"}})

    assert answer.status_code == 409


def test_a_nested_object_is_merged(world: World) -> None:
    made = world.product(shipping_period={"minimum": 2, "maximum": 5}, product_volume={})

    changed = world.put(f"products/{made['product_no']}", shipping_period={"minimum": 3})
    again = world.call(
        "PUT",
        f"products/{made['product_no']}",
        json={"request": {"shipping_period": {"maximum": 5}}},
    )

    assert changed["product"]["shipping_period"] == {"minimum": 3, "maximum": 5}
    assert again.status_code == 409


def test_a_deleted_product_is_gone_in_every_language(world: World) -> None:
    number = world.product()["product_no"]

    answer = world.call("DELETE", f"products/{number}")

    assert (answer.status_code, answer.json()) == (200, {"product": {"product_no": number}})
    for shop_no in (1, 2):
        params = {"shop_no": shop_no}
        assert world.call("GET", f"products/{number}", params=params).status_code == 404
    assert world.call("DELETE", f"products/{number}").status_code == 404


def test_a_product_is_put_into_categories_and_taken_out(world: World) -> None:
    top = world.post("categories", category_name="Kitchen")["category"]["category_no"]
    below = world.post("categories", category_name="Linen", parent_category_no=top)["category"]
    number = world.product(add_category_no={"category_no": below["category_no"], "new": "T"})[
        "product_no"
    ]

    filed = world.get(f"products/{number}")["product"]
    in_top = world.get("products/count", category=top)
    with_sub = world.get("products/count", category=top, include_sub_category="T")
    world.put(f"products/{number}", delete_category_no=below["category_no"])

    assert filed["category"] == [
        {"category_no": below["category_no"], "recommend": "F", "new": "T"}
    ]
    assert filed["list_icon"]["new_icon"] is True
    assert (in_top, with_sub) == ({"count": 0}, {"count": 1})
    assert world.get("products/count", category_unapplied="T") == {"count": 1}


def test_a_category_that_does_not_exist_is_refused(world: World) -> None:
    body = {"product_name": "Cup", "supply_price": "1", "add_category_no": {"category_no": 99}}

    answer = world.call("POST", "products", json={"request": body})

    assert answer.status_code == 422
    assert "(parameter.add_category_no)" in answer.json()["error"]["message"]


@pytest.mark.parametrize(
    ("filters", "found"),
    [
        ({"product_name": "apron"}, [1]),
        ({"product_name": "APRON,mug"}, [2, 1]),
        ({"product_no": "1,3"}, [3, 1]),
        ({"product_no[]": ["1", "3"]}, [3, 1]),
        ({"price_min": "5000", "price_max": "8000"}, [3, 2]),
        ({"selling": "F"}, [3]),
        ({"product_tag": "linen"}, [1]),
        ({"custom_product_code": "MUG-1"}, [2]),
        ({"product_code": "00000C"}, [3]),
        ({"product_condition": "U,R"}, [3]),
        ({"since_product_no": 1}, [2, 3]),
        ({"sort": "product_name", "order": "asc"}, [3, 1, 2]),
        ({"product_name": "100%"}, []),
        ({"created_start_date": "2026-11-21", "created_end_date": "2026-11-21"}, [3, 2, 1]),
        ({"created_start_date": "2026-11-22", "created_end_date": "2026-11-23"}, []),
        ({"limit": 1, "offset": 1}, [2]),
        ({"additional_information_key": "wash", "additional_information_value": "30"}, [2]),
        ({"stock_quantity_min": 1}, []),
        ({"use_inventory": "F", "product_bundle": "F"}, [3, 2, 1]),
        ({"product_weight": "1.50"}, [2]),
    ],
)
def test_filters_find_what_they_say(
    world: World, filters: dict[str, Any], found: list[int]
) -> None:
    world.product(product_name="Linen Apron", product_tag=["linen"])
    world.product(
        product_name="Stone mug",
        price="7000",
        custom_product_code="MUG-1",
        product_weight="1.5",
        additional_information=[{"key": "wash", "value": "30"}],
    )
    world.product(product_name="Atlas", price="5000", selling="F", product_condition="U")

    products = world.get("products", **filters)["products"]
    count = {name: value for name, value in filters.items() if name not in ("limit", "offset")}

    assert [product["product_no"] for product in products] == found
    if "limit" not in filters:
        assert world.get("products/count", **count) == {"count": len(found)}


def test_a_date_filter_needs_both_ends(world: World) -> None:
    answer = world.call("GET", "products", params={"created_start_date": "2026-01-01"})

    assert answer.status_code == 422
    assert "(parameter.created_end_date)" in answer.json()["error"]["message"]


def test_list_embeds_cost_a_statement_each_not_one_a_product(world: World) -> None:
    for _ in range(3):
        world.product(additional_image=[{"big": "/b.png", "medium": "/m.png", "small": "/s.png"}])

    products = world.get("products", embed="variants,options,additionalimages")["products"]

    assert [len(product["variants"]) for product in products] == [1, 1, 1]
    assert {product["options"]["has_option"] for product in products} == {"F"}
    assert len(products[0]["additionalimages"]) == 1


def test_what_happened_is_announced_in_the_same_transaction(world: World) -> None:
    number = world.product()["product_no"]
    world.call("PUT", f"products/{number}", json={"request": {"price": "bad"}})
    world.put(f"products/{number}", price="2200")
    world.call("DELETE", f"products/{number}")
    events = Statement(
        select(EVENT.c.sequence, EVENT.c.event_no, EVENT.c.resource)
        .where(EVENT.c.mall_id == bindparam("mall_id"))
        .order_by(EVENT.c.sequence)
    )

    rows = world.in_transaction(lambda db: db.all(events))

    assert [(row[0], row[1]) for row in rows] == [(1, 90001), (2, 90002), (3, 90003)]
    resource = msgspec.json.decode(rows[1][2])
    assert (resource["mall_id"], resource["event_shop_no"]) == (world.mall_id, "1")
    assert resource["price"] == "2200.00"


def test_products_of_which_nothing_is_left_are_listed_displayed_as_sold_out_or_not(
    world: World,
) -> None:
    stocked(world, 5)
    unmarked, _ = stocked(world, 0, display_soldout="F")
    stocked(world, 0, use_inventory="F")
    gone, _ = stocked(world, 0)
    scarce, _ = stocked(world, 2, safety_inventory=2)

    listed = world.get("products", sold_out="T")["products"]
    counted = world.get("products/count", sold_out="T")["count"]
    [dashboard] = world.get("dashboard")["dashboard"]
    refused = world.call("GET", "products?sold_out=F")

    assert [each["product_no"] for each in listed] == [scarce, gone, unmarked]
    assert [each["list_icon"]["soldout_icon"] for each in listed] == [True, True, False]
    assert (counted, dashboard["sold_out_products_count"]) == (3, 2)
    assert refused.status_code == 422
    assert "sold_out" in refused.text
