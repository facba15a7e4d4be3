"""Coupons are made, found, stopped and deleted."""

from typing import Any

import pytest

from tests.commerce.promotion.coupon_setup import (
    NEWEST,
    RATE,
    USUAL,
    coupon,
    created,
    message,
    refused,
    shown,
)
from tests.world import World

NUMBER = "6000000000000000001"


def test_a_coupon_of_an_amount_is_created(world: World) -> None:
    made = created(
        world,
        available_product="I",
        available_product_list=[1, 2],
        available_price_type="O",
        available_order_price_type="U",
        available_min_price="10000",
    )

    assert made == {
        "shop_no": 1,
        "coupon_no": NUMBER,
        "coupon_name": "Spring",
        "benefit_type": "A",
        "issue_type": "M",
        "available_period_type": "F",
        "available_begin_datetime": "2026-11-01T00:00:00+09:00",
        "available_end_datetime": "2026-12-31T23:59:59+09:00",
        "available_day_from_issued": None,
        "available_site": ["W", "M"],
        "available_scope": "O",
        "available_product": "I",
        "available_product_list": [1, 2],
        "available_category": "U",
        "available_category_list": [],
        "available_amount_type": "E",
        "available_coupon_count_by_order": 1,
        "available_price_type": "O",
        "available_order_price_type": "U",
        "available_min_price": "10000.00",
        "discount_amount": {"benefit_price": "3000.00"},
        "discount_rate": None,
    }


def test_it_is_listed_with_all_that_is_known_of_it(world: World) -> None:
    coupon(world, benefit_type="B", discount_rate=RATE, available_period_type="F")

    assert world.get("coupons")["coupons"] == [
        {
            "shop_no": 1,
            "coupon_no": NUMBER,
            "coupon_type": "O",
            "coupon_name": "Spring",
            "coupon_description": None,
            "created_date": "2026-11-21T09:00:00+09:00",
            "deleted": "F",
            "is_stopped_issued_coupon": "F",
            "pause_begin_datetime": None,
            "pause_end_datetime": None,
            "benefit_text": "10% 할인",
            "benefit_type": "B",
            "benefit_price": None,
            "benefit_percentage": "10.0",
            "benefit_percentage_round_unit": "10",
            "benefit_percentage_max_price": "2000.00",
            "include_regional_shipping_rate": None,
            "include_foreign_delivery": None,
            "coupon_direct_url": "",
            "issue_type": "M",
            "issue_sub_type": "M",
            "issue_member_join": None,
            "issue_member_join_recommend": None,
            "issue_member_join_type": None,
            "issue_order_amount_type": None,
            "issue_order_start_date": None,
            "issue_order_end_date": None,
            "issue_order_amount_limit": None,
            "issue_order_amount_min": None,
            "issue_order_amount_max": None,
            "issue_order_path": None,
            "issue_order_type": "O",
            "issue_order_available_product": "U",
            "issue_order_available_category": "U",
            "issue_anniversary_type": None,
            "issue_anniversary_pre_issue_day": None,
            "issue_module_type": None,
            "issue_review_count": None,
            "issue_review_has_image": None,
            "issue_quantity_min": None,
            "issue_quntity_type": None,
            "issue_max_count": None,
            "issue_max_count_by_user": None,
            "issue_count_per_once": None,
            "issued_count": "0",
            "issue_member_group_no": None,
            "issue_member_group_name": None,
            "issue_no_purchase_period": None,
            "issue_reserved": "F",
            "issue_reserved_date": None,
            "available_date": "2026-11-01 00:00 ~ 2026-12-31 23:59",
            "available_period_type": "F",
            "available_begin_datetime": "2026-11-01T00:00:00+09:00",
            "available_end_datetime": "2026-12-31T23:59:59+09:00",
            "available_site": "W,M",
            "available_scope": "O",
            "available_day_from_issued": None,
            "available_price_type": "U",
            "available_order_price_type": None,
            "available_min_price": None,
            "available_amount_type": "E",
            "available_payment_method": "all",
            "available_product": "U",
            "available_product_list": None,
            "available_category": "U",
            "available_category_list": None,
            "available_coupon_count_by_order": 1,
            "serial_generate_method": None,
            "coupon_image_type": "B",
            "coupon_image_path": None,
            "show_product_detail": None,
            "use_notification_when_login": "F",
            "send_sms_for_issue": "F",
            "send_email_for_issue": None,
        }
    ]


@pytest.mark.parametrize(
    ("said", "message"),
    [
        (
            {"discount_amount": None},
            "A coupon of this kind needs its amount. (parameter.discount_amount)",
        ),
        ({"benefit_type": "B"}, "A coupon of this kind needs its rate. (parameter.discount_rate)"),
        (
            {"benefit_type": "B", "discount_rate": RATE | {"benefit_percentage": "101"}},
            "Expected an amount above 0, up to 100. (parameter.discount_rate.benefit_percentage)",
        ),
        (
            {"benefit_type": "E", "available_scope": "P"},
            "A coupon on shipping is for orders, not for products. (parameter.available_scope)",
        ),
        (
            {"available_period_type": "R"},
            "The number of days from the issue is required for this period."
            " (parameter.available_day_from_issued)",
        ),
        (
            {"available_end_datetime": "2026-10-31T00:00:00+09:00"},
            "The end lies before the start. (parameter.available_end_datetime)",
        ),
        (
            {"available_site": []},
            "A coupon needs at least one site where it may be used. (parameter.available_site)",
        ),
        (
            {"available_price_type": "O"},
            "A limit of the amount needs the least amount. (parameter.available_min_price)",
        ),
        (
            {"issue_type": "A"},
            "A coupon that is issued automatically needs a condition of its issue."
            " (parameter.issue_sub_type)",
        ),
        (
            {"issue_reserved": "T"},
            "A reserved issue needs the date of its start. (parameter.issue_reserved_date)",
        ),
        (
            {"issue_limit": "T"},
            "A limited issue needs the greatest number of coupons. (parameter.issue_max_count)",
        ),
        (
            {"issue_member_group_no": 9},
            "There is no such group. (parameter.issue_member_group_no)",
        ),
    ],
)
def test_what_does_not_go_together_is_refused(
    world: World, said: dict[str, Any], message: str
) -> None:
    assert refused(world, **said) == message
    assert world.get("coupons/count") == {"count": 0}


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ({}, 2),
        ({"coupon_name": "pri"}, 1),
        ({"benefit_type": "A,B"}, 2),
        ({"benefit_type": "B"}, 1),
        ({"issue_type": "M"}, 1),
        ({"issue_sub_type": "J"}, 1),
        ({"issued_flag": "T"}, 0),
        ({"issued_flag": "F"}, 2),
        ({"created_start_date": "2026-11-22"}, 0),
        ({"created_end_date": "2026-11-21"}, 2),
        ({"deleted": "T"}, 0),
        ({"deleted": "T,F"}, 2),
        ({"available_period_type": "R,M"}, 1),
        ({"available_datetime": "2027-06-01"}, 1),
        ({"available_datetime": "2026-11-30"}, 2),
        ({"available_site": "P"}, 1),
        ({"available_site": "M,P"}, 2),
        ({"available_scope": "P"}, 1),
        ({"coupon_type": "S"}, 0),
        ({"shop_no": 2}, 0),
    ],
)
def test_coupons_are_found_by_what_they_are(
    world: World, asked: dict[str, Any], found: int
) -> None:
    coupon(world)
    coupon(
        world,
        coupon_name="Welcome",
        benefit_type="B",
        discount_rate=RATE,
        issue_type="A",
        issue_sub_type="J",
        available_period_type="R",
        available_day_from_issued=7,
        available_site=["P"],
        available_scope="P",
    )

    assert world.get("coupons/count", **asked) == {"count": found}
    assert len(world.get("coupons", **asked)["coupons"]) == found


def test_an_earlier_version_makes_the_coupons_it_knows(world: World) -> None:
    made = world.speaking("2024-03-01").post("coupons", **USUAL, issue_max_count=5)["coupon"]

    assert shown(world, made["coupon_no"])["issue_max_count"] is None


@pytest.mark.parametrize(
    ("said", "says"),
    [
        ({"benefit_type": "E"}, "Expected one of A, B. (parameter.benefit_type)"),
        ({"issue_type": "D"}, "Expected one of M. (parameter.issue_type)"),
        ({"available_site": ["W", "P"]}, "Expected one of W, M. (parameter.available_site)"),
    ],
)
def test_an_earlier_version_makes_no_others(world: World, said: dict[str, Any], says: str) -> None:
    older = world.speaking("2024-03-01")

    answer = older.call("POST", "coupons", json={"request": USUAL | said})

    assert message(answer) == (422, says)
    assert created(world, **said)["coupon_no"] == NUMBER


def test_a_coupon_is_paused_and_restarted(world: World) -> None:
    number = coupon(world)

    paused = world.put(f"coupons/{number}", status="pause", immediate_issue_pause="I")
    world.stage.clock.pass_(3600)
    stopped = shown(world, number)
    again = world.call("PUT", f"coupons/{number}", json={"request": {"status": "pause"}})
    world.put(f"coupons/{number}", immediate_issue_restart="I")

    assert paused["coupon"] == {
        "shop_no": 1,
        "coupon_no": int(number),
        "status": "pause",
        "deleted": None,
        "immediate_issue_pause": "I",
        "immediate_issue_restart": None,
    }
    assert stopped["is_stopped_issued_coupon"] == "T"
    assert stopped["pause_begin_datetime"] == "2026-11-21T09:00:00+09:00"
    assert again.status_code == 409
    assert shown(world, number)["pause_end_datetime"] == "2026-11-21T10:00:00+09:00"
    assert shown(world, number)["is_stopped_issued_coupon"] == "F"


def test_a_deleted_coupon_is_listed_among_the_deleted_alone(world: World) -> None:
    number = coupon(world)

    world.put(f"coupons/{number}", deleted="D")
    again = world.call("PUT", f"coupons/{number}", json={"request": {"deleted": "D"}})

    assert world.get("coupons")["coupons"] == []
    assert shown(world, number)["deleted"] == "T"
    assert again.status_code == 404


def test_pausing_and_restarting_at_once_is_refused(world: World) -> None:
    number = coupon(world)

    answer = world.call(
        "PUT",
        f"coupons/{number}",
        json={"request": {"status": "pause", "immediate_issue_restart": "I"}},
        headers=NEWEST,
    )

    assert answer.status_code == 422
    assert shown(world, number)["is_stopped_issued_coupon"] == "F"
