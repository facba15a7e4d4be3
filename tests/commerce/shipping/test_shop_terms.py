"""A shop's shipping settings and surcharges, and the terms that are read from them."""

from decimal import Decimal
from typing import Any

import pytest

from openmall.commerce.shipping import shop_terms
from openmall.commerce.shipping.fees import quote
from openmall.commerce.shipping.terms import Destination, Policy, Sender, ShippingLine, Terms, Tier
from openmall.contract.call import Call, Mall
from openmall.database.session import Session
from tests.commerce.collection.collection_setup import refusal
from tests.world import World

JEJU = Destination(country="KR", zipcode="63309")
PERSON: dict[str, Any] = {"password": "correct horse", "permission_shop_no": [1]}
NEW = {"X-Platform-Api-Version": "2026-03-01"}


def terms(world: World, shop_no: int = 1) -> Terms:
    async def read(db: Session) -> Terms:
        mall = await world.stage.app.directory.mall(world.mall_id)
        assert isinstance(mall, Mall)
        return await shop_terms.of_shop(Call(world.stage.clock, db, mall, shop_no))

    return world.in_transaction(read)


def put(world: World, path: str, **request: Any) -> Any:
    answer = world.call("PUT", path, json={"request": request}, headers=NEW)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_a_new_shop_sends_free_parcels_at_home(world: World) -> None:
    assert terms(world) == Terms(currency="KRW", country="KR", shop=Sender(weight=Decimal(1)))


def test_what_a_shop_says_is_what_an_order_costs(world: World) -> None:
    put(
        world,
        "shipping",
        shipping_fee_type="M",
        shipping_fee="2500",
        free_shipping_price="30000",
        shipping_fee_criteria="A",
        prepaid_shipping_fee="B",
    )
    put(world, "regionalsurcharges", use_regional_surcharge="T", jeju_surcharge_amount="3000")

    ten = ShippingLine(item="1", product_no=1, quantity=1, price=Decimal(10_000))
    many = ShippingLine(item="1", product_no=1, quantity=3, price=Decimal(10_000))

    assert quote(terms(world), [ten], JEJU).total == 5500
    assert quote(terms(world), [many], JEJU).total == 3000
    assert quote(terms(world, 2), [ten], JEJU).total == 0


def test_settings_merge_objects_and_replace_lists(world: World) -> None:
    rates = [{"min_value": "0", "max_value": "10", "shipping_fee": "2500"}]
    put(world, "shipping", shipping_period={"maximum": 9}, shipping_rates=rates)
    put(world, "shipping", shipping_period={"minimum": 2}, return_address={"zipcode": "04524"})

    said = world.get("shipping")["shipping"]

    assert said["shipping_period"] == {"minimum": 2, "maximum": 9}
    assert said["shipping_rates"] == [
        {"min_value": "0.00", "max_value": "10.00", "shipping_fee": "2500.00"}
    ]
    assert said["return_address"]["zipcode"] == "04524"
    answer = world.call("PUT", "shipping", json={"request": {"shipping_period": {"minimum": 2}}})
    assert answer.status_code == 409


@pytest.mark.parametrize(
    ("said", "named"),
    [
        ({"shipping_period": {"minimum": 8}}, "shipping_period"),
        (
            {"shipping_rates": [{"min_value": "5", "max_value": "4", "shipping_fee": "1"}]},
            "shipping_rates.max_value",
        ),
        (
            {"applicable_suppliers": [{"supplier_code": "S000000A", "supplier_id": "nobody"}]},
            "applicable_suppliers.supplier_id",
        ),
    ],
)
def test_what_contradicts_itself_is_refused(world: World, said: dict[str, Any], named: str) -> None:
    answer = world.call("PUT", "shipping", json={"request": said}, headers=NEW)

    assert refusal(answer, 422).endswith(f"(parameter.{named})")


def test_suppliers_send_by_their_own_terms_when_the_shop_lets_them(world: World) -> None:
    for at, code in ((1, "S000000A"), (2, "S000000B")):
        world.post("suppliers", supplier_name="Farm")
        world.post("suppliers/users", user_id=f"farm{at}", supplier_code=code, **PERSON)
        put(world, f"shipping/suppliers/farm{at}", shipping_fee_type="R", shipping_fee="4000")
    put(world, "shipping", shipping_fee_type="R", shipping_fee="2500")
    assert terms(world).suppliers == {}

    put(world, "shipping", supplier_shipping_fee="T")
    fees = {code: each.policy.fee for code, each in terms(world).suppliers.items()}
    assert fees == {"S000000A": 4000, "S000000B": 4000}

    chosen = [{"supplier_code": "S000000B", "supplier_id": "farm2"}]
    put(world, "shipping", supplier_selection="P", applicable_suppliers=chosen)
    assert list(terms(world).suppliers) == ["S000000B"]

    put(world, "shipping", supplier_shipping_calculation="A")
    assert terms(world).suppliers["S000000B"].policy.fee == 2500


def test_a_region_that_stays_keeps_its_number(world: World) -> None:
    def regions() -> list[tuple[int, str]]:
        listed = world.get("regionalsurcharges")["regionalsurcharge"]["regional_surcharge_list"]
        return [(each["regional_surcharge_no"], each["region_name"]) for each in listed]

    jeju = {"region_name": "Jeju", "regional_surcharge_amount": "3000"}
    ulleung = {"region_name": "Ulleung", "regional_surcharge_amount": "5000"}
    put(world, "regionalsurcharges", regional_surcharge_list=[jeju])
    put(world, "regionalsurcharges", regional_surcharge_list=[ulleung, jeju])
    assert regions() == [(2, "Ulleung"), (1, "Jeju")]

    body = {"request": {"regional_surcharge_list": [ulleung, jeju]}}
    assert world.call("PUT", "regionalsurcharges", json=body).status_code == 409
    assert regions() == [(2, "Ulleung"), (1, "Jeju")]


def test_a_product_with_a_fee_of_its_own_says_it_in_its_rates() -> None:
    rates = [(Decimal(30_000), Decimal(0), Decimal(2500))]
    tiers = (Tier(Decimal(30_000), Decimal(0), Decimal(2500)),)

    fixed = shop_terms.of_product("R", rates, prepaid="P", method="01")
    free: Any = shop_terms.of_product("M", rates, prepaid="B", method="09")

    assert fixed == Policy(fee_type="R", fee=Decimal(2500), tiers=tiers)
    assert (free.free_from, free.prepaid, free.delivered) == (30_000, "B", False)


def test_earlier_versions_know_less_of_shipping(world: World) -> None:
    old = {"X-Platform-Api-Version": "2024-03-01"}

    before = world.call("GET", "shipping", headers=old).json()["shipping"]
    after = world.call("GET", "shipping", headers=NEW).json()["shipping"]
    ignored = world.call("PUT", "shipping", json={"request": {"hs_code": "1"}}, headers=old)

    assert len(before) == 23
    assert after.keys() - before.keys() >= {"shipping_type", "supplier_shipping_fee"}
    assert ignored.status_code == 422
    assert put(world, "shipping", hs_code="1")["shipping"]["shop_no"] == 1
    assert world.get("shipping")["shipping"]["hs_code"] == "1"
