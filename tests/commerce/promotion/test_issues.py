"""Coupons are given to people, and taken away."""

import itertools
from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal
from typing import Any

import pytest

from openmall.commerce.customer.customers import rules as customer_rules
from openmall.commerce.customer.customers.takes import CustomerDraft, Leaving
from openmall.commerce.promotion.issues import automatic
from openmall.commerce.promotion.issues import rules as issue_rules
from openmall.commerce.promotion.issues import store as issue_store
from openmall.commerce.promotion.issues.automatic import Bought, Purchase
from openmall.contract.call import Call
from openmall.contract.errors import Invalid
from tests.commerce.customer.customer_setup import do, join
from tests.commerce.promotion.coupon_setup import (
    coupon,
    give,
    issue,
    issues,
    members,
    message,
    shown,
)
from tests.world import World


def test_a_coupon_is_issued_to_one_member(world: World) -> None:
    members(world, "haneul")
    number = coupon(world)

    answer = issue(world, number, issued_member_scope="M", member_id="haneul")

    assert answer.json() == {"issues": {"shop_no": 1, "count": {number: 1}}}
    assert issues(world, number) == [
        {
            "shop_no": 1,
            "coupon_no": number,
            "issue_no": "6000000000000000001",
            "member_id": "haneul",
            "group_no": 1,
            "issued_date": "2026-11-21T09:00:00+09:00",
            "expiration_date": "2026-12-31T23:59:59+09:00",
            "used_coupon": "F",
            "used_date": None,
            "related_order_id": None,
        }
    ]
    assert shown(world, number)["issued_count"] == "1"


def test_a_group_gets_it_and_who_has_it_is_passed_over(world: World) -> None:
    group = world.post("customergroups", group_name="VIP", group_description="Best")[
        "customergroup"
    ]["group_no"]
    members(world, "haneul", "minjun")
    join(world, "sakura", group_no=group)
    join(world, "emma", group_no=group)
    number = coupon(world)
    give(world, number, "emma")

    of_group = issue(world, number, issued_member_scope="G", group_no=group)
    of_all = issue(world, number, issued_member_scope="A")

    assert of_group.json()["issues"]["count"] == {number: 1}
    assert of_all.json()["issues"]["count"] == {number: 2}
    assert [(each["member_id"], each["group_no"]) for each in issues(world, number)] == [
        ("emma", group),
        ("sakura", group),
        ("haneul", 1),
        ("minjun", 1),
    ]


def test_several_each_and_once_more(world: World) -> None:
    members(world, "haneul", "minjun")
    number = coupon(world)

    three = {"single_issue_per_once": "F", "issue_count_per_once": 3}
    issue(world, number, issued_member_scope="A", **three)
    issue(world, number, issued_member_scope="A", allow_duplication="T")

    assert [each["member_id"] for each in issues(world, number)] == (
        ["haneul"] * 3 + ["minjun"] * 3 + ["haneul", "minjun"]
    )
    assert len({each["issue_no"] for each in issues(world, number)}) == 8


@pytest.mark.parametrize(
    ("said", "status", "says"),
    [
        (
            {"issued_member_scope": "M"},
            422,
            "An issue to one member needs the member. (parameter.member_id)",
        ),
        (
            {"issued_member_scope": "G"},
            422,
            "An issue to a group needs the group. (parameter.group_no)",
        ),
        (
            {"issued_member_scope": "M", "member_id": "nobody"},
            404,
            "The customer does not exist. (parameter.member_id)",
        ),
        (
            {"issued_member_scope": "M", "member_id": "haneul"},
            422,
            "The member has this coupon. (parameter.member_id)",
        ),
        (
            {"issued_member_scope": "A", "allow_duplication": "T"},
            422,
            "Only 1 of this coupon are left. (parameter.coupon_no)",
        ),
    ],
)
def test_what_cannot_be_issued_is_refused(
    world: World, said: dict[str, Any], status: int, says: str
) -> None:
    members(world, "haneul", "minjun")
    number = coupon(world, issue_max_count=2)
    give(world, number, "haneul")

    assert message(issue(world, number, **said)) == (status, says)
    assert len(issues(world, number)) == 1


def test_neither_paused_nor_reserved_nor_expired_ones_are_issued(world: World) -> None:
    members(world, "haneul")
    paused = coupon(world)
    world.put(f"coupons/{paused}", status="pause")
    reserved = coupon(world, issue_reserved="T", issue_reserved_date="2026-11-25")
    expired = coupon(world, available_end_datetime="2026-11-20")
    by_itself = coupon(world, issue_type="A", issue_sub_type="J")

    refusals = [
        message(issue(world, each, issued_member_scope="A"))
        for each in (paused, reserved, expired, by_itself)
    ]

    assert refusals == [
        (422, f"{words} (parameter.coupon_no)")
        for words in (
            "This coupon is not issued at the moment.",
            "This coupon is not issued yet.",
            "This coupon has expired.",
            "This coupon is issued by itself.",
        )
    ]


def test_one_member_gets_no_more_than_the_coupon_says(world: World) -> None:
    members(world, "haneul", "minjun")
    number = coupon(world, issue_max_count_by_user=1)
    give(world, number, "haneul")

    issue(world, number, issued_member_scope="A", allow_duplication="T")

    assert [each["member_id"] for each in issues(world, number)] == ["haneul", "minjun"]


def test_who_wants_no_mail_is_left_out_when_the_coupon_says_so(world: World) -> None:
    join(world, "haneul", news_mail="T")
    join(world, "minjun", news_mail="F", sms="F")
    number = coupon(world, exclude_unsubscribed="T")

    issue(world, number, issued_member_scope="A")

    assert [each["member_id"] for each in issues(world, number)] == ["haneul"]


@pytest.mark.parametrize(
    ("period", "until"),
    [
        ({"available_period_type": "R", "available_day_from_issued": 3}, "2026-11-24"),
        ({"available_period_type": "M"}, "2026-11-30"),
    ],
)
def test_until_when_an_issued_coupon_holds(
    world: World, period: dict[str, Any], until: str
) -> None:
    members(world, "haneul")
    number = coupon(world, **period)
    give(world, number, "haneul")

    assert [each["expiration_date"] for each in issues(world, number)] == [
        f"{until}T23:59:59+09:00"
    ]


def test_what_a_customer_has(world: World) -> None:
    members(world, "haneul")
    number = coupon(world, available_payment_method="C")
    given = give(world, number, "haneul")

    assert world.get("customers/haneul/coupons")["coupons"] == [
        {
            "shop_no": 1,
            "coupon_no": number,
            "issue_no": given,
            "coupon_name": "Spring",
            "available_price_type": "U",
            "available_price_type_detail": None,
            "available_min_price": None,
            "available_payment_methods": ["C"],
            "benefit_type": "A",
            "benefit_price": "3000.00",
            "benefit_percentage": None,
            "benefit_percentage_round_unit": None,
            "benefit_percentage_max_price": None,
            "credit_amount": None,
            "issued_date": "2026-11-21T09:00:00+09:00",
            "available_begin_datetime": "2026-11-01T00:00:00+09:00",
            "available_end_datetime": "2026-12-31T23:59:59+09:00",
        }
    ]
    assert world.get("customers/haneul/coupons/count") == {"count": 1}


def test_what_has_expired_nobody_has_any_more(world: World) -> None:
    members(world, "haneul")
    give(world, coupon(world, available_end_datetime="2026-11-21T10:00:00+09:00"), "haneul")

    world.stage.clock.pass_(3_600)
    still = world.get("customers/haneul/coupons/count")
    world.stage.clock.pass_(1)

    assert still == {"count": 1}
    assert world.get("customers/haneul/coupons/count") == {"count": 0}
    assert world.get("customers/haneul/coupons") == {"coupons": []}


def test_a_coupon_is_taken_away(world: World) -> None:
    members(world, "haneul", "minjun")
    number = coupon(world)
    first = give(world, number, "haneul")
    second = give(world, number, "haneul", allow_duplication="T")
    others = give(world, number, "minjun")
    path = f"customers/haneul/coupons/{number}"

    not_theirs = world.call("DELETE", path, params={"issue_no": f"{first},{others}"})
    one = world.call("DELETE", path, params={"issue_no": second})
    rest = world.call("DELETE", path)
    nothing = world.call("DELETE", path)

    assert message(not_theirs) == (
        422,
        "There is no such coupon that the customer has and has not used. (parameter.issue_no)",
    )
    assert one.json() == {"coupon": {"shop_no": 1, "coupon_no": number, "issue_no": [second]}}
    assert rest.json()["coupon"]["issue_no"] == [first]
    assert nothing.status_code == 404
    assert [each["member_id"] for each in issues(world, number)] == ["minjun"]


def test_whoever_joins_gets_what_is_issued_on_joining(world: World) -> None:
    number = coupon(world, issue_type="A", issue_sub_type="J", issue_member_join_recommend="T")
    members(world, "haneul", "minjun")

    given = do(
        world, lambda call: automatic.issued_on_joining(call, "minjun", recommended_by="haneul")
    )
    once_more = do(world, lambda call: automatic.issued_on_joining(call, "minjun"))

    assert (given, once_more) == (2, 0)
    assert [each["member_id"] for each in issues(world, number)] == ["minjun", "haneul"]


def test_an_order_earns_a_coupon_when_it_is_big_enough(world: World) -> None:
    members(world, "haneul")
    number = coupon(
        world,
        issue_type="A",
        issue_sub_type="O",
        same_user_reissue="T",
        issue_order_amount_type="S",
        issue_order_amount_limit="S",
        issue_order_amount_min="10000",
        issue_order_amount_max="20000",
        issue_order_available_product="E",
        issue_order_available_product_list=[9],
    )

    numbers = itertools.count(1)

    def bought(*paid: int, product_no: int = 1) -> int:
        lines = [
            Bought(product_no=product_no, quantity=1, amount=Decimal(50_000), paid=each)
            for each in map(Decimal, paid)
        ]

        async def purchase() -> Purchase:
            return Purchase(lines=lines)

        order_id = f"20261121-{next(numbers):07d}"

        async def issue(call: Call) -> int:
            offered = await automatic.offered_on_order(call, "O")
            return await automatic.issued_on_order(call, "haneul", order_id, purchase, offered)

        return do(world, issue)

    assert [bought(9_999), bought(5_000, 5_000), bought(20_000), bought(20_001)] == [0, 1, 1, 0]
    assert bought(15_000, product_no=9) == 0
    assert len(issues(world, number)) == 2


def test_a_customer_fetches_a_coupon_once(world: World) -> None:
    members(world, "haneul")
    number = coupon(world, issue_type="D")

    first = do(world, lambda call: issue_rules.download(call, number, "haneul"))

    assert first == 1
    with pytest.raises(Invalid, match="not once more"):
        do(world, lambda call: issue_rules.download(call, number, "haneul"))
    assert len(issues(world, number)) == 1


def test_whoever_left_gets_nothing(world: World) -> None:
    members(world, "haneul", "minjun")
    number = coupon(world)

    async def leave(call: Call) -> None:
        await customer_rules.leave(call, Leaving(member_id="haneul"))

    do(world, leave)
    issue(world, number, issued_member_scope="A")

    assert [each["member_id"] for each in issues(world, number)] == ["minjun"]


@pytest.mark.both_stores
def test_a_hundred_at_once_get_ten(world: World) -> None:
    names = [f"member{at:03}" for at in range(100)]

    async def all_join(call: Call) -> None:
        for name in names:
            await customer_rules.join(call, CustomerDraft(member_id=name))

    do(world, all_join)
    number = coupon(world, issue_max_count=10)

    def get(name: str) -> int:
        answer = issue(world, number, issued_member_scope="M", member_id=name)
        return int(answer.status_code)

    with ThreadPoolExecutor(100) as pool:
        statuses = list(pool.map(get, names))

    assert sorted(statuses) == [201] * 10 + [422] * 90
    assert len(issues(world, number)) == 10
    assert shown(world, number)["issued_count"] == "10"


def test_many_members_are_given_a_coupon_part_by_part(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(issue_store, "RECIPIENTS_AT_ONCE", 2)
    names = ["bora", "dami", "haneul", "jiho", "sora"]
    members(world, *names)
    number = coupon(world)

    two = {"single_issue_per_once": "F", "issue_count_per_once": 2}
    assert issue(world, number, issued_member_scope="A", **two).status_code == 201

    given = issues(world, number)
    assert sorted(each["member_id"] for each in given) == sorted(names * 2)
    assert len({each["issue_no"] for each in given}) == 10
