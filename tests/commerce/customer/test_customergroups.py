"""Customer groups: the one every shop has, those that are made, and who comes next into which."""

from decimal import Decimal
from typing import Any

import pytest

from openmall.commerce.customer.customergroups.rules import Criteria, following
from openmall.commerce.customer.customergroups.shape import AutoChange, Group, Purchases
from tests.error_bodies import error
from tests.world import World

NONE: dict[str, Any] = {
    "amount_product": "0.00",
    "amount_discount": "0.00",
    "discount_unit": "P",
    "truncation_unit": "1",
    "max_discount": "0.00",
}
GENERAL: dict[str, Any] = {
    "shop_no": 1,
    "group_no": 1,
    "group_name": "일반 회원",
    "group_description": "",
    "group_icon": "",
    "benefits_paymethod": "A",
    "buy_benefits": "F",
    "ship_benefits": "F",
    "product_availability": "A",
    "discount_information": NONE,
    "points_information": NONE,
    "mobile_discount_information": NONE,
    "mobile_points_information": NONE,
    "discount_limit_information": {
        "discount_limit_type": "A",
        "discount_amount_limit": "0.00",
        "number_of_discount_limit": None,
    },
}


def test_every_shop_has_a_general_group_named_in_its_language(world: World) -> None:
    assert world.get("customergroups") == {"customergroups": [GENERAL]}
    assert world.get("customergroups/1", shop_no=2) == {
        "customergroup": {**GENERAL, "shop_no": 2, "group_name": "General"}
    }
    assert world.get("customergroups/count") == {"count": 1}


def test_a_group_is_made_with_its_benefits_in_one_shop(world: World) -> None:
    off = {
        "amount_product": "100000.00",
        "amount_discount": "7.50",
        "discount_unit": "P",
        "truncation_unit": "10",
        "max_discount": "5000.00",
    }

    made = world.post(
        "customergroups",
        2,
        group_name="VIP",
        group_description="Our best",
        buy_benefits="P",
        ship_benefits="T",
        discount_information=off,
        points_information={"amount_discount": "1", "discount_unit": "W"},
        mobile_points_information={"amount_discount": "2"},
        discount_limit_information={"discount_limit_type": "B", "discount_amount_limit": "9"},
        auto_change_information={"min_purchase_amount": "300000"},
        group_list_background_color="C0FFEE",
    )["customergroup"]

    kept = {
        **GENERAL,
        "shop_no": 2,
        "group_no": 2,
        "group_name": "VIP",
        "group_description": "Our best",
        "buy_benefits": "P",
        "ship_benefits": "T",
        "discount_information": off,
        "mobile_discount_information": off,
        "points_information": {**NONE, "amount_discount": "1.00", "discount_unit": "W"},
        "mobile_points_information": {**NONE, "amount_discount": "2.00"},
        "discount_limit_information": {
            "discount_limit_type": "B",
            "discount_amount_limit": "9.00",
            "number_of_discount_limit": None,
        },
    }
    assert made == {
        **kept,
        "auto_change_information": {
            "min_purchase_amount": "300000.00",
            "max_purchase_amount": None,
            "min_purchase_count": None,
            "max_purchase_count": None,
            "min_shopping_index": None,
            "max_shopping_index": None,
        },
        "display_without_benefits": "F",
        "group_list_background_color": "C0FFEE",
        "group_image": "",
    }
    assert world.get("customergroups/2", shop_no=2) == {"customergroup": kept}
    assert world.get("customergroups/count", shop_no=1) == {"count": 1}


@pytest.mark.parametrize("name", ["VIP", "일반 회원"])
def test_a_name_is_of_one_group(world: World, name: str) -> None:
    world.post("customergroups", group_name="VIP", group_description="")

    answer = world.call(
        "POST", "customergroups", json={"request": {"group_name": name, "group_description": ""}}
    )

    said = "There is a customergroup like this. (parameter.group_name)"
    assert (answer.status_code, answer.json()) == (422, error(422, said, parameter="group_name"))
    assert world.get("customergroups/count") == {"count": 2}


def test_a_shop_has_at_most_a_hundred(world: World) -> None:
    for at in range(99):
        world.post("customergroups", group_name=f"Group {at}", group_description="")

    answer = world.call(
        "POST", "customergroups", json={"request": {"group_name": "More", "group_description": ""}}
    )

    said = "A shop has at most 100 groups. (parameter.group_name)"
    assert (answer.status_code, answer.json()) == (422, error(422, said, parameter="group_name"))
    assert world.get("customergroups/count") == {"count": 100}


@pytest.mark.parametrize(
    ("filters", "found"),
    [
        ({"group_no": "1,3,77"}, ["일반 회원", "Silver fox"]),
        ({"group_name": "SILVER"}, ["Silver", "Silver fox"]),
        ({"group_name": "fox,nothing like it"}, ["Silver fox"]),
        ({"group_name": "silver", "group_no": "2"}, ["Silver"]),
        ({"group_no": "77"}, []),
    ],
)
def test_groups_are_found_by_number_and_name(
    world: World, filters: dict[str, str], found: list[str]
) -> None:
    for name in ("Silver", "Silver fox"):
        world.post("customergroups", group_name=name, group_description="")

    listed = world.get("customergroups", **filters)["customergroups"]

    assert [each["group_name"] for each in listed] == found
    assert world.get("customergroups/count", **filters) == {"count": len(found)}


def test_the_settings_of_a_new_shop(world: World) -> None:
    assert world.get("customergroups/setting", shop_no=2) == {
        "customergroup": {
            "shop_no": 2,
            "auto_update": "F",
            "use_auto_update": "F",
            "customer_tier_criteria": "purchase_amount",
            "standard_purchase_amount": "total_order_amount",
            "offline_purchase_amount": None,
            "standard_purchase_count": "order_count",
            "offline_purchase_count": None,
            "auto_update_criteria": "delivery_complete",
            "deduct_cancellation_refund": "T",
            "interval_auto_update": "1m",
            "total_period": "6m",
            "interval_week": None,
            "interval_month": 1,
            "auto_update_set_date": None,
            "use_discount_limit": "F",
            "discount_limit_reset_period": "1m",
            "discount_limit_reset_week": None,
            "discount_limit_reset_date": 1,
            "discount_limit_begin_date": None,
            "discount_limit_end_date": None,
        }
    }


def _tier(group_no: int, amount: str | None, count: int | None) -> Group:
    bounds = AutoChange(
        min_purchase_amount=None if amount is None else Decimal(amount), min_purchase_count=count
    )
    return Group(group_no=group_no, group_name=f"Tier {group_no}", auto_change_information=bounds)


TIERS = [_tier(1, None, None), _tier(2, "300.00", 3), _tier(3, "900.00", 5), _tier(4, None, None)]


@pytest.mark.parametrize(
    ("criteria", "amount", "count", "comes"),
    [
        ("purchase_amount", "0.00", 0, (2, "300.00", 0)),
        ("purchase_amount", "299.99", 9, (2, "0.01", 0)),
        ("purchase_amount", "300.00", 0, (3, "600.00", 0)),
        ("purchase_amount", "900.00", 0, None),
        ("purchase_count", "0.00", 2, (2, "0.00", 1)),
        ("purchase_count", "0.00", 3, (3, "0.00", 2)),
        ("purchase_amount_and_count", "300.00", 1, (2, "0.00", 2)),
        ("purchase_amount_and_count", "300.00", 3, (3, "600.00", 2)),
        ("purchase_amount_or_count", "300.00", 0, (3, "600.00", 5)),
        ("purchase_amount_or_count", "0.00", 0, (2, "300.00", 3)),
        ("purchase_amount_or_count", "0.00", 5, None),
        ("shopping_index", "0.00", 0, None),
    ],
)
def test_the_next_group_is_the_lowest_that_was_not_reached(
    criteria: Criteria, amount: str, count: int, comes: tuple[int, str, int] | None
) -> None:
    found = following(TIERS, 1, Purchases(amount=Decimal(amount), number=count), criteria)

    told = None if found is None else (found[0].group_no, found[1].amount, found[1].number)
    assert told == (None if comes is None else (comes[0], Decimal(comes[1]), comes[2]))


def test_nobody_comes_into_the_group_they_are_in() -> None:
    found = following(TIERS, 2, Purchases(), "purchase_amount")

    assert found is not None
    assert found[0].group_no == 3
