"""A payment settles exactly the amount it was begun for; whatever else is captured goes back."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal
from typing import Any

import pytest
from sqlalchemy import bindparam, update

from openmall.commerce.order import order_saving
from openmall.commerce.order.billing.gateways.book import store as gateway_book_store
from openmall.commerce.order.billing.payment_ledger.store import PAYMENT
from openmall.commerce.order.billing.payments import rules as payment_rules
from openmall.commerce.order.payment_attempts.store import ATTEMPT
from openmall.commerce.order.placement.checkout import gateway_payment
from openmall.contract.money import money
from openmall.database.session import Session
from openmall.database.statements import Statement
from tests.commerce.order.claim_setup import claim, paid_back, verified_orders
from tests.commerce.order.order_setup import pay, states
from tests.commerce.product.stock_setup import as_call, stocked
from tests.storefront.shopper_client import (
    RECEIVER,
    Shopper,
    offer_test_gateway,
    refund_at_gateways,
)
from tests.world import World

PRICE = Decimal(11_000)


@pytest.fixture
def shopper(world: World) -> Iterator[Shopper]:
    offer_test_gateway(world)
    hana = Shopper(world)
    hana.sign_up()
    yield hana
    assert verified_orders(world) == []


def ordered(shopper: Shopper, *codes: str) -> tuple[str, str]:
    """Order a unit of each variant by card; return the order and its first payment."""
    placed = shopper.send(
        "POST",
        "orders",
        variants=[{"variants_code": code, "quantity": 1} for code in codes],
        payment_method="card",
        receiver=RECEIVER,
    )
    return placed["order_id"], placed["payment_id"]


def begin(shopper: Shopper, number: str) -> str:
    """Begin another payment of an order."""
    answer = shopper.send("POST", f"orders/{number}/payments", payment_method="card")
    payment_id: str = answer["payment_id"]
    return payment_id


def settled(shopper: Shopper, payment_id: str, outcome: str = "approved") -> list[str]:
    """Pay at the gateway and carry its callbacks; return the states that are answered."""
    return [each["state"] for each in shopper.carry(shopper.pay(payment_id, outcome))]


def kept_by_gateway(world: World, payment_id: str) -> Decimal:
    """Return what the gateway took of a buyer and did not give back, after it was asked to."""
    refund_at_gateways(world)
    entry = as_call(world, lambda call: gateway_book_store.find(call.db, payment_id))
    assert entry is not None
    return money(entry.amount - entry.cancelled) if entry.result == "approved" else Decimal(0)


def sums(world: World, number: str) -> tuple[str, Decimal, Decimal]:
    """Return whether an order is paid, what was paid, and what is due."""
    order = world.get(f"orders/{number}")["order"]
    due = Decimal(order["actual_order_amount"]["total_amount_due"])
    return order["paid"], Decimal(order["payment_amount"]), due


def tried(shopper: Shopper, number: str) -> dict[str, tuple[str, str]]:
    """Return the payments of an order: state and reason of each."""
    found = shopper.get(f"orders/{number}")["payments"]
    return {each["payment_id"]: (each["state"], each["reason"]) for each in found}


def test_an_old_payment_does_not_pay_for_an_item_that_was_added(
    world: World, shopper: Shopper
) -> None:
    _, code = stocked(world, 5)
    number, old = ordered(shopper, code)
    world.post(f"orders/{number}/items", variant_code=code)
    assert tried(shopper, number) == {old: ("superseded", order_saving.CHANGED)}

    assert settled(shopper, old) == ["cancelled"]

    assert tried(shopper, number) == {old: ("cancelled", gateway_payment.SUPERSEDED)}
    assert kept_by_gateway(world, old) == 0
    assert (sums(world, number), states(world, number)) == (("F", 0, 2 * PRICE), ["N00", "N00"])
    new = begin(shopper, number)
    assert settled(shopper, new) == ["approved"]
    assert kept_by_gateway(world, new) == 2 * PRICE
    assert sums(world, number) == ("T", 2 * PRICE, 0)


@pytest.mark.parametrize("who", ["buyer", "shop"])
def test_an_old_payment_does_not_pay_for_what_was_cancelled(
    world: World, shopper: Shopper, who: str
) -> None:
    _, code = stocked(world, 5)
    number, old = ordered(shopper, code, code)
    paid = shopper.pay(old)
    if who == "buyer":
        items = [{"order_item_code": f"{number}-01", "quantity": 1}]
        path = f"orders/{number}/cancellationrequests"
        shopper.send("POST", path, items=items, reason_type="A", reason="No longer")
    else:
        claim(world, number, "cancellation", "canceled", (1, 1), payment_gateway_cancel="T")

    assert [each["state"] for each in shopper.carry(paid)] == ["cancelled"]

    assert kept_by_gateway(world, old) == 0
    assert sums(world, number) == ("F", 0, PRICE)
    assert paid_back(world, number) == [("O", "0.00", "")]
    new = begin(shopper, number)
    assert settled(shopper, new) == ["approved"]
    assert (sums(world, number), kept_by_gateway(world, new)) == (("T", PRICE, 0), PRICE)


def test_other_terms_end_a_payment(world: World, shopper: Shopper) -> None:
    _, code = stocked(world, 5)
    number, dearer = ordered(shopper, code)
    other, by_card = ordered(shopper, code)

    world.put(
        f"orders/{number}/payments",
        change_payment_amount="T",
        change_payment_method="F",
        admin_additional_amount="500.00",
    )
    world.put(
        f"orders/{other}/payments",
        change_payment_amount="F",
        change_payment_method="T",
        payment_method="cash",
    )

    assert settled(shopper, dearer) == settled(shopper, by_card) == ["cancelled"]
    assert kept_by_gateway(world, dearer) == kept_by_gateway(world, by_card) == 0
    assert sums(world, number) == ("F", 0, PRICE + 500)


@pytest.mark.parametrize("first", ["old", "new"])
def test_of_two_payments_that_are_both_made_one_is_kept(
    world: World, shopper: Shopper, first: str
) -> None:
    _, code = stocked(world, 5)
    number, old = ordered(shopper, code)
    new = begin(shopper, number)
    assert tried(shopper, number)[old] == ("superseded", gateway_payment.ANOTHER_BEGUN)

    told = {each: shopper.pay(each) for each in (old, new)}
    one, other = (old, new) if first == "old" else (new, old)
    found = {one: shopper.carry(told[one]), other: shopper.carry(told[other])}

    assert {each: [one["state"] for one in found[each]] for each in found} == {
        old: ["cancelled"],
        new: ["approved"],
    }
    assert (kept_by_gateway(world, old), kept_by_gateway(world, new)) == (0, PRICE)
    assert sums(world, number) == ("T", PRICE, 0)


def test_payments_whose_callbacks_were_lost_are_all_asked_for(
    world: World, shopper: Shopper
) -> None:
    _, code = stocked(world, 5)
    number, old = ordered(shopper, code)
    new = begin(shopper, number)
    for each in (old, new):
        assert settled(shopper, each, "lost") == []

    taken = shopper.send("POST", f"orders/{number}/payments/confirm")

    assert (taken["payment_id"], taken["state"]) == (new, "approved")
    assert {each: state for each, (state, _) in tried(shopper, number).items()} == {
        old: "cancelled",
        new: "approved",
    }
    assert (kept_by_gateway(world, old), kept_by_gateway(world, new)) == (0, PRICE)


def test_a_duplicated_callback_of_an_ended_payment_gives_back_once(
    world: World, shopper: Shopper
) -> None:
    _, code = stocked(world, 5)
    number, old = ordered(shopper, code)
    world.post(f"orders/{number}/items", variant_code=code)

    assert settled(shopper, old, "duplicate") == ["cancelled", "cancelled"]
    assert refund_at_gateways(world) == 1

    entry = as_call(world, lambda call: gateway_book_store.find(call.db, old))
    assert entry is not None
    assert entry.cancelled == entry.amount
    assert sums(world, number) == ("F", 0, 2 * PRICE)


def test_what_a_gateway_took_goes_back_when_the_order_awaits_payment_again(
    world: World, shopper: Shopper
) -> None:
    _, code = stocked(world, 5)
    number, old = ordered(shopper, code)
    assert settled(shopper, old) == ["approved"]

    assert pay(world, number, "unpaid").status_code == 200

    assert tried(shopper, number) == {old: ("cancelled", payment_rules.UNPAID)}
    assert (kept_by_gateway(world, old), sums(world, number)) == (0, ("F", 0, PRICE))
    new = begin(shopper, number)
    assert settled(shopper, new) == ["approved"]
    assert (kept_by_gateway(world, new), sums(world, number)) == (PRICE, ("T", PRICE, 0))


@pytest.mark.both_stores
def test_a_callback_while_an_item_is_added_pays_all_or_is_given_back(
    world: World, shopper: Shopper
) -> None:
    _, code = stocked(world, 40)
    for _ in range(6):
        number, payment_id = ordered(shopper, code)
        paid = shopper.pay(payment_id)

        with ThreadPoolExecutor(2) as pool:
            added = pool.submit(world.post, f"orders/{number}/items", variant_code=code)
            taken = pool.submit(shopper.carry, paid)
            added.result()
            [state] = [each["state"] for each in taken.result()]

        # the callback came first and the added item is due, or all of it is
        expected = ("M", PRICE, PRICE) if state == "approved" else ("F", 0, 2 * PRICE)
        assert sums(world, number) == expected
        assert kept_by_gateway(world, payment_id) == expected[1]


@pytest.mark.both_stores
def test_both_payments_at_once_pay_once(world: World, shopper: Shopper) -> None:
    _, code = stocked(world, 40)
    for _ in range(4):
        number, old = ordered(shopper, code)
        paid = [shopper.pay(old)]
        new = begin(shopper, number)
        paid.append(shopper.pay(new))

        with ThreadPoolExecutor(4) as pool:
            list(pool.map(shopper.carry, paid * 2))

        assert sums(world, number) == ("T", PRICE, 0)
        assert (kept_by_gateway(world, old), kept_by_gateway(world, new)) == (0, PRICE)


_PAID_OTHERWISE = Statement(
    update(PAYMENT)
    .where(PAYMENT.c.mall_id == bindparam("mall_id"), PAYMENT.c.order_id == bindparam("number"))
    .values(transaction_id=bindparam("transaction"))
)
_CAPTURED = Statement(
    update(ATTEMPT)
    .where(ATTEMPT.c.mall_id == bindparam("mall_id"), ATTEMPT.c.payment_id == bindparam("this"))
    .values(
        amount=bindparam("captured"),
        state=bindparam("now"),
        transaction_id=bindparam("transaction"),
    )
)


@pytest.mark.parametrize(
    ("captured", "booked"), [("9000.00", "11000.00"), ("195000.00", "11000.00")]
)
def test_verify_finds_a_payment_that_was_booked_at_another_amount(
    world: World, captured: str, booked: str
) -> None:
    offer_test_gateway(world)
    shopper = Shopper(world)
    shopper.sign_up()
    _, code = stocked(world, 5)
    number, payment_id = ordered(shopper, code)
    paid = shopper.pay(payment_id)
    shopper.carry(paid)
    transaction = paid["callbacks"][0]["transaction_id"]
    assert verified_orders(world) == []

    async def break_it(db: Session) -> None:
        await db.run(
            _CAPTURED,
            this=payment_id,
            captured=int(Decimal(captured) * 100),
            now="approved",
            transaction=transaction,
        )

    world.in_transaction(break_it)

    found = [(each.what, each.field, each.kept, each.recomputed) for each in verified_orders(world)]
    assert found == [(number, f"payment {transaction}", booked, captured)]


def test_verify_finds_what_was_captured_and_is_in_no_ledger(world: World) -> None:
    offer_test_gateway(world)
    shopper = Shopper(world)
    shopper.sign_up()
    _, code = stocked(world, 5)
    number, payment_id = ordered(shopper, code)
    assert pay(world, number).status_code == 200

    async def break_it(db: Session) -> None:
        await db.run(_CAPTURED, this=payment_id, captured=900_000, now="approved", transaction="t1")
        await db.run(_PAID_OTHERWISE, number=number, transaction="t2")

    world.in_transaction(break_it)

    found: list[Any] = [(each.field, each.kept, each.recomputed) for each in verified_orders(world)]
    assert found == [("payment t1", "0.00", "9000.00"), ("payment t2", "11000.00", "0.00")]
