"""Benefits are made, found, changed, ended."""

from typing import Any

import pytest

from tests.commerce.promotion.coupon_setup import NEWEST, message
from tests.world import World

SAID: dict[str, Any] = {
    "use_benefit": "T",
    "benefit_name": "Spring sale",
    "benefit_division": "D",
    "benefit_type": "DP",
    "use_benefit_period": "T",
    "benefit_start_date": "2026-11-01T00:00:00+09:00",
    "benefit_end_date": "2026-11-30T23:59:59+09:00",
    "platform_types": ["P", "M"],
    "use_group_binding": "M",
    "customer_group_list": [8, 9],
    "product_binding_type": "P",
    "use_except_category": "T",
    "icon_url": "https://shop.example.com/sale.gif",
    "period_sale": {
        "product_list": [17, 25],
        "except_category_list": [168],
        "discount_value": "10",
        "discount_value_unit": "P",
        "discount_truncation_unit": "O",
        "discount_truncation_method": "U",
    },
}
ANSWERED: dict[str, Any] = {
    **SAID,
    "shop_no": 1,
    "benefit_no": 1,
    "available_coupon": "T",
    "created_date": "2026-11-21T09:00:00+09:00",
    "period_sale": {
        "product_list": [17, 25],
        "add_category_list": None,
        "except_category_list": [168],
        "discount_purchasing_quantity": "T",
        "discount_value": "10.00",
        "discount_value_unit": "P",
        "discount_truncation_unit": "O",
        "discount_truncation_method": "U",
    },
    "repurchase_sale": None,
    "bulk_purchase_sale": None,
    "member_sale": None,
    "new_product_sale": None,
    "shipping_fee_sale": None,
    "gift": None,
    "gift_product_bundle": None,
}


def test_a_benefit_is_created_and_read(world: World) -> None:
    made = world.post("benefits", **SAID)["benefit"]

    assert made == ANSWERED
    assert world.get("benefits/1")["benefit"] == ANSWERED


def test_lists_leave_out_what_it_consists_of(world: World) -> None:
    world.post("benefits", **SAID)

    [listed] = world.get("benefits")["benefits"]

    objects = {name for name in ANSWERED if name.endswith("_sale") or name.startswith("gift")}
    assert listed == {
        name: value for name, value in ANSWERED.items() if name not in objects | {"created_date"}
    }


def test_a_benefit_is_changed_part_by_part(world: World) -> None:
    world.post("benefits", **SAID)

    changed = world.put(
        "benefits/1", use_benefit="F", period_sale={"discount_value": "15.5"}, gift={}
    )["benefit"]
    again = world.call("PUT", "benefits/1", json={"request": {"use_benefit": "F"}})

    after = {**ANSWERED, "use_benefit": "F"}
    after["period_sale"] = {**after["period_sale"], "discount_value": "15.50"}
    assert changed == after
    assert world.get("benefits/1")["benefit"] == after
    assert again.status_code == 409


def test_a_benefit_is_deleted(world: World) -> None:
    world.post("benefits", **SAID)

    gone = world.call("DELETE", "benefits/1")

    assert gone.json() == {"benefit": {"shop_no": 1, "benefit_no": 1}}
    assert world.call("GET", "benefits/1").status_code == 404


@pytest.mark.parametrize(
    ("said", "says"),
    [
        (
            {"benefit_type": "DN"},
            "The object of the benefit's kind is required. (parameter.new_product_sale)",
        ),
        (
            {"benefit_division": "P"},
            "The kind of benefit is not of this division. (parameter.benefit_division)",
        ),
        (
            {"benefit_end_date": None},
            "A benefit with a period needs its start and its end. (parameter.benefit_end_date)",
        ),
        (
            {"benefit_end_date": "2026-10-01"},
            "The end lies before the start. (parameter.benefit_end_date)",
        ),
        (
            {"period_sale": {"discount_value": "101", "discount_value_unit": "P"}},
            "Expected an amount from 0 to 100. (parameter.period_sale.discount_value)",
        ),
    ],
)
def test_what_does_not_go_together_is_refused(
    world: World, said: dict[str, Any], says: str
) -> None:
    answer = world.call("POST", "benefits", json={"request": SAID | said})

    assert message(answer) == (422, says)
    assert world.get("benefits/count") == {"count": 0}


def test_an_earlier_version_does_not_make_the_new_kinds(world: World) -> None:
    said = {**SAID, "benefit_type": "DM", "member_sale": {"discount_value": "1"}}

    early = world.speaking("2024-03-01").call("POST", "benefits", json={"request": said})
    late = world.call("POST", "benefits", json={"request": said}, headers=NEWEST)

    assert message(early) == (422, "Expected one of DP, DN, DV, PG, PB. (parameter.benefit_type)")
    assert late.json()["benefit"]["member_sale"]["discount_value"] == "1.00"


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ({}, 2),
        ({"use_benefit": "T"}, 1),
        ({"benefit_name": "ship"}, 1),
        ({"benefit_type": "DV"}, 1),
        ({"benefit_start_date": "2026-11-22"}, 0),
        ({"period_type": "S", "benefit_start_date": "2026-11-01"}, 1),
        ({"period_type": "E", "benefit_end_date": "2026-11-30"}, 1),
        ({"platform_types": "A"}, 1),
        ({"platform_types": "A,M"}, 2),
        ({"shop_no": 2}, 0),
    ],
)
def test_benefits_are_found_by_what_they_are(
    world: World, asked: dict[str, Any], found: int
) -> None:
    world.post("benefits", **SAID)
    world.post(
        "benefits",
        use_benefit="F",
        benefit_name="Free shipping",
        benefit_division="D",
        benefit_type="DV",
        platform_types=["A"],
        shipping_fee_sale={},
    )

    assert world.get("benefits/count", **asked) == {"count": found}
    assert len(world.get("benefits", **asked)["benefits"]) == found
