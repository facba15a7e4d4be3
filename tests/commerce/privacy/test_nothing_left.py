"""Who is erased is nowhere in the mall any more, whatever it had of them; its books are right."""

import msgspec
import pytest
from msgspec.structs import replace

from openmall.commerce.customer.customers.tables import SUBSCRIBER
from openmall.commerce.privacy.data_subject import rules as data_subject_rules
from openmall.commerce.privacy.data_subject.tables import (
    blanked,
    customer_rows,
    mentioning,
    redacted,
)
from openmall.commerce.product.stock import verification as stock_verification
from openmall.contract.moments import Clocks
from tests.commerce.customer.customer_setup import do, join
from tests.commerce.mileage.balance_setup import balance
from tests.commerce.order.checkout_setup import HANA
from tests.commerce.order.claim_setup import check_books, claim, paid_back, refund, verified_orders
from tests.commerce.order.order_setup import BUYER, paid, wanted
from tests.commerce.privacy.complete_member import Everything
from tests.commerce.privacy.membership import DELETED_WITH_THE_CUSTOMER
from tests.commerce.product.stock_setup import stocked
from tests.every_operation.operation_calls import rows
from tests.world import World

CHANGED = {
    *DELETED_WITH_THE_CUSTOMER,
    # with the account that has the address
    SUBSCRIBER,
    *(each.table for each in blanked()),
    *(each.table for each in redacted()),
    *(each.table for each in mentioning()),
}
NUMBERED = "counter"


def _left(world: World, marks: list[str]) -> dict[str, set[str]]:
    """Return which marks stand in the mall, by table."""
    found = {}
    for table, lines in rows(world).items():
        text = "".join(lines)
        there = {mark for mark in marks if mark in text}
        if there:
            found[table] = there
    return found


def _books(world: World) -> dict[str, list[str]]:
    """Return the rows of every table of which an erasure has nothing to take."""
    changed = {table.name for table in CHANGED} | {NUMBERED}
    return {name: each for name, each in rows(world).items() if name not in changed}


def _stock(world: World) -> list[stock_verification.Difference]:
    app = world.stage.app

    async def verify() -> stock_verification.Report:
        return await stock_verification.verify(
            app.database, Clocks(world.stage.clock), [world.mall_id], progress=lambda share: None
        )

    return world.stage.run(verify).differences


def _check(everything: Everything) -> None:
    """What is kept of orders, coupons, points and stock is what comes out."""
    everything.shop.check_books()
    assert _stock(everything.world) == []
    assert verified_orders(everything.world) == []
    for order_id in (everything.order_id, everything.other_id):
        check_books(everything.world, order_id)


def test_everything_of_a_member_is_handed_over_and_nothing_is_left(world: World) -> None:
    everything = Everything(world)
    marks, books = everything.marks, _books(world)

    handed = do(world, lambda call: data_subject_rules.export(call, HANA))
    do(world, lambda call: data_subject_rules.erase(call, HANA))

    assert set(handed) == {table.name for table in customer_rows()} | {
        each.table.name for each in mentioning()
    }
    text = msgspec.json.encode(handed).decode()
    assert [mark for mark in marks.all if mark not in text] == []
    left = _left(world, marks.all)
    assert {mark for some in left.values() for mark in some} == set(marks.stay), left
    assert _books(world) == books
    _check(everything)


def test_what_was_deleted_is_nowhere_before_anybody_is_erased(world: World) -> None:
    Everything(world)

    assert _left(world, ["Zq-gone"]) == {}


def test_what_is_left_of_an_erased_member_is_still_read(world: World) -> None:
    everything = Everything(world)
    path = f"orders/{everything.order_id}"
    paths = (
        path,
        f"{path}/items",
        f"{path}/buyer",
        f"{path}/buyer/history",
        f"{path}/receivers",
        f"{path}/receivers/history",
        f"{path}/memos",
        f"{path}/paymenttimeline",
        f"{path}/shipments",
        "boards/5/articles",
        "urgentinquiry",
        "cashreceipt?start_date=2026-11-01&end_date=2026-11-30",
        "refunds?start_date=2026-11-01&end_date=2026-11-30",
        "activitylogs?start_date=2026-11-01&end_date=2026-11-30",
        "orders?embed=items,receivers,buyer,return,cancellation,exchange,refunds",
    )
    do(world, lambda call: data_subject_rules.erase(call, HANA))

    answers = {each: world.call("GET", each) for each in paths}

    assert {name: each.status_code for name, each in answers.items()} == dict.fromkeys(paths, 200)
    said = "".join(each.text for each in answers.values())
    assert [mark for mark in everything.marks.all if mark in said] == [
        mark for mark in everything.marks.stay if mark in said
    ]


def test_twice_does_no_more_than_once(world: World) -> None:
    Everything(world)
    do(world, lambda call: data_subject_rules.erase(call, HANA))
    once = rows(world)

    again = do(world, lambda call: data_subject_rules.erase(call, HANA))

    assert (again.left, rows(world)) == (False, once)


@pytest.mark.parametrize("name", ["hana2", "han", "xhana", "kim"])
def test_what_is_another_members_is_not_touched(world: World, name: str) -> None:
    join(world, name, name="Zq Neighbour", email="neighbour@example.com")
    _, code = stocked(world, 10)
    buyer = replace(BUYER, member_id=name, name="Zq Neighbour")
    order_id = paid(world, wanted(code), buyer=buyer)
    world.put(f"orders/{order_id}/buyer", email="neighbour@example.com")
    world.post("points", member_id=name, amount="500", type="increase", reason="Zq Neighbour")
    world.post(f"customers/{name}/memos", author_id="owner", memo="Zq Neighbour")
    article = {"title": "Zq Neighbour", "content": "Zq", "writer": "Zq Neighbour", "secret": "T"}
    said = {**article, "member_id": name, "client_ip": "192.0.2.1", "password": "sesame"}
    answer = world.call("POST", "boards/5/articles", json={"requests": [said]})
    assert answer.status_code == 201
    Everything(world)
    words = ("Neighbour", "neighbour@", f'"{order_id}', f"order {order_id}")
    hers = _naming(world, *words)
    assert len(hers) > 10

    do(world, lambda call: data_subject_rules.erase(call, HANA))

    assert _naming(world, *words) == hers


def _naming(world: World, *words: str) -> dict[str, list[str]]:
    """Return the rows of the mall that have one of some words in them."""
    found = {
        table: [line for line in lines if any(word in line for word in words)]
        for table, lines in rows(world).items()
    }
    return {table: lines for table, lines in found.items() if lines}


def test_a_claim_of_somebody_who_was_erased_gives_back_what_was_paid(world: World) -> None:
    everything = Everything(world)
    number = everything.other_id
    do(world, lambda call: data_subject_rules.erase(call, HANA))
    had = balance(world, HANA).points
    refused = world.call(
        "POST",
        f"orders/{number}/cancellation",
        json={"request": {"status": "canceled", "refund_method_code": "M"}},
    )
    assert refused.status_code == 422
    assert "Who ordered has no points and no deposit." in refused.text

    made = claim(world, number, "cancellation", "canceled", refund_method_code="G")

    given = refund(world, made["claim_code"])
    assert (given["refund_methods"], given["status"]) == (["Bank transfer refund"], "T")
    # two aprons with the group's tenth off and sending, less the points that were spent
    assert (given["refund_amount"], given["refund_point"]) == ("20300.00", "2000.00")
    assert paid_back(world, number) == [
        ("O", "20300.00", ""),
        ("P", "-20300.00", given["refund_code"]),
    ]
    assert balance(world, HANA).points - had == 2000_00
    _check(everything)
    gone = [mark for mark in everything.marks.all if mark not in everything.marks.stay]
    assert _left(world, gone) == {}


def test_a_return_that_was_asked_for_before_goes_on(world: World) -> None:
    everything = Everything(world)
    number = everything.order_id
    do(world, lambda call: data_subject_rules.erase(call, HANA))
    [asked] = world.get(f"orders/{number}", embed="return")["order"]["return"]
    assert (asked["claim_reason"], asked["pickup"]["name"], asked["pickup"]["cellphone"]) == (
        "",
        None,
        None,
    )

    for status in ("processing", "returned"):
        world.put(
            f"orders/{number}/return/{asked['claim_code']}",
            status=status,
            refund_method_code=["G"],
            refund_bank_code="04",
            refund_bank_account_no="1234567890",
            refund_bank_account_holder="Executor",
        )

    given = refund(world, asked["claim_code"])
    assert (given["status"], given["refund_bank_account_no"]) == ("T", "1234567890")
    assert paid_back(world, number)[-1] == (
        "P",
        f"-{given['refund_amount']}",
        asked["claim_code"],
    )
    _check(everything)
