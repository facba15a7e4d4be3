"""Amounts with more decimals than the currency of the shop has, at operations of several areas."""

from typing import Any

import pytest

from tests.commerce.customer.customer_setup import join
from tests.commerce.promotion import coupon_setup
from tests.world import Stage, World

NO_DECIMALS = "An amount in KRW has no decimals. (parameter.{0})"


def refusal(world: World, method: str, path: str, **request: Any) -> tuple[int, str]:
    """Return the status and the message of a call."""
    answer = world.call(method, path, json={"request": request})
    body = answer.json()
    return answer.status_code, body["error"]["message"] if "error" in body else ""


def test_an_amount_of_won_has_no_decimals_and_a_refused_call_changes_nothing(world: World) -> None:
    number = world.product(price="1000")["product_no"]

    answer = world.call("PUT", f"products/{number}", json={"request": {"price": "1000.5"}})

    assert answer.status_code == 422
    assert answer.json()["error"] == {
        "code": "422",
        "message": NO_DECIMALS.format("price"),
        "more_info": {
            "parameter": "price",
            "reason": "no_decimals",
            "values": {"currency": "KRW"},
        },
    }
    assert world.get(f"products/{number}")["product"]["price"] == "1000.00"


@pytest.mark.parametrize("price", ["1001.00", "1001.", "1001", 1001, 1001.0, "1001.000000"])
def test_zeros_after_the_point_are_no_decimals(world: World, price: Any) -> None:
    number = world.product(price="1000")["product_no"]

    world.put(f"products/{number}", price=price)

    assert world.get(f"products/{number}")["product"]["price"] == "1001.00"


@pytest.mark.parametrize(
    ("method", "path", "request_", "parameter"),
    [
        ("POST", "products", {"product_name": "Cup", "supply_price": "0.5"}, "supply_price"),
        ("PUT", "products/{no}", {"retail_price": 10.25}, "retail_price"),
        (
            "PUT",
            "products/{no}/variants/{code}",
            {"additional_amount": "-0.5"},
            "additional_amount",
        ),
        ("PUT", "shipping", {"shipping_type": "A", "shipping_fee": "2500.5"}, "shipping_fee"),
        ("PUT", "orders/setting", {"return_shipping_fee": "0.01"}, "return_shipping_fee"),
        (
            "PUT",
            "products/{no}",
            {
                "shipping_rates": [
                    {
                        "shipping_rates_min": "0.5",
                        "shipping_rates_max": "1.5",
                        "shipping_fee": "0.5",
                    }
                ]
            },
            "shipping_rates.shipping_fee",
        ),
        (
            "POST",
            "customergroups",
            {
                "group_name": "Won",
                "group_description": "",
                "discount_information": {"amount_discount": "0.5", "discount_unit": "W"},
            },
            "discount_information.amount_discount",
        ),
    ],
)
def test_amounts_of_every_area_are_those_of_the_currency(
    world: World, method: str, path: str, request_: dict[str, Any], parameter: str
) -> None:
    product = world.product()
    code = world.get(f"products/{product['product_no']}/variants")["variants"][0]["variant_code"]
    path = path.format(no=product["product_no"], code=code)

    assert refusal(world, method, path, **request_) == (422, NO_DECIMALS.format(parameter))


def test_a_coupon_is_worth_an_amount_of_the_currency(world: World) -> None:
    worth = {"benefit_type": "A", "discount_amount": {"benefit_price": "0.5"}}

    said = coupon_setup.refused(world, **worth)

    assert said == NO_DECIMALS.format("discount_amount.benefit_price")


def test_a_percentage_may_have_decimals_where_an_amount_may_not(world: World) -> None:
    percent = {"amount_discount": "0.5", "discount_unit": "P"}
    sale = {"discount_value": "12.5", "discount_value_unit": "P"}
    benefit = {
        "use_benefit": "T",
        "benefit_name": "Sale",
        "benefit_division": "D",
        "benefit_type": "DP",
        "use_benefit_period": "F",
        "platform_types": ["P"],
    }

    group = refusal(
        world,
        "POST",
        "customergroups",
        group_name="Percent",
        group_description="",
        discount_information=percent,
    )
    of_percent, of_amount = (
        refusal(
            world, "POST", "benefits", **benefit, period_sale=sale | {"discount_value_unit": unit}
        )
        for unit in ("P", "W")
    )

    assert group == (201, "")
    assert NO_DECIMALS.format("period_sale.discount_value") == of_amount[1]
    assert of_percent[0] == 201, of_percent


@pytest.mark.parametrize(
    ("path", "request_", "parameter"),
    [
        (
            "customergroups",
            {
                "group_name": "Gold",
                "group_description": "",
                "discount_information": {"amount_discount": "150.00", "discount_unit": "P"},
            },
            "discount_information.amount_discount",
        ),
        (
            "bundleproducts",
            {
                "product_name": "Set",
                "bundle_product_components": [{"product_no": 1, "purchase_quantity": 2}],
                "bundle_product_sales": {"discount_value": "100.5", "discount_type": "P"},
            },
            "bundle_product_sales.discount_value",
        ),
    ],
)
def test_no_discount_is_more_than_all(
    world: World, path: str, request_: dict[str, Any], parameter: str
) -> None:
    world.product()

    said = refusal(world, "POST", path, **request_)

    assert said == (422, f"Expected an amount from 0 to 100. (parameter.{parameter})")


def test_the_currency_is_that_of_the_shop_of_the_call(rested: Stage) -> None:
    world = rested.new_world(currencies=("KRW", "USD"))
    number = world.product(price="1000")["product_no"]

    world.put(f"products/{number}", 2, price="9.90")
    long = world.call(
        "PUT", f"products/{number}", json={"shop_no": 2, "request": {"price": "9.905"}}
    )

    assert long.json()["error"]["message"] == (
        "An amount in USD has at most 2 decimals. (parameter.price)"
    )
    assert world.get(f"products/{number}", shop_no=2)["product"]["price"] == "9.90"


def test_of_several_objects_the_one_with_decimals_is_refused(world: World) -> None:
    first, second = (world.product()["product_no"] for _ in range(2))
    rows = [{"product_no": first, "price": "2000"}, {"product_no": second, "price": "2000.5"}]

    answer = world.call("PUT", "prices", json={"requests": rows})

    assert answer.status_code == 207
    refused_row = answer.json()["prices"][1]
    assert refused_row["message"] == "An amount in KRW has no decimals."
    assert refused_row["more_info"]["parameter"] == "price"
    prices = [world.get(f"products/{each}")["product"]["price"] for each in (first, second)]
    assert prices == ["2000.00", "11000.00"]


@pytest.mark.parametrize(
    ("round_unit", "amount", "status"),
    [("1", "0.5", 422), ("0.1", "0.5", 201), ("0.1", "0.05", 422), ("F", "0.05", 201)],
)
def test_points_have_the_decimals_that_the_shop_rounds_them_to(
    world: World, round_unit: str, amount: str, status: int
) -> None:
    join(world, "hana")
    if round_unit != "1":
        world.put("points/setting", round_unit=round_unit)

    given = refusal(world, "POST", "points", member_id="hana", amount=amount, type="increase")

    expected = "" if status == 201 else NO_DECIMALS.format("amount")
    assert given == (status, expected)


@pytest.mark.parametrize(
    ("sent", "price"),
    [
        ({"price_excluding_tax": "909.55"}, "1001.00"),
        ({"supply_price": "1001", "margin_rate": "12.50"}, "1126.00"),
    ],
)
def test_a_price_that_is_calculated_is_rounded_to_the_currency(
    world: World, sent: dict[str, str], price: str
) -> None:
    made = world.post("products", **{"product_name": "Cup", "supply_price": "1000"} | sent)

    assert made["product"]["price"] == price
