"""Bundles: made of products, priced and stocked by them."""

from typing import Any

import pytest

from tests.commerce.product.bundle_setup import HALF_OFF, bundle, parts
from tests.commerce.product.stock_setup import stocked
from tests.world import Stage, World


@pytest.fixture
def world(rested: Stage) -> World:
    """A mall with prices in dollars: discounts are rounded to its cents as well."""
    return rested.new_world(currencies=("USD", "USD"))


def costs(world: World, number: int, shop_no: int = 1) -> str:
    """Return what a bundle costs, as it is answered of the product, and in the list of products."""
    [listed] = world.get("products", product_no=number, shop_no=shop_no)["products"]
    price: str = world.get(f"products/{number}", shop_no=shop_no)["product"]["price"]
    assert listed["price"] == price
    return price


def refused(world: World, method: str, path: str, **request: Any) -> tuple[int, str]:
    answer = world.call(method, path, json={"request": request} if request else None)
    return answer.status_code, answer.json()["error"]["message"]


def test_a_bundle_is_answered_with_its_parts_and_what_it_costs(world: World) -> None:
    apron = world.product(product_name="Apron", price="3000.00")
    towel = world.product(product_name="Towel", price="500.50")

    made = bundle(world, (towel["product_no"], 2), (apron["product_no"], 1))

    number = made["product_no"]
    components = [
        {
            "product_no": towel["product_no"],
            "product_name": "Towel",
            "product_code": towel["product_code"],
            "product_price": "500.50",
            "purchase_quantity": 2,
        },
        {
            "product_no": apron["product_no"],
            "product_name": "Apron",
            "product_code": apron["product_code"],
            "product_price": "3000.00",
            "purchase_quantity": 1,
        },
    ]
    sales = {
        "set_product_price": "2000.50",
        "discount_value": "50.00",
        "discount_type": "P",
        "discount_round_unit": "F",
        "discount_round_type": "F",
    }
    assert made["bundle_product_components"] == components
    assert made["bundle_product_sales"] == sales
    assert (made["prepaid_shipping_fee"], made["shipping_method"]) == ("B", "01")
    found = world.get(f"bundleproducts/{number}")["bundleproduct"]
    assert {name: found[name] for name in made if name in found} == made
    [listed] = world.get("bundleproducts")["bundleproducts"]
    assert listed["bundle_product_components"] == components
    assert {name: found[name] for name in listed if name in found} == {
        name: listed[name] for name in listed if name in found
    }
    assert (listed["selling"], listed["sold_out"], listed["product_tag"]) == ("T", "F", [])
    assert costs(world, number) == "2000.50"
    product = world.get(f"products/{number}", embed="variants")["product"]
    assert (product["variants"], product["has_option"]) == ([], "F")
    assert (product["set_product_type"], product["price_excluding_tax"]) == ("C", "1818.64")


def test_bundles_are_found_among_products_and_apart_from_them(world: World) -> None:
    apron = world.product(price="3000.00")["product_no"]
    set_no = bundle(world, (apron, 2), product_tag=["gift"], product_weight="1.50")["product_no"]
    other = bundle(world, (apron, 1), product_name="Single")["product_no"]

    def numbers(path: str, **query: Any) -> list[int]:
        return [each["product_no"] for each in world.get(path, **query)[path]]

    assert numbers("products", product_bundle="T") == [other, set_no]
    assert numbers("products", product_bundle="F") == [apron]
    assert numbers("products", price_min="3000", product_bundle="T") == [set_no]
    assert numbers("bundleproducts") == [other, set_no]
    assert numbers("bundleproducts", product_name="kitchen") == [set_no]
    assert numbers("bundleproducts", product_tag="gift") == [set_no]
    assert numbers("bundleproducts", product_weight="1.5") == [set_no]
    assert numbers("bundleproducts", price_max="1500.00") == [other]
    assert numbers("bundleproducts", sort="product_name", order="asc", limit=1) == [set_no]
    assert numbers("bundleproducts", product_no=apron) == []
    [listed] = world.get("bundleproducts", product_no=set_no, embed="discountprice")[
        "bundleproducts"
    ]
    assert listed["product_tag"] == ["gift"]
    assert listed["discountprice"] == {
        "pc_discount_price": "3000.00",
        "mobile_discount_price": "3000.00",
        "app_discount_price": "3000.00",
    }


@pytest.mark.parametrize(
    ("sales", "price"),
    [
        ({"discount_value": "0", "discount_type": "V"}, "999.97"),
        ({"discount_value": "99.97", "discount_type": "V"}, "900.00"),
        ({"discount_value": "999.97", "discount_type": "V"}, "0.00"),
        ({"discount_value": "100", "discount_type": "P"}, "0.00"),
        # a third of a percent off 999.97 is 3.33..., and 12.5 percent are 124.99625
        ({"discount_value": "12.50", "discount_type": "P"}, "874.97"),
        ({"discount_value": "12.50", "discount_type": "P", "discount_round_unit": "-2"}, "874.98"),
        ({"discount_value": "12.50", "discount_type": "P", "discount_round_unit": "-1"}, "875.07"),
        ({"discount_value": "12.50", "discount_type": "P", "discount_round_unit": "0"}, "875.97"),
        ({"discount_value": "12.50", "discount_type": "P", "discount_round_unit": "1"}, "879.97"),
        ({"discount_value": "12.50", "discount_type": "P", "discount_round_unit": "2"}, "899.97"),
        (
            {
                "discount_value": "12.50",
                "discount_type": "P",
                "discount_round_unit": "0",
                "discount_round_type": "R",
            },
            "874.97",
        ),
        (
            {
                "discount_value": "12.20",
                "discount_type": "P",
                "discount_round_unit": "-1",
                "discount_round_type": "R",
            },
            "877.97",
        ),
        (
            {
                "discount_value": "12.20",
                "discount_type": "P",
                "discount_round_unit": "0",
                "discount_round_type": "C",
            },
            "877.97",
        ),
    ],
)
def test_the_discount_is_rounded_as_told(world: World, sales: dict[str, str], price: str) -> None:
    cup = world.product(price="999.97")["product_no"]

    made = bundle(world, (cup, 1), bundle_product_sales=sales)

    assert made["bundle_product_sales"]["set_product_price"] == price
    assert costs(world, made["product_no"]) == price


def test_parts_that_cannot_be_one_are_refused_by_name(world: World) -> None:
    apron = world.product()["product_no"]
    inner = bundle(world, (apron, 1))["product_no"]
    name = "bundle_product_components"
    cases: dict[str, Any] = {
        f"A bundle has 1 to 100 parts. (parameter.{name})": [],
        f"There is no such product. (parameter.{name}.product_no)": parts((999, 1)),
        f"A bundle cannot be part of another. (parameter.{name}.product_no)": parts((inner, 1)),
        f"A product is named twice. (parameter.{name}.product_no)": parts((apron, 1), (apron, 2)),
        f"Expected integer of 1 or more. (parameter.{name}.purchase_quantity)": parts((apron, 0)),
    }
    told = {"product_name": "Set", "bundle_product_sales": HALF_OFF}

    said = [
        refused(world, "POST", "bundleproducts", bundle_product_components=each, **told)
        for each in cases.values()
    ]
    again = [
        refused(world, "PUT", f"bundleproducts/{inner}", bundle_product_components=each)
        for each in cases.values()
    ]

    assert [status for status, _ in said + again] == [422] * 10
    assert [text for _, text in said[:4]] == list(cases)[:4]
    assert all(f"{name}.purchase_quantity" in text for _, text in (said[4], again[4]))
    assert [each["product_no"] for each in world.get("products")["products"]] == [inner, apron]
    # not even of itself
    itself = refused(
        world, "PUT", f"bundleproducts/{inner}", bundle_product_components=parts((inner, 1))
    )
    assert itself == (422, list(cases)[2])
    many = parts(*((number, 1) for number in range(1, 102)))
    assert refused(world, "POST", "bundleproducts", bundle_product_components=many, **told) == (
        422,
        next(iter(cases)),
    )


def test_a_discount_of_more_than_the_parts_cost_is_refused(world: World) -> None:
    apron = world.product(price="100.00")["product_no"]
    number = bundle(world, (apron, 2))["product_no"]
    at = "(parameter.bundle_product_sales.discount_value)"
    for wrong, said in (
        (
            {"discount_value": "200.01", "discount_type": "V"},
            f"The discount is more than the parts cost. {at}",
        ),
        (
            {"discount_value": "101", "discount_type": "P"},
            f"Expected an amount from 0 to 100. {at}",
        ),
    ):
        assert refused(
            world,
            "POST",
            "bundleproducts",
            product_name="Set",
            bundle_product_components=parts((apron, 2)),
            bundle_product_sales=wrong,
        ) == (422, said)
        path = f"bundleproducts/{number}"
        assert refused(world, "PUT", path, bundle_product_sales=wrong) == (422, said)
    assert costs(world, number) == "100.00"


def test_the_price_follows_a_part_in_its_language_and_is_announced(world: World) -> None:
    apron = world.product(price="3000.00")["product_no"]
    cup = world.product(price="1000.00")["product_no"]
    number = bundle(world, (apron, 1), (cup, 3))["product_no"]
    other = bundle(world, (cup, 1))["product_no"]
    world.stage.clock.pass_(60)

    world.put(f"products/{cup}", price="2000.00")

    assert (costs(world, number), costs(world, other)) == ("4500.00", "1000.00")
    assert costs(world, number, shop_no=2) == "3000.00"
    found = world.get(f"products/{number}")["product"]
    assert (found["price_excluding_tax"], found["updated_date"]) == (
        "4090.91",
        "2026-11-21T09:01:00+09:00",
    )
    [line] = world.get("activitylogs", start_date="2026-11-21", end_date="2026-11-21", limit=1)[
        "activitylogs"
    ]
    assert f"product {number}" in line["content"]
    world.put(f"products/{cup}", 2, price="4000.00")
    assert (costs(world, number), costs(world, number, 2)) == ("4500.00", "7500.00")
    # what changes nothing of the price changes nothing of the bundle
    world.stage.clock.pass_(60)
    world.put(f"products/{cup}", model_name="C-1")
    assert world.get(f"products/{number}")["product"]["updated_date"] == found["updated_date"]


def test_a_part_that_becomes_cheaper_than_the_discount_leaves_a_price_of_nothing(
    world: World,
) -> None:
    apron = world.product(price="100.00")["product_no"]
    sales = {"discount_value": "80.00", "discount_type": "V"}
    number = bundle(world, (apron, 1), bundle_product_sales=sales)["product_no"]

    world.put(f"products/{apron}", price="50.00")

    assert costs(world, number) == "0.00"
    world.put(f"products/{apron}", price="90.00")
    assert costs(world, number) == "10.00"


def test_an_update_changes_parts_everywhere_and_the_discount_in_one_language(world: World) -> None:
    apron = world.product(price="3000.00")["product_no"]
    cup = world.product(price="1000.00")["product_no"]
    number = bundle(world, (apron, 1))["product_no"]
    path = f"bundleproducts/{number}"

    changed = world.put(path, bundle_product_components=parts((cup, 2), (apron, 1)))

    assert [
        (each["product_no"], each["purchase_quantity"])
        for each in changed["bundleproduct"]["bundle_product_components"]
    ] == [(cup, 2), (apron, 1)]
    assert (costs(world, number), costs(world, number, 2)) == ("2500.00", "2500.00")
    sales = {"discount_value": "100.00", "discount_type": "V", "discount_round_unit": "0"}
    changed = world.put(path, 2, bundle_product_sales=sales)
    assert changed["bundleproduct"]["bundle_product_sales"] == {
        "set_product_price": "4900.00",
        "discount_value": "100.00",
        "discount_type": "V",
        "discount_round_unit": "0",
        "discount_round_type": "F",
    }
    assert (costs(world, number), costs(world, number, 2)) == ("2500.00", "4900.00")
    # the same parts in another order are another answer
    world.put(path, bundle_product_components=parts((apron, 1), (cup, 2)))
    again = world.call(
        "PUT", path, json={"request": {"bundle_product_components": parts((apron, 1), (cup, 2))}}
    )
    assert again.status_code == 409
    named = world.put(path, product_name="Big set", product_condition="U", selling="F")
    assert (named["bundleproduct"]["product_name"], costs(world, number)) == ("Big set", "2500.00")
    assert world.get(path)["bundleproduct"]["selling"] == "T"


def test_a_bundle_is_changed_as_a_product_but_for_what_its_parts_say(world: World) -> None:
    apron = world.product(price="3000.00")["product_no"]
    number = bundle(world, (apron, 1))["product_no"]
    said = "A bundle costs what its parts cost, less a discount."

    assert refused(world, "PUT", f"products/{number}", price="1.00") == (
        422,
        f"{said} (parameter.price)",
    )
    assert refused(world, "PUT", f"products/{number}", price_excluding_tax="1.00") == (
        422,
        f"{said} (parameter.price_excluding_tax)",
    )
    option = {"option_name": "Colour", "option_value": [{"option_text": "Ink"}]}
    assert refused(
        world, "POST", f"products/{number}/options", has_option="T", options=[option]
    ) == (422, "A bundle has no options but those of its parts. (parameter.product_no)")
    world.put(f"products/{number}", selling="F", tax_type="B")
    product = world.get(f"products/{number}")["product"]
    assert (product["selling"], product["price"], product["price_excluding_tax"]) == (
        "F",
        "1500.00",
        "1500.00",
    )
    world.put(f"products/{apron}", price="4000.00")
    assert world.get(f"products/{number}")["product"]["price_excluding_tax"] == "2000.00"


def test_a_part_is_deleted_only_after_its_bundle_and_survives_it(world: World) -> None:
    apron = world.product()["product_no"]
    number = bundle(world, (apron, 1))["product_no"]

    assert refused(world, "DELETE", f"products/{apron}") == (
        422,
        f"It is part of bundle {number}, Kitchen set. (parameter.product_no)",
    )
    assert world.call("DELETE", f"bundleproducts/{number}").json() == {
        "bundleproduct": {"product_no": number}
    }

    assert world.call("GET", f"products/{number}").status_code == 404
    assert refused(world, "GET", f"bundleproducts/{number}") == (
        404,
        "The bundle does not exist. (parameter.product_no)",
    )
    assert world.call("DELETE", f"products/{apron}").status_code == 200


def test_a_product_is_no_bundle(world: World) -> None:
    apron = world.product()["product_no"]
    said = (404, "The bundle does not exist. (parameter.product_no)")

    assert refused(world, "GET", f"bundleproducts/{apron}") == said
    assert refused(world, "DELETE", f"bundleproducts/{apron}") == said
    assert refused(world, "PUT", f"bundleproducts/{apron}", product_name="Set") == said


def test_a_bundle_deleted_as_a_product_leaves_its_parts_free(world: World) -> None:
    apron = world.product()["product_no"]
    number = bundle(world, (apron, 1))["product_no"]

    assert world.call("DELETE", f"products/{number}").status_code == 200

    assert world.get("bundleproducts") == {"bundleproducts": []}
    assert world.call("DELETE", f"products/{apron}").status_code == 200


def test_a_bundle_is_sold_out_while_a_part_is_used_up(world: World) -> None:
    cup, code = stocked(world, 3, safety_inventory=1)
    apron = world.product()["product_no"]
    number = bundle(world, (cup, 2), (apron, 1))["product_no"]
    stock = f"products/{cup}/variants/{code}/inventories"

    def said() -> list[str]:
        detail = world.get(f"products/{number}")["product"]
        [listed] = world.get("bundleproducts")["bundleproducts"]
        found = world.get("products", sold_out="T")["products"]
        assert detail["list_icon"]["soldout_icon"] == (detail["sold_out"] == "T")
        assert (number in [each["product_no"] for each in found]) == (detail["sold_out"] == "T")
        return [detail["sold_out"], listed["sold_out"]]

    assert said() == ["F", "F"]
    world.put(stock, quantity=2)
    assert said() == ["T", "T"]
    assert world.get(f"products/{cup}")["product"]["sold_out"] == "F"
    world.put(stock, display_soldout="F")
    assert said() == ["T", "T"]
    world.put(stock, display_soldout="T", quantity=9)
    assert said() == ["F", "F"]
    world.put(f"products/{cup}/variants/{code}", selling="F")
    assert said() == ["T", "T"]
    world.put(f"products/{cup}/variants/{code}", selling="T")
    assert said() == ["F", "F"]
    for withheld in ({"selling": "F"}, {"selling": "T", "price_content": "Call us"}):
        world.put(f"products/{cup}", **withheld)
        assert said() == ["T", "T"]
    world.put(f"products/{cup}", price_content="")
    world.put(f"products/{number}", price_content="Call us")
    assert world.get(f"products/{number}")["product"]["sold_out"] == "T"
    asked = bundle(world, (apron, 1), price_content="Call us")["product_no"]
    assert world.get(f"products/{asked}")["product"]["sold_out"] == "T"
