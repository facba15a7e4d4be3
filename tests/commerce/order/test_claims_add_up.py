"""Whatever is claimed in whatever order, the books of an order come to the same."""

from decimal import Decimal
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from openmall.commerce.order.amounts import Costs, Deductions, Share, bill
from openmall.commerce.order.orders import arithmetic
from openmall.commerce.order.orders.item_shape import Item
from openmall.commerce.order.orders.store import OrderLine
from openmall.commerce.store.orders_setting import ClaimDiscountRule
from tests.commerce.order.claim_setup import NEWEST, check_books, sent
from tests.commerce.order.order_setup import order, pay, states, wanted
from tests.commerce.product.stock_setup import ledger, quantity, stocked
from tests.world import World

UNIT = Decimal(1)
won = st.integers(0, 30_000).map(Decimal)
bought = st.tuples(st.integers(1, 5), st.integers(1, 20_000), st.integers(0, 3000))
STEPS = (
    ("cancellation", "canceled"),
    ("cancellation", "canceling"),
    ("return", "accepted"),
    ("return", "returned"),
    ("exchange", "accepted"),
    ("exchange", "exchanged"),
    ("undo", ""),
    ("refund", ""),
    ("send", ""),
    ("pay", ""),
)


def _lines(items: list[tuple[int, int, int]], wishes: Deductions) -> list[OrderLine]:
    costs = [
        Costs(
            quantity=quantity_,
            product_price=Decimal(price),
            coupon_discount=min(Decimal(coupon), Decimal(price * quantity_)),
        )
        for quantity_, price, coupon in items
    ]
    shares = bill(costs, wishes, UNIT).shares
    return [
        OrderLine(
            item=Item(
                quantity=each.quantity,
                product_price=each.product_price,
                coupon_discount_price=each.coupon_discount,
                payment_amount=each.payment_amount,
                order_status="N10",
            ),
            share=share,
        )
        for each, share in zip(costs, shares, strict=True)
    ]


def _total(lines: list[OrderLine]) -> tuple[Any, ...]:
    return (
        sum(line.item.quantity for line in lines),
        sum(line.item.payment_amount for line in lines),
        sum(line.item.coupon_discount_price for line in lines),
        sum(line.share.discount for line in lines),
        sum(line.share.points for line in lines),
        sum(line.share.credits for line in lines),
    )


@given(
    items=st.lists(bought, min_size=1, max_size=4),
    discount=won,
    points=won,
    credits_=won,
    data=st.data(),
)
@settings(max_examples=300, deadline=None)
def test_parting_an_item_changes_no_sum_and_nothing_costs_less_than_nothing(
    items: list[tuple[int, int, int]],
    discount: Decimal,
    points: Decimal,
    credits_: Decimal,
    data: st.DataObject,
) -> None:
    wishes = Deductions(membership_discount=discount, points=points, credits=credits_)
    lines = _lines(items, wishes)
    before = _total(lines)
    for _ in range(6):
        at = data.draw(st.integers(0, len(lines) - 1))
        if lines[at].item.quantity > 1:
            part = data.draw(st.integers(1, lines[at].item.quantity - 1))
            lines[at : at + 1] = arithmetic.split_line(lines[at], part, UNIT)
    assert _total(lines) == before
    assert all(arithmetic.line_cost(line) >= 0 for line in lines)


@given(
    items=st.lists(bought, min_size=2, max_size=5),
    discount=won,
    points=won,
    credits_=won,
    benefit=st.sampled_from(("F", "T", "U")),
    claimed=st.integers(1, 4),
)
@settings(max_examples=300, deadline=None)
def test_what_stays_behind_is_borne_by_the_rest_as_far_as_it_can(
    items: list[tuple[int, int, int]],
    discount: Decimal,
    points: Decimal,
    credits_: Decimal,
    benefit: ClaimDiscountRule,
    claimed: int,
) -> None:
    wishes = Deductions(membership_discount=discount, points=points, credits=credits_)
    lines = _lines(items, wishes)
    before = _total(lines)
    claimed = min(claimed, len(lines) - 1)
    goes, rest = lines[:claimed], lines[claimed:]

    arithmetic.keep_shares(goes, rest, benefit, UNIT)

    assert _total(lines) == before
    assert all(arithmetic.line_cost(line) >= 0 for line in lines)
    if benefit == "F" and any(line.share != Share() for line in goes):
        assert all(arithmetic.line_cost(line) == 0 for line in rest)


@given(
    first=st.integers(1, 4),
    second=st.integers(1, 4),
    wishes=st.fixed_dictionaries(
        {
            name: st.integers(0, 9000).map(str)
            for name in ("shipping_fee", "membership_discount", "order_coupon", "points", "credits")
        }
    ),
    benefit=st.sampled_from(("F", "T", "U")),
    processing=st.sampled_from(("S", "D")),
    deeds=st.lists(
        st.tuples(st.sampled_from(STEPS), st.integers(1, 9), st.integers(1, 4)),
        min_size=3,
        max_size=9,
    ),
)
@settings(
    max_examples=12,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
def test_the_books_are_right_after_every_claim(
    world: World,
    first: int,
    second: int,
    wishes: dict[str, str],
    benefit: str,
    processing: str,
    deeds: list[tuple[tuple[str, str], int, int]],
) -> None:
    world.stage.forget_counts()
    body = {
        "refund_benefit_setting": benefit,
        "refund_processing_setting": processing,
        "return_shipping_fee": "2500.00",
    }
    world.call(
        "PUT",
        "orders/setting",
        json={"request": body},
        headers=NEWEST,
    )
    product, code = stocked(world, 40)
    number = order(
        world,
        wanted(code, first, coupon_discount=Decimal(777)),
        wanted(code, second),
        wishes=wishes,
    )
    pay(world, number)
    for (kind, status), item, many in deeds:
        _do(world, number, kind, status, item, many)
        check_books(world, number)
    in_ledger = 40 + sum(row[3] - row[2] for row in ledger(world) if row[5].startswith(number))
    assert quantity(world, product, code) == in_ledger
    assert 40 - first - second <= in_ledger + _away(world, number) <= 40


def _away(world: World, number: str) -> int:
    """Return how many units an order has that no claim has brought back."""
    items = world.get(f"orders/{number}/items")["items"]
    return sum(each["quantity"] for each in items if each["order_status"][0] == "N")


def _do(world: World, number: str, kind: str, status: str, item: int, many: int) -> None:
    """Do something to an order, allowed or not."""
    if kind == "send":
        if any(state in ("N10", "N20") for state in states(world, number)):
            sent(world, number)
    elif kind == "undo":
        for each in world.get(f"orders/{number}/items")["items"]:
            code, state = each["claim_code"], each["order_status"]
            if code and state[0] == "E":
                world.call(
                    "PUT",
                    f"orders/{number}/exchange/{code}",
                    json={"request": {"undone": "T"}},
                )
            elif code and state[0] == "R":
                world.call(
                    "PUT", f"orders/{number}/return/{code}", json={"request": {"undone": "T"}}
                )
            elif code and state[0] == "C":
                more = {"undone": "T", "recover_inventory": "T", "add_memo_too": "F"}
                world.call(
                    "PUT",
                    f"orders/{number}/cancellation/{code}",
                    json={"request": more},
                    headers=NEWEST,
                )
    elif kind == "refund":
        rows = world.get(
            "refunds",
            start_date="2026-11-21",
            end_date="2026-11-21",
            date_type="accepted_refund_date",
            order_id=number,
        )["refunds"]
        for row in rows:
            world.call(
                "PUT",
                f"orders/{number}/refunds/{row['refund_code']}",
                json={"request": {"status": "complete"}},
            )
    elif kind == "pay":
        pay(world, number, "unpaid", recover_inventory="T")
        pay(world, number)
    else:
        body = {
            "status": status,
            "items": [{"order_item_code": f"{number}-{item:02d}", "quantity": many}],
        }
        body |= {"same_product": "T"} if kind == "exchange" else {"claim_reason_type": "A"}
        answer = world.call("POST", f"orders/{number}/{kind}", json={"request": body})
        assert answer.status_code in (201, 422), answer.text
