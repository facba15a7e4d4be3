"""Fees of a carrier's own, and what else of the shipping settings an order is charged."""

from decimal import Decimal
from typing import Any

import pytest

from openmall.commerce.shipping import destinations
from openmall.commerce.shipping.fees import quote
from openmall.commerce.shipping.terms import Destination, ShippingLine
from openmall.contract.params import ShopParams
from tests.commerce.customer.customer_setup import do
from tests.commerce.order.checkout_setup import Checkout, amounts
from tests.commerce.shipping.test_shop_terms import JEJU, put, terms
from tests.world import World

OFFICE: dict[str, Any] = {"contact": "02-000-0000", "email": "desk@example.com"}
DETAIL = "shipping_fee_setting_detail"
HOME = "shipping_fee_setting_domestic"
ABROAD = "shipping_fee_setting_oversea"
FIXED = {"shipping_fee_type": "R", "shipping_fee": "4000.00"}
TIER = {"min_value": "0.00", "max_value": "10000.00", "shipping_fee": "2500.00"}
JAPAN = {
    "country_code": "JP", "conditional": "quantity", "min_value": "0", "max_value": "9",
    "shipping_fee": "15000",
}  # fmt: skip
FEES_ABROAD = {
    "shipping_country_list": [{"country_code": "JP"}],
    "country_shipping_fee_list": [JAPAN],
    "additional_handling_fee": "T",
    "additional_handling_fee_list": [
        {
            "country_code": "JP",
            "text": "Customs",
            "min_value": "0",
            "max_value": "50000",
            "additional_handling_fee": "700",
        }
    ],
    "maximum_quantity": 2,
}
CUP = ShippingLine(item="1", product_no=1, quantity=1, price=Decimal(10_000))
TWO = ShippingLine(item="1", product_no=1, quantity=2, price=Decimal(10_000))


def create(world: World, **sent: Any) -> Any:
    request = {"shipping_carrier_code": "0003", **OFFICE, **sent}
    return world.call("POST", "carriers", json={"request": request})


def carrier(world: World, detail: dict[str, Any] | None = None) -> dict[str, Any]:
    """Create a carrier, with fees of its own where there is a `detail`."""
    own = {} if detail is None else {"shipping_fee_setting": "T", DETAIL: detail}
    answer = create(world, **own)
    assert answer.status_code == 201, answer.text
    made: dict[str, Any] = answer.json()["carrier"]
    return made


def calculated(shop: Checkout, quantity: int = 1, **sent: Any) -> Any:
    item = {
        "product_no": shop.apron, "variant_code": shop.apron_code, "quantity": quantity,
        "product_price": "10000",
    }  # fmt: skip
    request = {"items": [item], **sent}
    return shop.world.call("POST", "orders/calculation", json={"request": request})


def fee(answer: Any) -> int:
    return int(Decimal(answer.json()["calculation"]["shipping_fee"]))


def refusal(answer: Any) -> tuple[int, str, str]:
    more = answer.json()["error"]["more_info"]
    return answer.status_code, more["reason"], more["parameter"]


@pytest.fixture
def shop(world: World) -> Checkout:
    return Checkout(world)


def test_orders_cost_what_the_default_carrier_asks_wherever_they_are_quoted(shop: Checkout) -> None:
    world = shop.world
    plain, own = carrier(world), carrier(world, {HOME: [FIXED]})
    assert [each["shipping_fee_setting"] for each in (plain, own)] == ["F", "T"]

    # the first carrier takes the parcels, and has no fees of its own: those of the shop
    before, calculated_before = amounts(shop.estimate()), fee(calculated(shop))
    world.put(f"carriers/{own['carrier_id']}", default_shipping_carrier="T")
    after, calculated_after = amounts(shop.estimate()), fee(calculated(shop))
    placed = amounts(shop.order())

    assert (before["shipping_fee"], after["shipping_fee"]) == (2500, 4000)
    assert (calculated_before, calculated_after) == (2500, 4000)
    assert placed == after
    assert after["total_amount_due"] - before["total_amount_due"] == 1500


def test_a_calculation_names_the_carrier(shop: Checkout) -> None:
    plain = carrier(shop.world)["carrier_id"]
    own = carrier(shop.world, {HOME: FIXED})["carrier_id"]

    found = [calculated(shop, carrier_id=number) for number in (plain, own, 99)]

    assert [fee(each) for each in found[:2]] == [2500, 4000]
    assert refusal(found[2]) == (422, "no_such", "carrier_id")


def test_a_carrier_answers_its_own_fees(world: World) -> None:
    made = carrier(world, {
        "shipping_type": "B",
        "available_shipping_zone": "Mainland",
        "min_shipping_period": 2,
        "max_shipping_period": 4,
        "shipping_information": "By night",
        HOME: [{"shipping_fee_type": "D", "shipping_fee_criteria": "A",
                "domestic_shipping_fee_list": [TIER]}],
        ABROAD: [FEES_ABROAD],
    })  # fmt: skip

    found = world.get(f"carriers/{made['carrier_id']}")["carrier"]
    [listed] = world.get("carriers")["carriers"]

    assert found["shipping_fee_setting"] == made["shipping_fee_setting"] == "T"
    assert made[DETAIL] == listed[DETAIL] == found[DETAIL]
    assert "own_fees" not in {**found, **made, **listed}
    detail = dict(found[DETAIL])
    home, abroad = detail.pop(HOME), detail.pop(ABROAD)
    assert detail == {
        "shipping_type": "B", "available_shipping_zone": "Mainland", "min_shipping_period": 2,
        "max_shipping_period": 4, "shipping_information": "By night",
    }  # fmt: skip
    assert (home["shipping_fee_type"], home["shipping_fee_criteria"]) == ("D", "A")
    assert home["domestic_shipping_fee_list"] == [
        {"country_code": "KR", "conditional": "D", **TIER}
    ]
    assert abroad["shipping_country_list"] == [{"country_code": "JP", "country_name": "Japan"}]
    assert abroad["country_shipping_fee_list"][0]["shipping_fee"] == "15000.00"
    assert abroad["additional_handling_fee_list"][0]["additional_handling_fee"] == "700.00"
    assert abroad["maximum_quantity"] == 2


@pytest.mark.parametrize(
    ("home", "expected"),
    [
        ({"shipping_fee_type": "T"}, 0),
        (FIXED, 4000),
        ({"shipping_fee_type": "M", "shipping_fee": "900", "min_price": "20001"}, 900),
        ({"shipping_fee_type": "M", "shipping_fee": "900", "min_price": "20000"}, 0),
        ({"shipping_fee_type": "N", "shipping_fee": "900"}, 1800),
        ({"shipping_fee_type": "D", "domestic_shipping_fee_list": [TIER]}, 0),
        ({"shipping_fee_type": "C", "domestic_shipping_fee_list": [TIER]}, 2500),
        ({"shipping_fee_type": "W", "domestic_shipping_fee_list": [TIER]}, 2500),
    ],
)
def test_each_type_of_fee_is_charged(world: World, home: dict[str, Any], expected: int) -> None:
    carrier(world, {HOME: home})

    assert quote(terms(world), [TWO], Destination(country="KR")).total == expected


def test_own_fees_abroad_countries_and_quantities_hold(shop: Checkout) -> None:
    world = shop.world  # the shop delivers at home alone
    assert refusal(calculated(shop, country_code="JP", shipping_type="B"))[1] == (
        "not_delivered_abroad"
    )
    assert world.get("shipping")["shipping"]["shipping_fee_type"] == "R"

    carrier(world, {HOME: FIXED, ABROAD: FEES_ABROAD})

    now, japan = terms(world), Destination(country="JP")
    assert quote(now, [TWO], japan).total == 15_700
    assert quote(now, [TWO], JEJU).total == 4_000
    for country, quantity, reason in (
        ("JP", 3, "too_many_units_abroad"),
        ("US", 1, "not_delivered_to_country"),
    ):
        answer = calculated(shop, quantity, country_code=country, shipping_type="B")
        assert refusal(answer) == (422, reason, "country_code")


@pytest.mark.parametrize(
    ("sent", "reason", "parameter"),
    [
        ({DETAIL: {HOME: FIXED}}, "carrier_fees_unused", DETAIL),
        ({"shipping_fee_setting": "T"}, "carrier_fee_missing", f"{HOME}.shipping_fee_type"),
        (
            {"shipping_fee_setting": "T", DETAIL: {HOME: {"shipping_fee_type": "R"}}},
            "carrier_fee_missing",
            f"{HOME}.shipping_fee",
        ),
        (
            {"shipping_fee_setting": "T", DETAIL: {HOME: {"shipping_fee_type": "W"}}},
            "carrier_fee_missing",
            f"{HOME}.domestic_shipping_fee_list",
        ),
        (
            {
                "shipping_fee_setting": "T",
                DETAIL: {HOME: {"shipping_fee_type": "D",
                                "domestic_shipping_fee_list": [TIER, TIER]}},
            },
            "tiers_not_joined",
            f"{HOME}.domestic_shipping_fee_list",
        ),
        (
            {"shipping_fee_setting": "T", DETAIL: {HOME: FIXED, "min_shipping_period": -1}},
            "delivery_days_contradict",
            "min_shipping_period",
        ),
        (
            {"shipping_fee_setting": "T", DETAIL: {HOME: {**FIXED, "shipping_fee": "-1"}}},
            "amount_out_of_bounds",
            f"{HOME}.shipping_fee",
        ),
    ],
)  # fmt: skip
def test_fees_that_contradict_are_refused_and_no_carrier_is_made(
    world: World, sent: dict[str, Any], reason: str, parameter: str
) -> None:
    answer = create(world, **sent)

    name = parameter if parameter == DETAIL else f"{DETAIL}.{parameter}"
    assert refusal(answer) == (422, reason, name)
    assert world.get("carriers") == {"carriers": []}


def test_own_fees_go_with_their_carrier(shop: Checkout) -> None:
    world = shop.world
    number = carrier(world, {HOME: FIXED})["carrier_id"]
    carrier(world)
    assert fee(calculated(shop)) == 4000

    world.call("DELETE", f"carriers/{number}", params={"delete_default_carrier": "T"})

    assert fee(calculated(shop)) == 2500


def test_another_shop_has_its_own_carriers_and_fees(world: World) -> None:
    carrier(world, {HOME: FIXED})

    assert quote(terms(world, 2), [CUP], JEJU).total == 0


def test_the_shipping_settings_choose_the_carrier(shop: Checkout) -> None:
    world = shop.world
    first, own = carrier(world)["carrier_id"], carrier(world, {HOME: FIXED})["carrier_id"]

    put(world, "shipping", shipping_company_type={"carrier_id": own, "is_selected": "T"})
    assert fee(calculated(shop)) == 4000
    put(world, "shipping", shipping_company_type={"carrier_id": own, "is_selected": "F"})

    assert fee(calculated(shop)) == 2500
    assert world.get(f"carriers/{first}")["carrier"]["default_shipping_carrier"] == "T"
    for choice, reason, name in (
        ({"carrier_id": 99}, "no_such", "carrier_id"),
        ({"is_selected": "T"}, "missing", "carrier_id"),
    ):
        answer = newest(world, shipping_fee="9000", shipping_company_type=choice)
        assert refusal(answer) == (422, reason, f"shipping_company_type.{name}")
    same = newest(world, shipping_company_type={"carrier_id": first})
    assert same.status_code == 409
    world.call("DELETE", f"carriers/{own}")
    last = newest(world, shipping_company_type={"carrier_id": first, "is_selected": "F"})
    assert refusal(last) == (422, "default_carrier_needed", "shipping_company_type.is_selected")
    assert fee(calculated(shop)) == 2500


def newest(world: World, **request: Any) -> Any:
    headers = {"X-Platform-Api-Version": "2026-03-01"}
    return world.call("PUT", "shipping", json={"request": request}, headers=headers)


def test_the_additional_fee_is_charged_once_for_an_order(shop: Checkout) -> None:
    world = shop.world
    put(world, "shipping", additional_shipping_fee="700")
    headers = {"X-Platform-Api-Version": "2026-03-01"}
    setting = world.call("GET", "shipping", headers=headers).json()["shipping"]

    told, placed = amounts(shop.estimate(2, 3)), amounts(shop.order(2, 3))

    assert setting["additional_shipping_fee"] == "700.00"
    assert told["shipping_fee"] == placed["shipping_fee"] == 3200
    assert told == placed
    assert fee(calculated(shop)) == 3200
    assert quote(terms(world), [CUP, TWO], JEJU).total == 3200
    # free parcels cost it, too; fees of a carrier stand in for all fees of the shop
    world.put("shipping", shipping_fee_type="T")
    assert fee(calculated(shop)) == 700
    carrier(world, {HOME: FIXED})
    assert fee(calculated(shop)) == 4000
    refused = newest(world, additional_shipping_fee="-1")
    assert refusal(refused)[::2] == (422, "additional_shipping_fee")


def test_the_shop_delivers_where_its_carrier_does(world: World) -> None:
    carrier(world, {HOME: FIXED, "shipping_type": "B", ABROAD: FEES_ABROAD})

    found = do(world, lambda call: destinations.delivered_to(call, ShopParams()))

    assert found.countries == ["KR", "JP"]
