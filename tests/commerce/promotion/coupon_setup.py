"""Coupons in tests: making, issuing and looking at them."""

from typing import Any

from tests.commerce.customer.customer_setup import join
from tests.world import World

NEWEST = {"X-Platform-Api-Version": "2026-03-01"}
DAY = 86_400.0
USUAL: dict[str, Any] = {
    "coupon_name": "Spring",
    "benefit_type": "A",
    "issue_type": "M",
    "available_period_type": "F",
    "available_begin_datetime": "2026-11-01T00:00:00+09:00",
    "available_end_datetime": "2026-12-31T23:59:59+09:00",
    "available_site": ["W", "M"],
    "available_coupon_count_by_order": 1,
    "discount_amount": {"benefit_price": "3000.00"},
}
RATE = {
    "benefit_percentage": "10.0",
    "benefit_percentage_round_unit": "10",
    "benefit_percentage_max_price": "2000.00",
}


def created(world: World, **said: Any) -> dict[str, Any]:
    """Create a coupon and return what was answered."""
    answer = world.call("POST", "coupons", json={"request": USUAL | said}, headers=NEWEST)
    assert answer.status_code == 201, answer.text
    made: dict[str, Any] = answer.json()["coupon"]
    return made


def coupon(world: World, **said: Any) -> str:
    """Create a coupon and return its number."""
    number: str = created(world, **said)["coupon_no"]
    return number


def refused(world: World, **said: Any) -> str:
    """Return what is said to who creates a coupon that cannot be."""
    answer = world.call("POST", "coupons", json={"request": USUAL | said}, headers=NEWEST)
    assert answer.status_code == 422, answer.text
    message: str = answer.json()["error"]["message"]
    return message


def issue(world: World, number: str, **said: Any) -> Any:
    return world.call("POST", f"coupons/{number}/issues", json={"request": said})


def give(world: World, number: str, member_id: str, **said: Any) -> str:
    """Issue a coupon to a member and return its newest number."""
    answer = issue(world, number, issued_member_scope="M", member_id=member_id, **said)
    assert answer.status_code == 201, answer.text
    newest: str = issues(world, number, member_id=member_id)[-1]["issue_no"]
    return newest


def issues(world: World, number: str, **asked: Any) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = world.get(f"coupons/{number}/issues", limit=500, **asked)[
        "issues"
    ]
    return found


def members(world: World, *names: str) -> None:
    for name in names:
        join(world, name)


def shown(world: World, number: str) -> dict[str, Any]:
    """Return a coupon as lists answer it."""
    listed: list[dict[str, Any]] = world.get("coupons", coupon_no=number, deleted="T,F")["coupons"]
    [found] = listed
    return found


def message(answer: Any) -> tuple[int, str]:
    """Return status and message of a refusal."""
    return answer.status_code, answer.json()["error"]["message"]
