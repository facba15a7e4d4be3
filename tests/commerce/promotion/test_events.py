"""What is told of coupons and benefits to apps that listen."""

from tests.commerce.community.board_setup import announced
from tests.commerce.promotion.coupon_setup import coupon
from tests.commerce.promotion.test_benefits import SAID
from tests.world import World

NUMBER = 6_000_000_000_000_000_001


def test_a_coupon_is_added_paused_restarted_and_deleted(world: World) -> None:
    number = coupon(world)
    world.put(f"coupons/{number}", status="pause")
    world.stage.clock.pass_(3_600)
    world.put(f"coupons/{number}", status="restart")
    world.put(f"coupons/{number}", deleted="D")

    issuing = {"issue_status_code": "ISSUING", "issue_status": "Being issued"}
    stopped = {"issue_status_code": "STOPPED", "issue_status": "Not being issued"}
    named = {"coupon_no": NUMBER, "coupon_name": "Spring"}
    paused = {"mode": "pause", "start_date": "2026-11-21 09:00", "end_date": ""}
    restarted = {"mode": "restart", "start_date": "2026-11-21 09:00"}
    assert announced(world) == [
        (90153, {**named, **issuing, "coupon_type": "O"}),
        (90154, {**named, **stopped, **paused, "type": "now"}),
        (90154, {**named, **issuing, **restarted, "type": "now", "end_date": "2026-11-21 10:00"}),
        (90152, {"coupon_type": "O", "coupon_no": NUMBER}),
    ]


def test_a_benefit_is_added_changed_and_deleted(world: World) -> None:
    world.post("benefits", **SAID)
    world.put("benefits/1", use_benefit="F")
    world.call("DELETE", "benefits/1")

    told = {
        "shop_no": 1,
        "benefit_no": 1,
        "use_benefit": "T",
        "benefit_name": "Spring sale",
        "benefit_start_date": "2026-11-01T00:00:00+09:00",
        "benefit_end_date": "2026-11-30T23:59:59+09:00",
        "customer_group_list": [8, 9],
        "product_binding_type": "P",
        "product_list": [17, 25],
        "add_category_list": None,
        "except_category_list": [168],
    }
    assert announced(world) == [
        (90047, told),
        (90048, {**told, "use_benefit": "F"}),
        (90050, {"shop_no": 1, "benefit_no": 1}),
    ]
