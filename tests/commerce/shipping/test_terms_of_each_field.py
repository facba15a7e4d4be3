"""Fields of the shipping settings, each with what it changes in the terms of an order."""

from decimal import Decimal
from typing import Any

import pytest

from openmall.commerce.shipping.fees import quote
from openmall.commerce.shipping.terms import (
    CountryFee,
    Destination,
    Handling,
    Region,
    ShippingLine,
    Surcharges,
    Tier,
)
from tests.commerce.shipping.test_shop_terms import JEJU, NEW, PERSON, put, terms
from tests.world import World

TOKYO = Destination(country="JP", zipcode="1000001")
THREE = ShippingLine(item="1", product_no=1, quantity=3, price=Decimal(10_000))


@pytest.fixture
def farm(world: World) -> None:
    """A supplier that sends its goods itself."""
    world.post("suppliers", supplier_name="Hill Farm")
    world.post("suppliers/users", user_id="farm1", supplier_code="S000000A", **PERSON)
    put(world, "shipping", supplier_shipping_fee="T")


def test_a_fee_for_each_piece(world: World) -> None:
    put(world, "shipping", shipping_fee_type="N", shipping_fee_by_quantity="1000")

    assert quote(terms(world), [THREE], JEJU).total == 3_000


def test_countries_that_it_sends_to_and_their_fees(world: World) -> None:
    tier = {"min_value": "0", "max_value": "10", "shipping_fee": "12000"}
    put(
        world,
        "shipping",
        shipping_type="B",
        oversea_shipping_country="T",
        oversea_shipping_country_list=[{"country_code": "JP"}],
        country_shipping_fee="T",
        country_shipping_fee_list=[{"country_code": "JP", "conditional": "quantity", **tier}],
    )

    found = terms(world)

    assert found.countries == {"JP"}
    assert found.country_fees == (
        CountryFee(
            country="JP",
            by="quantity",
            tier=Tier(Decimal(0), Decimal(10), Decimal(12_000)),
        ),
    )
    assert quote(found, [THREE], TOKYO).total == 12_000
    put(world, "shipping", oversea_shipping_country="F", country_shipping_fee="F")
    assert (terms(world).countries, terms(world).country_fees) == (None, None)


def test_countries_have_to_exist(world: World) -> None:
    for listed in ("oversea_shipping_country_list", "country_shipping_fee_list"):
        row: dict[str, Any] = {"country_code": "QQ"}
        if "fee" in listed:
            row |= {"conditional": "price", "min_value": "0", "max_value": "1", "shipping_fee": "1"}
        body = {"request": {listed: [row]}}
        answer = world.call("PUT", "shipping", json=body, headers=NEW)

        assert answer.status_code == 422, answer.text
        assert answer.json()["error"]["message"] == (
            f"There is no country QQ. (parameter.{listed}.country_code)"
        )


def test_handling_fees_abroad(world: World) -> None:
    fee = {
        "country_code": "JP",
        "fee_name": "Customs",
        "min_value": "0",
        "max_value": "100000",
        "additional_fee": "3.33",
        "unit": "P",
        "rounding_unit": "2",
        "rounding_rule": "U",
    }
    put(world, "shipping", oversea_additional_fee="T", oversea_additional_fee_list=[fee])

    assert terms(world).handling == (
        Handling(
            country="JP",
            name="Customs",
            begins=Decimal(0),
            ends=Decimal(100_000),
            fee=Decimal("3.33"),
            percent=True,
            unit=Decimal(100),
            rounding="U",
        ),
    )
    put(world, "shipping", oversea_additional_fee="F")
    assert terms(world).handling == ()


def test_fees_of_products_are_charged_each_or_together(world: World) -> None:
    put(world, "shipping", individual_fee_calculation_type="I", individual_shipping_fee="F")

    assert (terms(world).individually, terms(world).shop.own_fees) == ("I", False)


@pytest.mark.usefixtures("farm")
def test_each_field_of_a_suppliers_shipping(world: World) -> None:
    rates = {"shipping_rates_min": "0", "shipping_rates_max": "9", "shipping_fee": "700"}
    put(
        world,
        "shipping/suppliers/farm1",
        shipping_method="shipping_09",
        shipping_fee_type="N",
        shipping_fee_by_quantity="500",
        shipping_fee="900",
        free_shipping_price="50000",
        shipping_rates=[rates],
        prepaid_shipping_fee="B",
        shipping_fee_by_product="T",
        product_weight="2.5",
    )

    sender = terms(world).suppliers["S000000A"]

    assert (sender.weight, sender.own_fees) == (Decimal("2.5"), True)
    policy = sender.policy
    assert (policy.fee_type, policy.fee, policy.free_from) == ("N", 500, 50_000)
    assert policy.tiers == (Tier(Decimal(0), Decimal(9), Decimal(700)),)
    assert (policy.prepaid, policy.delivered) == ("B", False)


@pytest.mark.usefixtures("farm")
def test_surcharges_of_a_supplier_or_of_the_shop(world: World) -> None:
    path = "suppliers/users/farm1/regionalsurcharges"
    region: dict[str, Any] = {
        "region_name": "Jeju",
        "surcharge_region_name": "Udo",
        "country_code": "KR",
        "start_zipcode": "63365",
        "end_zipcode": "63370",
        "regional_surcharge_amount": "3000",
    }
    world.post(path, use_regional_surcharge="T", **region)
    setting = {"jeju_surcharge_amount": "4000", "remote_area_surcharge_amount": "5000"}
    put(
        world,
        f"{path}/setting",
        use_regional_surcharge="T",
        region_setting_type="N",
        **setting,
    )

    assert terms(world).suppliers["S000000A"].surcharges == Surcharges(
        by="N",
        jeju=Decimal(4_000),
        remote=Decimal(5_000),
        regions=(Region(amount=Decimal(3_000), names=("Jeju", "Udo"), start="63365", end="63370"),),
    )
    put(world, "shipping", supplier_regional_surcharge="A")
    assert terms(world).suppliers["S000000A"].surcharges is None


@pytest.mark.parametrize(
    ("by", "zipcode", "charged"),
    [
        # 63000 is Jeju, 40200 Ulleungdo
        ("A", "63000", 4_000),
        ("A", "40200", 5_000),
        ("Z", "63366", 3_000),
        ("Z", "63371", 0),
    ],
)
def test_surcharges_of_a_shop(world: World, by: str, zipcode: str, charged: int) -> None:
    region = {
        "region_name": "Jeju",
        "surcharge_region_name": "Udo",
        "start_zipcode": "63365",
        "end_zipcode": "63370",
        "regional_surcharge_amount": "3000",
    }
    put(
        world,
        "regionalsurcharges",
        use_regional_surcharge="T",
        region_setting_type=by,
        jeju_surcharge_amount="4000",
        remote_area_surcharge_amount="5000",
        regional_surcharge_list=[region],
    )

    [listed] = world.get("regionalsurcharges")["regionalsurcharge"]["regional_surcharge_list"]
    found = terms(world)

    assert listed["country_code"] == "KR"
    assert found.shop.surcharges == Surcharges(
        by=by,
        jeju=Decimal(4_000),
        remote=Decimal(5_000),
        regions=(Region(amount=Decimal(3_000), names=("Jeju", "Udo"), start="63365", end="63370"),),
    )
    assert quote(found, [THREE], Destination(country="KR", zipcode=zipcode)).total == charged
