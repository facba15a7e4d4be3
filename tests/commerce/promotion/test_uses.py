"""Coupons are used, each exactly once, and come back when a claim decides so."""

from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal
from typing import Any

import pytest
from sqlalchemy import bindparam, update

from openmall.commerce.promotion.coupons.tables import COUPON, ISSUE
from openmall.commerce.promotion.uses import rules as use_rules
from openmall.commerce.promotion.uses import store as use_store
from openmall.commerce.promotion.uses.rules import restores_coupons
from openmall.commerce.promotion.uses.shape import (
    Basket,
    BasketLine,
    ChosenCoupon,
    Difference,
    Quote,
)
from openmall.commerce.store.coupons_setting import RecoverCoupon
from openmall.contract.errors import Invalid
from openmall.database.statements import Statement
from tests.commerce.customer.customer_setup import call_of, do
from tests.commerce.promotion.coupon_setup import DAY, RATE, coupon, give, issues, members
from tests.world import World

ORDER = "20261121-0000001"
_MISCOUNT = Statement(
    update(COUPON).where(COUPON.c.mall_id == bindparam("mall_id")).values(issued=7)
)
_MISUSE = Statement(
    update(ISSUE).where(ISSUE.c.mall_id == bindparam("mall_id")).values(order_id="elsewhere")
)


def line(product_no: int, amount: int, **more: Any) -> BasketLine:
    return BasketLine(product_no=product_no, amount=Decimal(amount), paid=Decimal(amount), **more)


BASKET = Basket(
    lines=[line(1, 20_000), line(2, 5_000)],
    shipping_fee=Decimal(3_000),
    regional_fee=Decimal(4_000),
)


def usable(world: World, basket: Basket = BASKET) -> dict[str, tuple[Any, ...]]:
    """Return what haneul may use: issue -> line, off goods, off shipping, points."""
    found = do(world, lambda call: use_rules.usable(call, "haneul", basket))
    return {
        each.issue_no: (
            each.discount.line,
            each.discount.goods,
            each.discount.shipping,
            each.discount.points,
        )
        for each in found
    }


def quoted(world: World, *numbers: str | ChosenCoupon, basket: Basket = BASKET) -> Quote:
    chosen = [
        each if isinstance(each, ChosenCoupon) else ChosenCoupon(issue_no=each) for each in numbers
    ]
    return do(world, lambda call: use_rules.quote(call, "haneul", basket, chosen))


def use(world: World, issue_no: str, order_id: str = ORDER, member_id: str = "haneul") -> None:
    do(
        world,
        lambda call: use_rules.use(
            call, issue_no, order_id, member_id=member_id, discount=Decimal(3_000)
        ),
    )


def give_back(world: World, order_id: str = ORDER, numbers: list[str] | None = None) -> list[str]:
    return do(world, lambda call: use_rules.restore_coupons(call, order_id, coupon_nos=numbers))


def verified(world: World) -> list[Difference]:
    return world.in_transaction(use_store.differences)


def test_what_may_be_used_for_a_basket_and_what_it_comes_to(world: World) -> None:
    members(world, "haneul")
    given = [
        give(world, coupon(world, **said), "haneul")
        for said in (
            {},
            {"benefit_type": "B", "discount_rate": RATE, "available_scope": "P"},
            {"available_product": "I", "available_product_list": [2], "available_scope": "P"},
            {"benefit_type": "E"},
            {"benefit_type": "J"},
            {"benefit_type": "D", "discount_rate": RATE},
        )
    ]
    for useless in (
        {"available_product": "I", "available_product_list": [3]},
        {"available_price_type": "O", "available_min_price": "25001"},
        {"available_site": ["M"]},
        {"available_begin_datetime": "2026-11-22"},
    ):
        give(world, coupon(world, **useless), "haneul")

    assert usable(world) == dict(
        zip(
            given,
            [
                (None, 3_000, 0, 0),
                (0, 2_000, 0, 0),
                (1, 3_000, 0, 0),
                (None, 0, 3_000, 0),
                (None, 0, 7_000, 0),
                (None, 0, 0, 2_000),
            ],
            strict=True,
        )
    )


def test_coupons_come_to_what_those_before_left(world: World) -> None:
    members(world, "haneul")
    ten_percent = give(
        world,
        coupon(
            world,
            benefit_type="B",
            available_scope="P",
            available_amount_type="I",
            discount_rate=RATE | {"benefit_percentage_max_price": "0"},
        ),
        "haneul",
    )
    big = give(world, coupon(world, discount_amount={"benefit_price": "30000"}), "haneul")

    found = quoted(world, big, ten_percent)

    assert [each.issue_no for each in found.used] == [ten_percent, big]
    assert found.of_lines == [2_000, 0]
    assert (found.of_order, found.of_shipping) == (23_000, 0)


@pytest.mark.parametrize(
    ("setting", "says"),
    [
        ({"use_coupon": "F"}, "The shop takes no coupons."),
        ({"available_issue_type": "P"}, "The shop does not take coupons of this kind."),
        (
            {"allow_using_product_and_order_coupons": "F"},
            "Coupons of products and of the order do not go together.",
        ),
        (
            {"max_coupon_count": {"product_and_order_per_order": 1}},
            "Too many coupons for one order.",
        ),
        ({"max_coupon_count": {"product_and_order_per_day": 1}}, "No more coupons today."),
    ],
)
def test_the_shops_settings_decide_what_goes_together(
    world: World, setting: dict[str, Any], says: str
) -> None:
    members(world, "haneul")
    of_order = give(world, coupon(world), "haneul")
    of_product = give(world, coupon(world, available_scope="P"), "haneul")
    quoted(world, of_order, of_product)
    world.put("coupons/setting", **setting)

    with pytest.raises(Invalid, match=says):
        quoted(world, of_order, of_product)


def test_additional_coupons_are_used_beyond_the_numbers(world: World) -> None:
    members(world, "haneul")
    usual, of_order, of_product = (
        coupon(world, available_scope=scope) for scope in ("O", "O", "P")
    )
    given = [give(world, number, "haneul") for number in (usual, of_order, of_product)]
    additional = [{"coupon_no": number} for number in (of_order, of_product)]
    none = ("product_per_product", "product_per_order", "product_and_order_per_order")
    world.put(
        "coupons/setting",
        additional_coupon_no=additional,
        max_coupon_count=dict.fromkeys(none, 0) | {"product_and_order_per_day": 1},
    )
    with pytest.raises(Invalid, match="Too many coupons for one order"):
        quoted(world, *given)

    world.put("coupons/setting", use_additional_coupon="T")

    assert len(quoted(world, *given).used) == 3
    use(world, given[0])
    assert len(quoted(world, *given[1:]).used) == 2
    again = give(world, coupon(world), "haneul")
    with pytest.raises(Invalid, match="No more coupons today"):
        quoted(world, again)


def test_no_more_of_one_coupon_than_it_says(world: World) -> None:
    members(world, "haneul")
    world.put("coupons/setting", max_coupon_count={"order_per_order": 3})
    number = coupon(world, available_coupon_count_by_order=2)
    given = [give(world, number, "haneul", allow_duplication="T") for _ in range(3)]

    assert quoted(world, *given[:2]).of_order == 6_000
    with pytest.raises(Invalid, match="Too many of this coupon"):
        quoted(world, *given)


def test_a_coupon_is_used_for_an_order(world: World) -> None:
    members(world, "haneul")
    number = coupon(world)
    given = give(world, number, "haneul")

    use(world, given)

    [kept] = issues(world, number, used_coupon="T")
    assert kept["used_date"] == "2026-11-21T09:00:00+09:00"
    assert kept["related_order_id"] == ORDER
    assert world.get("customers/haneul/coupons/count") == {"count": 0}
    assert world.call("DELETE", f"customers/haneul/coupons/{number}").status_code == 404
    with pytest.raises(Invalid, match="has been used"):
        use(world, given, "20261121-0000002")
    assert verified(world) == []


def test_what_was_quoted_is_used_together_or_not_at_all(world: World) -> None:
    members(world, "haneul")
    first = coupon(world, available_scope="P")
    second = coupon(world)
    given = [give(world, number, "haneul") for number in (first, second)]
    found = quoted(world, *reversed(given))

    def use_both(order_id: str) -> None:
        do(world, lambda call: use_rules.use_all(call, found, order_id, member_id="haneul"))

    use(world, given[1], "20261121-0000009")
    with pytest.raises(Invalid, match="has been used"):
        use_both(ORDER)
    give_back(world, "20261121-0000009")
    use_both(ORDER)

    assert [issues(world, each)[0]["related_order_id"] for each in (first, second)] == [ORDER] * 2
    assert verified(world) == []


def test_who_may_not_use_it(world: World) -> None:
    members(world, "haneul", "minjun")
    now = give(world, coupon(world), "haneul")
    later = give(world, coupon(world, available_begin_datetime="2026-11-22"), "haneul")
    deleted = coupon(world)
    of_deleted = give(world, deleted, "haneul")
    world.put(f"coupons/{deleted}", deleted="D")

    with pytest.raises(Invalid, match="has no such coupon"):
        use(world, now, member_id="minjun")
    with pytest.raises(Invalid, match="does not hold yet"):
        use(world, later)
    with pytest.raises(Invalid, match="does not hold any more"):
        use(world, of_deleted)
    world.stage.clock.pass_(60 * DAY)
    with pytest.raises(Invalid, match="does not hold any more"):
        use(world, now)


def test_what_is_given_back_is_used_again(world: World) -> None:
    members(world, "haneul")
    number = coupon(world)
    first = give(world, coupon(world), "haneul")
    second = give(world, number, "haneul")
    use(world, first)
    use(world, second)

    one = give_back(world, ORDER, [number])
    rest = give_back(world)
    again = give_back(world)
    use(world, second, "20261121-0000002")

    assert (one, rest, again) == ([second], [first], [])
    assert [each["related_order_id"] for each in issues(world, number)] == ["20261121-0000002"]
    assert verified(world) == []


def test_what_differs_from_the_ledger_is_found(world: World) -> None:
    members(world, "haneul")
    number = coupon(world)
    given = give(world, number, "haneul")
    use(world, given)

    world.in_transaction(lambda db: db.run(_MISCOUNT))
    world.in_transaction(lambda db: db.run(_MISUSE))

    mall = world.mall_id
    assert verified(world) == [
        Difference(mall_id=mall, subject="issued", number=number, kept="7", ledger="1"),
        Difference(mall_id=mall, subject="used", number=given, kept="elsewhere", ledger=ORDER),
    ]


@pytest.mark.parametrize(
    ("claim", "whole", "asked", "back"),
    [
        ("cancel_before_pay", True, False, True),
        ("cancel_after_pay", True, False, False),
        ("return", True, True, True),
        ("return", True, False, False),
        ("return", False, True, True),
        ("cancel_before_pay", False, False, False),
        ("exchange", False, True, False),
    ],
)
def test_when_coupons_come_back(claim: Any, whole: bool, asked: bool, back: bool) -> None:
    setting = RecoverCoupon(return_="M", part="M")

    assert restores_coupons(setting, claim, whole=whole, decided=asked) is back


@pytest.mark.both_stores
def test_one_coupon_is_used_once_by_a_hundred_tabs(world: World) -> None:
    members(world, "haneul")
    number = coupon(world)
    given = give(world, number, "haneul")
    call_of(world)

    def order(at: int) -> bool:
        try:
            use(world, given, f"20261121-{at:07}")
        except Invalid:
            return False
        return True

    with ThreadPoolExecutor(100) as pool:
        used = list(pool.map(order, range(100)))

    assert used.count(True) == 1
    [kept] = issues(world, number)
    assert kept["related_order_id"] == f"20261121-{used.index(True):07}"
    assert verified(world) == []
