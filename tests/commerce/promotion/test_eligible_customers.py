"""The customers to whom a coupon would be issued are those who get it."""

from typing import Any

import pytest

from openmall.commerce.promotion.issues import automatic
from tests.commerce.customer.customer_setup import do
from tests.commerce.order.checkout_setup import Checkout
from tests.commerce.promotion.coupon_setup import coupon, give, issue, members
from tests.storefront.shopper_client import Shopper
from tests.storefront.shopper_client import benefit as group_of
from tests.world import World


def eligible(world: World, number: str, **query: Any) -> list[str]:
    found = world.get(f"coupons/{number}/issuancecustomers", **query)["issuancecustomers"]
    return [each["member_id"] for each in found]


def test_who_does_not_have_a_coupon_would_get_it(world: World) -> None:
    members(world, "dohyun", "haneul", "minho")
    number = coupon(world)
    give(world, number, "haneul")

    assert world.get(f"coupons/{number}/issuancecustomers") == {
        "issuancecustomers": [
            {
                "shop_no": 1,
                "coupon_no": number,
                "member_id": member_id,
                "group_no": 1,
                "issued_date": None,
                "expiration_date": None,
                "used_coupon": "F",
                "used_date": None,
                "related_order_id": None,
            }
            for member_id in ("dohyun", "minho")
        ]
    }
    issue(world, number, issued_member_scope="A")
    assert eligible(world, number) == []


def test_who_may_have_it_again_is_listed_with_the_newest_issue(world: World) -> None:
    members(world, "haneul")
    number = coupon(world, same_user_reissue="T", issue_max_count_by_user=2)
    give(world, number, "haneul")

    [found] = world.get(f"coupons/{number}/issuancecustomers")["issuancecustomers"]

    assert (found["member_id"], found["used_coupon"]) == ("haneul", "F")
    assert found["expiration_date"] == "2026-12-31T23:59:59+09:00"
    assert found["issued_date"] is not None
    give(world, number, "haneul", allow_duplication="T")
    assert eligible(world, number) == []


def test_only_customers_of_the_coupons_group_would_get_it(world: World) -> None:
    members(world, "dohyun", "haneul", "minho")
    gold = group_of(world, "10.00")
    world.post(f"customergroups/{gold}/customers", member_id="minho")
    of_gold = coupon(world, issue_type="D", issue_member_group_no=gold)
    of_others = coupon(world, issue_type="D", issue_member_group_no=1)
    of_all = coupon(world)

    assert eligible(world, of_gold) == ["minho"]
    assert eligible(world, of_others) == ["dohyun", "haneul"]
    assert eligible(world, of_all, group_no=gold) == ["minho"]
    assert eligible(world, of_all, group_no=1) == ["dohyun", "haneul"]
    assert eligible(world, of_gold, group_no=1) == []


def test_pages_follow_the_member_id(world: World) -> None:
    members(world, "dohyun", "haneul", "minho")
    number = coupon(world)

    assert eligible(world, number, limit=2) == ["dohyun", "haneul"]
    assert eligible(world, number, limit=2, offset=2) == ["minho"]
    assert eligible(world, number, since_member_id="haneul") == ["minho"]
    assert eligible(world, number, member_id="haneul") == ["haneul"]


def test_on_a_first_order_it_is_who_has_not_ordered(world: World) -> None:
    shop = Checkout(world)
    minho = Shopper(world)
    minho.sign_up("minho")
    number = coupon(world, issue_type="A", issue_sub_type="F")
    assert eligible(world, number) == ["hana", "minho"]

    shop.order()

    assert eligible(world, number) == ["minho"]


def test_on_joining_it_is_who_may_recommend(world: World) -> None:
    members(world, "haneul")
    joining = {"issue_type": "A", "issue_sub_type": "J", "issue_member_join": "T"}
    alone = coupon(world, **joining)
    both = coupon(world, **joining, issue_member_join_recommend="T")

    assert (eligible(world, alone), eligible(world, both)) == ([], ["haneul"])
    do(
        world,
        lambda call: automatic.issued_on_joining(call, "nobody", recommended_by="haneul"),
    )
    assert eligible(world, both) == []


@pytest.mark.parametrize(
    "said",
    [
        {"issue_reserved": "T", "issue_reserved_date": "2026-12-01"},
        {"available_end_datetime": "2026-11-20T00:00:00+09:00"},
    ],
)
def test_nobody_gets_what_is_not_issued_now(world: World, said: dict[str, Any]) -> None:
    members(world, "haneul")
    number = coupon(world, **said)

    assert eligible(world, number) == []


def test_nobody_gets_what_is_paused_or_used_up(world: World) -> None:
    members(world, "haneul", "minho")
    paused, few = coupon(world), coupon(world, issue_limit="T", issue_max_count=1)
    world.put(f"coupons/{paused}", status="pause")
    give(world, few, "haneul")

    assert (eligible(world, paused), eligible(world, few)) == ([], [])


def test_a_coupon_that_is_not_there_is_404(world: World) -> None:
    answer = world.call("GET", "coupons/6000000000000000009/issuancecustomers")
    assert answer.status_code == 404
