"""A part of an order is cancelled: what stays costs what it cost, and the preview says so."""

import random
from decimal import Decimal

import pytest

from tests.access.oauth.authorization_requests import Browser
from tests.commerce.order.claim_setup import check_books, claim, cost, lines, refund, settings
from tests.commerce.order.order_setup import paid, wanted
from tests.commerce.product.stock_setup import stocked
from tests.pages.backoffice.page_forms import send
from tests.pages.sampleshop.shop_browser import said
from tests.random_cases import cases
from tests.world import World

STAYS = "Each item takes its share of the discounts along: what stays costs what it cost."


def test_of_three_units_at_half_the_price_one_still_costs_half(owner: Browser) -> None:
    world = owner.world
    number = paid(world, wanted(stocked(world, 9)[1], 3), wishes={"membership_discount": "16500"})

    page = said(
        send(
            owner, f"/admin/orders/{number}", "cancel", item__0=f"{number}-01", quantity__0="2",
            claim_reason_type="A",
        ).text
    )  # fmt: skip
    made = claim(world, number, "cancellation", "canceled", (1, 2))

    assert Decimal(refund(world, made["claim_code"])["refund_amount"]) == 11_000
    assert "What stays in the order" in page
    assert "× 1: 5,500 KRW discounts of 5,500 KRW stay" in page
    assert STAYS in page
    check_books(world, number)


def test_by_the_total_amount_the_preview_says_that_the_rest_gets_cheaper(owner: Browser) -> None:
    world = owner.world
    settings(world, refund_benefit_setting="F")
    number = paid(
        world, wanted(stocked(world, 9)[1], 2), wanted(stocked(world, 9)[1]),
        wishes={"membership_discount": "16500"},
    )  # fmt: skip

    page = said(
        send(owner, f"/admin/orders/{number}", "cancel", item__0=f"{number}-01", quantity__0="2",
             claim_reason_type="A").text
    )  # fmt: skip

    assert "5,500 KRW a unit becomes 0 KRW" in page
    assert "discounts stay with the rest of the order, which gets cheaper" in page
    assert STAYS not in page


@pytest.mark.parametrize("seed", range(cases(60, usual=6)))
def test_no_unit_that_stays_is_cheaper_than_it_was(world: World, seed: int) -> None:
    drawn = random.Random(seed)  # no secret
    items = [
        wanted(stocked(world, 99)[1], drawn.randint(1, 5))
        for _ in range(drawn.randint(1, 3))
    ]  # fmt: skip
    wishes = {
        "membership_discount": str(drawn.choice([0, 1, 777, 5_500, 10_999])),
        "points": str(drawn.choice([0, 500, 999])),
        "credits": str(drawn.choice([0, 333])),
    }
    number = paid(world, *items, wishes=wishes)
    total = sum((cost(each) for each in lines(world, number)), Decimal(0))
    returned = Decimal(0)
    for _ in range(3):
        before = {
            each.item.item_no: (cost(each), each.item.quantity)
            for each in lines(world, number)
            if each.item.order_status[0] == "N"
        }
        if not before:
            break
        item = drawn.choice(list(before))
        made = claim(
            world, number, "cancellation", "canceled", (item, drawn.randint(1, before[item][1]))
        )
        back = refund(world, made["claim_code"])
        returned += Decimal(back["refund_amount"])
        rest = [each for each in lines(world, number) if each.item.order_status[0] == "N"]
        for each in rest:
            was, units = before[each.item.item_no]
            # rounding moves less than the smallest unit for each unit that leaves
            assert cost(each) * units >= was * each.item.quantity - units
        assert returned + sum((cost(each) for each in rest), Decimal(0)) == total
        check_books(world, number)
