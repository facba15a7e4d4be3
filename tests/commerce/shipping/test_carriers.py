"""Carriers: known and own ones, the default, and where parcels are looked up."""

from typing import Any

import pytest

from openmall.commerce.shipping.builtin_carriers import CARRIERS, NUMBER
from openmall.commerce.shipping.tracking_addresses import tracking_link
from openmall.commerce.store.profile import StoreProfile
from openmall.contract import api_versions
from openmall.contract.call import Call
from openmall.contract.crud.settings import write_setting
from tests.commerce.collection.collection_setup import refusal
from tests.commerce.customer.customer_setup import do
from tests.commerce.order.claim_setup import events
from tests.world import World

OFFICE: dict[str, Any] = {"contact": "02-000-0000", "email": "desk@example.com"}


def add(world: World, code: str = "0006", **said: Any) -> dict[str, Any]:
    made = world.post("carriers", shipping_carrier_code=code, **OFFICE, **said)["carrier"]
    found: dict[str, Any] = made
    return found


def defaults(world: World) -> dict[int, str]:
    return {
        each["carrier_id"]: each["default_shipping_carrier"]
        for each in world.get("carriers")["carriers"]
    }


def test_a_known_carrier_needs_only_its_code(world: World) -> None:
    made = add(world)

    assert made.pop("shipping_fee_setting") == "F"
    assert made.pop("shipping_fee_setting_detail")["shipping_type"] == "A"
    assert made == {
        "shop_no": 1,
        "carrier_id": 1,
        "shipping_carrier_code": "0006",
        "shipping_carrier": "Logen",
        "track_shipment_url": "https://www.ilogen.com/web/personal/trace/{number}",
        "contact": "02-000-0000",
        "secondary_contact": "",
        "email": "desk@example.com",
        "default_shipping_fee": None,
        "homepage_url": "https://www.ilogen.com",
        "links": [{"rel": "self", "href": f"{world.base_url}/api/v2/admin/carriers/1"}],
    }
    [listed] = world.get("carriers")["carriers"]
    assert (listed["default_shipping_carrier"], listed["shipping_type"]) == ("T", "B")
    assert world.get("carriers", shop_no=2) == {"carriers": []}


def test_an_own_carrier_has_a_name_and_its_own_address(world: World) -> None:
    address = "https://van.example.com/track?no="

    made = add(world, "0001", shipping_carrier="Our van", track_shipment_url=address)
    nameless = {"shipping_carrier_code": "0001", **OFFICE}
    unknown = {"shipping_carrier_code": "fast", **OFFICE}

    assert (made["shipping_carrier"], made["track_shipment_url"]) == ("Our van", address)
    answer = world.call("POST", "carriers", json={"request": nameless})
    assert refusal(answer, 422) == "The carrier has no name. (parameter.shipping_carrier)"
    answer = world.call("POST", "carriers", json={"request": unknown})
    assert refusal(answer, 422) == "There is no such carrier. (parameter.shipping_carrier_code)"


def test_a_carrier_of_another_list_is_called_by_its_code_until_the_shop_names_it(
    world: World,
) -> None:
    # shipments take these codes as well
    plain = add(world, "0018")
    named = add(world, "0079", shipping_carrier="Quick parcels")

    assert (plain["shipping_carrier"], plain["track_shipment_url"]) == ("0018", None)
    assert named["shipping_carrier"] == "Quick parcels"


def test_one_carrier_is_the_default(world: World) -> None:
    for code in ("0002", "0003", "0004"):
        add(world, code)
    assert defaults(world) == {1: "T", 2: "F", 3: "F"}

    world.put("carriers/3", default_shipping_carrier="T")
    assert defaults(world) == {1: "F", 2: "F", 3: "T"}

    world.put("carriers/3", default_shipping_carrier="F")
    assert defaults(world) == {1: "T", 2: "F", 3: "F"}


def test_the_only_carrier_stays_the_default(world: World) -> None:
    add(world)

    answer = world.call("PUT", "carriers/1", json={"request": {"default_shipping_carrier": "F"}})

    said = "A shop with carriers has a default. (parameter.default_shipping_carrier)"
    assert refusal(answer, 422) == said
    assert defaults(world) == {1: "T"}


def test_the_default_is_deleted_only_when_that_is_asked_for(world: World) -> None:
    add(world)
    add(world, "0002")

    refused = world.call("DELETE", "carriers/1")
    gone = world.call("DELETE", "carriers/1", params={"delete_default_carrier": "T"})

    assert refusal(refused, 422).endswith("(parameter.delete_default_carrier)")
    assert gone.json() == {"carrier": {"shop_no": 1, "carrier_id": 1}}
    assert defaults(world) == {2: "T"}


@pytest.mark.parametrize(
    ("address", "number", "found"),
    [
        ("https://a.example.com/t?no={number}&lang=ko", " 123 ", "https://a.example.com/t?no=123&lang=ko"),
        ("https://a.example.com/t?no=", "12/3&x=1", "https://a.example.com/t?no=12%2F3%26x%3D1"),
        ("https://a.example.com/t?no=", "  ", ""),
        # a number never becomes a part of the host or its port
        ("https://a.example.com", ".b.example.com", "https://a.example.com/.b.example.com"),
        ("https://a.example.com:8", "443", "https://a.example.com:8/443"),
        ("https://a.example.com?", "1", "https://a.example.com?1"),
        (None, "123", ""),
    ],
)  # fmt: skip
def test_a_parcel_is_looked_up_at_its_carrier(address: str | None, number: str, found: str) -> None:
    assert tracking_link(address, number) == found


def test_every_known_carrier_tells_where_a_parcel_is() -> None:
    assert len(CARRIERS) > 20
    assert all(each.track.count(NUMBER) == 1 for each in CARRIERS.values())
    assert all(each.track.startswith("https://") for each in CARRIERS.values())
    assert all(tracking_link(each.track, "1") for each in CARRIERS.values())
    assert {code for each in CARRIERS.values() for code in each.countries.split()} >= {
        "KR",
        "JP",
        "PH",
        "VN",
    }


def test_a_carrier_tells_the_fees_and_the_sender_of_its_shop(world: World) -> None:
    add(world)
    terms = {
        "shipping_type": "B",
        "shipping_place": "Mainland",
        "shipping_period": {"minimum": 2, "maximum": 4},
        "shipping_fee_type": "D",
        "shipping_rates": [{"min_value": "0", "max_value": "10000", "shipping_fee": "2500"}],
        "oversea_shipping_country": "T",
        "oversea_shipping_country_list": [{"country_code": "JP"}],
        "country_shipping_fee": "T",
        "country_shipping_fee_list": [
            {
                "country_code": "JP",
                "conditional": "price",
                "min_value": "0",
                "max_value": "50000",
                "shipping_fee": "5000",
            }
        ],
        "oversea_additional_fee": "T",
        "oversea_additional_fee_list": [
            {
                "country_code": "JP",
                "fee_name": "Customs",
                "min_value": "0",
                "max_value": "50000",
                "additional_fee": "700",
            }
        ],
    }
    headers = {api_versions.HEADER: "2026-03-01"}
    changed = world.call("PUT", "shipping", headers=headers, json={"request": terms})
    assert changed.status_code == 200, changed.text

    found = world.get("carriers/1")["carrier"]

    tier = {"min_value": "0.00", "max_value": "10000.00", "shipping_fee": "2500.00"}
    japan = {"country_code": "JP", "country_name": "Japan"}
    assert found["shipping_fee_setting"] == "F"
    assert found["shipping_fee_setting_detail"] == {
        "shipping_type": "B",
        "available_shipping_zone": "Mainland",
        "min_shipping_period": 2,
        "max_shipping_period": 4,
        "shipping_information": "",
        "shipping_fee_setting_domestic": {
            "shipping_fee_type": "D",
            "shipping_fee": None,
            "min_price": None,
            "use_product_category": "A",
            "product_category_list": [],
            "shipping_fee_criteria": "D",
            "domestic_shipping_fee_list": [{"country_code": "KR", "conditional": "D", **tier}],
            "available_shipping_zone": None,
            "available_shipping_zone_list": None,
            "available_order_time": None,
            "start_time": None,
            "end_time": None,
        },
        "shipping_fee_setting_oversea": {
            "shipping_fee_criteria": None,
            "shipping_country_list": [japan],
            "country_shipping_fee_list": [
                {
                    **japan,
                    "conditional": "price",
                    "min_value": "0.00",
                    "max_value": "50000.00",
                    "shipping_fee": "5000.00",
                }
            ],
            "additional_handling_fee": "T",
            "additional_handling_fee_list": [
                {
                    **japan,
                    "text": "Customs",
                    "min_value": "0.00",
                    "max_value": "50000.00",
                    "additional_handling_fee": "700.00",
                    "unit": "KRW",
                    "rounding_unit": "F",
                    "rounding_rule": "U",
                }
            ],
            "maximum_quantity": None,
            "product_category_limit": None,
            "product_category_limit_list": None,
        },
    }
    sender = found["express_exception_setting"]
    assert sender["sender_name"] == world.get("shops/1")["shop"]["shop_name"]
    [listed] = world.get("carriers")["carriers"]
    assert listed["shipping_fee_setting_detail"] == found["shipping_fee_setting_detail"]
    assert listed["express_exception_setting"] == sender


def test_the_sender_of_parcels_is_who_runs_the_shop(world: World) -> None:
    profile = StoreProfile(
        company_name="Haneul Ltd",
        phone="02-111-2222",
        customer_service_sms="010-1111-2222",
        zipcode="04524",
        address1="1 Sejong-daero",
        address2="3F",
    )

    async def write(call: Call) -> None:
        await write_setting(call.db, call.seal, profile)

    do(world, write)
    add(world)

    number, event = events(world)[-1]
    assert number == 90100
    assert {name: value for name, value in event.items() if name.startswith("sender_")} == {
        "sender_name": "Haneul Ltd",
        "sender_phone": "02-111-2222",
        "sender_cellphone": "010-1111-2222",
        "sender_zipcode": "04524",
        "sender_address1": "1 Sejong-daero",
        "sender_address2": "3F",
    }
