"""What suppliers charge for sending their goods, and where they charge more."""

from typing import Any

import pytest

from tests.commerce.collection.collection_setup import refusal
from tests.world import World

PERSON: dict[str, Any] = {"password": "correct horse", "permission_shop_no": [1]}
SURCHARGES = "suppliers/users/farm1/regionalsurcharges"


def tiers(*edges: int) -> list[dict[str, str]]:
    return [
        {"shipping_rates_min": f"{low}", "shipping_rates_max": f"{high}", "shipping_fee": "3000"}
        for low, high in zip(edges[::2], edges[1::2], strict=True)
    ]


@pytest.fixture(autouse=True)
def farm(world: World) -> None:
    world.post("suppliers", supplier_name="Hill Farm")
    world.post("suppliers/users", user_id="farm1", supplier_code="S000000A", **PERSON)


def test_a_supplier_sends_by_its_own_terms_in_each_shop(world: World) -> None:
    changed = world.put(
        "shipping/suppliers/farm1", shipping_fee_type="D", shipping_rates=tiers(0, 10, 10, 20)
    )["supplier"]

    assert (changed["supplier_id"], changed["supplier_code"]) == ("farm1", "S000000A")
    assert changed["shipping_rates"][1] == {
        "shipping_rates_min": "10.00",
        "shipping_rates_max": "20.00",
        "shipping_fee": "3000.00",
    }
    assert world.get("shipping/suppliers/farm1") == {"supplier": changed}
    other = world.get("shipping/suppliers/farm1", shop_no=2)["supplier"]
    assert (other["shop_no"], other["shipping_fee_type"], other["shipping_rates"]) == (2, "T", [])


@pytest.mark.parametrize("edges", [(0, 10, 11, 20), (0, 10, 5, 20), (10, 5), (-1, 5)])
def test_tiers_leave_no_gap_and_do_not_overlap(world: World, edges: tuple[int, ...]) -> None:
    body = {"request": {"shipping_rates": tiers(*edges)}}

    answer = world.call("PUT", "shipping/suppliers/farm1", json=body)

    assert "(parameter.shipping_rates" in refusal(answer, 422)
    assert world.get("shipping/suppliers/farm1")["supplier"]["shipping_rates"] == []


def test_the_earliest_day_is_not_after_the_latest(world: World) -> None:
    answer = world.call(
        "PUT", "shipping/suppliers/farm1", json={"request": {"shipping_start_date": 8}}
    )

    said = "The earliest day is not after the latest. (parameter.shipping_start_date)"
    assert refusal(answer, 422) == said


def test_nobodys_supplier_has_no_settings(world: World) -> None:
    said = "The supplier does not exist. (parameter.supplier_id)"

    assert refusal(world.call("GET", "shipping/suppliers/nobody"), 404) == said
    path = "suppliers/users/nobody/regionalsurcharges"
    assert refusal(world.call("GET", path), 404) == said


def test_surcharges_are_made_listed_and_deleted(world: World) -> None:
    jeju = {"region_name": "Jeju", "regional_surcharge_amount": "3000"}
    first = world.post(SURCHARGES, use_regional_surcharge="T", start_zipcode="63000", **jeju)
    second = world.post(
        SURCHARGES, use_regional_surcharge="T", start_zipcode="40240", end_zipcode="40200", **jeju
    )

    made = {
        "shop_no": 1,
        "regional_surcharge_no": 1,
        "supplier_id": "farm1",
        "country_code": "KR",
        "region_name": "Jeju",
        "surcharge_region_name": None,
        "start_zipcode": "63000",
        "end_zipcode": "63000",
        "regional_surcharge_amount": "3000.00",
    }
    assert first == {"regionalsurcharge": {**made, "use_regional_surcharge": "T"}}
    other = second["regionalsurcharge"]
    assert (other["start_zipcode"], other["end_zipcode"]) == ("40200", "40240")
    assert world.get(SURCHARGES, limit=1) == {"regionalsurcharges": [made]}
    gone = world.call("DELETE", f"{SURCHARGES}/1")
    assert gone.json()["regionalsurcharge"]["regional_surcharge_no"] == 1
    left = world.get(SURCHARGES)["regionalsurcharges"]
    assert [each["regional_surcharge_no"] for each in left] == [2]


def test_surcharges_are_switched_on_and_off_without_losing_them(world: World) -> None:
    jeju = {"region_name": "Jeju", "regional_surcharge_amount": "3000"}
    world.post(SURCHARGES, use_regional_surcharge="T", **jeju)

    off = world.put(
        f"{SURCHARGES}/setting",
        use_regional_surcharge="F",
        region_setting_type="N",
        jeju_surcharge_amount="2200",
    )

    assert off == {
        "regionalsurcharge": {
            "shop_no": 1,
            "supplier_id": "farm1",
            "use_regional_surcharge": "F",
            "region_setting_type": "N",
            "jeju_surcharge_amount": "2200.00",
            "remote_area_surcharge_amount": "0.00",
        }
    }
    assert world.get(f"{SURCHARGES}/setting") == off
    assert len(world.get(SURCHARGES)["regionalsurcharges"]) == 1
